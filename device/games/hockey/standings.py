"""The series: teams by their wins and goals, and players by what they did, over all matches that count."""

from __future__ import annotations

from collections.abc import Sequence

from device.standings import Column, Finished, Form, Table
from device.texts import N_, alphabetical


def standings(matches: Sequence[Finished]) -> tuple[Table, ...]:
    """Two tables; an abandoned match is in neither."""
    counted = tuple(match for match in matches if match.result["counted"])
    return _teams(counted), _players(counted)


def _teams(matches: tuple[Finished, ...]) -> Table:
    """Most wins first, then the better difference of goals, then more goals. Who does not win has lost, or drawn if nobody won."""
    lines: dict[str, list[int]] = {}
    for match in matches:
        winner = match.result["winner"]
        for side, team in enumerate(match.result["teams"]):
            goals, against = match.result["score"][side], match.result["score"][1 - side]
            more = (1, winner == team, winner is None, winner not in {team, None}, goals, against)
            lines[team] = [have + one for have, one in zip(lines.get(team, [0] * len(more)), more, strict=True)]
    columns = (
        Column("team", N_("Team"), N_("Team"), Form.NAME),
        Column("played", N_("Played"), N_("Pl.")),
        Column("won", N_("Won"), N_("Wins")),
        Column("drawn", N_("Drawn")),
        Column("lost", N_("Lost")),
        Column("goals", N_("Goals"), N_("For")),
        Column("against", N_("Against"), N_("Ag.")),
    )
    # The figures in a line: played, won, drawn, lost, goals, against.
    order = sorted(
        lines.items(), key=lambda item: (-item[1][1], item[1][5] - item[1][4], -item[1][4], alphabetical(item[0]))
    )
    return Table("hockey.teams", N_("Teams"), columns, tuple((team, *line) for team, line in order), matches)


def _players(matches: tuple[Finished, ...]) -> Table:
    """Most goals first, then assists, then interceptions; who did nothing that is known is left out."""
    lines: dict[str, tuple[int, int, int]] = {}
    for match in matches:
        for line in match.result["players"]:
            goals, assists, interceptions = lines.get(line["name"], (0, 0, 0))
            lines[line["name"]] = (
                goals + line["goals"],
                assists + line["assists"],
                interceptions + line["interceptions"],
            )
    columns = (
        Column("player", N_("Player"), N_("Player"), Form.NAME),
        Column("goals", N_("Goals"), N_("Goals")),
        Column("assists", N_("Assists"), N_("Ass.")),
        Column("interceptions", N_("Interceptions"), N_("Int.")),
    )
    rows = [(name, *line) for name, line in lines.items() if any(line)]
    order = sorted(rows, key=lambda row: (-row[1], -row[2], -row[3], alphabetical(row[0])))
    return Table("hockey.players", N_("Scorers"), columns, tuple(order), matches)
