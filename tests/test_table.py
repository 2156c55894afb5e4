"""The table: presses become events, events reach the disk before the glass, and a restart is back on the same screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.games.contract import Step
from device.home.marks import mark_not_saved
from device.home.menu import Menu
from device.home.questions import StuckButton, not_saved
from device.journal import Journal
from device.present import Presenter
from device.rows import stored
from device.script import VirtualTimes
from device.settings import defaults, schema
from device.shuffle import Shuffler
from device.table import Table
from drivers.contract import Button, Lamp, Light, Press
from drivers.debounce import STUCK
from drivers.simulator.box import Box
from tests.tally import TALLY, Phase


def english():
    values = defaults(schema([TALLY]))
    values["table"]["language"] = "en"
    return values


def table_at(folder=None, values=None, **more):
    times = VirtualTimes()
    return Table([TALLY], Journal(folder), times, values=values or english(), **more), times


def press(table, *buttons, now=1.0):
    for button in buttons:
        table.press(Press(button), now)


def test_ok_on_the_menu_opens_the_game_under_the_cursor():
    """The first game is a single press away."""
    table, _ = table_at()
    assert table.session is None
    press(table, Button.OK)
    assert table.session.game is TALLY


def test_a_press_becomes_an_event_and_undo_takes_it_back():
    """UNDO restores the earlier state, as often as wanted, and says when there is nothing left."""
    table, _ = table_at()
    press(table, Button.OK, Button.SPADE, Button.HEART)
    assert table.session.link.state.counts == (1, 1, 0, 0)
    press(table, Button.UNDO, Button.UNDO)
    assert table.session.link.state.counts == (0, 0, 0, 0)
    press(table, Button.UNDO)
    assert table.session.scene(1.0).refusal.message == "Nothing to take back"


def test_an_illegal_event_is_refused_and_changes_nothing():
    """The rules' own sentence reaches the scene, with its values; the state and the journal stay."""
    table, _ = table_at()
    press(table, Button.OK, *[Button.CLUB] * 5)
    entries = table.journal.entries(1)
    press(table, Button.CLUB)
    scene = table.session.scene(1.0)
    assert scene.refusal.message % scene.refusal.values == "The count of 5 is full"
    assert table.journal.entries(1) == entries


def test_a_press_that_does_nothing_is_a_press_all_the_same():
    """It ends the refusal of the press before it, and `idle` counts from it."""
    deaf_clubs = replace(
        TALLY, on_press=lambda scene, press: Step() if press.button is Button.CLUB else Step(undo=True)
    )
    table = Table([deaf_clubs], Journal(None), VirtualTimes(), values=english())
    press(table, Button.OK, Button.UNDO)
    assert table.session.scene(2.0).refusal.message == "Nothing to take back"
    press(table, Button.CLUB, now=2.0)
    scene = table.session.scene(2.5)
    assert scene.refusal is None
    assert scene.idle == 0.5


@pytest.mark.parametrize("cut", range(9))
def test_after_a_cut_at_any_press_the_same_picture_is_back(tmp_path, cut):
    """The journal alone brings back state, undo chain and view: the picture is the same to the pixel."""
    buttons = [
        Button.OK,
        Button.SPADE,
        Button.OK,
        Button.HEART,
        Button.UNDO,
        Button.OK,
        Button.OK,
        Button.CLUB,
        Button.HOME,
    ]
    table, _ = table_at(tmp_path)
    press(table, *buttons[: cut + 1])
    before = table.picture(100.0)
    # No farewell: the process is simply gone, and another opens the same folder.
    again, _ = table_at(tmp_path)
    assert again.picture(100.0) == before
    press(table, Button.UNDO)
    press(again, Button.UNDO)
    assert again.picture(200.0) == table.picture(200.0)


def test_the_write_comes_before_the_picture(tmp_path):
    """When the session shows a new state, a second reader of the file already finds its event."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK)
    accept = table.session.accept
    found = []

    def spy(change, now):
        found.append(len(Journal(tmp_path).entries(1)))
        accept(change, now)

    table.session.accept = spy
    press(table, Button.SPADE, Button.HEART)
    assert found == [1, 2]


def test_home_leaves_and_the_match_waits_marked_on_the_menu():
    """Leaving keeps the match; the menu marks it; OK goes on where it was."""
    table, _ = table_at()
    press(table, Button.OK, Button.SPADE, Button.HOME)
    assert table.session is None
    assert table._facts().games[0].waiting
    press(table, Button.OK)
    assert table.session.link.state.counts == (1, 0, 0, 0)


def test_a_match_that_nobody_played_is_used_again(tmp_path):
    """Opening and leaving a game leaves no empty matches behind."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, Button.HOME, Button.OK, Button.HOME, Button.OK)
    assert len(table.journal.matches()) == 1


