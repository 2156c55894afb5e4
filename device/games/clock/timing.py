"""When things happen at the clock: how long each change is seen, and what comes by itself after it."""

from __future__ import annotations

from device.games.clock import rules
from device.games.clock.events import CHOICE, Chooser, Dealt, Exchanged, Pace, Played, Redealt, Turned
from device.games.clock.rules import Phase, State
from device.games.clock.solver import Advice
from device.games.clock.view import Clock
from device.games.contract import earliest

FRAME = 0.1
"""Seconds between two pictures while something moves."""
TURN_SECONDS = {Pace.SLOW: 2.6, Pace.NORMAL: 1.4, Pace.QUICK: 0.6, Pace.PRESS: 1.4}
"""From one card to the next. At PRESS the clock plays by itself only to show a winning play."""
FLIGHT_SECONDS = {Pace.SLOW: 1.0, Pace.NORMAL: 0.8, Pace.QUICK: 0.4, Pace.PRESS: 0.8}
"""From a card's turning to its landing at its hour."""
TENSION = 1.7
"""How much slower the cards come once only one king is missing."""
DEAL_SECONDS = 2.6
PAUSE_SECONDS = 2.4
"""How long the last king lies there before the device exchanges it or gathers the cards."""
HOLD_SECONDS = 0.8
"""How long the last card lies there before the ending is shown."""
GRANTED_SECONDS, LOST_SECONDS = 6.0, 3.0
"""How long the ending's picture moves."""
BREATH_SECONDS = 4.0
"""One breath of light on the wish page."""
BREATHE_FOR = 60.0
"""The wish page breathes for so long after a press, then it is still: nothing wears at the bedside."""


def tense(state: State) -> bool:
    """Whether the next king is the last one."""
    return state.phase is Phase.PLAYING and rules.kings_turned(state) >= rules.kings_in(state.setup.variant) - 1


def ending_after(scene: Clock) -> float:
    """How many seconds after the last change the ending begins: a card that was seen flying lands first."""
    if isinstance(scene.event, Turned | Played):
        return FLIGHT_SECONDS[scene.state.setup.pace] + HOLD_SECONDS
    return 0.0


def ending_seconds(scene: Clock) -> float:
    """How many seconds the ending has been seen, at most its whole length; negative while the last card is on its way."""
    length = GRANTED_SECONDS if rules.wish_granted(scene.state) else LOST_SECONDS
    return length if scene.view.still else min(length, scene.elapsed - ending_after(scene))


def ending_over(scene: Clock) -> bool:
    """Whether the ending's picture has come to rest."""
    return ending_seconds(scene) >= (GRANTED_SECONDS if rules.wish_granted(scene.state) else LOST_SECONDS)


def due(scene: Clock) -> float | None:
    """How many seconds after the last change the clock acts by itself; None: not before a press."""
    state, view = scene.state, scene.view
    if not view.running:
        return None
    if view.skipping and state.phase in (Phase.PLAYING, Phase.REDEAL):
        return 0.0
    match state.phase:
        case Phase.PLAYING:
            return _until_next_card(scene)
        case Phase.REDEAL | Phase.EXCHANGE if state.setup.pace is Pace.PRESS:
            return None
        case Phase.EXCHANGE if state.setup.chooser is Chooser.PERSON:
            return None
        case Phase.REDEAL | Phase.EXCHANGE:
            return PAUSE_SECONDS
        case _:
            return None


def _until_next_card(scene: Clock) -> float | None:
    state = scene.state
    if state.setup.variant in CHOICE:
        return TURN_SECONDS[state.setup.pace] if isinstance(scene.insight, Advice) else None
    if state.setup.pace is Pace.PRESS:
        return None
    if isinstance(scene.event, Dealt | Redealt):
        return DEAL_SECONDS
    return TURN_SECONDS[state.setup.pace] * (TENSION if tense(state) else 1.0)


def next_wake(scene: Clock) -> float | None:
    """Seconds until the next picture of a movement, the next card, or the end of a refusal."""
    moments = [FRAME] if moving(scene) else []
    wait = due(scene)
    if wait is not None:
        moments.append(max(0.0, wait - scene.elapsed))
    return earliest(*moments, scene.until_read)


def moving(scene: Clock) -> bool:
    """Whether the picture differs from that of a moment ago."""
    if scene.state.phase is Phase.WISH:
        return scene.idle < BREATHE_FOR
    if scene.state.phase is Phase.OVER:
        return not ending_over(scene)
    if scene.view.running and tense(scene.state):
        return True
    match scene.event:
        case Dealt() | Redealt():
            return scene.elapsed < DEAL_SECONDS
        case Turned() | Played() | Exchanged():
            return scene.elapsed < FLIGHT_SECONDS[scene.state.setup.pace]
        case _:
            return False
