"""The rules of the Great Clock: a domino patience on a clock face.

How a deal goes. The double blank is put aside; it is the hand of the clock. Of the other tiles n are laid in a circle, one a
slot: slot n first, then 1, 2 … n-1 (n is the highest double: 12, 9 or 6). The rest is the boneyard. The aim: every slot h
shows the double h-h on top.

    SETUP ─► (LAYOUT) ─► DRAW ⇄ HAND ─► OVER
                           └► FILL ┘

One draws a tile and puts it on a top tile with an end in common; if there is none it is set aside for good, unless it is a
double. A double is never covered. *Trouble* is a double on top of a slot not its own, or a drawn double that fitted nowhere,
for as long as it is in hand. While there is trouble, and no other tile is in hand, any top tile may be moved onto any other
top tile with an end in common, as often as one likes. So a double put in a wrong slot on purpose is the licence to move. A
slot emptied by a move is filled at once: by its own double if that is the tile in hand, else by the next tile drawn, laid
without matching. An empty boneyard ends the deal, except that a stuck double in hand may still be played.

House rules: `move_in_hand` lets an ordinary drawn tile wait in hand while moves are made in trouble; `cover_doubles` lets
doubles be covered, and lets the moves go on in trouble after the boneyard is empty.

LAYOUT and FILL are for real dominoes only: there the order of the boneyard is unknown and every tile drawn is keyed in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.dominoes import SETS, Tile, full_set
from device.games.contract import IllegalEvent
from device.games.great_clock.events import (
    Chosen,
    Dealt,
    Drawn,
    Event,
    GivenUp,
    Keyed,
    Mode,
    Moved,
    Opened,
    Placed,
    ProvedLost,
    SetAside,
)
from device.texts import N_

BLANK = Tile(0, 0)
"""The hand of the clock; it is not in play."""
POSITIONS = 20_000
"""How many positions the device tries for a decision unless it is told otherwise: less than a second on a laptop."""


class Phase(Enum):
    """Where a deal stands, in order."""

    SETUP = "setup"
    LAYOUT = "layout"  # real dominoes: the tiles of the circle are being keyed in
    DRAW = "draw"  # no tile in hand: draw, or move while there is trouble
    HAND = "hand"  # a drawn tile waits to be placed or set aside
    FILL = "fill"  # real dominoes: a slot was emptied, its new tile is to be keyed in
    OVER = "over"


class Outcome(Enum):
    """How a deal ended."""

    WON = "won"
    BONEYARD_EMPTY = "boneyard empty"
    PROVED_LOST = "proved lost"  # every reachable position was tried
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class State:
    """A deal. `piles[h - 1]` is slot h, its bottom tile first; only its last tile counts."""

    phase: Phase = Phase.SETUP
    size: int = 12
    mode: Mode = Mode.WATCH
    move_in_hand: bool = False
    cover_doubles: bool = False
    piles: tuple[tuple[Tile, ...], ...] = ()
    hand: Tile | None = None
    stuck: bool = False
    """The tile in hand is a double that fitted nowhere when it was drawn."""
    emptied: int = 0
    """The slot to be laid next in LAYOUT and FILL; 0 otherwise."""
    boneyard: tuple[Tile, ...] = ()
    """The tiles to come, in order; unknown, so empty, with real dominoes."""
    left: int = 0
    """How many tiles are to come."""
    aside: tuple[Tile, ...] = ()
    outcome: Outcome | None = None
    code: str = ""
    """The short code of the shuffle."""
    positions: int = POSITIONS
    """How many positions the device tries for a decision."""


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        IllegalEvent: the rules do not allow it now.
    """
    if not isinstance(event, Chosen | Dealt | Opened) and state.phase in (Phase.SETUP, Phase.OVER):
        raise IllegalEvent(N_("No deal is going on"))
    match event:
        case Chosen():
            return _choose(state, event)
        case Dealt():
            return _deal(state, event)
        case Opened():
            return _open(state)
        case Drawn():
            return _draw(state)
        case Keyed():
            return _key(state, event.tile)
        case Placed():
            return _place(state, event.slot)
        case SetAside():
            return _set_aside(state)
        case Moved():
            return _move(state, event.source, event.target)
        case ProvedLost():
            return _prove_lost(state)
        case GivenUp():
            return _end(state, Outcome.GIVEN_UP)


def tiles_in_play(size: int) -> tuple[Tile, ...]:
    """A full set without the double blank, in order: 90, 54 or 27 tiles."""
    return tuple(tile for tile in full_set(size) if tile != BLANK)


def laying_order(size: int) -> tuple[int, ...]:
    """The slots in the order in which they are laid: n on top of the clock, then 1, 2 …"""
    return (size, *range(1, size))


def tops(state: State) -> tuple[Tile | None, ...]:
    """The top tile of each slot, from slot 1; None where a slot waits to be laid."""
    return tuple(pile[-1] if pile else None for pile in state.piles)


def unseen(state: State) -> tuple[Tile, ...]:
    """The tiles that nobody has seen yet, in order of the set: the boneyard as the player knows it."""
    seen = {tile for pile in state.piles for tile in pile} | set(state.aside) | {state.hand}
    return tuple(tile for tile in tiles_in_play(state.size) if tile not in seen)


