"""The player that sees the boneyard: how many deals can be won at all, from below.

A beam search: from tile to tile it keeps the `beam` deals in progress that look best, each after any placement and any moves.
It proves that a deal can be won by winning it; that it finds none proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.games.great_clock.events import Event
from device.games.great_clock.rules import Outcome, Phase, State, apply, hopeless
from device.games.great_clock.search import Act
from device.games.great_clock.solver import event_of, search_of
from device.games.great_clock.values import CERTAIN
from device.games.great_clock.weights import common_weights

BEAM = 40
"""How many deals in progress are kept from one tile to the next."""
NODES = 120
"""Positions tried from each of them."""


def find_win(state: State, beam: int = BEAM, nodes: int = NODES) -> tuple[Event, ...] | None:
    """The events that win a dealt state whose boneyard is known, or None if the beam finds none."""
    if state.outcome is Outcome.WON:
        return ()
    weights = common_weights(state.size, state.cover_doubles)
    kept: list[tuple[State, tuple[Event, ...]]] = [(state, ())]
    while kept:
        following: dict[object, tuple[float, State, tuple[Event, ...]]] = {}
        for present, past in kept:
            for value, acts in _ways_on(present, weights, nodes, beam):
                after, events = present, past
                for act in acts:
                    event = event_of(act)
                    after, events = apply(after, event), (*events, event)
                if after.outcome is Outcome.WON:
                    return events
                if after.phase is not Phase.OVER and not hopeless(after):
                    key = after.piles, after.hand, after.left
                    if key not in following or following[key][0] < value:
                        following[key] = value, after, events
        best = sorted(following.values(), key=lambda way: -way[0])[:beam]
        kept = [(after, events) for _, after, events in best]
    return None


def _ways_on(state: State, weights: Sequence[float], nodes: int, most: int) -> list[tuple[float, tuple[Act, ...]]]:
    """The best stops from a state, with the acts that lead there and draw the next tile."""
    search = search_of(state, weights)
    search.run(nodes)
    stops = sorted(search.stops, key=lambda stop: -stop.value)[: max(8, most // 3)]
    if stops and stops[0].value == CERTAIN:
        stops = stops[:1]
    return [(stop.value, search.acts_to(stop)) for stop in stops if stop.value > -CERTAIN]
