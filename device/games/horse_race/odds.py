"""Exact chances of every horse on the open course, with or without the joker, and the prices that follow from them.

Plain values in, fractions out; nothing here knows the state of an evening. Say where the race stands and ask:

    race = OpenRace(links=7, positions=(3, 1, 0, 2), unseen=(10 - 3, 10 - 1, 10, 11 - 2))
    chances(race)          # four Fractions in the order S H D C, their sum exactly 1
    expected_cards(race)   # cards still to turn until a horse is home, jokers counted
    fair_price(chances(race)[0])

`unseen` counts, for each suit, the cards neither laid in the row nor turned yet: 12 - row - turned. `joker` says that a
joker is still in the deck. The hurdles course is in `hurdle_odds`.

How it is done. Nobody needs to follow the race card by card: the deck is a random order of the unseen cards, so count the
orders. Say the winner's last card comes after D others. The orders of the D cards, times the orders of all that are left
when the race is over, depend on D alone; which cards the D are is free as long as no other horse is home. So each horse
brings a polynomial, the coefficient of y^k being its ways to take part with k cards, and the product of the four counts
every way to finish. The joker needs one thing more: which horses lead when it comes. For each level that the lead may have
then, a horse is either at that level or below it, and has one step less to go if it is below. So its polynomial also has
an x, whose power is the number of its cards before the joker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod
from operator import add, mul, sub
from typing import TypeVar

from device.games.horse_race.course import A_SUIT, Four

Chances = tuple[Fraction, Fraction, Fraction, Fraction]
"""One probability a horse, in the order spades, hearts, diamonds, clubs."""

TRADITIONAL_PRICES = (1, 2, 3, 5, 10)
"""The traditional table: the x of x-1 for a horse with 0, 1 … 4 cards of its suit in the row; 5 is not priced."""


@dataclass(frozen=True, slots=True)
class OpenRace:
    """Where a race on the open course stands.

    `positions` are 0 to `links`; a horse is home at `links + 1`, and then there is nothing left to ask.

    Raises:
        ValueError: a horse is home already, or none can get there with the cards that are left.
    """

    links: int
    positions: Four
    unseen: Four
    joker: bool = False

    def __post_init__(self) -> None:
        check_standing(self.links, self.positions, self.unseen)
        if not any(cards > self.links - at for at, cards in zip(self.positions, self.unseen, strict=True)):
            raise ValueError("no horse has enough cards left to get home: the row should have been dealt again")


def check_standing(links: int, positions: Four, unseen: Four) -> None:
    """Refuse what no race can be.

    Raises:
        ValueError: a horse is home already, or a number is out of its range.
    """
    if any(at > links for at in positions):
        raise ValueError("the race is over: a horse is home")
    if any(at < 0 for at in positions):
        raise ValueError("no horse can be behind the start line")
    if any(not 0 <= cards <= A_SUIT for cards in unseen):
        raise ValueError(f"a suit has 0 to {A_SUIT} unseen cards, not {max(unseen, key=lambda n: abs(n - 6))}")


def chances(race: OpenRace) -> Chances:
    """The probability of each horse to win from here, given every card seen."""
    orders = factorial(sum(race.unseen) + race.joker)
    spades, hearts, diamonds, clubs = (Fraction(sum(wins), orders) for wins in _wins(race))
    return spades, hearts, diamonds, clubs


def expected_cards(race: OpenRace) -> Fraction:
    """The expected number of cards still to turn until a horse is home, a joker among them counted."""
    orders = factorial(sum(race.unseen) + race.joker)
    return Fraction(sum(turned * ways for wins in _wins(race) for turned, ways in enumerate(wins)), orders)


def row_probability(row: Four) -> Fraction:
    """The probability that the row comes out with these counts of each suit, out of the 48 cards.

    >>> row_probability((4, 3, 0, 0))
    Fraction(275, 185932)
    """
    return Fraction(prod(comb(A_SUIT, cards) for cards in row), comb(4 * A_SUIT, sum(row)))


def redeal_probability(links: int) -> Fraction:
    """The probability that a row makes a horse impossible, so that it is dealt again.

    Two horses cannot both be impossible, since that would take more than `links` cards.

    >>> redeal_probability(7), redeal_probability(5)
    (Fraction(1346, 46483), Fraction(0, 1))
    """
    too_many = range(A_SUIT - links, links + 1)
    ways = sum(comb(A_SUIT, cards) * comb(3 * A_SUIT, links - cards) for cards in too_many)
    return Fraction(4 * ways, comb(4 * A_SUIT, links))


def traditional_price(in_row: int) -> int | None:
    """The x of x-1 in the traditional table, or None where it has no price."""
    return TRADITIONAL_PRICES[in_row] if in_row < len(TRADITIONAL_PRICES) else None


def fair_price(chance: Fraction | float) -> Fraction | float | None:
    """The x of x-1 at which nobody gains in the long run, `(1 - p) / p`; None for a horse that cannot win."""
    return (1 - chance) / chance if chance else None


def expected_return(chance: Fraction | float, price: Fraction | float) -> Fraction | float:
    """What a chip staked at `price`-1 brings back on average, the stake included: 1 is a fair bet."""
    return chance * (price + 1)


# Counting the orders of the deck

Number = TypeVar("Number", int, float)
Ways = list[int]
"""A polynomial in y: the coefficient of y^k at place k. With the joker each coefficient is itself a polynomial in x, held
as one whole number with a digit of 128 bits a coefficient: Python multiplies such numbers faster than any loop could."""

_DIGIT = 128  # There are fewer than 3^48 < 2^77 ways to choose cards before and after the joker.


@lru_cache(maxsize=64)
def _wins(race: OpenRace) -> tuple[Ways, ...]:
    """For each horse, in how many orders of the deck it wins with the t-th card turned, at place t."""
    cards = sum(race.unseen)
    last = [factorial(d) * factorial(cards - d - 1) for d in range(cards)]
    plain = [[0, *map(mul, won, last)] for won in each_home(*_without_joker(race))]
    if not race.joker:
        return tuple(plain)
    late = [[orders * (cards + 1 - turned) for turned, orders in enumerate(won)] for won in plain]
    return tuple(list(map(add, *_level(pair))) for pair in zip(late, _after_joker(race), strict=True))


def _without_joker(race: OpenRace) -> tuple[list[Ways], list[Ways]]:
    """Each horse's ways to run along without getting home, and its ways to be the one that gets home."""
    horses = [(race.links - at, cards) for at, cards in zip(race.positions, race.unseen, strict=True)]
    runs = [[comb(cards, k) for k in range(min(cards, room) + 1)] for room, cards in horses]
    return runs, [_home(room, cards) for room, cards in horses]


