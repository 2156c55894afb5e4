"""How a hockey match is judged: from the kind of every card played to passes, interceptions, goals and the final score.

How a match goes
----------------
Two teams of two sit crosswise, seats A1 B1 A2 B2 clockwise, and play three periods. A period is one whole pack in three
deals of four cards each; ahead of the first deal four more lie face up in the middle, and they are the pile. The player
after the dealer begins, the turn goes clockwise, and the deal passes on with each period. So the referee always knows
whose turn it is, and only needs to be told of each card what it is to the visible top card: another rank, the same rank,
or a jack.

The same rank, or a jack on anything, is a *pass*: the pile is taken away, and the player's team has a chance to score,
its *window*. The next player, an opponent, starts a new pile: a jack there is an *interception*, which undoes the pass
and is a pass of their own; any other card leaves the window open. Then the passer's partner: the same rank as that card
is a *goal*, and a pass again; another card closes the window. A jack never scores.

Most goals after three periods win. A level match goes into overtime as agreed ahead of it.

The device keeps a match in one of two ways. As a *referee* it is told every card and makes the calls itself; as a
*scoreboard* it is told only of goals and of the ends of periods. A table that lost the thread may go from the one to the
other within a match, and a goal that should not have counted is disallowed at any time, without undoing what came after.

The rules are those of the card game Hockey as passed on by Alain B.; "What a play does" is the whole of `_played`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.games.contract import IllegalEvent
from device.games.hockey.events import (
    Abandon,
    Dealt,
    DisallowGoal,
    EndPeriod,
    Event,
    Kind,
    Mode,
    NextPeriod,
    Overtime,
    Play,
    Score,
    Start,
    SwitchMode,
)
from device.texts import N_

PERIODS = 3
"""The periods of a match without overtime."""
DEALS = 3
"""The deals of a period."""
DEAL_PLAYS = 16
"""The plays of a deal: four cards each."""
PERIOD_PLAYS = DEALS * DEAL_PLAYS


class Phase(Enum):
    """Where a match stands, in the order in which it passes through."""

    SET_UP = "set_up"
    DEAL = "deal"  # referee only: the cards are being dealt
    PLAY = "play"
    INTERMISSION = "intermission"  # a period is over and another follows
    OVER = "over"


class Call(Enum):
    """What the referee calls on a play."""

    PASS = "pass"  # noqa: S105 - a pass of the puck, not a password
    INTERCEPTION = "interception"
    GOAL = "goal"
    WINDOW_CLOSED = "window_closed"


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal of the match. Teams are 0 and 1, seats 0 to 3 clockwise; a seat's team is its parity."""

    team: int
    period: int
    play: int = 0
    """The number of the play in its period, from 1; 0 when only the scoreboard was told."""
    scorer: int | None = None
    assist: int | None = None
    """The partner whose pass opened the window."""
    disallowed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a match; its phase follows from the rest."""

    teams: tuple[str, ...] = ("Black", "Red")
    seats: tuple[str, ...] = ("A1", "B1", "A2", "B2")
    """The players clockwise; the first and third are the first team."""
    mode: Mode = Mode.REFEREE
    goal_is_pass: bool = True
    """House rule: a goal's card is a pass too, so that the same team may score again at once."""
    overtime: Overtime = Overtime.SUDDEN_DEATH
    first_dealer: int = 3
    """The seat that deals the first period."""

    period: int = 0
    """From 1; 0 before the start."""
    deals: int = 0
    """Deals given in this period (referee)."""
    plays: int = 0
    """Cards played in this period (referee)."""
    period_over: bool = False
    pile: bool = False
    """There is a visible top card."""
    passer: int | None = None
    """The seat whose pass opened the window that is open now."""
    answered: bool = False
    """The opponent has put a card after that pass, so that the partner may score on it."""

    calls: tuple[Call, ...] = ()
    """What the last play was called."""
    goals: tuple[Goal, ...] = ()
    interceptions: tuple[int, ...] = (0, 0, 0, 0)
    """By seat."""
    abandoned: bool = False

    @property
    def phase(self) -> Phase:
        """Where the match stands."""
        if not self.period:
            return Phase.SET_UP
        if self.abandoned or _decided(self):
            return Phase.OVER
        if self.period_over:
            return Phase.INTERMISSION
        if self.mode is Mode.REFEREE and self.plays == self.deals * DEAL_PLAYS:
            return Phase.DEAL
        return Phase.PLAY

    @property
    def score(self) -> tuple[int, int]:
        """Goals that count, of the first and the second team."""
        counting = [goal.team for goal in self.goals if not goal.disallowed]
        return counting.count(0), counting.count(1)

    @property
    def dealer(self) -> int:
        """The seat that deals this period, or next, in an intermission."""
        return (self.first_dealer + max(0, self.period - 1) + self._resting) % 4

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.dealer + 1 + (0 if self._resting else self.plays)) % 4

    @property
    def last(self) -> int:
        """The seat that has played last in this period (referee)."""
        return (self.first_dealer + self.period - 1 + self.plays) % 4

    @property
    def _resting(self) -> bool:
        return self.phase is Phase.INTERMISSION

    @property
    def plays_left(self) -> int:
        """How many cards of this deal are still to be played."""
        return max(0, self.deals * DEAL_PLAYS - self.plays)

    @property
    def window(self) -> int | None:
        """The team that has a chance to score, if one has."""
        return None if self.passer is None else self.passer % 2

    @property
    def may_intercept(self) -> bool:
        """A jack played now is an interception."""
        return self.passer is not None and not self.answered

    @property
    def may_score(self) -> bool:
        """The same rank played now is a goal."""
        return self.passer is not None and self.answered

    @property
    def winner(self) -> int | None:
        """The team that has won; None for a draw, an abandoned match, and as long as it goes on."""
        ours, theirs = self.score
        if self.phase is not Phase.OVER or self.abandoned or ours == theirs:
            return None
        return 0 if ours > theirs else 1


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        IllegalEvent: the rules do not allow it now.
    """
    match event:
        case Start():
            return _started(state, event)
        case Dealt():
            return _dealt(state)
        case Play(kind):
            return _played(state, kind)
        case Score(team):
            return _scored(state, team)
        case EndPeriod():
            return _period_ended(state)
        case NextPeriod():
            return _next_period(state)
        case SwitchMode(mode):
            return _mode_switched(state, mode)
        case DisallowGoal(number):
            return _goal_disallowed(state, number)
        case Abandon():
            return _abandoned(state)


def _started(state: State, event: Start) -> State:
    if state.phase is not Phase.SET_UP:
        raise IllegalEvent(N_("The match has begun already"))
    if event.first_dealer not in range(4):
        raise IllegalEvent(N_("There are four seats: no seat %(seat)s"), seat=event.first_dealer + 1)
    return _new_pack(
        replace(
            state,
            mode=event.mode,
            goal_is_pass=event.goal_is_pass,
            overtime=event.overtime,
            first_dealer=event.first_dealer,
        )
    )


def _new_pack(state: State) -> State:
    """A period begins: nothing is left of pile, window and deals of the one before."""
    return replace(
        state,
        period=state.period + 1,
        deals=0,
        plays=0,
        period_over=False,
        pile=False,
        passer=None,
        answered=False,
        calls=(),
    )


def _dealt(state: State) -> State:
    if state.phase is not Phase.DEAL:
        raise IllegalEvent(N_("No cards are to be dealt now"))
    return replace(state, deals=state.deals + 1, pile=state.pile or not state.deals, calls=())


def _played(state: State, kind: Kind) -> State:
    _check_running(state)
    if state.mode is Mode.SCOREBOARD:
        raise IllegalEvent(N_("The scoreboard counts goals only"))
    if state.phase is Phase.DEAL:
        raise IllegalEvent(N_("Deal first: four cards each"))
    match kind:
        case Kind.OTHER:
            after = _another_card(state)
        case Kind.SAME:
            after = _same_rank(state)
        case Kind.JACK:
            after = _jack(state)
    plays = state.plays + 1
    return replace(after, plays=plays, period_over=plays == PERIOD_PLAYS)


def _another_card(state: State) -> State:
    if state.may_intercept:
        return replace(state, pile=True, answered=True, calls=())
    if state.may_score:
        return replace(state, passer=None, answered=False, calls=(Call.WINDOW_CLOSED,))
    return replace(state, pile=True, calls=())


def _same_rank(state: State) -> State:
    if not state.pile:
        raise IllegalEvent(N_("The pile is empty: there is no card to match"))
    if not state.may_score:
        return _passed(state)
    scorer = state.turn
    goal = Goal(scorer % 2, state.period, state.plays + 1, scorer, assist=state.passer)
    scored = replace(state, goals=(*state.goals, goal))
    if state.goal_is_pass:
        return _passed(scored, Call.GOAL)
    return replace(scored, pile=False, passer=None, answered=False, calls=(Call.GOAL,))


def _jack(state: State) -> State:
    if not state.may_intercept:
        return _passed(state)
    counts = tuple(count + (seat == state.turn) for seat, count in enumerate(state.interceptions))
    return _passed(replace(state, interceptions=counts), Call.INTERCEPTION)


def _passed(state: State, *first: Call) -> State:
    """The pile is taken away, and the player's team has the window."""
    return replace(state, pile=False, passer=state.turn, answered=False, calls=(*first, Call.PASS))


