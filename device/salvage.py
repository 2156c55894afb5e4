"""What can still be read of a torn match book: its rows, asked for one by one of a copy. The book itself is only read.

SQLite refuses a torn page, not the file: whatever lies on other pages it gives out. A match that lost a press is kept with a
note, as one of another version is: its outcome stays in the history, but nobody can go on with it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device import journal_file

BLOCK = 4096
"""Bytes asked of the disk at once, and the size of a journal's pages."""
SMALLEST_ROW = 16
"""Bytes: a bound on how many rows may lie where nothing can be read."""
PART_LOST = "a part of it is lost: the match book was damaged"
"""What is noted of a match that lost a press."""

UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises of a torn page; the second of one that has a name which nobody can read."""

_TABLES = ("match", "record", "outbox")
_HIGHEST = {
    "match": ("SELECT max(id) FROM match", "SELECT max(match) FROM record"),
    "record": ("SELECT max(id) FROM record", "SELECT max(id) FROM record INDEXED BY record_by_match"),
    "outbox": ("SELECT max(number) FROM outbox",),
}
"""Where the highest number of a table is to be read, the second for when the first cannot be."""

_Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was found. `db` is a whole journal in memory, of `matches` matches.

    `lost` more are known to have been there; `halted` of those found are not over, and a press of theirs is missing. `parts`
    are the torn file and its -wal as far as the disk gives them out.
    """

    db: sqlite3.Connection
    matches: int
    lost: int
    halted: int
    parts: tuple[Path, ...]


def salvage(path: Path, scratch: Path, *, most_asked: int | None = None) -> Salvage:
    """Read what can be read of the torn journal at `path`, by way of copies in the folder `scratch`.

    With `most_asked`, no more rows of a table are asked for one by one than that, and what lies behind them counts as lost.

    Raises:
        OSError: the file may not be read, or there is no room for a copy.
    """
    parts = tuple(_copied(path, scratch))
    work = scratch / "work"
    work.mkdir()
    for part in parts:
        shutil.copyfile(part, work / part.name)
    torn = _opened(work / path.name)
    try:
        most = sum(part.stat().st_size for part in parts) // SMALLEST_ROW
        found = {table: _rows(torn, table, most, most_asked) for table in _TABLES}
        return _gathered(torn, found, parts)
    finally:
        torn.close()


def _copied(path: Path, scratch: Path) -> Iterator[Path]:
    """Copy a journal and its -wal; a block that the disk does not give out is all zeros in the copy."""
    for part in (path, path.with_name(path.name + "-wal")):
        if not part.exists():
            continue
        with part.open("rb") as file, (scratch / part.name).open("wb") as copy:
            size = part.stat().st_size
            for place in range(0, size, BLOCK):
                wanted = min(BLOCK, size - place)
                try:
                    block = os.pread(file.fileno(), wanted, place)
                except OSError:
                    block = b""
                copy.write(block.ljust(wanted, b"\0"))
        yield scratch / part.name


