"""The bitmap fonts: Galmuri, subset to the characters that Meneur's texts use, each at the one size it was drawn for."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont

MEASURED = 4096
"""How many texts are remembered with their width: many more than all screens of an evening have."""


class Font(Enum):
    """The typefaces by use: file name, size in pixels, height of a capital letter, distance of lines.

    A text is placed by the top of its capitals, and nothing reaches above `y` but the accent of a small letter, by one row in
    TINY (and the ring of å elsewhere), where there is room for it; see `device.draw.accents`.
    """

    TINY = ("Galmuri7.ttf", 8, 7, 8)
    SMALL = ("Galmuri9.ttf", 10, 9, 11)
    BODY = ("Galmuri11.ttf", 12, 11, 13)
    BOLD = ("Galmuri11-Bold.ttf", 12, 11, 13)
    LARGE = ("Galmuri14.ttf", 15, 14, 17)

    def __init__(self, file: str, size: int, cap_height: int, line_height: int) -> None:
        self.file = file
        self.size = size
        self.cap_height = cap_height
        self.line_height = line_height


@cache
def load(font: Font) -> ImageFont.FreeTypeFont:
    """The Pillow font; read once."""
    with as_file(files("device.draw") / "assets" / "fonts" / font.file) as path:
        return ImageFont.truetype(str(path), font.size)


@lru_cache(MEASURED)
def width(text: str, font: Font) -> int:
    """How many pixels wide `text` is, without the empty column behind the last letter."""
    return max(0, round(load(font).getlength(text)) - 1)
