"""The rules of Red or Black. How a game goes:

The box shuffles a whole pack and keeps it face down. Before each card the table says its colour; then it is turned. Right,
and the run grows by one; wrong, and the next run begins at nothing. After the agreed number of cards the game is over, and
its longest run is the score.

There is no clock here and no chance: the order in which the shuffle left the cards is an event like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.cards import Suit, pack, parse_card
from device.games.contract import IllegalEvent
from device.texts import N_

LENGTHS = (13, 26, 52)
"""How many cards a game may last."""
PACK = tuple(card.text for card in pack())
"""A new pack, as texts: `AS`, `2S` …"""


class Colour(Enum):
    """The colour of a suit."""

    RED = "red"
    BLACK = "black"


COLOUR_NAMES = {Colour.RED: N_("red"), Colour.BLACK: N_("black")}


class Phase(Enum):
    """The course of a game, in order."""

    SETUP = "setup"
    GUESSING = "guessing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """All there is to know: `length` cards are guessed, `order` is the pack from the top, `guesses` one for each card turned."""

    length: int = 26
    order: tuple[str, ...] = ()
    guesses: tuple[Colour, ...] = ()

    @property
    def phase(self) -> Phase:
        """Where the game is."""
        if not self.order:
            return Phase.SETUP
        return Phase.GUESSING if len(self.guesses) < self.length else Phase.OVER


@dataclass(frozen=True, slots=True)
class Agreed:
    """The table agrees how many cards the game lasts."""

    length: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The pack was shuffled and came out in this order."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guessed:
    """The table says a colour, and the next card is turned."""

    colour: Colour


Event = Agreed | Shuffled | Guessed
EVENTS = (Agreed, Shuffled, Guessed)


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        IllegalEvent: the event is not allowed now; nothing has changed.
    """
    match event:
        case Agreed():
            return _agree(state, event.length)
        case Shuffled():
            return _shuffle(state, event.order)
        case Guessed():
            return _guess(state, event.colour)


def _agree(state: State, length: int) -> State:
    if state.phase is not Phase.SETUP:
        raise IllegalEvent(N_("The pack is shuffled already"))
    if length not in LENGTHS:
        raise IllegalEvent(N_("A game has 13, 26 or 52 cards"))
    return replace(state, length=length)


def _shuffle(state: State, order: tuple[str, ...]) -> State:
    if state.phase is not Phase.SETUP:
        raise IllegalEvent(N_("The pack is shuffled already"))
    if sorted(order) != sorted(PACK):
        raise IllegalEvent(N_("That is not a whole pack"))
    return replace(state, order=order)


def _guess(state: State, colour: Colour) -> State:
    if state.phase is not Phase.GUESSING:
        raise IllegalEvent(N_("There is no card to guess"))
    return replace(state, guesses=(*state.guesses, colour))


def colour_of(card: str) -> Colour:
    """The colour of a card.

    >>> colour_of("QH")
    <Colour.RED: 'red'>
    """
    return Colour.RED if parse_card(card).suit in {Suit.HEARTS, Suit.DIAMONDS} else Colour.BLACK


def turned(state: State) -> tuple[str, ...]:
    """The cards turned so far, in order."""
    return state.order[: len(state.guesses)]


def hits(state: State) -> tuple[bool, ...]:
    """For each card turned, whether its colour was guessed."""
    return tuple(colour_of(card) is guess for card, guess in zip(turned(state), state.guesses, strict=True))


def runs(state: State) -> tuple[int, ...]:
    """The length of the run after each card turned, and 0 ahead of the first: the last is the run now, the largest the score.

    >>> runs(State(order=("AS", "2S", "3H", "4H"), guesses=(Colour.BLACK, Colour.BLACK, Colour.BLACK, Colour.RED)))
    (0, 1, 2, 0, 1)
    """
    lengths = [0]
    for hit in hits(state):
        lengths.append(lengths[-1] + 1 if hit else 0)
    return tuple(lengths)


def left(state: State, colour: Colour) -> int:
    """How many cards of a colour are still face down in the pack."""
    return sum(colour_of(card) is colour for card in state.order[len(state.guesses) :])
