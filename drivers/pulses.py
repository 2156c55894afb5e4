"""In which order pins may stop pulsing: lgpio's own thread for pulses must not lose its newest pin while others go on.

lgpio 0.2.2 keeps the pulsing pins in a list, newest first. When it strikes the first one off, it forgets for one round those behind
it, finds them overdue, and reckons the next moment backwards. If that falls before the beginning of a second, the sleep until then
is refused, and asked for again, for ever: no lamp breathes and no tone sounds any more, and a core is busy until the restart.
"""

from __future__ import annotations

from threading import Lock
from typing import Protocol


class Pulsing(Protocol):
    """A pin that can pulse."""

    def hush(self) -> None:
        """Stop for a moment."""

    def resume(self) -> None:
        """Pulse again as before."""


class Pulses:
    """The pins that pulse. All of a board's are told here; any thread may."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pins: list[Pulsing] = []
        """In lgpio's order, but the oldest first."""

    def started(self, pin: Pulsing) -> None:
        """A pin pulses now, or does so in another way."""
        with self._lock:
            if pin not in self._pins:
                self._pins.append(pin)

    def stop(self, pin: Pulsing) -> None:
        """Hush a pin for good. If it is the newest, the others stop before it, oldest first, and begin anew after it."""
        with self._lock:
            newest = self._pins[-1] is pin
            self._pins.remove(pin)
            others = list(self._pins) if newest else []
            for each in (*others, pin):
                each.hush()
            for other in others:
                other.resume()
