"""The order of an evening, and what the rules refuse with what words."""

from dataclasses import replace

import pytest

from device.cards import Suit
from device.games.contract import IllegalEvent, Options
from device.games.horse_race.book import Price
from device.games.horse_race.evening import JOKER, PACK, Evening, Phase, at_price, full_stake, new, rounded_stake
from device.games.horse_race.events import (
    Agree,
    Begin,
    Bet,
    Buy,
    Close,
    ComeBack,
    Deal,
    DealAgain,
    Join,
    LayLink,
    Leave,
    NextBettor,
    NextRace,
    Off,
    OpenBets,
    PassDeal,
    Reprice,
    Settle,
    Turn,
    TurnJoker,
    TurnLink,
)
from device.games.horse_race.house import Bank, Book, Cards, Hurdles, Rounding, Settings
from device.games.horse_race.rules import apply

S, H, D, C = Suit
ROW = "SSHHDDC"


PLAIN = Settings()


def play(settings=PLAIN, *happened, start=None):
    """The evening after these events; a string of suits lays links, then turns cards."""
    evening = start or apply(Evening(Phase.SETUP, settings), Begin())
    for event in happened:
        if isinstance(event, str):
            kind = LayLink if evening.phase is Phase.ROW else Turn
            for letter in event:
                evening = apply(evening, kind(Suit(letter)))
        else:
            evening = apply(evening, event)
    return evening


def refuse(evening, event, words):
    """The rules refuse the event in these words."""
    with pytest.raises(IllegalEvent, match=words):
        apply(evening, event)


BOOKED = Settings(book=Book.TRADITIONAL)
NO_BOOK_RACE = play(PLAIN, ROW, Off())


def test_the_settings_file_fills_the_set_up_and_the_last_evening_overrides_it():
    """Same as last time, if there was a last time."""
    first = new(Options({"links": 5, "hurdles": "first", "players": ("Ana", "Ben", "Cleo")}), None)
    assert (first.settings.links, first.settings.hurdles, first.settings.players) == (5, Hurdles.FIRST, 3)
    assert new(Options({}), first).settings == first.settings


def test_a_full_row_brings_the_prices():
    """The traditional table by links of the suit: 2, 2, 2 and 1."""
    evening = play(BOOKED, ROW)
    assert evening.phase is Phase.PRICES
    assert [price.text for price in evening.prices] == ["3-1", "3-1", "3-1", "2-1"]


@pytest.mark.parametrize(("links", "most"), [(7, 4), (6, 5)])
@pytest.mark.parametrize("others", ["", "H"])
def test_the_card_that_leaves_a_horse_too_few_ends_the_row(links, most, others):
    """One spade too many: that horse cannot finish, so no other card is laid; with all spades but one it can."""
    enough = play(replace(PLAIN, links=links), others + "S" * most)
    assert (enough.phase is Phase.PRICES, enough.row_hopeless) == (most + len(others) == links, None)
    if enough.phase is Phase.PRICES:
        return
    evening = apply(enough, LayLink(S))
    assert (evening.phase, evening.row_hopeless) == (Phase.ROW, S)
    refuse(evening, LayLink(H), "♠ cannot finish: OK deals the row again")
    again = apply(evening, DealAgain())
    assert again.row_laid == 0
    refuse(again, DealAgain(), "can be run")


def test_no_row_of_five_is_hopeless():
    """Five spades leave seven, and six are needed."""
    assert play(Settings(links=5), "SSSSS").phase is Phase.PRICES


def test_with_real_cards_and_hurdles_there_is_no_row_to_enter():
    """The links lie face down; every horse is 1-1 by the traditional table and 3-1 at a fair price."""
    assert [price.text for price in play(Settings(hurdles=Hurdles.FIRST)).prices] == ["1-1"] * 4
    assert [price.text for price in play(Settings(hurdles=Hurdles.ALL_PASS, book=Book.FAIR)).prices] == ["3-1"] * 4


def test_the_race_stops_at_the_winner():
    """The eighth spade ends it; another card is refused."""
    evening = play(PLAIN, ROW, Off(), "SHSHSSSSSS")
    assert (evening.phase, evening.winner, evening.results[-1].lengths) == (Phase.FINISH, S, 6)
    refuse(evening, Turn(H), "Not at this moment")


def test_the_next_player_deals_the_next_race():
    """Round the table and back to the first."""
    evening = play(Settings(players=3))
    dealers = []
    for _ in range(4):
        dealers.append(evening.dealer)
        evening = play(None, ROW, Off(), "SSSSSSSS", Settle(), NextRace(), start=evening)
    assert dealers == [0, 1, 2, 0]
    assert evening.race == 5


