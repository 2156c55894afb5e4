"""The journal's file: made, checked, put aside, read into memory when it cannot be written, and filled again from there."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path

from device.files import forgets, free_name
from device.texts import N_

VERSION = 1
"""Of the tables below; kept in the file's `user_version`."""
FILE_NAME = "journal.sqlite3"
DAMAGED, BEFORE_RESTORE = "damaged", "before-restore"
"""The words in the names of journals that were put aside, by why they were."""

HEAD, WRITER_AND_READER, SCHEMA = 100, slice(18, 20), slice(44, 48)
"""The first bytes of a file of SQLite's, and where they say which versions may write and read it, and its tables' descriptions."""
WAL_VERSION, SCHEMA_VERSION = 2, 4
"""The highest there have been since 2010."""
HIGHEST_VERSION = 999
"""Of our own tables: no Meneur will ever have counted further, a flipped bit has."""

SMALLEST_ROOM = 64 << 10
"""Bytes free that SQLite needs at least: its shared index alone takes half of them."""

_TABLES = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    start TEXT NOT NULL,       -- the first state, as JSON
    began TEXT,                -- wall time, ISO 8601 in UTC; null when the clock was not to be trusted
    ended TEXT,                -- likewise, when it was last seen finished
    finished INTEGER NOT NULL DEFAULT 0,
    summary TEXT,              -- of a finished match, as JSON
    problem TEXT               -- why it cannot be played again, if so
) STRICT;
CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match(id),
    event TEXT,                -- the event's class name; null is an undo
    fields TEXT                -- its fields as JSON
) STRICT;
CREATE INDEX record_by_match ON record(match, id);
CREATE TABLE place (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    match INTEGER REFERENCES match(id),   -- null: the home menu
    view TEXT
) STRICT;
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,   -- the order to send in
    id TEXT NOT NULL UNIQUE,      -- by which a receiver knows a repeat
    topic TEXT NOT NULL,          -- below the table's own
    payload TEXT NOT NULL
) STRICT;
"""


_COLUMNS = (
    "id, game, start, began, ended, finished, summary, problem FROM match",
    "id, match, event, fields FROM record INDEXED BY record_by_match",
    "only, match, view FROM place",
    "number, id, topic, payload FROM outbox",
)


class ForeignJournal(Exception):
    """The file is a journal of a newer Meneur; using it would lose what this one does not know."""


class DamagedJournal(Exception):
    """The file is torn, or no journal at all."""


class ForgetfulDisk(OSError):
    """Nothing that is written here outlasts the power."""


def must_remember(folder: Path) -> None:
    """See that what is written in a folder stays.

    Raises:
        ForgetfulDisk: it would be gone with the power.
    """
    if forgets(folder):
        raise ForgetfulDisk(f"{folder} is on an overlay in memory")


def connect(place: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    """A connection by which every text can be read: letters that the disk has garbled come as question marks."""
    db = sqlite3.connect(place, isolation_level=None, timeout=2, uri=uri)
    db.text_factory = _legible
    return db


def _legible(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("\ufffd", "?")


def open_file(path: Path) -> sqlite3.Connection:
    """A journal's file, made if it is not there.

    Raises:
        ForeignJournal: a newer Meneur wrote it.
        sqlite3.Error: it cannot be opened, or not be written.
    """
    db = connect(path)
    try:
        version = _version(db)
        _check_version(path, version)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        if version == 0:
            db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
        # A read-only disk opens without complaint: find out now, not at the first press.
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    except BaseException:
        db.close()
        raise
    return db


def _check_version(path: Path, version: int) -> None:
    if version > VERSION:
        raise ForeignJournal(
            f"{path} was written by a newer Meneur (journal version {version}, this one knows {VERSION}): "
            "install that version again, or move the file away to begin anew"
        )


def new_in_memory() -> sqlite3.Connection:
    """An empty journal in memory alone."""
    db = connect(":memory:")
    db.executescript(f"{_TABLES} PRAGMA user_version = {VERSION};")
    return db


def read_into_memory(path: Path) -> sqlite3.Connection:
    """Copy a journal that cannot be written. A WAL journal cannot even be read where its folder is read-only, so the copy
    is made by way of a scratch folder.
    """
    memory = connect(":memory:")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / path.name
        for suffix in ("", "-wal"):
            part = path.with_name(path.name + suffix)
            if part.exists():
                copy.with_name(copy.name + suffix).write_bytes(part.read_bytes())
        file = open_file(copy)
        file.backup(memory)
        file.close()
    return memory


def look(path: Path) -> sqlite3.Connection:
    """A copy in memory of the journal in a file, which may be in use. Nothing on the disk is moved, made or written.

    Raises:
        DamagedJournal: SQLite does not find it whole.
        ForeignJournal: a newer Meneur wrote it.
        OSError, sqlite3.Error: it cannot be read.
    """
    try:
        memory = _copied(path)
        sound = _sound(memory)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as cause:
        if tells_damage(cause):
            raise DamagedJournal(str(path)) from cause
        raise
    if not sound:
        raise DamagedJournal(str(path))
    version = _version(memory)
    _check_version(path, version)
    return memory if version else new_in_memory()  # a file of no bytes: the power went before the first table


def _copied(path: Path) -> sqlite3.Connection:
    # Without a -wal beside it nobody has it open, and SQLite need make none either.
    in_use = path.with_name(path.name + "-wal").exists()
    memory = connect(":memory:")
    file = connect(f"{path.absolute().as_uri()}?{'mode=ro' if in_use else 'immutable=1'}", uri=True)
    try:
        file.backup(memory)
    except sqlite3.OperationalError as cause:
        if cause.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
        return read_into_memory(path)
    finally:
        file.close()
    return memory


def highest_number(file: sqlite3.Connection) -> int:
    """The highest number used in a journal."""
    return int(
        file.execute(
            "SELECT max(ifnull((SELECT max(id) FROM match), 0), ifnull((SELECT max(id) FROM record), 0))"
        ).fetchone()[0]
    )


def merge(memory: sqlite3.Connection, file: sqlite3.Connection, shift: int) -> None:
    """Write the rows of memory over to the file, their numbers raised by `shift`, in one transaction."""
    file.execute("BEGIN IMMEDIATE")
    try:
        for row in memory.execute("SELECT * FROM match"):
            file.execute("INSERT OR REPLACE INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (row[0] + shift, *row[1:]))
        for row in memory.execute("SELECT * FROM record"):
            file.execute(
                "INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?)", (row[0] + shift, row[1] + shift, *row[2:])
            )
        for _, match, view in memory.execute("SELECT * FROM place"):
            file.execute(
                "INSERT OR REPLACE INTO place VALUES (1, ?, ?)", (None if match is None else match + shift, view)
            )
        if not shift:
            file.execute("DELETE FROM outbox")  # memory knew these, and which of them were delivered since
        for row in memory.execute("SELECT id, topic, payload FROM outbox ORDER BY number"):
            file.execute("INSERT OR IGNORE INTO outbox (id, topic, payload) VALUES (?, ?, ?)", row)
        file.execute("COMMIT")
    except sqlite3.Error:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def is_sound(path: Path) -> bool:
    """Whether the file is a whole journal. A file that cannot be opened for another reason counts as sound."""
    try:
        if not _head_is_known(path):
            return False
        db = connect(path)
        try:
            return _sound(db)
        finally:
            db.close()
    except OSError:
        return True
    except (sqlite3.DatabaseError, UnicodeDecodeError) as cause:
        return not tells_damage(cause)


def _head_is_known(path: Path) -> bool:
    """Whether the file says that this SQLite may write and read it. Of one that is not for it, it finds no page wrong."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    return max(head[WRITER_AND_READER], default=0) <= WAL_VERSION and int.from_bytes(head[SCHEMA]) <= SCHEMA_VERSION


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _sound(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds all pages whole, and our own tables on them."""
    if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        return False
    version = _version(db)
    if version == 0:
        return not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version != VERSION:
        return 0 < version <= HIGHEST_VERSION
    return has_our_tables(db)


def has_our_tables(db: sqlite3.Connection) -> bool:
    """Whether the tables are there with the names that we know them by; a disk can have garbled one.

    Raises:
        sqlite3.Error, UnicodeDecodeError: not even that can be told.
    """
    try:
        for columns in _COLUMNS:
            db.execute(f"SELECT {columns} LIMIT 0")
    except sqlite3.OperationalError as cause:
        if cause.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return False
    return True


def tells_damage(cause: Exception) -> bool:
    """Whether an error is of the file's content: SQLite's own word, or one that it quotes and nobody can read."""
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
    return isinstance(cause, UnicodeDecodeError)


def put_aside(path: Path, word: str) -> Path:
    """Rename a journal and its side files to the first free name with `word` in it; the new name."""
    aside = free_name(path, word)
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside


def kept_aside(folder: Path, word: str) -> list[Path]:
    """The journals that were put aside under `word` and are still there, in the order of their names."""
    name = Path(FILE_NAME)
    return sorted(folder.glob(f"{name.stem}.{word}-*{name.suffix}"))


_ERRNO = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    # A journal in WAL mode cannot make its side files where the folder is read-only.
    sqlite3.SQLITE_CANTOPEN: errno.EROFS,
}


def in_words(cause: Exception, path: Path | None = None) -> str:
    """Why the disk fails, in a few English words, which are a msgid; `path` is the file that could not be written."""
    if isinstance(cause, ForgetfulDisk):
        return N_("the disk forgets (overlay)")
    if isinstance(cause, sqlite3.Error):
        code = _ERRNO.get(cause.sqlite_errorcode & 0xFF)
    else:
        code = getattr(cause, "errno", None)
    match code:
        case errno.ENOSPC:
            return N_("the disk is full")
        case errno.EROFS | errno.EACCES if path is not None and _is_of_another_user(path):
            return N_("the file belongs to another user")
        case errno.EROFS | errno.EACCES:
            return N_("the disk is read-only")
        case _ if path is not None and _no_room(path.parent):
            # Without room for its side files, SQLite knows no better word than a failed read.
            return N_("the disk is full")
        case _:
            return N_("the disk does not answer")


def _no_room(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < SMALLEST_ROOM
    except OSError:
        return False


def _is_of_another_user(path: Path) -> bool:
    """Whether it is not the disk that keeps us from a file, or from one beside it that SQLite needs, but its owner."""
    for part in (path.parent, *(path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm"))):
        with suppress(OSError):  # not there, or out of reach
            theirs = part.stat().st_uid != os.geteuid() and not os.access(part, os.W_OK)
            if theirs and not os.statvfs(part).f_flag & os.ST_RDONLY:
                return True
    return False
