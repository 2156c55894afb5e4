"""A disk that gives back other letters than were written: SQLite finds its pages sound, and no evening ends of it."""

from __future__ import annotations

import random
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.home.reading import History, Standings
from device.journal import Journal
from device.journal_file import FILE_NAME, ForeignJournal, is_sound
from device.matches import GARBLED
from device.script import VirtualTimes
from device.settings import defaults, schema
from device.table import Table
from drivers.contract import Button, Press
from tests.tally import TALLY
from tests.test_journal import Gone


def table_at(folder):
    values = defaults(schema([TALLY]))
    values["table"]["language"] = "en"
    return Table([TALLY], Journal(folder), VirtualTimes(), values=values)


def press(table, *buttons):
    for button in buttons:
        table.press(Press(button), 1.0)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The bytes of a book of three matches that are over and one that is not."""
    folder = tmp_path_factory.mktemp("book")
    table = table_at(folder)
    press(table, Button.OK)
    for length in (5, 6, 7):
        press(table, *[Button.SPADE] * length, Button.OK)
    press(table, Button.HEART, Button.HEART)
    table.journal.close()
    return (folder / FILE_NAME).read_bytes()


@pytest.fixture
def place(tmp_path, book):
    """The book on its disk."""
    (tmp_path / FILE_NAME).write_bytes(book)
    return tmp_path


def garble(place, statement):
    """Change the book behind everybody's back; the same folder."""
    db = sqlite3.connect(place / FILE_NAME)
    db.execute(statement)
    db.commit()
    db.close()
    assert is_sound(place / FILE_NAME)
    return place


def walk(table):
    """Look at everything that a person can look at, and play a little."""
    press(table, Button.HOME)
    facts = table._facts()
    for page in range(len(facts.played())):
        History(page).draw(facts)
    for page in range(len(facts.standings())):
        Standings(page).draw(facts)
    for button in (Button.OK, Button.OK, Button.SPADE, Button.UNDO, Button.HOME, Button.OK, Button.CLUB):
        press(table, button)
        table.picture(1.0)
    table.journal.outbox()
    table.journal.garbled()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_whatever_bit_flips_the_box_starts_and_plays(tmp_path, book, seed):
    """Anywhere in the file, in text, figures, names of tables, page heads: what SQLite notices and what it does not."""
    chance = random.Random(seed)
    torn = bytearray(book)
    torn[chance.choice([at for at, byte in enumerate(book) if byte])] ^= 1 << chance.randrange(8)
    for old in tmp_path.iterdir():
        old.unlink()
    (tmp_path / FILE_NAME).write_bytes(torn)
    try:
        table = table_at(tmp_path)
    except ForeignJournal:
        assert torn[:60] == book[:60], (
            "only a flipped version is a newer Meneur's; the box says so, and touches nothing"
        )
        assert (tmp_path / FILE_NAME).read_bytes() == torn
        return
    table.picture(1.0)
    walk(table)
    table.journal.close()


OUR_VERSION = 63
"""The byte of the head in which a flip is taken for a newer Meneur's."""


@pytest.mark.parametrize("at", sorted({*range(100)} - {OUR_VERSION}))
def test_whatever_byte_flips_in_the_head_the_box_starts_and_plays(tmp_path, book, at):
    """Who may write and read the file, how many pages it has, whose it is: all eight bits at once."""
    torn = bytearray(book)
    torn[at] ^= 0xFF
    (tmp_path / FILE_NAME).write_bytes(torn)
    table = table_at(tmp_path)
    walk(table)
    assert not table.journal.troubled
    table.journal.close()


