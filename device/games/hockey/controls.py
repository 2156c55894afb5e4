"""What the buttons do in a hockey match: for every phase and page one table of keys, which the lamps and screens read too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from device.games.contract import Scene, Step
from device.games.hockey.events import (
    Abandon,
    Dealt,
    DisallowGoal,
    EndPeriod,
    Event,
    Kind,
    Mode,
    NextPeriod,
    Overtime,
    Play,
    Score,
    Start,
    SwitchMode,
)
from device.games.hockey.recap import has_players, standing_goals
from device.games.hockey.rules import Call, Phase, State
from device.texts import N_
from drivers.contract import Button, Lamp, Lamps, Press

CALL_SECONDS: Mapping[Call, float] = {Call.PASS: 1.2, Call.INTERCEPTION: 1.6, Call.GOAL: 2.8}
"""How long a call is on the glass until the table is whole again; the next card may be keyed meanwhile."""
CALL_TUNES: Mapping[tuple[Call, ...], str] = {
    (Call.GOAL,): "goal",
    (Call.INTERCEPTION,): "interception",
    (Call.PASS,): "pass",
}
"""The tune of a card by its first call: a goal's card and an interception are passes too."""
NEVER = 1e9
"""Seconds: none of the calls is on the glass so late."""
CAREFUL_SECONDS = 2.0
"""A press of OK this soon after the last card was meant for that card, and must not clear the table for a new match."""


class Page(Enum):
    """What is on the glass besides the table itself."""

    TABLE = "table"  # the phase's own screen
    PERIODS = "periods"
    PLAYERS = "players"
    MENU = "menu"
    GOALS = "goals"  # which goal is disallowed?
    END_PERIOD = "end_period"  # really?
    ABANDON = "abandon"  # really?


class Item(Enum):
    """The entries of the menu, by their texts."""

    DISALLOW = N_("Disallow a goal")
    SCOREBOARD = N_("Keep only the score")
    REFEREE = N_("Referee every card")
    ABANDON = N_("Abandon the match")


@dataclass(frozen=True, slots=True)
class View:
    """The open page, the cursor in it, and what has been chosen on the set-up screen."""

    page: Page = Page.TABLE
    cursor: int = 0
    mode: Mode = Mode.REFEREE
    goal_is_pass: bool = True
    overtime: Overtime = Overtime.SUDDEN_DEATH
    first_dealer: int = 3
    covered: float = NEVER
    """How many seconds a call was on the glass when the last event came, which unfolds over it."""
    refused: str = ""
    """What was to be read over it."""


HockeyScene = Scene[State, Event, View]
HockeyStep = Step[Event, View]


@dataclass(frozen=True, slots=True)
class Key:
    """What a button does now: its name on the soft-key line (an English msgid or a name), the step, the lamp."""

    label: str
    step: HockeyStep
    lamp: Lamp = Lamp.ON


Keys = dict[Button, Key]


def look(state: State) -> View:
    """The table, and on the set-up screen what was agreed last time."""
    return View(
        mode=state.mode, goal_is_pass=state.goal_is_pass, overtime=state.overtime, first_dealer=state.first_dealer
    )


def on_press(scene: HockeyScene, press: Press) -> HockeyStep:
    """The step of the key that was pressed; a button without a key does nothing."""
    key = keys(scene).get(press.button)
    if key is None:
        return Step()
    call, word = present_call(scene), scene.refused.message if scene.refused else ""
    if key.step.event is not None and scene.view.page is Page.TABLE and (call or word):
        covered = scene.elapsed if call else NEVER
        return replace(key.step, view=replace(scene.view, covered=covered, refused=word))
    return key.step


def on_time(_scene: HockeyScene) -> HockeyStep:
    """Nothing happens by itself: cards are played by people."""
    return Step()


def lamps(scene: HockeyScene) -> Lamps:
    """Lit where a press does something; all of them blink for a goal or an interception."""
    lit = {button: key.lamp for button, key in keys(scene).items()} | {Button.HOME: Lamp.ON}
    if present_call(scene) in {Call.GOAL, Call.INTERCEPTION}:
        return {button: Lamp.BLINK if lamp is not Lamp.OFF else lamp for button, lamp in lit.items()}
    return lit


