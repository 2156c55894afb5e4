"""What is kept of an evening: every race with its winner, price, chips and gains; and the picture drawn from it."""

from __future__ import annotations

import io
import json
from itertools import pairwise

import pytest
from PIL import Image

from device import records
from device.games.horse_race import GAME
from device.games.horse_race.chart import COLOURS, HEIGHT, RIGHT, TOP, WIDTH, Course, chart, courses, draw, has_chart
from device.games.horse_race.record import gains
from device.games.horse_race.table import by_gain
from device.standings import Finished
from device.texts import texts

ROW = "sshhddc"
NAMES = ("Ana", "Ben", "Cleo")


def finished(box):
    """The evening as the journal keeps it: to JSON and back."""
    summary = json.loads(json.dumps(records.plain(GAME.summary(box.state))))
    return Finished("horse_race", "2026-01-03T21:00:00+00:00", tuple(summary["players"]), summary["result"])


def evening(at_table, after_first="", **house):
    """Two races: Ben backs spades, spades wins; nobody bets in the second. `after_first`: keys at the table between."""
    box = at_table(book="traditional", players=NAMES, **house)
    box.keys("o" + ROW + "o" + "Soo" + "o" + "s" * 8 + "oo" + after_first + "oo")
    assert box.state.race == 2, box.state.phase
    bettors = "o" * (len(box.state.players) - 1)
    return box.keys(ROW + "o" + bettors + "o" + "h" * 8 + "oo" + "o" + "co")


def test_an_evening_keeps_the_chips_after_every_race(at_table):
    """Ben stakes ten on spades at 3-1, and Ana deals."""
    box = evening(at_table)
    assert GAME.summary(box.state).finished
    first, second = finished(box).result["races"]
    assert (first["winner"], first["players"]) == ("S", list(NAMES))
    gain = first["gains"][1]
    assert gain > 0
    assert first["gains"] == [-gain, gain, 0]
    assert first["chips"] == [100 - gain, 100 + gain, 100]
    assert (second["winner"], second["gains"], second["chips"]) == ("H", [0, 0, 0], first["chips"])
    assert gains(finished(box)) == {"Ana": -gain, "Ben": gain, "Cleo": 0}


def test_the_winner_of_the_evening_has_gained_most(at_table):
    """Chips bought do not count, for the winner and for the order of the standings: Ana holds most, Ben has won."""
    box = evening(at_table, after_first="o" + "scc")
    by_chips = max(box.state.players, key=lambda player: player.chips)
    summary = GAME.summary(box.state)
    assert (by_chips.name, summary.result["winner"], summary.values["winner"]) == ("Ana", "Ben", "Ben")
    assert summary.values["gain"] == box.state.players[1].gained > 0
    night = finished(box)
    (players, _horses) = GAME.standings([night])
    order = [box.state.players[seat].name for seat in by_gain(box.state.players)]
    assert order == [row[0] for row in players.rows] == ["Ben", "Cleo", "Ana"]


def test_who_left_early_is_in_the_final_standings(at_table):
    """Ben leaves with two chips won: he is among the players, marked, and all gains add up to nothing, as in the history."""
    box = at_table(book="fair", links=5, chips=10, players=("Ana", "Ben", "Cleo", "Dan"))
    box.keys("o" + "shhdc" + "o" + "so" + "ho" + "ssso" + "o" + "s" * 6 + "o" + "oo" + "ssdo")
    assert [player.name for player in box.state.gone] == ["Ben"]
    assert [player.name for player in box.state.players] == ["Ana", "Cleo", "Dan"]
    assert box.keys("s" + "h").state.players[-1].known_as == "5"
    box.keys("uo" + "co")
    summary = GAME.summary(box.state)
    assert (summary.finished, summary.players) == (True, ("Ana", "Cleo", "Dan", "Ben"))
    assert summary.result["gone"] == ["Ben"]
    told = {player.known_as: player.gained for player in box.state.everybody}
    assert (told, sum(told.values())) == (gains(finished(box)), 0)
    assert told["Ben"] == 2
    (players, _horses) = GAME.standings([finished(box)])
    assert [row[0] for row in players.rows] == [
        box.state.everybody[place].name for place in by_gain(box.state.everybody)
    ]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "P2 wins the evening: +30"), ("fr", "J2 gagne la soirée\u00a0: +30")]
)
def test_a_winner_without_a_name_goes_by_number(at_table, language, told):
    """As on the glass."""
    box = at_table(book="traditional").keys("o" + ROW + "o" + "Sooo" + "o" + "s" * 8 + "ooo" + "co")
    summary = GAME.summary(box.state)
    assert texts(language).gettext(summary.headline) % summary.values == told
    assert summary.result["winner"] == "2"


def test_nobody_wins_an_evening_on_which_nobody_gains(at_table):
    """No bets, no winner."""
    box = at_table(book="traditional", players=NAMES).keys("o" + ROW + "oooo" + "s" * 8 + "ooo" + "co")
    summary = GAME.summary(box.state)
    assert summary.finished
    assert summary.result["winner"] is None
    assert "winner" not in summary.values


