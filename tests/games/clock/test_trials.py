"""Very many deals: the shuffles are fair, and the real decks come out as often as they should.

Seeds are fixed, so these tests never fail by chance; a fresh seed would fail each of them once in a million times (the
bound of 4.9 standard deviations for a share, the 1 - 10^-6 quantile of chi-square for a distribution).
"""

from collections import Counter
from math import sqrt

import pytest

from device.games.clock import odds, trials
from device.games.clock.commands import next_by_itself
from device.games.clock.events import Variant
from device.games.clock.rules import Phase, apply, cards_in, hidden, home, kings_in

from .table import dealt

SIGMAS = 4.9


def chi_square(counts, expected):
    return sum((counts[value] - wanted) ** 2 / wanted for value, wanted in expected.items())


@pytest.mark.parametrize("variant", Variant)
def test_each_variant_wins_as_often_as_it_should(variant):
    """10,000 deals within 4.9 standard deviations of the exact chance."""
    deals = 10_000 if variant is not Variant.CONTINUE else 1_000
    chance = float(odds.chance(variant).win)
    tally = trials.run(variant, deals, "share", workers=1)
    assert abs(tally.wins / deals - chance) <= SIGMAS * sqrt(chance * (1 - chance) / deals)


@pytest.mark.parametrize("variant", [Variant.CLASSIC, Variant.TWO_DECKS, Variant.NO_KING])
def test_hidden_cards_are_distributed_as_computed(variant):
    """Chi-square over 0 to 19 hidden cards and the rest, 20 degrees of freedom: 10^-6 of fair samples exceed 68."""
    deals = 100_000
    tally = trials.run(variant, deals, "hidden", workers=1)
    shares = odds.hidden_distribution(cards_in(variant), kings_in(variant))
    counts = Counter({min(cards, 20): 0 for cards in range(21)})
    for cards, count in tally.hidden.items():
        counts[min(cards, 20)] += count
    expected = {cards: float(share) * deals for cards, share in enumerate(shares[:20])}
    expected[20] = float(sum(shares[20:])) * deals
    assert chi_square(counts, expected) < 68


def test_redeals_average_as_computed():
    """2,000 patiences that go on to the end: the mean number of redeals within 4.9 standard errors."""
    deals = 2000
    redeals = trials.run(Variant.CONTINUE, deals, "redeals", workers=1).redeals
    mean = sum(times * count for times, count in redeals.items()) / deals
    variance = sum(times * times * count for times, count in redeals.items()) / deals - mean * mean
    assert abs(mean - float(odds.chance(Variant.CONTINUE).redeals)) <= SIGMAS * sqrt(variance / deals)


def test_drawing_lazily_is_drawing_fairly():
    """Numbers below a limit that does not divide 256: chi-square with 51 degrees of freedom, 118 once in a million."""
    drawn = Counter(trials.numbers_below(52, 52_000, "fair"))
    assert chi_square(drawn, dict.fromkeys(range(52), 1000)) < 118


@pytest.mark.parametrize(("cards", "kings"), [(6, 2), (8, 2), (5, 1)])
def test_drawing_many_deals_at_once_ends_like_playing_them(cards, kings):
    """Small decks, whose distribution the enumeration proves: 10,000 deals side by side, chi-square."""
    shares = odds.hidden_distribution(cards, kings)
    counts = Counter(trials.draw_until_last_king(cards, kings, 10_000, "small"))
    assert set(counts) == set(range(len(shares)))
    assert chi_square(counts, {hidden: float(share) * 10_000 for hidden, share in enumerate(shares)}) < 40


def test_classic_deals_played_card_by_card_agree():
    """The slower way, piles and all, has the same chance: 20,000 shuffled packs within 4.9 standard deviations."""
    pack = bytes(range(13)) * 4
    won = sum(trials.play(order) == 0 for order in trials.shuffles(pack, 20_000, "played"))
    assert abs(won / 20_000 - 1 / 13) <= SIGMAS * sqrt(1 / 13 * 12 / 13 / 20_000)


def test_the_fast_shuffle_is_uniform():
    """All 24 orders of four cards equally often: chi-square with 23 degrees of freedom exceeds 73 once in a million."""
    orders = Counter(trials.shuffles(bytes(range(4)), 24_000, "uniform"))
    assert len(orders) == 24
    assert chi_square(orders, dict.fromkeys(orders, 1000)) < 73


def test_every_card_is_as_likely_on_every_place():
    """The first and the last card of 26,000 shuffles of 13: 12 degrees of freedom, 54 is exceeded once in a million."""
    drawn = list(trials.shuffles(bytes(range(13)), 26_000, "places"))
    for place in (0, 6, 12):
        counts = Counter(order[place] for order in drawn)
        assert chi_square(counts, dict.fromkeys(range(13), 2000)) < 54


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores():
    """A pinned result: the digest does not depend on the version of Python, nor the sum on who computed it."""
    assert trials.run(Variant.CLASSIC, 30_000, "pinned").wins == 2245
    alone = trials.run(Variant.PEEK, 30_000, "pinned", workers=1)
    assert alone == trials.run(Variant.PEEK, 30_000, "pinned", workers=2)
    assert alone.wins == 11266


def test_few_trials_are_the_first_of_many():
    """Asking for more deals adds deals and changes none."""
    few = list(trials.shuffles(bytes(range(5)), 10, "prefix"))
    assert few == list(trials.shuffles(bytes(range(5)), 20, "prefix"))[:10]
    assert trials.draw_until_last_king(52, 4, 10, "x") == trials.draw_until_last_king(52, 4, 500, "x")[:10]


@pytest.mark.parametrize("variant", [Variant.CLASSIC, Variant.TWO_DECKS, Variant.NO_KING, Variant.PEEK, Variant.OPEN])
def test_the_fast_way_plays_by_the_rules(variant):
    """The same deals by the rules, event by event, and by the fast simulator leave the same cards hidden."""
    fast = {Variant.PEEK: trials.play_with_exchange, Variant.OPEN: trials.play_perfectly}.get(variant, trials.play)
    found = set()
    for number in range(60):
        state = dealt(variant, f"{number:08d}")
        cards = bytes(home(pile[height]) for height in range(8) for pile in state.piles if height < len(pile))
        while state.phase is not Phase.OVER:
            state = apply(state, next_by_itself(state))
        assert fast(cards) == hidden(state)
        found.add(hidden(state))
    assert found
