"""The Great Clock: a domino patience on a clock face, played by the device or by a person."""

from __future__ import annotations

from device.dominoes import SETS
from device.games.contract import Game, HouseRule, Options, Summary
from device.games.great_clock.controls import cues, lamps, look, next_wake, on_press, on_time, think
from device.games.great_clock.events import EVENTS, Event, Mode
from device.games.great_clock.manual import MANUAL
from device.games.great_clock.rules import POSITIONS, Outcome, Phase, State, apply, at_home
from device.games.great_clock.screens import draw
from device.games.great_clock.standings import standings
from device.games.great_clock.telling import tell
from device.games.great_clock.view import View
from device.texts import N_

HOUSE = (
    HouseRule("set", 12, N_("Which dominoes a new box begins with, by their highest double"), choices=SETS),
    HouseRule(
        "mode",
        Mode.WATCH.value,
        N_("Who plays on a new box: watch, play, or real dominoes"),
        choices=tuple(mode.value for mode in Mode),
    ),
    HouseRule("move_in_hand", False, N_("Tiles may move while an ordinary tile is in hand")),
    HouseRule("cover_doubles", False, N_("Doubles may be covered")),
    HouseRule(
        "positions",
        POSITIONS,
        N_("How many positions the device tries for one decision; fewer on a slow Pi"),
        low=50,
        high=200_000,
    ),
)


def new(options: Options, last: State | None) -> State:
    """The set-up page, as it was the last time; the first time as the settings say."""
    house = {rule.name: rule.default for rule in HOUSE} | dict(options.house)
    if last is not None:
        return State(
            size=last.size,
            mode=last.mode,
            move_in_hand=last.move_in_hand,
            cover_doubles=last.cover_doubles,
            positions=house["positions"],
        )
    return State(
        size=house["set"],
        mode=Mode(house["mode"]),
        move_in_hand=house["move_in_hand"],
        cover_doubles=house["cover_doubles"],
        positions=house["positions"],
    )


def summary(state: State) -> Summary:
    """The deal in one line, and what the history keeps of a finished one."""
    if state.phase is Phase.SETUP:
        return Summary(N_("A deal to begin"))
    values = {"home": len(at_home(state)), "all": state.size}
    if state.outcome is None:
        return Summary(N_("%(home)d of %(all)d doubles at home"), values)
    result = {
        "won": state.outcome is Outcome.WON,
        "outcome": state.outcome.value,
        "set": state.size,
        "mode": state.mode.value,
        "at_home": len(at_home(state)),
        "left": state.left,
        "code": state.code,
        "move_in_hand": state.move_in_hand,
        "cover_doubles": state.cover_doubles,
    }
    headline = N_("Won") if state.outcome is Outcome.WON else N_("Lost: %(home)d of %(all)d doubles at home")
    return Summary(headline, values, finished=True, result=result)


GAME: Game[State, Event, View] = Game(
    key="great_clock",
    title=N_("Great Clock"),
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
    tell=tell,
    summary=summary,
    standings=standings,
    think=think,
    house=HOUSE,
    manual=MANUAL,
)
"""The Great Clock, as the loop knows it."""
