"""Hockey at the panel: what the buttons do, which lamps are lit, which tunes are played, and how it all looks."""

from dataclasses import replace

import pytest

from device.draw.headline import shorten
from device.games.contract import Options
from device.games.hockey import GAME, motion, screens
from device.games.hockey.controls import CALL_SECONDS, CAREFUL_SECONDS, Page
from device.games.hockey.events import Abandon, EndPeriod, Mode, NextPeriod, Overtime, Score
from device.games.hockey.house import HOUSE, new
from device.games.hockey.pages import goals_in_words
from device.games.hockey.rules import Call, Phase, State, apply
from device.games.hockey.screens import seats_in_words
from device.tunes import TUNES
from drivers.contract import Lamp
from tests.games.hockey.table import CLUB, DIAMOND, HEART, HOME, OK, SPADE, UNDO, Evening, played, started

KEYS = {"N": OK, "I": SPADE, "J": HEART}


def lit(evening, elapsed=1e9):
    """The buttons whose lamps are not off."""
    return {button for button, lamp in GAME.lamps(evening.scene(elapsed)).items() if lamp is not Lamp.OFF}


def test_one_ok_starts_a_match_and_every_card_is_one_press():
    """OK, OK for the deal, then the cards of the first example."""
    evening = Evening().press(OK, OK, HEART, OK, SPADE)
    assert evening.state.score == (1, 0)
    assert evening.tunes == ["whistle", "deal", "pass", "press", "goal"]


def test_the_set_up_offers_every_choice_on_its_own_key():
    """Mode, overtime, dealer and goal-is-pass; the last only means something to a referee."""
    evening = Evening().press(HEART, DIAMOND, CLUB, OK)
    state = evening.state
    assert (state.overtime, state.first_dealer, state.goal_is_pass) == (Overtime.PERIOD, 0, False)
    evening = Evening().press(SPADE)
    assert CLUB not in lit(evening)
    assert evening.press(OK).state.mode is Mode.SCOREBOARD


def test_a_start_taken_back_keeps_what_was_chosen():
    """Whoever started too early need not choose again."""
    evening = Evening().press(HEART, OK, UNDO)
    assert evening.state.phase is Phase.SET_UP
    assert evening.view.overtime is Overtime.PERIOD


def test_undo_on_the_set_up_takes_back_what_was_chosen_and_then_says_that_there_is_nothing():
    """Its lamp is lit as long as there is something; before the very first match there is nothing more."""
    evening = Evening().press(HEART, CLUB)
    assert UNDO in lit(evening)
    assert evening.press(UNDO).view == GAME.look(State())
    assert UNDO not in lit(evening)
    assert evening.press(UNDO).step.undo


def test_the_same_rank_on_an_empty_pile_is_dark_and_refused():
    """The pile is gone after a pass; a word says so."""
    evening = Evening(played("J"))
    assert SPADE not in lit(evening)
    assert "empty" in str(evening.press(SPADE).refusal)
    assert len(evening.states) == 1


def test_a_chance_breathes_on_its_key():
    """After a pass ♥ may intercept; after the answer ♠ may score."""
    assert GAME.lamps(Evening(played("J")).scene())[HEART] is Lamp.BREATHE
    assert GAME.lamps(Evening(played("JN")).scene())[SPADE] is Lamp.BREATHE


def test_undo_goes_back_over_deals_and_periods_to_the_very_start():
    """49 cards, three deals, a break and the second period's deal, all taken back one by one."""
    evening = Evening().press(OK)
    while evening.state.period < 2 or evening.state.plays < 1:
        evening.press(OK)
    presses = len(evening.states) - 1
    evening.press(*[UNDO] * presses)
    assert evening.state == State()


def test_a_goal_is_disallowed_from_the_menu_ten_cards_later():
    """Menu, the first entry, the older of two goals."""
    evening = Evening(played("JNINI" + "N" * 10)).press(DIAMOND, OK)
    assert evening.view.page is Page.GOALS
    evening.press(HEART, OK)
    assert [goal.disallowed for goal in evening.state.goals] == [True, False]
    assert evening.view.page is Page.TABLE
    assert evening.tunes == ["whistle"]


def test_the_menu_goes_over_to_the_scoreboard_and_in_a_break_back_to_the_referee():
    """The entries are those that mean something now."""
    evening = Evening(played("N")).press(DIAMOND, OK)
    assert evening.state.mode is Mode.SCOREBOARD
    evening.press(OK, OK).press(DIAMOND, OK)
    assert (evening.state.mode, evening.state.phase) == (Mode.REFEREE, Phase.INTERMISSION)


def test_abandoning_is_asked_and_ok_is_the_safe_answer():
    """OK plays on; ♣ abandons."""
    evening = Evening(played("N")).press(DIAMOND, SPADE, OK)
    assert evening.view.page is Page.ABANDON
    assert evening.press(OK).state == played("N")
    assert evening.press(DIAMOND, SPADE, OK, CLUB).state.abandoned


