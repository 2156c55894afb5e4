"""The first minute: a box nobody has used asks for a language by two buttons, shows the buttons, and is at the menu."""

from __future__ import annotations

import pytest

from device.journal import Journal
from device.keep import keep_setting
from device.script import VirtualTimes
from device.settings import defaults, load, schema
from device.table import Table
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Press
from tests.tally import TALLY


def new_box(**more):
    return Table([TALLY], Journal(None), VirtualTimes(), values=defaults(schema([TALLY])), **more)


def press(table, *buttons):
    for button in buttons:
        table.press(Press(button), 1.0)


@pytest.mark.parametrize(("button", "language"), [(Button.SPADE, "en"), (Button.HEART, "fr")])
def test_one_press_chooses_the_language_and_it_is_kept(button, language, tmp_path):
    """The choice counts at once and is in the settings file for the next start."""
    file = tmp_path / "meneur.toml"
    table = new_box(keep=lambda *change: keep_setting(file, *change))
    press(table, button)
    assert table.values["table"]["language"] == language
    assert load([file], schema([TALLY])).section("table")["language"] == language


def test_only_the_two_languages_answer():
    """Any other button leaves the question standing."""
    table = new_box()
    asked = table.picture(1.0)
    press(table, Button.DIAMOND, Button.CLUB, Button.OK, Button.UNDO, Button.HOME)
    assert table.picture(1.0) == asked
    assert set(table.lamps(1.0)) == {Button.SPADE, Button.HEART}


@pytest.mark.parametrize(("button", "language"), [(Button.SPADE, "en"), (Button.HEART, "fr")])
def test_the_first_screens_look_as_they_did(button, language, golden):
    """The question, the buttons, the menu: golden in both languages."""
    table = new_box()
    assert golden(name="language") == table.picture(1.0)
    press(table, button)
    assert golden(name=f"buttons_{language}") == table.picture(1.0)
    assert table.lamps(1.0)[Button.OK] is Lamp.BLINK
    press(table, Button.OK)
    assert golden(name=f"menu_{language}") == table.picture(1.0)
    assert set(SUIT_BUTTONS) <= set(table.lamps(1.0))
