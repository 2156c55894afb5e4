"""Red or Black: guess the colour of the next card, and see how long a run of luck lasts."""

from __future__ import annotations

from device.games.contract import Game, HouseRule, Options, Summary
from device.texts import N_

from .controls import View, cues, lamps, look, next_wake, on_press, on_time
from .manual import MANUAL
from .rules import EVENTS, LENGTHS, Event, Phase, State, apply, hits, runs
from .screens import draw
from .telling import tell

HOUSE = (
    HouseRule("length", 26, N_("How many cards a game on a new box lasts"), choices=LENGTHS),
    HouseRule("show_left", default=True, help=N_("The glass counts the red and the black cards that are left")),
)


def new(options: Options, last: State | None) -> State:
    """A game about to be set up: as long as the last one, the first time as the settings say."""
    return State(length=options.house["length"] if last is None else last.length)


def summary(state: State) -> Summary:
    """The game in one line, and what the history keeps of it."""
    values = {"run": max(runs(state)), "cards": len(state.guesses)}
    return Summary(
        N_("Longest run %(run)d in %(cards)d cards"),
        values,
        finished=state.phase is Phase.OVER,
        result={**values, "right": sum(hits(state))},
    )


GAME: Game[State, Event, View] = Game(
    key="red_or_black",
    title=N_("Red or Black"),
    events=EVENTS,
    state_type=State,
    view_type=View,
    new=new,
    apply=apply,
    look=look,
    on_press=on_press,
    on_time=on_time,
    next_wake=next_wake,
    draw=draw,
    lamps=lamps,
    cues=cues,
    summary=summary,
    tell=tell,
    house=HOUSE,
    manual=MANUAL,
)
"""Red or Black, as the loop runs it."""
