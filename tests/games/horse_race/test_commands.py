"""`meneur odds` and `meneur rules horse-race`: a race in, chances or positions out; a card that cannot be is named."""

import argparse

import pytest

from device.errors import UserError
from device.games.horse_race.commands import (
    add_odds_arguments,
    add_rules_arguments,
    describe,
    describe_odds,
    odds,
    rules,
)


def quoted(words):
    """Run `meneur odds` with its own arguments."""
    parser = argparse.ArgumentParser()
    add_odds_arguments(parser)
    return odds(parser.parse_args(words.split()))


def judged(words):
    """Run `meneur rules horse-race` with its own arguments."""
    parser = argparse.ArgumentParser()
    add_rules_arguments(parser)
    return rules(parser.parse_args(words.split()))


def test_the_odds_of_a_row():
    """Chances, fair and traditional prices, what a chip brings back: worth a bet on clubs."""
    result = quoted("--row SSHHDDC")
    assert result["win"] == pytest.approx({"S": 0.20745537, "H": 0.20745537, "D": 0.20745537, "C": 0.37763390})
    assert result["fair"]["C"] == pytest.approx(1 / 0.3776338985 - 1)
    assert result["traditional"] == {"S": 3, "H": 3, "D": 3, "C": 2}
    assert result["expected_return"]["S"] == pytest.approx(0.20745537 * 4)
    assert result["expected_return"]["C"] > 1
    assert result["expected_cards"] == pytest.approx(23.888915)
    assert describe_odds(result).splitlines()[4] == ("♣ C   37.76%   1.65-1          2-1               1.133")


def test_cards_turned_change_the_odds():
    """The joker among them; spaces and small letters are fine."""
    result = quoted("--row ssh,hdd,c --turned SSSHCC")
    assert result["win"] == pytest.approx({"S": 0.33483371, "H": 0.15693417, "D": 0.10956892, "C": 0.39866319})
    pushed = quoted("--row SSHHDDC --turned SSSHCCJ")
    assert pushed["win"]["S"] < result["win"]["S"]
    assert pushed == quoted("--row SSHHDDC --turned SSSHCCJ --joker")
    waiting = quoted("--row SSHHDDC --turned SSSHCC --joker")
    assert pushed["win"]["S"] < waiting["win"]["S"] < result["win"]["S"]


def test_a_horse_that_the_table_does_not_price():
    """Five links of six: no traditional price, nothing to say about a return."""
    result = quoted("--links 6 --row SSSSSH")
    assert (result["traditional"]["S"], result["expected_return"]["S"]) == (None, None)
    assert result["fair"]["S"] > 20
    assert "–" in describe_odds(result)


def test_a_horse_that_can_win_no_more_has_no_fair_price():
    """Three falters have cost spades six cards: three are left, and five steps to go."""
    result = quoted("--hurdles --turned SSSSSS --shown CSSS")
    assert (result["win"]["S"], result["fair"]["S"], result["expected_return"]["S"]) == (0, None, 0)
    assert result["win"]["H"] == result["win"]["D"] > 0.3
    assert "–" in describe_odds(result)


def test_the_odds_over_hurdles():
    """Even chances at the start; the shown links count; every traditional price is 1-1."""
    start = quoted("--hurdles --links 5")
    assert start["win"] == dict.fromkeys("SHDC", 0.25)
    assert start["fair"] == dict.fromkeys("SHDC", 3.0)
    assert start["traditional"] == dict.fromkeys("SHDC", 1)
    assert start["expected_cards"] == pytest.approx(18.048073812928273)
    later = quoted("--hurdles --links 5 --turned SSH --shown DD")
    assert later["win"]["S"] > later["win"]["H"] > later["win"]["C"] > later["win"]["D"]
    last = quoted("--hurdles --all-pass --links 5 --turned SSHDC --shown C")
    assert last["win"]["H"] == last["win"]["D"] > last["win"]["C"]


