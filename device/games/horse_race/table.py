"""Who sits at the table: players with their chips, in the order in which the deal goes round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

from device.games.contract import IllegalEvent
from device.games.horse_race.house import PLAYERS, Settings
from device.texts import N_, alphabetical


@dataclass(frozen=True, slots=True)
class Player:
    """One at the table: the number of the seat, the name (empty: goes by number), the chips, and all chips ever bought."""

    number: int
    name: str
    chips: int
    bought: int

    @property
    def gained(self) -> int:
        """What the races have brought, or cost: the chips beyond those that were bought."""
        return self.chips - self.bought

    @property
    def known_as(self) -> str:
        """The name, else the number in figures."""
        return self.name or str(self.number)


Players = tuple[Player, ...]


def seated(settings: Settings) -> Players:
    """The table at the start of the evening.

    Raises:
        IllegalEvent: too few players, or too many.
    """
    if settings.players < PLAYERS.start:
        raise IllegalEvent(N_("Three players at least: two bet, one deals"))
    if settings.players >= PLAYERS.stop:
        raise IllegalEvent(N_("Ten players at most"))
    return tuple(_newcomer(settings, number) for number in range(1, settings.players + 1))


def _newcomer(settings: Settings, number: int) -> Player:
    name = settings.names[number - 1] if number <= len(settings.names) else ""
    return Player(number, name, settings.chips, settings.chips)


def joined(players: Players, gone: Players, settings: Settings) -> Players:
    """The table with one more, last in the order, under the lowest number and a name that nobody has had this evening.

    Raises:
        IllegalEvent: ten sit there already.
    """
    _check_room(players)
    before = players + gone
    numbers, names = {player.number for player in before}, {player.known_as for player in before}
    newcomers = (_newcomer(settings, number) for number in count(1) if number not in numbers)
    return (*players, next(newcomer for newcomer in newcomers if newcomer.known_as not in names))


def returned(players: Players, player: Player) -> Players:
    """The table with one who had left, last in the order.

    Raises:
        IllegalEvent: ten sit there already.
    """
    _check_room(players)
    return (*players, player)


def _check_room(players: Players) -> None:
    if len(players) + 1 >= PLAYERS.stop:
        raise IllegalEvent(N_("Ten players at most"))


def left(players: Players, seat: int) -> Players:
    """The table without one.

    Raises:
        IllegalEvent: only three sit there.
    """
    if len(players) <= PLAYERS.start:
        raise IllegalEvent(N_("Three players must stay: two bet, one deals"))
    return players[:seat] + players[seat + 1 :]


def bought(players: Players, seat: int, chips: int) -> Players:
    """The table after one has bought chips."""
    buyer = players[seat]
    richer = replace(buyer, chips=buyer.chips + chips, bought=buyer.bought + chips)
    return (*players[:seat], richer, *players[seat + 1 :])


def paid(players: Players, payments: tuple[int, ...]) -> Players:
    """The table after each has gained or lost chips."""
    return tuple(
        replace(player, chips=player.chips + payment) for player, payment in zip(players, payments, strict=True)
    )


def by_gain(players: Players) -> list[int]:
    """The seats by what their players have gained, the most first, and by name where that is the same."""
    return sorted(
        range(len(players)), key=lambda seat: (-players[seat].gained, alphabetical(players[seat].known_as), seat)
    )


def following(players: Players, seat: int, fit: Callable[[Player], bool]) -> int:
    """The next seat after `seat` whose player is fit; round the table, `seat` itself last; `seat` if nobody is."""
    circle = [(seat + step) % len(players) for step in range(1, len(players) + 1)]
    return next((other for other in circle if fit(players[other])), seat)
