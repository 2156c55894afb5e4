"""The letters: each font is drawn as its maker drew it, whatever version of FreeType draws it."""

from __future__ import annotations

import pytest

from device.draw.canvas import Canvas
from device.draw.fonts import Font

ACUTE = {Font.TINY: 2, Font.SMALL: 2, Font.BODY: 2, Font.BOLD: 2, Font.LARGE: 2}
"""Rows of the accent of é in each font."""


def rows(text: str, font: Font) -> list[bool]:
    """Which rows of a letter have a lit pixel, from its first to its last."""
    canvas = Canvas()
    canvas.text(10, 20, text, font)
    left, top, right, bottom = canvas.image.getbbox()
    return [any(canvas.image.getpixel((x, y)) for x in range(left, right)) for y in range(top, bottom)]


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("letter", "éèêàâîïôùûç")
def test_an_accent_is_in_one_piece(font, letter):
    """Between the first lit row and the last there is one gap at most: that between accent and letter."""
    lit = rows(letter, font)
    pieces = "".join("#" if row else " " for row in lit).split()
    assert len(pieces) <= 2, lit


@pytest.mark.parametrize("font", Font)
def test_an_acute_accent_leans_over_two_rows_that_touch(font):
    """The newest FreeType's own idea of accents makes two separate dots of it."""
    lit = rows("é", font)
    assert lit[: ACUTE[font]] == [True] * ACUTE[font]