def test_the_end_of_a_period_is_asked_once_on_the_scoreboard():
    """OK asks, ♦ or UNDO is no, OK again is yes."""
    evening = Evening(started(mode=Mode.SCOREBOARD)).press(SPADE, HEART, HEART)
    assert evening.state.score == (1, 2)
    assert evening.press(OK, DIAMOND, OK, UNDO).state.phase is Phase.PLAY
    assert evening.press(OK, OK).state.phase is Phase.INTERMISSION


def test_recaps_are_leafed_through_and_undo_closes_them():
    """Table, by period, by player, and round again; by player only if players are known."""
    evening = Evening(played("JNI"))
    pages = [evening.press(CLUB).view.page for _ in range(3)]
    assert pages == [Page.PERIODS, Page.PLAYERS, Page.TABLE]
    evening.press(CLUB, UNDO)
    assert (evening.view.page, len(evening.states)) == (Page.TABLE, 1)
    board = Evening(started(mode=Mode.SCOREBOARD))
    assert [board.press(CLUB).view.page for _ in range(2)] == [Page.PERIODS, Page.TABLE]


def test_an_ok_meant_for_the_last_card_does_not_clear_the_table():
    """A new match may be begun two seconds after the end, not sooner."""
    evening = Evening(played("JNI" + "N" * 140)).press(OK)
    assert evening.state.phase is Phase.OVER
    assert OK not in lit(evening, elapsed=0.3)
    assert not evening.press(OK, elapsed=0.3).step.again
    assert GAME.next_wake(evening.scene(0.6)) == pytest.approx(CAREFUL_SECONDS - 0.6)
    assert evening.press(OK, elapsed=CAREFUL_SECONDS).step.again


@pytest.mark.parametrize(("plays", "call"), [("J", Call.PASS), ("JJ", Call.INTERCEPTION), ("JNI", Call.GOAL)])
def test_a_call_moves_for_its_time_and_then_leaves_the_table(plays, call):
    """Frames are asked for until the end; then the picture is the same as after a resume."""
    evening = Evening(started()).press(OK, *(KEYS[letter] for letter in plays))
    end = CALL_SECONDS[call]
    assert evening.picture(end / 2).tobytes() != evening.picture(end).tobytes()
    assert 0 < GAME.next_wake(evening.scene(end - 0.01)) <= 0.011
    assert GAME.next_wake(evening.scene(end)) is None
    assert evening.picture(end) == Evening(evening.state).picture()


def test_a_card_keyed_during_a_call_counts():
    """Nobody has to wait for a picture."""
    evening = Evening(started()).press(OK, HEART, OK, SPADE, OK, SPADE, elapsed=0.05)
    assert evening.state.score == (2, 0)


def test_every_lit_button_does_something_and_every_dark_one_nothing():
    """In every phase and on every page: the lamps tell the truth."""
    for state in every_state():
        for page in Page:
            evening = Evening(state)
            evening.press(*{Page.MENU: [DIAMOND], Page.PERIODS: [CLUB], Page.PLAYERS: [CLUB, CLUB]}.get(page, []))
            view, lamps = evening.view, lit(evening)
            assert GAME.draw(evening.scene()).size == (128, 64)
            for button in (SPADE, HEART, DIAMOND, CLUB, OK):
                probe = Evening(state)
                probe.view = view
                probe.press(button)
                changed = probe.step.again or probe.view != view or probe.state != state
                assert changed == (button in lamps), (state.phase, view.page, button)
            assert HOME in lamps


def every_state():
    """One match in each situation that has keys of its own."""
    board = started(mode=Mode.SCOREBOARD)
    return [
        State(),
        started(),
        played("N"),
        played("J"),
        played("JNI"),
        played("N" * 48),
        board,
        apply(board, Score(0)),
        apply(board, EndPeriod()),
        played("JNI" + "N" * 141),
        apply(board, Abandon()),
    ]


def test_every_tune_is_known():
    """A cue without a tune would be silence where a call is due."""
    evening = Evening().press(OK, OK, HEART, HEART, OK, SPADE, *[OK] * 20).press(DIAMOND, OK, OK)
    assert set(evening.tunes) <= set(TUNES)
    assert {"whistle", "deal", "pass", "interception", "goal", "press"} <= set(evening.tunes)


def test_a_new_match_begins_as_the_last_one_with_the_deal_passed_on():
    """Names come from the settings, agreements from the last match."""
    last = played("N" * 48 * 3, overtime=Overtime.DRAW, goal_is_pass=False)
    state = new(Options({"seats": ("Ann", "Bob", "Cid", "Dee")}), last)
    assert (state.overtime, state.goal_is_pass, state.first_dealer) == (Overtime.DRAW, False, 2)
    assert state.seats == ("Ann", "Bob", "Cid", "Dee")
    assert new(Options({rule.name: rule.default for rule in HOUSE}), None) == State()


