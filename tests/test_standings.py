"""Standings: what finished matches add up to, game by game, on the panel and for programs."""

from __future__ import annotations

from fractions import Fraction
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.draw.fonts import width
from device.games import GAMES
from device.games.clock.events import Variant
from device.games.clock.odds import chance
from device.home.page import Facts, PlayedMatch
from device.home.reading import History, Standings
from device.standings import Finished, Form, standings, written
from device.texts import texts
from drivers.contract import Button, Lamp, Press

SATURDAY, SUNDAY = "2026-01-03T21:00:00+00:00", "2026-02-01T20:00:00+00:00"


def race(winner="S", **gains_and_chips):
    """One race that was settled: `Ana=(10, 110)` gained 10 and has 110."""
    return {
        "winner": winner,
        "price": "3-1",
        "players": list(gains_and_chips),
        "chips": [chips for _, chips in gains_and_chips.values()],
        "gains": [gain for gain, _ in gains_and_chips.values()],
    }


def evening(*races, ended=SATURDAY):
    winners = [race["winner"] for race in races]
    return Finished("horse_race", ended, (), {"winners": winners, "chips": [], "races": list(races)})


def match(first, second, *, ended=SATURDAY, counted=True, winner="better", players=()):
    teams = ["Black", "Red"]
    if winner == "better":
        winner = None if first == second else teams[second > first]
    lines = [dict(zip(("name", "goals", "assists", "interceptions"), line, strict=True)) for line in players]
    result = {"counted": counted, "teams": teams, "score": [first, second], "winner": winner, "players": lines}
    return Finished("hockey", ended, (), result)


def wish(granted, variant=Variant.CLASSIC, *, ended=SATURDAY, helped=False):
    said = "granted" if granted else "not granted"
    return Finished("clock", ended, (), {"wish": said, "variant": variant.value, "helped": helped})


def table(key, *matches):
    (found,) = [table for table in standings(GAMES, matches) if table.key == key]
    return found


def rows(key, *matches):
    found = table(key, *matches)
    return [{c.key: cell for c, cell in zip(found.columns, row, strict=True)} for row in found.rows]


def test_players_stand_by_the_chips_they_won_over_all_evenings():
    """Two evenings: who won which, and what is left over both; chips bought are no gain."""
    first = evening(race(Ana=(10, 110), Ben=(-10, 90)), race("H", Ana=(-5, 105), Ben=(5, 195)))
    second = evening(race(Ana=(-30, 70), Ben=(30, 130), Cleo=(0, 100)))
    assert rows("horse_race.players", first, second) == [
        {"player": "Ben", "evenings": 2, "won": 1, "chips": 25, "races": 3, "best": 30},
        {"player": "Cleo", "evenings": 1, "won": 0, "chips": 0, "races": 1, "best": 0},
        {"player": "Ana", "evenings": 2, "won": 1, "chips": -25, "races": 3, "best": 5},
    ]


def test_who_leaves_early_is_still_in_the_standings():
    """Cleo took her chips home after the first race, and won the evening."""
    night = evening(race(Ana=(-20, 80), Cleo=(20, 120)), race(Ana=(0, 80), Ben=(0, 100)))
    assert [(row["player"], row["won"], row["chips"]) for row in rows("horse_race.players", night)] == [
        ("Cleo", 1, 20),
        ("Ben", 0, 0),
        ("Ana", 0, -20),
    ]


def test_nobody_wins_an_evening_on_which_no_chip_moved():
    """And players level at the top both win."""
    assert [row["won"] for row in rows("horse_race.players", evening(race(Ana=(0, 100), Ben=(0, 100))))] == [0, 0]
    level = evening(race(Ana=(5, 105), Ben=(5, 105), Cleo=(-10, 90)))
    assert [row["won"] for row in rows("horse_race.players", level)] == [1, 1, 0]


def test_evenings_without_a_book_count_for_the_horses_alone():
    """Nobody's chips, but a winner every race."""
    night = Finished("horse_race", None, ("1",), {"winners": ["S", "S", "C"], "chips": [100], "races": []})
    tables = standings(GAMES, [night])
    assert [table.key for table in tables] == ["horse_race.horses"]
    assert [row["won"] for row in rows("horse_race.horses", night)] == [2, 0, 0, 1]


@given(st.lists(st.lists(st.integers(-50, 50), min_size=2, max_size=2), min_size=1, max_size=8))
def test_where_the_dealer_pays_the_chips_of_the_table_add_up_to_nothing(gains):
    """What one wins another has lost, over any number of evenings."""
    nights = [
        evening(race(Ana=(a, 100), Ben=(b, 100), Cleo=(-a - b, 100)), ended=None if a > 0 else SATURDAY)
        for a, b in gains
    ]
    assert sum(row["chips"] for row in rows("horse_race.players", *nights)) == 0


def test_teams_stand_by_wins_and_then_by_goals():
    """A draw is neither's; an abandoned match is not counted."""
    matches = [match(3, 1), match(2, 2), match(0, 1), match(9, 0, counted=False), match(4, 0)]
    assert rows("hockey.teams", *matches) == [
        {"team": "Black", "played": 4, "won": 2, "drawn": 1, "lost": 1, "goals": 9, "against": 4},
        {"team": "Red", "played": 4, "won": 1, "drawn": 1, "lost": 2, "goals": 4, "against": 9},
    ]


