"""How the Great Clock looks: set-up, the dial with the tile in hand, the keypad for real tiles, and the end."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from device.dominoes import Tile
from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number
from device.draw.fonts import Font
from device.draw.headline import headline
from device.draw.parts import banner, soft_keys, title, wrap
from device.games.great_clock import dial
from device.games.great_clock.controls import FLASH, FLASH_SECONDS, advice, flashes, pointed, slots
from device.games.great_clock.events import Mode, Moved, Placed
from device.games.great_clock.rules import Outcome, Phase, State, at_home, may_move, placements
from device.games.great_clock.search import Act, Do
from device.games.great_clock.view import Pace, Page, Table
from device.texts import N_

Translate = Callable[[str], str]

SET_NAMES = {12: N_("Double-twelve"), 9: N_("Double-nine"), 6: N_("Double-six")}
MODE_NAMES = {Mode.WATCH: N_("The box plays"), Mode.PLAY: N_("You play"), Mode.REAL: N_("Real dominoes")}
REASONS = {
    Outcome.BONEYARD_EMPTY: N_("The boneyard is empty"),
    Outcome.PROVED_LOST: N_("No way was left"),
    Outcome.GIVEN_UP: N_("No way was found"),
}
CAPTION = 35
"""The top of the line under the tile in hand."""


def draw(scene: Table) -> Image.Image:
    """The picture of any scene of the Great Clock."""
    canvas = Canvas()
    match scene.state.phase, scene.view.page:
        case Phase.SETUP, _:
            _draw_setup(canvas, scene)
        case Phase.OVER, _:
            _draw_end(canvas, scene)
        case _, Page.KEYPAD:
            _draw_keypad(canvas, scene)
        case _, Page.STOP:
            _draw_stop(canvas, scene)
        case _:
            _draw_dial(canvas, scene)
    if scene.refused:
        banner(canvas, scene.refused.said(scene.texts))
    return canvas.image


def _draw_setup(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    state = scene.state
    title(canvas, _("Great Clock"))
    headline(canvas, (0, 12, WIDTH, 16), _(SET_NAMES[state.size]), align="centre")
    in_hand = _("Moves with a tile in hand") if state.move_in_hand else _("No move with a tile in hand")
    cover = _("Doubles may be covered") if state.cover_doubles else _("Doubles stay uncovered")
    for line, text in enumerate((_(MODE_NAMES[state.mode]), in_hand, cover)):
        canvas.text(WIDTH // 2, 30 + line * 8, text, Font.TINY, align="centre")
    soft_keys(canvas, (_("Set"), _("Who"), _("Moves"), _("Cover")))


def _draw_dial(canvas: Canvas, scene: Table) -> None:
    state = scene.state
    _draw_tiles(canvas, scene)
    held = _shown_large(scene)
    if held is not None:
        dial.large_tile(canvas, held)
    else:
        dial.large_count(canvas, state.left)
    canvas.text(dial.MIDDLE, CAPTION, _caption(scene), Font.TINY, align="centre")
    _draw_pointers(canvas, scene)
    _draw_keys(canvas, scene)


def _shown_large(scene: Table) -> Tile | None:
    """The tile that is being moved or may be, else the one in hand."""
    state, view = scene.state, scene.view
    slot = {Page.SOURCE: pointed(scene), Page.TARGET: view.source}.get(view.page, 0)
    return state.piles[slot - 1][-1] if slot else state.hand


def _draw_tiles(canvas: Canvas, scene: Table) -> None:
    lifted = scene.view.source if scene.view.page is Page.TARGET else 0
    for slot, pile in enumerate(scene.state.piles, 1):
        shown = pile[:-1] if slot == lifted else pile
        dial.draw_tile(canvas, slot, shown[-1] if shown else None)
    if flashes(scene) and int(scene.elapsed / FLASH) % 2 == 0:
        match scene.event:
            case Placed(slot):
                dial.invert(canvas, slot)
            case Moved(source, target):
                dial.invert(canvas, source if scene.elapsed < FLASH_SECONDS / 2 else target)


def _draw_pointers(canvas: Canvas, scene: Table) -> None:
    """Dots at the slots that may be chosen, the hand at the one pointed at or advised to move; watching, at what comes next."""
    act = advice(scene)
    if scene.state.mode is Mode.WATCH:
        if act is not None and act.target:
            dial.point(canvas, act.target)
        return
    if act is not None and act.do is Do.MOVE and scene.view.hint and not slots(scene):
        dial.point(canvas, act.source)
        dial.dot(canvas, act.target)
    for slot in slots(scene):
        dial.dot(canvas, slot)
    if pointed(scene):
        dial.point(canvas, pointed(scene))


def _caption(scene: Table) -> str:
    """What is written under the tile in hand: advice, what is to do, or how many tiles are to come."""
    _ = scene.texts.gettext
    state, view, act = scene.state, scene.view, advice(scene)
    if view.page is Page.SOURCE:
        return _("Move which?")
    if view.page is Page.TARGET:
        return _("Onto which?")
    if state.mode is Mode.WATCH:
        return _left(state, _) if view.running else _("paused")
    if view.hint:
        return _("thinking…") if act is None else advice_words(act, _)
    if state.hand is None:
        return _("tiles: OK draws")  # below their number
    if placements(state):
        return _left(state, _)
    return _("Stuck: move") if state.stuck else _("Set it aside")


def _left(state: State, _: Translate) -> str:
    return _("boneyard") if state.hand is None else _("boneyard %d") % state.left


def advice_words(act: Act, _: Translate) -> str:
    """An act as a piece of advice, at most 64 pixels wide in the TINY font, so that it fits between the marks of the hours 4 and 8."""
    match act.do:
        case Do.DRAW:
            return _("Advice: draw")
        case Do.PLACE:
            return _("Try %d o'clock") % act.target
        case Do.SET_ASIDE:
            return _("Set it aside")
        case Do.MOVE:
            return _("%(source)d to %(target)d o'clock") % {"source": act.source, "target": act.target}
        case Do.DECLARE_LOST:
            return _("Lost: all tried")
        case Do.GIVE_UP:
            return _("No way found")


def _draw_keys(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    state, view = scene.state, scene.view
    if state.mode is Mode.WATCH:
        slower = _("Slower") if view.pace is not Pace.SLOW else ""
        faster = _("Faster") if view.pace is not Pace.QUICK else ""
        soft_keys(canvas, (slower, faster, "" if view.running else _("Step"), ""))
        return
    turn = ("◀", "▶") if len(slots(scene)) > 1 else ("", "")
    if view.page is Page.BOARD:
        soft_keys(canvas, (*turn, "" if view.hint else _("Hint"), _("Move") if may_move(state) else ""))
    else:
        soft_keys(canvas, (*turn, "", _("Back")))


def _draw_keypad(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    state = scene.state
    match state.phase:
        case Phase.LAYOUT:
            laid = sum(1 for pile in state.piles if pile)
            title(canvas, _("Tile at %d o'clock") % state.emptied, f"{laid + 1}/{state.size}")
        case Phase.FILL:
            title(canvas, _("New tile at %d o'clock") % state.emptied)
        case _:
            title(canvas, _("Tile drawn"), _("%d left") % state.left)
    for middle, end in zip((32, 96), scene.view.ends, strict=True):
        number(canvas, middle, 15, str(end), Digits.LARGE, align="centre")
    canvas.line(WIDTH // 2, 15, WIDTH // 2, 50)
    soft_keys(canvas, ("−", "+", "−", "+"))


def _draw_stop(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    title(canvas, _("Give up?"))
    for line, text in enumerate(wrap(_("No way on was found. OK ends the deal, UNDO goes back."), Font.SMALL)):
        canvas.text(0, 17 + line * 12, text, Font.SMALL)


def _draw_end(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    state = scene.state
    won = state.outcome is Outcome.WON
    if state.mode is Mode.WATCH:
        word = _("The clock says yes") if won else _("The clock says no")
    else:
        word = _("Won!") if won else _("Lost")
    headline(canvas, (0, 4, WIDTH, 22), word, align="centre")
    home = _("%(home)d of %(all)d doubles at home") % {"home": len(at_home(state)), "all": state.size}
    reason = _("%d tiles to spare") % state.left if state.outcome in (Outcome.WON, None) else _(REASONS[state.outcome])
    canvas.text(WIDTH // 2, 31, home, Font.TINY, align="centre")
    canvas.text(WIDTH // 2, 42, reason, Font.TINY, align="centre")
    canvas.text(WIDTH // 2, 54, _("OK: another deal"), Font.TINY, align="centre")
