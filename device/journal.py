"""The journal: every match on disk, in SQLite, written before it is shown. No game by name.

Tables: `match` (one row a match, with its first state), `record` (its events and undo marks in order; nothing is ever
deleted), `place` (where the person is: which match is in front, and its view) and `outbox` (what has yet to reach a broker,
until it has). WAL with `synchronous=FULL` is the only setting that loses nothing when the plug is pulled; each write is one
transaction.

A disk can be full, read-only, torn, or an overlay that forgets. Then the journal goes on in memory, `troubled` says why, and
every later write tries the disk again with all that is missing.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device import journal_file
from device.standings import Finished

log = logging.getLogger(__name__)

MOST_MESSAGES = 1000
"""How many messages wait for a broker at most; then the oldest gives way."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One written event (its class name and fields as JSON) or, with no name, an undo."""

    event: str | None
    fields: str | None = None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """One row of the table `match`. Times are ISO 8601 in UTC, None when unknown."""

    id: int
    game: str
    start: str
    began: str | None
    ended: str | None
    finished: bool
    summary: dict[str, Any] | None
    problem: str | None

    @property
    def as_finished(self) -> Finished | None:
        """The match for the standings; None while it goes on."""
        if not self.finished or self.summary is None:
            return None
        return Finished(self.game, self.ended, tuple(self.summary["players"]), self.summary["result"])


@dataclass(frozen=True, slots=True)
class Place:
    """Where the person is: a match and its view as JSON, or (None, None) for the home menu."""

    match: int | None = None
    view: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One row of the table `outbox`: what is to reach a broker at least once."""

    id: str
    topic: str
    payload: str


class Journal:
    """An open journal. All methods are for the logic thread alone."""

    def __init__(self, folder: Path | None) -> None:
        """Open or make the journal in `folder`, or in memory alone for None.

        A file that is not a sound journal is renamed aside with a note in the log, never deleted.

        Raises:
            ForeignJournal: a newer Meneur wrote it.
        """
        self.folder = folder
        self.troubled = ""
        """Why matches are not being saved now, in a few English words; empty while they are."""
        self.writes = 0
        """How many times something was written since the journal was opened, to the file or to memory."""
        self.put_aside: Path | None = None
        """Where an unreadable file was put at the start, if there was one."""
        self._strange = False
        """Whether memory was begun without having seen the file, so that its numbers mean other matches there."""
        self._blind = False
        """Whether memory knows nothing of the file although callers use the file's numbers: it must not be written over it."""
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
                self.put_aside = journal_file.put_aside(path, journal_file.DAMAGED)
                log.error("the journal %s is damaged; it is kept as %s and a new one begun", path, self.put_aside.name)
            return journal_file.open_file(path)
        except (OSError, sqlite3.Error) as cause:
            self._give_up(cause)
            try:
                return journal_file.read_into_memory(path)
            except (OSError, sqlite3.Error):
                self._strange = True
                return journal_file.new_in_memory()

    def _give_up(self, cause: Exception) -> None:
        self.troubled = journal_file.in_words(cause)
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
            if self.troubled:
                raise  # memory itself fails: nothing is left to fall back on
            self._give_up(cause)
            self._db = self._carry_over(journal_file.new_in_memory())
            with self._transaction() as cursor:
                return write(cursor)

    def _carry_over(self, memory: sqlite3.Connection) -> sqlite3.Connection:
        """Copy what the failing file still lets us read."""
        try:
            self._db.backup(memory)
        except sqlite3.Error as cause:
            log.warning("the earlier matches cannot be read either, and are left as they are: %s", cause)
            self._blind = True
        self._db.close()
        return memory

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
        row = self._db.execute("SELECT match, view FROM place").fetchone()
        if row is None or row[0] is None:
            return Place()
        return Place(row[0] - self._shift, row[1])

    def match(self, number: int) -> StoredMatch:
        """One match by its number."""
        return self._stored(self._db.execute(f"{_SELECT} WHERE id = ?", (number + self._shift,)).fetchone())

    def of_game(self, game: str) -> Iterator[StoredMatch]:
        """The matches of a game that can be played again, newest first, each read when it is asked for."""
        rows = self._db.execute(f"{_SELECT} WHERE game = ? AND problem IS NULL ORDER BY id DESC", (game,))
        return map(self._stored, rows)

    def latest(self, game: str) -> StoredMatch | None:
        """The newest match of a game that can be played again."""
        return next(self.of_game(game), None)

    def matches(self) -> list[StoredMatch]:
        """All matches, oldest first."""
        return [self._stored(row) for row in self._db.execute(f"{_SELECT} ORDER BY id")]

    def finished(self, place: int) -> StoredMatch:
        """A finished match by its place from the newest, which is 0."""
        found = self._db.execute(
            f"{_SELECT} WHERE finished AND summary IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?", (place,)
        )
        return self._stored(found.fetchone())

    def finished_count(self) -> int:
        """How many matches are finished."""
        counted = self._db.execute("SELECT count(*) FROM match WHERE finished AND summary IS NOT NULL")
        return int(counted.fetchone()[0])

    def was_played(self, match: int) -> bool:
        """Whether anything is written of a match beyond its start."""
        row = self._db.execute(
            "SELECT EXISTS (SELECT 1 FROM record WHERE match = ?)", (match + self._shift,)
        ).fetchone()
        return bool(row[0])

    def entries(self, match: int) -> list[Entry]:
        """The events and undos of a match, in order."""
        rows = self._db.execute("SELECT event, fields FROM record WHERE match = ? ORDER BY id", (match + self._shift,))
        return [Entry(*row) for row in rows]

    def outbox(self) -> list[Message]:
        """What has yet to reach a broker, in the order to send it in."""
        rows = self._db.execute("SELECT id, topic, payload FROM outbox ORDER BY number")
        return [Message(*row) for row in rows if row[0] not in self._delivered]

    def _stored(self, row: tuple[Any, ...]) -> StoredMatch:
        number, game, start, began, ended, finished, summary, problem = row
        told = json.loads(summary) if summary else None
        return StoredMatch(number - self._shift, game, start, began, ended, bool(finished), told, problem)


_SELECT = "SELECT id, game, start, began, ended, finished, summary, problem FROM match"


def _write_place(cursor: sqlite3.Cursor, match: int | None, view: str | None) -> None:
    cursor.execute("INSERT OR REPLACE INTO place (only, match, view) VALUES (1, ?, ?)", (match, view))


def _put_out(cursor: sqlite3.Cursor, message: Message) -> None:
    cursor.execute(
        "INSERT OR IGNORE INTO outbox (id, topic, payload) VALUES (?, ?, ?)",
        (message.id, message.topic, message.payload),
    )
    cursor.execute("DELETE FROM outbox WHERE number <= (SELECT max(number) FROM outbox) - ?", (MOST_MESSAGES,))
