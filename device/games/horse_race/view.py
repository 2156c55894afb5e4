"""The view: what the screen of a race knows beyond the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.games.contract import Scene, Step
from device.games.horse_race.evening import Evening
from device.games.horse_race.events import Event


class Sheet(Enum):
    """What lies open over the phase's own screen."""

    PRICE = "price"
    PLAYERS = "players"
    RULES = "rules"
    CLOSE = "close"  # really?


@dataclass(frozen=True, slots=True)
class View:
    """What the screen knows beyond the rules.

    `page` counts the pages of the set-up or of the lists after a race; `running` says that the box deals by itself right
    now; `sheet` lies open, about the horse or the player numbered `chosen`. `repriced` counts the changes since the sheet of
    a price was opened.
    """

    page: int = 0
    running: bool = False
    sheet: Sheet | None = None
    chosen: int = 0
    repriced: int = 0


RaceScene = Scene[Evening, Event, View]
RaceStep = Step[Event, View]
