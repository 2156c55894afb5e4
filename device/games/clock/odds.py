"""The true chances of the clock, as exact fractions computed from the rules; nothing here is tabulated.

Why they can be computed at all: whichever pile a card is turned from, it is a card nobody has seen, so the cards come up
in an order that is as random as the shuffle itself. Every figure below is about such a random row of cards. A dial has
`hours` hours and the centre, and `suits` cards a place: 12 and 4 for a pack of 52.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial

from device.games.clock import rules
from device.games.clock.events import ALONE, Variant
from device.games.clock.rules import State, cards_in, home, kings_in

HOURS, SUITS = 12, 4


@dataclass(frozen=True, slots=True)
class Chance:
    """What a variant promises: the probability that the wish is granted (under perfect play where there is a choice), and
    how many times the cards are expected to be dealt again.
    """

    win: Fraction
    redeals: Fraction = Fraction(0)


@cache
def chance(variant: Variant) -> Chance:
    """The true chance of a variant.

    >>> chance(Variant.NO_KING).win
    Fraction(1, 17)
    """
    match variant:
        case _ if variant in ALONE:
            return Chance(last_is_king(cards_in(variant), kings_in(variant)))
        case Variant.PEEK:
            return Chance(exchange_wins())
        case Variant.CONTINUE:
            return Chance(Fraction(1), expected_redeals())
        case _:
            return Chance(1 - unwinnable())


def last_is_king(cards: int, kings: int) -> Fraction:
    """The probability that the last of `cards` face-down cards, `kings` of them kings, is a king: then the dial comes out.

    >>> last_is_king(52, 4)
    Fraction(1, 13)
    """
    return Fraction(kings, cards)


def chance_now(state: State) -> Fraction | None:
    """The probability, seen from the table, that the wish is granted; None where it depends on later choices.

    In `peek` it can be told once the king is exchanged: the last card must belong where the king lies.
    """
    hidden = rules.hidden(state)
    if state.setup.variant in ALONE:
        return last_is_king(hidden, kings_in(state.setup.variant) - rules.kings_turned(state)) if hidden else None
    if state.exchanged is not None and hidden > 1:
        matching = sum(home(card) == state.exchanged for card in rules.hidden_cards(state))
        return Fraction(matching, hidden - 1)
    return None


def exchange_chance(state: State, place: int) -> Fraction:
    """`peek`: the probability that the wish is granted if the king is put under the pile of this place."""
    return Fraction(len(state.piles[place]), rules.hidden(state))


def hidden_distribution(cards: int, kings: int) -> tuple[Fraction, ...]:
    """The probability that 0, 1, 2 … cards stay hidden: the last king comes just before so many others.

    >>> [str(share) for share in hidden_distribution(52, 4)[:3]]
    ['1/13', '16/221', '376/5525']
    """
    deals = comb(cards, kings)
    return tuple(Fraction(comb(cards - 1 - hidden, kings - 1), deals) for hidden in range(cards - kings + 1))


def expected_hidden(cards: int, kings: int) -> Fraction:
    """How many cards stay hidden on average: any other card comes after all kings once in `kings + 1` times.

    >>> expected_hidden(52, 4)
    Fraction(48, 5)
    """
    return Fraction(cards - kings, kings + 1)


def expected_turned(cards: int, kings: int) -> Fraction:
    """How many cards are turned on average.

    >>> expected_turned(52, 4)
    Fraction(212, 5)
    """
    return cards - expected_hidden(cards, kings)


def exchange_wins(hours: int = HOURS, suits: int = SUITS) -> Fraction:
    """The chance of `peek` when the king is always exchanged at the fullest pile.

    Under a pile of h cards the king comes up just after the h cards of that hour. So with n cards hidden the dial comes out
    if and only if the last of them belongs to that hour: h in n. The hidden n are any n of the others, all alike.
    """
    kings, others = suits, hours * suits
    chance = last_is_king(kings + others, kings)
    for hidden, share in enumerate(hidden_distribution(kings + others, kings)):
        if hidden:
            fullest = sum(1 - _all_at_most(height, hours, suits, hidden) for height in range(suits))
            chance += share * fullest / hidden
    return chance


@cache
def _all_at_most(height: int, hours: int, suits: int, cards: int) -> Fraction:
    """The probability that `cards` cards taken from `hours` times `suits` have at most `height` of each hour."""
    ways = [1]
    for _ in range(hours):
        longer = [0] * (len(ways) + height)
        for taken in range(height + 1):
            for before, count in enumerate(ways):
                longer[before + taken] += count * comb(suits, taken)
        ways = longer
    return Fraction(ways[cards] if cards < len(ways) else 0, comb(hours * suits, cards))


def expected_redeals(hours: int = HOURS, suits: int = SUITS) -> Fraction:
    """How many times `continue` deals again on average.

    A round that starts at a place ends with the last card of that place; given how many cards are left then, they are any
    of the later places' cards. So one probability says all about a round: that one particular set of n cards is left
    (`sets[n]`). The centre starts the first round, and each hour one more if it still has cards when its turn comes.
    """
    cards = (hours + 1) * suits
    sets = [Fraction(0)] * cards + [Fraction(1)]
    rounds = Fraction(0)
    while cards:
        others = cards - suits
        for left, share in enumerate(sets):
            rounds += share * (comb(cards, left) - (comb(others, left) if left <= others else 0))
        sets = [
            sets[left]
            + sum(
                (sets[before] * _sets_leading_to(left, before, cards, suits) for before in range(left + 1, cards + 1)),
                Fraction(0),
            )
            for left in range(others + 1)
        ]
        cards = others
    return rounds - 1


def _sets_leading_to(left: int, before: int, cards: int, suits: int) -> Fraction:
    """Summed over all sets of `before` cards that contain a given set of `left`: the probability that this set is left.

    One of the starting place's `suits` cards comes last before it; the others that come earlier are free.
    """
    earlier = comb(cards - 1 - left, before - left - 1)
    return Fraction(suits * earlier * factorial(left) * factorial(before - left - 1), factorial(before))


def unwinnable(hours: int = HOURS, suits: int = SUITS) -> Fraction:
    """The share of deals that `open` and `square` cannot win: some place cannot be reached from the centre.

    The places reached from the centre keep exactly their own cards among themselves, so deals are counted by the number of
    places reached, and those that reach all follow by taking the rest away.
    """
    places = hours + 1
    reaching_all: list[int] = [0]
    for size in range(1, places + 1):
        split = sum(
            comb(size - 1, reached - 1) * reaching_all[reached] * factorial(suits * (size - reached))
            for reached in range(1, size)
        )
        reaching_all.append(factorial(suits * size) - split)
    return 1 - Fraction(reaching_all[places], factorial(suits * places))
