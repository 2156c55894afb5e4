"""What a table may agree on before a race: the settings of the game, their choices and their defaults."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.games.contract import HouseRule, Options
from device.texts import N_

PLAYERS = range(3, 11)
"""How many sit at the table: two who bet and one who deals, up to ten."""
LINKS = (7, 6, 5)
MARGINS = (0, 5, 10, 15, 20, 25, 30)
CHIPS = (20, 50, 100, 200, 500, 1000)
UNITS = (1, 2, 5, 10)
LIMITS = (0, 5, 10, 20, 50, 100)


class Cards(Enum):
    """Who turns the cards: people a real pack, or the box its own, one a press or by itself."""

    REAL = "real"
    PRESS = "press"
    ITSELF = "itself"


class Hurdles(Enum):
    """Whether the links lie face down, and which horse's arrival turns one: the first one's or the last one's."""

    OFF = "off"
    FIRST = "first"
    ALL_PASS = "all_pass"  # noqa: S105 - a house rule, no password


class Book(Enum):
    """Where prices come from; NONE: people bet among themselves, if at all."""

    NONE = "none"
    TRADITIONAL = "traditional"
    FAIR = "fair"
    MARGIN = "margin"


class Rounding(Enum):
    """How an exact price becomes one that croupiers write: never above it, or to the nearest."""

    AGAINST_PLAYER = "against_player"
    NEAREST = "nearest"


class Bank(Enum):
    """Who pays: the dealer of the race from the own chips, or the box, without limit."""

    ROTATING = "rotating"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the table has agreed on.

    `margin` is in percent, `chips` what everyone starts with, `unit` the chips that one press stakes, `limit` the highest
    stake on one horse (0: as high as the bank can pay), `several` whether a player may back several horses.
    `names[i]` is what player i + 1 is called; a player without a name goes by number.
    """

    links: int = 7
    cards: Cards = Cards.REAL
    book: Book = Book.NONE
    joker: bool = False
    hurdles: Hurdles = Hurdles.OFF
    players: int = 4
    bank: Bank = Bank.ROTATING
    chips: int = 100
    unit: int = 1
    limit: int = 0
    several: bool = False
    rounding: Rounding = Rounding.AGAINST_PLAYER
    margin: int = 10
    names: tuple[str, ...] = ()

    @property
    def open_course(self) -> bool:
        """Whether the links lie face up."""
        return self.hurdles is Hurdles.OFF

    @property
    def dealer_pays(self) -> bool:
        """Whether the dealer's own chips are the bank."""
        return self.book is not Book.NONE and self.bank is Bank.ROTATING


_DEFAULT = Settings()


def _values(choices: type[Enum]) -> tuple[str, ...]:
    return tuple(choice.value for choice in choices)


HOUSE = (
    HouseRule("links", _DEFAULT.links, N_("How many cards the course has"), choices=LINKS),
    HouseRule(
        "cards", _DEFAULT.cards.value, N_("Real cards, or the box deals: one a press, or by itself"), _values(Cards)
    ),
    HouseRule("joker", _DEFAULT.joker, N_("A joker in the pack: all but the leaders advance")),
    HouseRule(
        "hurdles",
        _DEFAULT.hurdles.value,
        N_("The row lies face down: a card turned at the first or the last horse makes one falter"),
        _values(Hurdles),
    ),
    HouseRule("book", _DEFAULT.book.value, N_("Where the prices come from"), _values(Book)),
    HouseRule("margin", _DEFAULT.margin, N_("The house margin of the margin book, in percent"), low=0, high=90),
    HouseRule("rounding", _DEFAULT.rounding.value, N_("How exact prices are rounded"), _values(Rounding)),
    HouseRule("bank", _DEFAULT.bank.value, N_("Who pays the winners: the dealer's chips or the box"), _values(Bank)),
    HouseRule(
        "players", _DEFAULT.names, N_("The players' names in order; if there are none, four go by number"), high=10
    ),
    HouseRule("chips", _DEFAULT.chips, N_("The chips everyone starts with"), low=1, high=10000),
    HouseRule("unit", _DEFAULT.unit, N_("The chips that one press stakes"), low=1, high=100),
    HouseRule("limit", _DEFAULT.limit, N_("The highest stake on one horse; 0 for none"), low=0, high=10000),
    HouseRule("several", _DEFAULT.several, N_("A player may back several horses")),
)
"""The game's table of the settings file."""


def agreed(options: Options) -> Settings:
    """The settings file's table as Settings.

    >>> agreed(Options({"links": 5, "players": ("Ana", "Ben", "Cleo")})).players
    3
    """
    house = {rule.name: rule.default for rule in HOUSE} | dict(options.house)
    names = tuple(house["players"])
    return Settings(
        links=house["links"],
        cards=Cards(house["cards"]),
        book=Book(house["book"]),
        joker=house["joker"],
        hurdles=Hurdles(house["hurdles"]),
        players=len(names) or _DEFAULT.players,
        bank=Bank(house["bank"]),
        chips=house["chips"],
        unit=house["unit"],
        limit=house["limit"],
        several=house["several"],
        rounding=Rounding(house["rounding"]),
        margin=house["margin"],
        names=names,
    )
