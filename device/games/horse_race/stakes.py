"""What a stake may be: the dealer's limit, the player's chips, and what the bank can pay, each refused in words of its own."""

from __future__ import annotations

from device.cards import Suit
from device.games.contract import IllegalEvent
from device.games.horse_race import book
from device.games.horse_race.course import at
from device.games.horse_race.evening import Evening, Phase, called, free_chips, highest_stake
from device.texts import N_


def check_bet(evening: Evening, seat: int, suit: Suit, chips: int) -> None:
    """Check a bet of the player at `seat`, so many chips more on a horse.

    Raises:
        IllegalEvent: it may not be taken; the message says what can be.
    """
    settings, stake = evening.settings, evening.stakes[seat]
    if seat == evening.dealer and settings.dealer_pays:
        raise IllegalEvent(N_("The dealer does not bet"))
    if evening.phase is Phase.CLOSED or seat != called(evening):
        raise IllegalEvent(N_("The bets are closed: UNDO opens them again"))
    if chips < 1:
        raise IllegalEvent(N_("A stake is one chip or more"))
    if not settings.several and sum(stake) > at(stake, suit):
        raise IllegalEvent(N_("One horse each: UNDO takes the other bet back"))
    _check_chips(chips, free_chips(evening, seat))
    if settings.limit and at(stake, suit) + chips > settings.limit:
        raise IllegalEvent(N_("Over the limit: %(limit)d on a horse"), limit=settings.limit)
    if evening.bank is not None and chips > book.room(evening.stakes, evening.prices, seat, suit, evening.bank):
        most = highest_stake(evening, seat, suit)
        if not most:
            raise IllegalEvent(N_("The dealer cannot take more on %(suit)s"), suit=suit.symbol)
        raise IllegalEvent(N_("The dealer can take %(most)d more on %(suit)s"), most=most, suit=suit.symbol)


def _check_chips(chips: int, left: int) -> None:
    if not left:
        raise IllegalEvent(N_("All chips are staked: OK goes on"))
    if left == 1 < chips:
        raise IllegalEvent(N_("Only one chip left to stake"))
    if chips > left:
        raise IllegalEvent(N_("Only %(chips)d chips left to stake"), chips=left)