def at_home(state: State) -> tuple[int, ...]:
    """The slots that show their own double."""
    return tuple(slot for slot, top in enumerate(tops(state), 1) if top == Tile(slot, slot))


def trouble(state: State) -> bool:
    """A double on top of a wrong slot, or a double in hand that fitted nowhere when it was drawn."""
    return state.stuck or any(top and top.is_double and top.low != slot for slot, top in enumerate(tops(state), 1))


def placements(state: State) -> tuple[int, ...]:
    """The slots that the tile in hand may be put on."""
    if state.phase is not Phase.HAND or state.hand is None:
        return ()
    return tuple(slot for slot, top in enumerate(tops(state), 1) if top and _goes_on(state, state.hand, top))


def may_draw(state: State) -> bool:
    """Whether a tile may be drawn into the hand now."""
    return state.phase is Phase.DRAW and state.left > 0


def may_set_aside(state: State) -> bool:
    """Whether the tile in hand may leave the game: it fits nowhere and is no double."""
    return state.hand is not None and not state.hand.is_double and state.phase is Phase.HAND and not placements(state)


def may_move(state: State) -> bool:
    """Whether top tiles may be moved now, if any has where to go."""
    free = state.phase is Phase.DRAW or (state.phase is Phase.HAND and (state.stuck or _may_wait(state)))
    return free and trouble(state)


def moves(state: State) -> tuple[Moved, ...]:
    """Every legal move from top to top, by source and then target."""
    if not may_move(state):
        return ()
    return tuple(
        Moved(source, target)
        for source in range(1, state.size + 1)
        for target in range(1, state.size + 1)
        if _why_not(state, source, target) is None
    )


def choices(state: State) -> tuple[Event, ...]:
    """Everything a player may do with the tiles now: draw, place, set aside, move. Keyed tiles are chance, not choice."""
    drawing: tuple[Event, ...] = (Drawn(),) if may_draw(state) else ()
    placing: tuple[Event, ...] = tuple(Placed(slot) for slot in placements(state))
    leaving: tuple[Event, ...] = (SetAside(),) if may_set_aside(state) else ()
    return (*drawing, *placing, *leaving, *moves(state))


def hopeless(state: State) -> bool:
    """No double is left to come, and none in hand, while the aim is not reached.

    A move from top to top cannot be the last step, which always lays a double just drawn: the double moved would have lain
    on the other slot's own double, and two doubles have no end in common. That holds with `cover_doubles` too.
    """
    if state.phase not in (Phase.DRAW, Phase.HAND):
        return False
    in_hand = state.hand is not None and state.hand.is_double
    return not in_hand and not any(tile.is_double for tile in unseen(state))


def _may_wait(state: State) -> bool:
    return state.move_in_hand and state.hand is not None and not state.hand.is_double


def _goes_on(state: State, tile: Tile, top: Tile) -> bool:
    return tile.shares_end(top) and (state.cover_doubles or not top.is_double)


def _why_not(state: State, source: int, target: int) -> str | None:
    """Why this move may not be made in trouble; None if it may."""
    top, other = state.piles[source - 1][-1], state.piles[target - 1][-1]
    if source == target or not top.shares_end(other):
        return N_("No end in common")
    if not _goes_on(state, top, other):
        return N_("A double is never covered")
    if len(state.piles[source - 1]) == 1 and state.left == 0 and state.hand != Tile(source, source):
        return N_("No tile is left to fill that slot")
    return None


def _choose(state: State, event: Chosen) -> State:
    if state.phase is not Phase.SETUP:
        raise IllegalEvent(N_("The deal has begun"))
    if event.size not in SETS:
        raise IllegalEvent(N_("A set goes to double 12, 9 or 6"))
    return replace(
        state,
        size=event.size,
        mode=event.mode,
        move_in_hand=event.move_in_hand,
        cover_doubles=event.cover_doubles,
    )


def _deal(state: State, event: Dealt) -> State:
    if state.phase is not Phase.SETUP or state.mode is Mode.REAL:
        raise IllegalEvent(N_("The deal has begun"))
    if tuple(sorted(event.tiles)) != tiles_in_play(state.size):
        raise IllegalEvent(N_("That is not the whole set without the double blank"))
    piles: list[tuple[Tile, ...]] = [()] * state.size
    for slot, tile in zip(laying_order(state.size), event.tiles, strict=False):
        piles[slot - 1] = (tile,)
    boneyard = event.tiles[state.size :]
    dealt = replace(state, phase=Phase.DRAW, piles=tuple(piles), boneyard=boneyard, left=len(boneyard), code=event.code)
    return _settle(dealt)


def _open(state: State) -> State:
    if state.phase is not Phase.SETUP or state.mode is not Mode.REAL:
        raise IllegalEvent(N_("The deal has begun"))
    left = len(tiles_in_play(state.size))
    return replace(state, phase=Phase.LAYOUT, piles=((),) * state.size, emptied=state.size, left=left)