def test_a_joker_that_is_not_in_the_game_or_is_out_already_is_refused():
    """One joker, if any."""
    refuse(NO_BOOK_RACE, TurnJoker(), "No joker")
    once = play(Settings(joker=True), ROW, Off(), TurnJoker())
    refuse(once, TurnJoker(), "second joker")


def test_a_link_that_is_due_comes_before_the_next_card():
    """And none comes when none is due."""
    race = play(Settings(hurdles=Hurdles.FIRST, joker=True), Off())
    refuse(race, TurnLink(S), "No link")
    due = apply(race, Turn(S))
    refuse(due, Turn(H), "First turn card 1 over")
    refuse(due, TurnJoker(), "First turn card 1 over")
    assert apply(due, TurnLink(S)).course.positions == (0, 0, 0, 0)


def test_the_box_deals_the_order_it_shuffled():
    """The row from the top, then card by card; what is not the next card is refused."""
    evening = play(Settings(cards=Cards.PRESS), Deal(PACK[::-1], "K7QM2XPA"))
    assert evening.row_hopeless is C
    order = tuple(PACK[place * 5 % 48] for place in range(48))
    evening = play(None, Deal(order, "K7QM2XPA"), Off(), start=evening)
    assert [link.value for link in evening.course.links] == [card[-1] for card in order[:7]]
    top = Suit(order[7][-1])
    refuse(evening, Turn(next(suit for suit in Suit if suit is not top)), "The box deals")
    turned = apply(evening, Turn(top))
    assert (turned.last_dealt, len(turned.deck)) == (order[7], 40)


def test_the_box_shuffles_the_joker_in_after_the_row():
    """The rest of the pack and the joker, no more and no less."""
    order = tuple(PACK[place * 5 % 48] for place in range(48))
    evening = play(Settings(cards=Cards.PRESS, joker=True), Deal(order, "K7QM2XPA"))
    refuse(evening, Off(), "joker is to be shuffled")
    off = apply(evening, Off((JOKER, *evening.deck), "K7QM2XPA"))
    assert apply(off, TurnJoker()).course.joker_turned


@pytest.mark.parametrize(("players", "words"), [(2, "Three players at least"), (11, "Ten players at most")])
def test_too_few_or_too_many_players_are_refused(players, words):
    """Two bet and one deals; ten fit."""
    refuse(Evening(Phase.SETUP, Settings(players=players)), Begin(), words)


def test_a_bet_over_a_limit_is_refused_with_the_limit_that_it_breaks():
    """The dealer's, the own chips', the bank's, the one horse's."""
    betting = play(Settings(book=Book.TRADITIONAL, limit=20, chips=50), ROW, OpenBets())
    refuse(betting, Bet(0, S, 1), "dealer does not bet")
    refuse(betting, Bet(2, S, 1), "bets are closed")
    refuse(betting, Bet(1, S, 0), "one chip or more")
    refuse(betting, Bet(1, S, 51), "Only 50 chips")
    refuse(betting, Bet(1, S, 21), "20 on a horse")
    refuse(betting, Bet(1, S, 17), "can take 16 more on ♠")
    once = apply(betting, Bet(1, S, 16))
    refuse(once, Bet(1, H, 1), "One horse each")
    refuse(apply(once, NextBettor()), Bet(2, S, 1), "cannot take more on ♠")
    assert apply(apply(once, NextBettor()), Bet(2, H, 20)).stakes[2] == (0, 20, 0, 0)


def test_the_last_chips_and_none_at_all_have_words_of_their_own():
    """Two left, one left, none left: then OK goes on."""
    betting = play(Settings(book=Book.TRADITIONAL, bank=Bank.DEVICE, chips=5), ROW, OpenBets(), Bet(1, S, 3))
    refuse(betting, Bet(1, S, 3), "^Only 2 chips left to stake$")
    refuse(apply(betting, Bet(1, S, 1)), Bet(1, S, 2), "^Only one chip left to stake$")
    refuse(apply(betting, Bet(1, S, 2)), Bet(1, S, 1), "^All chips are staked: OK goes on$")


def test_a_stake_on_another_horse_makes_room_in_the_bank():
    """What is lost on hearts helps to pay spades."""
    betting = play(Settings(book=Book.TRADITIONAL, chips=10), ROW, OpenBets(), Bet(1, H, 3), NextBettor())
    refuse(betting, Bet(2, S, 5), "can take 4 more on ♠")
    assert apply(betting, Bet(2, S, 4)).stakes[2] == (4, 0, 0, 0)


