"""What the pages are told: the box as it is now, and every tone and line since they last asked."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import NamedTuple

from drivers.contract import Button
from drivers.simulator.front import Front, Line
from drivers.web.telling import Bell, Facts, Known

LINES_KEPT = 200
TONES_KEPT = 1000


Tone = tuple[float, float | None]
"""When it began, in seconds of this machine's monotonic clock, and its hertz; None is silence."""


class Place(NamedTuple):
    """How many tones and lines have been given out."""

    tones: int
    lines: int


class Feed:
    """Collects from any thread; `bell` rings at every change.

    A picture or a lamp only matters as it is now, so it is read from the box when a page is ready for it. Tones and lines
    matter each, so they are kept with their number.
    """

    def __init__(self, front: Front) -> None:
        self.front = front
        self.bell = Bell()
        self._lock = Lock()
        self._tone: float | None = None
        self._tones: deque[Tone] = deque(maxlen=TONES_KEPT)
        self._lines: deque[Line] = deque(maxlen=LINES_KEPT)
        self._tone_count = self._line_count = 0
        self._speed = 1.0
        front.watch(self._changed)

    def tell(self, line: Line) -> None:
        """Add a line to the list of what happened."""
        with self._lock:
            self._lines.append(line)
            self._line_count += 1
        self.bell.ring()

    @property
    def speed(self) -> float:
        """How many seconds of the box pass in one of ours."""
        return self._speed

    @speed.setter
    def speed(self, factor: float) -> None:
        self._speed = factor
        self.bell.ring()

    def since(self, place: Place) -> tuple[list[Tone], list[Line], Place]:
        """The tones and lines that came after a place, and the place after them."""
        with self._lock:
            here = Place(self._tone_count, self._line_count)
            return (
                list(self._tones)[max(0, len(self._tones) - here.tones + place.tones) :],
                list(self._lines)[max(0, len(self._lines) - here.lines + place.lines) :],
                here,
            )

    def _changed(self) -> None:
        hertz = self.front.tone()
        with self._lock:
            if hertz != self._tone:
                self._tone = hertz
                self._tones.append((round(time.monotonic(), 4), hertz))
                self._tone_count += 1
        self.bell.ring()


class Reader:
    """One page's place in the feed: gives each thing once, and only what differs from what was given before."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        _, _, here = feed.since(Place(0, 0))
        self._place = here._replace(lines=0)  # old lines are read, old tones are not played again
        self._known = Known()

    def news(self) -> tuple[bytes | None, Facts]:
        """The glass if it changed, as 1024 bytes, 16 a row from the top, leftmost pixel in the highest bit; and whatever of
        lamps (0–1), contrast (0–255), speed, tones and lines is new.
        """
        front = self._feed.front
        picture, facts = self._known.news(
            front.glass().tobytes(),
            {
                "lamps": {button.value: round(front.lamp(button), 2) for button in Button},
                "contrast": front.contrast(),
                "speed": self._feed.speed,
            },
        )
        tones, lines, self._place = self._feed.since(self._place)
        return picture, facts | ({"tones": tones} if tones else {}) | ({"lines": lines} if lines else {})
