"""The player of the Great Clock: turns a state into a search and what was found into events.

It plays under a person's information: it knows which tiles are still to come, never their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from device.dominoes import Tile
from device.games.great_clock.events import Drawn, Event, GivenUp, Moved, Placed, ProvedLost, SetAside
from device.games.great_clock.foresight import best_stop
from device.games.great_clock.rules import POSITIONS, Phase, State, apply, hopeless, unseen
from device.games.great_clock.search import Act, Do, Found, House, Search, Stop
from device.games.great_clock.values import CERTAIN, Piles, Tiles
from device.games.great_clock.weights import weights_for

SEARCH_SHARE, SEARCH_LEAST = 0.05, 400
"""How many of them the search itself takes, at least; the others look a tile ahead."""
LAST_HOPE = 10
"""How many times as many are tried before giving up."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do: acts up to the next tile drawn, or the end of the deal.

    `value` is how good the player thinks its position will be, on a scale of its own; `tried` counts the positions looked at.
    """

    acts: tuple[Act, ...]
    value: float
    tried: int


@cache
def tiles_of(size: int) -> Tiles:
    """The set in numbers."""
    return Tiles(size)


def search_of(state: State, weights: Sequence[float]) -> Search:
    """The search that a state with a decision to make calls for."""
    tiles = tiles_of(state.size)

    def number(tile: Tile) -> int:
        return tiles.number[tile.low, tile.high]

    piles = Piles(tiles, [number(tile) for tile in unseen(state)], state.left, weights)
    start = tuple(piles.pile(slot, map(number, pile)) for slot, pile in enumerate(state.piles, 1))
    hand = -1 if state.hand is None else number(state.hand)
    house = House(state.move_in_hand, state.cover_doubles)
    return Search(piles, start, hand, house, stuck=state.stuck, left=state.left)


def decide(state: State, positions: int = POSITIONS, weights: Sequence[float] | None = None) -> Decision:
    """The best way on that is found by trying about so many positions, from a state in DRAW or HAND.

    Where none is found the search goes on to LAST_HOPE times as many as it had; then the act is to declare the deal lost if
    every position that can be reached was tried, to give up if not.
    """
    if hopeless(state):
        return Decision((Act(Do.DECLARE_LOST),), -CERTAIN, 0)
    if weights is None:
        weights = weights_for(state.size, state.move_in_hand, state.cover_doubles)
    search, found, stop = consider(state, positions, weights)
    if stop is None:
        return Decision((Act(Do.DECLARE_LOST if found.everything else Do.GIVE_UP),), -CERTAIN, found.tried)
    return Decision(search.acts_to(stop), stop.value, found.tried)


def consider(state: State, positions: int, weights: Sequence[float]) -> tuple[Search, Found, Stop | None]:
    """The search of a decision, what it found, and the stop it is for; None where there is none."""
    search = search_of(state, weights)
    most = min(positions, max(SEARCH_LEAST, int(positions * SEARCH_SHARE)))
    found = search.run(most)
    if found.value == -CERTAIN and not found.everything:
        found = search.run(most * LAST_HOPE)
    return search, found, best_stop(search, weights, positions - most)


def event_of(act: Act) -> Event:
    """The rules' event for an act of the search."""
    match act.do:
        case Do.DRAW:
            return Drawn()
        case Do.PLACE:
            return Placed(act.target)
        case Do.SET_ASIDE:
            return SetAside()
        case Do.MOVE:
            return Moved(act.source, act.target)
        case Do.DECLARE_LOST:
            return ProvedLost()
        case Do.GIVE_UP:
            return GivenUp()


def play(state: State, decider: Callable[[State], Decision] = decide) -> Iterator[tuple[Event, State]]:
    """Play a dealt state to its end: every event and the state after it."""
    while state.phase is not Phase.OVER:
        for act in decider(state).acts:
            event = event_of(act)
            state = apply(state, event)
            yield event, state