@pytest.mark.parametrize(
    "summary",
    [
        "'{\"headline\"'",
        "'[]'",
        "replace(summary, 'values', 'valuds')",
        "replace(summary, '%(n)s', '%(m)s')",
        "replace(summary, '%(n)s', '%(n s')",
        "CAST(X'7BFF7D' AS TEXT)",
    ],
)
def test_a_garbled_outcome_is_marked_and_the_others_are_whole(place, summary):
    """Its page of the history says so; count, dates and standings of the rest are as they were."""
    table = table_at(garble(place, f"UPDATE match SET summary = {summary} WHERE id = 2"))
    assert [match.headline for match in table._facts().played()] == ["%(n)s counted", GARBLED, "%(n)s counted"]
    assert [match.as_finished is None for match in table.journal.matches()] == [False, True, False, True]
    assert table.journal.garbled() == [2]
    assert table.session.link.state.counts == (0, 2, 0, 0)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE match SET start = CAST(X'7BFF7D' AS TEXT) WHERE id = 4",
        "UPDATE record SET fields = '{\"suit\":' WHERE match = 4",
        "UPDATE record SET fields = '{\"suit\":9}' WHERE match = 4",
        "UPDATE record SET event = CAST(X'436FF56E746564' AS TEXT) WHERE match = 4",
    ],
)
def test_a_match_that_cannot_be_played_again_is_said_and_kept(place, statement):
    """In a sentence on the glass; the next match is new, and nothing of the old one is deleted."""
    table = table_at(garble(place, statement))
    assert table.session is None
    assert "is damaged or from another version" in table._home.top.sentence
    press(table, Button.OK, Button.OK)
    assert table.session.link.state.limit == 8  # the last one that can be read had 7
    assert len(table.journal.entries(4)) == 2
    assert table.journal.match(4).problem


@pytest.mark.parametrize("moment", ["'2026-01-03T2x:00:05'", "CAST(X'32FF' AS TEXT)", "'0001-01-01T00:00:00+14:00'"])
def test_a_garbled_date_is_an_unknown_one(place, moment):
    """The match itself is whole."""
    table = table_at(garble(place, f"UPDATE match SET ended = {moment}, began = {moment} WHERE id = 3"))
    assert table._facts().played()[0].ended is None
    assert table.journal.garbled() == []


def test_a_place_that_is_nowhere_is_the_menu(place):
    """The number of the match in front is a figure as any other."""
    table = table_at(garble(place, "UPDATE place SET match = 99"))
    assert table.session is None
    press(table, Button.OK)
    assert table.session.link.state.counts == (0, 2, 0, 0)


def index_torn(place):
    """Let the index say that the last press of match 4 is where no press is: SQLite notices when it follows it."""
    content = (place / FILE_NAME).read_bytes()
    found, elsewhere = bytes([4, 20, 20]), bytes([4, 20, 120])  # match, press, and where it is
    assert content.count(found) == 1
    (place / FILE_NAME).write_bytes(content.replace(found, elsewhere))
    assert is_sound(place / FILE_NAME)
    return place


def test_damage_that_shows_in_mid_play_stops_nothing(place):
    """The torn book is put aside as at a start, a new one has all that could be read, and presses are saved in it."""
    table = table_at(index_torn(place))
    press(table, Button.HOME)
    assert (place / "journal.damaged-1.sqlite3").exists()
    assert "was damaged" in table._home.top.sentence
    assert not table.journal.troubled
    press(table, Button.OK, Button.HOME, Button.OK, Button.SPADE)
    table.journal.close()
    again = table_at(place)
    assert again.session.link.state.counts == (1, 2, 0, 0)
    assert len(again._facts().played()) == 3


def test_a_card_that_cannot_be_read_in_mid_play_costs_no_more_than_a_mark(place):
    """The match goes on, also by way of the menu, with what the file still gives out; and the file is not written over."""
    before = (place / FILE_NAME).read_bytes()
    table = table_at(place)
    table.journal._db = Gone(table.journal._db)
    press(table, Button.SPADE, Button.HOME)
    assert table.journal.troubled
    assert "not being saved" in table._home.top.sentence
    press(table, Button.OK, Button.OK)
    assert table.session.link.state.counts == (1, 2, 0, 0)
    assert len(table._facts().played()) == 3
    table.journal.close()
    assert (place / FILE_NAME).read_bytes() == before
    assert table_at(place).session.link.state.counts == (0, 2, 0, 0)


def test_a_name_of_our_tables_that_is_garbled_is_a_torn_book(place):
    """It is put aside at the start, as any torn book is, and a new one saves."""
    content = (place / FILE_NAME).read_bytes()
    (place / FILE_NAME).write_bytes(content.replace(b"summary TEXT", b"summarq TEXT"))
    journal = Journal(place)
    assert journal.put_aside is not None
    assert not journal.troubled
