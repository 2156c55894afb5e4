"""The weights of the Great Clock's player: values as log-odds, a set of weights for each set and house, and how they are learned."""

from ast import literal_eval
from functools import partial
from math import log

import pytest

from benchmarks.tune_great_clock import Lessons, Noted, Table, entry, logistic, mixed, solve, tune
from device.games.great_clock.commands import deal
from device.games.great_clock.events import Dealt
from device.games.great_clock.foresight import chance
from device.games.great_clock.rules import Phase, State, apply
from device.games.great_clock.solver import decide, play, search_of
from device.games.great_clock.tuned import TUNED
from device.games.great_clock.values import CERTAIN, FEATURES, SITUATIONS, WEIGHTS
from device.games.great_clock.weights import COMMON, COVERED, common_weights, weights_for, written_out

SETS = (6, 9, 12)
HOUSES = [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize("size", SETS)
@pytest.mark.parametrize(("move_in_hand", "cover_doubles"), HOUSES)
def test_every_set_and_house_has_its_weights(size, move_in_hand, cover_doubles):
    """As many as there are features and situations."""
    assert len(weights_for(size, move_in_hand, cover_doubles)) == WEIGHTS == len(FEATURES) * SITUATIONS


def test_no_set_and_house_rule_shares_its_weights_with_another():
    """All nine were learned, each from its own deals; only both house rules together have no own."""
    learned = {(size, *house): weights_for(size, *house) for size in SETS for house in HOUSES[:3]}
    assert set(learned) == set(TUNED)
    assert len(set(learned.values())) == 9
    assert set(learned.values()).isdisjoint(common_weights(size, cover) for size in SETS for cover in (False, True))
    for size in SETS:
        assert weights_for(size, True, True) == common_weights(size, cover_doubles=True)


def test_what_was_learned_names_features_only():
    """And what the common weights count in a situation, always more than nothing: their order is wanted."""
    assert set(COMMON) | set(COVERED) < set(FEATURES)
    for situations in TUNED.values():
        assert len(situations) == SITUATIONS
        for situation in situations:
            assert set(situation) <= {"common", *FEATURES}
            assert situation.get("common", 1.0) > 0


def test_a_value_is_the_log_odds_of_winning():
    """Even at 0, three to one at log 3, and no doubt about what is certain."""
    assert chance(0.0) == 0.5
    assert chance(log(3)) == pytest.approx(0.75)
    assert chance(-log(3)) == pytest.approx(0.25)
    assert chance(CERTAIN) == 1.0
    assert chance(-CERTAIN) == 0.0


@pytest.mark.parametrize(("move_in_hand", "cover_doubles"), HOUSES)
def test_the_value_of_a_position_is_its_features_times_their_weights(move_in_hand, cover_doubles):
    """All through a deal, in every situation; the last three features tell how far the deal is."""
    weights = weights_for(6, move_in_hand, cover_doubles)
    state = apply(State(size=6, move_in_hand=move_in_hand, cover_doubles=cover_doubles), Dealt(deal(6, "w", 1)))
    states = [state, *(after for _, after in play(state, partial(decide, positions=60)))]
    compared = 0
    for now in states:
        if now.phase is not Phase.DRAW:
            continue
        piles = search_of(now, weights).piles
        position = tuple(piles.pile(slot, map(_number, pile)) for slot, pile in enumerate(now.piles, 1))
        amounts = piles.amounts(position)
        assert amounts[-3:] == [1.0, len(piles.to_come), max(now.left, 1) / 21]
        assert piles.value(position) == pytest.approx(sum(map(float.__mul__, list(piles.weights), amounts)))
        compared += 1
    assert compared > 5


def _number(tile):
    return [(low, high) for low in range(7) for high in range(low, 7) if high].index((tile.low, tile.high))


def test_the_common_weights_are_the_same_in_every_situation():
    """Scaled to log-odds: even half a grounded slot short of the last."""
    weights = common_weights(9)
    assert weights[: len(FEATURES)] * SITUATIONS == weights
    named = dict(zip(FEATURES, weights, strict=False))
    assert named["at home"] * 8.5 + named["always"] == pytest.approx(0)
    assert named["own double buried"] == 0.0
    assert dict(zip(FEATURES, common_weights(9, cover_doubles=True), strict=False))["own double buried"] < 0


# How they are learned


def test_linear_equations_are_solved():
    """Against a solution found by hand."""
    assert solve([[4.0, 2.0], [2.0, 3.0]], [10.0, 9.0]) == pytest.approx([1.5, 2.0])


def test_the_regression_finds_the_odds():
    """Three wins of four where a feature is there, one of four where it is not: log 3 and -log 3."""
    rows = [[(0, 1.0), (1, 1.0)]] * 4 + [[(0, 1.0)]] * 4
    won = [True, True, True, False, True, False, False, False]
    assert logistic(rows, won, [0.0, 0.0], [1e-9, 1e-9]) == pytest.approx([-log(3), 2 * log(3)], abs=1e-5)


def test_a_ridge_draws_towards_the_start():
    """The stiffer, the nearer."""
    rows, won = [[(0, 1.0)]] * 4, [True, True, True, False]
    loose, stiff = (logistic(rows, won, [0.2], [ridge])[0] for ridge in (0.5, 50.0))
    assert log(3) > loose > stiff > 0.2


def test_half_of_what_was_learned_lies_half_way():
    """Between the weights there were and the own ones."""
    first = written_out({"common": 0.5, "always": -3.0}, cover_doubles=False)
    half = mixed(first, dict.fromkeys(FEATURES, 4.0), 0.5)
    assert half["at home"] == (0.5 * 2.0 + 4.0) / 2
    assert half["always"] == 0.5
    assert half["wrong double"] == 2.0


def test_where_the_common_weights_tell_nothing_they_still_give_an_order():
    """Stops of which the better ones were lost, as chance may have it."""
    lessons = Lessons(Table(6, move_in_hand=False, cover_doubles=False, positions=20))
    home, always = FEATURES.index("at home"), FEATURES.index("always")

    def stop(at_home):
        amounts = [0.0] * len(FEATURES)
        amounts[home], amounts[always] = at_home, 1.0
        return Noted(amounts, 4).amounts

    lessons.stops[2] = [(stop(1.0), True), (stop(5.0), False)] * 20
    learned = lessons.scaled(2)
    assert learned["common"] == 0.02
    assert learned["always"] == pytest.approx(-0.12, abs=0.01)


def test_the_same_arguments_learn_the_same():
    """A small set, few deals: told in words, then three situations, and what is printed reads back as itself."""
    table = Table(6, move_in_hand=False, cover_doubles=False, positions=40)
    first, again = (list(tune(table, deals=12, rounds=1)) for _ in range(2))
    assert first == again
    *words, situations = first
    assert all("of 12 won" in word for word in words)
    assert literal_eval(f"[{entry(situations)}]") == [
        {name: weight for name, weight in situation.items() if weight} for situation in situations
    ]
    assert "common" in situations[1]
    assert len(written_out(situations[0], cover_doubles=False)) == len(FEATURES)
