"""How an evening at the races goes.

The table agrees on its settings (`Agree`) and begins (`Begin`). For every race the dealer lays the links of the course in
a row: a `LayLink` each, or one `Deal` when the box has the cards. The link that leaves some horse too few cards to finish
is the last: the row is dealt again (`DealAgain`, or another `Deal`). With hurdles the links stay face down and nothing is
entered.

Now the chances are known and the prices are up. The dealer may change any of them (`Reprice`). With a book, `OpenBets` calls
the players one by one, from the dealer's left, to stake (`Bet`, then `NextBettor`). `Off` starts the race.

The dealer turns the cards: `Turn` advances the horse of the suit, `TurnJoker` all but the leaders. With hurdles an arrival
may make a link due; then `TurnLink` says its suit, and that horse steps back. A joker's step makes none due: a link to
which it brings the last of the four stays face down. The first horse at the finish wins and
the race stops at once. `Settle` pays the bets. Between races the table may change: `Join`, `Leave`, `Buy`, or `Agree` on
other settings. `NextRace` makes the next player the dealer; `Close` ends the evening.

What a table does about chips (the rotating bank, where the dealer's own chips pay):

* A bet is taken only if the dealer could pay every result.
* A player without chips watches: neither called to bet nor to deal, until they buy (`Buy`: the starting chips once more).
* A press stakes a unit, or all that a player with less has left. A dealer who could not pay that on any horse passes
  the deal on (`PassDeal`); the row and its prices stay.
* The next race needs two players with chips, one to deal and one to bet.
* Who joins or buys brings the starting chips from outside; who leaves takes theirs along and stays in the
  standings: nobody else gets that name this evening. Three players must stay.
* Who comes back (`ComeBack`) is who they were, with the name and the chips they left with, last in the order of the deal.
* Chips change hands in no other way, so their sum changes in no other way.

With the box as the bank everybody bets, the dealer too, and the box pays without limit.
"""

from __future__ import annotations

from dataclasses import replace

