"""The clock's chances: exact, against full enumeration of small decks, and against the published figures."""

from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from device.games.clock import odds, solver, trials
from device.games.clock.events import Variant
from device.games.clock.rules import Setup, State, cards_in, deal, kings_in


def all_deals(hours, suits, kings=None):
    """Every order of a small pack in which only homes matter, each once."""
    centre = hours
    pack = tuple(
        sorted([hour for hour in range(hours) for _ in range(suits)] + [centre] * (suits if kings is None else kings))
    )
    yield from _orders(pack)


def _orders(cards):
    if not cards:
        yield ()
    for card in sorted(set(cards)):
        rest = list(cards)
        rest.remove(card)
        for order in _orders(tuple(rest)):
            yield (card, *order)


def mean(values):
    values = list(values)
    return Fraction(sum(values), len(values))


@pytest.mark.parametrize(
    ("hours", "suits", "kings", "deals", "win", "turned"),
    [
        (2, 2, 2, 90, Fraction(1, 3), Fraction(14, 3)),
        (3, 2, 2, 2520, Fraction(1, 4), Fraction(6)),
        (2, 2, 1, 30, Fraction(1, 5), Fraction(3)),
    ],
)
def test_small_decks_enumerated_in_full_give_the_exact_chances(hours, suits, kings, deals, win, turned):
    """Every deal of a small deck, really played: the share won and the mean of cards turned, to the last digit."""
    hidden = [trials.play(order, places=hours + 1) for order in all_deals(hours, suits, kings)]
    cards = hours * suits + kings
    assert len(hidden) == deals
    assert Fraction(hidden.count(0), deals) == win == odds.last_is_king(cards, kings)
    assert cards - mean(hidden) == turned == odds.expected_turned(cards, kings)
    shares = odds.hidden_distribution(cards, kings)
    assert [Fraction(hidden.count(number), deals) for number in range(len(shares))] == list(shares)


@pytest.mark.parametrize(("hours", "suits"), [(2, 2), (3, 2), (2, 3)])
def test_peek_enumerated_in_full_gives_its_exact_chance(hours, suits):
    """The exchange at the fullest pile, over every deal of a small deck."""
    won = [trials.play_with_exchange(order, places=hours + 1) == 0 for order in all_deals(hours, suits)]
    assert Fraction(sum(won), len(won)) == odds.exchange_wins(hours, suits)


@pytest.mark.parametrize(("hours", "suits"), [(1, 2), (2, 2), (3, 2), (2, 3)])
def test_unwinnable_open_deals_enumerated_in_full(hours, suits):
    """The share of deals that no play wins, over every deal of a small deck."""
    lost = [trials.play_perfectly(order, places=hours + 1) > 0 for order in all_deals(hours, suits)]
    assert Fraction(sum(lost), len(lost)) == odds.unwinnable(hours, suits)


def redeals_expected(piles, start):
    """The mean number of redeals by brute force over every order of the hidden cards, every time."""
    place = start
    while piles[place]:
        place = piles[place].pop()
    hidden = [card for pile in piles for card in pile]
    if not hidden:
        return Fraction(0)
    sizes = [len(pile) for pile in piles]
    first = next(place for place, size in enumerate(sizes) if size)
    total = Fraction(0)
    for order in permutations(hidden):
        total += redeals_expected([list(pile) for pile in deal(order, sizes)], first)
    return 1 + total / factorial(len(hidden))


def test_redeals_by_brute_force_on_a_small_deck():
    """`continue` on two hours of two suits: every deal and every redeal of every deal."""
    found = mean(redeals_expected([list(order[place::3]) for place in range(3)], 2) for order in all_deals(2, 2))
    assert found == odds.expected_redeals(2, 2)


def test_the_published_figures():
    """The chances of all variants with the real packs."""
    assert odds.chance(Variant.CLASSIC).win == odds.chance(Variant.TWO_DECKS).win == Fraction(1, 13)
    assert odds.chance(Variant.NO_KING).win == Fraction(1, 17)
    assert float(odds.chance(Variant.PEEK).win) == pytest.approx(0.3738188827222478, rel=1e-14)
    assert float(odds.chance(Variant.CONTINUE).redeals) == pytest.approx(2.180133755133755, rel=1e-14)
    assert odds.chance(Variant.CONTINUE).win == 1
    assert float(1 - odds.chance(Variant.OPEN).win) == pytest.approx(4.812134761829688e-05, rel=1e-14)
    assert odds.chance(Variant.OPEN) == odds.chance(Variant.SQUARE)


def test_the_published_distribution_of_hidden_cards():
    """Classic: 0, 1, 2 hidden cards; the shares add up to one and have the expected mean."""
    shares = odds.hidden_distribution(52, 4)
    assert shares[:3] == (Fraction(1, 13), Fraction(16, 221), Fraction(376, 5525))
    assert sum(shares) == 1
    assert sum(hidden * share for hidden, share in enumerate(shares)) == odds.expected_hidden(52, 4) == Fraction(48, 5)


@pytest.mark.parametrize(
    ("variant", "turned"),
    [(Variant.CLASSIC, Fraction(212, 5)), (Variant.TWO_DECKS, Fraction(280, 3)), (Variant.NO_KING, Fraction(39))],
)
def test_the_published_numbers_of_turned_cards(variant, turned):
    """How many cards are turned on average."""
    assert odds.expected_turned(cards_in(variant), kings_in(variant)) == turned


def test_before_the_deal_nothing_is_promised():
    """There is no chance of the moment without cards."""
    assert odds.chance_now(State(setup=Setup(Variant.CLASSIC))) is None


def winnable_by_trying(piles, place):
    """Whether any row of choices turns every card."""
    if not piles[place]:
        return not any(piles)
    return any(
        winnable_by_trying(_without(piles, place, index), piles[place][index]) for index in range(len(piles[place]))
    )


def _without(piles, place, index):
    pile = piles[place]
    return (*piles[:place], pile[:index] + pile[index + 1 :], *piles[place + 1 :])


@pytest.mark.parametrize(("hours", "suits"), [(2, 2), (3, 2)])
@pytest.mark.parametrize("square", [False, True])
def test_the_solver_agrees_with_trying_everything(hours, suits, square):
    """Every deal of a small deck: the solver's verdict is that of brute force, and following its advice keeps the promise,
    also when the centre is turned from the top.
    """
    verdicts = set()
    for order in all_deals(hours, suits):
        piles = tuple(tuple(order[place :: hours + 1]) for place in range(hours + 1))
        advice = solver.advise(piles, hours, blind=hours if square else None)
        assert advice.winnable == winnable_by_trying(piles, hours)
        verdicts.add(advice.winnable)
        place, promised = hours, advice.lost
        while piles[place]:
            pick = solver.advise(piles, place, blind=hours if square else None).pick
            card = piles[place][pick]
            piles, place = _without(piles, place, pick), card
        assert sum(map(len, piles)) == promised
    assert verdicts == {True, False}
