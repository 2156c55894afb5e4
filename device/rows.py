"""The rows of the journal as values. A disk can give back other letters than were written: what cannot be read is None."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from gettext import NullTranslations
from typing import Any

from device.standings import Finished
from device.texts import told


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
    def garbled(self) -> bool:
        """Whether it is over, but what came out can no longer be read."""
        return self.finished and self.summary is None

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


def stored(row: tuple[Any, ...], shift: int) -> StoredMatch:
    """A row of the table `match`, its number lowered by `shift`."""
    number, game, start, began, ended, finished, summary, problem = row
    return StoredMatch(
        number - shift, game, start, _moment(began), _moment(ended), bool(finished), _outcome(summary), problem
    )


def is_json(text: str) -> bool:
    """Whether a text can be read as JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _outcome(text: str | None) -> dict[str, Any] | None:
    """A summary that can be told; None if there is none, or none any more."""
    match json.loads(text) if text and is_json(text) else None:
        case {"headline": str(headline), "values": dict(values), "players": list(players), "result": dict()} as summary:
            try:
                told(NullTranslations(), headline, values)
            except (ValueError, TypeError, LookupError):
                return None
            return summary if all(isinstance(player, str) for player in players) else None
        case _:
            return None


def _moment(text: str | None) -> str | None:
    """A time that can be told; None if it is unknown, or is so by now."""
    try:
        datetime.fromisoformat(text or "").astimezone()
    except (ValueError, OverflowError, OSError):
        return None
    return text
