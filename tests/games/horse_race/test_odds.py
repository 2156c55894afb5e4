"""The open course's chances: exact, against the known figures, and against a walk through the race card by card."""

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.horse_race.odds import (
    OpenRace,
    chances,
    expected_cards,
    expected_return,
    fair_price,
    redeal_probability,
    row_probability,
    traditional_price,
)

FIGURES = json.loads((Path(__file__).parent / "figures.json").read_text(encoding="utf-8"))
"""Derived apart from this program, by exact arithmetic and by simulation."""


def at_the_start(row, *, joker=False):
    """The race with this row, by counts of each suit."""
    spades, hearts, diamonds, clubs = (12 - laid for laid in row)
    return OpenRace(sum(row), (0, 0, 0, 0), (spades, hearts, diamonds, clubs), joker=joker)


@cache
def walked(race):
    """The chances and the expected number of cards, by the rules and the next card's probability alone."""
    left = sum(race.unseen) + race.joker
    sums, cards = [Fraction(0)] * 4, Fraction(1)
    for weight, winner, after in next_cards(race):
        share, ahead = ([Fraction(horse == winner) for horse in range(4)], 0) if after is None else walked(after)
        sums = [total + Fraction(weight, left) * chance for total, chance in zip(sums, share, strict=True)]
        cards += Fraction(weight, left) * ahead
    return tuple(sums), cards


def next_cards(race):
    """Each card that may be turned: in how many ways, who wins with it, and the race after it if nobody does."""
    for horse in range(4):
        if race.unseen[horse]:
            unseen, positions = list(race.unseen), list(race.positions)
            unseen[horse] -= 1
            positions[horse] += 1
            home = positions[horse] > race.links
            after = None if home else OpenRace(race.links, tuple(positions), tuple(unseen), joker=race.joker)
            yield race.unseen[horse], horse, after
    if race.joker:
        lead = max(race.positions)
        pushed = tuple(at if at == lead else at + 1 for at in race.positions)
        yield 1, None, OpenRace(race.links, pushed, race.unseen)


@st.composite
def standings(draw):
    """A race somewhere between the start and the finish, as a real pack would bring it there."""
    links = draw(st.sampled_from((5, 6, 7)))
    pack = draw(st.permutations([suit for suit in range(4) for _ in range(12)]))
    row = tuple(pack[:links].count(suit) for suit in range(4))
    if max(row) > 11 - links:
        row = (2, 2, 2, links - 6)
    race = at_the_start(row, joker=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 25))):
        options = [after for _, _, after in next_cards(race) if after is not None]
        race = draw(st.sampled_from(options)) if options else race
    return race


@pytest.mark.parametrize("figure", FIGURES["win_by_row"], ids=lambda figure: str(figure["row"]))
def test_the_chances_of_a_row_are_the_known_fractions(figure):
    """To the last digit of numerator and denominator."""
    known = tuple(Fraction(figure["win_by_count"][str(laid)]) for laid in figure["row"])
    assert chances(at_the_start(figure["row"])) == known


@pytest.mark.parametrize("figure", FIGURES["live"], ids=lambda figure: str(figure["pos"]))
def test_the_chances_in_a_race_are_the_known_ones(figure):
    """Before the first card and in the middle."""
    unseen = tuple(12 - laid - at for laid, at in zip(figure["row"], figure["pos"], strict=True))
    found = chances(OpenRace(7, tuple(figure["pos"]), unseen))
    assert [float(chance) for chance in found] == pytest.approx(figure["p"], abs=1e-15)


def test_the_chances_with_the_joker_are_the_known_ones():
    """And the expected number of cards, the joker counted."""
    figure = FIGURES["joker"]
    race = at_the_start(figure["row"], joker=True)
    known = [figure["win_by_count"][str(laid)] for laid in figure["row"]]
    assert [float(chance) for chance in chances(race)] == pytest.approx(known, abs=1e-15)
    assert float(expected_cards(race)) == pytest.approx(figure["expected_cards"], abs=1e-13)


@pytest.mark.parametrize("figure", FIGURES["win_by_row"], ids=lambda figure: str(figure["row"]))
def test_a_row_comes_out_as_often_as_is_known(figure):
    """The known figure is for the counts in any order of the suits."""
    alike = len({order for order in product(figure["row"], repeat=4) if sorted(order) == sorted(figure["row"])})
    assert alike * row_probability(tuple(figure["row"])) == Fraction(figure["row_probability"])


def test_rows_are_dealt_again_as_often_as_is_known():
    """With seven links; with five never, since seven cards are enough."""
    assert redeal_probability(7) == Fraction(FIGURES["redeal"])
    assert redeal_probability(6) == Fraction(4 * comb(12, 6), comb(48, 6))
    assert redeal_probability(5) == 0


