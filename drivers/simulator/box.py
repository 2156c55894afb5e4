"""The simulated box: the Pi's board built on modelled wires, and the hands and eyes of whoever plays it."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from drivers.contract import Board, Button
from drivers.wiring import Wiring


class Box:
    """A whole box in memory. Everything above the wires is the code that runs on a Pi.

    >>> from drivers.contract import Button
    >>> box = Box(virtual=True)
    >>> box.board.listen(print)
    >>> box.push(Button.OK); box.advance(0.1); box.let_go(Button.OK); box.advance(0.1)
    Press(button=<Button.OK: 'ok'>, held=False, at=0.1)
    >>> box.close()

    With `virtual=True` there are no threads: time stands still until `advance`, and everything due happens in it.
    """

    board: Board

    def __init__(self, wiring: Wiring | None = None, *, virtual: bool = False) -> None:
        raise NotImplementedError

    def push(self, button: Button) -> None:
        """Press the button down and keep it down."""
        raise NotImplementedError

    def let_go(self, button: Button) -> None:
        """Let the button up again."""
        raise NotImplementedError

    def release_all(self) -> None:
        """Take all hands off."""
        raise NotImplementedError

    def glass(self) -> Image.Image:
        """What the panel shows now: a new 128×64 mode "1" picture; all dark while the display is off or unplugged."""
        raise NotImplementedError

    def contrast(self) -> int:
        """The panel's contrast register, 0–255."""
        raise NotImplementedError

    def lamp(self, button: Button) -> float:
        """How bright the button's lamp is now, 0–1; 0 for a button without a lamp."""
        raise NotImplementedError

    def tone(self) -> float | None:
        """The pitch sounding now in Hz, or None."""
        raise NotImplementedError

    def watch(self, callback: Callable[[], None]) -> None:
        """Call back, from any thread, whenever glass, lamps, tone or contrast changed. Coalescing is the watcher's job."""
        raise NotImplementedError

    def unplug_display(self) -> None:
        """Pull the panel off its bus: every transfer fails and its memory is lost."""
        raise NotImplementedError

    def plug_display(self) -> None:
        """Put it back, as it is after power-up: off, with noise in its memory."""
        raise NotImplementedError

    def advance(self, seconds: float) -> None:
        """Let virtual time pass; everything due happens on the way, in order. Only with `virtual=True`."""
        raise NotImplementedError

    def next_due(self) -> float | None:
        """When the board next has something to do, in the seconds of its clock; None: never, as things stand."""
        raise NotImplementedError

    def close(self) -> None:
        """Switch off. May be called twice."""
        raise NotImplementedError
