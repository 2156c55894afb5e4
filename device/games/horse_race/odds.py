"""Exact chances of every horse on the open course, with or without the joker, and the prices that follow from them.

Plain values in, fractions out; nothing here knows the rules' own classes. Say where the race stands and ask:

    race = OpenRace(links=7, positions=(3, 1, 0, 2), unseen=(10 - 3, 10 - 1, 10, 11 - 2))
    chances(race)          # four Fractions in the order S H D C, their sum exactly 1
    expected_cards(race)   # cards still to turn until a horse is home, jokers counted
    fair_price(chances(race)[0])

`unseen` counts, for each suit, the cards neither laid in the row nor turned yet: 12 - row - turned. `joker` says that a
joker is still in the deck. The hurdles course is in `hurdle_odds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Four = tuple[int, int, int, int]
"""One whole number a suit, in the order spades, hearts, diamonds, clubs."""
Chances = tuple[Fraction, Fraction, Fraction, Fraction]

TRADITIONAL_PRICES = (1, 2, 3, 5, 10)
"""The traditional table: the x of x-1 for a horse with 0, 1 … 4 cards of its suit in the row; 5 is not priced."""


@dataclass(frozen=True, slots=True)
class OpenRace:
    """Where a race on the open course stands; refuses with ValueError what no race can be.

    `positions` are 0 to `links`; a horse is home at `links + 1`, and then there is nothing left to ask.
    """

    links: int
    positions: Four
    unseen: Four
    joker: bool = False


def chances(race: OpenRace) -> Chances:
    """The probability of each horse to win from here, given every card seen."""
    raise NotImplementedError


def expected_cards(race: OpenRace) -> Fraction:
    """The expected number of cards still to turn until a horse is home, a joker among them counted."""
    raise NotImplementedError


def row_probability(row: Four) -> Fraction:
    """The probability that the row comes out with these counts of each suit, out of the 48 cards."""
    raise NotImplementedError


def redeal_probability(links: int) -> Fraction:
    """The probability that a row makes a horse impossible, so that it is dealt again."""
    raise NotImplementedError


def traditional_price(in_row: int) -> int | None:
    """The x of x-1 in the traditional table, or None where it has no price."""
    return TRADITIONAL_PRICES[in_row] if in_row < len(TRADITIONAL_PRICES) else None


def fair_price(chance: Fraction | float) -> Fraction | float | None:
    """The x of x-1 at which nobody gains in the long run, `(1 - p) / p`; None for a horse that cannot win."""
    return (1 - chance) / chance if chance else None


def expected_return(chance: Fraction | float, price: Fraction | float) -> Fraction | float:
    """What a chip staked at `price`-1 brings back on average, the stake included: 1 is a fair bet."""
    return chance * (price + 1)
