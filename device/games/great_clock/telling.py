"""A deal of the Great Clock in words: a line for every event."""

from __future__ import annotations

from device.games.contract import Told
from device.games.great_clock.events import (
    Chosen,
    Dealt,
    Drawn,
    Event,
    GivenUp,
    Keyed,
    Moved,
    Opened,
    Placed,
    ProvedLost,
    SetAside,
)
from device.games.great_clock.rules import State, tops
from device.texts import N_


def tell(before: State, event: Event, _after: State) -> Told:
    """What an event was."""
    match event:
        case Chosen():
            return Told(N_("the set-up is changed"))
        case Dealt():
            return Told(N_("the tiles are shuffled and laid"))
        case Opened():
            return Told(N_("a deal with real dominoes begins"))
        case Drawn():
            return Told(N_("%(tile)s is drawn"), {"tile": before.boneyard[0].text})
        case Keyed(tile):
            return Told(N_("%(tile)s is keyed in"), {"tile": tile.text})
        case Placed(slot):
            return Told(N_("%(tile)s is put on %(slot)d"), {"tile": _in_hand(before), "slot": slot})
        case SetAside():
            return Told(N_("%(tile)s is set aside"), {"tile": _in_hand(before)})
        case Moved(source, target):
            top = tops(before)[source - 1]
            assert top is not None
            values = {"tile": top.text, "source": source, "target": target}
            return Told(N_("%(tile)s is moved from %(source)d to %(target)d"), values)
        case ProvedLost():
            return Told(N_("every way has been tried"))
        case GivenUp():
            return Told(N_("given up"))


def _in_hand(state: State) -> str:
    assert state.hand is not None
    return state.hand.text
