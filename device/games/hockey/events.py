"""What can happen in a hockey match, and the choices that go with it: the values that the journal keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Mode(Enum):
    """How the device keeps the match."""

    REFEREE = "referee"
    SCOREBOARD = "scoreboard"


class Overtime(Enum):
    """What follows when three periods end level."""

    SUDDEN_DEATH = "sudden_death"  # further periods; the next goal wins
    PERIOD = "period"  # one whole further period, and a draw if that is level too
    DRAW = "draw"  # nothing


class Kind(Enum):
    """What a card is to the visible top card of the pile; a jack on a jack is a jack."""

    OTHER = "N"
    SAME = "I"
    JACK = "J"


@dataclass(frozen=True, slots=True)
class Start:
    """The match begins, as agreed."""

    mode: Mode = Mode.REFEREE
    goal_is_pass: bool = True
    overtime: Overtime = Overtime.SUDDEN_DEATH
    first_dealer: int = 3
    """A seat, 0 to 3."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody has four more cards, and the middle four ahead of the first deal."""


@dataclass(frozen=True, slots=True)
class Play:
    """The player whose turn it is has put a card (referee)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Score:
    """The table says that a team, 0 or 1, has scored (scoreboard)."""

    team: int


@dataclass(frozen=True, slots=True)
class EndPeriod:
    """The table says that the pack is played out (scoreboard)."""


@dataclass(frozen=True, slots=True)
class NextPeriod:
    """The break is over."""


@dataclass(frozen=True, slots=True)
class SwitchMode:
    """From here the match is kept in the other way: to the scoreboard at any time, to the referee only in a break."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class DisallowGoal:
    """A goal does not count after all; the plays after it stand. `number` is its index in `State.goals`."""

    number: int


@dataclass(frozen=True, slots=True)
class Abandon:
    """The match ends here and does not count."""


Event = Start | Dealt | Play | Score | EndPeriod | NextPeriod | SwitchMode | DisallowGoal | Abandon
EVENTS = (Start, Dealt, Play, Score, EndPeriod, NextPeriod, SwitchMode, DisallowGoal, Abandon)
