"""An evening as a picture to send round: the chips of every player over the races, and which horse won each.

Drawn small, in the same letters and marks as the glass, and then enlarged, so it is the same to the pixel everywhere.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from itertools import pairwise
from typing import Any

from PIL import Image, ImageDraw

from device.cards import Suit
from device.draw.fonts import Font, load, width
from device.draw.headline import shorten
from device.draw.sprites import sprite
from device.standings import Finished, Form, written
from device.texts import N_

WIDTH, HEIGHT = 320, 180
LARGER = 4
"""Pixels of the picture for one that is drawn: 1280×720."""
LEFT, TOP, RIGHT, BOTTOM = 28, 24, 236, 152
"""The edges of the plot."""
MARK = 12
"""Room for a suit's mark below the plot."""
ACCENT, CAPITAL, TAIL = 2, 7, 2
"""Rows of a name: what may stand above its capitals, the capitals, and what hangs below the line. Here is room for an accent as
the font has it; only on the glass must it be squeezed into the capital.
"""
LINE = ACCENT + CAPITAL + TAIL + 1
"""Rows from one name to the next at the lines' ends."""
STEPS = 6
"""Chip marks along the left edge, at most."""

Colour = tuple[int, int, int]
GROUND: Colour = (14, 17, 22)
FAINT: Colour = (52, 60, 72)
INK: Colour = (226, 230, 235)
COLOURS: tuple[Colour, ...] = (
    (240, 228, 66), (86, 180, 233), (230, 120, 20), (0, 190, 140), (220, 130, 185),
    (255, 255, 255), (120, 130, 255), (190, 160, 120), (150, 220, 90), (255, 90, 90),
)  # fmt: skip
"""Told apart also by those who do not see red or green; the names at the lines' ends say the rest."""


@dataclass(slots=True)
class Course:
    """A player's evening: the chips after each race as (race, chips); race 0 is before the first. A purchase is a second
    point at the same race.
    """

    name: str
    points: list[tuple[int, int]] = field(default_factory=list)


def has_chart(evening: Finished) -> bool:
    """Whether a Horse Race evening was played for chips."""
    return evening.game == "horse_race" and any(race.get("gains") for race in evening.result.get("races", ()))


def courses(races: Sequence[dict[str, Any]]) -> list[Course]:
    """Every player's chips over the races, in the order of the table; also of who came late or left early."""
    found: dict[tuple[str, int], Course] = {}
    for number, race in enumerate(races, 1):
        namesakes: Counter[str] = Counter()
        for name, chips, gain in zip(
            race.get("players", ()), race.get("chips", ()), race.get("gains", ()), strict=True
        ):
            course = found.setdefault((name, namesakes[name]), Course(name))
            namesakes[name] += 1
            if not course.points or course.points[-1][1] != chips - gain:
                course.points.append((number - 1, chips - gain))
            course.points.append((number, chips))
    return list(found.values())


def chart(evening: Finished, when: str, texts: NullTranslations) -> bytes:
    """The picture as PNG; `when` is the day in words."""
    small = draw(evening, when, texts)
    png = io.BytesIO()
    size = (WIDTH * LARGER, HEIGHT * LARGER)
    small.resize(size, Image.Resampling.NEAREST).quantize(32, dither=Image.Dither.NONE).save(png, "PNG", optimize=True)
    return png.getvalue()


def draw(evening: Finished, when: str, texts: NullTranslations) -> Image.Image:
    """The picture before it is enlarged, in colours."""
    races: Sequence[dict[str, Any]] = evening.result["races"]
    return _Chart(races, texts).draw(when)


