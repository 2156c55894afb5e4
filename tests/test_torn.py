"""A match book that was torn while the box was off: at the next start what can be read of it goes on in a new one."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device import journal as journal_module
from device import journal_file
from device.journal import Journal
from device.journal_file import FILE_NAME, is_sound
from device.salvage import PART_LOST, salvage
from device.texts import texts
from drivers.contract import Button
from tests.test_garbled import press, table_at
from tests.test_salvage import PAGE, holed

ASIDE = "journal.damaged-1.sqlite3"


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The bytes of a book of thirty matches that are over and one that is not, in front."""
    folder = tmp_path_factory.mktemp("book")
    table = table_at(folder)
    press(table, Button.OK)
    for length in range(5, 35):
        press(table, *[Button.SPADE] * length, Button.OK)
    press(table, Button.HEART, Button.HEART)
    table.journal.close()
    return (folder / FILE_NAME).read_bytes()


@pytest.fixture
def place(tmp_path):
    """Where the torn book lies."""
    (tmp_path / "box").mkdir()
    return tmp_path / "box"


def page_of(book, word):
    """The root page of a table or index."""
    db = sqlite3.connect(":memory:")
    db.deserialize(book[:18] + b"\x01\x01" + book[20:])  # as if it had no WAL: memory knows none
    return db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (word,)).fetchone()[0] - 1


def without_index(book):
    """Torn, but no row is lost."""
    return holed(book, page_of(book, "record_by_match"))


def written(journal):
    return [(match, journal.entries(match.id)) for match in journal.matches()]


def test_the_match_in_front_goes_on_where_it_was(book, place):
    """Its cards are on the table: nobody has to deal again because a page of something else is torn."""
    (place / FILE_NAME).write_bytes(without_index(book))
    table = table_at(place)
    assert f"It is kept as {ASIDE}; 31 matches go on in a new one." in table._home.top.sentence
    press(table, Button.OK, Button.HEART)
    assert table.session.link.state.counts == (0, 3, 0, 0)
    assert not table.journal.troubled
    assert len(table._facts().played()) == 30
    table.journal.close()
    again = table_at(place)
    assert again.session.link.state.counts == (0, 3, 0, 0)
    assert again.journal.put_aside is None
    assert (place / ASIDE).read_bytes() == without_index(book)


def test_a_match_that_lost_a_press_does_not_go_on_as_if_nothing_were(book, place):
    """It stays in the book with a note, and the box is at its menu."""
    leaf = book.rindex(b"Counted") // PAGE
    (place / FILE_NAME).write_bytes(holed(book, leaf))
    journal = Journal(place)
    assert journal.matches()[-1].problem == PART_LOST
    assert journal.place().match is None
    assert journal.carried == 31


def test_the_panel_says_so_in_french_and_of_a_single_match(tmp_path):
    """And of a book of which nothing is left, that a new one is begun."""
    table = table_at(tmp_path)
    table._texts = texts("fr")
    aside = Path(ASIDE)
    assert "un nouveau en reprend 1 partie." in table._told_of(aside, 1)
    assert "un nouveau en reprend 7 parties." in table._told_of(aside, 7)
    assert "un nouveau commence." in table._told_of(aside, 0)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_torn_the_box_starts_with_what_can_be_read(book, place, data):
    """The new book is whole and holds just what the salvage finds; the torn one is kept to the byte."""
    for old in place.iterdir():
        old.unlink()
    torn = book
    for page in data.draw(st.lists(st.integers(0, len(book) // PAGE - 1), min_size=1, max_size=4)):
        torn = holed(torn, page)
    (place / FILE_NAME).write_bytes(torn)
    torn_at_all = not is_sound(place / FILE_NAME)
    (place / FILE_NAME).write_bytes(torn)
    journal = Journal(place)
    assert not journal.troubled
    assert (journal.put_aside is not None) is torn_at_all
    found = written(journal)
    journal.close()
    assert is_sound(place / FILE_NAME)
    if torn_at_all:
        assert (place / ASIDE).read_bytes() == torn
        with TemporaryDirectory() as scratch:
            assert found == written(Journal.of(salvage(place / ASIDE, Path(scratch)).db))


def test_a_disk_with_no_room_for_a_new_book_gets_it_when_there_is(book, place, monkeypatch):
    """Until then the matches are in memory, and the mark is on the panel."""
    (place / FILE_NAME).write_bytes(without_index(book))
    merge, full = journal_file.merge, [True]

    def merged(*arguments):
        if full:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        merge(*arguments)

    monkeypatch.setattr(journal_file, "merge", merged)
    table = table_at(place)
    assert table.journal.troubled == "the disk is full"
    press(table, Button.OK, Button.OK, Button.HEART)
    assert table.session.link.state.counts == (0, 3, 0, 0)
    full.clear()
    press(table, Button.HEART)
    assert not table.journal.troubled
    table.journal.close()
    again = table_at(place)
    assert again.session.link.state.counts == (0, 4, 0, 0)
    assert len(again.journal.matches()) == 31


def test_a_torn_book_that_cannot_be_put_aside_is_not_written_to(book, place, monkeypatch):
    """A card that has become read-only: the matches are there to look at and to play on, and the file stays as it is."""
    (place / FILE_NAME).write_bytes(without_index(book))

    def refused(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(journal_file, "put_aside", refused)
    table = table_at(place)
    assert table.journal.troubled == "the disk is read-only"
    press(table, Button.OK, Button.OK, Button.HEART, Button.HEART)
    assert table.session.link.state.counts == (0, 4, 0, 0)
    table.journal.close()
    assert (place / FILE_NAME).read_bytes() == without_index(book)


@pytest.mark.parametrize(("most", "whole"), [(10, False), (20_000, True)])
def test_a_start_does_not_ask_a_torn_book_for_ever(book, place, monkeypatch, most, whole):
    """With no more questions left, what lies behind is lost, and is noted of every match that it was of."""
    (place / FILE_NAME).write_bytes(holed(book, book.index(b"Counted") // PAGE))
    monkeypatch.setattr(journal_module, "MOST_ASKED", most)
    journal = Journal(place)
    last = journal.matches()[-1]
    assert len(journal.matches()) == 31
    assert (last.problem is None) is whole
    assert bool(journal.entries(last.id)) is whole
