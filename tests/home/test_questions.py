"""Notices, safe mode and the last pictures: what they look like in both languages, and what their lit buttons do."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.errors import UserError
from device.home.page import Facts, StartAgain
from device.home.questions import Goodbye, Notice, SafeMode, StuckButton, not_saved, safe_to_unplug
from device.keep import keep_setting
from device.settings import Problem
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


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "problem",
    [
        Problem(Path("/a/very/deep/folder/meneur.toml"), 4, "sound.on", "3", "true or false"),
        Problem(Path("/a/very/deep/folder/meneur.toml"), 4, "", "a bracket", "TOML"),
        Problem(Path("/a/very/deep/folder/meneur.toml"), 0, "", "no permission", "a file"),
    ],
    ids=["entry", "line", "file"],
)
def test_a_mistake_in_the_settings_is_said_in_words_of_the_house(problem, language, golden):
    """Golden screens: the file by its name, the line, the setting."""
    assert golden == Notice(*problem.notice).draw(facts(language))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_matches_that_are_not_saved_are_said_in_words(language, golden):
    """Golden screens: why, and that one may play on."""
    assert golden == not_saved("the disk is full").draw(facts(language))
    assert golden == not_saved("the file belongs to another user").draw(facts(language))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_setting_that_is_not_kept_is_said_in_the_persons_language(language, golden, tmp_path):
    """Golden screens: how long it counts, and why."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError) as said:
        keep_setting(tmp_path / "file" / "meneur.toml", "night", "from_hour", 21)
    assert golden == Notice(said.value.sentence, said.value.values).draw(facts(language))


def test_a_word_longer_than_a_line_is_broken(golden):
    """A path without a space goes on in the next line, and the sentence after it."""
    assert golden == Notice("/home/player/.config/meneur/an-old-copy-of/meneur.toml is lost").draw(facts("en"))