def _home(before: int, cards: int, times: int = 1) -> Ways:
    """Win with one of the horse's cards after `before` others of them."""
    return [0] * before + [comb(cards, before) * max(0, cards - before) * times]


def _after_joker(race: OpenRace) -> list[Ways]:
    """The same as `_wins`, for the orders in which the joker is among the cards turned."""
    totals: list[Ways] = [[], [], [], []]
    for lead in range(max(race.positions), race.links + 1):
        at_most, below = _with_lead(race, lead, level=True), _with_lead(race, lead, level=False)
        for horse, (some, none) in enumerate(zip(each_home(*at_most), each_home(*below), strict=True)):
            # At least one horse is level with the lead: all that are at most level, but for those where all are below.
            more = list(map(sub, *_level((some, none))))
            totals[horse] = list(map(add, *_level((totals[horse], more))))
    cards = sum(race.unseen)
    return [[0, 0, *(_orders(number, d, cards) for d, number in enumerate(won))] for won in totals]


def _with_lead(race: OpenRace, lead: int, *, level: bool) -> tuple[list[Ways], list[Ways]]:
    """The same as `_without_joker`, if each horse is below `lead` when the joker comes, or `level` with it perhaps."""
    runs, homes = [], []
    for at, cards in zip(race.positions, race.unseen, strict=True):
        steps = lead - at
        # A horse below the lead goes one step with the joker, so it runs along with one card less.
        room = race.links - at
        run = [comb(cards, k) * _chosen(k, range(min(k, steps - 1) + 1)) for k in range(min(cards, room - 1) + 1)]
        home = _home(room - 1, cards, _chosen(room - 1, range(min(room, steps)))) if steps else []
        if level:
            stay = [comb(cards, k) * _chosen(k, range(steps, min(k, steps) + 1)) for k in range(min(cards, room) + 1)]
            run = list(map(add, *_level((run, stay))))
            home = list(map(add, *_level((home, _home(room, cards, _chosen(room, range(steps, steps + 1)))))))
        runs.append(run)
        homes.append(home)
    return runs, homes


def _chosen(cards: int, before: range) -> int:
    """The ways to say which of a horse's cards come before the joker, their number being the power of x."""
    return sum(comb(cards, a) << (_DIGIT * a) for a in before)


def _orders(number: int, turned: int, cards: int) -> int:
    """The orders of the deck for a coefficient of y^turned: before the joker, between it and the last card, after that."""
    size = _DIGIT // 8
    data = number.to_bytes((turned + 1) * size, "little")
    ways = (int.from_bytes(data[size * a : size * (a + 1)], "little") for a in range(turned + 1))
    some = sum(way * factorial(a) * factorial(turned - a) for a, way in enumerate(ways) if way)
    return some and some * factorial(cards - turned - 1)


def each_home(runs: Sequence[list[Number]], homes: Sequence[list[Number]]) -> list[list[Number]]:
    """For each horse the product of its ways home and the other horses' ways to run along, polynomials all."""
    one, two, three, four = runs
    front, back = _times(one, two), _times(three, four)
    others = _times(two, back), _times(one, back), _times(front, four), _times(front, three)
    return [_times(home, ways) for home, ways in zip(homes, others, strict=True)]


def _times(one: list[Number], other: list[Number]) -> list[Number]:
    product = [one[0] - one[0]] * (len(one) + len(other) - 1) if one and other else []
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(other, i):
                product[j] += a * b
    return product


def _level(pair: tuple[Ways, Ways]) -> tuple[Ways, Ways]:
    """Two polynomials written with as many terms as the longer one."""
    one, other = pair
    return one + [0] * (len(other) - len(one)), other + [0] * (len(one) - len(other))
