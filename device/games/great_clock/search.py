"""The search of the Great Clock: from a decision, best first, through every placement and every move in trouble.

It looks for the best *stop*: a position in which a tile is drawn next, or a move that empties a slot, which draws one too.
Positions are tuples of pile numbers (see `values.Piles`), each tried once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from heapq import heappop, heappush

from device.games.great_clock.values import CERTAIN, Piles

Position = tuple[int, ...]


class Do(Enum):
    """What a player does."""

    DRAW = "draw"
    PLACE = "place"
    SET_ASIDE = "set aside"
    MOVE = "move"
    DECLARE_LOST = "declare lost"  # every position that can be reached was tried
    GIVE_UP = "give up"  # none was found


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done: `source` is the slot a tile is moved from, `target` the slot it is put on; 0 where there is none."""

    do: Do
    source: int = 0
    target: int = 0


@dataclass(frozen=True)
class Found:
    """What a search came to: the value of its best stop (that of a lost deal if it met none), how many positions were tried,
    and whether that was all that can be reached.
    """

    value: float
    tried: int
    everything: bool


@dataclass(frozen=True)
class Stop:
    """A position before a tile is drawn, or after the move that empties a slot: its value, and the index it is come to by."""

    position: Position
    value: float
    index: int
    emptying: Act | None = None


@dataclass(frozen=True)
class House:
    """The house rules that matter to a search."""

    move_in_hand: bool = False
    cover_doubles: bool = False


class Search:
    """One search. `start` is the position, `hand` the tile in hand or -1, `stuck` whether it is a double that fitted nowhere."""

    def __init__(self, piles: Piles, start: Position, hand: int, house: House, *, stuck: bool, left: int) -> None:
        self.piles = piles
        self.hand = hand
        self.stuck = stuck
        self.left = left
        self.house = house
        self._hand_home = piles.tiles.double[hand] if hand >= 0 else 0
        self._waits = hand >= 0 and not self._hand_home and house.move_in_hand
        self._dead = not piles.to_come
        self.positions = [start]
        self.holding = [hand >= 0]
        self.parents = [-1]
        self.acts: list[Act | None] = [None]
        self._seen = {(start, hand >= 0)}
        self._queue: list[tuple[float, int]] = [(0.0, 0)]
        self.stops: list[Stop] = []
        self.won = False

    def run(self, most: int) -> Found:
        """Search until `most` positions have been met, or all of them, or one that is won. May be called again for more."""
        if self.hand < 0 and not self.stops:
            self._consider_stop(self.positions[0], self.piles.value(self.positions[0], dead=self._dead), 0)
        while self._queue and len(self.positions) < most and not self.won:
            self._expand(heappop(self._queue)[1])
        best = max((stop.value for stop in self.stops), default=-CERTAIN)
        return Found(best, len(self.positions), not self._queue)

    def _consider_stop(self, position: Position, value: float, index: int, emptying: Act | None = None) -> None:
        self.won = self.won or value == CERTAIN
        if self.left == 0 and value < CERTAIN:
            if index == 0:
                return  # nothing is done and nothing to draw
            value = -CERTAIN
        self.stops.append(Stop(position, value, index, emptying))

    def _meet(self, parent: int, position: Position, act: Act, *, holding: bool) -> None:
        key = position, holding
        if key in self._seen:
            return
        self._seen.add(key)
        index = len(self.positions)
        self.positions.append(position)
        self.holding.append(holding)
        self.parents.append(parent)
        self.acts.append(act)
        value = self.piles.value(position, dead=self._dead and not holding)
        if not holding:
            self._consider_stop(position, value, index)
        heappush(self._queue, (-value, index))

    def _expand(self, index: int) -> None:
        position, holding = self.positions[index], self.holding[index]
        piles, tiles = self.piles, self.piles.tiles
        shown = [0] * (tiles.size + 1)
        wrong = False
        for slot, pile in enumerate(position):
            top = piles.top[pile]
            double = tiles.double[top]
            if not double or self.house.cover_doubles:
                shown[tiles.low[top]] |= 1 << slot
                shown[tiles.high[top]] |= 1 << slot
            if double and double != slot + 1:
                wrong = True
        if holding:
            self._place(index, position, shown)
        stuck = self.stuck and holding
        if stuck or (wrong and (not holding or self._waits)):
            self._move(index, position, shown, holding=holding)

    def _place(self, index: int, position: Position, shown: list[int]) -> None:
        tiles, hand = self.piles.tiles, self.hand
        targets = shown[tiles.low[hand]] | shown[tiles.high[hand]]
        if not targets and not tiles.double[hand]:
            self._meet(index, position, Act(Do.SET_ASIDE), holding=False)
        for target in _bits(targets):
            after = list(position)
            after[target] = self.piles.push(position[target], hand, target + 1)
            self._meet(index, tuple(after), Act(Do.PLACE, 0, target + 1), holding=False)

    def _move(self, index: int, position: Position, shown: list[int], *, holding: bool) -> None:
        piles, tiles = self.piles, self.piles.tiles
        for source, pile in enumerate(position):
            top, rest = piles.top[pile], piles.rest[pile]
            targets = (shown[tiles.low[top]] | shown[tiles.high[top]]) & ~(1 << source)
            for target in _bits(targets):
                after = list(position)
                after[source] = rest
                after[target] = piles.push(position[target], top, target + 1)
                act = Act(Do.MOVE, source + 1, target + 1)
                if rest:
                    self._meet(index, tuple(after), act, holding=holding)
                elif holding and self._hand_home == source + 1:
                    after[source] = piles.push(0, self.hand, source + 1)
                    self._meet(index, tuple(after), act, holding=False)
                elif self.left:
                    after[source] = piles.unknown(source + 1)
                    value = piles.value(after, dead=self._dead and not holding)
                    self._consider_stop(tuple(after), value, index, act)

    def acts_to(self, stop: Stop) -> tuple[Act, ...]:
        """The acts that lead to a stop, with the one that draws a tile unless it is the end of the deal."""
        acts: list[Act] = [] if stop.value == CERTAIN or not self.left else [stop.emptying or Act(Do.DRAW)]
        index = stop.index
        while (act := self.acts[index]) is not None:
            acts.append(act)
            index = self.parents[index]
        return tuple(acts[::-1])


def _bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
