"""The games, and the explicit list of them, in the order of the menu."""

from __future__ import annotations

from typing import Any

from device.games import clock, great_clock, hockey, horse_race
from device.games.contract import Game

GAMES: tuple[Game[Any, Any, Any], ...] = (horse_race.GAME, hockey.GAME, clock.GAME, great_clock.GAME)
