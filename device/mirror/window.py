"""What can be seen through the mirror: the newest sight, and who is to be told that it is a new one."""

from __future__ import annotations

from device.sight import Sight
from drivers.contract import Button, Lamp
from drivers.web.telling import Bell, Facts, Known


class Window:
    """A slot for the newest sight, filled on the logic thread and looked through from the server's."""

    def __init__(self) -> None:
        self.bell = Bell()
        self.sight: Sight | None = None

    def look(self, sight: Sight) -> None:
        """Put a sight in the slot; a waker only sets a flag, so this returns at once."""
        self.sight = sight
        self.bell.ring()


class Viewer:
    """One viewer's place: gives only what differs from what was given before."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._known = Known()

    def news(self) -> tuple[bytes | None, Facts]:
        """The picture if it changed (1024 bytes, 16 a row from the top, leftmost pixel in the highest bit), and whichever of
        lamps, light, title and text changed.
        """
        sight = self._window.sight
        return (None, {}) if sight is None else self._known.news(sight.picture.tobytes(), _facts(sight))


def _facts(sight: Sight) -> Facts:
    standing = sight.standing
    return {
        "lamps": {button.value: sight.lamps.get(button, Lamp.OFF).value for button in Button},
        "light": sight.light.value,
        "title": standing.title if standing else "",
        "text": standing.text if standing else "",
    }
