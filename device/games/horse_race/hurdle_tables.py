"""The orders of the hurdles course when the first horse at a level turns its link.

A race is a walk through states. In how many orders of the unseen cards each horse wins is the sum of the same for the states
that one more card leads to (`hurdle_ways`): a link that is turned is no more than the next card. The joker may be at any
place in the deck: here it comes next, or some place after the next card. There are millions of states after the first card,
so four things keep them few and their handling quick:

* Links and deck are equally random, so of the links only their number counts, which is the highest level reached.
* A horse is two numbers: its position, and its *reach*, the level to which its unseen cards would carry it. Its own card
  leaves the reach alone; a link of its suit takes two off it (the card and the step), or one at the start line.
* Suits are alike: four horses are sorted by reach and position. A card moves one of them up by one; if the last of equal
  horses is the one that moves, the order stays sorted and the counts stay in their places.
* Once the last link is turned, a horse whose reach is not the finish can be forgotten: its cards may lie anywhere between the
  others.

So a horse is 7 bits, reach × 8 + position, and a state is 28 bits. What is worked out once is kept for the rest of the race.
The code below is written out for each of the four horses: a loop over them would take longer.
"""

from __future__ import annotations

from collections.abc import Callable

from device.games.horse_race.hurdle_ways import (
    FIFTH,
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    among,
    from_0_to_1,
    from_0_to_2,
    from_0_to_3,
    from_1_to_2,
    from_1_to_3,
    from_2_to_3,
    orders,
    rearranged,
)

HORSE = 7
"""Bits for a horse."""
MASK = (1 << HORSE) - 1
C, B, A = HORSE, 2 * HORSE, 3 * HORSE
"""Where the third, the second and the first of the sorted horses are in a state; the fourth is at 0."""
CARD_C, CARD_B, CARD_A = 1 << C, 1 << B, 1 << A
"""What the card of a horse adds to a state; that of the fourth adds 1."""
_HORSES = range(1 << HORSE)
UNSEEN = [max(0, (horse >> 3) - (horse & 7)) for horse in _HORSES]
FALTERED = [max(0, horse - 17 if horse & 7 else horse - 8) for horse in _HORSES]
"""A horse after a link of its suit was turned."""
PUSHED = [min(horse + 9, MASK) for horse in _HORSES]
"""A horse after a step by the joker: one more for its position and one for its reach."""

Count = Callable[[int, int, int, int], int]
"""The ways of four horses, in the order of the places that they are given in."""


def horse_of(position: int, unseen: int) -> int:
    """A horse as 7 bits.

    >>> horse_of(3, 7) == (10 << 3 | 3)
    True
    """
    return (position + unseen) << 3 | position


class Table(dict[int, int]):
    """The ways of each state, worked out when it is first asked for."""

    solve: Callable[[int], int]

    def __missing__(self, state: int) -> int:
        """Work out a state and keep it."""
        ways = self[state] = self.solve(state)
        return ways