class _Chart:
    """One picture being drawn."""

    def __init__(self, races: Sequence[dict[str, Any]], texts: NullTranslations) -> None:
        self._races = races
        self._texts = texts
        self._courses = courses(races)
        chips = [chips for course in self._courses for _, chips in course.points]
        self._step = _step(max(chips) - min(0, *chips))
        self._low = min(0, *chips) // self._step * self._step
        self._high = -(-max(chips) // self._step) * self._step
        self._picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
        self._pen = ImageDraw.Draw(self._picture)
        self._pen.fontmode = "1"

    def draw(self, when: str) -> Image.Image:
        """Heading, grid, lines, names."""
        _ = self._texts.gettext
        self._text(LEFT, 5, f"{_(N_('Horse Race'))} · {when}", INK, Font.BOLD)
        self._text(WIDTH - 4, 9, _(N_("chips")), INK, right=True)
        self._grid()
        for number, course in enumerate(self._courses):
            self._line(course, COLOURS[number % len(COLOURS)])
        self._names()
        return self._picture

    def _x(self, race: int) -> int:
        return LEFT + round((RIGHT - LEFT) * race / len(self._races))

    def _y(self, chips: int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * (chips - self._low) / (self._high - self._low))

    def _text(self, x: int, y: int, text: str, colour: Colour, font: Font = Font.TINY, *, right: bool = False) -> None:
        """One line; `y` is the top of its capitals, `x` its left edge, or its right one."""
        x -= width(text, font) if right else 0
        self._pen.text((x, y + font.cap_height), text, font=load(font), fill=colour, anchor="ls")

    def _grid(self) -> None:
        """A line for each round number of chips, and below the plot each race's number and winner, as many as there is room for."""
        for chips in range(self._low, self._high + 1, self._step):
            y = self._y(chips)
            self._pen.line((LEFT, y, RIGHT, y), fill=FAINT)
            self._text(LEFT - 4, y - 3, str(chips), INK, right=True)
        every = -(-MARK * len(self._races) // (RIGHT - LEFT))
        for number in range(every, len(self._races) + 1, every):
            x = self._x(number)
            self._pen.line((x, BOTTOM, x, BOTTOM + 2), fill=FAINT)
            winner = Suit(self._races[number - 1]["winner"])
            self._picture.paste(INK, (x - 4, BOTTOM + 5), sprite("suit_9")[tuple(Suit).index(winner)])
            label = str(number)
            if width(label, Font.TINY) < MARK * every:
                self._text(x - width(label, Font.TINY) // 2, BOTTOM + 17, label, INK)

    def _line(self, course: Course, colour: Colour) -> None:
        """From race to race; dotted upwards where chips were bought, and a spot on every race."""
        spots = [(self._x(race), self._y(chips)) for race, chips in course.points]
        for (x0, y0), (x1, y1) in pairwise(spots):
            if x0 == x1:
                self._pen.point([(x0, y) for y in range(min(y0, y1), max(y0, y1), 2)], fill=colour)
            else:
                self._pen.line((x0, y0, x1, y1), fill=colour)
        for x, y in spots:
            self._pen.rectangle((x - 1, y - 1, x + 1, y + 1), fill=colour)

    def _names(self) -> None:
        """Each name at the end of its line, the richest above; who left early is named where the line ends."""
        last = len(self._races)
        ends = [
            (course, COLOURS[number % len(COLOURS)], course.points[-1]) for number, course in enumerate(self._courses)
        ]
        for course, colour, (race, chips) in ends:
            if race < last:
                name, left, top = self._name(course, 36), self._x(race) + 4, self._y(chips) - 3
                behind = (left - 1, top - ACCENT - 1, left + width(name, Font.TINY), top + CAPITAL + TAIL - 1)
                self._pen.rectangle(behind, fill=GROUND)
                self._text(left, top, name, colour)
        stay = sorted((end for end in ends if end[2][0] == last), key=lambda end: -end[2][1])
        tops = _spread([self._y(chips) - 4 for _, _, (_, chips) in stay], LINE, TOP - 4, BOTTOM + 4)
        for (course, colour, (_, chips)), top in zip(stay, tops, strict=True):
            self._pen.line((RIGHT + 2, self._y(chips), RIGHT + 6, top + 4), fill=colour)
            self._text(RIGHT + 9, top, self._name(course, WIDTH - RIGHT - 38), colour)
            self._text(WIDTH - 4, top, str(chips), colour, right=True)

    def _name(self, course: Course, room: int) -> str:
        return shorten(written(course.name, Form.NAME, self._texts), Font.TINY, room)


def _step(span: int) -> int:
    """The round number of chips between two lines of the grid.

    >>> [_step(span) for span in (6, 90, 130, 1100)]
    [1, 20, 50, 200]
    """
    scale = 1
    while True:
        for step in (1, 2, 5):
            if step * scale * STEPS >= span:
                return step * scale
        scale *= 10


def _spread(tops: Sequence[int], apart: int, high: int, low: int) -> list[int]:
    """Rows in rising order moved as little as need be to stand at least so far apart between `high` and `low`.

    >>> _spread([10, 12, 50], 11, 0, 100)
    [10, 21, 50]
    """
    placed: list[int] = []
    for top in tops:
        placed.append(max(top, placed[-1] + apart if placed else high))
    limit = low
    for number in range(len(placed) - 1, -1, -1):
        placed[number] = min(placed[number], limit)
        limit = placed[number] - apart
    return placed
