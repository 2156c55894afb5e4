"""An evening at the races in words: a line for every event."""

from __future__ import annotations

from device.games.contract import Told
from device.games.horse_race import events
from device.games.horse_race.course import at
from device.games.horse_race.evening import Evening, called, suit_of
from device.games.horse_race.house import Book
from device.games.horse_race.table import Player
from device.texts import N_


def tell(before: Evening, event: events.Event, after: Evening) -> Told:
    """What an event was, and what came of it."""
    match event:
        case events.Agree():
            return Told(N_("other rules are agreed on"))
        case events.Begin():
            return Told(N_("the evening begins, %(players)d players"), {"players": len(after.players)})
        case events.LayLink(suit):
            return Told(N_("card %(number)d of the row: %(suit)s"), {"number": after.row_laid, "suit": suit.symbol})
        case events.Deal():
            return _dealt(event, after)
        case events.DealAgain():
            return Told(N_("the row is dealt again"))
        case events.Reprice(suit, price):
            return Told(N_("%(suit)s is at %(price)s now"), {"suit": suit.symbol, "price": price.text})
        case events.PassDeal():
            return Told(N_("%(who)s passes the deal"), {"who": _who(before.players[before.dealer])})
        case events.OpenBets():
            return Told(N_("the bets are open"))
        case events.Bet(seat, suit, chips):
            who = _who(after.players[seat])
            return Told(N_("%(who)s stakes %(chips)d on %(suit)s"), {"who": who, "chips": chips, "suit": suit.symbol})
        case events.NextBettor():
            return Told(N_("%(who)s has bet"), {"who": _who(before.players[called(before)])})
        case events.Off():
            return Told(N_("they are off"))
        case events.Turn() | events.TurnJoker() | events.TurnLink():
            return _turned(before, event, after)
        case events.Settle():
            booked = after.settings.book is not Book.NONE
            return Told(N_("the bets are paid")) if booked else Told(N_("the race is over"))
        case events.Join():
            return Told(N_("%(who)s sits down"), {"who": _who(after.players[-1])})
        case events.Leave(seat):
            return _with_chips(N_("%(who)s leaves with %(chips)d chips"), before.players[seat])
        case events.ComeBack():
            return _with_chips(N_("%(who)s is back with %(chips)d chips"), after.players[-1])
        case events.Buy(seat):
            values = {"who": _who(after.players[seat]), "chips": after.settings.chips}
            return Told(N_("%(who)s buys %(chips)d chips"), values)
        case events.NextRace():
            values = {"number": after.race, "who": _who(after.players[after.dealer])}
            return Told(N_("race %(number)d, the dealer is %(who)s"), values)
        case events.Close():
            return Told(N_("the evening is over"))


def _dealt(event: events.Deal, after: Evening) -> Told:
    if after.face_down:
        return Told(N_("the box lays the row face down"))
    row = "".join(suit_of(card).symbol for card in event.order[: after.settings.links])
    return Told(N_("the box lays the row: %(row)s"), {"row": row})


def _turned(before: Evening, event: events.Turn | events.TurnJoker | events.TurnLink, after: Evening) -> Told:
    match event:
        case events.TurnJoker():
            return Told(N_("the joker: all but the leaders advance"))
        case events.TurnLink(suit):
            values = {"number": before.course.due, "suit": suit.symbol}
            return Told(N_("card %(number)d is turned over, %(suit)s falters"), values)
        case events.Turn(suit) if after.winner is suit:
            return Told(N_("%(suit)s wins the race"), {"suit": suit.symbol})
        case events.Turn(suit):
            values = {"suit": suit.symbol, "level": at(after.course.positions, suit)}
            return Told(N_("%(suit)s advances to %(level)d"), values)


def _with_chips(sentence: str, player: Player) -> Told:
    return Told(sentence, {"who": _who(player), "chips": player.chips})


def _who(player: Player) -> str | Told:
    return player.name or Told(N_("P%(number)d"), {"number": player.number})
