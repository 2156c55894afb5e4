"""How long things move in a hockey match, and when the next picture is due.

Nothing is cut: what an event changes unfolds over the glass, what is to be read first in the picture that answers the press. Of
a call that is its word; it stays where it is while the ice opens around it and the scene is played, until the table unfolds.
"""

from __future__ import annotations

from math import floor

from device.games.contract import earliest
from device.games.hockey.controls import (
    CALL_SECONDS,
    CAREFUL_SECONDS,
    NEVER,
    HockeyScene,
    Page,
    just_over,
    present_call,
)
from device.games.hockey.events import Dealt, NextPeriod, Play, Score
from device.games.hockey.rules import Call

STEP = 0.04
"""Seconds from picture to picture while something unfolds."""
FRAME = 0.1
"""The same while a scene is played."""
OPENED = 6 * STEP
"""When the scene of a call has unfolded and begins to move."""
CLOSING = 6 * STEP
"""How long before the end of a call the table begins to unfold."""
CARD = 2 * STEP
"""How long a card unfolds that goes on with the same screen."""
SCREEN = 6 * STEP
"""How long another screen does."""


def unfolding(scene: HockeyScene) -> float:
    """Seconds for which the event, if it is no call, unfolds over what was on the glass; 0 if it does not."""
    if scene.before is None or scene.view.page is not Page.TABLE:
        return 0.0
    covered = scene.view.covered < NEVER or scene.view.refused
    match scene.event:
        case Play() if scene.state.phase is scene.before.phase and not covered:
            return CARD
        case Play() | Score() | Dealt() | NextPeriod():
            return SCREEN
        case _:
            return 0.0


def steps(seconds: float, length: float = STEP) -> int:
    """How many steps of some seconds are done."""
    return floor(seconds / length + 1e-6)


def played(elapsed: float) -> float:
    """The moment of a call's scene that is on the glass: a picture stands until the next one is due."""
    return OPENED + max(0, steps(elapsed - OPENED, FRAME)) * FRAME


def closing(call: Call) -> float:
    """When the table begins to unfold over the scene of a call."""
    return CALL_SECONDS[call] - CLOSING


def next_wake(scene: HockeyScene) -> float | None:
    """Seconds to the next picture of what moves, to the end of a refusal, or until OK may clear the table."""
    waits = [scene.until_read]
    call = present_call(scene)
    if call:
        waits.append(_next_of_call(scene.elapsed, call) - scene.elapsed)
    elif scene.elapsed < unfolding(scene):
        waits.append(_next(scene.elapsed, 0.0, STEP) - scene.elapsed)
    if just_over(scene):
        waits.append(CAREFUL_SECONDS - scene.elapsed)
    return earliest(*waits)


def _next_of_call(elapsed: float, call: Call) -> float:
    """When the next picture of a call is due."""
    if elapsed < OPENED:
        return _next(elapsed, 0.0, STEP)
    if elapsed < closing(call):
        return min(_next(elapsed, OPENED, FRAME), closing(call))
    return min(_next(elapsed, closing(call), STEP), CALL_SECONDS[call])


def _next(elapsed: float, start: float, length: float) -> float:
    return start + (steps(elapsed - start, length) + 1) * length
