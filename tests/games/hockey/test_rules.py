"""The calls of the referee, the course of a match, and everything that is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.contract import IllegalEvent
from device.games.hockey.events import (
    Abandon,
    Dealt,
    DisallowGoal,
    EndPeriod,
    Kind,
    Mode,
    NextPeriod,
    Overtime,
    Play,
    Score,
    Start,
    SwitchMode,
)
from device.games.hockey.recap import by_period, by_player, standing_goals, summary
from device.games.hockey.rules import Phase, State, apply
from tests.games.hockey.table import played, ready, started

PERIOD = "N" * 48


def calls_of(plays, **agreed):
    """The calls of every play of a string, and the score."""
    state, calls = started(**agreed), []
    for letter in plays:
        state = played(letter, state)
        calls.append([call.value for call in state.calls])
    return calls, list(state.score)


@pytest.mark.parametrize(
    ("plays", "calls", "score"),
    [
        ("JNI", [["pass"], [], ["goal", "pass"]], [1, 0]),
        ("INN", [["pass"], [], ["window_closed"]], [0, 0]),
        ("JJNI", [["pass"], ["interception", "pass"], [], ["goal", "pass"]], [0, 1]),
        ("JJJJ", [["pass"], *[["interception", "pass"]] * 3], [0, 0]),
        ("JNJ", [["pass"], [], ["pass"]], [0, 0]),
        ("JNNI", [["pass"], [], ["window_closed"], ["pass"]], [0, 0]),
        ("JNINI", [["pass"], [], ["goal", "pass"], [], ["goal", "pass"]], [2, 0]),
    ],
)
def test_the_examples_of_the_rules_are_called_as_they_say(plays, calls, score):
    """The strings of plays that the rules give as examples."""
    assert calls_of(plays) == (calls, score)


def test_without_goal_is_pass_a_goal_clears_the_pile_and_opens_no_window():
    """A jack after the goal is then a pass, and no interception."""
    assert calls_of("JNIJ", goal_is_pass=False) == ([["pass"], [], ["goal"], ["pass"]], [1, 0])


def test_goal_assist_and_interception_are_credited_to_their_players():
    """JJNI: B1 intercepts, B2 scores on B1's pass."""
    lines = {line.name: (line.goals, line.assists, line.interceptions) for line in by_player(played("JJNI"))}
    assert lines == {"A1": (0, 0, 0), "B1": (0, 1, 1), "A2": (0, 0, 0), "B2": (1, 0, 0)}


def test_the_same_rank_is_refused_on_an_empty_pile():
    """After a pass there is no card to match; nothing changes."""
    state = played("J")
    with pytest.raises(IllegalEvent, match="The pile is empty"):
        apply(state, Play(Kind.SAME))
    assert state == played("J")


def test_the_first_card_of_a_match_may_match_the_cards_in_the_middle():
    """Four cards face up are the start of the pile, in every period."""
    assert calls_of("I")[0] == [["pass"]]
    assert [call.value for call in played(PERIOD + "I").calls] == ["pass"]


def test_pile_and_window_go_from_deal_to_deal_but_not_from_period_to_period():
    """A pass on the 15th card may be scored on over the deal; a pass on the 47th is lost with the period."""
    assert played("N" * 14 + "JNI").score == (1, 0)
    assert played("N" * 46 + "JNI").score == (0, 0)


def test_four_each_are_dealt_after_16_and_32_plays_and_a_period_ends_after_48():
    """The referee waits for the deal, and for the break."""
    for plays in range(1, 49):
        phase = played("N" * plays).phase
        expected = {16: Phase.DEAL, 32: Phase.DEAL, 48: Phase.INTERMISSION}.get(plays, Phase.PLAY)
        assert phase is expected, plays


def test_the_deal_passes_on_with_each_period_and_the_player_after_the_dealer_begins():
    """From seat B2 the deal goes to A1, B1, and A2 in overtime."""
    state = started()
    for dealer, first in ((3, 0), (0, 1), (1, 2), (2, 3)):
        state = ready(state)
        assert (state.dealer, state.turn) == (dealer, first)
        state = played(PERIOD, state)
        assert state.phase is Phase.INTERMISSION
        assert state.dealer == (dealer + 1) % 4, "the break already says who deals next"


def test_most_goals_after_three_periods_win():
    """1-0 after 144 plays is the end."""
    state = played("JNI" + "N" * 141)
    assert (state.phase, state.winner) == (Phase.OVER, 0)


def test_sudden_death_ends_with_the_next_goal_and_goes_on_as_long_as_there_is_none():
    """A fourth and a fifth period without a goal, then one."""
    state = played(PERIOD * 5)
    assert state.phase is Phase.INTERMISSION
    state = played("JNI", state)
    assert (state.phase, state.period, state.winner) == (Phase.OVER, 6, 1)


def test_overtime_of_a_period_is_played_to_its_end_and_may_end_level():
    """One whole period: a goal does not end it, and a level score is then a draw."""
    state = played(PERIOD * 3 + "JNI", overtime=Overtime.PERIOD)
    assert state.phase is Phase.PLAY
    state = played("N" * 45, state)
    assert (state.phase, state.winner) == (Phase.OVER, 1)
    level = played(PERIOD * 4, overtime=Overtime.PERIOD)
    assert (level.phase, level.winner) == (Phase.OVER, None)


def test_a_draw_may_be_agreed_instead_of_overtime():
    """Level after three periods is the end."""
    state = played(PERIOD * 3, overtime=Overtime.DRAW)
    assert (state.phase, state.winner) == (Phase.OVER, None)


