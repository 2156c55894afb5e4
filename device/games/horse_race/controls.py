"""What the buttons mean in a race: the suits are suits while cards are keyed, soft keys elsewhere; OK is the next step."""

from __future__ import annotations

from dataclasses import replace

from device.cards import Suit
from device.games.contract import Refusal, Shuffle, Step
from device.games.horse_race import book, choices, evening, events
from device.games.horse_race.book import Price
from device.games.horse_race.course import SUITS
from device.games.horse_race.evening import JOKER, PACK, Evening, Phase, suit_of
from device.games.horse_race.events import Event
from device.games.horse_race.house import PLAYERS, Book, Cards
from device.games.horse_race.taking_back import closed, take_back
from device.games.horse_race.view import RaceScene, RaceStep, Sheet, View
from device.texts import N_
from drivers.contract import SUIT_BUTTONS, Button, Press

CARD_SECONDS = 1.2
"""From card to card when the box deals by itself."""
TEN_UNITS = 10
RUNGS_HELD = 4
"""Rungs of the ladder that a held key goes."""
LINES, LARGE_LINES = 4, 2
"""Players on a page of a list, and of one in large figures."""
LAST_PAGE = 99
"""Past all lists after a race, however many they are."""
DEAL = 1.8
"""Seconds in which the box lays the row, and it is seen."""
LAID = 0.8
"""Seconds for which a row laid by hand is seen before the chances."""


def look(state: Evening) -> View:
    """Nothing is open, and nothing runs by itself; after a race, the page from which the next one begins."""
    return View(page=LAST_PAGE if state.phase is Phase.TABLE else 0)


def on_press(scene: RaceScene, press: Press) -> RaceStep:
    """What a press means now."""
    if press.button is Button.UNDO:
        return take_back(scene)
    if press.button is Button.HOME:
        return Step(leave=True)
    if scene.view.sheet is not None:
        return _on_sheet(scene, press)
    match scene.state.phase:
        case Phase.SETUP:
            return _set_up(scene, press)
        case Phase.ROW:
            return _lay(scene, press)
        case Phase.PRICES:
            return _price(scene, press)
        case Phase.BETS:
            return _stake(scene, press)
        case Phase.CLOSED:
            return _close_bets(scene, press)
        case Phase.RACE:
            return _turn(scene, press)
        case Phase.FINISH:
            return Step(event=events.Settle(), view=View()) if press.button is Button.OK else Step()
        case Phase.TABLE:
            return _between_races(scene, press)
        case Phase.OVER:
            return _look_back(scene, press)


def _suit(press: Press) -> Suit:
    return SUITS[SUIT_BUTTONS.index(press.button)]


def _key(press: Press) -> int:
    return SUIT_BUTTONS.index(press.button)


# Set-up


def setting_pages(scene: RaceScene) -> tuple[tuple[choices.Choice, ...], ...]:
    """The pages of choices that are open now."""
    return choices.pages(scene.state.settings, between_races=scene.state.phase is Phase.TABLE)


def setting_page(scene: RaceScene) -> int:
    """The page that lies open; a choice may have made later pages vanish."""
    page = scene.view.chosen if scene.view.sheet is Sheet.RULES else scene.view.page
    return page % len(setting_pages(scene))


def _set_up(scene: RaceScene, press: Press) -> RaceStep:
    if press.button is Button.OK:
        return Step(event=events.Begin())
    return _choose(scene, press)


def _choose(scene: RaceScene, press: Press) -> RaceStep:
    key, page, steps = _key(press), setting_page(scene), -1 if press.held else 1
    if key == choices.PER_PAGE:
        page = (page + steps) % len(setting_pages(scene))
        if scene.view.sheet is Sheet.RULES:
            return Step(view=replace(scene.view, chosen=page))
        return Step(view=replace(scene.view, page=page))
    shown = setting_pages(scene)[page]
    if key >= len(shown):
        return Step()
    return Step(event=events.Agree(shown[key].turned(scene.state.settings, steps)), view=scene.view)


# Before the race


def _lay(scene: RaceScene, press: Press) -> RaceStep:
    state = scene.state
    if state.settings.cards is not Cards.REAL:
        return Step(shuffle=_pack()) if press.button is Button.OK else Step()
    if press.button is not Button.OK:
        return Step(event=events.LayLink(_suit(press)))
    if state.row_hopeless:
        return Step(event=events.DealAgain())
    return Step(refusal=Refusal(N_("First key the whole row")))


def _pack() -> Shuffle[Event]:
    return Shuffle(PACK, events.Deal)


