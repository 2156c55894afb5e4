"""A hockey match in words: a line for every event."""

from __future__ import annotations

from device.games.contract import Told
from device.games.hockey.events import (
    Abandon,
    Dealt,
    DisallowGoal,
    EndPeriod,
    Event,
    Mode,
    NextPeriod,
    Play,
    Score,
    Start,
    SwitchMode,
)
from device.games.hockey.rules import Call, State
from device.texts import N_

_PLAYS = {
    Call.PASS: N_("%(who)s passes"),
    Call.INTERCEPTION: N_("%(who)s intercepts"),
    Call.GOAL: N_("%(who)s scores, %(score)s"),
}


def tell(before: State, event: Event, after: State) -> Told:
    """What an event was, and what came of it."""
    match event:
        case Start():
            return Told(N_("the match begins"))
        case Dealt():
            return Told(N_("%(who)s has dealt"), {"who": after.seats[after.dealer]})
        case Play():
            return _played(before, after)
        case Score(side):
            values = {"team": Told(after.teams[side]), "score": _score(after)}
            return Told(N_("goal for %(team)s, %(score)s"), values)
        case EndPeriod():
            return Told(N_("the period is over"))
        case NextPeriod():
            return Told(N_("the next period begins"))
        case SwitchMode(mode):
            if mode is Mode.REFEREE:
                return Told(N_("from here on the box is the referee"))
            return Told(N_("from here on the box keeps the score only"))
        case DisallowGoal():
            return Told(N_("a goal does not count, %(score)s"), {"score": _score(after)})
        case Abandon():
            return Told(N_("the match is broken off"))


def _played(before: State, after: State) -> Told:
    """The call that weighs most; a goal is a pass too, and so is an interception."""
    call = next((call for call in (Call.GOAL, Call.INTERCEPTION, Call.PASS) if call in after.calls), None)
    sentence = N_("%(who)s plays a card") if call is None else _PLAYS[call]
    return Told(sentence, {"who": before.seats[before.turn], "score": _score(after)})


def _score(state: State) -> str:
    return "{}-{}".format(*state.score)
