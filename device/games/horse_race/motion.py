"""How long things move, and when the next picture is due. Positions in between are the screens' own affair."""

from __future__ import annotations

from device.games.contract import earliest
from device.games.horse_race import events
from device.games.horse_race.controls import CARD_SECONDS, dealing, laying_seconds
from device.games.horse_race.evening import Phase
from device.games.horse_race.view import RaceScene

FRAME = 0.1
"""Seconds from picture to picture while something moves: the panel's bus takes no more."""
STEP = 0.7
"""A horse's step."""
FLIP = 0.5
"""A link is turned over, before its horse falters."""
FALTER = FLIP + STEP
FLASH, PHOTO = 0.2, 2.4
"""When one length decides, there is a flash, and the picture stands still before the winner is told."""
LAP_OF_HONOUR = 5.0
"""How long the winner gallops on the winner's screen."""

_LENGTHS: dict[type[events.Event], float] = {
    events.Turn: STEP,
    events.TurnJoker: STEP,
    events.TurnLink: FALTER,
}


def length(scene: RaceScene) -> float:
    """Seconds that the picture moves after the last event."""
    if scene.event is None:
        return 0.0
    if scene.state.phase is Phase.FINISH:
        return finish(scene) + LAP_OF_HONOUR
    return laying_seconds(scene) or _LENGTHS.get(type(scene.event), 0.0)


def moving(scene: RaceScene) -> bool:
    """Whether the picture still moves."""
    return scene.elapsed < length(scene)


def finish(scene: RaceScene) -> float:
    """Seconds from the last card to the winner's screen: the last step, and the photograph of a close finish."""
    return STEP + PHOTO * (scene.state.course.lengths == 1)


def on_the_line(scene: RaceScene) -> bool:
    """Whether the race is run but the winner is not told yet."""
    return scene.state.phase is Phase.FINISH and moving(scene) and scene.elapsed < finish(scene)


def laying(scene: RaceScene) -> bool:
    """Whether the last event laid the row face up, or its last card."""
    return laying_seconds(scene) > 0


def frames(elapsed: float) -> int:
    """How many frames are done: they follow each other evenly, whatever else the glass is drawn for in between."""
    return int(elapsed / FRAME + 1e-6)


def next_wake(scene: RaceScene) -> float | None:
    """Seconds to the next picture, or to the next card that the box turns by itself."""
    waits = []
    if moving(scene):
        waits.append((frames(scene.elapsed) + 1) * FRAME - scene.elapsed)
    if dealing(scene):
        waits.append(max(0.0, CARD_SECONDS - scene.elapsed))
    return earliest(*waits, scene.until_read)
