"""`meneur history`: the matches played on this box and what they add up to, as tables, JSON, CSV or pictures."""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from device.commands.common import (
    add_settings,
    add_state,
    box_places,
    named,
    present,
    print_json,
    read_settings,
)
from device.commands.match_book import look_at_journal, say_damage
from device.errors import UserError
from device.files import write_whole
from device.games import GAMES
from device.games.horse_race.chart import chart, has_chart
from device.journal_file import FILE_NAME
from device.rows import StoredMatch
from device.standings import Form, Table, day, standings, written
from device.texts import N_, texts, told

COLUMNS = ("number", "game", "began", "ended", "players", "summary", "result")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which matches, and in which form."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a JSON list")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    form.add_argument(
        "--chart",
        type=named,
        metavar="DIR",
        help="draw each Horse Race evening's chips over the races, as PNG into DIR",
    )
    parser.add_argument(
        "--standings",
        action="store_true",
        help="what the matches add up to: chips by player, series by team, the oracle's diary",
    )
    parser.add_argument("--game", type=_key, choices=[game.key for game in GAMES], help="only the matches of one game")
    add_state(parser)
    add_settings(parser)


def _key(text: str) -> str:
    """A game as `meneur rules` calls it, or as the results do."""
    return text.replace("-", "_")


def run(arguments: argparse.Namespace) -> int:
    """Print every finished match, oldest first, or draw up the standings, or draw the charts."""
    if arguments.standings and arguments.chart is not None:
        raise UserError("--standings prints tables and --chart draws pictures: ask for one of them")
    places = box_places(arguments.state)
    folder = places.matches
    if not present(folder / FILE_NAME):
        raise UserError(f"there are no matches in {folder}: play one first, or say --state DIR")
    language = read_settings(arguments.settings, None, panel_file=places.settings).section("table")["language"]
    with tempfile.TemporaryDirectory() as scratch:
        book = look_at_journal(folder, Path(scratch))
    stored = [match for match in book.journal.matches() if match.summary and arguments.game in {None, match.game}]
    book.journal.close()
    # Said first: a reader of the list may be gone before its end.
    code = say_damage("history", book)
    if arguments.chart is not None:
        _draw_charts(stored, arguments.chart, language)
    elif arguments.standings:
        tables = standings(GAMES, filter(None, (match.as_finished for match in stored)))
        _print_standings(tables, arguments, texts(language))
    else:
        _print_matches([row_of(match, language) for match in stored], arguments, language)
    return code


# The matches


def _print_matches(rows: list[dict[str, Any]], arguments: argparse.Namespace, language: str) -> None:
    if arguments.json:
        print_json(rows)
    elif arguments.csv:
        flat = [{**row, "players": ", ".join(row["players"]), "result": json.dumps(row["result"])} for row in rows]
        _print_csv(COLUMNS, flat)
    else:
        print("\n".join(_lines(rows, language)))


def row_of(match: StoredMatch, language: str) -> dict[str, Any]:
    """One match as plain values; `summary` is its sentence in a language, `ended` None when the date is unknown."""
    summary = match.summary or {}
    return {
        "number": match.id,
        "game": match.game,
        "began": match.began,
        "ended": match.ended,
        "players": list(summary["players"]),
        "summary": told(texts(language), summary["headline"], summary["values"]),
        "result": summary["result"],
    }


def _lines(rows: list[dict[str, Any]], language: str) -> list[str]:
    say = texts(language).gettext
    titles = {game.key: say(game.title) for game in GAMES}
    if not rows:
        return [say(N_("No match is finished yet."))]
    cells = [
        (
            datetime.fromisoformat(row["ended"]).astimezone().strftime("%Y-%m-%d %H:%M")
            if row["ended"]
            else say(N_("date unknown")),
            titles.get(row["game"], row["game"]),
            row["summary"],
        )
        for row in rows
    ]
    dates, games, _ = (max(map(len, column)) for column in zip(*cells, strict=True))
    return [f"{when:{dates}}  {game:{games}}  {summary}" for when, game, summary in cells]


def _print_csv(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    writer = csv.DictWriter(sys.stdout, columns)
    writer.writeheader()
    writer.writerows(rows)


# The standings


def _print_standings(tables: Sequence[Table], arguments: argparse.Namespace, say: NullTranslations) -> None:
    if arguments.json:
        print_json([_plain(table, say) for table in tables])
    elif arguments.csv:
        # One sheet for all: what a table does not have stays empty.
        columns = dict.fromkeys(column.key for table in tables for column in table.columns)
        rows = [{"table": table.key, **row} for table in tables for row in _rows(table, say)]
        _print_csv(("table", *columns), rows)
    else:
        blocks = ["\n".join(_table_lines(table, say)) for table in tables]
        print("\n\n".join(blocks) or say.gettext(N_("No match is finished yet.")))


def _plain(table: Table, say: NullTranslations) -> dict[str, Any]:
    first, last = table.span or (None, None)
    return {
        "table": table.key,
        "game": table.game,
        "title": say.gettext(table.title),
        "matches": len(table.matches),
        "undated": table.undated,
        "first": first,
        "last": last,
        "rows": _rows(table, say),
    }


def _rows(table: Table, say: NullTranslations) -> list[dict[str, Any]]:
    """The rows by the columns' keys: names in words, figures as they are."""
    return [
        {
            column.key: written(cell, column.form, say) if column.form is Form.NAME else cell
            for column, cell in zip(table.columns, row, strict=True)
        }
        for row in table.rows
    ]


def _table_lines(table: Table, say: NullTranslations) -> list[str]:
    """Title and span of time, headings, rows; names to the left, figures to the right."""
    _ = say.gettext
    title = next((_(game.title) for game in GAMES if game.key == table.game and game.title != table.title), "")
    cells = [[_(column.heading) for column in table.columns]]
    cells += [
        [written(cell, column.form, say) for column, cell in zip(table.columns, row, strict=True)] for row in table.rows
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            [line[0].ljust(widths[0]), *(cell.rjust(wide) for cell, wide in zip(line[1:], widths[1:], strict=True))]
        )
        for line in cells
    ]
    heading = f"{title} · {_(table.title)}" if title else _(table.title)
    return [f"{heading} ({_span(table, say)})", *lines]


def _span(table: Table, say: NullTranslations) -> str:
    told_ = [] if table.span is None else list(dict.fromkeys(day(moment, say) for moment in table.span))
    undated = table.undated
    said = [" – ".join(told_)] if told_ else []
    if undated:
        said.append(say.ngettext("%(count)d undated", "%(count)d undated", undated) % {"count": undated})
    return ", ".join(said)


# The charts


def _draw_charts(stored: Sequence[StoredMatch], folder: Path, language: str) -> None:
    say = texts(language)
    drawn = 0
    for match in stored:
        evening = match.as_finished
        if evening is None or not has_chart(evening):
            continue
        when = say.gettext(N_("date unknown")) if evening.ended is None else day(evening.ended, say)
        name = "undated" if evening.ended is None else day(evening.ended, NullTranslations())
        file = folder / f"horse-race-{name}-{match.id}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, chart(evening, when, say))
        except OSError as cause:
            raise UserError(f"cannot write {file}: {cause.strerror}") from None
        print(file)
        drawn += 1
    if not drawn:
        raise UserError("no Horse Race evening with bets is finished yet: there is nothing to draw")
