"""Tunes: read from RTTTL, played in time, cut short by the next, silent when asked."""

from contextlib import suppress

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from drivers.buzzer import GAP_SECONDS, Buzzer
from drivers.chores import VirtualClock
from drivers.contract import Adjustment
from drivers.rtttl import Note, parse
from drivers.simulator.box import Box
from drivers.wiring import Wiring


@pytest.fixture
def box():
    box = Box(virtual=True)
    yield box
    box.close()


def test_a_tune_is_read_note_by_note():
    """Length, dot, sharp and octave, with the defaults where they are missing; a4 is 440 Hz."""
    assert parse("x:d=4,o=4,b=120:a,8a#5,p,2c.6") == (
        Note(440.0, 0.5),
        Note(932.33, 0.25),
        Note(None, 0.5),
        Note(1046.5, 1.5),
    )


def test_defaults_are_those_of_the_format():
    """A quarter, octave six, 63 beats a minute."""
    assert parse("x::a") == (Note(1760.0, pytest.approx(60 / 63)),)


def test_silence_is_no_note():
    """The empty string stops what is playing."""
    assert parse("") == ()


@pytest.mark.parametrize(
    ("tune", "says"),
    [
        ("c,d,e", "two colons"),
        ("x:d=4:c,q", "'q' is not a note"),
        ("x:d=4:3c", "'3c' is not a note"),
        ("x:l=4:c", "'l=4'"),
        ("x:d=5:c", "needs d of"),
        ("x:o=9:c", "o from 4 to 8"),
        ("x:b=0:c", "b from 5"),
    ],
)
def test_what_cannot_be_read_is_named(tune, says):
    """The message shows the part that is wrong."""
    with pytest.raises(ValueError, match=says):
        parse(tune)


@given(st.text(max_size=30))
def test_any_text_is_a_tune_or_a_value_error(text):
    """No other exception, whatever is in the settings."""
    with suppress(ValueError):
        assert all(note.seconds > 0 for note in parse(text))


@given(st.lists(st.tuples(st.sampled_from("cdefgab"), st.booleans(), st.integers(4, 8)), min_size=1, max_size=5))
def test_every_note_is_within_the_buzzers_range(notes):
    """Whatever RTTTL can ask for is played."""
    box = Box(virtual=True)
    box.board.play(
        "x:d=32,o=5,b=900:" + ",".join(f"{name}{'#' if sharp else ''}{octave}" for name, sharp, octave in notes)
    )
    assert box.tone() is not None
    box.advance(5.0)
    assert box.tone() is None
    box.close()


def heard(box, seconds, step=0.01):
    """What sounds, step by step, without repeats."""
    sounds = []
    for _ in range(round(seconds / step)):
        if not sounds or sounds[-1] != box.tone():
            sounds.append(box.tone())
        box.advance(step)
    return sounds


def test_a_tune_plays_in_time(box):
    """Two quarters at 120: half a second each, with a small gap between, then silence."""
    box.board.play("x:d=4,o=5,b=120:a,a")
    box.advance(0.5 - GAP_SECONDS - 0.001)
    assert box.tone() == 880.0
    box.advance(0.002)
    assert box.tone() is None
    box.advance(GAP_SECONDS)
    assert box.tone() == 880.0
    box.advance(0.5)
    assert box.tone() is None


def test_the_next_tune_cuts_the_first_short(box):
    """Only the newest counts, from its own start."""
    box.board.play("x:d=1,o=5,b=60:a,b,c")
    box.advance(0.3)
    box.board.play("y:d=4,o=5,b=120:c")
    assert heard(box, 10.0) == [523.25, None]


def test_an_empty_tune_is_silence_at_once(box):
    """Cut in the middle of a note."""
    box.board.play("x:d=1,o=5,b=60:a")
    box.advance(0.3)
    box.board.play("")
    assert heard(box, 5.0) == [None]


def test_a_bad_tune_is_refused_and_the_good_one_goes_on(box):
    """The mistake is the caller's to hear of; the buzzer does not mind."""
    box.board.play("x:d=4,o=5,b=120:a")
    with pytest.raises(ValueError, match="two colons"):
        box.board.play("nonsense")
    assert box.tone() == 880.0


def test_silent_is_silent():
    """At volume 0 no pulse leaves the pin."""
    box = Box(Wiring(volume=0), virtual=True)
    box.board.play("x:d=4,o=5,b=120:a,b,c")
    assert heard(box, 2.0) == [None]
    box.close()


def test_volume_narrows_the_pulses():
    """A square wave is loudest; half the volume is an eighth of the period high."""
    duties = []
    for volume in (100, 50, 10):
        box = Box(Wiring(volume=volume), virtual=True)
        box.board.play("x:d=1,o=5,b=60:a")
        duties.append(box.pins.pin(13).state)
        box.close()
    assert duties == [0.5, 0.125, pytest.approx(0.005)]


def test_the_volume_changes_while_a_tune_plays():
    """From the next note on: softer, silent, and back again."""
    box = Box(Wiring(volume=100), virtual=True)
    box.board.play("x:d=1,o=5,b=60:a,a,a,a")
    duties = []
    for volume in (100, 50, 0, 100):
        box.board.adjust(Adjustment(contrast=207, volume=volume))
        duties.append(box.pins.pin(13).state)
        box.advance(4.0)
    assert duties == [0.5, 0.5, 0.125, 0]
    box.close()


def test_closing_ends_the_note(box):
    """No tone outlives the process."""
    box.board.play("x:d=1,o=5,b=30:a")
    box.close()
    assert box.tone() is None


def test_of_tunes_asked_for_at_once_only_the_newest_is_played():
    """Two presses before the buzzer's thread has its turn: the first one's tune is not played after the second's."""
    clock = VirtualClock()
    buzzer = Buzzer(12, MockFactory(revision="a02082", pin_class=MockPWMPin), clock, volume=100)
    buzzer.play("x:d=4,o=5,b=60:c")
    buzzer.play("x:d=4,o=5,b=60:e")
    buzzer.work(0.0)
    assert buzzer.due() > 0.5
    assert buzzer._device.tone.frequency == pytest.approx(parse("x:d=4,o=5,b=60:e")[0].hertz)


def test_a_closed_buzzer_has_nothing_left_to_do():
    """In the middle of a tune: no note of it is due any more."""
    clock = VirtualClock()
    buzzer = Buzzer(12, MockFactory(revision="a02082", pin_class=MockPWMPin), clock, volume=100)
    buzzer.play("x:d=4,o=5,b=60:c,e,g")
    buzzer.work(0.0)
    buzzer.close()
    assert buzzer.due() is None
