"""What the settings file may say about hockey, and the match that comes of it."""

from __future__ import annotations

from dataclasses import replace

from device.games.contract import HouseRule, Options
from device.games.hockey.events import Mode, Overtime
from device.games.hockey.rules import Phase, State
from device.texts import N_

HOUSE = (
    HouseRule(
        "teams", (N_("Black"), N_("Red")), N_("The names of the two teams; seats 1 and 3 are the first"), low=2, high=2
    ),
    HouseRule("seats", ("A1", "B1", "A2", "B2"), N_("The names of the four players, clockwise"), low=4, high=4),
    HouseRule("mode", "referee", N_("How the match is kept"), choices=tuple(mode.value for mode in Mode)),
    HouseRule("goal_is_pass", default=True, help=N_("A goal's card is also a pass")),
    HouseRule(
        "overtime",
        "sudden_death",
        N_("What follows when three periods end level"),
        choices=tuple(overtime.value for overtime in Overtime),
    ),
    HouseRule("first_dealer", 4, N_("The seat that deals the first period, 1 to 4"), low=1, high=4),
)
"""The settings of hockey, in the order of the set-up screen."""


def new(options: Options, last: State | None) -> State:
    """A match about to be set up: as last time, the deal having passed on, and otherwise as the settings say."""
    house = {rule.name: rule.default for rule in HOUSE} | dict(options.house)
    state = State(
        teams=tuple(house["teams"]),
        seats=tuple(house["seats"]),
        mode=Mode(house["mode"]),
        goal_is_pass=house["goal_is_pass"],
        overtime=Overtime(house["overtime"]),
        first_dealer=house["first_dealer"] - 1,
    )
    if last is None:
        return state
    return replace(
        state,
        mode=last.mode,
        goal_is_pass=last.goal_is_pass,
        overtime=last.overtime,
        first_dealer=last.dealer if last.phase is Phase.SET_UP else (last.dealer + 1) % 4,
    )
