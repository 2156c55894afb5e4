"""Numbers on the settings pages: from anywhere to anywhere in a few presses, and no number that cannot be seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.draw.canvas import WIDTH
from device.draw.fonts import Font, width
from device.games import GAMES
from device.home import steps
from device.home.page import ChangeSetting, Facts
from device.home.settings_pages import SettingPage
from device.settings import defaults, schema, unmet
from device.texts import texts
from drivers.contract import Button, Press
from tests.home.test_settings_read import ON_THE_PANEL

NUMBERS = [
    (section, rule)
    for section in ON_THE_PANEL
    for rule in schema(GAMES)[section]
    if isinstance(rule.default, int) and not isinstance(rule.default, bool) and not rule.choices
]
NAMES = [f"{section}.{rule.name}" for section, rule in NUMBERS]
SIDES = (Button.DIAMOND, Button.CLUB)


def at(section, rule, value, language="en"):
    values = defaults(schema(GAMES))
    values["table"]["language"] = language
    values[section][rule.name] = value
    return Facts((), values, schema(GAMES), texts(language)), SettingPage(section, (rule.name,))


def pressed(section, rule, value, button, *, held=False):
    facts, page = at(section, rule, value)
    wish = page.press(Press(button, held), facts).wish
    assert isinstance(wish, ChangeSetting)
    return wish.value


def keys_between(section, rule, start, end):
    """Keys that a person presses: held ones as long as they do not go past, then short ones."""
    button, presses, value = SIDES[end > start], 0, start
    while value != end:
        for held in (True, False):
            further = pressed(section, rule, value, button, held=held)
            if abs(further - start) <= abs(end - start):
                break
        assert further != value
        value, presses = further, presses + 1
    return presses


@pytest.mark.parametrize(("section", "rule"), NUMBERS, ids=NAMES)
def test_no_setting_takes_more_than_a_minute_of_keys(section, rule):
    """From either end to the other, and from the default to both: forty keys at most."""
    for start, end in (
        (rule.low, rule.high),
        (rule.high, rule.low),
        (rule.default, rule.low),
        (rule.default, rule.high),
    ):
        assert keys_between(section, rule, start, end) <= 40, (start, end)


def test_from_five_minutes_to_an_hour_are_a_few_keys():
    """The glass may stay awake for a whole evening."""
    section, rule = next(pair for pair in NUMBERS if pair[1].name == "sleep_after")
    assert keys_between(section, rule, 300, 3600) == 5
    here, passed = 300, []
    while here < 3600:
        here = pressed(section, rule, here, Button.CLUB)
        passed.append(here // 60)
    assert passed == [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]


@pytest.mark.parametrize(("section", "rule"), NUMBERS, ids=NAMES)
@given(data=st.data())
def test_a_key_moves_a_number_its_way_and_a_held_one_as_far_or_further(section, rule, data):
    """From any value that a settings file can hold, within its bounds; at a bound it stays."""
    value = data.draw(st.integers(rule.low, rule.high))
    for button, way, bound in (*zip(SIDES, (-1, 1), (rule.low, rule.high), strict=True),):
        short, held = (pressed(section, rule, value, button, held=held) for held in (False, True))
        assert unmet(rule, short) == unmet(rule, held) == ""
        if value == bound:
            assert short == held == value
        else:
            assert 0 < (short - value) * way <= (held - value) * way


@pytest.mark.parametrize("seconds", [False, True])
@pytest.mark.parametrize("held", [False, True])
@given(start=st.integers(10, 10**5), ways=st.lists(st.booleans(), max_size=20))
def test_there_and_back_is_the_same_way(seconds, held, start, ways):
    """On the marks a key and the other one cancel each other, also where the steps become larger."""
    stairs = steps.stairs(seconds=seconds, held=held)
    here = steps.beyond(start, stairs, up=True)
    for up in ways:
        there = steps.beyond(here, stairs, up=up)
        assert steps.beyond(there, stairs, up=not up) == here
        here = there


@pytest.mark.parametrize("language", ["en", "fr"])
@given(seconds=st.integers(5, 86400))
def test_every_time_fits_the_glass(language, seconds):
    """Also one that only a settings file can hold, as 23 h 59 min 59 s."""
    assert width(steps.in_words(seconds, texts(language)), Font.BODY) <= WIDTH - 8


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_number_and_what_holding_its_key_does(language, golden):
    """Golden screens: a time, an odd one from a settings file, and another number."""
    rules = {rule.name: (section, rule) for section, rule in NUMBERS}
    for name, value in (
        ("sleep_after", 300),
        ("dim_after", 86399),
        ("chips", 100),
        ("positions", 4000),
        ("first_dealer", 4),
    ):
        facts, page = at(*rules[name], value, language)
        assert golden(name=name) == page.draw(facts)
