"""The tunes: every cue of every game has one, each is RTTTL that the buzzer can play, no two sound alike."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from device.tunes import TUNES, tune
from drivers.rtttl import parse

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("cue", TUNES)
def test_a_tune_can_be_played_and_is_short(cue):
    """It parses, sounds at least once, and never outlasts four seconds: a press must not wait for music."""
    notes = parse(TUNES[cue])
    assert any(note.hertz for note in notes)
    assert sum(note.seconds for note in notes) <= 4.0


def test_no_two_tunes_are_the_same():
    """A cue is known by its sound: the notes differ, whatever the name before the colon."""
    bodies = [text.split(":", 1)[1] for text in TUNES.values()]
    assert len(set(bodies)) == len(bodies)


def test_the_suits_sound_distinct():
    """Spade, heart, diamond and club are told apart without looking."""
    suits = [tuple(note.hertz for note in parse(TUNES[f"card_{s}"])) for s in ("spades", "hearts", "diamonds", "clubs")]
    assert len(set(suits)) == 4


def test_silence_is_the_empty_cue():
    """No cue, no tune."""
    assert tune("") == ""


def cue_names(path):
    """Every constant text that a `cues` function, or one named `…cue…`, may return."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and "cue" in node.name:
            for leaf in ast.walk(node):
                if isinstance(leaf, ast.Return) and leaf.value is not None:
                    for part in ast.walk(leaf.value):
                        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                            yield part.value


@pytest.mark.parametrize("game", ["horse_race", "hockey", "clock", "great_clock"])
def test_every_cue_of_a_game_has_its_tune(game):
    """A cue without a tune would stop the evening."""
    names = {name for path in (ROOT / "device" / "games" / game).glob("*.py") for name in cue_names(path)}
    assert names
    assert {name for name in names if not name.startswith("card_")} - set(TUNES) == set()
