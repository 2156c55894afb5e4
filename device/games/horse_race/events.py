"""What can happen in an evening at the races: one small record for each line of the journal."""

from __future__ import annotations

from dataclasses import dataclass

from device.cards import Suit
from device.games.horse_race.book import Price
from device.games.horse_race.house import Settings


@dataclass(frozen=True, slots=True)
class Agree:
    """The table agrees on settings; between races those about the seats and chips stay."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Begin:
    """The table is set up: chips are handed out, the first player deals."""


@dataclass(frozen=True, slots=True)
class LayLink:
    """The next link of the row, by hand."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class Deal:
    """The box shuffled the 48 cards and laid the row: `order` is the whole pack, first card first; `code` the shuffle's."""

    order: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class DealAgain:
    """A hopeless row goes back into the pack."""


@dataclass(frozen=True, slots=True)
class Reprice:
    """The dealer changes a price."""

    suit: Suit
    price: Price


@dataclass(frozen=True, slots=True)
class PassDeal:
    """The dealer can take no bet: the next player with chips deals this race."""


@dataclass(frozen=True, slots=True)
class OpenBets:
    """The prices stand; the first player is called."""


@dataclass(frozen=True, slots=True)
class Bet:
    """The player at index `seat` stakes so many chips more on a horse."""

    seat: int
    suit: Suit
    chips: int


@dataclass(frozen=True, slots=True)
class NextBettor:
    """The player who was called is done."""


@dataclass(frozen=True, slots=True)
class Off:
    """They are off. `order` and `code` are the box's pack shuffled with the joker in it, when both are in the game."""

    order: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A card of a suit is turned from the pack."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class TurnJoker:
    """The joker is turned from the pack."""


@dataclass(frozen=True, slots=True)
class TurnLink:
    """The link that is due is turned over, and is of this suit."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class Settle:
    """The bets are paid."""


@dataclass(frozen=True, slots=True)
class Join:
    """Someone sits down, with chips bought from outside."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The player at index `seat` leaves and takes the chips along."""

    seat: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """One who left sits down again, with the chips taken along: the one at index `place` of those who are gone."""

    place: int


@dataclass(frozen=True, slots=True)
class Buy:
    """The player at index `seat` buys the starting chips once more."""

    seat: int


@dataclass(frozen=True, slots=True)
class NextRace:
    """The next player deals the next race."""


@dataclass(frozen=True, slots=True)
class Close:
    """The evening is over."""


Event = (
    Agree | Begin | LayLink | Deal | DealAgain | Reprice | PassDeal | OpenBets | Bet | NextBettor | Off
    | Turn | TurnJoker | TurnLink | Settle | Join | Leave | ComeBack | Buy | NextRace | Close
)  # fmt: skip
EVENTS = (
    Agree, Begin, LayLink, Deal, DealAgain, Reprice, PassDeal, OpenBets, Bet, NextBettor, Off,
    Turn, TurnJoker, TurnLink, Settle, Join, Leave, ComeBack, Buy, NextRace, Close,
)  # fmt: skip