def _price(scene: RaceScene, press: Press) -> RaceStep:
    state = scene.state
    if press.button is not Button.OK:
        if not prices_open(scene):
            return Step()
        return Step(view=View(sheet=Sheet.PRICE, chosen=_key(press)))
    if state.settings.book is Book.NONE:
        return _off(state)
    if not evening.takes_bets(state):
        return Step(event=events.PassDeal())
    return Step(event=events.OpenBets())


def laying_seconds(scene: RaceScene) -> float:
    """For how long after the last event the row is still to be seen; 0 if that event did not lay it face up."""
    if not scene.state.settings.open_course:
        return 0.0
    if isinstance(scene.event, events.Deal):
        return DEAL
    return LAID if isinstance(scene.event, events.LayLink) and scene.state.phase is Phase.PRICES else 0.0


def prices_open(scene: RaceScene) -> bool:
    """Whether the suits open their prices: those are on the glass, not the row."""
    return scene.state.settings.book is not Book.NONE and scene.elapsed >= laying_seconds(scene)


def _off(state: Evening) -> RaceStep:
    view = View(running=state.settings.cards is Cards.ITSELF)
    if state.settings.joker and state.settings.cards is not Cards.REAL:
        return Step(shuffle=Shuffle((*state.deck, JOKER), events.Off), view=view)
    return Step(event=events.Off(), view=view)


def _stake(scene: RaceScene, press: Press) -> RaceStep:
    state = scene.state
    if press.button is Button.OK:
        return Step(event=events.NextBettor())
    seat, suit = evening.called(state), _suit(press)
    chips = state.settings.unit * TEN_UNITS if press.held else smallest_stake(state)
    return Step(event=events.Bet(seat, suit, chips))


def smallest_stake(state: Evening) -> int:
    """What a press stakes for the player who is called: a unit, or all chips that are left if they are fewer."""
    left = evening.free_chips(state, evening.called(state))
    return min(left, state.settings.unit) or state.settings.unit


def _close_bets(scene: RaceScene, press: Press) -> RaceStep:
    if press.button is Button.OK:
        return _off(scene.state)
    return Step(event=events.Bet(scene.state.dealer, _suit(press), scene.state.settings.unit))


# The race


def _turn(scene: RaceScene, press: Press) -> RaceStep:
    state = scene.state
    if state.settings.cards is Cards.REAL:
        return _key_card(state, press)
    if press.button is not Button.OK:
        return Step()
    running = state.settings.cards is Cards.ITSELF
    return Step(event=_next_card(state), view=replace(scene.view, running=running))


def _key_card(state: Evening, press: Press) -> RaceStep:
    if press.button is Button.OK:
        if state.course.due:
            return Step(refusal=Refusal(N_("First turn card %(link)d over"), {"link": state.course.due}))
        if press.held:
            return Step(event=events.TurnJoker())
        return Step(refusal=Refusal(N_("Hold OK for the joker"))) if state.joker_to_come else Step()
    suit = _suit(press)
    return Step(event=events.TurnLink(suit) if state.course.due else events.Turn(suit))


def _next_card(state: Evening) -> Event:
    """What the box turns next: the link that is due, else the top card of its pack."""
    if state.course.due:
        return events.TurnLink(suit_of(state.face_down[state.course.due - 1]))
    card = state.deck[0]
    return events.TurnJoker() if card == JOKER else events.Turn(suit_of(card))


def dealing(scene: RaceScene) -> bool:
    """Whether the box deals by itself right now."""
    return scene.state.phase is Phase.RACE and scene.state.settings.cards is Cards.ITSELF and scene.view.running


def on_time(scene: RaceScene) -> RaceStep:
    """The box turns a card by itself when it is time."""
    if dealing(scene) and scene.elapsed >= CARD_SECONDS:
        return Step(event=_next_card(scene.state), view=scene.view)
    return Step()


# Between races


def pages_after(scene: RaceScene) -> int:
    """Pages of lists after a race, without the last page, which names the next dealer."""
    if scene.state.settings.book is Book.NONE:
        return 0
    return pages_of_payments(scene) + pages_of_standings(scene)


