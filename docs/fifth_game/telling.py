"""A game of Red or Black in words: a line for every event."""

from __future__ import annotations

from device.games.contract import Told
from device.texts import N_

from .rules import COLOUR_NAMES, Agreed, Event, Guessed, Shuffled, State, hits, runs


def tell(before: State, event: Event, after: State) -> Told:  # noqa: ARG001 - the contract's signature
    """What an event was, and what came of it."""
    match event:
        case Agreed(length):
            return Told(N_("%(cards)d cards are agreed on"), {"cards": length})
        case Shuffled():
            return Told(N_("the pack is shuffled"))
        case Guessed(colour):
            said = N_("“%(colour)s” is right, %(run)d in a row") if hits(after)[-1] else N_("“%(colour)s” is wrong")
            return Told(said, {"colour": Told(COLOUR_NAMES[colour]), "run": runs(after)[-1]})
