"""The view: what the screen of the Great Clock knows beyond the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.games.contract import Scene
from device.games.great_clock.events import Event
from device.games.great_clock.rules import State
from device.games.great_clock.search import Act


class Page(Enum):
    """What the buttons are about."""

    BOARD = "board"
    SOURCE = "source"  # which tile to move
    TARGET = "target"  # where to
    KEYPAD = "keypad"  # real dominoes: the two ends of a tile
    STOP = "stop"  # give up?


class Pace(Enum):
    """How fast the device plays when watched."""

    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"


@dataclass(frozen=True, slots=True)
class View:
    """What the screen knows beyond the rules."""

    page: Page = Page.BOARD
    cursor: int = 0
    """The slot pointed at; 0 or one that cannot be chosen: the first that can."""
    source: int = 0
    """The slot whose tile is being moved."""
    ends: tuple[int, int] = (0, 1)
    """The ends keyed so far."""
    hint: bool = False
    running: bool = False
    """The device plays by itself."""
    pace: Pace = Pace.NORMAL
    plan: tuple[Act, ...] = ()
    """What the device is going to do before it thinks again."""


Table = Scene[State, Event, View]
