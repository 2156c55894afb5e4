"""The letters: each font is drawn as its maker drew it, whatever version of FreeType draws it."""

from __future__ import annotations

import pytest

from device.draw.accents import accented, forms
from device.draw.canvas import Canvas
from device.draw.fonts import MEASURED, Font, load, width
from device.texts import SHOWABLE

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


ACCENTED = "".join(sorted(letter for letter in SHOWABLE if accented(letter)))
CAPITALS, SMALL = ("".join(filter(kind, ACCENTED)) for kind in (str.isupper, str.islower))


def lit_rows(text: str, font: Font) -> tuple[int, int]:
    """The first lit row and the one below the last, when the text is written with its capitals from row 20 on."""
    canvas = Canvas()
    canvas.text(10, 20, text, font)
    _left, top, _right, bottom = canvas.image.getbbox()
    return top, bottom


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("letter", CAPITALS)
def test_a_capital_with_its_accent_is_as_high_as_one_without(font, letter):
    """So it is whole in the first row of the glass, and touches nothing above it in a list."""
    assert lit_rows(letter, font) == (20, 20 + font.cap_height) == lit_rows("E", font)


@pytest.mark.parametrize("font", Font)
def test_capitals_that_differ_by_their_accent_look_different(font):
    """Squeezing them leaves each its own shape."""
    pictures = {forms(letter, font)[0].picture.tobytes() for letter in CAPITALS}
    assert len(pictures) == len(CAPITALS) == 25


@pytest.mark.parametrize("font", Font)
def test_an_accented_capital_moves_no_letter_beside_it(font):
    """The letters after Émile's first stand where they stand after an E of the same width."""
    with_accent, without = Canvas(), Canvas()
    with_accent.text(0, 20, "Émile", font)
    without.text(0, 20, "Emile", font)
    start = round(load(font).getlength("E"))
    rest = (start, 0, 128, 64)
    assert round(load(font).getlength("É")) == start
    assert with_accent.image.crop(rest).tobytes() == without.image.crop(rest).tobytes()


@pytest.mark.parametrize("font", Font)
def test_a_text_is_cut_at_its_capitals_without_moving_its_letters(font):
    """Pieces written one after the other are the text written at once."""
    at_once, cut = Canvas(), Canvas()
    at_once.text(0, 20, "Wilhelmina Zo", font)
    cut.text(0, 20, "Wilhelmina", font)
    cut.text(round(load(font).getlength("Wilhelmina ")), 20, "Zo", font)
    assert at_once.image.tobytes() == cut.image.tobytes()


def test_an_accented_capital_can_be_written_in_black():
    """On a lit soft key, say."""
    canvas = Canvas()
    canvas.box(0, 0, 128, 64, fill=True)
    canvas.text(10, 20, "É", Font.BODY, ink=0)
    assert canvas.image.getpixel((11, 30)) == 0


def test_the_widths_that_are_remembered_do_not_grow_with_the_years():
    """Figures, names and dates never end; the texts of an evening are few."""
    for number in range(MEASURED + 100):
        width(f"{number} chips", Font.TINY)
    assert width.cache_info().currsize <= MEASURED