def _between_races(scene: RaceScene, press: Press) -> RaceStep:
    view, last = scene.view, pages_after(scene)
    if view.page < last:
        following = view.page + 1 if view.page + 1 < last else LAST_PAGE
        return Step(view=replace(view, page=following)) if press.button is Button.OK else Step()
    match press.button:
        case Button.OK:
            return Step(event=events.NextRace())
        case Button.SPADE:
            return Step(view=replace(view, sheet=Sheet.PLAYERS, chosen=0))
        case Button.HEART:
            return Step(view=replace(view, sheet=Sheet.RULES, chosen=0))
        case Button.DIAMOND if last:
            return Step(view=replace(view, page=0))
        case Button.CLUB:
            return Step(view=replace(view, sheet=Sheet.CLOSE))
        case _:
            return Step()


def lines_of(scene: RaceScene) -> int:
    """Players on a page of a list."""
    return LARGE_LINES if scene.options.large else LINES


def pages_of_payments(scene: RaceScene) -> int:
    """Pages that the payments of the last race fill, a line for each who was there."""
    return -(-len(scene.state.payments) // lines_of(scene))


def pages_of_standings(scene: RaceScene) -> int:
    """Pages that all players of the evening fill; one when there are no chips to count."""
    return 1 if scene.state.settings.book is Book.NONE else -(-len(scene.state.everybody) // lines_of(scene))


def _look_back(scene: RaceScene, press: Press) -> RaceStep:
    if press.button is Button.OK:
        return Step(again=True)
    pages = pages_of_standings(scene)
    if press.button is Button.SPADE and pages > 1:
        return Step(view=replace(scene.view, page=(scene.view.page + 1) % pages))
    return Step()


# Sheets


def _on_sheet(scene: RaceScene, press: Press) -> RaceStep:
    if scene.view.sheet is Sheet.CLOSE:
        return _close(scene, press)
    if press.button is Button.OK:
        return Step(view=closed(scene.view))
    match scene.view.sheet:
        case Sheet.PRICE:
            return _reprice(scene, press)
        case Sheet.PLAYERS:
            return _change_players(scene, press)
        case _:
            return _choose(scene, press)


def _close(scene: RaceScene, press: Press) -> RaceStep:
    """No suit closes the evening: whoever keys the next row too early must not."""
    match press.button:
        case Button.OK:
            return Step(event=events.Close())
        case Button.DIAMOND:
            return Step(view=closed(scene.view))
        case _:
            return Step()


def price_keys(price: Price) -> tuple[bool, bool, bool, bool]:
    """Whether there is a rung below, and one above."""
    return price.ratio > book.LADDER[0].ratio, price.ratio < book.LADDER[-1].ratio, False, False


def _reprice(scene: RaceScene, press: Press) -> RaceStep:
    state, suit = scene.state, SUITS[scene.view.chosen]
    price, rungs = state.prices[scene.view.chosen], RUNGS_HELD if press.held else 1
    match press.button:
        case Button.SPADE:
            price = book.neighbour(price, -rungs)
        case Button.HEART if price_keys(state.prices[scene.view.chosen])[1]:
            price = book.neighbour(price, rungs)
        case _:
            return Step()
    return Step(event=events.Reprice(suit, price), view=replace(scene.view, repriced=scene.view.repriced + 1))


def seat_keys(scene: RaceScene) -> tuple[bool, bool, bool, bool]:
    """Which keys of the sheet of seats do something: the next player, one more (or this one again), one less, chips."""
    state, seats, here = scene.state, len(scene.state.players), not has_left(scene)
    return True, seats + 1 < PLAYERS.stop, here and seats > PLAYERS.start, here and state.settings.book is not Book.NONE


def chosen_seat(scene: RaceScene) -> int:
    """The player on the sheet of seats, as an index into everybody of the evening; the last one if there are fewer now."""
    return min(scene.view.chosen, len(scene.state.everybody) - 1)


def has_left(scene: RaceScene) -> bool:
    """Whether the player on the sheet of seats has left the table."""
    return chosen_seat(scene) >= len(scene.state.players)


def _change_players(scene: RaceScene, press: Press) -> RaceStep:
    view, seats, seat = scene.view, len(scene.state.players), chosen_seat(scene)
    match press.button:
        case Button.SPADE:
            everybody = len(scene.state.everybody)
            return Step(view=replace(view, chosen=(seat + (-1 if press.held else 1)) % everybody))
        case Button.HEART:
            event = events.ComeBack(seat - seats) if has_left(scene) else events.Join()
            return Step(event=event, view=replace(view, chosen=seats))
        case Button.DIAMOND:
            return Step(event=events.Leave(seat), view=replace(view, chosen=max(0, seat - 1)))
        case Button.CLUB if scene.state.settings.book is not Book.NONE:
            return Step(event=events.Buy(seat), view=view)
        case _:
            return Step()
