"""Lamps and sounds of a race."""

from __future__ import annotations

from device.cards import Suit
from device.games.horse_race import choices, events
from device.games.horse_race.controls import (
    dealing,
    pages_after,
    pages_of_standings,
    price_keys,
    prices_open,
    seat_keys,
    setting_page,
    setting_pages,
    smallest_stake,
)
from device.games.horse_race.course import A_SUIT, SUITS, Course, at
from device.games.horse_race.evening import Evening, Phase, called, highest_stake
from device.games.horse_race.events import Event
from device.games.horse_race.house import Cards
from device.games.horse_race.view import RaceScene, Sheet
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps

UPSET = 8
"""A winner at this price to one, or longer, is an upset."""


def lamps(scene: RaceScene) -> Lamps:
    """A lamp for each button that does something now."""
    state = scene.state
    lit = {Button.HOME: Lamp.ON}
    if scene.can_undo or scene.view.sheet is not None:
        lit[Button.UNDO] = Lamp.ON
    if scene.view.sheet is not None:
        return lit | {Button.OK: Lamp.ON} | _keys(*_sheet_keys(scene))
    match state.phase:
        case Phase.SETUP:
            return lit | {Button.OK: Lamp.BLINK} | _keys(*_setting_keys(scene))
        case Phase.ROW:
            return lit | _row(state)
        case Phase.PRICES:
            return lit | {Button.OK: Lamp.BLINK} | _keys(*[prices_open(scene)] * 4)
        case Phase.BETS:
            seat, stake = called(state), smallest_stake(state)
            return lit | {Button.OK: Lamp.ON} | _keys(*(highest_stake(state, seat, suit) >= stake for suit in SUITS))
        case Phase.RACE:
            return lit | _race(scene)
        case Phase.TABLE:
            last = pages_after(scene)
            on_last = scene.view.page >= last
            return lit | {Button.OK: Lamp.BLINK} | _keys(on_last, on_last, on_last and last > 0, on_last)
        case Phase.OVER:
            return lit | {Button.OK: Lamp.BLINK} | _keys(pages_of_standings(scene) > 1, False, False, False)
        case _:
            return lit | {Button.OK: Lamp.BLINK}


def _keys(*live: bool) -> dict[Button, Lamp]:
    return {button: Lamp.ON for button, on in zip(SUIT_BUTTONS, live, strict=True) if on}


def _setting_keys(scene: RaceScene) -> tuple[bool, ...]:
    pages = setting_pages(scene)
    shown = len(pages[setting_page(scene)])
    return (*(key < shown for key in range(choices.PER_PAGE)), len(pages) > 1)


def _sheet_keys(scene: RaceScene) -> tuple[bool, ...]:
    match scene.view.sheet:
        case Sheet.PRICE:
            return price_keys(scene.state.prices[scene.view.chosen])
        case Sheet.PLAYERS:
            return seat_keys(scene)
        case Sheet.CLOSE:
            return False, False, True, False
        case _:
            return _setting_keys(scene)


def _row(state: Evening) -> dict[Button, Lamp]:
    if state.row_hopeless or state.settings.cards is not Cards.REAL:
        return {Button.OK: Lamp.BLINK}
    return _keys(*[True] * 4)


def _race(scene: RaceScene) -> dict[Button, Lamp]:
    """With real cards every suit that can still be turned is lit, and the leader's lamp breathes."""
    state = scene.state
    if state.settings.cards is not Cards.REAL:
        return {Button.OK: Lamp.ON if dealing(scene) else Lamp.BLINK}
    lit = {
        button: _suit_lamp(state.course, suit)
        for button, suit in zip(SUIT_BUTTONS, SUITS, strict=True)
        if at(state.course.seen, suit) < A_SUIT
    }
    return lit | ({Button.OK: Lamp.ON} if state.joker_to_come and not state.course.due else {})


def _suit_lamp(course: Course, suit: Suit) -> Lamp:
    if course.due:
        return Lamp.BLINK
    lead = max(course.positions)
    alone = lead > 0 and course.positions.count(lead) == 1
    return Lamp.BREATHE if alone and at(course.positions, suit) == lead else Lamp.ON


def upset(state: Evening) -> bool:
    """Whether the race was won by an outsider."""
    return bool(state.results) and state.results[-1].price.ratio >= UPSET


def on_the_line(course: Course) -> int:
    """How many horses are one step from home."""
    return course.positions.count(course.finish - 1)


def cues(before: Evening, event: Event, after: Evening) -> str:
    """The sound of an event."""
    match event:
        case events.Turn(suit):
            return _card_cue(before, after, suit.name.lower())
        case events.TurnJoker():
            return "joker"
        case events.TurnLink():
            return "falter"
        case events.Off():
            return "bugle"
        case events.Deal():
            return "deal"
        case events.LayLink() if after.row_hopeless:
            return "refused"
        case events.LayLink(suit):
            return f"card_{suit.name.lower()}"
        case events.Settle() if after.payments:
            return "coins"
        case events.Bet():
            return "tick"
        case _:
            return "press"


def _card_cue(before: Evening, after: Evening, suit: str) -> str:
    """The crowd rises when a horse comes within one step of home, and holds its breath when a second one does."""
    if after.phase is Phase.FINISH:
        return "upset" if upset(after) else "win"
    now, then = on_the_line(after.course), on_the_line(before.course)
    if now > then:
        return "crowd" if now == 1 else "photo_finish"
    return f"card_{suit}"