def _opened(copy: Path) -> sqlite3.Connection:
    """A connection that gives out what it can; a first page that is none is replaced by that of an empty journal.

    Every journal's tables begin on the same pages, so the rest of the file is found from there.
    """
    db = _lenient(copy)
    try:
        if journal_file.has_our_tables(db):
            return db
    except UNREADABLE:
        pass
    db.close()
    empty = copy.with_name("empty")
    journal_file.open_file(empty).close()
    first = bytearray(empty.read_bytes()[:BLOCK])
    first[28:32] = max(1, copy.stat().st_size // BLOCK).to_bytes(4)  # the pages that this file has
    with copy.open("r+b") as file:
        file.write(first)
    return _lenient(copy)


def _lenient(copy: Path) -> sqlite3.Connection:
    db = journal_file.connect(copy)
    # Without this, SQLite reads nothing of a file that is shorter than its first page says.
    db.execute("PRAGMA writable_schema=ON")
    return db


# -- row by row --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    """The rows of a table by number, the numbers where none could be read, and one that is not lower than the highest."""

    rows: dict[int, _Row]
    lost: list[int]
    highest: int


def _rows(torn: sqlite3.Connection, table: str, most: int, most_asked: int | None) -> _Found:
    """Read on from row to row; where that fails, ask for the next number alone, and go on behind it."""
    found = _Found({}, [], _highest(torn, table, most))
    number = asked = 0
    while number < found.highest:
        try:
            rows = torn.execute(
                f"SELECT rowid, * FROM {table} WHERE rowid > ? AND rowid <= ? ORDER BY rowid",  # noqa: S608 - our own names
                (number, found.highest),
            )
            for row in rows:
                if row[0] <= number:
                    break  # a torn page leads back: on behind it
                number = row[0]
                found.rows[number] = row[1:]
            else:
                return found
        except UNREADABLE:
            pass
        if asked == most_asked:
            found.lost.extend(range(number + 1, found.highest + 1))
            break
        asked += 1
        number += 1
        try:
            alone = torn.execute(f"SELECT * FROM {table} WHERE rowid = ?", (number,)).fetchone()  # noqa: S608 - likewise
        except UNREADABLE:
            alone = None
        if alone is None:
            found.lost.append(number)
        else:
            found.rows[number] = alone
    return found


def _highest(torn: sqlite3.Connection, table: str, most: int) -> int:
    """The highest number in a table, or one that is certainly not lower.

    A page cut off behind its head looks like one without rows: that there are none is believed only if nothing is torn.
    """
    failed = False
    for asked in _HIGHEST[table]:
        try:
            number = torn.execute(asked).fetchone()[0]
        except UNREADABLE:
            failed = True
            continue
        if number:
            return int(number)
    return most if failed else 0


# -- put together ------------------------------------------------------------------------------------------------------


def _gathered(torn: sqlite3.Connection, found: dict[str, _Found], parts: tuple[Path, ...]) -> Salvage:
    """A new journal of all rows that are whole: its own tables say which are."""
    db = journal_file.new_in_memory()
    db.execute("BEGIN")
    for table in _TABLES:
        _fill(db, table, found[table])
    matches, records = found["match"], found["record"]
    played = {row[1] for row in records.rows.values()}
    known = played | matches.rows.keys()
    lost = {number for number in matches.lost if number <= max(known, default=0)} | played - matches.rows.keys()
    incomplete = _incomplete(torn, matches, records)
    halted = [number for number in incomplete if not matches.rows[number][5]]
    db.executemany("UPDATE match SET problem = ? WHERE id = ?", [(PART_LOST, number) for number in incomplete])
    db.executemany("DELETE FROM record WHERE match = ?", [(number,) for number in lost])
    with suppress(*UNREADABLE):  # where the person was; without it, the box starts at its menu
        for match, view in torn.execute("SELECT match, view FROM place WHERE match IS NOT NULL LIMIT 1").fetchall():
            if match in matches.rows.keys() - incomplete:
                db.execute("INSERT INTO place VALUES (1, ?, ?)", (match, view))
    db.execute("COMMIT")
    return Salvage(db, len(matches.rows), len(lost), len(halted), parts)


def _fill(db: sqlite3.Connection, table: str, found: _Found) -> None:
    """Write rows to a new journal; one that does not fit its table is lost."""
    for number, row in list(found.rows.items()):
        try:
            if _has_holes(table, row):
                raise sqlite3.DataError("a part of the row is zeros")
            db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - our own names
        except sqlite3.Error:
            found.lost.append(number)
            del found.rows[number]


def _has_holes(table: str, row: _Row) -> bool:
    """Whether a sector within the row's page was lost, which reads as zeros: no text of ours has one, and no number is 0.

    A long summary lies on pages of its own; without them its match still is what it was, only not how it ended.
    """
    texts = row[:6] + row[7:] if table == "match" else row
    return any(isinstance(text, str) and "\0" in text for text in texts) or (table == "record" and not row[1])


def _incomplete(torn: sqlite3.Connection, matches: _Found, records: _Found) -> set[int]:
    """The matches that a press of is lost, as the index has it; where that is torn too, all that one may have been of."""
    found: dict[int, set[int]] = {}
    for number, row in records.rows.items():
        found.setdefault(row[1], set()).add(number)
    missing = len(records.rows) < records.highest
    incomplete = set()
    for match in matches.rows:
        mine = found.get(match, set())
        indexed = _indexed(torn, match)
        # What the index lacks of the rows that were found it may lack of the others too.
        trusted = indexed is not None and indexed >= mine
        if indexed != mine if trusted else missing:
            incomplete.add(match)
    return incomplete


def _indexed(torn: sqlite3.Connection, match: int) -> set[int] | None:
    """The numbers of a match's records by the index; None when that cannot be read."""
    try:
        rows = torn.execute("SELECT id FROM record INDEXED BY record_by_match WHERE match = ?", (match,))
        return {number for (number,) in rows}
    except UNREADABLE:
        return None
