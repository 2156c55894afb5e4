"""What can be agreed before the wish, and everything that can happen in a patience."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Variant(Enum):
    """Which rules are played."""

    CLASSIC = "classic"
    TWO_DECKS = "two_decks"
    NO_KING = "no_king"
    PEEK = "peek"
    CONTINUE = "continue"
    OPEN = "open"
    SQUARE = "square"


ALONE = (Variant.CLASSIC, Variant.TWO_DECKS, Variant.NO_KING)
"""The variants in which everything is settled by the shuffle."""
CHOICE = (Variant.OPEN, Variant.SQUARE)
"""The variants in which a person chooses the next card."""


class Pace(Enum):
    """How fast the clock plays by itself; at PRESS it turns one card a press."""

    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"
    PRESS = "press"


class Chooser(Enum):
    """Who chooses the pile for the exchanged king in `peek`."""

    DEVICE = "device"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the wish."""

    variant: Variant = Variant.CLASSIC
    pace: Pace = Pace.NORMAL
    chooser: Chooser = Chooser.DEVICE


@dataclass(frozen=True, slots=True)
class Agreed:
    """The set-up was changed."""

    variant: Variant
    pace: Pace
    chooser: Chooser


@dataclass(frozen=True, slots=True)
class Wished:
    """The set-up is as wanted; a wish is being made."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The whole pack in the order in which it was dealt (`AS`, `TH` …), and the deal's number."""

    order: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Turned:
    """The next card was turned: the top card of the present pile."""


@dataclass(frozen=True, slots=True)
class Played:
    """`open`, `square`: a card of the present pile was chosen, by its index in the pile; `helped` if by the device."""

    pick: int
    helped: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """Cards were turned until something has to be decided or shuffled, or all is over."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """`peek`: the last king was put under the pile of a place, and the play goes on with its top card."""

    place: int


@dataclass(frozen=True, slots=True)
class Redealt:
    """`continue`: the hidden cards in the order in which they were dealt again."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paced:
    """The clock plays faster or slower from here on."""

    pace: Pace


Event = Agreed | Wished | Dealt | Turned | Played | Skipped | Exchanged | Redealt | Paced
EVENTS = (Agreed, Wished, Dealt, Turned, Played, Skipped, Exchanged, Redealt, Paced)
