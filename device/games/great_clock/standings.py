"""How often the Great Clock came out, by the dominoes and by who played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from device.games.great_clock.events import Mode
from device.standings import Column, Finished, Form, Table
from device.texts import N_

PLAYED_BY = {Mode.WATCH: N_("The box"), Mode.PLAY: N_("You"), Mode.REAL: N_("Real tiles")}


def standings(deals: Sequence[Finished]) -> tuple[Table, ...]:
    """A line for each set of dominoes and way of playing."""
    played: dict[tuple[Mode, int], list[Finished]] = defaultdict(list)
    for deal in deals:
        played[Mode(deal.result["mode"]), deal.result["set"]].append(deal)
    rows = [
        (
            PLAYED_BY[mode],
            size,
            len(lines),
            sum(bool(deal.result["won"]) for deal in lines),
            sum(deal.result["at_home"] for deal in lines) / len(lines),
        )
        for mode in Mode
        for (who, size), lines in sorted(played.items(), key=lambda item: item[0][1])
        if who is mode
    ]
    columns = (
        Column("played_by", N_("Played by"), N_("Who"), Form.NAME),
        Column("set", N_("Double"), N_("Set")),
        Column("deals", N_("Deals"), N_("Deals")),
        Column("won", N_("Won"), N_("Won")),
        Column("at_home", N_("Doubles at home on average"), form=Form.DECIMAL),
    )
    return (Table("great_clock.deals", N_("Great Clock"), columns, tuple(rows), tuple(deals)),)
