"""What the buttons mean at the Great Clock, and what the device does by itself.

Watching, the device thinks, then carries out its plan act by act at its pace. Playing, OK is always the obvious next step:
draw, put the tile on the slot pointed at, set it aside. With real dominoes, tiles are keyed in where the device would draw.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device.dominoes import SETS, tile
from device.games.contract import Refusal, Shuffle, Step, Thought, earliest
from device.games.great_clock.events import (
    Chosen,
    Dealt,
    Drawn,
    Event,
    GivenUp,
    Keyed,
    Mode,
    Moved,
    Opened,
    Placed,
    SetAside,
)
from device.games.great_clock.rules import (
    Outcome,
    Phase,
    State,
    at_home,
    may_draw,
    may_set_aside,
    moves,
    placements,
    tiles_in_play,
    unseen,
)
from device.games.great_clock.search import Act, Do
from device.games.great_clock.solver import Decision, decide, event_of
from device.games.great_clock.view import Pace, Page, Table, View
from device.texts import N_
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps, Press

PACE_SECONDS = {Pace.SLOW: 2.4, Pace.NORMAL: 1.1, Pace.QUICK: 0.3}
"""From one act of the watched device to the next."""
FLASH_SECONDS = 0.9
"""How long a tile just laid flashes."""
FLASH = 0.15

Next = Step[Event, View]
DECIDING = (Phase.DRAW, Phase.HAND)


def look(state: State) -> View:
    """The view to begin with: with real dominoes a tile is keyed first and advice is given unasked."""
    real = state.mode is Mode.REAL
    keying = state.phase in (Phase.LAYOUT, Phase.FILL)
    return View(page=Page.KEYPAD if keying else Page.BOARD, hint=real, ends=_offered(state) if real else (0, 1))


def _offered(state: State) -> tuple[int, int]:
    """The ends that the keypad begins with: the first tile that nobody has seen yet."""
    return next(((tile.low, tile.high) for tile in unseen(state)), (0, 1))


def thinks(state: State, view: View) -> bool:
    """Whether the device is asked for a decision now."""
    if state.phase not in DECIDING:
        return False
    return not view.plan if state.mode is Mode.WATCH else view.hint


def think(state: State, view: View) -> Thought | None:
    """The device's decision, where it plays or is asked."""
    return Thought(state, partial(decide, state, state.positions)) if thinks(state, view) else None


def advice(scene: Table) -> Act | None:
    """The next act that the device has decided on, as far as it is known yet."""
    if scene.view.plan:
        return scene.view.plan[0]
    if thinks(scene.state, scene.view) and isinstance(scene.insight, Decision):
        return scene.insight.acts[0]
    return None


def slots(scene: Table) -> tuple[int, ...]:
    """The slots that the cursor may point at now."""
    state, view = scene.state, scene.view
    match view.page:
        case Page.SOURCE:
            return tuple(sorted({move.source for move in moves(state)}))
        case Page.TARGET:
            return tuple(move.target for move in moves(state) if move.source == view.source)
        case _:
            return placements(state)


def pointed(scene: Table) -> int:
    """The slot pointed at: the one chosen, else the one advised, else the first; 0 where there is none."""
    open_slots = slots(scene)
    if scene.view.cursor in open_slots:
        return scene.view.cursor
    act = advice(scene)
    if act is not None and scene.view.hint:
        wanted = act.source if scene.view.page is Page.SOURCE else act.target
        if wanted in open_slots:
            return wanted
    return open_slots[0] if open_slots else 0


# Presses


def on_press(scene: Table, press: Press) -> Next:
    """What a press means now."""
    state, view = scene.state, scene.view
    if press.button is Button.UNDO:
        return _back(scene)
    match state.phase, view.page:
        case Phase.SETUP, _:
            return _in_setup(scene, press.button)
        case Phase.OVER, _:
            return Step(again=True) if press.button is Button.OK else Step()
        case _ if state.mode is Mode.WATCH:
            return _watching(scene, press.button)
        case _, Page.KEYPAD:
            return _keying(scene, press.button)
        case _, Page.STOP:
            return Step(event=GivenUp()) if press.button is Button.OK else Step()
        case _, Page.SOURCE | Page.TARGET:
            return _moving(scene, press.button)
        case _:
            return _playing(scene, press.button)


