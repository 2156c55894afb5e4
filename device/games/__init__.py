"""The games, and the explicit list of them, in the order of the menu.

They are imported when the list is first asked for: that takes a small Pi a second, and the panel is lit before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.games.contract import Game

    GAMES: tuple[Game[Any, Any, Any], ...]


def _games() -> tuple[Game[Any, Any, Any], ...]:
    from device.games import clock, great_clock, hockey, horse_race  # noqa: PLC0415 - see above

    return (horse_race.GAME, hockey.GAME, clock.GAME, great_clock.GAME)


def __getattr__(name: str) -> Any:
    if name != "GAMES":
        raise AttributeError(name)
    globals()[name] = games = _games()
    return games
