"""Capitals with an accent, squeezed so that the accent is inside the height of a capital and touches nothing above the line."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby

from PIL import Image, ImageDraw

from device.draw.fonts import Font, load

LOWEST_BODY = 5
"""Rows that a capital needs to be read: three bars and what is between them."""


def accented(letter: str) -> bool:
    """Whether a letter is a capital with a mark above it.

    >>> [letter for letter in "ÉéEÇÑØ" if accented(letter)]
    ['É', 'Ñ']
    """
    marks = unicodedata.normalize("NFD", letter)[1:]
    return letter.isupper() and any(unicodedata.combining(mark) == _ABOVE for mark in marks)


_ABOVE = 230
"""Unicode's number for marks that stand above their letter."""


def pieces(text: str, font: Font) -> list[tuple[int, str]]:
    """A text cut at its accented capitals, each piece with its distance from the left edge in pixels.

    >>> pieces("Cléo, Émile", Font.BODY)[1:]
    [(38, 'É'), (45, 'mile')]
    """
    found, place = [], 0
    for special, letters in groupby(text, accented):
        for piece in list(letters) if special else ["".join(letters)]:
            found.append((round(load(font).getlength(text[:place])), piece))
            place += len(piece)
    return found


@cache
def squeezed(letter: str, font: Font) -> Image.Image:
    """An accented capital no higher than the others, standing on the lowest row of the picture: mode "1".

    The accent stays whole; the letter below it loses rows where it has several alike, and the gap between the two if there
    would be too little left of it.
    """
    _left, top, right, bottom = load(font).getbbox(letter, anchor="ls")
    high = max(round(-top), font.cap_height)
    drawn = Image.new("1", (round(right), high + round(bottom)))
    ImageDraw.Draw(drawn).text((0, high), letter, font=load(font), fill=1, anchor="ls")
    rows = [drawn.crop((0, y, drawn.width, y + 1)) for y in range(drawn.height)]
    gap = next((y for y, row in enumerate(rows) if y and row.getbbox() is None), 1)
    accent, body = rows[: gap + 1], rows[gap + 1 :]
    surplus = len(rows) - font.cap_height
    if surplus > 0 and len(body) - surplus < LOWEST_BODY and accent[-1].getbbox() is None:
        accent, surplus = accent[:-1], surplus - 1
    for _ in range(surplus):
        del body[_spare([row.tobytes() for row in body])]
    picture = Image.new("1", (drawn.width, font.cap_height))
    for y, row in enumerate((*accent, *body)):
        picture.paste(row, (0, y))
    return picture


def _spare(rows: list[bytes]) -> int:
    """The row that a letter can do without: one of its longest stretch of rows alike, or else the one most like the next."""
    stretches = [len(list(alike)) for _, alike in groupby(rows)]
    longest = max(range(len(stretches)), key=lambda number: stretches[number])
    if stretches[longest] > 1:
        return sum(stretches[:longest])
    return min(range(1, len(rows) - 1), key=lambda y: _differences(rows[y], rows[y + 1]))


def _differences(one: bytes, other: bytes) -> int:
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
