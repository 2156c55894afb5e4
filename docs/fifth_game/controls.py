"""What the buttons of Red or Black mean, which of them are lit, and what is heard."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.contract import Refusal, Scene, Shuffle, Step
from device.texts import N_
from drivers.contract import Button, Lamp, Lamps, Press

from .rules import LENGTHS, PACK, Agreed, Colour, Event, Guessed, Phase, Shuffled, State, hits

COLOURS = {
    Button.SPADE: Colour.BLACK,
    Button.HEART: Colour.RED,
    Button.DIAMOND: Colour.RED,
    Button.CLUB: Colour.BLACK,
}
"""What a suit button says: its own suit's colour."""
TURN_SECONDS = 0.4
"""How long a card takes to turn over."""
FRAME_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class View:
    """What the screen knows beyond the rules: nothing, since it has neither a cursor nor a page to turn."""


Table = Scene[State, Event, View]


def look(state: State) -> View:  # noqa: ARG001 - the contract's signature
    """The view to begin with."""
    return View()


def on_press(scene: Table, press: Press) -> Step[Event, View]:
    """What a press means now. HOME never comes here: it always leaves to the menu."""
    match scene.state.phase, press.button:
        case _, Button.UNDO:
            return Step(undo=True)
        case Phase.SETUP, Button.SPADE:
            return Step(event=Agreed(_next_length(scene.state.length)))
        case Phase.SETUP, Button.OK:
            return Step(shuffle=Shuffle(PACK, lambda order, _code: Shuffled(order)))
        case Phase.GUESSING, Button.OK:
            return Step(refusal=Refusal(N_("Say a colour first")))
        case Phase.GUESSING, button if button in COLOURS:
            return Step(event=Guessed(COLOURS[button]))
        case Phase.OVER, Button.OK:
            return Step(again=True)
        case _:
            return Step()


def _next_length(length: int) -> int:
    return LENGTHS[(LENGTHS.index(length) + 1) % len(LENGTHS)]


def on_time(scene: Table) -> Step[Event, View]:  # noqa: ARG001 - the contract's signature
    """Nothing happens by itself: a person presses for every card."""
    return Step()


def next_wake(scene: Table) -> float | None:
    """The next frame while a card turns over; the end of a refusal; otherwise not before the next press."""
    return FRAME_SECONDS if turning(scene) else scene.until_read


def turning(scene: Table) -> bool:
    """Whether a card is just being turned over."""
    return isinstance(scene.event, Guessed) and scene.elapsed < TURN_SECONDS


def lamps(scene: Table) -> Lamps:
    """A lamp is lit exactly when its button does something now."""
    lit: dict[Button, Lamp] = {}
    for button in (*COLOURS, Button.OK, Button.UNDO):
        step = on_press(scene, Press(button))
        does_something = step != Step() and step.refusal is None and (scene.can_undo or not step.undo)
        lit[button] = Lamp.ON if does_something else Lamp.OFF
    return lit


def cues(before: State, event: Event, after: State) -> str:  # noqa: ARG001 - the contract's signature
    """The tune of an event, by its name in `device/tunes.py`."""
    match event:
        case Agreed():
            return "press"
        case Shuffled():
            return "deal"
        case Guessed() if after.phase is Phase.OVER:
            return "win"
        case Guessed():
            return "pass" if hits(after)[-1] else "lose"