class Level:
    """All states with one highest level, with the joker in the deck or without.

    `first_down` to `fourth_down` are for four horses that are in order but for one, the first, the second … of them, which may
    have to move down past others.
    """

    def __init__(self, links: int, level: int, *, joker: bool) -> None:
        self.level, self.last, self.joker = level, level == links, joker
        self.hidden = links - level
        self.table = table = Table()
        self.kept = _kept(links, joker=joker) if self.last else list(_HORSES)
        """A horse as it counts here: itself, or 0 if it is to be forgotten."""
        self.forgotten = [0 if kept else unseen for kept, unseen in zip(self.kept, UNSEEN, strict=True)]
        """The cards that are forgotten with a horse."""

        def first_down(a: int, b: int, c: int, d: int) -> int:
            return table[a << A | b << B | c << C | d]

        def second_down(a: int, b: int, c: int, d: int) -> int:
            if b >= a:
                return table[a << A | b << B | c << C | d]
            return from_0_to_1(table[b << A | a << B | c << C | d])

        def third_down(a: int, b: int, c: int, d: int) -> int:
            if c >= b:
                return table[a << A | b << B | c << C | d]
            if c >= a:
                return from_1_to_2(table[a << A | c << B | b << C | d])
            return from_0_to_2(table[c << A | a << B | b << C | d])

        def fourth_down(a: int, b: int, c: int, d: int) -> int:
            if d >= c:
                return table[a << A | b << B | c << C | d]
            if d >= b:
                return from_2_to_3(table[a << A | b << B | d << C | c])
            if d >= a:
                return from_1_to_3(table[a << A | d << B | b << C | c])
            return from_0_to_3(table[d << A | a << B | b << C | c])

        self.first_down, self.second_down = first_down, second_down
        self.third_down, self.fourth_down = third_down, fourth_down

    def any_order(self, one: int, two: int, three: int, four: int) -> int:
        """The ways of horses in any order, all of them kept."""
        a, b, c, d = sorted((one << 2, two << 2 | 1, three << 2 | 2, four << 2 | 3))
        return rearranged(self.table[a >> 2 << A | b >> 2 << B | c >> 2 << C | d >> 2], a & 3, b & 3, c & 3, d & 3)

    def ask(self, one: int, two: int, three: int, four: int) -> int:
        """The ways of horses in any order, the forgotten cards among the others."""
        horses = one, two, three, four
        ways = self.any_order(*(self.kept[horse] for horse in horses))
        return among(
            ways, sum(UNSEEN[horse] for horse in horses) + self.joker, *(self.forgotten[horse] for horse in horses)
        )


def levels(links: int, *, flag: bool) -> dict[tuple[int, bool], Level]:
    """Empty tables for a course: one for each highest level, without and with the joker in the deck.

    With a `flag` there is a further card in the deck, and the fifth lane counts the orders in which it comes before the end.
    """
    tables: dict[tuple[int, bool], Level] = {}
    for joker in (False, True):
        for level in range(links, -1, -1):
            here = tables[level, joker] = Level(links, level, joker=joker)
            turn_link = _turner(tables[level + 1, joker]) if level < links else None
            stumble = _stumbler(tables[level, False]) if joker else None
            here.table.solve = _solver(here, turn_link, stumble, flag=flag)
    return tables


def _kept(links: int, *, joker: bool) -> list[int]:
    """Which horses count after the last link: all but those without hope that the joker does not need either.

    Some horse is then at `links` or one below. One that hopes for nothing decides what the joker does only if it leads
    alone, so it must be there itself, with no card left.
    """
    hope = links + 1 - joker
    return [horse if horse >> 3 >= hope or (joker and horse == (links - 1) * 9) else 0 for horse in _HORSES]


def _turner(after: Level) -> Count:
    """For sorted horses of which one is the first at the level of `after`: the sum over the links that may be turned there."""
    kept, forgotten, unseen_of, others = after.kept, after.forgotten, UNSEEN, after.joker - 1
    faltered, forgotten_then = [kept[horse] for horse in FALTERED], [forgotten[horse] for horse in FALTERED]
    first_down, second_down, third_down, fourth_down = (
        after.first_down,
        after.second_down,
        after.third_down,
        after.fourth_down,
    )

    def turn_link(a: int, b: int, c: int, d: int) -> int:
        one, two, three, four = unseen_of[a], unseen_of[b], unseen_of[c], unseen_of[d]
        cards = one + two + three + four + others
        ka, kb, kc, kd = kept[a], kept[b], kept[c], kept[d]
        fa, fb, fc, fd = forgotten[a], forgotten[b], forgotten[c], forgotten[d]
        some = fa or fb or fc or fd
        ways = 0
        if one:
            ways = first_down(faltered[a], kb, kc, kd)
            if some or forgotten_then[a]:
                ways = among(ways, cards, forgotten_then[a], fb, fc, fd)
        if two:
            found = second_down(ka, faltered[b], kc, kd)
            if some or forgotten_then[b]:
                found = among(found, cards, fa, forgotten_then[b], fc, fd)
            ways += found
        if three:
            found = third_down(ka, kb, faltered[c], kd)
            if some or forgotten_then[c]:
                found = among(found, cards, fa, fb, forgotten_then[c], fd)
            ways += found
        if four:
            found = fourth_down(ka, kb, kc, faltered[d])
            if some or forgotten_then[d]:
                found = among(found, cards, fa, fb, fc, forgotten_then[d])
            ways += found
        return ways

    return turn_link


