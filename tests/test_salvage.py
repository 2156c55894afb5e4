"""A torn match book: what is on whole pages is read, what is not is counted, and nothing is told that was not written."""

from __future__ import annotations

import errno
import os
import random
import shutil
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.journal import Entry, Journal
from device.journal_file import FILE_NAME, look
from device.salvage import PART_LOST, salvage

PAGE = 4096
SUMMARY = {"headline": "over", "values": {}, "players": ["Ana"], "result": {"long": "y" * 3000}}
"""So long that it fills pages of its own."""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The bytes of a book of 25 matches, played turn and turn about, five of which are not over."""
    folder = tmp_path_factory.mktemp("book")
    journal, chance, waiting = Journal(folder), random.Random(1), []
    for _ in range(25):
        waiting.append(journal.begin("hockey", "{}", None, "{}"))
        for _ in range(chance.randrange(20, 60)):
            fields = f'{{"suit":"{chance.choice("SHDC")}"}}'
            journal.append(chance.choice(waiting), Entry("Turn", fields), "{}", None, None)
        if len(waiting) > 5:
            over = waiting.pop(chance.randrange(len(waiting)))
            journal.append(over, Entry("End", "{}"), "{}", SUMMARY, "2026-01-01T00:00:00+00:00")
    journal.close()
    return (folder / FILE_NAME).read_bytes()


@pytest.fixture
def place(tmp_path):
    """Where a torn book lies."""
    (tmp_path / "box").mkdir()
    return tmp_path / "box" / FILE_NAME


def salvaged(path, torn):
    """Write a torn book, salvage it, and see that it is untouched."""
    path.write_bytes(torn)
    scratch = path.parents[1] / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    found = salvage(path, scratch)
    assert [file.name for file in path.parent.iterdir()] == [FILE_NAME]
    assert path.read_bytes() == torn
    assert found.parts[0].read_bytes() == torn
    return found


def as_written(path, book):
    path.write_bytes(book)
    journal = Journal.of(look(path))
    return {match.id: (match, journal.entries(match.id)) for match in journal.matches()}


def holed(book, page):
    return book[: page * PAGE] + bytes(PAGE) + book[(page + 1) * PAGE :]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_read_of_a_book_with_lost_pages_is_what_was_written(book, place, data):
    """Pages zeroed, the end cut off anywhere: a match is as it was, without a press only if that is noted of it."""
    written, pages = as_written(place, book), len(book) // PAGE
    torn = book
    for page in data.draw(st.lists(st.integers(0, pages - 1), max_size=4)):
        torn = holed(torn, page)
    torn = torn[: data.draw(st.integers(0, len(book)))]
    found = salvaged(place, torn)
    journal = Journal.of(found.db)
    matches = journal.matches()
    assert found.matches == len(matches)
    assert found.matches + found.lost <= len(written)
    for match in matches:
        before, entries = written[match.id]
        assert replace(match, problem=None) == (replace(before, summary=None) if match.garbled else before)
        if match.problem is None:
            assert journal.entries(match.id) == entries
    assert found.halted == sum(not match.finished for match in matches if match.problem == PART_LOST)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_garbage_in_a_book_ends_the_reading_of_it(book, place, data):
    """Sectors of noise anywhere, pages in the place of others, no book at all: what comes out is a journal that can be read."""
    torn = bytearray(book)
    for _ in range(data.draw(st.integers(1, 3))):
        at = 512 * data.draw(st.integers(0, len(book) // 512 - 1))
        torn[at : at + 512] = random.Random(data.draw(st.integers(0, 999))).randbytes(512)
    first, other = (PAGE * data.draw(st.integers(0, len(book) // PAGE - 1)) for _ in range(2))
    torn[first : first + PAGE] = torn[other : other + PAGE]
    found = salvaged(place, bytes(torn))
    journal = Journal.of(found.db)
    for match in journal.matches():
        journal.entries(match.id)
    assert salvaged(place, b"no book at all").matches == 0


def test_a_book_without_its_first_page_is_read_whole(book, place):
    """All that says where the tables begin is on it, and they begin where they do in every book."""
    found = salvaged(place, holed(book, 0))
    assert (found.matches, found.lost, found.halted) == (25, 0, 0)
    assert {n: (m, Journal.of(found.db).entries(n)) for n, (m, _) in as_written(place, book).items()} == as_written(
        place, book
    )


def test_a_lost_press_stops_only_the_match_it_is_of(book, place):
    """The index knows whose it was; the others go on, and every outcome is kept."""
    leaf = book.index(b"Turn", 10 * PAGE) // PAGE
    found = salvaged(place, holed(book, leaf))
    journal = Journal.of(found.db)
    noted = [match for match in journal.matches() if match.problem == PART_LOST]
    assert (found.matches, found.lost) == (25, 0)
    assert 0 < len(noted) < 25
    for match in journal.matches():
        before = as_written(place, book)[match.id][1]
        assert (journal.entries(match.id) == before) is (match not in noted)


def test_a_name_that_nobody_can_read_costs_no_match(book, place):
    """It is on the first page, and that is known."""
    for garbled in (b"summ\xf3ry TEXT", b"summarq TEXT"):
        found = salvaged(place, book.replace(b"summary TEXT", garbled))
        assert (found.matches, found.lost, found.halted) == (25, 0, 0)


def test_a_press_that_reads_as_zeros_is_lost_and_not_made_up(book, place):
    """A card loses sectors, not pages: the row is there, and nothing in it."""
    press = book.index(b'Turn{"suit":', 10 * PAGE)
    found = salvaged(place, holed(book[:press] + bytes(16) + book[press + 16 :], 3))
    journal = Journal.of(found.db)
    events = {entry.event for match in journal.matches() for entry in journal.entries(match.id)}
    assert events == {"Turn", "End"}
    assert [match for match in journal.matches() if match.problem == PART_LOST]


def test_a_card_that_does_not_give_out_a_block_is_read_around_it(book, place, tmp_path, monkeypatch):
    """An input/output error is one block lost, not the book."""
    place.write_bytes(book)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    pread = os.pread

    def failing(file, count, offset):
        if offset == 0:
            raise OSError(errno.EIO, "Input/output error")
        return pread(file, count, offset)

    monkeypatch.setattr(os, "pread", failing)
    found = salvage(place, scratch)
    assert found.matches == 25
    assert found.parts[0].read_bytes() == holed(book, 0)


def test_what_was_written_last_is_read_from_the_wal(tmp_path):
    """A plug pulled in the evening leaves it there; the torn file alone would not know it."""
    box, scratch = tmp_path / "box", tmp_path / "scratch"
    scratch.mkdir()
    journal = Journal(box)
    journal.begin("hockey", "{}", None, "{}")
    (tmp_path / "left").mkdir()
    for suffix in ("", "-wal"):
        shutil.copyfile(box / f"{FILE_NAME}{suffix}", tmp_path / "left" / f"{FILE_NAME}{suffix}")
    journal.close()
    assert (tmp_path / "left" / f"{FILE_NAME}-wal").stat().st_size > 0
    found = salvage(tmp_path / "left" / FILE_NAME, scratch)
    assert [part.name for part in found.parts] == [FILE_NAME, f"{FILE_NAME}-wal"]
    assert (found.matches, found.lost) == (1, 0)
