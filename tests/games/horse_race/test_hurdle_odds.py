"""The hurdles course's chances: against every order of tiny packs, against a walk in fractions, and the known figures."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from device.games.horse_race import hurdle_odds
from device.games.horse_race.hurdle_odds import HurdleRace, chances, estimate, expected_cards, outlook

FIGURES = json.loads((Path(__file__).parent / "figures.json").read_text(encoding="utf-8"))
START = HurdleRace(7, (0, 0, 0, 0), (0, 0, 0, 0), (12, 12, 12, 12), 0)
JOKER = 4
"""Among suits 0 to 3."""


# The rules once more, in the plainest way


def turned(race, card):
    """The race after a card: where it stands, whether a link is now due, and who has won."""
    positions, best, unseen = list(race.positions), list(race.best), list(race.unseen)
    if card == JOKER:
        lead = max(positions)
        positions = [at + (at < lead) for at in positions]
        best = [max(pair) for pair in zip(best, positions, strict=True)]
        return {"positions": positions, "best": best, "unseen": unseen, "joker": False}, False, None
    positions[card] += 1
    unseen[card] -= 1
    here = {"positions": positions, "best": best, "unseen": unseen, "joker": race.joker}
    level = positions[card]
    if level == race.links + 1:
        return here, False, card
    been_before = [furthest >= level for furthest in best]
    best[card] = max(best[card], level)
    been_now = [furthest >= level for furthest in best]
    due = all(been_now) and not all(been_before) if race.all_pass else not any(been_before)
    return here, due, None


def shown(here, link):
    """What a link of this suit makes of it."""
    positions, unseen = list(here["positions"]), list(here["unseen"])
    positions[link] = max(0, positions[link] - 1)
    unseen[link] -= 1
    return here | {"positions": positions, "unseen": unseen}


def stands(race, here, more):
    """The same race, standing elsewhere, with so many links more face up."""
    here = {key: tuple(value) if isinstance(value, list) else value for key, value in here.items()}
    return replace(race, shown=race.shown + more, **here)


def next_races(race):
    """Each way to go on by one card, and a link if it is due: its probability, who wins by it, or the race after it."""
    unseen, hidden = sum(race.unseen), race.links - race.shown
    comes = Fraction(1, unseen - hidden + 1) if race.joker else Fraction(0)
    if race.joker:
        here, _, _ = turned(race, JOKER)
        yield comes, None, stands(race, here, 0)
    for suit in range(4):
        if race.unseen[suit]:
            probability = (1 - comes) * Fraction(race.unseen[suit], unseen)
            here, due, winner = turned(race, suit)
            if winner is not None:
                yield probability, winner, None
            elif not due:
                yield probability, None, stands(race, here, 0)
            else:
                for link in range(4):
                    if here["unseen"][link]:
                        share = Fraction(here["unseen"][link], unseen - 1)
                        yield probability * share, None, stands(race, shown(here, link), 1)


@cache
def walked(race):
    """The chances and the expected number of cards as fractions."""
    sums, cards = [Fraction(0)] * 4, Fraction(1)
    for probability, winner, after in next_races(race):
        share, ahead = ([Fraction(horse == winner) for horse in range(4)], 0) if after is None else walked(after)
        sums = [total + probability * chance for total, chance in zip(sums, share, strict=True)]
        cards += probability * ahead
    return tuple(sums), cards


def all_orders(counts):
    """Every order of a small pack."""
    if not any(counts):
        yield ()
    for suit, count in enumerate(counts):
        if count:
            rest = [*counts[:suit], count - 1, *counts[suit + 1 :]]
            yield from ((suit, *order) for order in all_orders(rest))


def run(race, links, deck):
    """Who wins with these hidden links and this deck, and with which card."""
    lie = dict(zip(range(race.links - len(links) + 1, race.links + 1), links, strict=True))
    for number, card in enumerate(deck, 1):
        here, due, winner = turned(race, card)
        if winner is not None:
            return winner, number
        race = stands(race, shown(here, lie[here["positions"][card]]) if due else here, due)
    raise AssertionError("a race must end")


def every_race(race):
    """The chances and the expected number of cards, by running every order of links and deck with the joker anywhere."""
    wins, cards, races = [0] * 4, 0, 0
    hidden = race.links - race.shown
    for order in all_orders(list(race.unseen)):
        links, deck = order[:hidden], order[hidden:]
        places = range(len(deck) + 1) if race.joker else (None,)
        for place in places:
            shuffled = deck if place is None else (*deck[:place], JOKER, *deck[place:])
            winner, number = run(race, links, shuffled)
            wins[winner] += 1
            cards += number
            races += 1
    return tuple(count / races for count in wins), cards / races


# Races of a whole pack


@st.composite
def standings(draw, least=0):
    """A race as a really shuffled pack brings it, from `least` cards on."""
    links, joker, all_pass = draw(st.sampled_from((5, 6, 7))), draw(st.booleans()), draw(st.booleans())
    pack = draw(st.permutations([suit for suit in range(4) for _ in range(12)]))
    hidden, deck = pack[:links], list(pack[links:])
    if joker:
        deck.insert(draw(st.integers(0, 20)), JOKER)
    race = replace(START, links=links, joker=joker, all_pass=all_pass)
    for card in deck[: draw(st.integers(least, 30))]:
        here, due, winner = turned(race, card)
        if winner is not None:
            break
        race = stands(race, shown(here, hidden.pop(0)) if due else here, due)
    return race


TINY = [
    HurdleRace(1, (0, 0, 0, 0), (0, 0, 0, 0), (2, 2, 2, 1), 0),
    HurdleRace(1, (1, 0, 0, 1), (1, 0, 0, 1), (2, 1, 2, 2), 1),
    HurdleRace(2, (1, 1, 1, 0), (1, 1, 1, 0), (2, 2, 2, 2), 1),
    HurdleRace(2, (2, 1, 1, 0), (2, 1, 1, 1), (3, 2, 1, 0), 2),
    HurdleRace(3, (2, 2, 2, 1), (2, 2, 2, 1), (2, 2, 1, 3), 2),
    HurdleRace(3, (3, 2, 1, 2), (3, 3, 1, 2), (2, 2, 2, 1), 3),
]
TINY_ALL_PASS = [
    HurdleRace(1, (0, 0, 0, 0), (0, 0, 0, 0), (2, 2, 2, 1), 0, all_pass=True),
    HurdleRace(2, (2, 1, 2, 0), (2, 1, 2, 0), (2, 2, 2, 2), 0, all_pass=True),
    HurdleRace(2, (1, 2, 1, 2), (2, 2, 1, 2), (2, 1, 2, 2), 1, all_pass=True),
    HurdleRace(3, (2, 1, 2, 3), (2, 2, 2, 3), (1, 2, 2, 2), 2, all_pass=True),
    HurdleRace(3, (3, 3, 2, 2), (3, 3, 3, 2), (1, 2, 2, 2), 2, all_pass=True),
]


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("race", TINY + TINY_ALL_PASS, ids=str)
def test_tiny_packs_agree_with_every_order_of_their_cards(race, joker):
    """To the last digit. The links lie in their order, the joker anywhere in the deck; nothing is exchanged or forgotten."""
    race = replace(race, joker=joker)
    assert outlook(race) == every_race(race)
    assert chances(race) == every_race(race)[0]


def test_a_link_that_the_joker_jumped_stays_face_down():
    """All four have been at level 1, but none of the links is up: link 2 is the next one to be turned."""
    race = HurdleRace(2, (2, 1, 1, 1), (2, 1, 1, 1), (2, 2, 2, 2), 0, all_pass=True)
    assert outlook(race) == every_race_without_the_first_link(race)
    assert chances(race) == every_race_without_the_first_link(race)[0]


def every_race_without_the_first_link(race):
    """As `every_race`, one hidden card being out of the game."""
    wins, cards, races = [0] * 4, 0, 0
    for order in all_orders(list(race.unseen)):
        winner, number = run(race, order[1:2], order[2:])
        wins[winner] += 1
        cards += number
        races += 1
    return tuple(count / races for count in wins), cards / races


@given(standings(least=20))
@settings(deadline=None, max_examples=25)
def test_late_races_agree_with_a_walk_in_fractions(race):
    """To the last digit, by both house rules, with and without the joker."""
    share, cards = walked(race)
    assert chances(race) == tuple(float(chance) for chance in share)
    assert outlook(race) == (chances(race), float(cards))


@st.composite
def short_races(draw):
    """Any race on a short course, also such as no shuffled pack would bring, with horses that are soon out of cards."""
    links = draw(st.integers(1, 4))
    positions = draw(st.tuples(*[st.integers(0, links)] * 4))
    shown = min(links, max(positions) + draw(st.integers(0, 1)))
    best = list(positions)
    first = draw(st.sampled_from(range(4)))
    best[first] = max(best[first], shown)
    unseen = draw(st.tuples(*[st.integers(0, 7)] * 4))
    try:
        return HurdleRace(links, positions, tuple(best), unseen, shown, joker=draw(st.booleans()))
    except ValueError:
        assume(False)


@given(short_races())
@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.filter_too_much])
def test_any_short_race_agrees_with_a_walk_in_fractions(race):
    """To the last digit, though horses are forgotten that can turn no link, while links are still to come."""
    share, cards = walked(race)
    assert chances(race) == tuple(float(chance) for chance in share)
    assert outlook(race) == (chances(race), float(cards))


def test_before_the_first_card_every_horse_has_a_quarter():
    """Whatever the course."""
    for links in (5, 6, 7):
        for all_pass in (False, True):
            assert chances(replace(START, links=links, all_pass=all_pass)) == (0.25, 0.25, 0.25, 0.25)


def test_an_average_race_takes_as_many_cards_as_is_known():
    """The links are not counted."""
    for links, known in FIGURES["hurdles_expected_cards"].items():
        assert expected_cards(replace(START, links=int(links))) == pytest.approx(known, abs=1e-13)


@given(standings(least=8))
@settings(deadline=None, max_examples=40)
def test_the_chance_now_is_the_mean_of_the_chances_after_the_next_card(race):
    """And one horse wins, and horses that stand alike have equal chances."""
    sums = [0.0] * 4
    for probability, winner, after in next_races(race):
        then = [float(horse == winner) for horse in range(4)] if after is None else chances(after)
        sums = [total + float(probability) * chance for total, chance in zip(sums, then, strict=True)]
    now = chances(race)
    assert now == pytest.approx(sums, abs=1e-12)
    assert sum(now) == pytest.approx(1, abs=1e-12)
    stand = list(zip(race.positions, race.best, race.unseen, strict=True))
    assert len({(place, chance) for place, chance in zip(stand, now, strict=True)}) == len(set(stand))


@given(standings(least=8), st.permutations(range(4)))
@settings(deadline=None, max_examples=30)
def test_suits_are_alike(race, order):
    """Exchange the suits and you exchange the chances."""
    moved = replace(
        race,
        positions=tuple(race.positions[suit] for suit in order),
        best=tuple(race.best[suit] for suit in order),
        unseen=tuple(race.unseen[suit] for suit in order),
    )
    assert chances(moved) == tuple(chances(race)[suit] for suit in order)


@given(standings(least=10))
@settings(deadline=None, max_examples=40)
def test_the_estimate_is_near_and_always_the_same(race):
    """A dozen percent is the worst it does, and it always shares out the whole race."""
    found = estimate(race)
    assert found == estimate(race)
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx(chances(race), abs=0.12)


def test_the_estimate_is_good_to_a_few_percent_on_average():
    """Over the states of one long race of each kind."""
    deck = [0, 1, 2, 3, 0, 2, 1, 1, 3, 0, 2, 3, 1, 0, 2, 2, 3, 1, 0, 3]
    for all_pass in (False, True):
        race, hidden, errors = replace(START, all_pass=all_pass), [1, 2, 2, 0, 3, 1, 0], []
        for card in deck:
            here, due, _ = turned(race, card)
            race = stands(race, shown(here, hidden.pop(0)) if due else here, due)
            errors += [abs(a - b) for a, b in zip(estimate(race), chances(race), strict=True)]
        assert sum(errors) / len(errors) < 0.02


def test_what_was_asked_before_makes_no_difference():
    """The tables fill up in another order, the answer is the same."""
    first = HurdleRace(5, (2, 1, 0, 0), (2, 1, 1, 0), (10, 11, 10, 12), 2)
    later = HurdleRace(5, (3, 1, 2, 0), (3, 1, 2, 0), (8, 11, 9, 11), 3)
    hurdle_odds._first_horse.cache_clear()
    answers = chances(first), chances(later)
    hurdle_odds._first_horse.cache_clear()
    assert (chances(later), chances(first)) == answers[::-1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"positions": (8, 0, 0, 0)}, "the race is over"),
        ({"links": 8}, "1 to 7 links"),
        ({"best": (0, 1, 1, 0)}, "the best level"),
        ({"best": (8, 1, 1, 0)}, "the best level"),
        ({"shown": 2}, "1 links have been reached, so 1 must be face up, not 2"),
        ({"all_pass": True}, "0 links have been reached"),
        ({"best": (3, 1, 1, 0), "shown": 3}, "more than one"),
        ({"unseen": (4, 4, 4, 4)}, "no horse home"),
        ({"positions": (1, 1, 3, 0), "best": (1, 1, 3, 0), "shown": 3}, "a step for each card"),
    ],
)
def test_what_no_race_can_be_is_refused(change, why):
    """With the reason."""
    race = HurdleRace(7, (1, 1, 1, 0), (1, 1, 1, 0), (10, 10, 11, 12), 1)
    with pytest.raises(ValueError, match=why):
        replace(race, **change)