def test_a_disallowed_goal_no_longer_counts_and_the_plays_after_it_stand():
    """Minutes later: only the score and the recap change."""
    state = played("JNI" + "N" * 10 + "JNI")
    after = apply(state, DisallowGoal(0))
    assert (state.score, after.score) == ((1, 1), (0, 1))
    assert (after.plays, after.turn, after.pile, after.window) == (state.plays, state.turn, state.pile, state.window)
    assert [number for number, _ in standing_goals(after)] == [1]
    assert by_player(after)[2].goals == 0
    with pytest.raises(IllegalEvent, match="no such goal"):
        apply(after, DisallowGoal(0))


def test_disallowing_the_golden_goal_reopens_the_match_where_it_stopped():
    """The turn, the plays left and the open window are those of the moment."""
    over = played(PERIOD * 3 + "JNI")
    assert over.phase is Phase.OVER
    again = apply(over, DisallowGoal(0))
    assert (again.phase, again.plays, again.may_intercept) == (Phase.PLAY, 3, True)


def test_disallowing_the_winning_goal_after_the_end_leads_into_overtime():
    """1-0 becomes level, and the agreed sudden death follows."""
    state = apply(played("JNI" + "N" * 141), DisallowGoal(0))
    assert state.phase is Phase.INTERMISSION


def test_the_scoreboard_counts_goals_and_periods():
    """Goals by period, the end after three, the same overtime."""
    state = started(mode=Mode.SCOREBOARD)
    for team in (0, 1, 1):
        state = apply(apply(state, Score(team)), EndPeriod())
        if state.phase is Phase.INTERMISSION:
            state = apply(state, NextPeriod())
    assert (state.phase, state.winner) == (Phase.OVER, 1)
    assert by_period(state) == ((1, 0), (0, 1), (0, 1))


def test_going_over_to_the_scoreboard_keeps_score_and_period_and_goals_by_player():
    """People lost the thread in the second period; in the next break the referee may come back."""
    state = apply(played("JNI" + PERIOD), SwitchMode(Mode.SCOREBOARD))
    assert (state.score, state.period, state.phase) == ((1, 0), 2, Phase.PLAY)
    state = apply(apply(state, Score(0)), EndPeriod())
    assert (state.score, by_player(state)[2].goals) == ((2, 0), 1)
    state = played("JNI", apply(state, SwitchMode(Mode.REFEREE)))
    assert (state.score, state.period) == ((3, 0), 3)


def test_an_abandoned_match_is_over_and_does_not_count():
    """Whatever the score, nobody has won."""
    state = apply(played("JNI"), Abandon())
    assert (state.phase, state.winner) == (Phase.OVER, None)
    assert summary(state).finished
    assert summary(state).result["counted"] is False


BREAK = played(PERIOD)
OVER = played(PERIOD * 3, overtime=Overtime.DRAW)
BOARD = started(mode=Mode.SCOREBOARD)


@pytest.mark.parametrize(
    ("state", "event", "word"),
    [
        (State(), Play(Kind.OTHER), "not begun"),
        (State(), Start(first_dealer=4), "no seat 5"),
        (State(), Abandon(), "No match"),
        (State(), SwitchMode(Mode.SCOREBOARD), "during a match"),
        (started(), Start(), "begun already"),
        (started(), Play(Kind.JACK), "Deal first"),
        (played("N"), Dealt(), "No cards"),
        (played("N"), Score(0), "referee calls"),
        (played("N"), EndPeriod(), "last card"),
        (played("N"), NextPeriod(), "No period"),
        (played("N"), SwitchMode(Mode.REFEREE), "that way already"),
        (played("N"), DisallowGoal(0), "no such goal"),
        (BREAK, Play(Kind.OTHER), "break"),
        (apply(BOARD, EndPeriod()), Score(1), "break"),
        (apply(BOARD, EndPeriod()), EndPeriod(), "break"),
        (BOARD, Score(2), "no team 3"),
        (BOARD, Play(Kind.OTHER), "goals only"),
        (BOARD, SwitchMode(Mode.REFEREE), "between two periods"),
        (OVER, Play(Kind.OTHER), "over"),
        (OVER, Abandon(), "No match"),
    ],
)
def test_what_makes_no_sense_now_is_refused_with_a_word_why(state, event, word):
    """A play after the end, a goal in a break, an impossible seat."""
    with pytest.raises(IllegalEvent, match=word):
        apply(state, event)


@given(st.lists(st.sampled_from(Kind), max_size=200))
def test_whatever_is_played_the_bookkeeping_stays_consistent(kinds):
    """A goal needs an open window of its own team and an assist by the partner; interceptions need a jack; the turn goes round."""
    state = started()
    for kind in kinds:
        state = ready(state)
        if state.phase is Phase.OVER or (kind is Kind.SAME and not state.pile):
            continue
        after = apply(state, Play(kind))
        gained = sum(after.score) - sum(state.score)
        assert gained == (kind is Kind.SAME and state.may_score)
        if gained:
            goal = after.goals[-1]
            assert (goal.scorer, goal.assist) == (state.turn, (state.turn + 2) % 4)
        assert sum(after.interceptions) - sum(state.interceptions) == (kind is Kind.JACK and state.may_intercept)
        assert after.plays == state.plays + 1
        if after.phase is Phase.PLAY:
            assert after.turn == (state.turn + 1) % 4
        assert sum(map(sum, by_period(after))) == sum(after.score)
        state = after
