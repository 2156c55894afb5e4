"""Pictures that unfold: every step is a small change for the panel, and in the end the new picture stands."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from device.draw.canvas import HEIGHT, WIDTH
from device.draw.unfold import WHOLE, around, towards, unfold
from tests.wire import LIMIT, Panel


@st.composite
def pictures(draw):
    """A dark or a lit glass with some boxes, or noise."""
    if draw(st.integers(0, 5)) == 0:
        return Image.frombytes("1", (WIDTH, HEIGHT), draw(st.binary(min_size=1024, max_size=1024)))
    picture = Image.new("1", (WIDTH, HEIGHT), draw(st.integers(0, 1)))
    for _ in range(draw(st.integers(0, 8))):
        left, top = draw(st.integers(0, 127)), draw(st.integers(0, 63))
        box = (left, top, left + draw(st.integers(0, 60)), top + draw(st.integers(0, 40)))
        ImageDraw.Draw(picture).rectangle(box, fill=draw(st.integers(0, 1)))
    return picture


FIRST = st.sampled_from([WHOLE, (0, 8, 75, 24), (0, 0, 96, 16), (40, 24, 30, 40)])


@given(old=pictures(), new=pictures(), first=FIRST)
@settings(max_examples=60)
def test_every_step_is_on_the_glass_in_five_milliseconds(old, new, first):
    """Whatever turns into whatever, on both kinds of panel; and a dozen steps are enough for any of them."""
    for kind in ("ssd1306", "sh1106"):
        panel = Panel(kind)
        panel.show(old)
        shown = [unfold(old, new, step, first) for step in range(12)]
        assert max(panel.show(picture) for picture in shown) <= LIMIT
        assert shown[-1].tobytes() == new.tobytes()


@given(
    old=pictures(), wishes=st.lists(st.tuples(pictures(), st.integers(1, 4)), max_size=4), new=pictures(), first=FIRST
)
@settings(max_examples=60)
def test_whatever_is_wanted_in_between_each_step_is_as_cheap(old, wishes, new, first):
    """Pictures follow each other before they are whole, as presses do; the last one is there in a dozen steps."""
    shown = [old]
    for picture, steps in (*wishes, (new, 12)):
        for _ in range(steps):
            shown.append(towards(shown[-1], picture, first))
    assert shown[-1].tobytes() == new.tobytes()
    for kind in ("ssd1306", "sh1106"):
        panel = Panel(kind)
        panel.show(old)
        assert max(panel.show(picture) for picture in shown) <= LIMIT


@given(left=st.integers(0, 100), top=st.integers(0, 50), wide=st.integers(1, 28), high=st.integers(1, 14))
def test_a_box_around_pixels_has_whole_pages_and_no_page_too_many(left, top, wide, high):
    """Less than a page above, less than a page below."""
    x, above, width, tall = around(left, top, wide, high)
    assert (x, width) == (left, wide)
    assert above % 8 == tall % 8 == 0
    assert 0 <= top - above < 8
    assert 0 <= above + tall - top - high < 8


@given(old=pictures(), new=pictures(), step=st.integers(0, 8), first=FIRST)
def test_a_picture_on_its_way_has_each_pixel_of_the_one_or_the_other(old, new, step, first):
    """Nothing is drawn that is in neither, and what has come stays."""
    was, becomes = (int.from_bytes(picture.tobytes(), "big") for picture in (old, new))
    between, later = (int.from_bytes(unfold(old, new, steps, first).tobytes(), "big") for steps in (step, step + 1))
    assert not (between ^ was) & (between ^ becomes)
    assert not (later ^ was) & (later ^ becomes)
    assert not (later ^ becomes) & ~(between ^ becomes)


def test_what_is_to_be_read_first_comes_first():
    """The box is whole before anything else has changed."""
    dark, lit = Image.new("1", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, HEIGHT), 1)
    assert unfold(dark, lit, 0, (40, 16, 60, 24)).getbbox() == (40, 16, 100, 40)


def test_a_flash_is_whole_at_once():
    """The panel swaps light and dark in one command, and the little that is otherwise goes with it."""
    old, new = Image.new("1", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, HEIGHT), 1)
    ImageDraw.Draw(new).rectangle((20, 16, 59, 39), fill=0)
    assert towards(old, new).tobytes() == new.tobytes()


def test_a_small_change_is_whole_at_once():
    """No step more than it takes."""
    old, new = Image.new("1", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(new).rectangle((20, 16, 79, 39), fill=1)
    assert unfold(old, new, 0).tobytes() == new.tobytes()
