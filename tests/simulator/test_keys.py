"""A terminal's keys as fingers: which, how long, and never more than were meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.contract import HOLD_SECONDS, Button
from drivers.simulator.keys import GAP_SECONDS, KEYS, PATIENCE, TAP_SECONDS, Command, Schedule, Tap, split_keys


def test_every_button_can_be_tapped_and_held():
    """None is out of reach."""
    taps = {key for key in KEYS.values() if isinstance(key, Tap)}
    assert taps == {Tap(button, held) for button in Button for held in (False, True)}


@pytest.mark.parametrize(
    ("typed", "keys", "rest"),
    [
        ("1o\x7f", ["1", "o", "\x7f"], ""),
        ("\x1b[A", ["\x1b[A"], ""),
        ("\x1b[1;2C4", ["\x1b[1;2C", "4"], ""),
        ("\x1bOP", ["\x1bOP"], ""),
        ("\x1b", [], "\x1b"),
        ("1\x1b[", ["1"], "\x1b["),
        ("\x1b\x1b", ["\x1b"], "\x1b"),
        ("♠é", ["♠", "é"], ""),
    ],
)
def test_an_arrow_is_one_key(typed, keys, rest):
    """Escape may be the beginning of a longer key; while it may be, it waits."""
    assert split_keys(typed, complete=False) == (keys, rest)


@given(st.text(alphabet="\x1b[O1;A~so", max_size=12), st.integers(0, 12))
def test_nothing_typed_is_lost_or_doubled(typed, cut):
    """Whatever the pieces in which it arrives."""
    first, rest = split_keys(typed[:cut], complete=False)
    second, rest = split_keys(rest + typed[cut:], complete=True)
    assert rest == ""
    assert "".join(first + second) == typed


def test_a_lone_escape_is_home():
    """Once nothing follows it."""
    keys, rest = split_keys("\x1b", complete=True)
    assert (KEYS[keys[0]], rest) == (Tap(Button.HOME), "")


def test_a_tap_goes_down_and_up():
    """With time in between."""
    schedule = Schedule()
    assert schedule.add(Tap(Button.OK), 10.0)
    assert schedule.take(10.0) == [(Button.OK, True)]
    assert schedule.take(10.0 + TAP_SECONDS / 2) == []
    assert schedule.next() == 10.0 + TAP_SECONDS
    assert schedule.take(schedule.next()) == [(Button.OK, False)]
    assert schedule.next() is None


@pytest.mark.parametrize("button", Button)
def test_a_hold_outlasts_its_threshold(button):
    """HOME's is the longest."""
    schedule = Schedule()
    schedule.add(Tap(button, held=True), 0.0)
    schedule.take(0.0)
    assert schedule.next() > HOLD_SECONDS[button]


def test_two_taps_of_one_button_are_two():
    """It comes up in between, for long enough to be seen."""
    schedule = Schedule()
    schedule.add(Tap(Button.CLUB), 0.0)
    schedule.add(Tap(Button.CLUB), 0.01)
    assert schedule.take(5.0) == [(Button.CLUB, True), (Button.CLUB, False)] * 2
    assert GAP_SECONDS > 0


def test_two_buttons_go_their_own_ways():
    """A hold of one leaves the other free."""
    schedule = Schedule()
    schedule.add(Tap(Button.HOME, held=True), 0.0)
    schedule.add(Tap(Button.OK), 0.1)
    assert schedule.take(1.0) == [(Button.HOME, True), (Button.OK, True), (Button.OK, False)]


def test_a_key_that_repeats_stops_with_the_key():
    """Thirty a second for two seconds leave no tail behind."""
    schedule = Schedule()
    for count in range(60):
        schedule.take(count / 30)
        schedule.add(Tap(Button.HEART), count / 30)
    left = schedule.take(float("inf"))
    assert len(left) <= 2 * (PATIENCE / (TAP_SECONDS + GAP_SECONDS) + 2)


def test_quit_is_no_button():
    """It leaves."""
    assert KEYS["q"] is Command.QUIT
