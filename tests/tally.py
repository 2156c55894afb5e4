"""A game for tests: count suits by pressing them, up to a limit. Small, but with every kind of step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.draw.canvas import Canvas
from device.draw.fonts import Font
from device.games.contract import Game, HouseRule, IllegalEvent, Refusal, Scene, Shuffle, Step, Summary, Thought
from drivers.contract import Button, Lamp, Press


class Phase(Enum):
    COUNTING = "counting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    limit: int
    counts: tuple[int, ...] = (0, 0, 0, 0)
    drawn: str = ""

    @property
    def phase(self) -> Phase:
        return Phase.OVER if sum(self.counts) == self.limit else Phase.COUNTING


@dataclass(frozen=True, slots=True)
class Counted:
    suit: int


@dataclass(frozen=True, slots=True)
class Drawn:
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    page: int = 0


SUITS = (Button.SPADE, Button.HEART, Button.DIAMOND, Button.CLUB)


def new(options, last):
    return State(limit=options.house["limit"] if last is None else last.limit + 1)


def apply(state, event):
    if isinstance(event, Drawn):
        return replace(state, drawn="".join(event.order))
    if state.phase is Phase.OVER:
        raise IllegalEvent("The count of %(limit)s is full", limit=state.limit)
    counts = list(state.counts)
    counts[event.suit] += 1
    return replace(state, counts=tuple(counts))


def on_press(scene, press: Press):
    match press:
        case Press(Button.OK, held=True):
            return Step(shuffle=Shuffle(("a", "b", "c", "d"), lambda order, code: Drawn(order)))
        case Press(Button.OK):
            return Step(again=True) if scene.state.phase is Phase.OVER else Step(view=View(scene.view.page + 1))
        case Press(Button.UNDO, held=True):
            return Step(refusal=Refusal("No"))
        case Press(Button.UNDO):
            return Step(undo=True)
        case Press(button) if button in SUITS:
            return Step(event=Counted(SUITS.index(button)))
    return Step()


def draw(scene: Scene):
    canvas = Canvas()
    canvas.text(0, 4, f"{scene.state.counts} {scene.view.page}", Font.TINY)
    canvas.text(0, 20, f"{scene.state.drawn} {scene.insight}", Font.TINY)
    if scene.refusal:
        canvas.text(0, 40, scene.refusal.message % scene.refusal.values, Font.TINY)
    return canvas.image


TALLY = Game(
    key="tally",
    title="Tally",
    events=(Counted, Drawn),
    state_type=State,
    view_type=View,
    new=new,
    apply=apply,
    look=lambda state: View(),
    on_press=on_press,
    on_time=lambda scene: Step(),
    next_wake=lambda scene: None,
    draw=draw,
    lamps=lambda scene: {Button.OK: Lamp.ON},
    cues=lambda before, event, after: "tick",
    summary=lambda state: Summary("%(n)s counted", {"n": sum(state.counts)}, finished=state.phase is Phase.OVER),
    think=lambda state, view: Thought(state.counts, lambda: sum(state.counts)),
    house=(HouseRule("limit", 5, "How many to count", low=1, high=50),),
)
