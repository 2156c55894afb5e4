"""Accessibility: a slow box is the same box at half the pace, contrast is the person's own, and figures can be large."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.comfort import SLOWNESS
from device.commands.common import wiring_of
from device.games import GAMES
from device.journal import Journal
from device.script import VirtualTimes
from device.settings import Settings, defaults, schema
from device.shuffle import Shuffler
from device.table import Table
from drivers.contract import HOLD_SECONDS, Button, Light, Press
from drivers.debounce import Debouncer

KEYS = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def values_with(cards="itself", **access):
    values = defaults(schema(GAMES))
    values["table"]["language"] = "en"
    values["access"] |= access
    values["great_clock"]["positions"] = 50  # the solver's strength is not the question here
    values["horse_race"]["cards"] = cards
    return values


def table_with(game=None, cards="itself", **access):
    codes = iter(range(10**6))
    shuffler = Shuffler(lambda: f"{next(codes):08d}")
    table = Table(GAMES, Journal(None), VirtualTimes(), values=values_with(cards, **access), shuffler=shuffler)
    if game is not None:
        table.open(game, 0.0)
    return table


class Watch:
    """A table and its clock, which runs `factor` times as long for everything."""

    def __init__(self, game, factor, **access):
        self.table = table_with(game, **access)
        self.factor = factor
        self.now = 0.0

    def press(self, button):
        self.table.press(Press(button), self.now)

    def wait(self, seconds):
        """Let so many of the usual seconds pass; what is due happens when it is due."""
        end = self.now + seconds * self.factor
        for _ in range(1000):
            due = self.table.next_wake(self.now)
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            self.table.wake(self.now)
        self.now = end


PRESSES = st.lists(
    st.tuples(st.sampled_from([b for b in Button if b is not Button.HOME]), st.sampled_from([0.0625, 0.3125, 1.5, 4])),
    max_size=20,
)


@KEYS
@settings(max_examples=25)
@given(presses=PRESSES)
def test_slow_is_the_same_evening_in_twice_the_time(game, presses):
    """The same presses, each wait twice as long: the same state, and the same picture once nothing moves."""
    usual, slow = Watch(game.key, 1.0), Watch(game.key, SLOWNESS, slow=True)
    for button, seconds in presses:
        for watch in (usual, slow):
            watch.press(button)
            watch.wait(seconds)
    for watch in (usual, slow):
        watch.wait(0.02)
    assert slow.table.session.view == usual.table.session.view
    assert slow.table.session.link.state == usual.table.session.link.state


def test_a_refusal_is_read_for_twice_as_long():
    """Two and a half seconds become five, and the box wakes to take it away."""
    for slow, stays in ((False, 2.5), (True, 5.0)):
        table = table_with("horse_race", cards="real", slow=slow)
        table.press(Press(Button.OK), 0.0)
        plain = table.picture(20.0)
        table.press(Press(Button.OK), 20.0)  # the row is not laid yet
        assert table.picture(20.0 + stays - 0.1) != plain
        assert table.next_wake(20.0) == pytest.approx(20.0 + stays)
        assert table.picture(20.0 + stays + 0.1) == plain


def test_the_pace_changes_while_a_match_is_open():
    """From the panel, without leaving it: the next card takes its time."""
    table = table_with("clock")
    for button in (Button.OK, Button.OK):
        table.press(Press(button), 0.0)
    usual = table.next_wake(100.0)
    table.settle({**table.values, "access": {**table.values["access"], "slow": True}}, 100.0)
    assert table.session.slowness == SLOWNESS
    assert usual is not None
    table.settle({**table.values, "access": {**table.values["access"], "slow": False}}, 100.0)
    assert table.next_wake(100.0) == usual


@KEYS
@settings(max_examples=25)
@given(presses=PRESSES)
def test_large_figures_change_what_is_seen_and_nothing_else(game, presses):
    """The same presses lead to the same state, there is always a picture, and the same lamps are lit but on lists."""
    usual, large = Watch(game.key, 1.0), Watch(game.key, 1.0, large=True)
    for button, seconds in presses:
        for watch in (usual, large):
            watch.press(button)
            watch.wait(seconds)
            assert watch.table.picture(watch.now).size == (128, 64)
            assert watch.table.lamps(watch.now)
    assert large.table.session.options.large
    if usual.table.session.link.state != large.table.session.link.state:
        # A list takes more pages, so that the same presses get less far; everything else is alike.
        assert game.key == "horse_race"


def test_large_figures_come_and_go_while_a_match_is_open():
    """From the panel, without leaving it."""
    table = table_with("hockey")
    for _ in range(2):
        table.press(Press(Button.OK), 0.0)
    small = table.picture(50.0)
    table.settle({**table.values, "access": {**table.values["access"], "large": True}}, 50.0)
    assert table.picture(50.0) != small
    table.settle({**table.values, "access": {**table.values["access"], "large": False}}, 50.0)
    assert table.picture(50.0) == small


def told(seconds, button=Button.OK, **slowness):
    """What a button that was down for so long tells."""
    debouncer = Debouncer(dict.fromkeys(Button, False), at=0.0, **slowness)
    debouncer.feed(1.0, button, down=True)
    debouncer.tick(1.0 + seconds - 0.001)
    debouncer.feed(1.0 + seconds, button, down=False)
    presses = debouncer.tick(1.5 + seconds)
    return [press.held for press in presses]


def test_a_slow_finger_does_not_hold_by_mistake():
    """A press of a second is a press; two seconds are a hold."""
    assert told(1.0, slowness=SLOWNESS) == [False]
    long = Debouncer(dict.fromkeys(Button, False), at=0.0, slowness=SLOWNESS)
    long.feed(1.0, Button.OK, down=True)
    assert long.due() == pytest.approx(1.0 + 0.006)
    assert long.tick(1.1) == []
    assert long.due() == pytest.approx(1.0 + SLOWNESS * HOLD_SECONDS[Button.OK])
    assert [press.held for press in long.tick(3.0)] == [True]


def test_switching_off_takes_as_long_as_ever():
    """Three seconds are long enough for anybody."""
    debouncer = Debouncer(dict.fromkeys(Button, False), at=0.0, slowness=SLOWNESS)
    debouncer.feed(1.0, Button.HOME, down=True)
    assert debouncer.tick(1.5) == []
    assert debouncer.due() == pytest.approx(1.0 + HOLD_SECONDS[Button.HOME])


def test_the_settings_reach_the_buttons_and_the_glass():
    """As the drivers are told when the box starts."""
    slow = wiring_of(Settings(values_with(slow=True, contrast="high")))
    assert (slow.slowness, slow.panel.contrast) == (SLOWNESS, 255)
    usual = wiring_of(Settings(values_with()))
    assert (usual.slowness, usual.panel.contrast) == (1.0, 207)


@pytest.mark.parametrize(
    ("contrast", "playing", "idle", "asleep"),
    [
        ("usual", Light.FULL, Light.DIM, Light.FAINT),
        ("high", Light.FULL, Light.FULL, Light.FAINT),
        ("low", Light.DIM, Light.DIM, Light.FAINT),
    ],
)
def test_contrast_is_the_persons_own(contrast, playing, idle, asleep):
    """While somebody plays, after a minute, and at the bedside, which stays faint."""
    table = table_with(contrast=contrast)
    assert [table.light(now) for now in (1.0, 100.0, 1000.0)] == [playing, idle, asleep]
