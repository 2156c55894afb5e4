"""What holds for every game, whatever is pressed: nothing raises, nothing is lost, undo goes back, every screen can be drawn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device import records
from device.games import GAMES
from device.journal import Journal
from device.script import VirtualTimes
from device.session import fold
from device.settings import defaults, schema
from device.shuffle import Shuffler
from device.table import Table
from device.tunes import tune
from drivers.contract import Button, Lamp, Press

KEYS = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
PRESSES = st.lists(
    st.tuples(
        st.sampled_from([b for b in Button if b is not Button.HOME]), st.booleans(), st.sampled_from([0.05, 0.7, 5.0])
    ),
    max_size=60,
)


class Evening:
    """A table with one game open, numbered shuffles, and time that passes between presses."""

    def __init__(self, game, folder=None, language="en"):
        values = defaults(schema(GAMES))
        values["table"]["language"] = language
        if game.key == "great_clock":
            values["great_clock"]["positions"] = 50  # the solver's strength is not the question here
        numbers = iter(range(10**6))
        self.times = VirtualTimes()
        self.journal = Journal(folder)
        self.table = Table(
            GAMES, self.journal, self.times, values=values, shuffler=Shuffler(lambda: f"{next(numbers):08d}")
        )
        if self.table.session is None:
            self.table.open(game.key, 0.0)

    def press(self, button, held, wait):
        self.table.press(Press(button, held), self.times.passed)
        self.look()
        self.times.passed += wait
        due = self.table.next_wake(self.times.passed)
        if due is not None and due <= self.times.passed + 0.5:
            self.times.passed = max(self.times.passed, due)
            self.table.wake(self.times.passed)
        self.look()

    def look(self):
        picture = self.table.picture(self.times.passed)
        assert picture.size == (128, 64)
        assert picture.mode == "1"
        self.table.lamps(self.times.passed)
        self.table.next_wake(self.times.passed)
        self.table.take_tune()
        thought = self.table.thought()
        if thought is not None and thought.quick is not None:
            self.table.learn(thought, thought.quick(), self.times.passed, final=False)

    def close(self):
        self.journal.close()


@KEYS
def test_undo_at_the_start_is_lit_if_it_leads_back_and_says_so_if_not(game):
    """In words on the glass; the lamp is dark then. After another match it is lit, and leads there."""
    evening = Evening(game)
    table = evening.table
    still = table.picture(1.0)
    assert Button.UNDO not in {button for button, lamp in table.lamps(1.0).items() if lamp is not Lamp.OFF}
    table.press(Press(Button.UNDO), 1.0)
    assert table.session.scene(1.0).refused.message == "Nothing to take back"
    assert table.picture(1.0) != still
    table.session.follows = True
    assert Button.UNDO in {button for button, lamp in table.lamps(9.0).items() if lamp is not Lamp.OFF}


@KEYS
@settings(max_examples=40)
@given(presses=PRESSES)
def test_nothing_that_is_pressed_raises(game, presses):
    """Any row of presses and holds, in any rhythm: pictures, lamps and wakes are always there."""
    evening = Evening(game)
    for press in presses:
        evening.press(*press)
    evening.close()


@KEYS
@settings(max_examples=25)
@given(presses=PRESSES)
def test_the_journal_alone_gives_the_same_match_and_the_same_picture(game, presses, tmp_path_factory):
    """After any presses the process is gone; another one reads the journal and shows the same."""
    folder = tmp_path_factory.mktemp("evening")
    evening = Evening(game, folder)
    for press in presses:
        evening.press(*press)
    again = Evening(game, folder)
    assert again.table.session.link.state == evening.table.session.link.state
    assert again.table.session.view == evening.table.session.view
    evening.close()
    again.close()


@KEYS
@settings(max_examples=25)
@given(presses=PRESSES)
def test_undo_of_any_event_gives_the_earlier_state(game, presses):
    """Link by link: the state before an event is the one that taking it back brings, and the events fold to the present."""
    evening = Evening(game)
    for press in presses:
        evening.press(*press)
    session = evening.table.session
    link, events = session.link, []
    while link.before is not None:
        assert game.apply(link.before.state, link.event) == link.state
        events.append(link.event)
        link = link.before
    assert fold(game, link.state, [*reversed(events), *[None] * len(events)]).state == link.state
    assert fold(game, link.state, reversed(events)).state == session.link.state
    evening.close()


@KEYS
@settings(max_examples=25)
@given(presses=PRESSES)
def test_every_state_view_and_event_survives_the_disk(game, presses):
    """Written as JSON and read back strictly, each is what it was."""
    evening = Evening(game)
    for press in presses:
        evening.press(*press)
    session = evening.table.session
    assert records.load(records.dump(session.view), game.view_type) == session.view
    link = session.link
    while link is not None:
        assert records.load(records.dump(link.state), game.state_type) == link.state
        if link.event is not None:
            name = type(link.event).__name__
            assert records.load_named(name, records.dump(link.event), game.events) == link.event
            assert link.before is not None
            assert tune(game.cues(link.before.state, link.event, link.state)) is not None
        link = link.before
    evening.close()


@KEYS
@settings(max_examples=15)
@given(presses=PRESSES)
def test_french_has_a_picture_for_everything_too(game, presses):
    """No sentence breaks on its placeholders in the other language."""
    evening = Evening(game, language="fr")
    for press in presses:
        evening.press(*press)
    evening.close()


def test_no_two_games_share_a_key():
    """The key names a game in commands, settings and the journal."""
    assert len({game.key for game in GAMES}) == len(GAMES)
