"""Headlines: as large as fits, never over the edge, and cut short only when nothing else helps."""

import pytest

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font, width
from device.draw.headline import headline, shorten


@pytest.mark.parametrize("align", ["left", "centre", "right"])
@pytest.mark.parametrize("text", ["A1", "Jo", "Bartholomew", "Écho", "Thunderbirds of the North"])
def test_a_headline_stays_within_the_width_of_its_box(text, align):
    """Whatever the name and the side it leans to."""
    canvas = Canvas()
    headline(canvas, (20, 20, 74, 24), text, align=align)
    left, _top, right, _bottom = canvas.image.getbbox()
    assert 20 <= left < right <= 94


def test_a_short_name_is_written_larger_than_a_long_one():
    """Two letters are doubled, eleven are not."""
    heights = []
    for text in ("HI", "HIHIHIHIHIH"):
        canvas = Canvas()
        headline(canvas, (0, 0, WIDTH, HEIGHT), text)
        box = canvas.image.getbbox()
        heights.append(box[3] - box[1])
    assert heights[0] == 2 * heights[1]


def test_a_shortened_text_fits_and_a_fitting_one_is_left_alone():
    """The mark of omission is part of the width."""
    assert shorten("Jo", Font.TINY, 31) == "Jo"
    for wide in range(8, 60):
        assert width(shorten("Mississippi", Font.TINY, wide), Font.TINY) <= wide
