"""The night: the glass dims, sleeps or shows the bedside clock when nobody presses; the first press only wakes.

Idle time is monotonic, so a jump of the wall clock neither fires nor delays anything. The wall clock only decides what is
shown and which hours are night.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PIL import Image, ImageChops

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import Digits, number, number_width
from device.draw.fonts import Font, width
from drivers.contract import Light

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Night:
    """The settings of the night. Seconds for idle times, whole hours (0 to 23) for the night hours."""

    dim_after: float = 60.0
    sleep_after: float = 300.0
    bedside: str = "clock"
    """What a sleeping glass shows: `clock` or `nothing`."""
    from_hour: int = 23
    to_hour: int = 7
    awake: str = "dim"
    """How bright the glass is in the night hours while somebody plays: `dim` or `full`."""
    sound_at_night: bool = False

    def covers(self, wall: datetime) -> bool:
        """Whether this is a night hour."""
        if self.from_hour <= self.to_hour:
            return self.from_hour <= wall.hour < self.to_hour
        return wall.hour >= self.from_hour or wall.hour < self.to_hour


class Sleep:
    """How awake the box is, from the time of the last press or event."""

    def __init__(self, night: Night, now: float) -> None:
        self._night = night
        self._stirred = now

    def stir(self, now: float) -> None:
        """Somebody pressed, or the game moved on."""
        self._stirred = now

    def deep(self, now: float) -> bool:
        """Whether the glass sleeps: bedside clock or dark, lamps off."""
        return now - self._stirred >= self._night.sleep_after

    wakes_only = deep

    def resting(self, now: float) -> bool:
        """Whether nobody has pressed for so long that the glass is dimmed."""
        return now - self._stirred >= self._night.dim_after

    def light(self, now: float, wall: datetime) -> Light:
        """How bright the glass is."""
        if self.deep(now):
            return Light.FAINT if self._night.bedside == "clock" else Light.OFF
        if self.resting(now):
            return Light.DIM
        return Light.DIM if self._night.covers(wall) and self._night.awake == "dim" else Light.FULL

    def silent(self, wall: datetime) -> bool:
        """Whether no tune may sound now."""
        return self._night.covers(wall) and not self._night.sound_at_night

    def next_wake(self, now: float, wall: datetime) -> float | None:
        """When the light, or the minute on the bedside clock, changes next."""
        asleep_at = self._stirred + self._night.sleep_after
        if now < asleep_at:
            dim_at = self._stirred + self._night.dim_after
            return dim_at if now < dim_at < asleep_at else asleep_at
        if self._night.bedside != "clock":
            return None
        return now + MINUTE - (wall.second + wall.microsecond / 1e6)


def bedside_clock(night: Night, wall: datetime, *, sure: bool) -> Image.Image:
    """The time of day in large hollow digits, or nothing; an unsure time wears a question mark.

    Each minute it stands one step further on its walk over the whole glass, so that no pixel stays lit.
    """
    canvas = Canvas()
    if night.bedside != "clock":
        return canvas.image
    text = f"{wall.hour:02d}:{wall.minute:02d}"
    mark = 0 if sure else width("?", Font.BODY) + 3
    columns = WIDTH - number_width(text, Digits.LARGE) - mark + 1
    rows = HEIGHT - Digits.LARGE.height + 1
    y, x = divmod((wall.toordinal() * 1440 + wall.hour * 60 + wall.minute) % (columns * rows), columns)
    number(canvas, x, y, text, Digits.LARGE)
    if not sure:
        canvas.text(x + number_width(text, Digits.LARGE) + 3, y, "?")
    return _hollow(canvas.image)


def _hollow(picture: Image.Image) -> Image.Image:
    """Only the rim of what is lit: a third of the light, and of the wear."""
    inside = picture
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        inside = ImageChops.logical_and(inside, ImageChops.offset(picture, x, y))
    return ImageChops.logical_xor(picture, inside)