def test_a_stake_that_loses_by_rounding_has_a_next_one_that_does_not():
    """At 4-5 every fifth chip is paid in full, if whole presses come to it and the stake is allowed."""
    short = replace(BOOKED, book=Book.MARGIN, rounding=Rounding.NEAREST)

    def asked(stake, **house):
        evening = play(replace(short, **house), "SSSSHHD", OpenBets(), Bet(1, C, stake))
        assert at_price(evening, C) == Price(4, 5)
        return rounded_stake(evening, 1, None), full_stake(evening, 1, C)

    assert asked(1) == (C, 5)
    assert asked(5) == (None, 10)
    assert asked(6) == (C, 10)
    assert asked(2, unit=2) == (C, 10)
    assert asked(1, limit=4) == (C, None)
    assert asked(99, limit=0) == (C, 100)


def test_the_warning_is_about_the_horse_staked_on_last():
    """If that stake loses by rounding, else about the first that does."""
    evening = play(
        replace(BOOKED, book=Book.MARGIN, rounding=Rounding.NEAREST, several=True),
        "SSSSHHD", Reprice(S, Price(7, 2)), OpenBets(), Bet(1, S, 1), Bet(1, C, 1),
    )  # fmt: skip
    assert [rounded_stake(evening, 1, last) for last in (S, C, D, None)] == [S, C, S, S]


def test_a_price_of_nothing_is_refused():
    """0-1 gains nothing."""
    refuse(play(BOOKED, ROW), Reprice(S, Price(0)), "0-1 gains nothing")
    assert play(BOOKED, ROW, Reprice(S, Price(9, 2))).prices[0].text == "9-2"


def test_the_rotating_bank_moves_chips_and_the_box_makes_them():
    """10 chips at 3-1: the dealer pays 30, or the box does and the dealer may bet too."""
    bets = (ROW, OpenBets(), Bet(1, S, 10), NextBettor(), Bet(2, C, 5), NextBettor(), NextBettor())
    evening = play(Settings(book=Book.TRADITIONAL), *bets, Off(), "SSSSSSSS", Settle())
    assert evening.payments == (-25, 30, -5, 0)
    boxed = play(
        Settings(book=Book.TRADITIONAL, bank=Bank.DEVICE),
        *bets, Bet(0, S, 100), NextBettor(), Off(), "SSSSSSSS", Settle(),
    )  # fmt: skip
    assert boxed.payments == (300, 30, -5, 0)


def test_a_player_without_chips_is_passed_over_until_chips_are_bought():
    """Neither called to bet nor to deal."""
    evening = play(
        Settings(book=Book.TRADITIONAL, players=3, chips=20),
        "SSSHHDC", OpenBets(), NextBettor(), Bet(2, C, 10), NextBettor(), Off(), "CCCCCCCC", Settle(),
    )  # fmt: skip
    assert [player.chips for player in evening.players] == [0, 20, 40]
    evening = play(None, NextRace(), ROW, OpenBets(), NextBettor(), start=evening)
    assert (evening.dealer, evening.phase) == (1, Phase.CLOSED), "only one player was called"
    evening = play(None, Off(), "SSSSSSSS", Settle(), NextRace(), ROW, OpenBets(), start=evening)
    assert evening.dealer == 2


def test_a_dealer_who_can_pay_no_bet_passes_the_deal():
    """One chip, and no horse under 2-1."""
    poor = play(
        Settings(book=Book.TRADITIONAL, players=3, chips=21),
        "SSSHHDC", OpenBets(), NextBettor(), Bet(2, C, 10), NextBettor(), Off(), "CCCCCCCC", Settle(),
        NextRace(), ROW, OpenBets(), NextBettor(), NextBettor(), Off(), "SSSSSSSS", Settle(),
        NextRace(), ROW, OpenBets(), NextBettor(), NextBettor(), Off(), "SSSSSSSS", Settle(), NextRace(), ROW,
    )  # fmt: skip
    assert (poor.dealer, poor.players[0].chips) == (0, 1)
    refuse(poor, OpenBets(), "pass the deal")
    passed = apply(poor, PassDeal())
    assert (passed.dealer, passed.prices) == (1, poor.prices)
    refuse(passed, PassDeal(), "can take bets")


def test_players_come_go_and_buy_between_races():
    """On the lowest number nobody has had, with the starting chips; three must stay; ten is full."""
    table = play(BOOKED, ROW, OpenBets(), NextBettor(), NextBettor(), NextBettor(), Off(), "SSSSSSSS", Settle())
    table = play(None, Leave(1), Join(), Buy(0), start=table)
    assert [(player.number, player.chips) for player in table.players] == [(1, 200), (3, 100), (4, 100), (5, 100)]
    assert [player.number for player in table.gone] == [2]
    refuse(play(None, Leave(3), start=table), Leave(0), "Three players must stay")
    full = play(None, *[Join()] * 6, start=table)
    refuse(full, Join(), "Ten players at most")
    refuse(full, Buy(10), "Nobody sits there")
    refuse(full, Leave(-1), "Nobody sits there")


