"""The order of the players where their chips say nothing."""

from __future__ import annotations

from device.games.horse_race.table import Player, by_gain


def test_players_with_equal_chips_stand_in_the_order_of_their_names():
    """As people sort names: É beside E, small letters beside capitals."""
    names = ("Wilhelmina", "Zoé", "Émile", "anna", "Emma")
    players = tuple(Player(number, name, 100, 100) for number, name in enumerate(names, 1))
    assert [players[seat].name for seat in by_gain(players)] == ["anna", "Émile", "Emma", "Wilhelmina", "Zoé"]
