"""The rules at hand: every page of every game fits the glass, in both languages, and says how the game begins."""

from __future__ import annotations

import pytest

from device.draw import parts
from device.draw.canvas import WIDTH
from device.draw.fonts import Font, width
from device.games import GAMES
from device.home.page import Facts, GameRow
from device.home.reading import LINES, Manual
from device.texts import texts
from drivers.contract import Button, Press

LANGUAGES = ("en", "fr")
TITLE_WIDTH = 98
"""Pixels that a heading has beside the number of its page."""
PAGES = [(game.key, number) for game in GAMES for number in range(len(game.manual))]
ROWS = tuple(GameRow(game.key, game.title, game.manual) for game in GAMES)


def facts(language):
    return Facts(ROWS, {}, {}, texts(language))


def page(key, number):
    return next(game for game in GAMES if game.key == key).manual[number]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_its_rules_at_hand(game):
    """About a dozen short screens each: enough to play from, not too many to turn."""
    assert 8 <= len(game.manual) <= 12


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "number"), PAGES)
def test_every_page_fits_the_glass(key, number, language):
    """The heading stays clear of the page number; the text is five lines at most, none wider than the glass."""
    _ = texts(language).gettext
    heading, lines = _(page(key, number).title), parts.wrap(_(page(key, number).text), Font.TINY)
    assert width(heading, Font.SMALL) <= TITLE_WIDTH, heading
    assert len(lines) <= LINES, lines
    assert max(width(line, Font.TINY) for line in lines) <= WIDTH, lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "number"), PAGES)
def test_on_no_page_an_accent_touches_the_line_above(key, number, language, well_written):
    """The page is drawn under the eyes of the fixture that looks after accents in every test."""
    Manual(key, number).draw(facts(language))
    assert well_written.faults() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_first_page_looks_like_this(game, language, golden):
    """A heading, the page's number, and how the game goes."""
    assert golden == Manual(game.key).draw(facts(language))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_pages_are_turned_round(game):
    """OK goes through all of them and is back at the first."""
    here, seen = Manual(game.key), []
    for _turn in game.manual:
        seen.append(here.page)
        here = here.press(Press(Button.OK), facts("en")).stay
    assert seen == list(range(len(game.manual)))
    assert here == Manual(game.key)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_french_rules_are_french(game):
    """No sentence of the rules was left in English."""
    french = texts("fr").gettext
    assert [rule.text for rule in game.manual if french(rule.text) == rule.text] == []
