"""The oracle's diary: the wishes made, and how many were granted against how many were to be expected."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.clock.events import Variant
from device.games.clock.odds import chance
from device.games.clock.words import VARIANT_NAMES
from device.standings import Column, Finished, Form, Table
from device.texts import N_


def diary(wishes: Sequence[Finished]) -> tuple[Table, ...]:
    """A line for each variant that was played, and one for all if there are several.

    The share expected is the variant's true chance (with perfect play, where the person plays).
    """
    rows: list[tuple[str, int, int, float, float | None, int]] = []
    for variant in Variant:
        made = [wish for wish in wishes if wish.result["variant"] == variant.value]
        if made:
            win = chance(variant).win
            expected = float(len(made) * win)
            rows.append((VARIANT_NAMES[variant], len(made), _granted(made), expected, float(win), _helped(made)))
    if len(rows) > 1:
        expected = sum(row[3] for row in rows)
        rows.append((N_("All wishes"), len(wishes), _granted(wishes), expected, None, _helped(wishes)))
    columns = (
        Column("variant", N_("Variant"), N_("Wishes"), Form.NAME),
        Column("wishes", N_("Wishes"), N_("Made")),
        Column("granted", N_("Granted"), N_("Yes")),
        Column("expected", N_("Expected"), N_("Exp."), Form.DECIMAL),
        Column("chance", N_("Chance"), form=Form.SHARE),
        Column("helped", N_("With help")),
    )
    return (Table("clock.diary", N_("The oracle's diary"), columns, tuple(rows), tuple(wishes), N_("Diary")),)


def _granted(wishes: Sequence[Finished]) -> int:
    return sum(wish.result["wish"] == "granted" for wish in wishes)


def _helped(wishes: Sequence[Finished]) -> int:
    return sum(bool(wish.result["helped"]) for wish in wishes)