def whole_match():
    """The presses of a match that has everything, with a name for each screen worth a picture."""
    return [
        ("set-up", []),
        ("first deal", [OK]),
        ("first card", [OK]),
        ("pass", [HEART]),
        ("answered", [OK]),
        ("goal", [SPADE]),
        ("interception", [HEART]),
        ("second deal", [OK] * 12),
        ("end of the period", [*[OK] * 34]),
        ("players", [CLUB]),
        ("menu", [DIAMOND]),
        ("which goal", [OK]),
        ("disallowed", [OK]),
        ("second period", [OK] * 7),
        ("scoreboard", [DIAMOND, OK]),
        ("goal of the scoreboard", [HEART]),
        ("question", [OK]),
        ("break", [OK]),
        ("level", [OK, SPADE, OK, OK]),
        ("overtime", [OK]),
        ("golden goal", [SPADE]),
        ("periods", [CLUB]),
        ("abandon", [OK, UNDO, DIAMOND, SPADE, OK]),
        ("abandoned", [CLUB]),
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_match_as_it_looks(language, golden):
    """Every screen on the way, from the set-up over calls, recaps and overtime to an end, in both languages."""
    evening = Evening(language=language)
    for name, presses in whole_match():
        evening.press(*presses)
        assert golden(name=name) == evening.picture()
        if name in {"pass", "goal", "interception", "golden goal"}:
            over = CALL_SECONDS[evening.state.calls[0]]
            for elapsed in (0.0, motion.STEP * 2.5, motion.OPENED + 0.25, over - 0.1):
                assert golden(name=f"{name} after {elapsed:.1f} s") == evening.picture(elapsed)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_goals_of_one_team_in_one_period_are_told_apart(language, golden):
    """By the score that each made; a goal disallowed since counts for none of them."""
    evening = Evening(language=language).press(SPADE, OK, SPADE, SPADE, SPADE, DIAMOND, OK, HEART, OK)
    evening.press(HEART, DIAMOND, OK)
    assert goals_in_words(evening.scene()) == [
        (f"{score}  {evening.texts.gettext(team)}", evening.texts.gettext("period %(number)d") % {"number": 1})
        for score, team in (("2-1", "Red"), ("2-0", "Black"), ("1-0", "Black"))
    ]
    evening.press(HEART)
    assert golden == evening.picture()


@pytest.mark.parametrize(
    ("seats", "told"),
    [(("A1", "B1", "A2", "B2"), "A: Black  B: Red"), (("Ann", "Bob", "Abe", "Ben"), ""), (("1", "2", "3", "4"), "")],
)
def test_the_first_deal_tells_which_team_the_seats_belong_to(seats, told):
    """If their names say so; with names of people it is the next player but one."""
    assert seats_in_words(Evening(State(seats=seats)).press(OK).scene()) == told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_three_digits_still_fit(language, golden):
    """In the recap, and with the names of the teams at the end."""
    evening = Evening(language=language).press(SPADE, OK, *[SPADE] * 112, *[HEART] * 103)
    evening.press(CLUB)
    assert golden(name="recap") == evening.picture()
    evening.press(UNDO, DIAMOND, HEART, OK, CLUB)
    assert evening.state.phase is Phase.OVER
    assert golden(name="over") == evening.picture()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("goals", [0, 9, 10, 27])
def test_the_usual_team_names_are_never_cut(language, goals, monkeypatch):
    """Black and Red, Noirs and Rouges: whole beside any score that a match comes to."""
    monkeypatch.setattr(screens, "shorten", kept := Kept())
    evening = Evening(started(), language).press(OK)
    evening.states[-1] = replace(evening.state, goals=played("JNI").goals * goals)
    assert max(evening.state.score) == goals
    evening.picture()
    assert kept.whole()


class Kept:
    """Stands in for `shorten` and remembers what it was asked and what it gave."""

    def __init__(self):
        self.texts = []

    def __call__(self, text, font, wide):
        self.texts.append((text, shorten(text, font, wide)))
        return self.texts[-1][1]

    def whole(self):
        return bool(self.texts) and all(text == given for text, given in self.texts)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_long_names_and_high_scores_still_fit(language, golden):
    """Names of twelve letters and two-digit scores."""
    long = State(teams=("Thunderbirds", "Les Canadiens"), seats=("Maximilienne", "Bartholomew", "Jo", "Christabel"))
    board = Evening(long, language).press(SPADE, OK, *[SPADE, HEART] * 12)
    assert golden(name="scoreboard") == board.picture()
    board.press(OK, OK)
    assert golden(name="break") == board.picture()
    referee = Evening(apply(apply(board.state, NextPeriod()), EndPeriod()), language).press(DIAMOND, HEART, OK, OK)
    assert referee.state.mode is Mode.REFEREE
    assert golden(name="deal") == referee.picture()
    referee.press(OK)
    assert golden(name="referee") == referee.picture()
    referee.press(HEART, OK, SPADE)
    assert golden(name="goal") == referee.picture(CALL_SECONDS[Call.GOAL] - 0.1)
