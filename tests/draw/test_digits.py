"""The large digits: every mark is there, equally high, and numbers are as wide as they say."""

import pytest

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import MARKS, Digits, number, number_width
from device.draw.sprites import sprite


@pytest.mark.parametrize("size", Digits)
def test_every_mark_is_drawn_at_the_height_and_digits_at_the_width_of_their_size(size):
    """A clock must not jump sideways from 11:11 to 12:00."""
    frames = sprite(size.sheet)
    assert len(frames) == len(MARKS)
    assert {frame.height for frame in frames} == {size.height}
    assert {frame.width for frame in frames[:10]} == {size.width}


@pytest.mark.parametrize("size", Digits)
def test_no_two_marks_look_alike(size):
    """Any two digits differ in many pixels, so that none is taken for another from afar."""
    digits = [frame.convert("L").tobytes() for frame in sprite(size.sheet)[:10]]
    for number_, one in enumerate(digits):
        for other in digits[:number_]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) >= 12


@pytest.mark.parametrize("size", Digits)
@pytest.mark.parametrize("text", ["0", "8", "10", "88", "7:07"])
def test_a_number_fills_exactly_the_width_it_says(size, text):
    """Left, centre and right alignment put the same picture where it was asked for."""
    spare = number_width(text, size)
    for align, left in (("left", 9), ("right", 9), ("centre", 9)):
        canvas = Canvas()
        at = {"left": left, "right": left + spare, "centre": left + spare // 2}[align]
        number(canvas, at, 5, text, size, align=align)
        lit = canvas.image.getbbox()
        assert lit is not None
        assert left <= lit[0] <= left + 4
        assert left + spare - 6 <= lit[2] <= left + spare
        assert (lit[1], lit[3]) == (5, 5 + size.height)


def test_a_clock_in_large_digits_fits_the_glass():
    """Ten past ten, the widest need, leaves a margin on both sides."""
    assert number_width("10:10", Digits.LARGE) <= WIDTH - 8
    assert Digits.LARGE.height < HEIGHT - 9


def test_an_unknown_character_is_named():
    """A wrong text is a programmer's mistake and says which character."""
    with pytest.raises(ValueError, match="'A' has no large picture"):
        number(Canvas(), 0, 0, "1A")


def test_the_digits_as_they_look(golden):
    """Both sizes as pictures."""
    for texts, size in ((("01234567", "89:-%"), Digits.SMALL), (("0123", "4567", "89:-%"), Digits.LARGE)):
        for text in texts:
            canvas = Canvas()
            number(canvas, 0, 4, text, size)
            assert golden == canvas.image


def test_inverting_a_picture_twice_gives_it_back():
    """The mark of what is chosen works on stamped, written and drawn pixels alike."""
    canvas = Canvas()
    number(canvas, 0, 0, "8")
    canvas.text(40, 0, "8")
    canvas.box(60, 0, 8, 8)
    plain = canvas.image.copy()
    canvas.invert(0, 0, WIDTH, HEIGHT)
    assert canvas.image.convert("L").histogram()[255] == WIDTH * HEIGHT - plain.convert("L").histogram()[255]
    canvas.invert(0, 0, WIDTH, HEIGHT)
    assert canvas.image == plain
