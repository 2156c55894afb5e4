"""What the buttons mean at the clock, and what it does by itself.

Up to the wish the panel is a set-up page. Then the clock plays by itself at its pace: OK pauses it and lets it go on, or
turns a card at the pace of one card a press. In `open` and `square` the four front buttons are the open cards.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TypeVar

from device.games.clock import rules
from device.games.clock.events import (
    CHOICE,
    Agreed,
    Chooser,
    Dealt,
    Event,
    Exchanged,
    Pace,
    Paced,
    Played,
    Redealt,
    Skipped,
    Turned,
    Variant,
    Wished,
)
from device.games.clock.odds import chance
from device.games.clock.rules import PLACES, Phase, State
from device.games.clock.solver import Advice, advise
from device.games.clock.timing import due, ending_over, tense
from device.games.clock.view import Clock, Page, View
from device.games.contract import Shuffle, Step, Thought
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps, Press

NUMBER_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a deal's number is written in: Crockford's base 32."""
NUMBER_LENGTH = 8

Choice = TypeVar("Choice", bound=Enum)
Next = Step[Event, View]


def look(state: State) -> View:
    """The view to begin with: everything stands still."""
    return View(cursor=state.place)


def think(state: State, view: View) -> Thought | None:  # noqa: ARG001 - the contract's signature
    """The variant's true chance before and after, perfect play where a card is to be chosen."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        variant = state.setup.variant
        return Thought(("chance", variant), lambda: chance(variant))
    if state.phase is Phase.PLAYING and state.setup.variant in CHOICE:
        piles, place = rules.homes(state), state.place
        blind = rules.CENTRE if state.setup.variant is Variant.SQUARE else None
        return Thought(("advice", piles, place), lambda: advise(piles, place, blind=blind))
    return None


def king_place(state: State, view: View) -> int:
    """The pile that the cursor points at for the exchanged king."""
    return view.cursor if view.cursor in rules.places_for_king(state) else rules.best_place_for_king(state)


# Presses


def on_press(scene: Clock, press: Press) -> Next:
    """What a press means now."""
    match scene.state.phase, scene.view.page:
        case Phase.SETUP, Page.RULES:
            return _on_rules_page(scene, press)
        case Phase.SETUP, Page.NUMBER:
            return _on_number_page(scene, press)
        case Phase.PLAYING, Page.LOOK:
            return _on_look_page(scene, press)
        case Phase.OVER, Page.DEAL:
            return Step(view=replace(scene.view, page=Page.NONE))
        case _ if press.button is Button.UNDO:
            return Step(undo=True, view=View(number=scene.view.number) if scene.state.phase is Phase.WISH else None)
        case Phase.SETUP, _:
            return _in_setup(scene, press)
        case Phase.WISH, _:
            return _shuffle_for_wish(scene) if press.button is Button.OK else Step()
        case Phase.OVER, _:
            return _at_the_end(scene, press)
        case Phase.PLAYING, _ if scene.state.setup.variant in CHOICE:
            return _in_open_play(scene, press)
        case Phase.EXCHANGE, _ if scene.state.setup.chooser is Chooser.PERSON:
            return _choosing_pile(scene, press)
        case _:
            return _in_auto_play(scene, press)


def _in_setup(scene: Clock, press: Press) -> Next:
    setup, view = scene.state.setup, scene.view
    match press.button:
        case Button.SPADE:
            return Step(event=Agreed(_after(setup.variant), setup.pace, setup.chooser), view=view)
        case Button.HEART:
            return Step(event=Agreed(setup.variant, _after(setup.pace), setup.chooser), view=view)
        case Button.DIAMOND if setup.variant is Variant.PEEK:
            return Step(event=Agreed(setup.variant, setup.pace, _after(setup.chooser)), view=view)
        case Button.CLUB:
            return Step(view=replace(view, page=Page.RULES))
        case Button.OK:
            return Step(event=Wished(), view=view)
        case _:
            return Step()


def _after(choice: Choice) -> Choice:
    choices = list(type(choice))
    return choices[(choices.index(choice) + 1) % len(choices)]


def _on_rules_page(scene: Clock, press: Press) -> Next:
    match press.button:
        case Button.SPADE:
            number = scene.view.number or NUMBER_LETTERS[0] * NUMBER_LENGTH
            return Step(view=replace(scene.view, page=Page.NUMBER, number=number, cursor=0))
        case Button.OK | Button.UNDO | Button.CLUB:
            return Step(view=replace(scene.view, page=Page.NONE))
        case _:
            return Step()


def _on_number_page(scene: Clock, press: Press) -> Next:
    view = scene.view
    match press.button:
        case Button.SPADE:
            return Step(view=replace(view, cursor=(view.cursor - 1) % NUMBER_LENGTH))
        case Button.HEART:
            return Step(view=replace(view, cursor=(view.cursor + 1) % NUMBER_LENGTH))
        case Button.DIAMOND:
            return Step(view=_other_letter(view, -8 if press.held else -1))
        case Button.CLUB:
            return Step(view=_other_letter(view, 8 if press.held else 1))
        case Button.UNDO:
            return Step(view=replace(view, page=Page.NONE, number=""))
        case _:
            return Step(view=replace(view, page=Page.NONE))


def _other_letter(view: View, by: int) -> View:
    letter = (NUMBER_LETTERS.index(view.number[view.cursor]) + by) % len(NUMBER_LETTERS)
    number = view.number[: view.cursor] + NUMBER_LETTERS[letter] + view.number[view.cursor + 1 :]
    return replace(view, number=number)


def _shuffle_for_wish(scene: Clock) -> Next:
    variant = scene.state.setup.variant
    cards = tuple(card.text for card in rules.deck(variant))
    view = View(running=variant not in CHOICE, cursor=rules.CENTRE)
    return Step(shuffle=Shuffle(cards, Dealt, scene.view.number or None), view=view)


def _in_auto_play(scene: Clock, press: Press) -> Next:
    state, view = scene.state, scene.view
    match press.button:
        case Button.SPADE if slower(state.setup.pace):
            return Step(event=Paced(slower(state.setup.pace) or state.setup.pace), view=view)
        case Button.HEART if faster(state.setup.pace):
            return Step(event=Paced(faster(state.setup.pace) or state.setup.pace), view=view)
        case Button.CLUB:
            skipping = replace(view, running=True, skipping=True)
            return _by_itself(replace(scene, view=skipping))
        case Button.OK if state.setup.pace is Pace.PRESS:
            return _by_itself(scene)
        case Button.OK:
            return Step(view=replace(view, running=not view.running))
        case _:
            return Step()


PACES = (Pace.PRESS, Pace.SLOW, Pace.NORMAL, Pace.QUICK)
"""From the slowest."""


def slower(pace: Pace) -> Pace | None:
    """The next slower pace, if there is one."""
    return PACES[PACES.index(pace) - 1] if pace is not PACES[0] else None


def faster(pace: Pace) -> Pace | None:
    """The next faster pace, if there is one."""
    return PACES[PACES.index(pace) + 1] if pace is not PACES[-1] else None


def _choosing_pile(scene: Clock, press: Press) -> Next:
    places = rules.places_for_king(scene.state)
    place = king_place(scene.state, scene.view)
    match press.button:
        case Button.SPADE | Button.HEART:
            return Step(view=replace(scene.view, cursor=_beside(places, place, press.button)))
        case Button.OK:
            return Step(event=Exchanged(place), view=replace(scene.view, running=True, skipping=False))
        case _:
            return Step()


def _beside(places: tuple[int, ...], place: int, button: Button) -> int:
    """The place before (♠) or after (♥) this one among those given, round the dial."""
    return places[(places.index(place) + (-1 if button is Button.SPADE else 1)) % len(places)]


def _in_open_play(scene: Clock, press: Press) -> Next:
    state, view = scene.state, scene.view
    if view.running:
        return Step(view=replace(view, running=False))
    pile = state.piles[state.place]
    match press.button:
        case Button.OK if not rules.has_choice(state):
            return Step(event=Turned())
        case Button.OK if len(pile) == 1:
            return Step(event=Played(0))
        case Button.OK if view.hint and isinstance(scene.insight, Advice):
            return _by_itself(scene)
        case Button.OK:
            return Step(view=replace(view, page=Page.LOOK, cursor=state.place))
        case button if rules.has_choice(state) and button in SUIT_BUTTONS[: len(pile)]:
            return Step(event=Played(SUIT_BUTTONS.index(button)))
        case _:
            return Step()


def _on_look_page(scene: Clock, press: Press) -> Next:
    view = scene.view
    match press.button:
        case Button.SPADE | Button.HEART:
            return Step(view=replace(view, cursor=_beside(places_to_look_at(scene.state), view.cursor, press.button)))
        case Button.DIAMOND:
            return Step(view=View(hint=True, cursor=view.cursor))
        case Button.CLUB:
            return Step(view=View(running=True, cursor=view.cursor))
        case _:
            return Step(view=replace(view, page=Page.NONE))


def places_to_look_at(state: State) -> tuple[int, ...]:
    """The places whose cards lie open and are still to be played."""
    closed = rules.CENTRE if state.setup.variant is Variant.SQUARE else None
    return tuple(place for place in range(PLACES) if state.piles[place] and place != closed)


def _at_the_end(scene: Clock, press: Press) -> Next:
    match press.button:
        case Button.OK if not ending_over(scene):
            # Whoever cannot wait sees the last picture first: a wish is not to be missed by a press too many.
            return Step(view=replace(scene.view, still=True))
        case Button.OK:
            return Step(again=True)
        case Button.SPADE if ending_over(scene):
            return Step(view=replace(scene.view, page=Page.DEAL))
        case _:
            return Step()


def on_time(scene: Clock) -> Next:
    """What the clock does by itself once its time has come."""
    wait = due(scene)
    return Step() if wait is None or scene.elapsed < wait else _by_itself(scene)


def _by_itself(scene: Clock) -> Next:
    state, view = scene.state, scene.view
    match state.phase:
        case Phase.EXCHANGE:
            if state.setup.chooser is Chooser.PERSON:
                return Step()
            return Step(event=Exchanged(rules.best_place_for_king(state)), view=view)
        case Phase.REDEAL:
            cards = tuple(card.text for card in rules.hidden_cards(state))
            # The deal's number fixes its redeals too; a deck stacked by hand has none.
            code = f"{state.code}/{state.redeals + 1}" if state.code else None
            return Step(shuffle=Shuffle(cards, lambda order, _: Redealt(order), code), view=view)
        case _ if rules.has_choice(state):
            pick = scene.insight.pick if isinstance(scene.insight, Advice) else None
            return Step() if pick is None else Step(event=Played(pick, helped=True), view=replace(view, hint=False))
        case _ if view.skipping:
            return Step(event=Skipped(), view=view)
        case _:
            return Step(event=Turned(), view=view)


# Lamps and sounds


def lamps(scene: Clock) -> Lamps:
    """The lamps: lit where a press does something now; OK breathes during the wish and while the last king is awaited."""
    keys = {button: Lamp.ON for button in SUIT_BUTTONS if does_something(scene, button)}
    ok = Lamp.BREATHE if scene.state.phase is Phase.WISH or tense(scene.state) else Lamp.ON
    lit = {**keys, Button.OK: ok, Button.HOME: Lamp.ON}
    if scene.can_undo or scene.view.page is not Page.NONE:
        lit[Button.UNDO] = Lamp.ON
    if scene.view.hint and isinstance(scene.insight, Advice) and scene.insight.pick is not None:
        lit[SUIT_BUTTONS[scene.insight.pick]] = Lamp.BLINK
    return lit


def does_something(scene: Clock, button: Button) -> bool:
    """Whether a short press of this button leads anywhere."""
    return on_press(scene, Press(button)) != Step()


def cues(before: State, event: Event, after: State) -> str:
    """The tune of a change."""
    if after.phase is Phase.OVER:
        return "clock_granted" if rules.wish_granted(after) else "clock_lost"
    match event:
        case Wished():
            return "wish"
        case Dealt() | Redealt():
            return "deal"
        case Turned() | Played() if tense(after):
            return "heartbeat"
        case Turned() | Played() if rules.kings_turned(after) > rules.kings_turned(before):
            return "king"
        case Turned() | Played() | Skipped():
            return "tick"
        case _:
            return "press"
