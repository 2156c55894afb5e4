"""Words as large as the room allows: a name or a call in the biggest letters that fit a box, doubled where they can be."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import Align, Canvas
from device.draw.fonts import Font, width

SIZES = ((Font.LARGE, 2), (Font.BOLD, 2), (Font.LARGE, 1), (Font.BODY, 1), (Font.SMALL, 1), (Font.TINY, 1))
"""What is tried in turn: a font, and how many pixels wide and high each of its pixels becomes."""


def headline(canvas: Canvas, box: tuple[int, int, int, int], text: str, *, align: Align = "left", ink: int = 1) -> None:
    """Write one line as large as fits in a box (left, top, width, height), centred in its height.

    A text too long even for the smallest letters is cut short.
    """
    left, top, wide, high = box
    for font, scale in SIZES:
        if width(text, font) * scale <= wide and font.cap_height * scale <= high:
            break
    else:
        text = shorten(text, font, wide)
    spare = wide - width(text, font) * scale
    x = left + {"left": 0, "centre": spare // 2, "right": spare}[align]
    y = top + (high - font.cap_height * scale) // 2
    if scale == 1:
        canvas.text(x, y, text, font, ink=ink)
    else:
        canvas.stamp(x, y - _ABOVE * scale, _lettering(text, font, scale), ink=ink)


def shorten(text: str, font: Font, wide: int) -> str:
    """The text, or as much of it as fits in `wide` pixels with … at its end.

    >>> shorten("Mississippi", Font.TINY, 31)
    'Missi…'
    """
    if width(text, font) <= wide:
        return text
    while text and width(text + "…", font) > wide:
        text = text[:-1].rstrip()
    return text + "…"


_ABOVE = 1
"""Rows kept free for what small letters have above the capitals: the ring of å."""


def _lettering(text: str, font: Font, scale: int) -> Image.Image:
    canvas = Canvas()
    canvas.text(0, _ABOVE, text, font)
    size = (max(1, min(128, width(text, font) + 2)), min(64, _ABOVE + font.line_height + 2))
    picture = canvas.image.crop((0, 0, *size))
    return picture.resize((size[0] * scale, size[1] * scale), Image.Resampling.NEAREST)
