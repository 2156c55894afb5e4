"""`meneur rules great-clock`: trials, replays, and what it says to wrong input."""

import argparse
import json

import pytest

from device.dominoes import SETS, parse_tile
from device.errors import UserError
from device.games.great_clock.commands import TEN_SECONDS, add_rules_arguments, deal, describe, rules, wilson
from device.games.great_clock.rules import laying_order, tiles_in_play


def ask(*words):
    parser = argparse.ArgumentParser()
    add_rules_arguments(parser)
    return rules(parser.parse_args(words))


WHOLE = " ".join(tile.text for tile in deal(6, "replay", 0))


def test_trials_tell_how_many_were_won():
    """Played, won, seconds, the interval and every outcome."""
    result = ask("--set", "6", "--trials", "6", "--seed", "7", "--positions", "60")
    assert result["played"] == 6
    assert 0 <= result["won"] <= 6
    assert sum(result["outcomes"].values()) == 6
    assert result["interval"][0] <= result["won"] / 6 <= result["interval"][1]
    assert result["seconds"] > 0
    assert json.loads(json.dumps(result)) == result
    assert describe(result).startswith(f"double-6: won {result['won']} of 6")


@pytest.mark.parametrize("size", SETS)
def test_without_a_number_as_many_deals_are_played_as_the_help_says(size):
    """Few enough for an answer in about ten seconds, with any set."""
    parser = argparse.ArgumentParser()
    add_rules_arguments(parser)
    assert ask("--set", str(size), "--positions", "20")["played"] == TEN_SECONDS[size]
    assert f"{TEN_SECONDS[size]} with double-{size}" in " ".join(parser.format_help().split())


def test_progress_is_told_at_a_terminal(capsys, monkeypatch):
    """Deal by deal, wiped away at the end; on stderr, so that what is printed can be piped."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    won = ask("--set", "6", "--trials", "3", "--positions", "20")["won"]
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("\r1 of 3 deals, ")
    assert told.err.endswith(f"\r3 of 3 deals, {won} won\r\033[K")


def test_progress_is_not_told_to_a_file(capsys):
    """Nobody waits there."""
    ask("--set", "6", "--trials", "2", "--positions", "20")
    assert capsys.readouterr().err == ""


def test_the_same_seed_gives_the_same_deals():
    """And another seed others."""
    words = ("--set", "6", "--trials", "5", "--positions", "60", "--seed")
    first, again = ask(*words, "3"), ask(*words, "3")
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert deal(6, "3", 0) != deal(6, "4", 0) != deal(6, "4", 1)
    assert sorted(deal(9, "3", 0)) == list(tiles_in_play(9))


@pytest.mark.parametrize(
    ("won", "played", "low", "high"), [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)]
)
def test_the_interval_is_wilsons(won, played, low, high):
    """Against published values."""
    assert wilson(won, played) == pytest.approx((low, high), abs=5e-5)


def test_who_sees_the_boneyard_wins_more():
    """A lower bound of what can be won, with its budget told."""
    known = ask("--set", "6", "--trials", "5", "--known", "--budget", "12")
    assert known["budget"] == 12
    assert known["won"] >= 3
    assert "seeing the boneyard" in describe(known)


def referee(result, tiles):
    """Follow a replay with nothing but its printed steps and the rules of placing and filling; the tops at its end."""
    size = result["set"]
    piles = {slot: [tile] for slot, tile in zip(laying_order(size), tiles, strict=False)}
    coming = list(tiles[size:])
    hand = None
    for step in result["steps"]:
        match step["do"]:
            case "draw":
                hand = coming.pop(0)
                assert hand.text == step["tile"]
            case "place":
                top = piles[step["slot"]][-1]
                assert hand.text == step["tile"]
                assert hand.shares_end(top)
                assert not top.is_double
                piles[step["slot"]].append(hand)
                hand = None
            case "set aside":
                assert not any(hand.shares_end(pile[-1]) and not pile[-1].is_double for pile in piles.values())
                hand = None
            case "move":
                wrong = any(pile[-1].is_double and pile[-1].low != slot for slot, pile in piles.items())
                assert wrong or (hand is not None and hand.is_double)
                moved = piles[step["from"]].pop()
                top = piles[step["to"]][-1]
                assert moved.shares_end(top)
                assert not top.is_double
                piles[step["to"]].append(moved)
                if not piles[step["from"]]:
                    own = hand is not None and hand == parse_tile(f"{step['from']}-{step['from']}")
                    piles[step["from"]].append(hand if own else coming.pop(0))
                    hand = None if own else hand
                    assert piles[step["from"]][-1].text == step["filled"]
        assert step["tops"] == [piles[slot][-1].text for slot in range(1, size + 1)]
        assert step["left"] == len(coming)
    return [piles[slot][-1] for slot in range(1, size + 1)]


@pytest.mark.parametrize("number", range(5))
def test_a_replay_prints_every_step_so_that_a_referee_can_follow(number):
    """An independent little referee agrees with each step and with the end."""
    tiles = deal(6, "replay", number)
    result = ask("--set", "6", "--positions", "200", "--tiles", " ".join(tile.text for tile in tiles))
    tops = referee(result, tiles)
    assert result["won"] == all(top.low == top.high == slot for slot, top in enumerate(tops, 1))
    assert len(describe(result).splitlines()) == len(result["steps"]) + 2


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        ("3-5 x-7", "'x-7' is not a tile"),
        (f"{WHOLE} 0-0", "0-0 is not in play"),
        (f"{WHOLE} 3-5", "3-5 is there 2 times"),
        ("0-1 0-2", "25 of 27 tiles are missing"),
        (WHOLE.replace("3-5", "3-7"), "3-7 is not in play"),
    ],
)
def test_a_wrong_order_is_refused_with_its_cause(tiles, reason):
    """A tile twice, one missing, one of another set, no tile at all."""
    with pytest.raises(UserError, match=reason):
        ask("--set", "6", "--tiles", tiles)


@pytest.mark.parametrize("name", ["trials", "positions", "budget"])
def test_a_number_below_one_is_refused(name):
    """Nothing to play, nothing to try."""
    known = ["--known"] if name == "budget" else []
    with pytest.raises(UserError, match=f"--{name} 0: expected a number from 1"):
        ask("--set", "6", f"--{name}", "0", *known)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--budget", "3"], "--budget goes with --known only"),
        (["--tiles", WHOLE, "--budget", "3"], "--budget goes with --known only"),
        (["--known", "--positions", "60"], "leave it out, or --known"),
        (["--tiles", WHOLE, "--known"], "leave --known out"),
        (["--tiles", WHOLE, "--trials", "2"], "leave --trials out"),
        (["--tiles", WHOLE, "--seed", "x"], "leave --seed out"),
    ],
)
def test_an_option_that_would_count_for_nothing_is_refused(words, said):
    """Whoever gives it believes that it does something."""
    with pytest.raises(UserError, match=said):
        ask("--set", "6", *words)
