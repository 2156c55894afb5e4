"""What the screens of a race share: the suit marks in their sizes, columns above the buttons, names of players."""

from __future__ import annotations

from gettext import NullTranslations

from PIL import Image

from device.cards import Suit
from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import MARKS, Digits, number, number_width
from device.draw.fonts import Font, width
from device.draw.parts import CELL
from device.draw.sprites import sprite
from device.games.horse_race.course import SUITS
from device.games.horse_race.table import Player


def suit_mark(suit: Suit | None, size: int) -> Image.Image:
    """The suit's mark of 9, 11, 13 or 24 pixels; None is the joker's (9 only)."""
    if suit is None:
        return sprite(f"joker_{size}")[0]
    return sprite(f"suit_{size}")[SUITS.index(suit)]


def centre(column: int) -> int:
    """The middle of the column above a suit button."""
    return column * CELL + CELL // 2


def stamp_centred(canvas: Canvas, x: int, y: int, picture: Image.Image, *, ink: int = 1) -> None:
    """Stamp a sprite with its middle at x."""
    canvas.stamp(x - picture.width // 2, y, picture, ink=ink)


def large_number(canvas: Canvas, x: int, y: int, text: str, size: Digits = Digits.SMALL) -> None:
    """Write a number, centred in a column, in digits of this size if they fit and else in the largest letters that do; as
    many rows from `y` as the digits have.
    """
    wide = CELL - 2
    if set(text) <= set(MARKS) and number_width(text, size) <= wide:
        number(canvas, x, y, text, size, align="centre")
    else:
        font = fitting(text, wide, Font.LARGE, Font.BODY, Font.SMALL)
        canvas.text(x, y + (size.height - font.cap_height) // 2, text, font, align="centre")


def legend(canvas: Canvas, y: int, words: str) -> None:
    """What the figures in the feet of the columns are, in a gap of the line above them."""
    wide = width(words, Font.TINY)
    left = (WIDTH - wide) // 2
    canvas.dots(0, y + 4, left - 3, every=3)
    canvas.dots(left + wide + 3, y + 4, WIDTH, every=3)
    canvas.text(left, y, words, Font.TINY)


def signed_number(canvas: Canvas, right: int, y: int, text: str, size: Digits) -> int:
    """Write chips to hand over, `+30` or `–10`, up to the column `right`; returns where they begin."""
    figures = text.lstrip("+").replace("–", "-")
    left = right - number_width(figures, size)
    number(canvas, left, y, figures, size)
    if figures == text or text.startswith("–"):
        return left
    middle = y + size.height // 2
    canvas.box(left - 11, middle - 1, 9, 3, fill=True)
    canvas.box(left - 8, middle - 4, 3, 9, fill=True)
    return left - 11


def fitting(text: str, wide: int, *fonts: Font) -> Font:
    """The first of the fonts in which the text is at most `wide` pixels wide, else the last."""
    return next((font for font in fonts if width(text, font) <= wide), fonts[-1])


def player_name(texts: NullTranslations, player: Player) -> str:
    """What a player is called: the name, else the number."""
    return player.name or texts.gettext("P%(number)d") % {"number": player.number}


def short(text: str, font: Font, wide: int) -> str:
    """The text, cut with an ellipsis if it is wider than that."""
    if width(text, font) <= wide:
        return text
    cut = next(end for end in range(len(text), 0, -1) if end == 1 or width(text[:end] + "…", font) <= wide)
    return text[:cut] + "…"


def percent(chance: float) -> str:
    """A chance in whole percent; what is possible is never 0, what is open never 100.

    >>> [percent(chance) for chance in (0.0, 0.001, 0.38, 0.999)]
    ['0', '<1', '38', '99']
    """
    if 0 < chance < 0.005:
        return "<1"
    return str(min(99, round(chance * 100))) if chance < 1 else "100"
