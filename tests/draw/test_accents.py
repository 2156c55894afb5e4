"""Accents on small letters: whole, clear of what is above them, and told from one another wherever they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from device.draw.accents import LOWERED, accented, forms
from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font, load
from device.texts import SHOWABLE
from tests.penmanship import accent, touching

SMALL = "".join(sorted(letter for letter in SHOWABLE if accented(letter) and letter.islower()))
FRENCH = "àâèéêëîïôùûü"


def written(canvas, *place, **more):
    """The points that a text adds to a canvas."""
    before = canvas.image.copy()
    canvas.text(*place, **more)
    return ImageChops.logical_xor(before, canvas.image)


def as_the_font_has_it(letter, font):
    picture = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(picture).text((10, 20 + font.cap_height), letter, font=load(font), fill=1, anchor="ls")
    return picture


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("letter", SMALL)
def test_where_there_is_room_a_letter_is_as_its_maker_drew_it(letter, font):
    """Nothing comes down that need not."""
    assert written(Canvas(), 10, 20, letter, font).tobytes() == as_the_font_has_it(letter, font).tobytes()


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("letter", SMALL)
def test_in_the_first_row_of_the_glass_an_accent_is_whole(letter, font):
    """As many points as lower down, in as many rows."""
    high, low = (
        accent(written(Canvas(), 10, top, letter, font), range(10, 30), top - 3)
        for top in (0, forms(letter, font)[0].accent + 20)
    )
    assert {x for x, _y in high} == {x for x, _y in low}
    assert len({y for _x, y in high}) == len({y for _x, y in low})


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("lowered", range(LOWERED + 1))
def test_letters_that_differ_by_their_accent_look_different(font, lowered):
    """However far the accents are down: an acute is no grave, a circumflex no diaeresis. (å is as â in the tiniest font itself.)"""
    pictures = {
        (form.picture.size, form.picture.tobytes(), form.top)
        for form in (forms(letter, font)[lowered] for letter in SMALL)
    }
    assert len(pictures) == len(SMALL) - (font is Font.TINY) == 26 - (font is Font.TINY)


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("letter", SMALL)
def test_a_letter_that_makes_way_stands_on_the_line_and_keeps_its_foot(letter, font):
    """Only what is above changes: the last row of all its forms is the same, in the same place."""
    first, *lower = forms(letter, font)
    for by, form in enumerate(lower, start=1):
        assert form.top == first.top + by
        assert form.top + form.picture.height == first.top + first.picture.height
        assert foot(form.picture) == foot(first.picture)


def foot(picture):
    return picture.crop((0, picture.height - 1, picture.width, picture.height)).tobytes()


LINE = st.text(alphabet=sorted(SHOWABLE - set("çÇ")), min_size=8, max_size=24)
"""Only a cedilla hangs two rows down, into the line below, and may be touched there."""


@given(above=LINE, below=st.text(alphabet=FRENCH + "adeglpt ", min_size=4, max_size=24), shift=st.integers(0, 5))
def test_in_text_of_tiny_letters_no_accent_touches_the_line_above(above, below, shift):
    """Whatever is above, eight pixels from one line to the next, as in the rules."""
    canvas = Canvas()
    canvas.text(0, 10, above, Font.TINY)
    line, x = canvas.image.copy(), shift
    new = written(canvas, shift, 18, below, Font.TINY)
    for letter in below:
        right = x + round(load(Font.TINY).getlength(letter))
        if accented(letter) and right <= WIDTH:
            points = accent(new, range(x, right), 15)
            assert points
            assert not touching(line, points, 1), letter
        x = right


@pytest.mark.parametrize("letter", FRENCH)
def test_on_a_lit_key_no_accent_runs_into_the_dark_above_it(letter):
    """Black on white the dark beside the key is what must not be touched."""
    canvas = Canvas()
    canvas.box(0, 55, 31, 9, fill=True)
    key = canvas.image.copy()
    new = written(canvas, 10, 56, letter, Font.TINY, ink=0)
    assert not touching(key, accent(new, range(10, 20), 50), 0)


@pytest.mark.parametrize("font", Font)
def test_heavy_writing_is_the_same_writing_twice_a_pixel_apart(font):
    """Also where an accent makes way for something."""
    for top in (0, 20):
        once, heavy = Canvas(), Canvas()
        once.text(10, top, "île Zoé", font)
        heavy.text(10, top, "île Zoé", font, heavy=True)
        both = ImageChops.logical_or(once.image, ImageChops.offset(once.image, 1, 0))
        assert heavy.image.tobytes() == both.tobytes()


def test_the_letters_of_a_line_do_not_make_way_for_each_other():
    """Only what was there before counts: 'dé' is d and é."""
    canvas, one_by_one = Canvas(), Canvas()
    canvas.text(0, 20, "fîdéêëlà", Font.TINY)
    x = 0
    for letter in "fîdéêëlà":
        alone = Canvas()
        alone.text(x, 20, letter, Font.TINY)
        one_by_one.stamp(0, 0, alone.image)
        x += round(load(Font.TINY).getlength(letter))
    assert canvas.image.tobytes() == one_by_one.image.tobytes()
