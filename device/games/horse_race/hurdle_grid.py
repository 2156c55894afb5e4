"""Where the horses may stand on a level of the hurdles course, and which whole lists of races lead to which.

The *level* is the highest one reached so far, which is the number of links turned. A card moves one horse up by one, so a
race goes from one *diagonal*, all spots with the same sum of positions, to the next; or a horse *arrives* at the level above.
From the last diagonal to the first, the ways of each diagonal are sums of ways of the one before. Python picks numbers from a
list, and adds list to list, many times faster than it does the same number by number; so what is worked out here, once for
each level, is which numbers to pick.

Horses that bring the same to a level (their reach, says `hurdle_tables`) are *tied*: exchange them and you exchange their
ways. So only those spots are kept in which positions of tied horses do not fall, and the others are read as mirror images.

A spot is one number with four bits for each horse; lists of them are also taken apart into *columns*, a list of positions for
each horse. Nothing here knows a card: how many each horse has left makes no difference to where a step leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, product
from math import comb
from operator import add, itemgetter

from device.games.horse_race.hurdle_ways import CHOICES, HORSES, ROW, Order, mover

Ties = tuple[bool, ...]
"""Whether each horse but the last one is tied with the next."""
Columns = Sequence[Sequence[int]]
"""The positions of each horse at some spots."""
Pick = Callable[[Sequence[int]], tuple[int, ...]]
Find = Callable[[Sequence[int]], Iterable[int]]
"""What finds the ways of some spots in the list of a grid."""

_BITS = 4
_ONE = (1 << _BITS) - 1


def picker(places: Sequence[int]) -> Pick:
    """A function that picks these places out of a sequence, also if they are one or none.

    >>> picker([2, 0])((5, 6, 7)), picker([1])((5, 6, 7)), picker([])((5, 6, 7))
    ((7, 5), (6,), ())
    """
    if len(places) > 1:
        return itemgetter(*places)
    return lambda values: tuple([values[place] for place in places])


def sorter(numbers: Sequence[int]) -> Pick:
    """A function that puts things with these numbers into the order of the numbers.

    >>> sorter([2, 0, 1])((7, 5, 6))
    (5, 6, 7)
    """
    return picker(sorted(range(len(numbers)), key=numbers.__getitem__))


def added(lists: Sequence[Iterable[int]]) -> list[int]:
    """The sums of the first numbers of each list, of the second ones, and so on."""
    sums, *others = lists
    for other in others:
        sums = map(add, sums, other)
    return list(sums)


def spots_of(columns: Columns) -> list[int]:
    """The spots that these positions make.

    >>> spots_of([[1, 2], [0, 3]]) == [0x10, 0x23]
    True
    """
    spots = list(columns[0])
    for column in columns[1:]:
        spots = [spot << _BITS | at for spot, at in zip(spots, column, strict=True)]
    return spots


def columns_of(spots: Sequence[int], horses: int) -> list[list[int]]:
    """The positions of each horse at these spots."""
    return [[spot >> shift & _ONE for spot in spots] for shift in range(_BITS * (horses - 1), -1, -_BITS)]


@cache
def mirrored(spot: int, ties: Ties) -> tuple[int, Order]:
    """The spot in which positions of tied horses do not fall, and the order in which it takes the horses.

    >>> mirrored(0x3241, (True, False, True))
    (8980, (1, 0, 3, 2))
    """
    positions = [spot >> shift & _ONE for shift in range(_BITS * len(ties), -1, -_BITS)]
    order: list[int] = []
    for horse, tie in enumerate((*ties, False)):
        if not tie:
            order += sorted(range(len(order), horse + 1), key=positions.__getitem__)
    image = 0
    for horse in order:
        image = image << _BITS | positions[horse]
    return image, tuple(order)


class Grid:
    """The spots of horses on a level, and the arrivals: those of which one has just come to the next level.

    Of four horses one is at the level or one below: the first horse stepped back at most once since it came there. Fewer are
    what is left of four, and may be anywhere.
    """

    def __init__(self, level: int, ties: Ties) -> None:
        self.horses = len(ties) + 1
        self.spots: list[int]
        self.arrivals: list[int]
        if any(ties):
            plain = grid(level, (False,) * len(ties))
            self.spots, self.arrivals = self._rising(plain.spots, ties), self._rising(plain.arrivals, ties)
        else:
            below, at = range(level + 1), (level + 1,)
            spots = [
                spot for spot in product(below, repeat=self.horses) if self.horses < HORSES or max(spot) >= level - 1
            ]
            arrivals = [
                spot
                for first in range(self.horses)
                for spot in product(*(at if horse == first else below for horse in range(self.horses)))
            ]
            self.spots, self.arrivals = (
                spots_of(list(zip(*sorted(some, key=sum, reverse=True), strict=True))) for some in (spots, arrivals)
            )
        self.index = dict(zip(self.spots, range(len(self.spots)), strict=True))
        self._diagonals = list(self._paths(ties))

    def _rising(self, spots: list[int], ties: Ties) -> list[int]:
        for number, tie in enumerate(reversed(ties)):
            if tie:
                one, next_one = _BITS * (number + 1), _BITS * number
                spots = [spot for spot in spots if spot >> one & _ONE <= spot >> next_one & _ONE]
        return spots

    def _sums(self, spots: list[int]) -> Iterator[tuple[int, int]]:
        for total, some in groupby(map(sum, zip(*columns_of(spots, self.horses), strict=True))):
            yield total, len(list(some))

    def _paths(self, ties: Ties) -> Iterator[_Diagonal]:
        come = dict(self._sums(self.arrivals))
        start = arrived = 0
        before: list[int] = []
        for total, count in self._sums(self.spots):
            place, now = slice(start, start + count), slice(arrived, arrived + come.get(total + 1, 0))
            here = self.spots[place]
            yield _Diagonal(place, now, here, before + self.arrivals[now], ties)
            start, arrived, before = place.stop, now.stop, here

    def fill(self, arrived: Sequence[int], besides: Sequence[int] | None) -> list[int]:
        """The ways at all spots, from those of the arrivals; `besides` is what else the next card may bring at each spot."""
        ways: list[int] = []
        last: list[int] = []
        for diagonal in self._diagonals:
            last += arrived[diagonal.arrived]
            for move, some in diagonal.mirrors:
                last += map(move, some(last))
            parts: list[Sequence[int]] = [step(last) for step in diagonal.steps]
            if besides is not None:
                parts.append(besides[diagonal.place])
            last = added(parts)
            ways += last
        return ways


class _Diagonal:
    """Where a diagonal is in a list of ways, and where its steps lead: to `source`, the diagonal and the arrivals before it."""

    __slots__ = ("arrived", "mirrors", "place", "steps")

    def __init__(self, place: slice, arrived: slice, here: list[int], source: list[int], ties: Ties) -> None:
        self.place, self.arrived = place, arrived
        index = dict(zip(source, range(len(source)), strict=True))
        ahead = [[spot + (1 << _BITS * horse) for spot in here] for horse in range(len(ties), -1, -1)]
        images: dict[Order, tuple[list[int], list[int]]] = {}
        for spot in dict.fromkeys([spot for spots in ahead for spot in spots if spot not in index]):
            image, order = mirrored(spot, ties)
            spots, places = images.setdefault(order, ([], []))
            spots.append(spot)
            places.append(index[image])
        self.mirrors = []
        for order, (spots, places) in images.items():
            move = mover(order, len(order))
            assert move, "a mirror image differs from the original"
            self.mirrors.append((move, picker(places)))
            index |= zip(spots, range(len(index), len(index) + len(spots)), strict=True)
        self.steps = [picker([index[spot] for spot in spots]) for spots in ahead]


@cache
def grid(level: int, ties: Ties) -> Grid:
    """The grid of a level, made once."""
    return Grid(level, ties)


class Lookup:
    """Spots that are looked up on a level, of horses in another order than there, some of them perhaps forgotten."""

    def __init__(self, level: int, columns: Columns) -> None:
        self.level, self.columns, self.count = level, columns, len(columns[0])
        self._finds: dict[tuple[Order, Ties], Find] = {}
        self._codes: dict[tuple[int, ...], list[int]] = {}
        self._lies: dict[tuple[int, int, int, tuple[tuple[int, int], ...]], list[tuple[int, list[int]]]] = {}

    def find(self, order: Order, ties: Ties) -> Find:
        """What finds their ways in a grid's list, `order` being their horses in the grid's order."""
        key = order, ties
        if key not in self._finds:
            self._finds[key] = self._finder(order, ties)
        return self._finds[key]

    def _finder(self, order: Order, ties: Ties) -> Find:
        index = grid(self.level, ties).index
        spots = spots_of([self.columns[horse] for horse in order])
        images = {order: [number for number, spot in enumerate(spots) if spot in index]}
        originals = spots
        if len(images[order]) < len(spots):
            originals = [*spots]
            for number, spot in enumerate(spots):
                if spot not in index:
                    originals[number], swap = mirrored(spot, ties)
                    images.setdefault(tuple([order[k] for k in swap]), []).append(number)
        places = [index[spot] for spot in originals]
        moves = [(mover(to, len(self.columns)), picker(picker(numbers)(places))) for to, numbers in images.items()]
        if len(moves) == 1:
            ((move, some),) = moves
            return (lambda ways: map(move, some(ways))) if move else some
        together = sorter([number for numbers in images.values() for number in numbers])

        def find(ways: Sequence[int]) -> Iterable[int]:
            found: list[int] = []
            for move, some in moves:
                found += map(move, some(ways)) if move else some(ways)
            return together(found)

        return find

    def lies(
        self, places: int, turned: int, hidden: int, forgotten: tuple[tuple[int, int], ...]
    ) -> list[tuple[int, list[int]]]:
        """In how many ways the cards of horses that are forgotten only here may lie: a list for the spots.

        Of `hidden` links to come `turned` are of horses forgotten before. `forgotten` are the place and the reach of each
        horse, `places` what the deck has if every horse is on the start line. There is a list for each number of links that
        all forgotten horses may have in the end, the number before it.
        """
        key = places, turned, hidden, forgotten
        if key not in self._lies:
            found = [(turned, [1] * self.count, places)]
            for number, (horse, reach) in enumerate(forgotten):
                codes = self._coded((*(before for before, _ in forgotten[:number]), horse))
                found = [
                    (
                        links + more,
                        [way * CHOICES[start - code] for way, code in zip(ways, codes, strict=True)],
                        room - reach + more,
                    )
                    for links, before, room in found
                    for more in range(hidden - links + 1)
                    for start in [ROW * room + reach - more]
                    for ways in [[way * comb(links + more, more) for way in before] if links and more else before]
                ]
            self._lies[key] = [(links, ways) for links, ways, _ in found]
        return self._lies[key]

    def _coded(self, horses: tuple[int, ...]) -> list[int]:
        """The sum of the other horses' positions and the last of these horses' own, as an index of `CHOICES`."""
        if horses not in self._codes:
            *before, horse = horses
            others = [column for number, column in enumerate(self.columns) if number not in before]
            sums = map(sum, zip(*others, strict=True))
            self._codes[horses] = [ROW * total + at for total, at in zip(sums, self.columns[horse], strict=True)]
        return self._codes[horses]


class Branches:
    """Spots of a grid taken apart by what happens there; what is found for each part is put together again."""

    def __init__(self, level: int, parts: Sequence[int], columns: Columns) -> None:
        """`parts`: in which part each spot is; `columns`: what it leads to on `level`."""
        numbers: dict[int, list[int]] = {}
        for number, part in enumerate(parts):
            numbers.setdefault(part, []).append(number)
        self.lookups = {
            part: Lookup(level, [picker(some)(column) for column in columns]) for part, some in numbers.items()
        }
        self.together = sorter([number for some in numbers.values() for number in some])


@cache
def falters(level: int, ties: Ties) -> list[Branches]:
    """For each horse what a link of its suit makes of the arrivals above `level`.

    The parts are 2 where it steps back and 1 where it is on the start line: that is what it loses of its reach.
    """
    columns = columns_of(grid(level, ties).arrivals, len(ties) + 1)
    return [
        Branches(
            level + 1,
            [2 if at else 1 for at in column],
            [*columns[:horse], [max(0, at - 1) for at in column], *columns[horse + 1 :]],
        )
        for horse, column in enumerate(columns)
    ]


@cache
def stays(level: int, ties: Ties) -> Lookup:
    """The arrivals above `level`, looked up there as they are."""
    return Lookup(level + 1, columns_of(grid(level, ties).arrivals, len(ties) + 1))


@cache
def stumbles(level: int, ties: Ties) -> Branches:
    """What the joker makes of each spot: a part for each set of leaders, as a number with a bit for each of them."""
    columns = columns_of(grid(level, ties).spots, len(ties) + 1)
    leads = [max(spot) for spot in zip(*columns, strict=True)]
    parts = [0] * len(leads)
    for horse, column in enumerate(columns):
        parts = [part | (at == lead) << horse for part, at, lead in zip(parts, column, leads, strict=True)]
    pushed = [[at + (at < lead) for at, lead in zip(column, leads, strict=True)] for column in columns]
    return Branches(level, parts, pushed)
