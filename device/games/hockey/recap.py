"""The recap of a hockey match: goals by period; goals, assists and interceptions by player; the match in one line."""

from __future__ import annotations

from dataclasses import dataclass

from device.games.contract import Summary
from device.games.hockey.events import Mode
from device.games.hockey.rules import PERIODS, Goal, Phase, State
from device.texts import N_


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """What one player did, in a match kept by the referee."""

    name: str
    team: int
    goals: int
    assists: int
    interceptions: int


def by_period(state: State) -> tuple[tuple[int, int], ...]:
    """The goals of both teams in each period begun, and at least in the three of a match."""
    counting = [(goal.period, goal.team) for goal in _counting(state)]
    periods = range(1, max(PERIODS, state.period) + 1)
    return tuple((counting.count((period, 0)), counting.count((period, 1))) for period in periods)


def by_player(state: State) -> tuple[PlayerLine, ...]:
    """A line for each seat, clockwise. Goals that only the scoreboard was told of are nobody's."""
    scorers = [goal.scorer for goal in _counting(state)]
    passers = [goal.assist for goal in _counting(state)]
    return tuple(
        PlayerLine(name, seat % 2, scorers.count(seat), passers.count(seat), state.interceptions[seat])
        for seat, name in enumerate(state.seats)
    )


def has_players(state: State) -> bool:
    """Whether anything is known of single players: the referee has kept at least a part of the match."""
    return state.mode is Mode.REFEREE or any(goal.play for goal in state.goals) or any(state.interceptions)


def standing_goals(state: State) -> tuple[tuple[int, Goal], ...]:
    """The goals that may still be disallowed, each with its number, the newest first."""
    return tuple((number, goal) for number, goal in reversed(tuple(enumerate(state.goals))) if not goal.disallowed)


def summary(state: State) -> Summary:
    """The match in one line."""
    values = {"first": state.teams[0], "second": state.teams[1], "a": state.score[0], "b": state.score[1]}
    return Summary(
        _headline(state),
        {**values, "period": state.period},
        finished=state.phase is Phase.OVER,
        players=state.seats,
        result={
            "counted": not state.abandoned,
            "teams": list(state.teams),
            "score": list(state.score),
            "periods": [list(goals) for goals in by_period(state)],
            "winner": None if state.winner is None else state.teams[state.winner],
            "players": [
                {"name": line.name, "goals": line.goals, "assists": line.assists, "interceptions": line.interceptions}
                for line in by_player(state)
            ],
        },
    )


def _headline(state: State) -> str:
    if state.phase is Phase.SET_UP:
        return N_("About to begin")
    if state.abandoned:
        return N_("%(first)s %(a)d-%(b)d %(second)s, abandoned")
    if state.phase is Phase.OVER:
        return N_("%(first)s %(a)d-%(b)d %(second)s")
    if state.period > PERIODS:
        return N_("%(first)s %(a)d-%(b)d %(second)s, overtime")
    return N_("%(first)s %(a)d-%(b)d %(second)s, period %(period)d")


def _counting(state: State) -> list[Goal]:
    return [goal for goal in state.goals if not goal.disallowed]
