"""`meneur rules hockey`: plays in, calls out; a wrong play or house rule is named."""

import argparse

import pytest

from device.errors import UserError
from device.games.hockey.commands import add_rules_arguments, describe, rules


def judge(*words):
    """Run the command's own arguments."""
    parser = argparse.ArgumentParser()
    add_rules_arguments(parser)
    return rules(parser.parse_args(words))


def test_the_calls_of_every_play_the_score_and_the_turn():
    """The example of the manual."""
    result = judge("--plays", "jni n")
    assert result["events"] == [["pass"], [], ["goal", "pass"], []]
    assert (result["score"], result["period"], result["turn"]) == ([1, 0], 1, "A1")
    assert describe(result) == "Black 1-0 Red, play, period 1\nplay 1: pass\nplay 3: goal, pass\nnext: A1"


def test_deals_and_breaks_pass_by_themselves():
    """144 plays and an agreed draw make a whole match."""
    result = judge("--plays", "N" * 144, "--set", "overtime=draw")
    assert (result["phase"], result["period"], result["turn"], result["winner"]) == ("over", 3, None, None)
    assert describe(result).endswith("winner: nobody")


def test_house_rules_and_names_can_be_set():
    """Each kind of value."""
    words = ("goal_is_pass=false", "teams=North, South", "seats=Ann,Bob,Cid,Dee", "first_dealer=1")
    result = judge("--plays", "JNI", *(part for word in words for part in ("--set", word)))
    assert result["events"][-1] == ["goal"]
    assert result["goals"][0]["scorer"] == "Dee"
    assert result["teams"] == ["North", "South"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--plays", "JI"), "play 2, I: The pile is empty"),
        (("--plays", "NX"), "play 2 is 'X': expected N"),
        (("--plays", "N" * 145, "--set", "overtime=draw"), "play 145, N: The match is over"),
        (("--plays", "", "--set", "overtime=coin"), "overtime=coin: expected sudden_death or period or draw"),
        (("--plays", "", "--set", "goal_is_pass=perhaps"), "expected true or false"),
        (("--plays", "", "--set", "first_dealer=5"), "expected a whole number from 1 to 4"),
        (("--plays", "", "--set", "seats=Ann,Bob"), "expected 4 names"),
        (("--plays", "", "--set", "icing=true"), "expected NAME=VALUE with a NAME of teams"),
        (("--plays", "", "--set", "overtime"), "expected NAME=VALUE"),
    ],
)
def test_what_is_wrong_is_named_with_its_cure(words, message):
    """An illegal play gives its number, a house rule its values."""
    with pytest.raises(UserError, match=message):
        judge(*words)
