"""The list of what happened: every event of every game in words, in the language of whoever reads them."""

from __future__ import annotations

import pytest

from device.commands.replay import new_player
from device.games import GAMES
from device.games.contract import Told
from device.settings import defaults, schema
from device.texts import texts
from tests.flows.test_flows import SCRIPTS

EVENINGS = {
    "race_with_bets": "Ben stakes|they are off|advances to|wins the race|the bets are paid",
    "evening_of_hockey": "plays a card|passes|intercepts|scores, 0-1|the next period begins",
    "oracle_granted": "a wish is made|the cards are dealt|is turned",
    "great_clock_watched": "the tiles are shuffled|is drawn|is put on|is set aside",
}


@pytest.fixture(scope="module", params=EVENINGS)
def evening(request):
    """A whole evening as it was told, line by line."""
    script = next(path for path in SCRIPTS if path.stem == request.param)
    values = defaults(schema(GAMES))
    values["table"]["language"] = "en"
    values["horse_race"]["players"] = ("Ana", "Ben", "Cleo", "Dan")
    player, lines = new_player(None, values), []
    player.table.watch_log(lines.append)
    try:
        player.play(script.read_text(encoding="utf-8").splitlines())
    finally:
        player.box.close()
        player.table.journal.close()
    return request.param, lines


def test_an_evening_is_told_in_words_of_the_table(evening):
    """What people would say of it, with their names, and nothing of how the box keeps it."""
    name, lines = evening
    told = "\n".join(line["en"] for line in lines)
    assert [words for words in EVENINGS[name].split("|") if words not in told] == []
    assert "seat" not in told


def test_no_english_is_left_in_the_french_list(evening):
    """Game and event are both French, on a box that is set to English."""
    _name, lines = evening
    assert len(lines) > 10
    for line in lines:
        game, _colon, happened = line["fr"].partition("\N{NO-BREAK SPACE}: ")
        assert happened
        assert happened != line["en"].partition(": ")[2]
        assert game in {texts("fr").gettext(each.title) for each in GAMES}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_tells_its_events(game):
    """None of ours is told by the names of its classes."""
    assert game.tell is not None


def test_a_name_is_never_taken_for_a_word():
    """Somebody called Jack is no valet, but the joker's colleague is."""
    said = Told("%(who)s: %(what)s", {"who": "Joker", "what": Told("no")}).said(texts("fr"))
    assert said == "Joker: non"