def cues(before: State, event: Event, after: State) -> str:
    """The tune for an event: its call, or else what the match came to."""
    match event:
        case Play() | Score() if after.calls[:1] in CALL_TUNES:
            return CALL_TUNES[after.calls[:1]]
        case Dealt():
            return "deal"
        case Abandon() | DisallowGoal():
            return "whistle"
        case _ if after.phase is Phase.OVER and before.phase is not Phase.OVER:
            return "whistle" if after.winner is None else "win"
        case Start() | NextPeriod() | EndPeriod():
            return "whistle"
        case _ if after.phase is Phase.INTERMISSION and before.phase is not Phase.INTERMISSION:
            return "whistle"
        case _:
            return "press"


def present_call(scene: HockeyScene) -> Call | None:
    """The call whose picture is shown now, if one is."""
    if not isinstance(scene.event, Play | Score) or scene.view.page is not Page.TABLE:
        return None
    for call, seconds in CALL_SECONDS.items():
        if scene.state.calls[:1] == (call,) and scene.elapsed < seconds:
            return call
    return None


def keys(scene: HockeyScene) -> Keys:
    """Every button that has a meaning now, and UNDO, which closes a page or takes back the last event."""
    state, view = scene.state, scene.view
    if state.phase is Phase.SET_UP:
        return _set_up_keys(view) | {Button.UNDO: _back_from_set_up(scene)}
    if view.page is Page.TABLE:
        return _table_keys(scene) | {Button.UNDO: Key(N_("Undo"), Step(undo=True, view=look(state)))}
    return _page_keys(state, view) | {Button.UNDO: _go(N_("Back"), view, Page.TABLE)}


def menu(state: State) -> tuple[Item, ...]:
    """The entries that mean something now."""
    on = state.phase is not Phase.OVER
    offers = {
        Item.DISALLOW: bool(standing_goals(state)) and not state.abandoned,
        Item.SCOREBOARD: on and state.mode is Mode.REFEREE,
        Item.REFEREE: state.mode is Mode.SCOREBOARD and state.phase is Phase.INTERMISSION,
        Item.ABANDON: on,
    }
    return tuple(item for item, offered in offers.items() if offered)


def _set_up_keys(view: View) -> Keys:
    start = Start(view.mode, view.goal_is_pass, view.overtime, view.first_dealer)
    referee = view.mode is Mode.REFEREE
    return {
        Button.SPADE: Key(N_("Mode"), Step(view=replace(view, mode=_after(view.mode, tuple(Mode))))),
        Button.HEART: Key(N_("Level"), Step(view=replace(view, overtime=_after(view.overtime, tuple(Overtime))))),
        Button.DIAMOND: Key(N_("Deal"), Step(view=replace(view, first_dealer=(view.first_dealer + 1) % 4))),
        **(
            {Button.CLUB: Key(N_("Goal"), Step(view=replace(view, goal_is_pass=not view.goal_is_pass)))}
            if referee
            else {}
        ),
        Button.OK: Key(N_("OK: start"), Step(event=start), Lamp.BLINK),
    }


def _back_from_set_up(scene: HockeyScene) -> Key:
    """UNDO first takes back what was chosen here, then goes back into the match before."""
    agreed = look(scene.state)
    if scene.view != agreed:
        return Key(N_("Undo"), Step(view=agreed))
    return Key(N_("Undo"), Step(undo=True), Lamp.ON if scene.can_undo else Lamp.OFF)


def _table_keys(scene: HockeyScene) -> Keys:
    state, view = scene.state, scene.view
    match state.phase:
        case Phase.DEAL:
            own = {Button.OK: Key(N_("OK: dealt"), Step(event=Dealt()), Lamp.BLINK)}
        case Phase.PLAY if state.mode is Mode.REFEREE:
            own = _referee_keys(state)
        case Phase.PLAY:
            own = _scoreboard_keys(state, view)
        case Phase.INTERMISSION:
            own = {Button.OK: Key(N_("OK: next"), Step(event=NextPeriod()), Lamp.BLINK)}
        case _:
            own = {} if just_over(scene) else {Button.OK: Key(N_("OK: new match"), Step(again=True), Lamp.BLINK)}
    return own | _side_keys(state, view)