def _scored(state: State, team: int) -> State:
    _check_running(state)
    if state.mode is Mode.REFEREE:
        raise IllegalEvent(N_("The referee calls the goals: tell it the cards"))
    if team not in range(2):
        raise IllegalEvent(N_("There are two teams: no team %(team)s"), team=team + 1)
    return replace(state, goals=(*state.goals, Goal(team, state.period)), calls=(Call.GOAL,))


def _period_ended(state: State) -> State:
    _check_running(state)
    if state.mode is Mode.REFEREE:
        raise IllegalEvent(N_("The period ends with its last card"))
    return replace(state, period_over=True, calls=())


def _check_running(state: State) -> None:
    """Raise unless a period is being played."""
    match state.phase:
        case Phase.SET_UP:
            raise IllegalEvent(N_("The match has not begun: press OK"))
        case Phase.INTERMISSION:
            raise IllegalEvent(N_("This is a break: start the next period first"))
        case Phase.OVER:
            raise IllegalEvent(N_("The match is over"))
        case _:
            pass


def _next_period(state: State) -> State:
    if state.phase is not Phase.INTERMISSION:
        raise IllegalEvent(N_("No period is waiting to begin"))
    return _new_pack(state)


def _mode_switched(state: State, mode: Mode) -> State:
    if mode is state.mode:
        raise IllegalEvent(N_("The match is kept that way already"))
    if state.phase not in {Phase.DEAL, Phase.PLAY, Phase.INTERMISSION}:
        raise IllegalEvent(N_("This can only be changed during a match"))
    if mode is Mode.REFEREE and state.phase is not Phase.INTERMISSION:
        raise IllegalEvent(N_("The referee can only step in between two periods"))
    return replace(state, mode=mode, pile=False, passer=None, answered=False, calls=())


def _goal_disallowed(state: State, number: int) -> State:
    if state.abandoned or number not in range(len(state.goals)) or state.goals[number].disallowed:
        raise IllegalEvent(N_("There is no such goal to disallow"))
    goals = list(state.goals)
    goals[number] = replace(goals[number], disallowed=True)
    return replace(state, goals=tuple(goals), calls=())


def _abandoned(state: State) -> State:
    if state.phase in {Phase.SET_UP, Phase.OVER}:
        raise IllegalEvent(N_("No match is being played"))
    return replace(state, abandoned=True, calls=())


def _decided(state: State) -> bool:
    """The rules ask for no further play. A goal disallowed later may reopen a match, or decide it."""
    ours, theirs = state.score
    if state.period > PERIODS and state.overtime is Overtime.SUDDEN_DEATH:
        return ours != theirs
    if state.period < PERIODS or not state.period_over:
        return False
    return ours != theirs or state.overtime is Overtime.DRAW or state.period > PERIODS
