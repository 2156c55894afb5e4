"""Whole evenings as scripts: each `.txt` beside this file is played on the simulated box in both languages, and every `shot`
must equal its golden picture.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from device.commands.replay import new_player
from device.games import GAMES
from device.settings import defaults, schema
from device.shuffle import Shuffler

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))
MATCHES = [path for path in SCRIPTS if not path.stem.startswith("panel_")]
"""A cut of power closes the pages behind the menu, so only matches can be played in pieces."""


LONG = 60
"""Lines: a longer evening is cut every so often, not after each."""


def spoken(language):
    values = defaults(schema(GAMES))
    values["table"]["language"] = language
    return values


def play(lines, language="en"):
    player = new_player(None, spoken(language))
    try:
        player.play(lines)
        return player.report(), player.shots
    finally:
        player.box.close()
        player.table.journal.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_evening_looks_as_it_did(script, language, golden):
    """Every picture kept by the script is the one in the repository."""
    _, shots = play(script.read_text(encoding="utf-8").splitlines(), language)
    assert shots
    for name, picture in shots.items():
        assert golden(name=name) == picture


@pytest.mark.parametrize("script", MATCHES, ids=lambda path: path.stem)
def test_power_cut_after_every_line_changes_nothing(script, tmp_path):
    """A script played in pieces, with the process gone after each press, ends where the whole script ends."""
    lines = [
        line for line in script.read_text(encoding="utf-8").splitlines() if line and not line.startswith(("#", "shot"))
    ]
    if len(lines) > LONG:
        lines = ["\n".join(lines[at : at + LONG // 5]) for at in range(0, len(lines), LONG // 5)]
    whole, _ = play("\n".join(lines).splitlines())
    values, shuffler = spoken("en"), Shuffler()  # a deck that a line has stacked is still stacked after the cut
    for line in [*lines, "wait 0.1"]:
        player = new_player(tmp_path, values, shuffler)
        player.play(line.splitlines())
        values = player.table.values
        pieces = player.report()
        # No farewell to the journal: what is not on disk by now is lost.
        player.box.close()
        player.table.journal._db.close()
    for key in ("game", "phase", "state"):
        assert pieces[key] == whole[key]