from device.cards import Suit
from device.games.contract import IllegalEvent
from device.games.horse_race import book, course, table
from device.games.horse_race.book import Price
from device.games.horse_race.course import SUITS, Course, at, four
from device.games.horse_race.evening import (
    JOKER,
    NOTHING_STAKED,
    PACK,
    Account,
    Evening,
    Phase,
    Result,
    bettors,
    next_dealer,
    suit_of,
    takes_bets,
)
from device.games.horse_race.events import (
    Agree,
    Begin,
    Bet,
    Buy,
    Close,
    ComeBack,
    Deal,
    DealAgain,
    Event,
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
from device.games.horse_race.house import Book, Cards, Settings
from device.games.horse_race.stakes import check_bet
from device.texts import N_

_WHEN: dict[type[Event], tuple[Phase, ...]] = {
    Agree: (Phase.SETUP, Phase.TABLE),
    Begin: (Phase.SETUP,),
    LayLink: (Phase.ROW,),
    Deal: (Phase.ROW,),
    DealAgain: (Phase.ROW,),
    Reprice: (Phase.PRICES,),
    PassDeal: (Phase.PRICES,),
    OpenBets: (Phase.PRICES,),
    Bet: (Phase.BETS, Phase.CLOSED),
    NextBettor: (Phase.BETS,),
    Off: (Phase.PRICES, Phase.CLOSED),
    Turn: (Phase.RACE,),
    TurnJoker: (Phase.RACE,),
    TurnLink: (Phase.RACE,),
    Settle: (Phase.FINISH,),
    Join: (Phase.TABLE,),
    Leave: (Phase.TABLE,),
    ComeBack: (Phase.TABLE,),
    Buy: (Phase.TABLE,),
    NextRace: (Phase.TABLE,),
    Close: (Phase.TABLE,),
}


def apply(evening: Evening, event: Event) -> Evening:
    """The evening after an event.

    Raises:
        IllegalEvent: the rules refuse it; the message says why and what to do.
    """
    if evening.phase not in _WHEN[type(event)]:
        raise IllegalEvent(N_("Not at this moment"))
    if isinstance(event, Bet | Leave | Buy) and event.seat not in range(len(evening.players)):
        raise IllegalEvent(N_("Nobody sits there"))
    match event:
        case Agree(settings):
            return _agree(evening, settings)
        case Begin():
            return _begin(evening)
        case LayLink(suit):
            return _lay_link(evening, suit)
        case Deal(order, code):
            return _deal(evening, order, code)
        case DealAgain():
            return _deal_again(evening)
        case Reprice(suit, price):
            return _reprice(evening, suit, price)
        case PassDeal():
            return _pass_deal(evening)
        case OpenBets():
            return _open_bets(evening)
        case Bet(seat, suit, chips):
            return _bet(evening, seat, suit, chips)
        case NextBettor():
            return _call(evening, evening.bettor + 1)
        case Off(order, code):
            return _off(evening, order, code)
        case Turn(suit):
            return _turn(evening, suit)
        case TurnJoker():
            return _turn_joker(evening)
        case TurnLink(suit):
            return _turn_link(evening, suit)
        case Settle():
            return _settle(evening)
        case Join():
            return _join(evening)
        case Leave(seat):
            return _leave(evening, seat)
        case ComeBack(place):
            return _come_back(evening, place)
        case Buy(seat):
            return _buy(evening, seat)
        case NextRace():
            return _next_race(evening)
        case Close():
            return replace(evening, phase=Phase.OVER)


# Before the race


def _agree(evening: Evening, settings: Settings) -> Evening:
    if evening.phase is Phase.TABLE and _seats(settings) != _seats(evening.settings):
        raise IllegalEvent(N_("Seats and starting chips are settled for the evening"))
    return replace(evening, settings=settings)


def _seats(settings: Settings) -> tuple[object, ...]:
    return settings.players, settings.names, settings.chips


def _begin(evening: Evening) -> Evening:
    return _prepare(replace(evening, players=table.seated(evening.settings), dealer=0))


def _prepare(evening: Evening) -> Evening:
    """A new race: nothing laid, nothing staked. With real cards face down there is nothing to enter."""
    ready = replace(
        evening,
        phase=Phase.ROW,
        race=evening.race + 1,
        course=Course((None,) * evening.settings.links),
        deck=(),
        face_down=(),
        last_dealt="",
        prices=(),
        stakes=(NOTHING_STAKED,) * len(evening.players),
        payments=(),
    )
    if evening.settings.cards is Cards.REAL and not evening.settings.open_course:
        return _priced(ready)
    return ready


def _lay_link(evening: Evening, suit: Suit) -> Evening:
    if evening.settings.cards is not Cards.REAL:
        raise IllegalEvent(N_("The box deals: press OK"))
    if (doomed := evening.row_hopeless) is not None:
        raise IllegalEvent(N_("%(suit)s cannot finish: OK deals the row again"), suit=doomed.symbol)
    laid = (*evening.course.links[: evening.row_laid], suit)
    row = laid + (None,) * (evening.settings.links - len(laid))
    return _row_dealt(replace(evening, course=Course(row)))


def _deal(evening: Evening, order: tuple[str, ...], code: str) -> Evening:
    if evening.settings.cards is Cards.REAL:
        raise IllegalEvent(N_("The cards are yours: lay the row"))
    if sorted(order) != sorted(PACK):
        raise IllegalEvent(N_("That is not a pack of 48 cards"))
    if evening.row_laid and not evening.row_hopeless:
        raise IllegalEvent(N_("Not at this moment"))
    links = evening.settings.links
    row, deck = order[:links], order[links:]
    if not evening.settings.open_course:
        return _priced(replace(evening, deck=deck, face_down=row, code=code))
    return _row_dealt(replace(evening, course=Course(tuple(suit_of(card) for card in row)), deck=deck, code=code))


def _row_dealt(evening: Evening) -> Evening:
    if evening.row_laid < evening.settings.links or evening.row_hopeless:
        return evening
    return _priced(evening)


def _deal_again(evening: Evening) -> Evening:
    if not evening.row_hopeless:
        raise IllegalEvent(N_("This row can be run"))
    return replace(evening, course=Course((None,) * evening.settings.links))


def _priced(evening: Evening) -> Evening:
    return replace(evening, phase=Phase.PRICES, prices=book.board(evening.settings, evening.course.seen))


def _reprice(evening: Evening, suit: Suit, price: Price) -> Evening:
    book.check_price(price)
    horse = SUITS.index(suit)
    return replace(evening, prices=(*evening.prices[:horse], price, *evening.prices[horse + 1 :]))


# Bets


def _pass_deal(evening: Evening) -> Evening:
    if takes_bets(evening):
        raise IllegalEvent(N_("The dealer can take bets"))
    return replace(evening, dealer=next_dealer(evening))


def _open_bets(evening: Evening) -> Evening:
    if evening.settings.book is Book.NONE:
        raise IllegalEvent(N_("No book is kept tonight"))
    if not takes_bets(evening):
        raise IllegalEvent(N_("The dealer cannot pay any bet: pass the deal"))
    return _call(evening, 0)


def _call(evening: Evening, bettor: int) -> Evening:
    """Call the `bettor`-th of the bettors; after the last one the bets are closed."""
    phase = Phase.BETS if bettor < len(bettors(evening)) else Phase.CLOSED
    return replace(evening, phase=phase, bettor=bettor)


def _bet(evening: Evening, seat: int, suit: Suit, chips: int) -> Evening:
    check_bet(evening, seat, suit, chips)
    stake = evening.stakes[seat]
    stake = four(lambda horse: at(stake, horse) + chips * (horse is suit))
    return replace(evening, stakes=(*evening.stakes[:seat], stake, *evening.stakes[seat + 1 :]))


# The race


def _off(evening: Evening, order: tuple[str, ...], code: str) -> Evening:
    settings = evening.settings
    if evening.phase is Phase.PRICES and settings.book is not Book.NONE:
        raise IllegalEvent(N_("First the bets"))
    if settings.cards is Cards.REAL or not settings.joker:
        if order:
            raise IllegalEvent(N_("Nothing is to be shuffled"))
        return replace(evening, phase=Phase.RACE)
    if sorted(order) != sorted((*evening.deck, JOKER)):
        raise IllegalEvent(N_("The joker is to be shuffled into the pack"))
    return replace(evening, phase=Phase.RACE, deck=order, code=code)


def _turn(evening: Evening, suit: Suit) -> Evening:
    drawn = _drawn(evening, suit.value)
    return _run(replace(drawn, course=course.advance(evening.course, suit, evening.settings.hurdles)))


def _turn_joker(evening: Evening) -> Evening:
    if not evening.settings.joker:
        raise IllegalEvent(N_("No joker is in the game"))
    if evening.course.joker_turned:
        raise IllegalEvent(N_("A second joker? One press was wrong: UNDO"))
    return _run(replace(_drawn(evening, JOKER), course=course.stumble(evening.course)))


def _drawn(evening: Evening, card: str) -> Evening:
    """The box's pack is without its next card now, which must be of this suit; real cards are nobody's business."""
    if evening.course.due:
        raise IllegalEvent(N_("First turn card %(link)d over"), link=evening.course.due)
    if evening.settings.cards is Cards.REAL:
        return evening
    if evening.deck[0][-1] != card:
        raise IllegalEvent(N_("The box deals: press OK"))
    return replace(evening, deck=evening.deck[1:], last_dealt=evening.deck[0])


def _turn_link(evening: Evening, suit: Suit) -> Evening:
    due = evening.course.due
    if not due:
        raise IllegalEvent(N_("No link is to be turned over now"))
    if evening.face_down and suit_of(evening.face_down[due - 1]) is not suit:
        raise IllegalEvent(N_("The box deals: press OK"))
    return replace(evening, course=course.falter(evening.course, suit))


def _run(evening: Evening) -> Evening:
    winner = evening.course.winner
    if winner is None:
        return evening
    result = Result(winner, evening.course.lengths, evening.prices[SUITS.index(winner)])
    return replace(evening, phase=Phase.FINISH, results=(*evening.results, result))


# After the race


def _settle(evening: Evening) -> Evening:
    if evening.winner is None or evening.settings.book is Book.NONE:
        return replace(evening, phase=Phase.TABLE, accounts=(*evening.accounts, Account(evening.players, ())))
    dealer = evening.dealer if evening.settings.dealer_pays else None
    payments = book.settle(evening.stakes, evening.prices, evening.winner, dealer)
    players = table.paid(evening.players, payments)
    accounts = (*evening.accounts, Account(players, payments))
    return replace(evening, phase=Phase.TABLE, payments=payments, players=players, accounts=accounts)


def _join(evening: Evening) -> Evening:
    return replace(evening, players=table.joined(evening.players, evening.gone, evening.settings), payments=())


def _leave(evening: Evening, seat: int) -> Evening:
    players, leaver = table.left(evening.players, seat), evening.players[seat]
    raced = any(player.number == leaver.number for account in evening.accounts for player in account.players)
    # The deal goes on to whoever sat after the dealer, also when it is the dealer who leaves.
    dealer = (evening.dealer - (seat <= evening.dealer)) % len(players)
    gone = (*evening.gone, leaver) if raced else evening.gone
    return replace(evening, players=players, dealer=dealer, payments=(), gone=gone)


def _come_back(evening: Evening, place: int) -> Evening:
    if place not in range(len(evening.gone)):
        raise IllegalEvent(N_("Nobody of that number has left"))
    players = table.returned(evening.players, evening.gone[place])
    return replace(evening, players=players, payments=(), gone=evening.gone[:place] + evening.gone[place + 1 :])


def _buy(evening: Evening, seat: int) -> Evening:
    return replace(evening, players=table.bought(evening.players, seat, evening.settings.chips), payments=())


def _next_race(evening: Evening) -> Evening:
    with_chips = sum(player.chips > 0 for player in evening.players)
    if evening.settings.dealer_pays and with_chips < 2:
        raise IllegalEvent(N_("Two players need chips: one deals, one bets"))
    return _prepare(replace(evening, dealer=next_dealer(evening)))