def _back(scene: Table) -> Next:
    state, view = scene.state, scene.view
    if state.phase in DECIDING and view.page is Page.TARGET:
        return Step(view=replace(view, page=Page.SOURCE, cursor=view.source))
    if state.phase in DECIDING and view.page is not Page.BOARD:
        return Step(view=replace(view, page=Page.BOARD, cursor=0))
    if state.mode is Mode.WATCH:
        return Step(undo=True, view=View(pace=view.pace))
    if isinstance(scene.event, Keyed) and scene.before is not None:
        # The tile stays on the keypad: most often only one of its ends was wrong.
        keyed = scene.event.tile
        return Step(undo=True, view=replace(look(scene.before), ends=(keyed.low, keyed.high)))
    return Step(undo=True)


def _in_setup(scene: Table, button: Button) -> Next:
    state = scene.state
    size, mode, in_hand, cover = state.size, state.mode, state.move_in_hand, state.cover_doubles
    match button:
        case Button.SPADE:
            return Step(event=Chosen(SETS[(SETS.index(size) + 1) % len(SETS)], mode, in_hand, cover))
        case Button.HEART:
            following = list(Mode)[(list(Mode).index(mode) + 1) % len(Mode)]
            return Step(event=Chosen(size, following, in_hand, cover))
        case Button.DIAMOND:
            return Step(event=Chosen(size, mode, not in_hand, cover))
        case Button.CLUB:
            return Step(event=Chosen(size, mode, in_hand, not cover))
        case Button.OK if mode is Mode.REAL:
            return Step(event=Opened())
        case Button.OK:
            return Step(shuffle=Shuffle(tiles_in_play(size), Dealt), view=View(running=mode is Mode.WATCH))
        case _:
            return Step()


def _watching(scene: Table, button: Button) -> Next:
    view = scene.view
    paces = list(Pace)
    at = paces.index(view.pace)
    match button:
        case Button.SPADE if at > 0:
            return Step(view=replace(view, pace=paces[at - 1]))
        case Button.HEART if at < len(paces) - 1:
            return Step(view=replace(view, pace=paces[at + 1]))
        case Button.DIAMOND if not view.running:
            return _one_act(scene)
        case Button.OK:
            return Step(view=replace(view, running=not view.running))
        case _:
            return Step()


def _one_act(scene: Table) -> Next:
    """Carry out the next act of the plan, if it is known yet."""
    view = scene.view
    act = advice(scene)
    if act is None:
        return Step()
    rest = view.plan[1:] if view.plan else scene.insight.acts[1:]
    return Step(event=event_of(act), view=replace(view, plan=rest))


def _keying(scene: Table, button: Button) -> Next:
    size, view = scene.state.size, scene.view
    left, right = view.ends
    match button:
        case Button.SPADE:
            return Step(view=replace(view, ends=((left - 1) % (size + 1), right)))
        case Button.HEART:
            return Step(view=replace(view, ends=((left + 1) % (size + 1), right)))
        case Button.DIAMOND:
            return Step(view=replace(view, ends=(left, (right - 1) % (size + 1))))
        case Button.CLUB:
            return Step(view=replace(view, ends=(left, (right + 1) % (size + 1))))
        case Button.OK:
            return Step(event=Keyed(tile(left, right)))
        case _:
            return Step()


def _pointing(scene: Table, button: Button) -> Next:
    open_slots = slots(scene)
    if len(open_slots) < 2:
        return Step()
    by = -1 if button is Button.SPADE else 1
    at = (open_slots.index(pointed(scene)) + by) % len(open_slots)
    return Step(view=replace(scene.view, cursor=open_slots[at]))


def _moving(scene: Table, button: Button) -> Next:
    view = scene.view
    match button:
        case Button.SPADE | Button.HEART:
            return _pointing(scene, button)
        case Button.OK if view.page is Page.SOURCE:
            return Step(view=replace(view, page=Page.TARGET, source=pointed(scene), cursor=0))
        case Button.OK:
            return Step(event=Moved(view.source, pointed(scene)))
        case Button.CLUB:
            return Step(view=replace(view, page=Page.BOARD, cursor=0))
        case _:
            return Step()


