"""What can be seen through the mirror: the newest sight, and who is to be told that it is a new one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from device.sight import Sight
from drivers.contract import Button, Lamp


class Window:
    """A slot for the newest sight, filled on the logic thread and looked through from the server's."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wakers: set[Callable[[], None]] = set()
        self.sight: Sight | None = None

    def look(self, sight: Sight) -> None:
        """Put a sight in the slot; a waker only sets a flag, so this returns at once."""
        self.sight = sight
        self.wake_all()

    def wake_all(self) -> None:
        """Have every viewer look again."""
        with self._lock:
            for waker in self._wakers:
                waker()

    def wake(self, waker: Callable[[], None]) -> None:
        """Call `waker` at every new sight, from any thread, until `forget`; it must return at once."""
        with self._lock:
            self._wakers.add(waker)

    def forget(self, waker: Callable[[], None]) -> None:
        """When this returns, `waker` is not being called and never will be again."""
        with self._lock:
            self._wakers.discard(waker)


class Viewer:
    """One viewer's place: gives only what differs from what was given before."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._picture = b""
        self._facts: dict[str, Any] = {}

    def news(self) -> tuple[bytes | None, dict[str, Any]]:
        """The picture if it changed (1024 bytes, 16 a row from the top, leftmost pixel in the highest bit), and whichever of
        lamps, light, title and text changed.
        """
        sight = self._window.sight
        if sight is None:
            return None, {}
        picture, before = sight.picture.tobytes(), self._picture
        facts = _facts(sight)
        news = {name: value for name, value in facts.items() if self._facts.get(name) != value}
        self._picture, self._facts = picture, facts
        return None if picture == before else picture, news


def _facts(sight: Sight) -> dict[str, Any]:
    standing = sight.standing
    return {
        "lamps": {button.value: sight.lamps.get(button, Lamp.OFF).value for button in Button},
        "light": sight.light.value,
        "title": standing.title if standing else "",
        "text": standing.text if standing else "",
    }