def test_who_left_keeps_the_name_for_the_evening():
    """Ben is gone for good: newcomers are the fifth and, as one at the table is called 6, the seventh."""
    named = replace(PLAIN, names=("Ana", "Ben", "Cleo", "6"))
    table = play(named, ROW, Off(), "SSSSSSSS", Settle(), Leave(1), Join(), Join())
    assert [player.known_as for player in table.players] == ["Ana", "Cleo", "6", "5", "7"]
    assert [player.known_as for player in table.gone] == ["Ben"]
    assert play(None, NextRace(), start=table).gone == table.gone


def test_who_comes_back_is_who_they_were():
    """Ben won 30 before he left: he has his name, his number and his chips again, and is the last to deal."""
    bets = (ROW, OpenBets(), Bet(1, S, 10), NextBettor(), NextBettor(), NextBettor(), Off(), "SSSSSSSS", Settle())
    table = play(replace(BOOKED, names=("Ana", "Ben", "Cleo", "Dan")), *bets)
    away = play(None, Leave(1), Join(), start=table)
    again = play(None, ComeBack(0), start=away)
    assert [player.known_as for player in again.players] == ["Ana", "Cleo", "Dan", "5", "Ben"]
    assert again.players[-1] == table.players[1]
    assert (again.players[-1].number, again.players[-1].chips, again.players[-1].gained) == (2, 130, 30)
    assert (again.gone, again.accounts) == ((), table.accounts)
    assert play(None, Leave(4), start=again).gone == away.gone


def test_nobody_comes_back_who_has_not_left_or_to_a_full_table():
    """And not in the middle of a race."""
    table = play(BOOKED, ROW, OpenBets(), NextBettor(), NextBettor(), NextBettor(), Off(), "SSSSSSSS", Settle())
    refuse(table, ComeBack(0), "Nobody of that number has left")
    away = play(None, Leave(1), start=table)
    refuse(away, ComeBack(1), "Nobody of that number has left")
    refuse(play(None, *[Join()] * 7, start=away), ComeBack(0), "Ten players at most")
    refuse(play(None, NextRace(), start=away), ComeBack(0), "Not at this moment")


def test_who_was_at_no_race_leaves_no_trace():
    """The number is free again, as if nobody had sat down."""
    table = play(PLAIN, ROW, Off(), "SSSSSSSS", Settle(), Join())
    left = play(None, Leave(4), start=table)
    assert left.gone == ()
    assert play(None, Join(), start=left) == table


@pytest.mark.parametrize(("leaves", "deals"), [(0, 3), (1, 3), (2, 4), (3, 3)])
def test_the_deal_goes_on_in_order_whoever_leaves(leaves, deals):
    """Number 2 dealt; the player after the dealer is next, also when the dealer is gone."""
    table = play(PLAIN, ROW, Off(), "SSSSSSSS", Settle(), NextRace(), ROW, Off(), "SSSSSSSS", Settle())
    assert table.players[table.dealer].number == 2
    after = play(None, Leave(leaves), NextRace(), start=table)
    assert after.players[after.dealer].number == deals


def test_a_race_needs_two_players_with_chips():
    """One to deal and one to bet."""
    evening = play(
        Settings(book=Book.TRADITIONAL, players=3, chips=20, several=True),
        "SSSHHDC", OpenBets(), Bet(1, S, 4), NextBettor(), Bet(2, H, 20 // 3), NextBettor(), Off(), "DDDDDDDD", Settle(),
    )  # fmt: skip
    assert evening.players[0].chips == 30
    broke = Evening(
        Phase.TABLE,
        evening.settings,
        players=tuple(
            type(player)(player.number, "", 60 if seat == 0 else 0, 20) for seat, player in enumerate(evening.players)
        ),
    )
    refuse(broke, NextRace(), "Two players need chips")
    assert play(None, Buy(1), NextRace(), start=broke).dealer == 1


def test_rules_may_change_between_races_but_not_the_seats():
    """Seats and starting chips are settled when the evening begins."""
    table = play(PLAIN, ROW, Off(), "SSSSSSSS", Settle())
    shorter = Settings(links=5, hurdles=Hurdles.FIRST)
    assert play(None, Agree(shorter), NextRace(), start=table).course.links == (None,) * 5
    refuse(table, Agree(Settings(chips=500)), "settled for the evening")


def test_a_closed_evening_takes_nothing_more():
    """It is over."""
    over = play(PLAIN, ROW, Off(), "SSSSSSSS", Settle(), Close())
    for event in (NextRace(), Join(), Leave(1), Off(), Settle(), Close()):
        refuse(over, event, "Not at this moment")
