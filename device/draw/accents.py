"""Letters with an accent, squeezed where it would touch something above the line: capitals always, small letters where they must."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from device.draw.fonts import Font, load

LOWEST_BODY = 5
"""Rows that a letter needs to be read: three bars and what is between them."""
STRETCH = 3
"""So many rows alike say no more than one fewer: u and i can be lower than other small letters."""
LOWERED = 2
"""Rows that the accent of a small letter may come down from where the font has it."""


def accented(letter: str) -> bool:
    """Whether a letter has a mark above it.

    >>> [letter for letter in "ÉéEçÑØi" if accented(letter)]
    ['É', 'é', 'Ñ']
    """
    return any(unicodedata.combining(mark) == _ABOVE for mark in unicodedata.normalize("NFD", letter)[1:])


_ABOVE = 230
"""Unicode's number for marks that stand above their letter."""


def pieces(text: str, font: Font) -> list[tuple[int, str]]:
    """A text cut at its accented letters, each piece with its distance from the left edge in pixels.

    >>> pieces("Léo, Émile", Font.BODY)
    [(0, 'L'), (8, 'é'), (17, 'o, '), (31, 'É'), (38, 'mile')]
    """
    found, place = [], 0
    for special, letters in groupby(text, accented):
        for piece in list(letters) if special else ["".join(letters)]:
            found.append((round(load(font).getlength(text[:place])), piece))
            place += len(piece)
    return found


@dataclass(frozen=True)
class Form:
    """One way to draw an accented letter."""

    picture: Image.Image
    """Mode "1", as wide as the letter, from the first row of the accent to the last of the letter."""
    top: int
    """Rows from the top of the capitals down to the first of the picture; negative above them."""
    accent: int
    """Rows of the picture that the accent takes."""

    @cached_property
    def reach(self) -> Image.Image:
        """Where anything of the letter's ink would touch the accent, corners included: one pixel more all round."""
        alone = Image.new("L", (self.picture.width + 2, self.accent + 2))
        alone.paste(255, (1, 1), self.picture.crop((0, 0, self.picture.width, self.accent)))
        return alone.filter(ImageFilter.MaxFilter(3)).convert("1")

    def touches(self, picture: Image.Image, x: int, y: int, ink: int) -> bool:
        """Whether the accent would leave the picture or touch ink on it, with the letter's left edge at x and its capitals' top at y."""
        top = y + self.top
        if top < 0:
            return True
        around = picture.crop((x - 1, top - 1, x + 1 + self.picture.width, top + 1 + self.accent))
        if not ink:
            around = ImageChops.logical_xor(around, Image.new("1", around.size, 1))
        return ImageChops.logical_and(around, self.reach).getbbox() is not None


@cache
def forms(letter: str, font: Font) -> tuple[Form, ...]:
    """The ways to draw an accented letter, the best and highest first.

    A capital has one: no higher than the others, so that it is whole in the first row of the glass. A small letter is best as the
    font has it, and can be a row or two lower.
    """
    rows, top, accent = _drawn(letter, font)
    if letter.isupper():
        return (_squeezed(rows, top, accent, max(0, -top), capital=True),)
    return tuple(_squeezed(rows, top, accent, by, capital=False) for by in range(LOWERED + 1))


def fitting(ways: tuple[Form, ...], picture: Image.Image, x: int, y: int, ink: int) -> Form:
    """The first of several forms whose accent is whole and by itself there, or else the last."""
    return next((form for form in ways if not form.touches(picture, x, y, ink)), ways[-1])


def _drawn(letter: str, font: Font) -> tuple[list[Image.Image], int, int]:
    """The rows of a letter as the font has it, where the first is from the top of the capitals, and how many are the accent's."""
    _left, top, right, bottom = load(font).getbbox(letter, anchor="ls")
    high = round(-top)
    drawn = Image.new("1", (round(right), high + round(bottom)))
    ImageDraw.Draw(drawn).text((0, high), letter, font=load(font), fill=1, anchor="ls")
    rows = [drawn.crop((0, y, drawn.width, y + 1)) for y in range(drawn.height)]
    accent = next((y for y, row in enumerate(rows) if y and row.getbbox() is None), 2)
    return rows, font.cap_height - high, accent


def _squeezed(rows: list[Image.Image], top: int, accent: int, by: int, *, capital: bool) -> Form:
    """A letter so many rows less high, on the same line.

    The accent stays whole; the letter below it loses rows where it has several alike, and the gap between the two before the
    letter has too few to be read.
    """
    gap = rows[accent : accent + 1] if rows[accent].getbbox() is None else []
    body = rows[accent + len(gap) :]
    for _ in range(by):
        first, alike = _stretch([row.tobytes() for row in body])
        if gap and len(body) <= LOWEST_BODY and (capital or alike < STRETCH):
            gap = []
        else:
            del body[first]
    left = [*rows[:accent], *gap, *body]
    picture = Image.new("1", (rows[0].width, len(left)))
    for y, row in enumerate(left):
        picture.paste(row, (0, y))
    return Form(picture, top + by, accent)


def _stretch(rows: list[bytes]) -> tuple[int, int]:
    """The row that a letter can do without, and how many rows in a row are like it.

    It is the first of its longest stretch of rows alike, or else the one most like the next.
    """
    stretches = [len(list(alike)) for _, alike in groupby(rows)]
    longest = max(range(len(stretches)), key=lambda number: stretches[number])
    if stretches[longest] > 1:
        return sum(stretches[:longest]), stretches[longest]
    return min(range(1, len(rows) - 1), key=lambda y: _differences(rows[y], rows[y + 1])), 1


def _differences(one: bytes, other: bytes) -> int:
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