def test_a_new_match_begins_as_the_last_one_ended():
    """`new` is given the last state, so that one OK is "same as last time"."""
    table, _ = table_at()
    press(table, Button.OK, *[Button.SPADE] * 5)
    assert table.session.link.state.phase is Phase.OVER
    press(table, Button.OK)
    assert table.session.link.state.limit == 6


def test_undo_in_a_new_match_leads_back_into_the_one_before(tmp_path):
    """A match closed by a slip goes on where it was, also after a cut; the new one is kept for the next time, not as a second one."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, *[Button.SPADE] * 5, Button.OK)
    assert table.session.scene(1.0).can_undo
    table, _ = table_at(tmp_path)
    assert table.session.scene(1.0).can_undo
    press(table, Button.UNDO)
    assert table.session.link.state.counts == (5, 0, 0, 0)
    press(table, Button.UNDO)
    assert table.session.link.state.counts == (4, 0, 0, 0)
    table, _ = table_at(tmp_path)
    assert table.session.link.state.counts == (4, 0, 0, 0)
    press(table, Button.HEART, Button.OK)
    assert table.session.link.state.limit == 6
    assert len(table.journal.matches()) == 2


def test_a_match_that_was_taken_up_again_waits_on_the_menu(tmp_path):
    """It is the one in play, though a new one was begun after it; once it is over, the new one is next."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, *[Button.SPADE] * 5, Button.OK, Button.UNDO, Button.UNDO, Button.HOME)
    assert table._facts().games[0].waiting
    press(table, Button.OK)
    assert table.session.link.state.counts == (4, 0, 0, 0)
    press(table, Button.SPADE, Button.HOME)
    assert not table._facts().games[0].waiting
    press(table, Button.OK)
    assert table.session.link.state.counts == (0, 0, 0, 0)
    assert len(table.journal.matches()) == 2


def test_undo_goes_back_over_as_many_matches_as_there_are(tmp_path):
    """Also from one that was played and taken back to its start, which is then no match; the very first has nothing before it."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, *[Button.SPADE] * 5, Button.OK, *[Button.CLUB] * 6, Button.OK, Button.HEART)
    press(table, *[Button.UNDO] * (1 + 1 + 6))
    assert table.session.link.state.counts == (0, 0, 0, 0)
    press(table, *[Button.UNDO] * (1 + 5))
    assert table.session.link.state.limit == 5
    assert not table.session.scene(1.0).can_undo
    press(table, Button.UNDO)
    assert table.session.scene(1.0).refusal.message == "Nothing to take back"
    press(table, Button.HOME)
    assert not table._facts().games[0].waiting


def test_a_match_that_cannot_be_read_is_passed_over_on_the_way_back(tmp_path):
    """It is said, and the one before it comes."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, *[Button.SPADE] * 5, Button.OK, *[Button.CLUB] * 6, Button.OK)
    table.journal._db.execute("UPDATE record SET event = 'Unheard' WHERE match = 2")
    press(table, Button.UNDO)
    assert "damaged" in table._home.top.sentence
    press(table, Button.OK)
    assert table.session.link.state.counts == (5, 0, 0, 0)


