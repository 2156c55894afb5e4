"""The large digits: numbers that are read from across the room, hand drawn in three sizes, every digit equally wide."""

from __future__ import annotations

from enum import Enum

from PIL import Image

from device.draw.canvas import Align, Canvas
from device.draw.sprites import sprite

MARKS = "0123456789:-%"
"""What can be written, in the order of the frames in the sprite files."""


class Digits(Enum):
    """The sizes: sprite name, width of a digit, height, gap between marks, all in pixels."""

    SMALL = ("digits_small", 12, 20, 2)
    MEDIUM = ("digits_medium", 12, 24, 2)
    LARGE = ("digits_large", 22, 36, 3)

    def __init__(self, sheet: str, width: int, height: int, gap: int) -> None:
        self.sheet = sheet
        self.width = width
        self.height = height
        self.gap = gap


def number(
    canvas: Canvas, x: int, y: int, text: str, size: Digits = Digits.SMALL, *, align: Align = "left", ink: int = 1
) -> None:
    """Write a number; `y` is the top of the digits, `x` the left edge, centre or right edge (exclusive) of the whole.

    >>> canvas = Canvas()
    >>> number(canvas, 64, 14, "12:07", Digits.LARGE, align="centre")

    Raises:
        ValueError: `text` has a character that is not in `MARKS`.
    """
    if align != "left":
        spare = number_width(text, size)
        x -= spare if align == "right" else spare // 2
    for mark in text:
        picture = _mark(mark, size)
        canvas.stamp(x, y, picture, ink=ink)
        x += picture.width + size.gap


def number_width(text: str, size: Digits = Digits.SMALL) -> int:
    """How many pixels wide `number` writes `text`.

    >>> number_width("10"), number_width("-"), number_width("")
    (26, 8, 0)
    """
    return max(0, sum(_mark(mark, size).width + size.gap for mark in text) - size.gap)


def _mark(mark: str, size: Digits) -> Image.Image:
    if mark not in MARKS:
        raise ValueError(f"{mark!r} has no large picture; there are {' '.join(MARKS)}")
    return sprite(size.sheet)[MARKS.index(mark)]