def test_the_evening_as_it_goes_on_keeps_the_races_to_itself(at_table):
    """Only a finished evening tells them: onlookers are told every standing."""
    box = at_table(book="traditional", players=NAMES).keys("o" + ROW)
    assert "races" not in GAME.summary(box.state).result


def test_an_undone_settlement_is_kept_once(at_table):
    """Taken back and settled again."""
    box = at_table(book="traditional", players=NAMES).keys("o" + ROW + "o" + "Soo" + "o" + "s" * 8 + "o" + "uoo")
    assert len(box.state.accounts) == 1


def test_an_evening_without_a_book_keeps_winners_alone(at_table):
    """No chips, no picture."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o" + "co")
    night = finished(box)
    assert night.result["races"] == [{"winner": "S", "price": night.result["races"][0]["price"]}]
    assert not has_chart(night)


def test_a_purchase_is_a_step_between_two_races():
    """And who came late begins there, and who left ends."""
    races = [
        {"winner": "S", "price": "3-1", "players": ["Ana", "Ben"], "chips": [110, 90], "gains": [10, -10]},
        {"winner": "H", "price": "3-1"},
        {"winner": "D", "price": "3-1", "players": ["Ana", "Cleo"], "chips": [215, 95], "gains": [5, -5]},
    ]
    assert courses(races) == [
        Course("Ana", [(0, 100), (1, 110), (2, 210), (3, 215)]),
        Course("Ben", [(0, 100), (1, 90)]),
        Course("Cleo", [(2, 100), (3, 95)]),
    ]


def test_namesakes_have_a_line_each():
    """Two players without a name of their own."""
    races = [{"winner": "S", "price": "1-1", "players": ["Ana", "Ana"], "chips": [110, 90], "gains": [10, -10]}]
    assert [course.points[-1] for course in courses(races)] == [(1, 110), (1, 90)]


def long_evening(races=30, players=10):
    """A made-up evening: everybody's chips go up and down in their own rhythm; one leaves early, one buys."""
    names = [
        f"{number}" if number > 7 else ["Ana", "Ben", "Cleo", "Édouard", "Flo", "Gus", "Hélène"][number - 1]
        for number in range(1, players + 1)
    ]
    chips = dict.fromkeys(names, 100)
    told = []
    for race in range(races):
        gain = {name: (race * (seat + 3) % 13 - 6) * (seat + 1) for seat, name in enumerate(names)}
        if race == races // 2:
            chips[names[0]] += 100
        if race == races // 3:
            names = names[:2] + names[3:]
        chips = {name: chips[name] + gain[name] for name in names}
        told.append(
            {
                "winner": "SHDC"[race * 7 % 4],
                "price": "3-1",
                "players": names,
                "chips": [chips[name] for name in names],
                "gains": [gain[name] for name in names],
            }
        )
    return Finished("horse_race", None, (), {"races": told})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_picture_of_an_evening(golden, at_table, language):
    """Lines, names at their ends, winners below; as the table of two races, drawn from real keys."""
    night = finished(evening(at_table))
    picture = draw(night, "03/01/2026", texts(language))
    assert golden == picture.convert("L").point(lambda light: 255 * (light > 80)).convert("1")


def test_the_picture_of_a_long_evening_with_ten_players(golden):
    """All names are there, none over another, and marks as many as there is room for."""
    picture = draw(long_evening(), "date unknown", texts("en"))
    assert golden == picture.convert("L").point(lambda light: 255 * (light > 80)).convert("1")


def test_accented_names_stand_whole_and_apart(golden):
    """In an order that sets each accent under a cedilla: as the font draws them, with a dark row between one name and the next."""
    names = ["Çiçek", "Élodie", "Çelik", "ÎLE ÔTÉE", "Ève-Noëlle"]
    told = {"winner": "S", "price": "3-1", "players": names, "chips": [104, 103, 102, 101, 100], "gains": [0] * 5}
    picture = draw(Finished("horse_race", None, (), {"races": [told]}), "24/12/2026", texts("fr"))
    column = picture.crop((RIGHT + 9, TOP, WIDTH - 26, HEIGHT))
    rows = [
        {colour for _, colour in column.crop((0, y, column.width, y + 1)).getcolors()} for y in range(column.height)
    ]
    spans = [[y for y, row in enumerate(rows) if colour in row] for colour in COLOURS[: len(names)]]
    assert all(above[-1] + 1 < below[0] for above, below in pairwise(spans))
    assert [span[-1] - span[0] + 1 for span in spans] == [9, 9, 9, 9, 9]
    assert golden == picture.convert("L").point(lambda light: 255 * (light > 80)).convert("1")


def test_the_picture_is_large_and_always_the_same():
    """1280 by 720, byte for byte."""
    png = chart(long_evening(), "date unknown", texts("en"))
    with Image.open(io.BytesIO(png)) as picture:
        assert picture.size == (1280, 720)
    assert png == chart(long_evening(), "date unknown", texts("en"))


@pytest.mark.parametrize(("races", "players"), [(1, 3), (2, 10), (120, 4)])
def test_any_length_of_evening_has_a_picture(races, players):
    """One race, or a whole night of them, below zero too."""
    assert draw(long_evening(races, players), "x", texts("fr")).size == (320, 180)