def test_years_of_matches_are_not_read_for_one(tmp_path, monkeypatch):
    """A new match reads the last one, and a page of the history the match on it, however many there are."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, *[Button.SPADE] * 5)
    for _ in range(20):
        press(table, Button.OK, *[Button.CLUB] * 50)
    read = []
    monkeypatch.setattr("device.journal.stored", lambda row, shift: read.append(row) or stored(row, shift))
    press(table, Button.OK)
    assert len(read) <= 1
    played = table._facts().played()
    read.clear()
    assert (len(played), played[0].values, played[-1].values) == (21, {"n": 25}, {"n": 5})
    assert len(read) == 2
    assert [match.values["n"] for match in played] == list(range(25, 4, -1))


def test_home_held_asks_once_before_shutting_down():
    """UNDO goes back to the match, OK shuts down."""
    table, _ = table_at()
    press(table, Button.OK, Button.SPADE)
    picture = table.picture(1.0)
    table.press(Press(Button.HOME, held=True), 1.0)
    assert not table.halting
    press(table, Button.UNDO)
    assert table.picture(1.0) == picture
    table.press(Press(Button.HOME, held=True), 1.0)
    press(table, Button.OK)
    assert table.halting


def test_the_glass_dims_then_sleeps_and_the_first_press_only_wakes():
    """After a minute dim, after five the bedside clock with lamps off; waking changes nothing else."""
    table, times = table_at()
    press(table, Button.OK, Button.SPADE, now=0.0)
    assert table.light(59.0) is Light.FULL
    assert table.light(61.0) is Light.DIM
    awake = table.picture(61.0)
    times.passed = 301.0
    assert table.light(301.0) is Light.FAINT
    assert table.lamps(301.0) == {}
    assert table.picture(301.0) != awake
    press(table, Button.SPADE, now=301.0)
    assert table.session.link.state.counts == (1, 0, 0, 0)
    assert table.picture(301.0) == awake
    press(table, Button.SPADE, now=302.0)
    assert table.session.link.state.counts == (2, 0, 0, 0)


def test_an_insight_about_a_past_state_is_thrown_away():
    """A result that comes after the next press is never shown."""
    table, _ = table_at()
    press(table, Button.OK, Button.SPADE)
    late = table.thought()
    press(table, Button.SPADE)
    table.learn(late, late.full(), 1.0, final=True)
    assert table.session.scene(1.0).insight is None
    present = table.thought()
    table.learn(present, present.full(), 1.0, final=True)
    assert table.session.scene(1.0).insight == 2
    assert table.thought() is None


def test_a_match_of_another_version_is_kept_and_said(tmp_path):
    """A record that the rules do not know ends the match for play, with a notice; nothing is deleted."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE)
    table.journal._db.execute("UPDATE record SET event = 'Unheard'")
    again, _ = table_at(tmp_path)
    assert again.session is None
    assert "another version" in again._home.top.sentence
    assert again.journal.match(1).problem
    assert len(again.journal.entries(1)) == 1
    press(again, Button.OK, Button.OK)
    assert again.session.link.state.counts == (0, 0, 0, 0)


def test_chance_comes_from_the_shuffler_and_its_result_is_the_event():
    """The order that came out is in the journal, so folding it again needs no chance."""
    shuffler = Shuffler()
    shuffler.stack(["d", "b"])
    table, _ = table_at(shuffler=shuffler)
    press(table, Button.OK)
    table.press(Press(Button.OK, held=True), 1.0)
    assert table.session.link.state.drawn == "dbac"
    assert '"order":["d","b","a","c"]' in table.journal.entries(1)[0].fields


def test_lamps_are_the_games_own_and_home():
    """HOME always does something in a game."""
    table, _ = table_at()
    press(table, Button.OK)
    assert table.lamps(1.0) == {Button.HOME: Lamp.ON, Button.OK: Lamp.ON}


def test_a_tune_is_told_once_and_not_in_night_hours():
    """Each cue sounds once; at night the box is silent unless it is allowed to sound."""
    table, times = table_at()
    press(table, Button.OK, Button.SPADE)
    assert table.take_tune().startswith("tick")
    assert table.take_tune() == ""
    times.passed = 3.5 * 3600.0
    press(table, Button.SPADE, now=times.passed)
    press(table, Button.SPADE, now=times.passed)
    assert table.take_tune() == ""


def test_a_stuck_button_is_told_once_and_no_longer_than_it_is():
    """A page names it; another button dismisses it for good, and it goes by itself when the button comes up."""
    table, _ = table_at()
    press(table, Button.OK)
    playing = table.picture(1.0)
    table.tell_troubles((), (Button.CLUB,))
    told = table.picture(1.0)
    assert told != playing
    press(table, Button.OK)
    table.tell_troubles((), (Button.CLUB,))
    assert table.picture(1.0) == playing
    table.tell_troubles((), (Button.CLUB, Button.UNDO))
    assert table.picture(1.0) not in (playing, told)
    assert table.next_wake(1.0) == pytest.approx(2.0)
    table.tell_troubles((), (Button.CLUB,))
    assert table.picture(1.0) == playing
    table.tell_troubles((), ())
    table.tell_troubles((), (Button.CLUB,))
    assert table.picture(1.0) == told


