"""The settings on the panel read well: whole sentences, and no word of the settings file where a person expects French."""

from __future__ import annotations

import pytest

from device.draw import parts
from device.draw.canvas import WIDTH
from device.draw.fonts import Font, width
from device.games import GAMES
from device.home.page import Facts
from device.home.settings_pages import WORDS, shown
from device.settings import schema
from device.texts import texts

LANGUAGES = ("en", "fr")
ON_THE_PANEL = ("table", "sound", "night", *(game.key for game in GAMES))
RULES = [(section, rule) for section in ON_THE_PANEL for rule in schema(GAMES)[section]]
NAMES = [f"{section}.{rule.name}" for section, rule in RULES]
ROOM = WIDTH - 8


def facts(language):
    return Facts((), {}, {}, texts(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "rule"), RULES, ids=NAMES)
def test_what_a_setting_does_is_said_in_four_lines(section, rule, language):
    """The sentence is never cut short: there is room for four lines beside the page number."""
    lines = parts.wrap(texts(language).gettext(rule.help), Font.TINY, WIDTH - 22)
    assert len(lines) <= 4, lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "rule"), RULES, ids=NAMES)
def test_what_a_setting_does_stands_without_a_full_stop(section, rule, language):
    """As a line of a form, the box's own settings and the house rules alike."""
    assert not texts(language).gettext(rule.help).endswith(".")


@pytest.mark.parametrize(("section", "rule"), RULES, ids=NAMES)
def test_every_word_to_choose_is_a_word_for_people(section, rule):
    """A choice of words has a name for each, in both languages, that fits the glass."""
    for choice in rule.choices:
        if isinstance(choice, str):
            assert f"{section}.{choice}" in WORDS or choice in WORDS, choice
            for language in LANGUAGES:
                assert width(shown(section, choice, facts(language)), Font.SMALL) <= ROOM


def test_a_word_may_mean_two_things():
    """Real cards in a race, real dominoes at the Great Clock; one press deals a card, at the clock it turns one."""
    said = {(section, word): shown(section, word, facts("en")) for section, word in WORD_IN_TWO}
    assert said == WORD_IN_TWO


WORD_IN_TWO = {
    ("horse_race", "real"): "real pack",
    ("great_clock", "real"): "Real dominoes",
    ("horse_race", "press"): "box, by press",
    ("clock", "press"): "card by card",
}
