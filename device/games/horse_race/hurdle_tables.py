"""The tables behind the exact chances of the hurdles course when the first horse at a level turns its link.

A race is a walk through states, and a state's chances are the mean of those of the states that one more card leads to.
There are millions of states after the first card, so four things keep them few and their handling quick:

* Links and deck are equally random, so of the links only their number counts, which is the highest level reached.
* A horse is two numbers: its position, and its *reach*, the level to which its unseen cards would carry it. Its own card
  leaves the reach alone; a link of its suit takes two off it (the card and the step), or one at the start line.
* Suits are alike: four horses are sorted by reach and position. A card moves one of them up by one; if the last of equal
  horses is the one that moves, the order stays sorted and the chances stay in their places.
* Once the last link is turned, a horse whose reach is not the finish can be forgotten. Its cards lie evenly between the
  others, so that a race is a certain share of what is left longer with them: there the number of cards still to turn is
  kept as a share of (the cards left + 1), which is the same with and without the forgotten ones.

So a horse is 7 bits, reach × 8 + position, and a state is 28 bits; a table maps it to a row in four arrays: the chances
of the first three horses (the fourth has the rest) and the expected number of cards. What is worked out once is kept for the
rest of the race. The code below is written out for each of the four horses: a loop over them would take thrice the time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass

HORSE = 7
"""Bits for a horse."""
MASK = (1 << HORSE) - 1
B, A = 2 * HORSE, 3 * HORSE
"""Where the second and the first of the sorted horses are in a state; the third is at HORSE, the fourth at 0."""
UNSEEN = [max(0, (horse >> 3) - (horse & 7)) for horse in range(1 << HORSE)]
FALTERED = [max(0, horse - 17 if horse & 7 else horse - 8) for horse in range(1 << HORSE)]
"""A horse after a link of its suit was turned."""
PUSHED = 9
"""What a step by the joker adds to a horse: one to its position and one to its reach."""

Answer = tuple[float, float, float, float, float]
"""The chances of four horses, in the order asked, and the expected number of cards."""


def horse_of(position: int, unseen: int) -> int:
    """A horse as 7 bits.

    >>> horse_of(3, 7) == (10 << 3 | 3)
    True
    """
    return (position + unseen) << 3 | position


@dataclass(frozen=True, slots=True)
class Level:
    """All states with one highest level, with the joker in the deck or without: what is known, and how to know more."""

    rows: dict[int, int]
    solve: Callable[[int], int]
    """Works out a state that has no row yet; its row."""
    kept: list[int]
    """A horse as it counts here: itself, or 0 if it is to be forgotten."""
    columns: tuple[array[float], array[float], array[float], array[float]]
    last: bool
    """Whether all links are turned."""
    joker: bool

    def ask(self, one: int, two: int, three: int, four: int) -> Answer:
        """The answer for horses in any order."""
        spades, hearts, diamonds, clubs, cards = self.look_up(one, two, three, four)
        if self.last:
            cards *= sum(UNSEEN[horse] for horse in (one, two, three, four)) + self.joker + 1
        return spades, hearts, diamonds, clubs, cards

    def look_up(self, one: int, two: int, three: int, four: int) -> Answer:
        """What the table has for horses in any order, the number of cards as it is kept."""
        kept = self.kept
        a, b, c, d = sorted((kept[one] << 2, kept[two] << 2 | 1, kept[three] << 2 | 2, kept[four] << 2 | 3))
        state = a >> 2 << A | b >> 2 << B | c >> 2 << HORSE | d >> 2
        row = self.rows.get(state) or self.solve(state)
        first, second, third, cards = (column[row] for column in self.columns)
        found = [0.0] * 4
        found[a & 3], found[b & 3], found[c & 3], found[d & 3] = first, second, third, 1 - first - second - third
        return found[0], found[1], found[2], found[3], cards


def levels(links: int) -> dict[tuple[int, bool], Level]:
    """Empty tables for a course: one for each highest level, without and with the joker in the deck."""
    tables: dict[tuple[int, bool], Level] = {}
    for joker in (False, True):
        for level in range(links, -1, -1):
            after = tables.get((level + 1, joker))
            tables[level, joker] = _level(links, level, after, tables[level, False] if joker else None)
    return tables


def _kept(links: int, level: int, *, joker: bool) -> list[int]:
    """Which horses count: all but, after the last link, those without hope that the joker does not need either.

    Some horse is then at `links` or one below. One that hopes for nothing decides what the joker does only if it leads
    alone, so it must be there itself, with no card left.
    """
    horses = range(1 << HORSE)
    if level < links:
        return list(horses)
    hope = links + 1 - joker
    return [horse if horse >> 3 >= hope or (joker and horse == (links - 1) * 9) else 0 for horse in horses]


def _level(links: int, level: int, after: Level | None, seen: Level | None) -> Level:  # noqa: PLR0915 - written out
    """The table of one level; `after` is the next level's, `seen` this level's once the joker is out (None if it is)."""
    rows: dict[int, int] = {}
    columns = array("d", [0]), array("d", [0]), array("d", [0]), array("d", [0])  # row 0 stands for no row
    first, second, third, cards = columns
    find, unseen_of, joker = rows.get, UNSEEN, seen is not None
    if after is not None:
        find_after, solve_after, kept_after = after.rows.get, after.solve, after.kept
        first_after, second_after, third_after, cards_after = after.columns
        faltered = [kept_after[horse] for horse in FALTERED]
    if seen is not None:
        find_seen, solve_seen, kept_seen = seen.rows.get, seen.solve, seen.kept
        first_seen, second_seen, third_seen, cards_seen = seen.columns

    def turn_link(a: int, b: int, c: int, d: int) -> tuple[float, float, float, float]:  # noqa: PLR0915 - written out
        """One of the sorted horses is the first at the next level: the mean over the links that may be turned there.

        The horse that falters, `f` then, moves down to its place in the order; the other ones keep theirs.
        """
        ka, kb, kc, kd = kept_after[a], kept_after[b], kept_after[c], kept_after[d]
        x = y = z = e = 0.0
        total = unseen = unseen_of[a]
        if unseen:
            state = faltered[a] << A | kb << B | kc << HORSE | kd
            row = find_after(state) or solve_after(state)
            x, y, z = unseen * first_after[row], unseen * second_after[row], unseen * third_after[row]
            e = unseen * cards_after[row]
        unseen = unseen_of[b]
        if unseen:
            total += unseen
            f = faltered[b]
            if f >= ka:
                state = ka << A | f << B | kc << HORSE | kd
                one, two = first_after, second_after
            else:
                state = f << A | ka << B | kc << HORSE | kd
                one, two = second_after, first_after
            row = find_after(state) or solve_after(state)
            x += unseen * one[row]
            y += unseen * two[row]
            z += unseen * third_after[row]
            e += unseen * cards_after[row]
        unseen = unseen_of[c]
        if unseen:
            total += unseen
            f = faltered[c]
            if f >= kb:
                state = ka << A | kb << B | f << HORSE | kd
                one, two, three = first_after, second_after, third_after
            elif f >= ka:
                state = ka << A | f << B | kb << HORSE | kd
                one, two, three = first_after, third_after, second_after
            else:
                state = f << A | ka << B | kb << HORSE | kd
                one, two, three = second_after, third_after, first_after
            row = find_after(state) or solve_after(state)
            x += unseen * one[row]
            y += unseen * two[row]
            z += unseen * three[row]
            e += unseen * cards_after[row]
        unseen = unseen_of[d]
        if unseen:
            total += unseen
            f = faltered[d]
            if f >= kc:
                state = ka << A | kb << B | kc << HORSE | f
                one, two = first_after, second_after
            elif f >= kb:
                state = ka << A | kb << B | f << HORSE | kc
                one, two = first_after, second_after
            elif f >= ka:
                state = ka << A | f << B | kb << HORSE | kc
                one, two = first_after, third_after
            else:
                state = f << A | ka << B | kb << HORSE | kc
                one, two = second_after, third_after
            row = find_after(state) or solve_after(state)
            third_now = third_after[row]
            if f < kc:
                third_now = 1 - first_after[row] - second_after[row] - third_now
            x += unseen * one[row]
            y += unseen * two[row]
            z += unseen * third_now
            e += unseen * cards_after[row]
        if level + 1 == links:
            e *= total + joker
        return x / total, y / total, z / total, e / total

    def solve(state: int) -> int:  # noqa: PLR0915 - written out
        """Work out a state: the mean over the suits of the next card, the joker apart."""
        a, b, c, d = state >> A, state >> B & MASK, state >> HORSE & MASK, state & MASK
        x = y = z = e = 0.0
        p = q = r = s = 0.0
        total = unseen = unseen_of[d]
        if unseen:
            if d & 7 != level:
                row = find(state + 1) or solve(state + 1)
                x, y, z, e = first[row], second[row], third[row], cards[row]
                p, q, r, s = unseen * x, unseen * y, unseen * z, unseen * e
            elif level < links:
                x, y, z, e = turn_link(a, b, c, d + 1)
                p, q, r, s = unseen * x, unseen * y, unseen * z, unseen * e
        unseen = unseen_of[c]
        if unseen:
            total += unseen
            if c == d:  # as if d moved, with the two exchanged
                z = 1 - x - y - z
            elif c & 7 != level:
                row = find(state + (1 << HORSE)) or solve(state + (1 << HORSE))
                x, y, z, e = first[row], second[row], third[row], cards[row]
            elif level < links:
                x, y, z, e = turn_link(a, b, c + 1, d)
            else:
                x, y, z, e = 0.0, 0.0, 1.0, 0.0
            p += unseen * x
            q += unseen * y
            r += unseen * z
            s += unseen * e
        unseen = unseen_of[b]
        if unseen:
            total += unseen
            if b == c:
                y, z = z, y
            elif b & 7 != level:
                row = find(state + (1 << B)) or solve(state + (1 << B))
                x, y, z, e = first[row], second[row], third[row], cards[row]
            elif level < links:
                x, y, z, e = turn_link(a, b + 1, c, d)
            else:
                x, y, z, e = 0.0, 1.0, 0.0, 0.0
            p += unseen * x
            q += unseen * y
            r += unseen * z
            s += unseen * e
        unseen = unseen_of[a]
        if unseen:
            total += unseen
            if a == b:
                x, y = y, x
            elif a & 7 != level:
                row = find(state + (1 << A)) or solve(state + (1 << A))
                x, y, z, e = first[row], second[row], third[row], cards[row]
            elif level < links:
                x, y, z, e = turn_link(a + 1, b, c, d)
            else:
                x, y, z, e = 1.0, 0.0, 0.0, 0.0
            p += unseen * x
            q += unseen * y
            r += unseen * z
            s += unseen * e
        share = 1 / total if total else 0.0
        if joker:
            # Of the unseen cards, links - level lie in the row; the joker is in the deck.
            comes = 1 / (total - links + level + 1)
            share *= 1 - comes
            x, y, z, e = stumble(a, b, c, d)
        else:
            comes = 0.0
        first.append(p * share + x * comes)
        second.append(q * share + y * comes)
        third.append(r * share + z * comes)
        e = s * share + e * comes
        left = total + joker
        cards.append(e + 1 if level < links else (e * left + 1) / (left + 1))
        row = rows[state] = len(rows) + 1
        return row

    def stumble(a: int, b: int, c: int, d: int) -> tuple[float, float, float, float]:
        """The joker is turned: all but the leaders move up."""
        assert seen is not None
        lead = max(a & 7, b & 7, c & 7, d & 7)
        a = kept_seen[a + PUSHED if a & 7 < lead else a]
        b = kept_seen[b + PUSHED if b & 7 < lead else b]
        c = kept_seen[c + PUSHED if c & 7 < lead else c]
        d = kept_seen[d + PUSHED if d & 7 < lead else d]
        if a <= b <= c <= d:
            state = a << A | b << B | c << HORSE | d
            row = find_seen(state) or solve_seen(state)
            return first_seen[row], second_seen[row], third_seen[row], cards_seen[row]
        x, y, z, _, e = seen.look_up(a, b, c, d)
        return x, y, z, e

    return Level(rows, solve, _kept(links, level, joker=joker), columns, last=level == links, joker=joker)
