"""The book: prices as croupiers write them, what the bank may lose on each horse, and who is paid what.

A price g-p means that a winning stake of p gains g and comes back too: 10 chips at 5-1 return 60. All chips are whole
numbers; a gain with a fraction is rounded down, stake by stake.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from device.cards import Suit
from device.games.contract import IllegalEvent
from device.games.horse_race import odds
from device.games.horse_race.course import A_SUIT, SUITS, Four, at, four
from device.games.horse_race.house import Book, Rounding, Settings
from device.texts import N_


@dataclass(frozen=True, slots=True)
class Price:
    """`gain` to `per`, in lowest terms.

    >>> Price(7, 2).text, Price(7, 2).gain_on(10), Price(7, 2).gain_on(1)
    ('7-2', 35, 3)
    """

    gain: int
    per: int = 1

    @property
    def text(self) -> str:
        """The price as written on the board."""
        return f"{self.gain}-{self.per}"

    @property
    def ratio(self) -> Fraction:
        """What a chip gains."""
        return Fraction(self.gain, self.per)

    def gain_on(self, stake: int) -> int:
        """What a winning stake gains, in whole chips."""
        return stake * self.gain // self.per

    def exact_on(self, stake: int) -> bool:
        """Whether nothing of the gain is lost to rounding."""
        return stake * self.gain % self.per == 0


_RUNGS = (
    (1, 10), (1, 5), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (4, 5), (1, 1), (5, 4), (3, 2), (7, 4), (2, 1), (9, 4),
    (5, 2), (11, 4), (3, 1), (7, 2), (4, 1), (9, 2), (5, 1), (11, 2), (6, 1), (13, 2), (7, 1), (15, 2), (8, 1),
    (9, 1), (10, 1), (11, 1), (12, 1), (14, 1), (16, 1), (18, 1), (20, 1), (25, 1), (33, 1), (40, 1), (50, 1),
    (66, 1), (80, 1), (100, 1), (150, 1), (200, 1), (300, 1), (500, 1), (1000, 1),
)  # fmt: skip
LADDER = tuple(Price(gain, per) for gain, per in _RUNGS)
"""The prices that are written, from odds-on up: the betting ring's old fractions without its odd ones (no 11-8, no 100-30),
so that most stakes are paid without rounding."""
_RATIOS = tuple(price.ratio for price in LADDER)

HURDLES_PRICE = Price(1)
"""The traditional price of every horse when the links lie face down."""


def on_ladder(ratio: Fraction, rounding: Rounding) -> Price:
    """The price that a croupier writes for what a chip should gain.

    >>> on_ladder(Fraction(33, 10), Rounding.AGAINST_PLAYER).text, on_ladder(Fraction(33, 10), Rounding.NEAREST).text
    ('3-1', '7-2')
    """
    above = bisect_right(_RATIOS, ratio)
    below = max(0, above - 1)
    if rounding is Rounding.NEAREST and above < len(LADDER) and _RATIOS[above] - ratio < ratio - _RATIOS[below]:
        return LADDER[above]
    return LADDER[below]


def opening_chances(settings: Settings, row: Four) -> tuple[Fraction, ...]:
    """Each horse's exact chance before the first card, from its links in the row; a quarter each if they lie face down."""
    if not settings.open_course:
        return (Fraction(1, 4),) * len(SUITS)
    unseen = four(lambda suit: A_SUIT - at(row, suit))
    return odds.chances(odds.OpenRace(settings.links, (0, 0, 0, 0), unseen, joker=settings.joker))


def board(settings: Settings, row: Four) -> tuple[Price, ...]:
    """The prices of a race by the agreed book, from the links of each suit in the row.

    The fair price is (1 - p) / p; the margin book takes its percentage off that. A horse that the traditional table does
    not price (five or six links of its suit) is priced fairly. Without a book people settle by the traditional table.
    The exact chances, which may take a while, are only worked out for prices that need them.
    """
    if settings.book in {Book.TRADITIONAL, Book.NONE}:
        if not settings.open_course:
            return (HURDLES_PRICE,) * len(SUITS)
        traditional = [odds.traditional_price(links) for links in row]
        if None not in traditional:
            return tuple(Price(price) for price in traditional if price is not None)
        return tuple(
            Price(price) if price is not None else _fair(settings, chance)
            for price, chance in zip(traditional, opening_chances(settings, row), strict=True)
        )
    return tuple(_fair(settings, chance) for chance in opening_chances(settings, row))


def _fair(settings: Settings, chance: Fraction) -> Price:
    fair = odds.fair_price(chance)
    assert isinstance(fair, Fraction), "every horse that runs can win"
    share = 100 - settings.margin if settings.book is Book.MARGIN else 100
    return on_ladder(fair * share / 100, settings.rounding)


NO_PRICE = Price(0)
"""Below the ladder's last rung: a price that gains nothing, which is refused."""


def neighbour(price: Price, rungs: int) -> Price:
    """The price some rungs up or down the ladder, at most its upper end; NO_PRICE below the lower one."""
    spot = bisect_right(_RATIOS, price.ratio) - 1 + rungs
    return LADDER[min(len(LADDER) - 1, spot)] if spot >= 0 else NO_PRICE


def check_price(price: Price) -> None:
    """A price that a dealer writes by hand.

    Raises:
        IllegalEvent: it would gain nothing.
    """
    if price.gain < 1 or price.per < 1:
        raise IllegalEvent(N_("A price of %(price)s gains nothing: the lowest is 1-10"), price=price.text)


def costs(stakes: Sequence[Four], prices: Sequence[Price]) -> Four:
    """What the bank pays out, over what it takes in, should each horse win; negative: the bank gains."""
    taken = sum(map(sum, stakes))

    def cost(winner: Suit) -> int:
        horse = SUITS.index(winner)
        return sum(prices[horse].gain_on(each[horse]) + each[horse] for each in stakes) - taken

    return four(cost)


def room(stakes: Sequence[Four], prices: Sequence[Price], seat: int, suit: Suit, bank: int) -> int:
    """How many more chips the player at `seat` may stake on a horse for a bank of `bank` chips to be able to pay."""
    horse = SUITS.index(suit)
    price, stake = prices[horse], stakes[seat][horse]
    most = bank - costs(stakes, prices)[horse] + price.gain_on(stake)
    return max(0, ((most + 1) * price.per - 1) // price.gain - stake)


def settle(stakes: Sequence[Four], prices: Sequence[Price], winner: Suit, dealer: int | None) -> tuple[int, ...]:
    """The chips each player gains or loses; the dealer's seat pays, or the box if it is None."""
    horse = SUITS.index(winner)
    gains = [prices[horse].gain_on(each[horse]) + each[horse] - sum(each) for each in stakes]
    if dealer is not None:
        gains[dealer] = -sum(gains)
    return tuple(gains)