def _stumbler(seen: Level) -> Count:
    """For sorted horses, what the joker makes of them: all but the leaders move up. `seen` is the level without the joker."""
    kept, forgotten, unseen_of, last = seen.kept, seen.forgotten, UNSEEN, seen.last
    lone_leader = seen.first_down, seen.second_down, seen.third_down, seen.fourth_down

    def stumble(a: int, b: int, c: int, d: int) -> int:
        positions = a & 7, b & 7, c & 7, d & 7
        lead = max(positions)
        look_up = lone_leader[positions.index(lead)] if positions.count(lead) == 1 else seen.any_order
        one, two, three, four = positions
        if one < lead:
            a = PUSHED[a]
        if two < lead:
            b = PUSHED[b]
        if three < lead:
            c = PUSHED[c]
        if four < lead:
            d = PUSHED[d]
        if not last:
            return look_up(a, b, c, d)
        ways = look_up(kept[a], kept[b], kept[c], kept[d])
        fa, fb, fc, fd = forgotten[a], forgotten[b], forgotten[c], forgotten[d]
        if fa or fb or fc or fd:
            return among(ways, unseen_of[a] + unseen_of[b] + unseen_of[c] + unseen_of[d], fa, fb, fc, fd)
        return ways

    return stumble


def _solver(here: Level, turn_link: Count | None, stumble: Count | None, *, flag: bool) -> Callable[[int], int]:
    """Work out a state: the sum over the suits of the next card, and over the joker."""
    table, level, joker, hidden, unseen_of = here.table, here.level, here.joker, here.hidden, UNSEEN

    def home(place: int, one: int, two: int, three: int, four: int) -> int:
        # The joker may be at any place in what is left of the deck.
        return orders(one, two, three, four) * (one + two + three + four + 1 if joker else 1) * place

    def solve(state: int) -> int:
        a, b, c, d = state >> A, state >> B & MASK, state >> C & MASK, state & MASK
        one, two, three, four = unseen_of[a], unseen_of[b], unseen_of[c], unseen_of[d]
        ways = found = 0
        if four:
            if d & 7 != level:
                found = table[state + 1]
            elif turn_link:
                found = turn_link(a, b, c, d + 1)
            else:
                found = home(FOURTH, one, two, three, four - 1)
            ways = found
        if three:
            if c == d:  # as if d moved, with the two exchanged
                found = from_2_to_3(found)
            elif c & 7 != level:
                found = table[state + CARD_C]
            elif turn_link:
                found = turn_link(a, b, c + 1, d)
            else:
                found = home(THIRD, one, two, three - 1, four)
            ways += found
        if two:
            if b == c:
                found = from_1_to_2(found)
            elif b & 7 != level:
                found = table[state + CARD_B]
            elif turn_link:
                found = turn_link(a, b + 1, c, d)
            else:
                found = home(SECOND, one, two - 1, three, four)
            ways += found
        if one:
            if a == b:
                found = from_0_to_1(found)
            elif a & 7 != level:
                found = table[state + CARD_A]
            elif turn_link:
                found = turn_link(a + 1, b, c, d)
            else:
                found = home(FIRST, one - 1, two, three, four)
            ways += found
        if stumble:
            ways += stumble(a, b, c, d)
        if flag:  # it comes now, before whatever else is in the deck
            ways += orders(one, two, three, four) * (one + two + three + four - hidden + 1 if joker else 1) * FIFTH
        return ways

    return solve
