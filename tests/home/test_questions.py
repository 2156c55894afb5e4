"""Safe mode and the last pictures: what they look like in both languages, and what their lit buttons do."""

from __future__ import annotations

import pytest

from device.home.page import Facts, StartAgain
from device.home.questions import Goodbye, SafeMode, StuckButton, safe_to_unplug
from device.starts import NO_WORD
from device.texts import texts
from drivers.contract import Button, Press


def facts(language):
    return Facts(games=(), values={}, schema={}, texts=texts(language))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_safe_mode_and_the_last_pictures_fit_the_glass(language, golden):
    """Golden screens: the cause in full, the two answers side by side, when not to unplug and when to."""
    assert golden == SafeMode(NO_WORD).draw(facts(language))
    assert golden == Goodbye().draw(facts(language))
    assert golden == safe_to_unplug(texts(language))


def test_in_safe_mode_exactly_the_lit_buttons_answer():
    """OK asks for a normal start, UNDO goes on to the menu, all others are dark and do nothing."""
    page = SafeMode("RuntimeError: no such horse")
    replies = {button: page.press(Press(button), facts("en")) for button in Button}
    assert replies[Button.OK].wish == StartAgain()
    assert replies[Button.UNDO].back
    for button in set(Button) - set(page.lamps(facts("en"))):
        assert replies[button].wish is None
        assert not replies[button].back


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_stuck_button_is_named_on_the_glass(language, golden):
    """Golden screens: a word and a suit, in both languages, and how to go on."""
    assert golden == StuckButton(Button.OK).draw(facts(language))
    assert golden == StuckButton(Button.DIAMOND).draw(facts(language))


def test_any_button_but_the_stuck_one_goes_on():
    """Also where OK is the one that is stuck; the lit buttons are those that work."""
    page = StuckButton(Button.OK)
    goes_on = {button for button in Button if page.press(Press(button), facts("en")).back}
    assert goes_on == set(page.lamps(facts("en"))) == set(Button) - {Button.OK}
