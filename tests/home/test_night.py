"""The night: nothing is burnt into the glass, clocks that jump change nothing, and the idle box hardly wakes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from device.home.night import Night, Sleep, bedside_clock
from drivers.contract import Light

MIDNIGHT = datetime(2026, 1, 3, tzinfo=UTC)
MOST_LIT = 0.20
"""The largest share of thirty days that any pixel may be lit."""
THIRTY_DAYS = 30 * 24 * 60


def most_lit(pictures):
    """How often the most used pixel is lit: one binary counter for each pixel, counted side by side in long integers."""
    planes = [0] * 20
    for picture in pictures:
        carry = int.from_bytes(picture.tobytes(), "big")
        for place in range(len(planes)):
            planes[place], carry = planes[place] ^ carry, planes[place] & carry
            if not carry:
                break
    return max(sum((plane >> pixel & 1) << place for place, plane in enumerate(planes)) for pixel in range(128 * 64))


@pytest.mark.parametrize("sure", [True, False])
def test_over_thirty_days_no_pixel_of_the_bedside_clock_is_lit_too_long(sure):
    """Every minute of thirty days is drawn, and the most used pixel found."""
    minutes = (MIDNIGHT + timedelta(minutes=minute) for minute in range(THIRTY_DAYS))
    share = most_lit(bedside_clock(Night(), wall, sure=sure) for wall in minutes) / THIRTY_DAYS
    assert 0.01 < share < MOST_LIT


def test_it_stands_elsewhere_each_minute():
    """Two minutes with the same digits differ in place: 12:00 today and tomorrow."""
    noon = MIDNIGHT + timedelta(hours=12)
    assert bedside_clock(Night(), noon, sure=True) != bedside_clock(Night(), noon + timedelta(days=1), sure=True)


def test_an_unsure_time_wears_a_question_mark(golden):
    """Until the network has told the time, the clock says that it does not know."""
    wall = datetime(2026, 1, 3, 7, 45, tzinfo=UTC)
    sure, unsure = (bedside_clock(Night(), wall, sure=known) for known in (True, False))
    assert sure != unsure
    assert golden(name="sure") == sure
    assert golden(name="unsure") == unsure


def test_nothing_is_nothing():
    """A bedside that shows nothing has a dark glass, switched off, and no wake at all."""
    night = Night(bedside="nothing")
    assert bedside_clock(night, MIDNIGHT, sure=True).getbbox() is None
    sleep = Sleep(night, 0.0)
    assert sleep.light(301.0, MIDNIGHT) is Light.OFF
    assert sleep.next_wake(301.0, MIDNIGHT) is None


def test_a_wall_clock_that_jumps_neither_fires_nor_delays_anything():
    """Dimming and sleeping follow the monotonic clock, whatever year the wall clock says."""
    sleep = Sleep(Night(), 0.0)
    for wall in (MIDNIGHT, MIDNIGHT.replace(year=2030), MIDNIGHT.replace(year=1970)):
        assert sleep.next_wake(10.0, wall) == 60.0
        assert sleep.next_wake(61.0, wall) == 300.0
        assert not sleep.deep(299.0)
        assert sleep.deep(300.0)


def test_asleep_it_wakes_once_a_minute_for_the_time():
    """The next wake is the next full minute of the wall clock."""
    sleep = Sleep(Night(), 0.0)
    wall = MIDNIGHT + timedelta(seconds=42)
    assert sleep.next_wake(1000.0, wall) == pytest.approx(1018.0)


def test_a_glass_that_sleeps_before_it_would_dim_keeps_the_minute_too():
    """Whoever never wants it dimmed, and lets it sleep soon, still has a clock that goes."""
    sleep = Sleep(Night(dim_after=86400, sleep_after=300), 0.0)
    wall = MIDNIGHT + timedelta(seconds=42)
    assert sleep.next_wake(10.0, wall) == 300.0
    assert sleep.next_wake(1000.0, wall) == pytest.approx(1018.0)


@pytest.mark.parametrize(
    ("from_hour", "to_hour", "hour", "night"),
    [
        (23, 7, 23, True),
        (23, 7, 3, True),
        (23, 7, 7, False),
        (23, 7, 22, False),
        (1, 6, 0, False),
        (1, 6, 5, True),
        (5, 5, 5, False),
    ],
)
def test_night_hours_may_cross_midnight(from_hour, to_hour, hour, night):
    """From 23 to 7 is one night; the same hour twice is none."""
    assert Night(from_hour=from_hour, to_hour=to_hour).covers(MIDNIGHT.replace(hour=hour)) is night


def test_at_night_a_player_has_a_dim_glass_unless_they_want_it_bright():
    """`awake` decides."""
    wall = MIDNIGHT.replace(hour=2)
    assert Sleep(Night(), 0.0).light(1.0, wall) is Light.DIM
    assert Sleep(Night(awake="full"), 0.0).light(1.0, wall) is Light.FULL