def test_scorers_stand_by_goals_assists_and_interceptions():
    """Over all matches; who did nothing is left out."""
    one = match(2, 0, players=[("A1", 1, 1, 0), ("B1", 0, 0, 3), ("A2", 1, 0, 0), ("B2", 0, 0, 0)])
    two = match(1, 0, players=[("A1", 0, 0, 2), ("A2", 1, 0, 0)])
    assert [tuple(row.values()) for row in rows("hockey.players", one, two)] == [
        ("A2", 2, 0, 0),
        ("A1", 1, 1, 2),
        ("B1", 0, 0, 3),
    ]


def test_the_diary_holds_the_wishes_against_their_true_chances():
    """Thirteen classic wishes are expected to bring one; another variant has its own chance, and both are summed up."""
    wishes = [wish(number == 0) for number in range(13)] + [wish(granted=True, variant=Variant.NO_KING)] * 17
    found = rows("clock.diary", *wishes)
    assert [(row["variant"], row["wishes"], row["granted"]) for row in found] == [
        ("Classic", 13, 1),
        ("One king less", 17, 17),
        ("All wishes", 30, 18),
    ]
    assert [row["expected"] for row in found] == pytest.approx([1, 1, 2])
    assert found[0]["chance"] == pytest.approx(1 / 13)


@pytest.mark.parametrize("variant", Variant)
def test_every_variant_has_its_true_chance_in_the_diary(variant):
    """Sundial and square nearly always, watch about three in eight, go on always."""
    (row,) = rows("clock.diary", wish(granted=True, variant=variant, helped=True))
    assert row["expected"] == row["chance"] == float(chance(variant).win)
    assert Fraction(1, 18) < chance(variant).win <= 1
    assert row["helped"] == 1


def test_unknown_dates_are_counted_and_known_ones_span():
    """Neither hides the other."""
    found = table("clock.diary", wish(True, ended=None), wish(False, ended=SUNDAY), wish(False))
    assert found.undated == 1
    assert found.span == (SATURDAY, SUNDAY)
    assert table("clock.diary", wish(True, ended=None)).span is None


def test_a_summary_of_another_version_is_left_out():
    """It stays in the history, and breaks nothing."""
    strange = Finished("hockey", SATURDAY, (), {"goals": 3})
    assert [row["played"] for row in rows("hockey.teams", strange, match(1, 0))] == [1, 1]
    assert standings(GAMES, [strange, Finished("bridge", None, (), {})]) == []


def test_figures_are_written_in_the_persons_language():
    """Decimal marks, signs, players without a name, shares near certainty."""
    french = texts("fr")
    assert written("3", Form.NAME, french) == "J3"
    assert written(1.25, Form.DECIMAL, french) == "1,2"
    assert written(-3, Form.SIGNED, french) == "−3"
    assert written(0.9999518786523817, Form.SHARE, french) == "99,995 %"
    assert written(1.0, Form.SHARE, NullTranslations()) == "100%"
    assert written(None, Form.SHARE, french) == "–"


MANY = [
    evening(
        race(Ana=(10, 110), Benedikta=(-40, 60), Cleo=(20, 120), **{"4": (10, 110), "Flo": (0, 100)}), ended=SUNDAY
    ),
    evening(race("D", Ana=(10, 110), Benedikta=(-1040, 60), Cleo=(1030, 1130)), ended=None),
    match(3, 2, players=[("A1", 2, 1, 3), ("B1", 2, 0, 1), ("A2", 1, 0, 0)]),
    match(1, 1),
    *[wish(number == 3, ended=SUNDAY) for number in range(14)],
    *[wish(granted=True, variant=variant, ended=None) for variant in Variant],
    Finished("great_clock", None, (), {"won": True, "mode": "watch", "set": 12, "at_home": 12}),
    Finished("great_clock", None, (), {"won": False, "mode": "real", "set": 9, "at_home": 5}),
]


SCREENS = 8
"""Of the tables of MANY, two have two."""


def facts(language, matches=MANY):
    tables = standings(GAMES, matches)
    titles = {game.key: game.title for game in GAMES}
    played = [PlayedMatch(one.game, titles[one.game], one.ended, "Won", {}) for one in matches]
    return Facts((), {}, {}, texts(language), played=lambda: played, standings=lambda: tables)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_table_has_its_screens(golden, language):
    """♥ goes through all of them and comes round again."""
    told = facts(language)
    page = Standings()
    for _ in range(SCREENS):
        assert golden == page.draw(told)
        page = page.press(Press(Button.HEART), told).stay
    assert page == Standings()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_figures_and_headings_stand_clear_of_each_other(language, monkeypatch):
    """No column reaches into the one to its left, and every name that is not a player's is whole."""
    drawn = []
    monkeypatch.setattr(
        "device.home.reading.shorten", lambda text, font, wide: drawn.append((text, font, wide)) or text
    )
    told = facts(language)
    page = Standings()
    for _ in range(SCREENS):
        page.draw(told)
        page = page.press(Press(Button.HEART), told).stay
    tight = {text for text, font, wide in drawn if width(text, font) > wide}
    assert tight <= {"Benedikta"}


def test_the_history_opens_the_tables_of_the_match_it_shows():
    """♦ from a clock patience is the diary; with nothing to add up the key is dark."""
    told = facts("en")
    history = History(len(MANY) - 3)
    assert history.lamps(told)[Button.DIAMOND] is Lamp.ON
    opened = history.press(Press(Button.DIAMOND), told).push
    assert told.standings()[opened.table].key == "clock.diary"
    empty = facts("en", [match(1, 0, counted=False)])
    assert Button.DIAMOND not in History().lamps(empty)
    assert History().press(Press(Button.DIAMOND), empty).push is None
    History().draw(empty)