def test_an_average_race_takes_as_many_cards_as_is_known():
    """Over all rows that are run, each as often as it comes."""
    assert float(mean_cards(7)) == pytest.approx(FIGURES["expected_cards"], abs=1e-13)
    for links, known in FIGURES["open_expected_cards"].items():
        assert float(mean_cards(int(links))) == pytest.approx(known, abs=5e-3)


def mean_cards(links):
    """The expected number of cards of a race before its row is laid."""
    rows = [row for row in product(range(12 - links), repeat=4) if sum(row) == links]
    weights = [row_probability(row) for row in rows]
    assert sum(weights) == 1 - redeal_probability(links)
    return sum(w * expected_cards(at_the_start(row)) for w, row in zip(weights, rows, strict=True)) / sum(weights)


@pytest.mark.parametrize(
    ("row", "joker"),
    [
        ((3, 2, 1, 1), False),
        ((6, 0, 0, 0), False),
        ((5, 0, 0, 0), True),
        ((2, 1, 1, 1), True),
        ((3, 2, 0, 0), True),
    ],
)
def test_counting_orders_agrees_with_walking_card_by_card(row, joker):
    """Chances and expected cards, as fractions."""
    race = at_the_start(row, joker=joker)
    assert (chances(race), expected_cards(race)) == walked(race)


@given(standings())
@settings(deadline=None, max_examples=60)
def test_one_horse_wins(race):
    """The four chances are no more and no less than everything."""
    assert sum(chances(race)) == 1


@given(standings())
@settings(deadline=None, max_examples=60)
def test_the_chance_now_is_the_mean_of_the_chances_after_the_next_card(race):
    """No card can be expected to be good or bad for a horse."""
    left = sum(race.unseen) + race.joker
    sums = [Fraction(0)] * 4
    for weight, winner, after in next_cards(race):
        then = [Fraction(horse == winner) for horse in range(4)] if after is None else chances(after)
        sums = [total + Fraction(weight, left) * chance for total, chance in zip(sums, then, strict=True)]
    assert tuple(sums) == chances(race)


@given(standings(), st.permutations(range(4)))
@settings(deadline=None, max_examples=60)
def test_suits_are_alike(race, order):
    """Exchange the suits and you exchange the chances; so suits that stand alike have equal ones."""
    moved = OpenRace(
        race.links,
        tuple(race.positions[suit] for suit in order),
        tuple(race.unseen[suit] for suit in order),
        joker=race.joker,
    )
    assert chances(moved) == tuple(chances(race)[suit] for suit in order)


def test_the_joker_helps_those_behind():
    """A horse alone in the lead loses by it, the last horse gains."""
    plain = OpenRace(7, (6, 3, 3, 1), (6, 7, 7, 9))
    with_joker = OpenRace(7, (6, 3, 3, 1), (6, 7, 7, 9), joker=True)
    assert chances(with_joker)[0] < chances(plain)[0]
    assert chances(with_joker)[3] > chances(plain)[3]


def test_a_horse_that_cannot_get_home_has_no_chance_and_no_price():
    """The others share the race."""
    race = OpenRace(7, (0, 5, 5, 5), (7, 4, 5, 6))
    assert chances(race)[0] == 0
    assert fair_price(chances(race)[0]) is None


@pytest.mark.parametrize(
    ("positions", "unseen", "why"),
    [
        ((8, 0, 0, 0), (4, 10, 10, 10), "the race is over"),
        ((-1, 0, 0, 0), (4, 10, 10, 10), "behind the start line"),
        ((0, 0, 0, 0), (13, 10, 10, 8), "not 13"),
        ((0, 0, 0, 0), (-1, 10, 10, 8), "not -1"),
        ((0, 0, 0, 0), (7, 7, 7, 7), "dealt again"),
    ],
)
def test_what_no_race_can_be_is_refused(positions, unseen, why):
    """With the reason."""
    with pytest.raises(ValueError, match=why):
        OpenRace(7, positions, unseen)


def test_prices():
    """The traditional table ends at four cards; the fair price makes every chip come back on average."""
    assert [traditional_price(laid) for laid in range(6)] == [1, 2, 3, 5, 10, None]
    assert fair_price(Fraction(1, 4)) == 3
    assert expected_return(Fraction(1, 4), 3) == 1
    assert expected_return(Fraction(2, 5), 1) == Fraction(4, 5)


def test_the_traditional_table_is_against_the_dealer_on_most_rows():
    """On 93.4 % of the rows that are run some horse brings back more than its stake."""
    favourable = Fraction(0)
    for row in product(range(5), repeat=4):
        if sum(row) == 7:
            prices = [traditional_price(laid) for laid in row]
            horses = zip(chances(at_the_start(row)), prices, strict=True)
            if any(expected_return(chance, price) > 1 for chance, price in horses):
                favourable += row_probability(row)
    assert float(favourable / (1 - redeal_probability(7))) == pytest.approx(0.934, abs=5e-4)
