"""`meneur history`: the matches played on this box, as a table, as JSON or as CSV."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from datetime import datetime
from typing import Any

from device.commands.common import add_settings, add_state, open_journal, read_settings, state_folder
from device.errors import UserError
from device.games import GAMES
from device.journal import FILE_NAME, StoredMatch
from device.texts import N_, texts, told

COLUMNS = ("number", "game", "began", "ended", "players", "summary", "result")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which matches, and in which form."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a JSON list")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")
    parser.add_argument("--game", choices=[game.key for game in GAMES], help="only the matches of one game")
    add_state(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every finished match, oldest first."""
    folder = state_folder(arguments.state)
    if not (folder / FILE_NAME).exists():
        raise UserError(f"there are no matches in {folder}: play one first, or say --state DIR")
    language = read_settings(arguments.settings, None).section("table")["language"]
    journal = open_journal(folder)
    try:
        stored = [match for match in journal.matches() if match.finished and arguments.game in {None, match.game}]
    finally:
        journal.close()
    rows = [row_of(match, language) for match in stored]
    if arguments.json:
        print(json.dumps(rows, ensure_ascii=False))
    elif arguments.csv:
        writer = csv.DictWriter(sys.stdout, COLUMNS)
        writer.writeheader()
        writer.writerows(
            {**row, "players": ", ".join(row["players"]), "result": json.dumps(row["result"])} for row in rows
        )
    else:
        print("\n".join(_lines(rows, language)))
    return 0


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
    lines = []
    for row in rows:
        when = datetime.fromisoformat(row["ended"]).astimezone().strftime("%Y-%m-%d %H:%M") if row["ended"] else None
        lines.append(
            f"{when or say(N_('date unknown')):16}  {titles.get(row['game'], row['game']):12}  {row['summary']}"
        )
    return lines
