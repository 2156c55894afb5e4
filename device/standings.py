"""Standings: tables drawn up from the summaries of finished matches, and how their figures are written for people. No I/O.

Each game says what its matches add up to (`Game.standings`): chips by player, goals by team, wishes granted. Here is what
those tables are made of, what the panel and `meneur history --standings` share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from gettext import NullTranslations
from typing import Any, Protocol

from device.texts import N_

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match as the journal keeps it: when it ended (ISO 8601 in UTC, None if unknown), who played, what came out."""

    game: str
    ended: str | None
    players: tuple[str, ...]
    result: Mapping[str, Any]


class Form(Enum):
    """How a column's figures are written."""

    NAME = "name"  # a name, or an English msgid
    COUNT = "count"
    SIGNED = "signed"  # chips won or lost
    DECIMAL = "decimal"  # one decimal
    SHARE = "share"  # a probability or share, 0 to 1, in percent


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key for programs, its heading (a msgid), and the short heading it has on the panel, empty: not there."""

    key: str
    heading: str
    short: str = ""
    form: Form = Form.COUNT


@dataclass(frozen=True, slots=True)
class Table:
    """One table: rows in order, a cell for each column, the first of which names the row.

    `matches` are the matches it is drawn from.
    """

    key: str
    """For programs: `horse_race.players`."""
    title: str
    """A msgid."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    matches: tuple[Finished, ...]
    call: str = N_("Table")
    """What the key that opens it is called (a msgid)."""

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.key.split(".", maxsplit=1)[0]

    @property
    def undated(self) -> int:
        """How many of the matches have no known date."""
        return sum(match.ended is None for match in self.matches)

    @property
    def span(self) -> tuple[str, str] | None:
        """When the first and the last match with a known date ended."""
        dates = sorted(match.ended for match in self.matches if match.ended is not None)
        return (dates[0], dates[-1]) if dates else None


class Keeper(Protocol):
    """A game, as far as standings go."""

    @property
    def key(self) -> str:
        """Its name in the journal."""

    @property
    def standings(self) -> Callable[[Sequence[Finished]], Sequence[Table]]:
        """What its matches add up to, oldest first."""


def standings(games: Iterable[Keeper], matches: Iterable[Finished]) -> list[Table]:
    """Every table that has a row, game by game; `matches` oldest first.

    A summary that another version wrote may lack what the tables need: that match is left out of them, not of the history.
    """
    matches = list(matches)
    return [
        table
        for game in games
        for table in _of_one(game, [match for match in matches if match.game == game.key])
        if table.rows
    ]


_MISFITS = (LookupError, ValueError, TypeError)


def _of_one(game: Keeper, matches: Sequence[Finished]) -> Sequence[Table]:
    try:
        return game.standings(matches)
    except _MISFITS:
        return game.standings([match for match in matches if _fits(game, match)])


def _fits(game: Keeper, match: Finished) -> bool:
    try:
        game.standings([match])
    except _MISFITS:
        return False
    return True


def written(cell: Cell, form: Form, texts: NullTranslations) -> str:
    """A cell as people read it; a player without a name goes by number.

    >>> [written(cell, form, NullTranslations()) for cell, form in ((7, Form.SIGNED), (-7, Form.SIGNED), (0.0769, Form.SHARE))]
    ['+7', '−7', '7.7%']
    """
    _ = texts.gettext
    match cell, form:
        case None, _:
            return "–"
        case str(), _:
            return _(N_("P%(number)d")) % {"number": int(cell)} if cell.isdecimal() else _(cell)
        case 0, Form.SIGNED:
            return "0"
        case _, Form.SIGNED:
            return f"{cell:+d}".replace("-", "−")
        case _, Form.DECIMAL:
            return f"{cell:.1f}".replace(".", _("."))
        case _, Form.SHARE:
            return _(N_("%s%%")) % _percent(float(cell), _(".")) if cell < 1 else _(N_("%s%%")) % "100"
        case _:
            return str(cell)


def _percent(share: float, mark: str) -> str:
    """With as many decimals as tell it from certainty."""
    return f"{100 * share:.{3 if share > 0.99 else 1}f}".replace(".", mark)


def day(moment: str, texts: NullTranslations) -> str:
    """The local day of a moment in ISO 8601."""
    return datetime.fromisoformat(moment).astimezone().strftime(texts.gettext(N_("%Y-%m-%d")))
