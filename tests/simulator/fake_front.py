"""A front with nothing behind it: remembers what was touched and shows what it is told to."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition

from PIL import Image

from drivers.contract import HEIGHT, WIDTH, Button


class FakeFront:
    """`touched` is a list of ("down" or "up", button name), in order."""

    def __init__(self) -> None:
        self.touched: list[tuple[str, str]] = []
        self.lamps = dict.fromkeys(Button, 0.0)
        self._glass = Image.new("1", (WIDTH, HEIGHT))
        self._contrast = 255
        self._tone: float | None = None
        self._watchers: list[Callable[[], None]] = []
        self._touch = Condition()

    def push(self, button: Button) -> None:
        self._touched("down", button)

    def let_go(self, button: Button) -> None:
        self._touched("up", button)

    def release_all(self) -> None:
        raise AssertionError("each finger is taken off by whoever put it there")

    def glass(self) -> Image.Image:
        return self._glass.copy()

    def contrast(self) -> int:
        return self._contrast

    def lamp(self, button: Button) -> float:
        return self.lamps[button]

    def tone(self) -> float | None:
        return self._tone

    def watch(self, callback: Callable[[], None]) -> None:
        self._watchers.append(callback)

    def show(self, *, glass: Image.Image | None = None, contrast: int | None = None, **lamps: float) -> None:
        """Change what is seen, and say so."""
        self._glass = glass or self._glass
        self._contrast = self._contrast if contrast is None else contrast
        self.lamps |= {Button(name): level for name, level in lamps.items()}
        self._changed()

    def sound(self, hertz: float | None) -> None:
        self._tone = hertz
        self._changed()

    def wait_for(self, *touches: tuple[str, str], seconds: float = 5) -> None:
        """Wait until exactly these touches have happened."""
        with self._touch:
            self._touch.wait_for(lambda: self.touched == list(touches), seconds)
            assert self.touched == list(touches), self.touched

    def _touched(self, what: str, button: Button) -> None:
        with self._touch:
            self.touched.append((what, button.value))
            self._touch.notify_all()
        self._changed()

    def _changed(self) -> None:
        for callback in self._watchers:
            callback()
