"""`meneur rules hockey`: what the referee calls on a string of plays."""

from __future__ import annotations

import argparse
from typing import Any

from device.errors import UserError
from device.games.contract import HouseRule, IllegalEvent, Options
from device.games.hockey.events import Dealt, Kind, NextPeriod, Play, Start
from device.games.hockey.house import HOUSE, new
from device.games.hockey.recap import by_period, by_player
from device.games.hockey.rules import Phase, State, apply


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--plays` and `--set` to the parser of `meneur rules hockey`."""
    parser.add_argument(
        "--plays",
        required=True,
        metavar="JNI…",
        help="the cards in order of play: N another rank than the top card, I the same rank, J a jack",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=VALUE",
        help="a house rule, such as goal_is_pass=false or overtime=draw; may be given several times",
    )


def rules(arguments: argparse.Namespace) -> dict[str, Any]:
    """Judge the plays, deals and breaks passing by themselves.

    Raises:
        UserError: a house rule or a play that is not possible; names the rule, or the play's number.
    """
    house = dict(_house_rule(text) for text in arguments.settings)
    state, calls = _judged(_kick_off(house), "".join(arguments.plays.split()).upper())
    return _result(state, calls)


def describe(result: dict[str, Any]) -> str:
    """The same for people: the score, and every play that was called something."""
    first, second = result["score"]
    lines = [
        f"{result['teams'][0]} {first}-{second} {result['teams'][1]}, {result['phase']}, period {result['period']}"
    ]
    lines += [f"play {number}: {', '.join(calls)}" for number, calls in enumerate(result["events"], 1) if calls]
    lines.append(f"next: {result['turn']}" if result["turn"] else f"winner: {result['winner'] or 'nobody'}")
    return "\n".join(lines)


def _house_rule(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    rule = next((rule for rule in HOUSE if rule.name == name.strip()), None)
    if rule is None or not equals:
        names = ", ".join(rule.name for rule in HOUSE)
        raise UserError(f"--set {text!r}: expected NAME=VALUE with a NAME of {names}")
    return rule.name, _value(rule, value.strip())


def _value(rule: HouseRule, text: str) -> Any:
    """The text as a value of the rule's type.

    Raises:
        UserError: it is none; names the values that are.
    """
    expected: str
    value: Any
    match rule.default:
        case bool():
            expected, value = "true or false", {"true": True, "false": False}.get(text.lower())
        case int():
            low, high = rule.low or 0, rule.high or 0
            expected = f"a whole number from {low} to {high}"
            value = int(text) if text.isascii() and text.isdecimal() and low <= int(text) <= high else None
        case str():
            expected, value = " or ".join(map(str, rule.choices)), text if text in rule.choices else None
        case _:
            words = tuple(word.strip() for word in text.split(","))
            expected, value = f"{rule.high} names parted by commas", words if len(words) == rule.high else None
    if value is None:
        raise UserError(f"--set {rule.name}={text}: expected {expected}")
    return value


def _kick_off(house: dict[str, Any]) -> State:
    state = new(Options(house), None)
    return apply(state, Start(state.mode, state.goal_is_pass, state.overtime, state.first_dealer))


def _judged(state: State, plays: str) -> tuple[State, list[list[str]]]:
    calls = []
    for number, letter in enumerate(plays, 1):
        if letter not in {kind.value for kind in Kind}:
            raise UserError(f"play {number} is {letter!r}: expected N (another card), I (same rank) or J (jack)")
        try:
            state = apply(_ready(state), Play(Kind(letter)))
        except IllegalEvent as refused:
            raise UserError(f"play {number}, {letter}: {refused}") from refused
        calls.append([call.value for call in state.calls])
    return state, calls


def _ready(state: State) -> State:
    """The state once the break or the deal ahead of the next play has passed."""
    if state.phase is Phase.INTERMISSION:
        state = apply(state, NextPeriod())
    return apply(state, Dealt()) if state.phase is Phase.DEAL else state


def _result(state: State, calls: list[list[str]]) -> dict[str, Any]:
    over = state.phase is Phase.OVER
    return {
        "score": list(state.score),
        "events": calls,
        "period": state.period,
        "phase": state.phase.value,
        "turn": None if over else state.seats[state.turn],
        "dealer": state.seats[state.dealer],
        "plays": state.plays,
        "pile": state.pile,
        "window": None if state.window is None else state.teams[state.window],
        "winner": None if state.winner is None else state.teams[state.winner],
        "teams": list(state.teams),
        "periods": [list(goals) for goals in by_period(state)],
        "goals": [
            {
                "team": state.teams[goal.team],
                "period": goal.period,
                "play": goal.play,
                "scorer": None if goal.scorer is None else state.seats[goal.scorer],
                "assist": None if goal.assist is None else state.seats[goal.assist],
            }
            for goal in state.goals
        ],
        "players": {
            line.name: {"goals": line.goals, "assists": line.assists, "interceptions": line.interceptions}
            for line in by_player(state)
        },
    }
