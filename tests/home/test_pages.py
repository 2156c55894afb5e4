"""The pages behind the menu: every lit button does something, every dark one nothing, and names are written with seven buttons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games import GAMES
from device.home.letters import Letters, Names
from device.home.menu import More
from device.home.page import ChangeSetting, Facts
from device.home.panel_test import PanelTest
from device.home.questions import AskLanguage, StuckButton
from device.home.settings_pages import moved
from device.journal import Journal
from device.script import VirtualTimes
from device.settings import defaults, schema, unmet
from device.table import Table
from device.texts import texts
from drivers.contract import Button, Press
from tests.tally import TALLY


def table_at(*games):
    values = defaults(schema(games))
    values["table"]["language"] = "en"
    return Table(games, Journal(None), VirtualTimes(), values=values)


def press(table, *buttons):
    for button in buttons:
        table.press(Press(button), 1.0)


PRESSES = st.lists(st.tuples(st.sampled_from(Button), st.booleans()), max_size=40)


@given(PRESSES)
def test_no_row_of_presses_on_the_home_pages_raises(presses):
    """Whatever is pressed, there is a picture and lamps, and the settings stay within their rules."""
    table = table_at(TALLY)
    for button, held in presses:
        table.press(Press(button, held), 1.0)
        assert table.picture(1.0).size == (128, 64)
        table.lamps(1.0)
        for section, rules in schema([TALLY]).items():
            for rule in rules:
                assert unmet(rule, table.values[section][rule.name]) == ""


@pytest.mark.parametrize("row", range(6))
def test_home_is_the_way_to_the_menu_from_behind_the_list(row):
    """One press, not one for the page and one for the list, whichever row of the list lies open; UNDO goes back by one."""
    table = table_at(TALLY)
    press(table, Button.CLUB, *[Button.HEART] * row, Button.OK)
    assert len(table._home.pages) == 3
    press(table, Button.UNDO)
    assert table._home.top == More(row)
    press(table, Button.OK, Button.HOME)
    assert table._home.at_menu


def test_home_leaves_a_question_open():
    """The page above it closes; the question waits for its answer."""
    table = table_at(TALLY)
    stack = table._home.push(AskLanguage()).push(StuckButton(Button.SPADE))
    facts = Facts((), defaults(schema([])), schema([]), texts("en"))
    assert stack.press(Press(Button.HOME), facts)[0].top == AskLanguage()


@given(PRESSES)
def test_a_dark_button_does_nothing(presses):
    """On every page that can be reached: pressing a button whose lamp is off changes no picture. Only the test of the panel
    answers to each, and goes by its own lamps.
    """
    table = table_at(TALLY)
    for button, held in presses:
        table.press(Press(button, held), 1.0)
    if table.session is None and not isinstance(table._home.top, PanelTest):
        before = table.picture(1.0)
        for button in set(Button) - set(table.lamps(1.0)):
            press(table, button)
            assert table.picture(1.0) == before, button


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_house_rule_can_be_seen_and_moved(game):
    """Each setting of each game has its screen in both languages, and going round its choices comes back."""
    for rule in game.house:
        if not isinstance(rule.default, tuple):
            value = rule.default
            for _ in range(len(rule.choices) or 2):
                value = moved(rule, value, up=True)
                assert unmet(rule, value) == ""
            if rule.choices or isinstance(rule.default, bool):
                assert value == rule.default


def test_a_name_is_written_with_the_wheel():
    """Hockey's first team becomes "Ours" with eleven kinds of press and no keyboard."""
    hockey = next(game for game in GAMES if game.key == "hockey")
    table = table_at(hockey)
    press(table, Button.CLUB)  # More
    while not hasattr(table._home.top, "section") or table._home.top.section != "hockey":
        press(table, Button.UNDO) if hasattr(table._home.top, "section") else None
        press(table, Button.HEART, Button.OK)
    press(table, Button.OK, Button.OK)
    assert Button.DIAMOND not in table.lamps(1.0)  # a name that the box gave begins empty: there is nothing to erase
    here = 0
    for letter in "OURS":
        there = ord(letter) - ord("A")
        press(table, *[Button.HEART if there > here else Button.SPADE] * abs(there - here), Button.OK)
        here = there
    press(table, Button.CLUB)
    assert table.values["hockey"]["teams"][0] == "Ours"


def names_of(names, language="en"):
    race = next(game for game in GAMES if game.key == "horse_race")
    values = defaults(schema([race]))
    values["horse_race"]["players"] = names
    return Facts((), values, schema([race]), texts(language))


@pytest.mark.parametrize(("language", "name"), [("en", "P3"), ("fr", "J3")])
def test_a_new_player_has_a_name_that_nobody_has(language, name):
    """P1, P2 … in the person's language, never one twice."""
    facts = names_of(("Ana", "Ben"), language)
    wish = Names("horse_race", "players").press(Press(Button.CLUB), facts).wish
    assert wish == ChangeSetting("horse_race", "players", ("Ana", "Ben", name))
    facts = names_of(("Ana", name), language)
    assert Names("horse_race", "players").press(Press(Button.CLUB), facts).wish.value[2] != name


@pytest.mark.parametrize(("name", "begins"), [("P1", ""), ("J12", ""), ("Paul", "Paul")])
def test_a_name_that_the_box_gave_begins_empty(name, begins):
    """So that the first letter is the first letter; a person's own name is there to be mended."""
    page = Names("horse_race", "players").press(Press(Button.OK), names_of((name,))).push
    assert page == Letters("horse_race", "players", 0, begins)


@pytest.mark.parametrize("begun", ["", "Ana"])
@given(st.data())
def test_undo_takes_back_letter_by_letter_and_then_leaves_the_name_as_it_was(begun, data):
    """One step of writing a press, a letter rubbed out as well as one taken; HOME leaves at once."""
    facts = names_of(("Ana", "Ben"))
    page, texts_so_far = Letters("horse_race", "players", 0, begun), [begun]
    for button in data.draw(st.lists(st.sampled_from([Button.OK, Button.DIAMOND, Button.HEART]), max_size=20)):
        page = page.press(Press(button), facts).stay or page
        if page.text != texts_so_far[-1]:
            texts_so_far.append(page.text)
    assert page.press(Press(Button.HOME), facts).back
    for text in reversed(texts_so_far[:-1]):
        reply = page.press(Press(Button.UNDO), facts)
        assert not reply.back
        page = reply.stay
        assert page.text == text
    reply = page.press(Press(Button.UNDO), facts)
    assert (reply.back, reply.wish) == (True, None)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("text", "dark"), [("", {Button.DIAMOND, Button.CLUB}), ("ben", {Button.CLUB}), ("Cleo", set())]
)
def test_only_a_name_of_ones_own_can_be_done(text, dark, language, golden):
    """Labels and lamps agree: an empty name is neither erased nor done, and somebody else's is not done."""
    facts, page = names_of(("Ana", "Ben"), language), Letters("horse_race", "players", 0, text)
    assert set(Button) - set(page.lamps(facts)) == dark
    assert all(page.press(Press(button), facts).stay is None for button in dark)
    assert golden == page.draw(facts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_has_room_for_accents_and_tails(language, golden):
    """Golden screens: À propos and Éteindre whole, p and g too."""
    facts = Facts((), defaults(schema([])), schema([]), texts(language))
    assert golden == More(7).draw(facts)


def test_the_history_shows_a_finished_match(golden):
    """Game, date and result of the newest match."""
    table = table_at(TALLY)
    press(table, Button.OK, *[Button.HEART] * 5, Button.HOME, Button.CLUB, Button.OK)
    assert golden == table.picture(1.0)
