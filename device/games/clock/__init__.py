"""Clock patience, the bedside oracle: a wish, 52 cards round a dial, and one chance in thirteen."""

from __future__ import annotations

from dataclasses import replace

from device.games.clock import rules
from device.games.clock.controls import cues, lamps, look, on_press, on_time, think
from device.games.clock.diary import diary
from device.games.clock.events import EVENTS, Event, Pace, Setup, Variant
from device.games.clock.manual import MANUAL
from device.games.clock.rules import Phase, State, apply, cards_in, hidden, kings_in, kings_turned
from device.games.clock.screens import draw
from device.games.clock.telling import tell
from device.games.clock.timing import next_wake
from device.games.clock.view import View
from device.games.contract import Game, HouseRule, Options, Summary
from device.texts import N_

HOUSE = (
    HouseRule(
        "variant",
        Variant.CLASSIC.value,
        N_("Which variant a new box begins with; later it is the one played last"),
        choices=tuple(variant.value for variant in Variant),
    ),
    HouseRule(
        "pace",
        Pace.NORMAL.value,
        N_("How fast the clock plays by itself on a new box; press means one card a press"),
        choices=tuple(pace.value for pace in Pace),
    ),
)


def new(options: Options, last: State | None) -> State:
    """The set-up page, as it was the last time; the first time as the settings say."""
    if last is not None:
        return State(setup=last.setup)
    house = {rule.name: rule.default for rule in HOUSE} | dict(options.house)
    return State(setup=replace(Setup(), variant=Variant(house["variant"]), pace=Pace(house["pace"])))


def summary(state: State) -> Summary:
    """The patience in one line, and what the diary keeps of a finished one."""
    variant = state.setup.variant
    if state.phase is not Phase.OVER:
        kings, all_kings = kings_turned(state), kings_in(variant)
        if state.phase in (Phase.SETUP, Phase.WISH):
            return Summary(N_("A wish to make"))
        return Summary(N_("King %(kings)d of %(all)d"), {"kings": kings, "all": all_kings})
    granted = rules.wish_granted(state)
    result = {
        "wish": "granted" if granted else "not granted",
        "variant": variant.value,
        "code": state.code,
        "turned": cards_in(variant) - hidden(state),
        "hidden": hidden(state),
        "redeals": state.redeals,
        "helped": state.helped,
    }
    headline = N_("Wish granted") if granted else N_("Not this time: %(hidden)d short")
    return Summary(headline, {"hidden": hidden(state)}, finished=True, result=result)


GAME: Game[State, Event, View] = Game(
    key="clock",
    title=N_("Clock"),
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
    standings=diary,
    think=think,
    house=HOUSE,
    manual=MANUAL,
)
"""The clock, as the loop knows it."""
