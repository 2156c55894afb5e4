"""Counting the orders of a pack: in how many of them each horse wins, four counts side by side in one integer.

The unseen cards come in some order of their suits, all orders equally likely, and each order has one winner. So a race that
stands somewhere is four counts, their sum is the number of orders, and the race that is one card on is counted by adding.
Python adds integers of any size, exactly; put side by side, the four counts cost one addition and one place in a table.

Each count has a *lane* of bits: that of the first of four sorted horses is the lowest. A fifth lane above them is for what is
no horse's. When a horse has moved to another place in the order, its count must follow it: that is what the functions here
are for.
"""

from __future__ import annotations

from math import comb

LANE = 96
"""Bits for a count: there are less than 2^94 orders of all 48 cards with the joker anywhere among those in the deck."""
FIRST, SECOND, THIRD, FOURTH, FIFTH = (1 << LANE * place for place in range(5))
PLACES = FIRST, SECOND, THIRD, FOURTH
"""One order, counted in each of the lanes."""

_1, _2, _3, _4 = (LANE * place for place in range(1, 5))
_LANE_0, _LANE_1, _LANE_2, _LANE_3, _LANE_4 = (((1 << LANE) - 1) << LANE * place for place in range(5))
_LANES_01, _LANES_12, _LANES_012 = _LANE_0 | _LANE_1, _LANE_1 | _LANE_2, _LANE_0 | _LANE_1 | _LANE_2
_LANES_34, _LANES_234, _LANES_04 = _LANE_3 | _LANE_4, _LANE_2 | _LANE_3 | _LANE_4, _LANE_0 | _LANE_4
_LANES_034, _LANES_014, _LANES_0123 = _LANE_0 | _LANES_34, _LANES_01 | _LANE_4, _LANES_012 | _LANE_3

_COMB = [[comb(cards, of_them) for of_them in range(cards + 1)] for cards in range(51)]


def orders(one: int, two: int, three: int, four: int) -> int:
    """The number of orders of so many cards of each suit.

    >>> orders(2, 1, 1, 0)
    12
    """
    cards = one + two
    found = _COMB[cards][two]
    cards += three
    found *= _COMB[cards][three]
    return found * _COMB[cards + four][four]


def interleavings(cards: int, one: int, two: int, three: int, four: int) -> int:
    """In how many ways so many cards of each suit may lie among others, `cards` in all.

    >>> interleavings(4, 2, 0, 1, 0) == 4 * 3 * 2 // 2
    True
    """
    found = _COMB[cards][one]
    cards -= one
    found *= _COMB[cards][two]
    cards -= two
    found *= _COMB[cards][three]
    return found * _COMB[cards - three][four]


def among(  # noqa: PLR0917 - four horses' cards, as everywhere
    ways: int, cards: int, one: int, two: int, three: int, four: int
) -> int:
    """The same ways, counted with forgotten cards among the others, `cards` in all: so many of each suit.

    In the fifth lane a flag is counted that lies among the cards, as one more.
    """
    flagged = ways >> _4
    if not flagged:
        return ways * interleavings(cards, one, two, three, four)
    ways = (ways & _LANES_0123) * interleavings(cards, one, two, three, four)
    return ways | flagged * interleavings(cards + 1, one, two, three, four) << _4


def counts(ways: int) -> tuple[int, int, int, int]:
    """The four horses' counts."""
    return ways & _LANE_0, ways >> _1 & _LANE_0, ways >> _2 & _LANE_0, ways >> _3 & _LANE_0


def rearranged(ways: int, one: int, two: int, three: int, four: int) -> int:
    """The count of the first place moved to place `one` of 0 to 3, that of the second to place `two`, and so on."""
    first, second, third, fourth = counts(ways)
    fifth = ways & _LANE_4
    return fifth | first << LANE * one | second << LANE * two | third << LANE * three | fourth << LANE * four


def flagged(ways: int) -> int:
    """What the fifth lane counts."""
    return ways >> _4


# One count moved up past others, which make room: written out for each pair of places, for speed.


def from_0_to_1(ways: int) -> int:
    """The count of the first place moved to the second; the two are exchanged."""
    return ways & _LANES_234 | ways >> _1 & _LANE_0 | (ways & _LANE_0) << _1


def from_1_to_2(ways: int) -> int:
    """The count of the second place moved to the third; the two are exchanged."""
    return ways & _LANES_034 | ways >> _1 & _LANE_1 | (ways & _LANE_1) << _1


def from_2_to_3(ways: int) -> int:
    """The count of the third place moved to the fourth; the two are exchanged."""
    return ways & _LANES_014 | ways >> _1 & _LANE_2 | (ways & _LANE_2) << _1


def from_0_to_2(ways: int) -> int:
    """The count of the first place moved to the third."""
    return ways & _LANES_34 | ways >> _1 & _LANES_01 | (ways & _LANE_0) << _2


def from_1_to_3(ways: int) -> int:
    """The count of the second place moved to the fourth."""
    return ways & _LANES_04 | ways >> _1 & _LANES_12 | (ways & _LANE_1) << _2


def from_0_to_3(ways: int) -> int:
    """The count of the first place moved to the fourth."""
    return ways & _LANE_4 | ways >> _1 & _LANES_012 | (ways & _LANE_0) << _3
