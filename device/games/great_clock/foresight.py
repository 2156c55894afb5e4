"""One tile ahead: the best stops of a search are weighed again by what comes of them for every tile that may be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from device.games.great_clock.search import Position, Search, Stop
from device.games.great_clock.values import CERTAIN, Piles

STOPS = 6
"""How many stops are weighed again at most."""
FEWEST_AFTER, MOST_AFTER = 20, 300
"""How many positions are tried after a tile drawn: with fewer the moves it makes necessary are not seen."""


def best_stop(search: Search, weights: Sequence[float], positions: int) -> Stop | None:
    """The stop after which the next tile, whichever it is, leaves the best chances in the mean; None where there is none.

    Tries at most about `positions` positions; where that is too few to look ahead, the stop is the one of best value.
    """
    if not search.stops:
        return None
    different = {round(stop.value, 6): stop for stop in reversed(search.stops)}
    ranked = sorted(different.values(), key=lambda stop: -stop.value)
    each = FEWEST_AFTER * max(1, len(search.piles.unseen))
    likely = [stop for stop in ranked[: min(STOPS, positions // each)] if stop.value > -CERTAIN]
    if len(likely) < 2 or ranked[0].value == CERTAIN:
        return ranked[0]
    after = min(MOST_AFTER, positions // (len(likely) * len(search.piles.unseen)))
    return max(likely, key=lambda stop: _mean_chance(search, stop, weights, after))


def chance(value: float) -> float:
    """The chance of winning that a value stands for, between 0 and 1."""
    if abs(value) == CERTAIN:
        return float(value > 0)
    return 1 / (1 + exp(-value))


def _mean_chance(search: Search, stop: Stop, weights: Sequence[float], nodes: int) -> float:
    unseen = search.piles.unseen
    return sum(_chance_after(search, stop, tile, weights, nodes) for tile in unseen) / len(unseen)


def _chance_after(search: Search, stop: Stop, tile: int, weights: Sequence[float], nodes: int) -> float:
    """The chance after this tile was drawn: into the hand, or into the slot that the stop has emptied."""
    piles, tiles = search.piles, search.piles.tiles
    position = stop.position
    if tiles.double[tile]:
        piles, position = _without(piles, position, tile, weights)
    hand, stuck = tile, False
    if stop.emptying is not None:
        slot = stop.emptying.source
        position = (*position[: slot - 1], piles.push(0, tile, slot), *position[slot:])
        holding = search.holding[stop.index]
        hand, stuck = (search.hand, search.stuck) if holding else (-1, False)
    elif tiles.double[tile]:
        stuck = not any(
            tiles.mask[piles.top[pile]] & tiles.mask[tile]
            and (search.house.cover_doubles or not tiles.double[piles.top[pile]])
            for pile in position
        )
    after = Search(piles, position, hand, search.house, stuck=stuck, left=search.left - 1)
    return chance(after.run(nodes).value)


def _without(piles: Piles, position: Position, tile: int, weights: Sequence[float]) -> tuple[Piles, Position]:
    """The same position valued with one tile less to come."""
    fewer = Piles(piles.tiles, [other for other in piles.unseen if other != tile], piles.left - 1, weights)
    return fewer, tuple(fewer.pile(slot, piles.stack(pile)) for slot, pile in enumerate(position, 1))
