"""An evening at the races as it stands: its phases, its state, and what may be asked of it before an event is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.cards import Suit, pack
from device.games.contract import Options
from device.games.horse_race import book, course, table
from device.games.horse_race.book import Price
from device.games.horse_race.course import SUITS, Course, Four, at
from device.games.horse_race.house import Settings, agreed
from device.games.horse_race.table import Player

PACK = tuple(card.text for card in pack() if card.rank != "A")
"""The 48 cards without the aces, as the box deals them: rank letter and suit letter."""
JOKER = "J"
"""The joker among dealt cards."""
NOTHING_STAKED: Four = (0, 0, 0, 0)
NO_COURSE = Course(())


class Phase(Enum):
    """Where the evening stands, in the order of a race."""

    SETUP = "setup"
    ROW = "row"
    PRICES = "prices"
    BETS = "bets"
    CLOSED = "closed"
    RACE = "race"
    FINISH = "finish"
    TABLE = "table"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Result:
    """One race that was run: its winner, by how many lengths, and at what price."""

    winner: Suit
    lengths: int
    price: Price


@dataclass(frozen=True, slots=True)
class Account:
    """The table after a race, and what each player gained or lost by it; no `gains` when no book was kept."""

    players: tuple[Player, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """The state: the table, and the race that is on.

    `dealer` and `bettor` are indices into `players`. `deck` is the box's own pack, next card first, and `face_down` its
    links that lie face down, `last_dealt` its card turned last; all empty with real cards. `stakes` has four numbers a player.
    `payments` is what the last settlement brought each player; `accounts` has one for every race that is over and done with.
    `gone` are those who were at a race and have left, with the chips they took along.
    """

    phase: Phase
    settings: Settings
    players: tuple[Player, ...] = ()
    dealer: int = 0
    race: int = 0
    course: Course = NO_COURSE
    deck: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()
    last_dealt: str = ""
    code: str = ""
    prices: tuple[Price, ...] = ()
    stakes: tuple[Four, ...] = ()
    bettor: int = 0
    payments: tuple[int, ...] = ()
    results: tuple[Result, ...] = ()
    accounts: tuple[Account, ...] = ()
    gone: tuple[Player, ...] = ()

    @property
    def everybody(self) -> tuple[Player, ...]:
        """All players of the evening: those at the table, then those who have left."""
        return self.players + self.gone

    @property
    def winner(self) -> Suit | None:
        """The horse that won the race that is on."""
        return self.course.winner

    @property
    def joker_to_come(self) -> bool:
        """Whether the joker is still in the pack."""
        return self.settings.joker and not self.course.joker_turned

    @property
    def row_laid(self) -> int:
        """How many links have been laid face up."""
        return len(self.course.links) - self.course.links.count(None)

    @property
    def row_hopeless(self) -> Suit | None:
        """The horse that cannot finish, from the very card of an open course that makes it so."""
        return course.hopeless(self.course.links) if self.phase is Phase.ROW else None

    @property
    def bank(self) -> int | None:
        """The chips that the dealer can lose; None when the box pays."""
        return self.players[self.dealer].chips if self.settings.dealer_pays else None


def new(options: Options, last: Evening | None) -> Evening:
    """The set-up of a new evening: as agreed last time, with those who sat there at the end, else as in the settings file."""
    if last is None:
        return Evening(Phase.SETUP, agreed(options))
    if not last.players:
        return Evening(Phase.SETUP, last.settings)
    names = tuple(player.name for player in last.players)
    return Evening(Phase.SETUP, replace(last.settings, players=len(names), names=names))


def suit_of(card: str) -> Suit:
    """The suit of a dealt card, `7H`."""
    return Suit(card[-1])


def takes_bets(evening: Evening) -> bool:
    """Whether the bank could pay the smallest bet on at least one horse: a unit, or all of players who have less."""
    bank = evening.bank
    if bank is None:
        return True
    richest = max(player.chips for seat, player in enumerate(evening.players) if seat != evening.dealer)
    smallest = min(evening.settings.unit, richest)
    return any(book.room((NOTHING_STAKED,), evening.prices, 0, suit, bank) >= smallest for suit in SUITS)


def next_dealer(evening: Evening) -> int:
    """The seat that deals after this one: the next player, of those with chips where the dealer pays."""
    return table.following(
        evening.players, evening.dealer, lambda player: player.chips > 0 or not evening.settings.dealer_pays
    )


def bettors(evening: Evening) -> tuple[int, ...]:
    """The seats that are called to bet, in order from the dealer's left; the dealer last, if the box pays."""
    seats = len(evening.players)
    circle = [(evening.dealer + step) % seats for step in range(1, seats + 1)]
    return tuple(
        seat
        for seat in circle
        if evening.players[seat].chips > 0 and not (seat == evening.dealer and evening.settings.dealer_pays)
    )


def called(evening: Evening) -> int:
    """The seat that is called to bet now."""
    return bettors(evening)[evening.bettor]


def free_chips(evening: Evening, seat: int) -> int:
    """The chips of a player that are not staked yet."""
    return evening.players[seat].chips - sum(evening.stakes[seat])


def highest_stake(evening: Evening, seat: int, suit: Suit) -> int:
    """How many chips more the player at `seat` may stake on a horse: by the limit, the own chips and the bank's."""
    settings, stake = evening.settings, evening.stakes[seat]
    if not settings.several and sum(stake) > at(stake, suit):
        return 0
    limits = [free_chips(evening, seat)]
    if settings.limit:
        limits.append(settings.limit - at(stake, suit))
    if evening.bank is not None:
        limits.append(book.room(evening.stakes, evening.prices, seat, suit, evening.bank))
    return max(0, min(limits))


def rounded_stake(evening: Evening, seat: int, last: Suit | None) -> Suit | None:
    """The horse on which the stake of the player at `seat` loses by rounding; of several, the one staked on `last`."""
    losing = [suit for suit in SUITS if not at_price(evening, suit).exact_on(at(evening.stakes[seat], suit))]
    return last if last in losing else next(iter(losing), None)


def full_stake(evening: Evening, seat: int, suit: Suit) -> int | None:
    """The next higher stake of a player on a horse that is paid without rounding: whole presses more, and allowed."""
    stake, unit = at(evening.stakes[seat], suit), evening.settings.unit
    allowed = range(stake + unit, stake + highest_stake(evening, seat, suit) + 1, unit)
    return next((chips for chips in allowed if at_price(evening, suit).exact_on(chips)), None)


def at_price(evening: Evening, suit: Suit) -> Price:
    """The price of a horse."""
    return evening.prices[SUITS.index(suit)]