def _referee_keys(state: State) -> Keys:
    """The three kinds of card. A chance is shown by its lamp: ♥ may intercept, ♠ may score."""
    same = (Lamp.BREATHE if state.may_score else Lamp.ON) if state.pile else Lamp.OFF
    return {
        Button.OK: Key(N_("OK: another card"), Step(event=Play(Kind.OTHER))),
        Button.SPADE: Key(N_("Same"), Step(event=Play(Kind.SAME)), same),
        Button.HEART: Key(N_("Jack"), Step(event=Play(Kind.JACK)), Lamp.BREATHE if state.may_intercept else Lamp.ON),
    }


def _scoreboard_keys(state: State, view: View) -> Keys:
    return {
        Button.OK: _go(N_("OK: end of period"), view, Page.END_PERIOD),
        Button.SPADE: Key(state.teams[0], Step(event=Score(0))),
        Button.HEART: Key(state.teams[1], Step(event=Score(1))),
    }


def _side_keys(state: State, view: View) -> Keys:
    """♦ and ♣, the same on the table and on both recaps."""
    recap = {Button.CLUB: _go(N_("Recap"), view, _next_recap(state, view.page))}
    return ({Button.DIAMOND: _go(N_("Menu"), view, Page.MENU)} if menu(state) else {}) | recap


def _next_recap(state: State, page: Page) -> Page:
    """The recaps in turn. In a break the table shows the periods already; by player only if players are known."""
    pages = [Page.TABLE]
    if state.phase is not Phase.INTERMISSION or not has_players(state):
        pages.append(Page.PERIODS)
    if has_players(state):
        pages.append(Page.PLAYERS)
    return _after(page, pages)


def _page_keys(state: State, view: View) -> Keys:
    match view.page:
        case Page.MENU:
            items = menu(state)
            chosen = _chosen(state, view, items[view.cursor % len(items)])
            return _list_keys(view, len(items)) | {Button.OK: Key(N_("OK: choose"), chosen)}
        case Page.GOALS:
            goals = standing_goals(state)
            number, _ = goals[view.cursor % len(goals)]
            disallow = Key(N_("OK: disallow"), Step(event=DisallowGoal(number)))
            return _list_keys(view, len(goals)) | {Button.OK: disallow}
        case Page.END_PERIOD:
            end = Key(N_("OK: yes"), Step(event=EndPeriod()), Lamp.BLINK)
            return {Button.OK: end, Button.DIAMOND: _go(N_("No"), view, Page.TABLE)}
        case Page.ABANDON:
            # OK is the safe answer here: a match must not be lost to a habit of pressing OK.
            abandon = Key(N_("Yes"), Step(event=Abandon()))
            return {Button.OK: _go(N_("OK: play on"), view, Page.TABLE), Button.CLUB: abandon}
        case _:
            return {Button.OK: _go(N_("OK: back"), view, Page.TABLE)} | _side_keys(state, view)


def _list_keys(view: View, length: int) -> Keys:
    back = {Button.DIAMOND: _go(N_("Back"), view, Page.TABLE)}
    if length < 2:
        return back
    return back | {
        Button.SPADE: Key("▲", Step(view=replace(view, cursor=(view.cursor - 1) % length))),
        Button.HEART: Key("▼", Step(view=replace(view, cursor=(view.cursor + 1) % length))),
    }


def _chosen(state: State, view: View, item: Item) -> HockeyStep:
    match item:
        case Item.DISALLOW:
            return _go("", view, Page.GOALS).step
        case Item.SCOREBOARD | Item.REFEREE:
            return Step(event=SwitchMode(Mode.REFEREE if state.mode is Mode.SCOREBOARD else Mode.SCOREBOARD))
        case Item.ABANDON:
            return _go("", view, Page.ABANDON).step


def _go(label: str, view: View, page: Page) -> Key:
    """A key that opens a page, its cursor at the top."""
    return Key(label, Step(view=replace(view, page=page, cursor=0)))


def just_over(scene: HockeyScene) -> bool:
    """Whether the match ended so recently that a press of OK was meant for its last card."""
    return scene.state.phase is Phase.OVER and scene.event is not None and scene.elapsed < CAREFUL_SECONDS


Choice = TypeVar("Choice")


def _after(present: Choice, choices: Sequence[Choice]) -> Choice:
    """The choice after the present one, in a circle."""
    return choices[(choices.index(present) + 1) % len(choices)] if present in choices else choices[0]
