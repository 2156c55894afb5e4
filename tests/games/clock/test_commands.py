"""`meneur rules clock`: given decks, numbered deals, trials, and wrong input."""

import json
from argparse import ArgumentParser

import pytest

from device.errors import UserError
from device.games.clock import commands, rules
from device.games.clock.events import Variant
from device.shuffle import order

from .table import LOST_BY_3, WON


def run(*words):
    parser = ArgumentParser()
    commands.add_rules_arguments(parser)
    return commands.rules(parser.parse_args(words))


def deck(code, variant=Variant.CLASSIC):
    return " ".join(card.text for card in order(code, rules.deck(variant)))


def test_a_deck_is_played_to_its_end():
    """Won, turned, hidden and the path, all as JSON."""
    result = run("--deck", deck(WON))
    assert (result["won"], result["turned"], result["hidden"], len(result["path"])) == (True, 52, 0, 52)
    assert result["path"][-1][0] == "K"
    assert json.loads(json.dumps(result)) == result


def test_kings_dealt_last_end_it_at_once():
    """The centre holds the four kings: four cards turned, 48 hidden."""
    cards = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK")
    assert run("--deck", cards) == {
        "variant": "classic",
        "won": False,
        "turned": 4,
        "hidden": 48,
        "path": ["KC", "KD", "KH", "KS"],
    }


def test_a_deals_number_stands_for_its_deck():
    """`--code` and the deck written out give the same play."""
    assert run("--code", "0000-0015") == run("--deck", deck(LOST_BY_3))


@pytest.mark.parametrize("variant", ["open", "square"])
def test_the_open_variants_are_played_perfectly(variant):
    """A winnable deal is won, whatever the order of its cards."""
    assert run("--deck", deck(LOST_BY_3), "--variant", variant)["won"]


def test_the_exchanged_king_is_turned_twice():
    """In `peek` the path tells the king both times, and the counts tell each card once."""
    result = run("--deck", deck(LOST_BY_3), "--variant", "peek")
    assert len(result["path"]) == result["turned"] + 1
    assert result["turned"] + result["hidden"] == 52


def test_going_on_depends_on_the_seed_alone():
    """`continue` deals again in an order that the seed fixes, and tells the seed it took."""
    first = run("--deck", deck(LOST_BY_3), "--variant", "continue", "--seed", "a")
    assert first == run("--deck", deck(LOST_BY_3), "--variant", "continue", "--seed", "a")
    assert first["won"]
    assert first["redeals"] >= 1
    unseeded = run("--deck", deck(LOST_BY_3), "--variant", "continue")
    assert unseeded == run("--deck", deck(LOST_BY_3), "--variant", "continue", "--seed", unseeded["seed"])


def test_trials_count_wins_and_hidden_cards():
    """The counts add up, and the same seed gives the same counts."""
    result = run("--trials", "3000", "--seed", "1")
    assert result["wins"] == result["hidden"]["0"]
    assert sum(result["hidden"].values()) == result["trials"] == 3000
    assert result == run("--trials", "3000", "--seed", "1")


def test_results_are_told_to_people_too():
    """A sentence for a deck; a line for each number of hidden cards for trials."""
    assert "3 cards stay hidden; 49 cards turned" in commands.describe(run("--code", LOST_BY_3))
    assert "comes out; 52 cards turned" in commands.describe(run("--code", WON))
    told = commands.describe(run("--trials", "500", "--seed", "1", "--variant", "continue"))
    assert "500 of 500 deals come out, 100.0000%" in told
    assert "2.1801 are expected" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--deck", deck(WON)[:-2] + deck(WON)[:2]], "too often"),
        (["--deck", deck(WON)[3:]], "takes 52 cards, not 51"),
        (["--deck", "AS 1X"], "'1X' is not a card"),
        (["--deck", deck(WON), "--variant", "sundial"], "'sundial' is not a variant of the clock; take one of classic"),
        (["--deck", deck(WON), "--variant", "no_king"], "takes 51 cards, not 52"),
        (["--code", "NOPE"], "not a deal's code"),
        (["--trials", "0"], "--trials 0: expected a number from 1 to 100000000"),
        (["--trials", "100000001"], "expected a number from 1 to 100000000"),
    ],
)
def test_wrong_input_is_named_with_its_cure(words, says):
    """A card twice, 51 cards, no card, an unknown variant, a wrong number."""
    with pytest.raises(UserError, match=says):
        run(*words)
