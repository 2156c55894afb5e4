"""How long things move in a hockey match, and when the next picture is due.

Only calls move: the word is on the glass at once, and stays where it is while the ice opens around it and the scene is played.
"""

from __future__ import annotations

from math import floor

from device.games.contract import earliest
from device.games.hockey.controls import (
    CALL_SECONDS,
    CAREFUL_SECONDS,
    HockeyScene,
    just_over,
    present_call,
)
from device.games.hockey.rules import Call

STEP = 0.04
"""Seconds from picture to picture while the scene of a call opens."""
FRAME = 0.1
"""The same while a scene is played."""
OPENED = 6 * STEP
"""When it has opened, and begins to move."""


def steps(seconds: float, length: float = STEP) -> int:
    """How many steps of some seconds are done."""
    return floor(seconds / length + 1e-6)


def played(elapsed: float) -> float:
    """The moment of a call's scene that is on the glass: a picture stands until the next one is due."""
    return OPENED + max(0, steps(elapsed - OPENED, FRAME)) * FRAME


def next_wake(scene: HockeyScene) -> float | None:
    """Seconds to the next picture of what moves, to the end of a refusal, or until OK may clear the table."""
    waits = [scene.until_read]
    call = present_call(scene)
    if call:
        waits.append(_next_of_call(scene.elapsed, call) - scene.elapsed)
    if just_over(scene):
        waits.append(CAREFUL_SECONDS - scene.elapsed)
    return earliest(*waits)


def _next_of_call(elapsed: float, call: Call) -> float:
    """When the next picture of a call is due, or the table after it."""
    if elapsed < OPENED:
        return _next(elapsed, 0.0, STEP)
    return min(_next(elapsed, OPENED, FRAME), CALL_SECONDS[call])


def _next(elapsed: float, start: float, length: float) -> float:
    return start + (steps(elapsed - start, length) + 1) * length
