"""What can happen in a deal of the Great Clock: a choice of the player, or a tile that came."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.dominoes import Tile


class Mode(Enum):
    """Who plays, and with what."""

    WATCH = "watch"
    PLAY = "play"
    REAL = "real"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The set, who plays, and the house rules."""

    size: int
    mode: Mode
    move_in_hand: bool = False
    cover_doubles: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """The shuffled tiles: the first n are the layout (slot n, then 1, 2 …), the others the boneyard in its order."""

    tiles: tuple[Tile, ...]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A deal with real dominoes begins: the layout is going to be keyed in."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The next tile of the boneyard is taken in hand."""


@dataclass(frozen=True, slots=True)
class Keyed:
    """Real dominoes: this tile was drawn, for the layout, the hand or an emptied slot, whichever is due."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Placed:
    """The tile in hand is put on slot 1 … n."""

    slot: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """The tile in hand fits nowhere and leaves the game."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The top tile of slot `source` is put on slot `target`."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class ProvedLost:
    """Every position that can be reached has been tried, and none goes on."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The player stops: perhaps there was a way, but none was found."""


Event = Chosen | Dealt | Opened | Drawn | Keyed | Placed | SetAside | Moved | ProvedLost | GivenUp
EVENTS: tuple[type[Event], ...] = (
    Chosen,
    Dealt,
    Opened,
    Drawn,
    Keyed,
    Placed,
    SetAside,
    Moved,
    ProvedLost,
    GivenUp,
)