def _draw(state: State) -> State:
    if state.phase is not Phase.DRAW:
        raise IllegalEvent(N_("First the tile in hand"))
    if state.mode is Mode.REAL:
        raise IllegalEvent(N_("Key in the tile you drew"))
    return _take(_without_next(state), state.boneyard[0])


def _key(state: State, tile: Tile) -> State:
    if state.mode is not Mode.REAL:
        raise IllegalEvent(N_("The tiles of this deal are not keyed in"))
    if tile == BLANK:
        raise IllegalEvent(N_("The double blank is the hand of the clock"))
    if tile.high > state.size:
        raise IllegalEvent(N_("%(tile)s is not of this set"), tile=tile.text)
    if tile not in unseen(state):
        raise IllegalEvent(N_("%(tile)s has been seen before"), tile=tile.text)
    counted = replace(state, left=state.left - 1)
    match state.phase:
        case Phase.LAYOUT:
            return _lay_out(counted, tile)
        case Phase.DRAW:
            return _take(counted, tile)
        case Phase.FILL:
            return _fill(counted, tile)
        case _:
            raise IllegalEvent(N_("First the tile in hand"))


def _lay_out(state: State, tile: Tile) -> State:
    laid = _fill(state, tile)
    order = laying_order(state.size)
    following = order[order.index(state.emptied) + 1 :]
    return replace(laid, phase=Phase.LAYOUT, emptied=following[0]) if following else _settle(laid)


def _take(state: State, tile: Tile) -> State:
    held = replace(state, phase=Phase.HAND, hand=tile)
    return replace(held, stuck=tile.is_double and not placements(held))


def _place(state: State, slot: int) -> State:
    if state.phase is not Phase.HAND or state.hand is None:
        raise IllegalEvent(N_("No tile is in hand"))
    if slot not in range(1, state.size + 1):
        raise IllegalEvent(N_("There is no such slot"))
    top = state.piles[slot - 1][-1]
    if not state.hand.shares_end(top):
        raise IllegalEvent(N_("No end in common"))
    if not _goes_on(state, state.hand, top):
        raise IllegalEvent(N_("A double is never covered"))
    return _settle(_empty_hand(_laid(state, slot, state.hand)))


def _set_aside(state: State) -> State:
    if state.hand is None or state.phase is not Phase.HAND:
        raise IllegalEvent(N_("No tile is in hand"))
    if state.hand.is_double:
        raise IllegalEvent(N_("A double is not set aside"))
    if placements(state):
        raise IllegalEvent(N_("This tile fits: it must be placed"))
    return _settle(_empty_hand(replace(state, aside=(*state.aside, state.hand))))


def _move(state: State, source: int, target: int) -> State:
    if not trouble(state):
        raise IllegalEvent(N_("Tiles move only while a double is in trouble"))
    if not may_move(state):
        raise IllegalEvent(N_("First the tile in hand"))
    if not {source, target} <= set(range(1, state.size + 1)):
        raise IllegalEvent(N_("There is no such slot"))
    reason = _why_not(state, source, target)
    if reason is not None:
        raise IllegalEvent(reason)
    pile = state.piles[source - 1]
    lifted = replace(state, piles=_with_pile(state, source, pile[:-1]))
    moved = _laid(lifted, target, pile[-1])
    return _settle(moved) if pile[1:] else _fill_emptied(moved, source)


def _fill_emptied(state: State, slot: int) -> State:
    if state.hand == Tile(slot, slot):
        return _settle(_empty_hand(_laid(state, slot, state.hand)))
    if state.mode is Mode.REAL:
        return replace(state, phase=Phase.FILL, emptied=slot)
    return _fill(replace(_without_next(state), emptied=slot), state.boneyard[0])


def _fill(state: State, tile: Tile) -> State:
    phase = Phase.DRAW if state.hand is None else Phase.HAND
    return _settle(replace(_laid(state, state.emptied, tile), phase=phase, emptied=0))


def _prove_lost(state: State) -> State:
    if not (hopeless(state) or (state.stuck and not placements(state)) or (state.left == 0 and trouble(state))):
        raise IllegalEvent(N_("This deal is not lost"))
    return _end(state, Outcome.PROVED_LOST)


def _with_pile(state: State, slot: int, pile: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], ...]:
    return (*state.piles[: slot - 1], pile, *state.piles[slot:])


def _laid(state: State, slot: int, tile: Tile) -> State:
    return replace(state, piles=_with_pile(state, slot, (*state.piles[slot - 1], tile)))


def _without_next(state: State) -> State:
    return replace(state, boneyard=state.boneyard[1:], left=state.left - 1)


def _empty_hand(state: State) -> State:
    return replace(state, phase=Phase.DRAW, hand=None, stuck=False)


def _end(state: State, outcome: Outcome) -> State:
    return replace(state, phase=Phase.OVER, emptied=0, outcome=outcome)


def _settle(state: State) -> State:
    """End the deal if it is won, or if nothing can come any more."""
    if len(at_home(state)) == state.size:
        return _end(state, Outcome.WON)
    playable = state.hand is not None or state.left > 0 or (state.cover_doubles and trouble(state))
    return state if playable else _end(state, Outcome.BONEYARD_EMPTY)
