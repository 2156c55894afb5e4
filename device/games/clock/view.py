"""The view: what the screen of the clock knows beyond the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.games.clock.events import Event
from device.games.clock.rules import State
from device.games.contract import Scene


class Page(Enum):
    """What lies over the game's own picture."""

    NONE = "none"
    RULES = "rules"  # set-up: what the variant is
    NUMBER = "number"  # set-up: a deal's number is entered
    LOOK = "look"  # open, square: the cards of any pile
    DEAL = "deal"  # at the end: the deal's number and figures


@dataclass(frozen=True, slots=True)
class View:
    """What the screen knows beyond the rules."""

    page: Page = Page.NONE
    running: bool = False
    """The clock plays by itself; in `open` and `square` it shows perfect play."""
    skipping: bool = False
    """It goes to the end without showing each card."""
    still: bool = False
    """The ending shows its last picture at once."""
    hint: bool = False
    """The card that perfect play would take is marked."""
    number: str = ""
    """The number of the deal that is asked for; empty for a new one."""
    cursor: int = 0
    """The letter of the number, or the place looked at."""


Clock = Scene[State, Event, View]
