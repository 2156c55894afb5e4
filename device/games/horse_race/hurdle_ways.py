"""Counting the orders of a pack: in how many of them each horse wins, four counts side by side in one integer.

The unseen cards come in some order of their suits, all orders equally likely, and each order has one winner. So a race that
stands somewhere is four counts, their sum is the number of orders, and the race that is one card on is counted by adding.
Python adds integers of any size, exactly; put side by side, the four counts cost one addition and one place in a table.

Each count has a *lane* of bits: that of the first of four sorted horses is the lowest. A fifth lane above them is for what is
no horse's. When a horse has moved to another place in the order, its count must follow it: that is what the functions here
are for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

HORSES = 4
Order = tuple[int, ...]
"""For each of some horses the place that it comes from."""

LANE = 96
"""Bits for a count: there are less than 2^94 orders of all 48 cards with the joker anywhere among those in the deck."""
FIRST, SECOND, THIRD, FOURTH, FIFTH = (1 << LANE * place for place in range(5))
PLACES = FIRST, SECOND, THIRD, FOURTH
"""One order, counted in each of the lanes."""

_4 = LANE * HORSES
_LANES = tuple(((1 << LANE) - 1) << LANE * place for place in range(HORSES))
_REST = ((1 << 2 * LANE) - 1) << _4
"""The fifth lane, which may be longer."""

ROW = 64
CHOICES = [comb(cards, some) for cards in range(51) for some in range(ROW)]
"""The ways to choose some of so many cards, at place `ROW` × cards + some: none where there are too few cards, and none to
choose some less than 0 of them either, since the end of the row before is empty."""


def orders(one: int, two: int, three: int, four: int) -> int:
    """The number of orders of so many cards of each suit.

    >>> orders(2, 1, 1, 0)
    12
    """
    cards = one + two
    found = CHOICES[ROW * cards + two]
    cards += three
    found *= CHOICES[ROW * cards + three]
    return found * CHOICES[ROW * (cards + four) + four]


def interleavings(cards: int, one: int, two: int, three: int, four: int) -> int:
    """In how many ways so many cards of each suit may lie among others, `cards` in all.

    >>> interleavings(4, 2, 0, 1, 0) == 4 * 3 * 2 // 2
    True
    """
    found = CHOICES[ROW * cards + one]
    cards -= one
    found *= CHOICES[ROW * cards + two]
    cards -= two
    found *= CHOICES[ROW * cards + three]
    return found * CHOICES[ROW * (cards - three) + four]


def among(  # noqa: PLR0917 - four horses' cards, as everywhere
    ways: int, cards: int, one: int, two: int, three: int, four: int
) -> int:
    """The same ways, counted with forgotten cards among the others, `cards` in all: so many of each suit.

    In the fifth lane a flag is counted that lies among the cards, as one more.
    """
    flagged = ways >> _4
    if not flagged:
        return ways * interleavings(cards, one, two, three, four)
    ways = (ways & ~_REST) * interleavings(cards, one, two, three, four)
    return ways | flagged * interleavings(cards + 1, one, two, three, four) << _4


def counts(ways: int) -> tuple[int, int, int, int]:
    """The four horses' counts."""
    one, two, three, four = _LANES
    return ways & one, (ways & two) >> LANE, (ways & three) >> 2 * LANE, (ways & four) >> 3 * LANE


def rearranged(ways: int, one: int, two: int, three: int, four: int) -> int:
    """The count of the first place moved to place `one` of 0 to 3, that of the second to place `two`, and so on."""
    first, second, third, fourth = counts(ways)
    fifth = ways & _REST
    return fifth | first << LANE * one | second << LANE * two | third << LANE * three | fourth << LANE * four


def flagged(ways: int) -> int:
    """What the fifth lane counts."""
    return ways >> _4


@cache
def mover(order: Order, horses: int = HORSES) -> Callable[[int], int] | None:
    """A function that moves the counts of some horses back to the places that they come from, of so many horses.

    Fewer than four horses are at the last places, on both sides. None if all stay where they are.

    >>> mover((1, 0, 2, 3))(5 * FIRST + 7 * SECOND) == 7 * FIRST + 5 * SECOND
    True
    """
    first = HORSES - len(order)
    moves: dict[int, int] = {}
    for place, (lane, origin) in enumerate(zip(_LANES[first:], order, strict=True), first):
        by = LANE * (origin + HORSES - horses - place)
        moves[by] = moves.get(by, 0) | lane
    stay = moves.pop(0, 0) | _REST
    ups = [(lanes, by) for by, lanes in moves.items() if by > 0]
    downs = [(lanes, -by) for by, lanes in moves.items() if by < 0]
    if not moves:
        return None
    # Written out for the usual cases, for speed: horses change places, or one moves past others, which make room.
    if len(ups) == len(downs) == 1:
        ((up, left),), ((down, right),) = ups, downs
        return lambda ways: ways & stay | (ways & up) << left | (ways & down) >> right
    if len(downs) == 1 and not ups:
        ((down, right),) = downs
        return lambda ways: ways & stay | (ways & down) >> right

    def move(ways: int) -> int:
        found = ways & stay
        for lanes, by in ups:
            found |= (ways & lanes) << by
        for lanes, by in downs:
            found |= (ways & lanes) >> by
        return found

    return move
