"""The journal: every match on disk, in SQLite, written before it is shown. No game by name.

Tables: `match` (one row a match, with its first state), `record` (its events and undo marks in order; nothing is ever
deleted), `place` (where the person is: which match is in front, and its view) and `outbox` (what has yet to reach a broker,
until it has). WAL with `synchronous=FULL` is the only setting that loses nothing when the plug is pulled; each write is one
transaction.

A disk can be full, read-only, torn, or an overlay that forgets. Then the journal goes on in memory, `troubled` says why, and
every later write tries the disk again with all that is missing. A disk can also give back other letters than were written,
which SQLite does not notice: what cannot be read of a match is left out of it, and the match says so.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from device import journal_file
from device.rows import Entry, Message, Place, StoredMatch, is_json, stored
from device.salvage import salvage

log = logging.getLogger(__name__)

MOST_MESSAGES = 1000
"""How many messages wait for a broker at most; then the oldest gives way."""
MOST_ASKED = 20_000
"""How many numbers of rows that are lost a table of a torn file is asked for, a few seconds on the smallest Pi: a start may not take for ever."""


class Journal:
    """An open journal. All methods are for the logic thread alone."""

    def __init__(self, folder: Path | None) -> None:
        """Open or make the journal in `folder`, or in memory alone for None.

        A file that is not a sound journal is renamed aside with a note in the log, never deleted; what can be read of it goes
        on in a new one.

        Raises:
            ForeignJournal: a newer Meneur wrote it.
        """
        self.folder = folder
        self.troubled = ""
        """Why matches are not being saved now, in a few English words; empty while they are."""
        self.writes = 0
        """How many times something was written since the journal was opened, to the file or to memory."""
        self.put_aside: Path | None = None
        """Where a torn file was put, at the start or later, if there was one."""
        self.carried = 0
        """How many matches could be read of that file, and go on in a new one."""
        self._strange = False
        """Whether memory was begun without having seen the file, so that its numbers mean other matches there."""
        self._blind = False
        """Whether memory does not know all of the file although callers use the file's numbers: it must not be written over it."""
        self._shift = 0
        """What to add to a number that callers know to get the file's: they keep theirs when memory moves to the file."""
        self._delivered: set[str] = set()
        """Messages that need not be kept any more; they go with the next write, so that no press waits for it."""
        self._db = self._open()

    @classmethod
    def to_look_at(cls, folder: Path) -> Journal:
        """What is in the journal in `folder` now, in memory: reading it moves, makes and writes nothing on the disk.

        Raises:
            DamagedJournal: it is torn; the next start puts it aside.
            ForeignJournal: a newer Meneur wrote it.
            OSError, sqlite3.Error: it cannot be read.
        """
        return cls.of(journal_file.look(folder / journal_file.FILE_NAME))

    @classmethod
    def of(cls, db: sqlite3.Connection) -> Journal:
        """A journal in memory on tables that are there already."""
        journal = cls(None)
        journal._db.close()
        journal._db = db
        return journal

    # -- opening -------------------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self.folder is None:
            return journal_file.new_in_memory()
        path = self.folder / journal_file.FILE_NAME
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            journal_file.must_remember(self.folder)
            if path.exists() and not journal_file.is_sound(path):
                return self._renewed(path)
            return journal_file.open_file(path)
        except (OSError, sqlite3.Error) as cause:
            self._give_up(cause)
            try:
                return journal_file.read_into_memory(path)
            except (OSError, sqlite3.Error):
                self._strange = True
                return journal_file.new_in_memory()

    def _renewed(self, path: Path) -> sqlite3.Connection:
        """A new journal in place of a torn one, with all that can be read of that; in memory if the disk takes no other."""
        known = self._salvaged(path) or journal_file.new_in_memory()
        try:
            self._put_aside(path)
            file = journal_file.open_file(path)
            try:
                journal_file.merge(known, file, 0)
            except sqlite3.Error:
                file.close()
                raise
        except (OSError, sqlite3.Error) as cause:
            self._give_up(cause)
            self._blind = self.put_aside is None  # or the next write that succeeds would go into the torn one
            return known
        known.close()
        return file

    def _put_aside(self, path: Path) -> None:
        self.put_aside = journal_file.put_aside(path, journal_file.DAMAGED)
        log.error(
            "the journal %s is damaged; it is kept as %s, and %d matches of it go on in a new one",
            path,
            self.put_aside.name,
            self.carried,
        )

    def _give_up(self, cause: Exception) -> None:
        path = None if self.folder is None else self.folder / journal_file.FILE_NAME
        self.troubled = journal_file.in_words(cause, path)
        log.error("matches are not saved (%s: %s); playing on from memory", self.folder, cause)

    def copy_to(self, path: Path) -> None:
        """Write all there is to a new file."""
        file = sqlite3.connect(path)
        try:
            self._db.backup(file)
        finally:
            file.close()

    def close(self) -> None:
        """Close the file; what is written stays."""
        if self._delivered:
            self._write(lambda _cursor: None)
        self._db.close()

    # -- writing -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        cursor = self._db.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            cursor.executemany("DELETE FROM outbox WHERE id = ?", [(message,) for message in self._delivered])
            yield cursor
            cursor.execute("COMMIT")
            self._delivered.clear()
        except BaseException:
            if self._db.in_transaction:
                cursor.execute("ROLLBACK")
            raise

    def begin(self, game: str, start: str, began: str | None, view: str) -> int:
        """Write a new match and put it in front; its number."""

        def write(cursor: sqlite3.Cursor) -> int:
            cursor.execute("INSERT INTO match (game, start, began) VALUES (?, ?, ?)", (game, start, began))
            number = cursor.lastrowid
            assert number is not None
            _write_place(cursor, number, view)
            return number

        return int(self._write(write))

    def renew(self, match: int, start: str, view: str) -> None:
        """Give a match that has no records yet another first state, and put it in front."""

        def write(cursor: sqlite3.Cursor) -> None:
            cursor.execute("UPDATE match SET start = ? WHERE id = ?", (start, match + self._shift))
            _write_place(cursor, match + self._shift, view)

        self._write(write)

    def append(
        self,
        match: int,
        entry: Entry,
        view: str,
        outcome: dict[str, Any] | None,
        at: str | None,
        *,
        message: Message | None = None,
    ) -> None:
        """Write one event or undo of a match, the view that follows, and how the match stands after it.

        `outcome` is the summary of a match that is now over, None while it goes on; `at` the wall time, if it is sure;
        `message` is what is to be sent of it.
        """
        summary = None if outcome is None else json.dumps(outcome, ensure_ascii=False)

        def write(cursor: sqlite3.Cursor) -> None:
            number = match + self._shift
            cursor.execute(
                "INSERT INTO record (match, event, fields) VALUES (?, ?, ?)", (number, entry.event, entry.fields)
            )
            cursor.execute(
                "UPDATE match SET finished = ?, summary = ?, ended = ? WHERE id = ? AND (finished OR ?)",
                (outcome is not None, summary, at if outcome is not None else None, number, outcome is not None),
            )
            _write_place(cursor, number, view)
            if message is not None:
                _put_out(cursor, message)

        self._write(write)

    def delivered(self, message: str) -> None:
        """A message has reached the broker: do not keep it any longer than until the next write.

        Should that be lost, it is sent once more, and the receiver knows it by its id.
        """
        self._delivered.add(message)

    def condemn(self, match: int, problem: str) -> None:
        """Note that a match cannot be played again; it stays in the file."""
        self._write(
            lambda cursor: cursor.execute("UPDATE match SET problem = ? WHERE id = ?", (problem, match + self._shift))
        )

    def move(self, place: Place) -> None:
        """Note where the person is now."""

        def write(cursor: sqlite3.Cursor) -> None:
            _write_place(cursor, None if place.match is None else place.match + self._shift, place.view)

        self._write(write)

    def _write(self, write: Any) -> Any:
        """Run one transaction; when the disk fails, carry all that is known over to memory and run it there."""
        if self.troubled and self.folder is not None:
            self._heal()
        self.writes += 1
        try:
            with self._transaction() as cursor:
                return write(cursor)
        except sqlite3.Error as cause:
            self._fall_back(cause)
            with self._transaction() as cursor:
                return write(cursor)

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The answer to a query; when the disk fails, from all that can be carried over to memory."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as cause:
            self._fall_back(cause)
            return self._db.execute(query, values).fetchall()

    def _fall_back(self, cause: sqlite3.Error) -> None:
        """Go on in memory with what the failing file still lets us read. A torn one is put aside, as at the start.

        Raises:
            sqlite3.Error: `cause` itself: memory fails, and nothing is left to fall back on.
        """
        if self.troubled or self.folder is None:
            raise cause
        self._give_up(cause)
        path = self.folder / journal_file.FILE_NAME
        torn = journal_file.tells_damage(cause)
        copy = None if torn else self._copied()
        known = copy or self._salvaged(path)
        with suppress(sqlite3.Error):
            self._db.close()
        self._db = known or journal_file.new_in_memory()
        self._blind = copy is None
        self.writes += 1
        if torn and known is not None:
            with suppress(OSError):
                self._put_aside(path)
                self._blind = False  # there is no other file to write it over
                self._heal()

    def _copied(self) -> sqlite3.Connection | None:
        """All of the file in memory, if it can all be read."""
        memory = journal_file.new_in_memory()
        try:
            self._db.backup(memory)
        except sqlite3.Error:
            return None
        return memory

    def _salvaged(self, path: Path) -> sqlite3.Connection | None:
        """In memory what can be read of the file row by row, if anything can."""
        try:
            with TemporaryDirectory() as scratch:
                found = salvage(path, Path(scratch), most_asked=MOST_ASKED)
        except (OSError, sqlite3.Error) as cause:
            log.warning("the earlier matches cannot be read either, and are left as they are: %s", cause)
            return None
        self.carried = found.matches
        return found.db

    def _heal(self) -> None:
        """Try the disk again: write all that is in memory over to the file, in one transaction, and go on there."""
        if self._blind:
            return  # until the next start, which reads the file anew
        assert self.folder is not None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            journal_file.must_remember(self.folder)
            file = journal_file.open_file(self.folder / journal_file.FILE_NAME)
        except (OSError, sqlite3.Error, journal_file.ForeignJournal):
            return
        try:
            shift = journal_file.highest_number(file) if self._strange else 0
            journal_file.merge(self._db, file, shift)
        except sqlite3.Error:
            file.close()
            return
        self._shift += shift
        self._strange = False
        self._db.close()
        self._db = file
        self.troubled = ""
        log.warning("matches are saved again")

    # -- reading -------------------------------------------------------------------------------------------------------

    def place(self) -> Place:
        """Where the person was last."""
        for match, view in self._rows("SELECT match, view FROM place WHERE match IS NOT NULL"):
            return Place(match - self._shift, view)
        return Place()

    def match(self, number: int) -> StoredMatch | None:
        """One match by its number, if it is there."""
        return self._one(f"{_SELECT} WHERE id = ?", number + self._shift)

    def played(self, game: str, before: int | None = None) -> Iterator[StoredMatch]:
        """The matches of a game that can be played again, newest first, each read when it is asked for; only those that began
        `before` another. One that nobody played, or that was taken back to its start, is no match yet.
        """
        query = f"{_SELECT} WHERE game = ? AND problem IS NULL AND id < ? AND {_PLAYED} ORDER BY id DESC LIMIT 1"
        below = _ABOVE_ALL if before is None else before
        while (found := self._one(query, game, below + self._shift)) is not None:
            below = found.id
            yield found

    def unused(self, game: str) -> StoredMatch | None:
        """The newest match of a game, if nothing was ever written of it beyond its start."""
        newest = "(SELECT max(id) FROM match WHERE game = ? AND problem IS NULL)"
        untouched = "NOT EXISTS (SELECT 1 FROM record WHERE record.match = match.id)"
        return self._one(f"{_SELECT} WHERE id = {newest} AND NOT finished AND {untouched}", game)

    def matches(self) -> list[StoredMatch]:
        """All matches, oldest first."""
        return [stored(row, self._shift) for row in self._rows(f"{_SELECT} ORDER BY id")]

    def garbled(self) -> list[int]:
        """The numbers of the matches of which a part can no longer be read, in order."""
        torn = {
            match - self._shift
            for match, fields in self._rows("SELECT match, fields FROM record WHERE event IS NOT NULL")
            if not is_json(fields or "")
        }
        return [each.id for each in self.matches() if each.garbled or each.id in torn or not is_json(each.start)]

    def finished(self, place: int) -> StoredMatch | None:
        """A finished match by its place from the newest, which is 0."""
        return self._one(f"{_SELECT} WHERE finished ORDER BY id DESC LIMIT 1 OFFSET ?", place)

    def finished_count(self) -> int:
        """How many matches are finished."""
        return int(self._rows("SELECT count(*) FROM match WHERE finished")[0][0])

    def entries(self, match: int) -> list[Entry]:
        """The events and undos of a match, in order."""
        rows = self._rows("SELECT event, fields FROM record WHERE match = ? ORDER BY id", match + self._shift)
        return [Entry(*row) for row in rows]

    def outbox(self) -> list[Message]:
        """What has yet to reach a broker, in the order to send it in."""
        rows = self._rows("SELECT id, topic, payload FROM outbox ORDER BY number")
        return [Message(*row) for row in rows if row[0] not in self._delivered]

    def _one(self, query: str, *values: Any) -> StoredMatch | None:
        rows = self._rows(query, *values)
        return stored(rows[0], self._shift) if rows else None


_SELECT = "SELECT id, game, start, began, ended, finished, summary, problem FROM match"
_PLAYED = "(SELECT 2 * count(event) > count(*) FROM record WHERE record.match = match.id)"
"""There are more events than undos, which have no event's name."""
_ABOVE_ALL = 2**62


def _write_place(cursor: sqlite3.Cursor, match: int | None, view: str | None) -> None:
    cursor.execute("INSERT OR REPLACE INTO place (only, match, view) VALUES (1, ?, ?)", (match, view))


def _put_out(cursor: sqlite3.Cursor, message: Message) -> None:
    cursor.execute(
        "INSERT OR IGNORE INTO outbox (id, topic, payload) VALUES (?, ?, ?)",
        (message.id, message.topic, message.payload),
    )
    cursor.execute("DELETE FROM outbox WHERE number <= (SELECT max(number) FROM outbox) - ?", (MOST_MESSAGES,))
