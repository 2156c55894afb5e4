"""The book: prices on the ladder, what the bank can take, who is paid what."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cards import Suit
from device.games.contract import IllegalEvent
from device.games.horse_race.book import (
    LADDER,
    Price,
    board,
    check_price,
    costs,
    neighbour,
    on_ladder,
    opening_chances,
    room,
    settle,
)
from device.games.horse_race.house import Book, Hurdles, Rounding, Settings

S, H, D, C = Suit
boards = st.lists(st.sampled_from(LADDER), min_size=4, max_size=4).map(tuple)
tables = st.lists(st.tuples(*[st.integers(0, 50)] * 4), min_size=3, max_size=10).map(tuple)


def test_the_ladder_rises_and_is_in_lowest_terms():
    """Each price once, the shortest first."""
    ratios = [price.ratio for price in LADDER]
    assert ratios == sorted(set(ratios))
    assert all((price.ratio.numerator, price.ratio.denominator) == (price.gain, price.per) for price in LADDER)


@pytest.mark.parametrize(
    ("ratio", "down", "nearest"),
    [
        ("2", "2-1", "2-1"),
        ("2.62", "5-2", "5-2"),
        ("2.63", "5-2", "11-4"),
        ("0.01", "1-10", "1-10"),
        ("5000", "1000-1", "1000-1"),
    ],
)
def test_a_fair_price_is_written_against_the_player_or_to_the_nearest(ratio, down, nearest):
    """Never above the fair price, or as close to it as the ladder comes; beyond the ladder its end."""
    assert on_ladder(Fraction(ratio), Rounding.AGAINST_PLAYER).text == down
    assert on_ladder(Fraction(ratio), Rounding.NEAREST).text == nearest


def test_the_three_books_price_the_same_row():
    """Row 2 2 2 1: p = 0.2075 and 0.3776, so 3.82 and 1.648 to one are fair, and 3.44 and 1.483 with 10 % off."""

    def prices(book, rounding=Rounding.AGAINST_PLAYER):
        return [price.text for price in board(Settings(book=book, rounding=rounding), (2, 2, 2, 1))]

    assert prices(Book.TRADITIONAL) == ["3-1", "3-1", "3-1", "2-1"]
    assert prices(Book.FAIR) == ["7-2", "7-2", "7-2", "3-2"]
    assert prices(Book.FAIR, Rounding.NEAREST) == ["4-1", "4-1", "4-1", "7-4"]
    assert prices(Book.MARGIN) == ["3-1", "3-1", "3-1", "5-4"]


def test_the_traditional_table_prices_five_links_fairly():
    """Five of a suit are possible on a course of five or six, and the table knows no price for them."""
    settings = Settings(links=5, book=Book.TRADITIONAL)
    chance = opening_chances(settings, (5, 0, 0, 0))[0]
    price = board(settings, (5, 0, 0, 0))[0]
    assert price.ratio <= (1 - chance) / chance
    assert price == on_ladder((1 - chance) / chance, Rounding.AGAINST_PLAYER)


def test_face_down_links_make_all_horses_equal():
    """1-1 by the traditional table, 3-1 when fair."""
    assert board(Settings(hurdles=Hurdles.FIRST, book=Book.TRADITIONAL), (0, 0, 0, 0)) == (Price(1),) * 4
    assert board(Settings(hurdles=Hurdles.FIRST, book=Book.FAIR), (0, 0, 0, 0)) == (Price(3),) * 4


def test_a_gain_with_a_fraction_is_rounded_down():
    """7-2 on 3 gains 10 and a half, so 10."""
    assert Price(7, 2).gain_on(3) == 10
    assert not Price(7, 2).exact_on(3)
    assert Price(7, 2).exact_on(4)


def test_prices_go_up_and_down_the_ladder_and_stop_before_nothing():
    """Below the last rung there is only 0-1, which no dealer may write."""
    assert neighbour(Price(5), 1).text == "11-2"
    assert neighbour(Price(5), -1).text == "9-2"
    assert neighbour(LADDER[-1], 4) == LADDER[-1]
    with pytest.raises(IllegalEvent, match="gains nothing"):
        check_price(neighbour(LADDER[0], -1))


@given(tables, boards, st.sampled_from(list(Suit)))
def test_the_bank_loses_what_the_players_gain(stakes, prices, winner):
    """The rotating bank's payments add up to nothing, and its loss is the liability on that horse."""
    dealer = 0
    stakes = ((0, 0, 0, 0), *stakes[1:])
    payments = settle(stakes, prices, winner, dealer)
    assert sum(payments) == 0
    assert -payments[dealer] == costs(stakes, prices)[list(Suit).index(winner)]
    assert settle(stakes, prices, winner, None)[1:] == payments[1:]


@given(tables, boards, st.sampled_from(list(Suit)), st.integers(0, 300))
def test_room_is_exactly_what_the_bank_can_still_take(stakes, prices, suit, bank):
    """That many chips more and the bank can pay; one more and it cannot."""
    horse = list(Suit).index(suit)

    def cost(extra):
        more = tuple(chips + extra * (place == horse) for place, chips in enumerate(stakes[0]))
        return costs((more, *stakes[1:]), prices)[horse]

    most = room(stakes, prices, 0, suit, bank)
    if cost(0) <= bank:
        assert cost(most) <= bank
    else:
        assert most == 0
    assert cost(most + 1) > bank