def test_a_setting_changed_on_the_panel_reaches_the_board_at_once():
    """Contrast, volume and the sound switch, through the presenter, on the modelled chip and pin."""
    table, times = table_at()
    box = Box(virtual=True)
    presenter = Presenter(table, box.board)

    def change(section, name, value):
        table.settle({**table.values, section: {**table.values[section], name: value}}, times.now())
        presenter.present(times.now())
        box.board.play("x:d=1,o=5,b=60:a")
        box.advance(0.1)
        return box.contrast(), box.pins.pin(13).state

    assert change("sound", "volume", 10) == (207, 0.5)
    assert change("panel", "contrast", 90) == (90, 0.5)
    assert change("sound", "on", False)[1] == 0
    assert change("access", "contrast", "high")[0] == 255
    box.close()


def test_a_button_that_stays_down_is_told_on_the_glass():
    """From the pin to the page and away again, as the loop does it."""
    table, times = table_at()
    box = Box(virtual=True)
    presenter = Presenter(table, box.board)
    presenter.present(times.now())
    box.push(Button.HEART)
    box.advance(STUCK + 1.0)
    presenter.present(times.now())
    assert table.picture(times.now()) == StuckButton(Button.HEART).draw(table._facts())
    box.let_go(Button.HEART)
    box.advance(1.0)
    presenter.present(times.now())
    assert table.picture(times.now()) == Menu().draw(table._facts())
    box.close()


def test_a_silent_box_tells_by_its_lamps(monkeypatch):
    """Sound off: a card blinks its suit, a goal all seven, a plain press nothing; after a second all is as before."""
    values = english()
    values["sound"]["on"] = False
    table, times = table_at(values=values)
    times.passed = 1.0
    press(table, Button.OK)
    still = table.lamps(1.0)
    for cue, buttons in (("card_hearts", {Button.HEART}), ("goal", set(Button)), ("press", set())):
        monkeypatch.setattr(table, "_cue", lambda game, before, change, cue=cue: cue)
        times.passed += 10.0
        press(table, Button.SPADE, now=times.passed)
        assert table.take_tune() == ""
        lit = table.lamps(times.passed)
        assert {button for button, lamp in lit.items() if lamp is Lamp.BLINK} == buttons
        assert table.next_wake(times.passed) == (times.passed + 1.0 if buttons else pytest.approx(times.passed + 60.0))
        assert table.lamps(times.passed + 1.1) == still


def test_with_sound_on_the_lamps_stay_the_games_own():
    """A tune needs no light beside it."""
    table, _ = table_at()
    press(table, Button.OK, Button.SPADE)
    assert Lamp.BLINK not in table.lamps(1.0).values()


def test_a_failing_disk_is_told_once_in_words(tmp_path):
    """The notice lies over the game, OK lets one play on, and only a disk that failed anew is told again."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE)
    table.journal._heal = lambda: None
    table.journal.troubled = "the disk is full"
    press(table, Button.HEART)
    assert table._home.top == not_saved("the disk is full")
    press(table, Button.OK, Button.HEART)
    assert table._home.at_menu
    assert table.session.link.state.counts == (1, 2, 0, 0)
    table.journal.troubled = ""
    press(table, Button.HEART)
    table.journal.troubled = "the disk is full"
    press(table, Button.HEART)
    assert not table._home.at_menu


def test_the_mark_of_a_failing_disk_hides_nothing_from_a_player(tmp_path):
    """It stands on a glass that has dimmed, and goes with the next press."""
    table, _ = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE)
    table.journal._heal = lambda: None
    table.journal.troubled = "the disk is full"
    press(table, Button.HEART, Button.OK)
    played = table.picture(1.0)
    assert table.picture(70.0) == mark_not_saved(played)
    press(table, Button.HEART, now=70.0)
    press(table, Button.UNDO, now=70.0)
    assert table.picture(70.0) == played


def test_the_list_of_what_happened_is_in_plain_words():
    """The game's name, what happened, and what it was about."""
    table, _ = table_at()
    lines = []
    table.watch_log(lines.append)
    press(table, Button.OK, Button.HEART, Button.UNDO)
    assert [line["en"] for line in lines] == [f"{TALLY.title}: counted suit 1", f"{TALLY.title}: undone"]
    assert lines[1]["fr"] == f"{TALLY.title}\N{NO-BREAK SPACE}: annulé"
