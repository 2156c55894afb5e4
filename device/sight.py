"""What the table shows to those who only look on: the mirror in the living room, the scoreboard of a club."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from PIL import Image

from device.games.contract import Summary
from device.records import plain
from device.texts import told
from drivers.contract import Lamps, Light, Press


@dataclass(frozen=True, slots=True)
class Standing:
    """How the match in front stands, in plain values; `title` and `text` are in the person's language."""

    match: int
    """Its number in the journal."""
    game: str
    """The game's key, as in commands and settings."""
    title: str
    text: str
    finished: bool
    players: tuple[str, ...]
    values: Mapping[str, Any]
    result: Mapping[str, Any]


def standing(match: int, game: str, title: str, summary: Summary, texts: NullTranslations) -> Standing:
    """How a match stands, from its summary."""
    return Standing(
        match,
        game,
        texts.gettext(title),
        told(texts, summary.headline, summary.values),
        summary.finished,
        summary.players,
        plain(dict(summary.values)),
        plain(dict(summary.result)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What there is to see after one turn of the loop."""

    picture: Image.Image
    lamps: Lamps
    light: Light
    standing: Standing | None
    """None: no match is in front."""
    press: Press | None = None
    """The press that led here, if it was one."""


Onlooker = Callable[[Sight], None]
"""Is shown every sight in turn, on the logic thread: it returns at once, whatever becomes of what it has seen."""
