"""A Clock patience in words: a line for every event."""

from __future__ import annotations

from device.cards import COURT, Card
from device.games.clock.events import Agreed, Dealt, Event, Exchanged, Paced, Played, Redealt, Skipped, Turned, Wished
from device.games.clock.rules import State
from device.games.contract import Told
from device.texts import N_


def tell(before: State, event: Event, after: State) -> Told:
    """What an event was, and what came of it."""
    match event:
        case Agreed():
            return Told(N_("the set-up is changed"))
        case Wished():
            return Told(N_("a wish is made"))
        case Dealt():
            return Told(N_("the cards are dealt"))
        case Turned():
            return Told(N_("%(card)s is turned"), {"card": _face(after.path[-1])})
        case Played():
            return Told(N_("%(card)s is played"), {"card": _face(after.path[-1])})
        case Skipped():
            return Told(N_("%(cards)d cards are turned at once"), {"cards": len(after.path) - len(before.path)})
        case Exchanged(place):
            return Told(N_("the last king goes under pile %(place)d"), {"place": place + 1})
        case Redealt():
            return Told(N_("the hidden cards are dealt again"))
        case Paced():
            return Told(N_("another pace"))


def _face(card: Card) -> str | Told:
    """Rank and suit as in the card's corner."""
    if card.rank not in COURT:
        return card.face_in(str)
    return Told("%(rank)s%(suit)s", {"rank": Told(COURT[card.rank]), "suit": card.suit.symbol})