def _playing(scene: Table, button: Button) -> Next:
    state, view = scene.state, scene.view
    match button:
        case Button.SPADE | Button.HEART:
            return _pointing(scene, button)
        case Button.DIAMOND:
            return Step(view=replace(view, hint=True, cursor=0))
        case Button.CLUB if moves(state):
            return Step(view=replace(view, page=Page.SOURCE, cursor=0))
        case Button.CLUB:
            return Step(refusal=Refusal(_why_no_move(state)))
        case Button.OK:
            return _obvious(scene)
        case _:
            return Step()


def _why_no_move(state: State) -> str:
    if state.hand is not None and not state.stuck:
        return N_("First the tile in hand")
    return N_("Tiles move only while a double is in trouble")


def _obvious(scene: Table) -> Next:
    """What OK does: follow a piece of advice that only one press can carry out, or the one thing that is next."""
    state, view = scene.state, scene.view
    act = advice(scene)
    if act is not None and view.hint and act.do in (Do.MOVE, Do.DECLARE_LOST, Do.GIVE_UP) and not placements(state):
        return Step(event=event_of(act)) if act.do is not Do.GIVE_UP else Step(view=replace(view, page=Page.STOP))
    if may_draw(state):
        return Step(view=replace(view, page=Page.KEYPAD)) if state.mode is Mode.REAL else Step(event=Drawn())
    if placements(state):
        return Step(event=Placed(pointed(scene)))
    if may_set_aside(state):
        return Step(event=SetAside())
    return Step(view=replace(view, page=Page.SOURCE, cursor=0) if moves(state) else replace(view, page=Page.STOP))


# Time


def on_time(scene: Table) -> Next:
    """The watched device's next act, when its moment has come."""
    due = _until_next_act(scene)
    return _one_act(scene) if due is not None and due <= 0 else Step()


def _until_next_act(scene: Table) -> float | None:
    watched = scene.state.mode is Mode.WATCH and scene.state.phase in DECIDING and scene.view.running
    if not watched or advice(scene) is None:
        return None
    return max(0.0, PACE_SECONDS[scene.view.pace] - scene.elapsed)


def flashes(scene: Table) -> bool:
    """Whether a change is still being shown by flashing."""
    changed = isinstance(scene.event, Placed | Moved | Drawn | Keyed | Dealt)
    return changed and scene.elapsed < FLASH_SECONDS


def next_wake(scene: Table) -> float | None:
    """Seconds until the next act, the next flash or the end of a refusal."""
    return earliest(_until_next_act(scene), FLASH if flashes(scene) else None, scene.until_read)


# Lamps and tunes


def lamps(scene: Table) -> Lamps:
    """A button is lit when it does something now."""
    state, view = scene.state, scene.view
    lit: dict[Button, Lamp] = {Button.HOME: Lamp.ON, Button.OK: Lamp.ON}
    if state.phase is not Phase.SETUP or scene.can_undo:
        lit[Button.UNDO] = Lamp.ON
    for button in SUIT_BUTTONS:
        if _does_something(scene, button):
            lit[button] = Lamp.ON
    if state.mode is not Mode.WATCH and state.phase is not Phase.SETUP and view.page is not Page.STOP:
        lit[Button.OK] = Lamp.BLINK
    return lit


def _does_something(scene: Table, button: Button) -> bool:
    if scene.state.phase is Phase.OVER or scene.view.page is Page.STOP:
        return False
    step = on_press(scene, Press(button))
    return step != Step() and step.refusal is None


def cues(before: State, event: Event, after: State) -> str:
    """The tune for an event."""
    if after.phase is Phase.OVER:
        return "win" if after.outcome is Outcome.WON else "lose"
    if len(at_home(after)) > len(at_home(before)) and before.piles:
        return "great_clock_home"
    match event:
        case Dealt():
            return "deal"
        case Placed() | Keyed():
            return "great_clock_tile"
        case Moved():
            return "great_clock_move"
        case Drawn() if after.stuck:
            return "great_clock_stuck"
        case Drawn():
            return "tick"
        case _:
            return "press"
