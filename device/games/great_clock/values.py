"""How good a position of the Great Clock is: features of the piles, and a linear function of them for each situation.

A value is the logarithm of the odds of winning. Everything here is in small integers so that a search can be fast: a tile is
its number in the set, a pile is a number too (see `Piles`), and what a pile is worth is worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

FEATURES = (
    "one",
    "at home",
    "wrong double",
    "wrong double, own to come",
    "wrong double, own out",
    "ready",
    "ready: share that ruins",
    "ready: other end's double to come",
    "ready: other end blank",
    "open: tiles that repair",
    "open: share that repairs",
    "open: ready beneath",
    "out: ready",
    "out: not ready",
    "out: ready beneath",
    "single",
    "number: ready only",
    "number: ready and elsewhere",
    "number: nowhere",
    "number: elsewhere only",
    "own double buried",
    "other double buried",
    "share that fits",
    "unknown",
)
"""What is counted. A slot is *ready* when it shows its own number while its double is still to come, *open* when it does not;
*out* means that its double has been seen but is not at home. The four `number` features are about each double to come."""

_INDEX = {name: number for number, name in enumerate(FEATURES)}
SITUATIONS = 16
"""0, 1, 2 or more doubles still to come, times the finish out of reach or in reach, times no trouble or trouble."""
CERTAIN = 1e6
"""The value of a position that is won; its negative, of one that cannot be won any more."""
WEIGHTS = SITUATIONS * len(FEATURES) * 2
"""How many weights a value function has: for each situation and feature one constant, and one times the share left."""

Counts = list[tuple[int, float]]
"""Feature numbers and how much of each."""


def situation(doubles_to_come: int, *, in_reach: bool, in_trouble: bool) -> int:
    """The number of a situation, 0 to SITUATIONS - 1."""
    return min(doubles_to_come, 3) * 4 + in_reach * 2 + in_trouble


class Tiles:
    """A set in numbers: tile k of the set without the double blank has ends `low[k]` and `high[k]`."""

    def __init__(self, size: int) -> None:
        ends = [(low, high) for low in range(size + 1) for high in range(low, size + 1) if high]
        self.size = size
        self.count = len(ends)
        self.low = [low for low, _ in ends]
        self.high = [high for _, high in ends]
        self.mask = [1 << low | 1 << high for low, high in ends]
        """The ends as bits: two tiles have an end in common when their masks do."""
        self.double = [high if low == high else 0 for low, high in ends]
        """The number of a double, 0 for any other tile."""
        self.number = {pair: number for number, pair in enumerate(ends)}


class Piles:
    """Every pile met in one search, each once, as a number; with what it is worth without and with trouble.

    A pile's bottom tile tells its slot, so a pile is worth the same wherever it turns up. `signs` holds as bits what the
    piles of a position have to say together: bit d, number d is shown in a slot not its own; bit 16 + d, slot d is ready;
    bit 32, trouble; bit 33, not at home. Pile 0 is the empty one.
    """

    TROUBLE = 1 << 32
    AWAY = 1 << 33

    def __init__(self, tiles: Tiles, unseen: Sequence[int], left: int, weights: Sequence[float]) -> None:
        self.tiles = tiles
        self.left = max(left, 1)
        self.share_left = left / tiles.count
        self.unseen = unseen
        self.to_come = frozenset(tiles.double[tile] for tile in unseen) - {0}
        self.weights = weights
        self.in_reach = False
        self.calm = self._weights(in_trouble=False)
        self.troubled = self._weights(in_trouble=True)
        self.top = [-1]
        self.rest = [0]
        self.slot = [0]
        self.calm_worth = [0.0]
        self.troubled_worth = [0.0]
        self.signs = [0]
        self._known: dict[int, int] = {}
        self._unknown: dict[int, int] = {}
        self._calm_numbers: dict[int, float] = {}
        self._troubled_numbers: dict[int, float] = {}
        self._ends = self._count_ends()
        self._wanted = sum(1 << number for number in self.to_come)
        self.relevant = sum((1 << number) + (1 << 16 + number) for number in self.to_come)

    def _weights(self, *, in_trouble: bool) -> list[float]:
        wide = len(FEATURES) * 2
        start = situation(len(self.to_come), in_reach=self.in_reach, in_trouble=in_trouble) * wide
        part = self.weights[start : start + wide]
        return [part[at] + part[at + 1] * self.share_left for at in range(0, wide, 2)]

    def _count_ends(self) -> list[int]:
        counts = [0] * (self.tiles.size + 1)
        for tile in self.unseen:
            counts[self.tiles.low[tile]] += 1
            if not self.tiles.double[tile]:
                counts[self.tiles.high[tile]] += 1
        return counts

    def pile(self, slot: int, stack: Iterable[int]) -> int:
        """The number of a pile of slot 1 … n, given from the bottom tile up."""
        pile = 0
        for tile in stack:
            pile = self.push(pile, tile, slot)
        return pile

    def push(self, pile: int, tile: int, slot: int) -> int:
        """The number of `pile` with `tile` on top of it, in this slot."""
        key = (pile << 5 | slot) << 7 | tile
        known = self._known.get(key)
        if known is not None:
            return known
        number = len(self.top)
        self._known[key] = number
        self.top.append(tile)
        self.rest.append(pile)
        self.slot.append(slot)
        self.signs.append(self._signs(slot, tile))
        self._weigh(number)
        return number

    def unknown(self, slot: int) -> int:
        """The number of a pile in this slot of one tile that is to come: worth as much as those tiles in the mean."""
        if slot not in self._unknown:
            number = self._unknown[slot] = len(self.top)
            self.top.append(-1)
            self.rest.append(0)
            self.slot.append(slot)
            self.signs.append(self.AWAY)
            self._weigh(number)
        return self._unknown[slot]

    def _weigh(self, number: int) -> None:
        calm = troubled = 0.0
        for feature, amount in self.features(number):
            calm += self.calm[feature] * amount
            troubled += self.troubled[feature] * amount
        self.calm_worth.append(calm)
        self.troubled_worth.append(troubled)

    def finish_in_reach(self) -> None:
        """From now on value positions as one whose finish is in reach."""
        self.in_reach = True
        self.calm = self._weights(in_trouble=False)
        self.troubled = self._weights(in_trouble=True)
        self.calm_worth, self.troubled_worth = [0.0], [0.0]
        self._calm_numbers, self._troubled_numbers = {}, {}
        for number in range(1, len(self.top)):
            self._weigh(number)

    def _signs(self, slot: int, tile: int) -> int:
        tiles = self.tiles
        double = tiles.double[tile]
        if double:
            return 0 if double == slot else self.TROUBLE | self.AWAY
        own = 1 << slot
        signs = tiles.mask[tile] & ~own | self.AWAY
        return signs | own << 16 if tiles.mask[tile] & own else signs

    def features(self, pile: int) -> Counts:
        """The features of one pile."""
        if self.top[pile] < 0:
            return self._unknown_features(self.slot[pile])
        tiles, slot, tile = self.tiles, self.slot[pile], self.top[pile]
        beneath = self.rest[pile]
        double = tiles.double[tile]
        if double == slot:
            return [(_INDEX["at home"], 1.0)]
        counts: Counts = []
        if not beneath:
            counts.append((_INDEX["single"], 1.0))
        else:
            counts += self._buried(slot, beneath)
        to_come = slot in self.to_come
        if double:
            counts.append((_INDEX["wrong double"], 1.0))
            counts.append((_INDEX["wrong double, own to come" if to_come else "wrong double, own out"], 1.0))
        else:
            fitting = self._ends[tiles.low[tile]] + self._ends[tiles.high[tile]]
            counts.append((_INDEX["share that fits"], fitting / self.left))
        ready = bool(tiles.mask[tile] >> slot & 1)
        ready_beneath = bool(beneath) and bool(tiles.mask[self.top[beneath]] >> slot & 1)
        if not to_come:
            counts.append((_INDEX["out: ready" if ready else "out: not ready"], 1.0))
            if ready_beneath and not ready:
                counts.append((_INDEX["out: ready beneath"], 1.0))
        elif ready:
            counts += self._ready(slot, tile)
        else:
            counts += self._open(slot, tile)
            if ready_beneath:
                counts.append((_INDEX["open: ready beneath"], 1.0))
        return counts

    def _unknown_features(self, slot: int) -> Counts:
        amounts = [0.0] * len(FEATURES)
        for tile in self.unseen:
            for feature, amount in self.features(self.push(0, tile, slot)):
                amounts[feature] += amount / len(self.unseen)
        amounts[_INDEX["unknown"]] = 1.0
        return [(feature, amount) for feature, amount in enumerate(amounts) if amount]

    def _ready(self, slot: int, tile: int) -> Counts:
        other = self.tiles.low[tile] + self.tiles.high[tile] - slot
        both = self.tiles.number[min(slot, other), max(slot, other)]
        ruining = self._ends[other] - (both in self.unseen)
        counts: Counts = [(_INDEX["ready"], 1.0), (_INDEX["ready: share that ruins"], ruining / self.left)]
        if other in self.to_come:
            counts.append((_INDEX["ready: other end's double to come"], 1.0))
        elif other == 0:
            counts.append((_INDEX["ready: other end blank"], 1.0))
        return counts

    def _open(self, slot: int, tile: int) -> Counts:
        ends = {self.tiles.low[tile], self.tiles.high[tile]}
        repairing = sum(self.tiles.number[min(slot, end), max(slot, end)] in self.unseen for end in ends)
        return [
            (_INDEX["open: tiles that repair"], float(repairing)),
            (_INDEX["open: share that repairs"], repairing / self.left),
        ]

    def _buried(self, slot: int, pile: int) -> Counts:
        counts: Counts = []
        while pile:
            double = self.tiles.double[self.top[pile]]
            if double:
                counts.append((_INDEX["own double buried" if double == slot else "other double buried"], 1.0))
            pile = self.rest[pile]
        return counts

    def number_features(self, signs: int) -> Iterator[tuple[int, float]]:
        """The features of the doubles to come, from the joined signs of all piles of a position."""
        for number in self.to_come:
            elsewhere, ready = signs >> number & 1, signs >> 16 + number & 1
            if ready:
                name = "number: ready and elsewhere" if elsewhere else "number: ready only"
            else:
                name = "number: elsewhere only" if elsewhere else "number: nowhere"
            yield _INDEX[name], 1.0

    def finishes(self, position: Sequence[int]) -> bool:
        """Whether every slot shows its double, or is ready for it while it is still to come."""
        of_pile = self.signs
        return all(not of_pile[pile] & self.AWAY or of_pile[pile] >> 16 & self._wanted for pile in position)

    def numbers_worth(self, signs: int, *, in_trouble: bool) -> float:
        """What the doubles to come add to the value, with the constant; kept for every combination of signs met."""
        known = self._troubled_numbers if in_trouble else self._calm_numbers
        key = signs & self.relevant
        worth = known.get(key)
        if worth is None:
            weights = self.troubled if in_trouble else self.calm
            worth = weights[0] + sum(weights[feature] * amount for feature, amount in self.number_features(signs))
            known[key] = worth
        return worth

    def value(self, position: Sequence[int], *, dead: bool = False) -> float:
        """The value of a position: a pile number for each slot. `dead`: it is won already or cannot be won any more."""
        signs = 0
        of_pile = self.signs
        for pile in position:
            signs |= of_pile[pile]
        if not signs & self.AWAY:
            return CERTAIN
        if dead:
            return -CERTAIN
        if signs & self.TROUBLE:
            return self.numbers_worth(signs, in_trouble=True) + sum(map(self.troubled_worth.__getitem__, position))
        return self.numbers_worth(signs, in_trouble=False) + sum(map(self.calm_worth.__getitem__, position))

    def position_features(self, position: Sequence[int]) -> tuple[int, list[float]]:
        """The situation of a position and the amount of every feature, for learning."""
        signs = 0
        amounts = [0.0] * len(FEATURES)
        amounts[0] = 1.0
        for pile in position:
            signs |= self.signs[pile]
            for feature, amount in self.features(pile):
                amounts[feature] += amount
        for feature, amount in self.number_features(signs):
            amounts[feature] += amount
        in_trouble = bool(signs & self.TROUBLE)
        return situation(len(self.to_come), in_reach=self.in_reach, in_trouble=in_trouble), amounts
