"""The match book for commands that only read it: whole, or what can be read of a torn one, and in sentences what cannot."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.commands.common import TROUBLE
from device.errors import UserError
from device.journal import Journal
from device.journal_file import FILE_NAME, DamagedJournal, ForeignJournal, in_words
from device.salvage import Salvage, salvage


@dataclass(frozen=True, slots=True)
class MatchBook:
    """A journal for reading alone. `salvaged` is what the journal is made of if the match book is torn."""

    journal: Journal
    path: Path
    salvaged: Salvage | None = None
    garbled: tuple[int, ...] = ()
    """The numbers of the matches of which a part can no longer be read."""

    @property
    def damage(self) -> tuple[str, ...]:
        """What of the match book could be read and what not, in sentences; none if it is whole."""
        return (*self._torn(), *([garbled_part(self.garbled, self.path)] if self.garbled else []))

    def _torn(self) -> Iterator[str]:
        if self.salvaged is None:
            return
        found = self.salvaged
        said = [f"{counted(found.matches)} could be read" if found.matches else "no match could be read"]
        if found.lost:
            said.append(f"at least {found.lost} could not")
        if found.halted:
            said.append(f"{counted(found.halted)} cannot be gone on with")
        yield f"the match book {self.path} is damaged: {', '.join(said)}"


def garbled_part(numbers: Sequence[int], path: Path) -> str:
    """That a part of some matches can no longer be read, which ones, and what follows from it."""
    which = f"number {numbers[0]}" if len(numbers) == 1 else f"numbers {', '.join(map(str, numbers))}"
    return (
        f"a part of {counted(len(numbers))} in {path} can no longer be read ({which}): "
        "all else is whole, but the disk gives back other letters than were written"
    )


def say_damage(command: str, book: MatchBook) -> int:
    """Say on stderr what of the match book could not be read; the exit code."""
    for sentence in book.damage:
        print(f"meneur {command}: {sentence}", file=sys.stderr)
    return TROUBLE if book.damage else 0


def counted(matches: int) -> str:
    """A number of matches in words."""
    return "1 match" if matches == 1 else f"{matches} matches"


def look_at_journal(folder: Path, scratch: Path) -> MatchBook:
    """The journal for reading alone, what can be read of it if it is torn, or a sentence why it cannot be read.

    `scratch` is an empty folder for copies of a torn one.
    """
    path = folder / FILE_NAME
    try:
        journal = Journal.to_look_at(folder)
        return MatchBook(journal, path, garbled=tuple(journal.garbled()))
    except ForeignJournal as cause:
        raise UserError(str(cause)) from None
    except DamagedJournal:
        return _salvaged(path, scratch)
    except sqlite3.Error as cause:
        if cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_IOERR:
            return _salvaged(path, scratch)  # a card that is dying: some of it may still answer
        raise _unreadable(path, cause) from None
    except OSError as cause:
        raise _unreadable(path, cause) from None


def _salvaged(path: Path, scratch: Path) -> MatchBook:
    try:
        found = salvage(path, scratch)
    except (OSError, sqlite3.Error) as cause:
        raise _unreadable(path, cause) from None
    journal = Journal.of(found.db)
    return MatchBook(journal, path, found, tuple(journal.garbled()))


def _unreadable(path: Path, cause: Exception) -> UserError:
    if not os.access(path, os.R_OK):
        return UserError(f"the match book {path} may not be read by this user: try with sudo")
    return UserError(f"the match book {path} cannot be read ({in_words(cause)}): try again, or with sudo")
