"""The only thing `device/` knows of the hardware: buttons, presses, lamps, tunes and the board that joins them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from PIL import Image

WIDTH, HEIGHT = 128, 64
"""The glass, in pixels. Every picture shown is a mode "1" image of this size; 1 is a lit pixel."""


class Button(Enum):
    """The seven buttons, in the order of the front row and then the corners.

    >>> [button.value for button in Button]
    ['spade', 'heart', 'diamond', 'club', 'ok', 'undo', 'home']
    """

    SPADE = "spade"
    HEART = "heart"
    DIAMOND = "diamond"
    CLUB = "club"
    OK = "ok"
    UNDO = "undo"
    HOME = "home"


SUIT_BUTTONS = (Button.SPADE, Button.HEART, Button.DIAMOND, Button.CLUB)
"""The front row from the left: a suit in a race, a soft key elsewhere."""

HOLD_SECONDS: Mapping[Button, float] = {button: 3.0 if button is Button.HOME else 0.6 for button in Button}
"""How long a button is down before it counts as held. HOME takes longest: held, it shuts the box down."""


@dataclass(frozen=True, slots=True)
class Press:
    """One deliberate press, after debouncing.

    A short press is told when the button is let go; a hold at its threshold, and its release is then silent.
    `at` is the moment of the telling edge, in seconds of the monotonic clock.
    """

    button: Button
    held: bool = False
    at: float = 0.0


class Lamp(Enum):
    """What a button's lamp does. OFF means: this button does nothing now."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"  # 2 Hz: press me
    BREATHE = "breathe"  # a slow rise and fall: waiting, or suspense


Lamps = Mapping[Button, Lamp]
"""A lamp for each button; a button that is missing is off."""


class Light(Enum):
    """How bright the glass is. The panel maps these to contrast; OFF is the display's own sleep."""

    FULL = "full"
    DIM = "dim"
    FAINT = "faint"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What a person may change on the board while it runs.

    `contrast` is the glass's at full light, 1–255; `volume` 0 (silent) to 100; a button is held after `slowness` times the
    usual seconds, HOME always after its own.
    """

    contrast: int
    volume: int
    slowness: float = 1.0


class BoardError(RuntimeError):
    """The board cannot be opened at all. The message names the cause and its cure, for people, in one or two sentences."""


class BoardBusy(BoardError):
    """The board cannot be opened now, but may be a little later: its devices are not there yet, or others have them."""


class Board(Protocol):
    """The whole panel. No method waits for the hardware, none raises because a wire is out."""

    def listen(self, on_press: Callable[[Press], None]) -> None:
        """Tell every later press to `on_press`, from a thread of the board's own; it must return at once."""

    def show(self, picture: Image.Image) -> None:
        """Put a 128×64 mode "1" picture on the glass. Only the newest picture matters; older ones may be skipped."""

    def shine(self, light: Light) -> None:
        """Set the brightness of the glass."""

    def light(self, lamps: Lamps) -> None:
        """Set all seven lamps."""

    def play(self, tune: str) -> None:
        """Play an RTTTL tune from its start; a tune already playing is cut short. An empty string is silence.

        Raises ValueError naming what in it cannot be read.
        """

    def adjust(self, adjustment: Adjustment) -> None:
        """Go on with another contrast, volume and slowness, at once."""

    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the hardware now, in short English phrases for the log and `meneur doctor`."""

    def stuck(self) -> tuple[Button, ...]:
        """The buttons that have been down since the start or for half a minute; they are ignored until they are let go."""

    def alive(self) -> bool:
        """Whether presses can still arrive. Once False it stays so: end the process and let systemd start a new one."""

    def close(self, *, keep_picture: bool = False) -> None:
        """Lamps off, glass dark or left as it is, threads ended. May be called twice."""
