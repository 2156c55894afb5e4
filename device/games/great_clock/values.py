"""How good a position of the Great Clock is: features of the piles, and a linear function of them for each situation.

Everything here is in small integers so that a search can be fast: a tile is its number in the set, a pile is a number too (see
`Piles`), and what a pile is worth is worked out once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

FEATURES = (
    "trouble",
    "at home",
    "wrong double",
    "wrong double, own to come, ready beneath",
    "wrong double, own to come, not ready beneath",
    "wrong double, own out, ready beneath",
    "wrong double, own out, not ready beneath",
    "ready",
    "ready: share that ruins",
    "ready: other end's double to come",
    "ready: other end blank",
    "open: tiles that repair",
    "open: share that repairs",
    "open: ready beneath",
    "out: ready",
    "out: share that ruins",
    "out: not ready",
    "out: share that repairs",
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
    "always",
    "doubles to come",
    "boneyard",
)
"""What is counted. A slot is *ready* when it shows its own number while its double is still to come, *open* when it does not;
*out* means that its double has been seen but is not at home. The four `number` features are about each double to come. The last
three are the same for all that may be done now: one, how many doubles are to come, and what share of the boneyard is left."""

_INDEX = {name: number for number, name in enumerate(FEATURES)}
SITUATIONS = 3
"""One double still to come, two, or more."""
CERTAIN = 1e6
"""The value of a position that is won; its negative, of one that cannot be won any more."""
WEIGHTS = SITUATIONS * len(FEATURES)
"""How many weights a value function has: one for each situation and feature."""

Counts = list[tuple[int, float]]
"""Feature numbers and how much of each."""


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
    """Every pile met in one search, each once, as a number; with what it is worth.

    A pile's bottom tile tells its slot, so a pile is worth the same wherever it turns up. `signs` holds as bits what the
    piles of a position have to say together: bit d, number d is shown in a slot not its own; bit 16 + d, slot d is ready;
    bit 32, trouble; bit 33, not at home. Pile 0 is the empty one.
    """

    TROUBLE = 1 << 32
    AWAY = 1 << 33

    def __init__(self, tiles: Tiles, unseen: Sequence[int], left: int, weights: Sequence[float]) -> None:
        self.tiles = tiles
        self.left = max(left, 1)
        self.unseen = unseen
        self.to_come = frozenset(tiles.double[tile] for tile in unseen) - {0}
        start = (min(max(len(self.to_come), 1), SITUATIONS) - 1) * len(FEATURES)
        self.weights = weights[start : start + len(FEATURES)]
        self.top = [-1]
        self.rest = [0]
        self.slot = [0]
        self.worth = [0.0]
        self.signs = [0]
        self._known: dict[int, int] = {}
        self._unknown: dict[int, int] = {}
        self._joint: dict[int, float] = {}
        self._ends = self._count_ends()
        self._relevant = self.TROUBLE + sum((1 << number) + (1 << 16 + number) for number in self.to_come)

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

    def stack(self, pile: int) -> list[int]:
        """The tiles of a pile from the bottom up; none where the only tile is unknown."""
        tiles = []
        while pile and self.top[pile] >= 0:
            tiles.append(self.top[pile])
            pile = self.rest[pile]
        return tiles[::-1]

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
        self.worth.append(0.0)  # its place, before the features of an unknown pile make others
        self.worth[number] = sum(self.weights[feature] * amount for feature, amount in self.features(number))

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
        ready_beneath = bool(beneath) and bool(tiles.mask[self.top[beneath]] >> slot & 1)
        if double:
            own = "to come" if to_come else "out"
            under = "ready" if ready_beneath else "not ready"
            return [*counts, (_INDEX["wrong double"], 1.0), (_INDEX[f"wrong double, own {own}, {under} beneath"], 1.0)]
        fitting = self._ends[tiles.low[tile]] + self._ends[tiles.high[tile]]
        counts.append((_INDEX["share that fits"], fitting / self.left))
        ready = bool(tiles.mask[tile] >> slot & 1)
        counts += self._ready(slot, tile, to_come=to_come) if ready else self._open(slot, tile, to_come=to_come)
        if ready_beneath and not ready:
            counts.append((_INDEX["open: ready beneath" if to_come else "out: ready beneath"], 1.0))
        return counts

    def _unknown_features(self, slot: int) -> Counts:
        amounts = [0.0] * len(FEATURES)
        for tile in self.unseen:
            for feature, amount in self.features(self.push(0, tile, slot)):
                amounts[feature] += amount / len(self.unseen)
        amounts[_INDEX["unknown"]] = 1.0
        return [(feature, amount) for feature, amount in enumerate(amounts) if amount]

    def _ready(self, slot: int, tile: int, *, to_come: bool) -> Counts:
        other = self.tiles.low[tile] + self.tiles.high[tile] - slot
        both = self.tiles.number[min(slot, other), max(slot, other)]
        ruining = (self._ends[other] - (both in self.unseen)) / self.left
        if not to_come:
            return [(_INDEX["out: ready"], 1.0), (_INDEX["out: share that ruins"], ruining)]
        counts: Counts = [(_INDEX["ready"], 1.0), (_INDEX["ready: share that ruins"], ruining)]
        if other in self.to_come:
            counts.append((_INDEX["ready: other end's double to come"], 1.0))
        elif other == 0:
            counts.append((_INDEX["ready: other end blank"], 1.0))
        return counts

    def _open(self, slot: int, tile: int, *, to_come: bool) -> Counts:
        ends = {self.tiles.low[tile], self.tiles.high[tile]}
        repairing = sum(self.tiles.number[min(slot, end), max(slot, end)] in self.unseen for end in ends)
        if not to_come:
            return [(_INDEX["out: not ready"], 1.0), (_INDEX["out: share that repairs"], repairing / self.left)]
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

    def joint_features(self, signs: int) -> Iterator[tuple[int, float]]:
        """The features of a position as a whole, from the joined signs of its piles."""
        if signs & self.TROUBLE:
            yield _INDEX["trouble"], 1.0
        for number in sorted(self.to_come):
            elsewhere, ready = signs >> number & 1, signs >> 16 + number & 1
            if ready:
                name = "number: ready and elsewhere" if elsewhere else "number: ready only"
            else:
                name = "number: elsewhere only" if elsewhere else "number: nowhere"
            yield _INDEX[name], 1.0
        yield _INDEX["always"], 1.0
        yield _INDEX["doubles to come"], float(len(self.to_come))
        yield _INDEX["boneyard"], self.left / (self.tiles.count - self.tiles.size)

    def amounts(self, position: Sequence[int]) -> list[float]:
        """How much of each feature a position has."""
        amounts = [0.0] * len(FEATURES)
        signs = 0
        for pile in position:
            signs |= self.signs[pile]
            for feature, amount in self.features(pile):
                amounts[feature] += amount
        for feature, amount in self.joint_features(signs):
            amounts[feature] += amount
        return amounts

    def value(self, position: Sequence[int], *, dead: bool = False) -> float:
        """The value of a position, as log-odds of winning: a pile number for each slot. `dead`: it is won already or cannot be won any more."""
        signs = 0
        of_pile = self.signs
        for pile in position:
            signs |= of_pile[pile]
        if not signs & self.AWAY:
            return CERTAIN
        if dead:
            return -CERTAIN
        key = signs & self._relevant
        joint = self._joint.get(key)
        if joint is None:
            joint = sum(self.weights[feature] * amount for feature, amount in self.joint_features(signs))
            self._joint[key] = joint
        return joint + sum(map(self.worth.__getitem__, position))
