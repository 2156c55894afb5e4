"""The orders of the hurdles course when the first horse at a level turns its link.

A race is a walk through states. In how many orders of the unseen cards each horse wins (`hurdle_ways`) is the sum of the same
for the states that one more card leads to: a link that is turned is no more than the next card. The joker may be at any place
in the deck: here it comes next, or some place after the next card. There would be millions of states after the first card, so
six things keep them few and their handling quick:

* Links and deck are equally random, so of the links only their number counts, which is the highest level reached.
* A horse is two numbers: its position, and its *reach*, the level to which its unseen cards would carry it. Its own card
  leaves the reach alone; a link of its suit takes two off it (the card and the step), or one at the start line; the joker
  gives one to all but the leaders.
* Suits are alike, so horses are sorted by their reach, and equal ones by their position.
* So nothing but a link or the joker changes the reaches. States are held in *fields*: all states with one level, with the
  joker or without, and with the same reaches. A field is a list of ways, one for each spot (`hurdle_grid`). It is filled a
  diagonal at a time from the states in which a link has just been turned, or the joker, and those are found in other fields.
* A horse that cannot come above the highest level, for want of cards, will turn no link and not win. It is *forgotten*: the
  field has fewer horses. While the joker is to come, it may still matter that such a horse leads alone, one level below.
* What belongs to forgotten horses lies anywhere between the other cards, but not between an arrival and its link. A link of
  theirs does nothing. So a field with fewer than four horses is several lists, by how many of the links to come are theirs,
  and when a horse is forgotten each list counts as often as its cards can lie among the others.

At the finish nothing is left to find out: the cards that remain may come in any order.

What has been worked out is kept for the rest of the race, but for the last two levels. They are most of it, and are quickly
worked out again for the few states that a race can still come to once it stands so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from operator import mul

from device.games.horse_race.course import Four
from device.games.horse_race.hurdle_grid import (
    Lookup,
    Pick,
    Ties,
    added,
    falters,
    grid,
    picker,
    spots_of,
    stays,
    stumbles,
)
from device.games.horse_race.hurdle_ways import CHOICES, FIFTH, HORSES, PLACES, ROW, Order, counts, flagged

Reaches = tuple[int, ...]
"""The reach of each horse that is not forgotten, sorted; or of horses in some other order."""
Field = tuple[bool, Reaches]
"""Whether the joker is in the deck, and the reaches; the level goes beside it."""

_DROPPED = 2
"""So many of the last levels are dropped once an answer is found."""


class Tables:
    """What has been worked out for a course of `links` links.

    With a `flag` there is a further card in the deck, and the fifth lane counts the orders in which it comes before the end.
    Then no horse is forgotten, and it takes longer.
    """

    def __init__(self, links: int, *, flag: bool) -> None:
        self.links, self.flag = links, flag
        self._fields: list[dict[Field, list[list[int]]]] = [{} for _ in range(links + 1)]
        self._sorted: dict[tuple[int, bool, Reaches], tuple[Field, Order]] = {}

    def ask(self, positions: Four, unseen: Four, level: int, *, joker: bool) -> int:
        """The ways of four horses where a race stands, `level` links being turned."""
        one, two, three, four = (at + cards for at, cards in zip(positions, unseen, strict=True))
        reaches = one, two, three, four
        self._work_out(level, self._field(level, joker, reaches)[0])
        (ways,) = self._look_up(Lookup(level, [(at,) for at in positions]), joker, reaches, 0)
        for fields in self._fields[-_DROPPED:]:
            fields.clear()
        if self.flag:  # it was counted after the end, of all its places
            places = sum(unseen) - (self.links - level) + joker + 1
            ways += (sum(counts(ways)) * places - 2 * flagged(ways)) * FIFTH
        return ways

    # Which fields there are

    def _field(self, level: int, joker: bool, reaches: Reaches) -> tuple[Field, Order]:
        """The field of horses with these reaches, and which of them are in it, in its order."""
        key = level, joker, reaches
        if key not in self._sorted:
            least = 0 if self.flag else level - 1 if joker else level + 1
            order = [horse for horse, reach in enumerate(reaches) if reach >= least]
            order.sort(key=reaches.__getitem__)
            self._sorted[key] = (joker, tuple([reaches[horse] for horse in order])), tuple(order)
        return self._sorted[key]

    def _work_out(self, level: int, field: Field) -> None:
        """Fill a field and all that it needs, from the last level on."""
        needed = [] if field in self._fields[level] else [(level, field)]
        seen = set(needed)
        for one in needed:
            for more in self._after(*one):
                if more not in seen and more[1] not in self._fields[more[0]]:
                    seen.add(more)
                    needed.append(more)
        for at, (joker, reaches) in sorted(needed, key=lambda one: (-one[0], one[1])):
            forgotten = range(1 if len(reaches) == HORSES else self.links - at + 1)
            self._fields[at][joker, reaches] = [self._filled(at, joker, reaches, turned) for turned in forgotten]

    def _after(self, level: int, field: Field) -> Iterator[tuple[int, Field]]:
        """The fields that a link or the joker leads to."""
        joker, reaches = field
        if level < self.links:
            for horse, reach in enumerate(reaches):
                for less in range(1, min(2, reach) + 1):
                    yield level + 1, self._field(level + 1, joker, _faltered(reaches, horse, less))[0]
            if len(reaches) < HORSES:
                yield level + 1, self._field(level + 1, joker, reaches)[0]
        if joker:
            for leaders in stumbles(level, _ties(reaches)).lookups:
                yield level, self._field(level, False, _pushed(reaches, leaders))[0]

    # What is in them

    def _filled(self, level: int, joker: bool, reaches: Reaches, turned: int) -> list[int]:
        """The ways at each spot, if `turned` of the links to come are of forgotten horses."""
        last = level == self.links
        arrived = self._home(joker, reaches) if last else self._turn_link(level, joker, reaches, turned)
        besides = self._stumble(level, reaches, turned) if joker else None
        return grid(level, _ties(reaches)).fill(arrived, besides)

    def _look_up(self, at: Lookup, joker: bool, reaches: Reaches, turned: int) -> Iterable[int]:
        """The ways at some spots of horses in any order, `turned` as they are."""
        if min(reaches) < 0:
            return [0] * at.count
        field, order = self._field(at.level, joker, reaches)
        lists = self._fields[at.level][field]
        find = at.find(order, _ties(field[1]))
        if len(order) == len(reaches):
            return find(lists[turned])
        hidden = self.links - at.level
        forgotten = tuple([(horse, reach) for horse, reach in enumerate(reaches) if horse not in order])
        # The places are those in the deck, where a link of the horses that were forgotten before takes none.
        lies = at.lies(sum(reaches) + turned - hidden + joker, turned, hidden, forgotten)
        return added([map(mul, find(lists[links]), ways) for links, ways in lies])

    def _turn_link(self, level: int, joker: bool, reaches: Reaches, turned: int) -> list[int]:
        """For each arrival above a level, the sum over the suits that its link may have."""
        ties = _ties(reaches)
        sums: list[Iterable[int]] = []
        if turned < self.links - level:
            for horse, branches in enumerate(falters(level, ties)):
                ways: list[int] = []
                for less, at in branches.lookups.items():
                    ways += self._look_up(at, joker, _faltered(reaches, horse, less), turned)
                sums.append(branches.together(ways))
        if turned:
            sums.append(self._look_up(stays(level, ties), joker, reaches, turned - 1))
        return added(sums)

    def _stumble(self, level: int, reaches: Reaches, turned: int) -> Sequence[int]:
        """For each spot, what the joker makes of it: all but the leaders move up."""
        branches = stumbles(level, _ties(reaches))
        ways: list[int] = []
        for leaders, at in branches.lookups.items():
            ways += self._look_up(at, False, _pushed(reaches, leaders), turned)
        return branches.together(ways)

    def _home(self, joker: bool, reaches: Reaches) -> Sequence[int]:
        """For each arrival at the finish, the orders of what is left; the joker may be at any place among it."""
        ties, first = _ties(reaches), HORSES - len(reaches)
        most = sum(reaches) - (self.links + 1)
        ways: list[int] = []
        for horse in _may_lead(ties):
            left = reaches[horse] - (self.links + 1)
            wins = []
            for deck in range(most, most - self.links * len(ties) - 1, -1):
                lies = CHOICES[ROW * deck + left] * (deck + 1 if joker else 1) if left >= 0 else 0
                wins.append(lies * PLACES[first + horse] + (lies * (deck + joker + 1) * FIFTH if self.flag else 0))
            others = _orders(self.links, (*reaches[:horse], *reaches[horse + 1 :]))
            ways += map(mul, others, _sums(self.links, len(ties))(wins))
        return _winners(self.links, ties)(ways)


@cache
def _ties(reaches: Reaches) -> Ties:
    return tuple([one == other for one, other in pairwise(reaches)])


def _faltered(reaches: Reaches, horse: int, less: int) -> Reaches:
    return (*reaches[:horse], reaches[horse] - less, *reaches[horse + 1 :])


def _pushed(reaches: Reaches, leaders: int) -> Reaches:
    return tuple([reach if leaders >> horse & 1 else reach + 1 for horse, reach in enumerate(reaches)])


# At the finish: one horse is home, the others are anywhere up to the last level


def _may_lead(ties: Ties) -> list[int]:
    """The horses that may be ahead of all those tied with them."""
    return [horse for horse, tie in enumerate((*ties, False)) if not tie]


@cache
def _orders(links: int, reaches: Reaches) -> list[int]:
    """The orders of the cards that horses have left, wherever they are."""
    found = [(1, 0)]
    for reach in reaches:
        found = [
            (ways * CHOICES[ROW * (cards + reach - at) + reach - at] if at <= reach else 0, cards + max(0, reach - at))
            for ways, cards in found
            for at in range(links + 1)
        ]
    return [ways for ways, _ in found]


@cache
def _sums(links: int, horses: int) -> Pick:
    """What picks by the sum of the positions of so many horses, wherever they are."""
    return picker([sum(spot) for spot in product(range(links + 1), repeat=horses)])


@cache
def _winners(links: int, ties: Ties) -> Pick:
    """What puts the ways of one winner after the other into the order of the arrivals."""
    spots = [
        (*others[:horse], links + 1, *others[horse:])
        for horse in _may_lead(ties)
        for others in product(range(links + 1), repeat=len(ties))
    ]
    index = {spot: number for number, spot in enumerate(spots_of(list(zip(*spots, strict=True))))}
    return picker([index[spot] for spot in grid(links, ties).arrivals])