def test_where_the_horses_stand():
    """Without odds."""
    result = judged("--row SSHHDDC --turned SHSJC")
    assert result["positions"] == {"S": 2, "H": 2, "D": 1, "C": 2}
    assert (result["winner"], result["falters"], result["cards"]) == (None, [], 5)
    assert describe(result) == "♠ 2, ♥ 2, ♦ 1, ♣ 2\nnobody is home yet"


def test_the_winner():
    """With the card that brought it home."""
    result = judged("--links 5 --row SSHHD --turned SSSCSSS")
    assert (result["winner"], result["cards"]) == ("S", 7)
    assert describe(result).endswith("♠ wins with card 7")


def test_who_falters():
    """At a link, or without effect on the start line."""
    result = judged("--hurdles --turned SSH --shown HS")
    assert result["positions"] == {"S": 1, "H": 1, "D": 0, "C": 0}
    assert result["falters"] == [
        {"link": 1, "suit": "H", "card": 1, "steps_back": 0},
        {"link": 2, "suit": "S", "card": 2, "steps_back": 1},
    ]
    assert "link 2, turned after card 2: ♠ steps back" in describe(result)
    assert "link 1, turned after card 1: ♥ stays on the start line" in describe(result)


def test_a_link_that_the_joker_brings_the_last_horse_to_stays_face_down():
    """Clubs came to link 1 by the joker; the club after it is due at link 2. Otherwise the last card is due as ever."""
    result = judged("--hurdles --all-pass --joker --turned SSHDJ")
    assert (result["positions"], result["falters"]) == ({"S": 2, "H": 2, "D": 2, "C": 1}, [])
    assert result["stay_face_down"] == [{"link": 1, "card": 5}]
    assert "link 1 stays face down: with card 5 the joker brought the last horse there" in describe(result)
    on = judged("--hurdles --all-pass --joker --turned SSHDJC --shown S")
    assert [fall["link"] for fall in on["falters"]] == [2]
    assert judged("--hurdles --all-pass --turned SHDC --shown S")["stay_face_down"] == []
    assert judged("--hurdles --joker --turned SJ --shown H")["stay_face_down"] == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--row SSHH", "7 links, but --row names 4"),
        ("--row SSHHDDX", "card 7 of --row is 'X'"),
        ("--links 6 --row SSSSSS", "card 6 of --row .* deal the row again"),
        ("--row SSSSSHH", "card 5 of --row leaves the spades only 7 cards for 8 steps: deal the row again"),
        ("--turned S", "say the suits of the 7 links in --row"),
        ("--row SSHHDDC --turned SHQ", "card 3 of --turned is 'Q'"),
        ("--row SSHHDDC --turned SJHJ", "card 4 is a second joker"),
        ("--row SSSSHHD --turned SSSSSSSSS", "card 9 is a 13th spade"),
        ("--row SSSSHHD --turned SSSSSSSSH", "card 9 comes after the finish"),
        ("--row SSHHDDC --turned CCCCCCCC", "clubs won with card 8: the race is over"),
        ("--hurdles --row SSHHDDC", "--shown, not a --row"),
        ("--row SSHHDDC --shown S", "go with --hurdles only"),
        ("--row SSHHDDC --all-pass", "go with --hurdles only"),
        ("--hurdles --turned SH", "card 1 brings link 1 to be turned over"),
        ("--hurdles --turned SS --shown H", "card 2 brings link 2"),
        ("--hurdles --turned SH --shown HD", "turn 1 links over, but --shown names 2"),
        ("--hurdles --turned S --shown J", "card 1 of --shown is 'J'"),
        ("--hurdles --turned SSSSSSSSS --shown SSSS", "card 9 is a 13th spade"),
    ],
)
def test_a_wrong_card_is_named(words, why):
    """With its number, and what to do."""
    with pytest.raises(UserError, match=why):
        quoted(words)


def test_the_rules_name_wrong_cards_too():
    """But a finished race is none."""
    with pytest.raises(UserError, match="card 9 comes after the finish"):
        judged("--row SSSSHHD --turned SSSSSSSSH")
    assert judged("--row SSSSHHD --turned SSSSSSSS")["winner"] == "S"
