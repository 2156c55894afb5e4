"""What the world beyond the box is told of a match: how it stands, and that it ended, each as plain values for JSON.

Games say in their own words what came out (`Summary.result`). Four of those words are understood here, whatever the game:
`winner` or `winners` (the last one counts), and `score` (a number a side) or `chips` (a number a player).
"""

from __future__ import annotations

import json
from typing import Any

from device.rows import Message
from device.sight import Standing

TOPIC = "result"
"""Where results go, below the table's own topic."""


def as_values(standing: Standing) -> dict[str, Any]:
    """A standing with its winner and its score, either None if there is none yet."""
    return {
        "match": standing.match,
        "game": standing.game,
        "title": standing.title,
        "text": standing.text,
        "finished": standing.finished,
        "players": list(standing.players),
        "winner": _winner(standing),
        "score": _score(standing),
        "values": dict(standing.values),
        "result": dict(standing.result),
    }


def announcement(
    before: Standing, after: Standing, *, identity: str, began: str | None, ended: str | None
) -> Message | None:
    """The message that a change of a match calls for, if any.

    A match that ends, or whose end is corrected, is `final`; one that was over and goes on after an UNDO is `withdrawn`.
    `identity` is the message's own and no other's: one that arrives twice is known by it. `began` and `ended` are the wall
    times, None when they are not sure.
    """
    if after.finished and after != before:
        status = "final"
    elif before.finished and not after.finished:
        status = "withdrawn"
    else:
        return None
    payload = {"id": identity, "status": status, "began": began, "ended": ended, **as_values(after)}
    return Message(identity, TOPIC, json.dumps(payload, ensure_ascii=False))


def _winner(standing: Standing) -> str | None:
    winners = standing.result.get("winners") or [standing.result.get("winner")]
    return None if winners[-1] is None else str(winners[-1])


def _score(standing: Standing) -> str | None:
    if score := standing.result.get("score"):
        return "–".join(map(str, score))
    if chips := standing.result.get("chips"):
        return ", ".join(f"{name} {count}" for name, count in zip(standing.players, chips, strict=False))
    return None
