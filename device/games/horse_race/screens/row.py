"""The row of links as it is laid."""

from __future__ import annotations

from device.cards import Suit
from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.parts import title
from device.draw.unfold import Box, around
from device.games.horse_race import events, motion
from device.games.horse_race.controls import DEAL
from device.games.horse_race.course import A_SUIT
from device.games.horse_race.evening import Evening
from device.games.horse_race.house import Cards
from device.games.horse_race.screens.marks import stamp_centred, suit_mark
from device.games.horse_race.view import RaceScene

CARD_WIDE, CARD_HIGH, PITCH = 17, 23, 18
TOP = 16


def draw(canvas: Canvas, scene: RaceScene) -> None:
    """The cards laid so far, the next place marked, and what to do below."""
    _ = scene.texts.gettext
    state = scene.state
    laid = _laid_by_now(scene)
    title(canvas, _("Race %(number)d") % {"number": state.race}, f"{laid}/{state.settings.links}")
    doomed = state.row_hopeless if laid == state.row_laid else None
    for place in range(state.settings.links):
        _draw_card(canvas, scene, place, laid, doomed)
    if doomed:
        left = A_SUIT - state.course.links.count(doomed)
        why = _("Only %(left)d %(suit)s left, %(finish)d needed")
        why %= {"left": left, "suit": doomed.symbol, "finish": state.course.finish}
        canvas.text(WIDTH // 2, 43, why, Font.SMALL, align="centre")
        canvas.text(WIDTH // 2, 54, _("OK: deal again"), Font.SMALL, align="centre")
    elif motion.laying(scene):
        pass  # the cards come, and nothing is to be done
    elif state.settings.cards is Cards.REAL:
        canvas.text(WIDTH // 2, 42, _("Lay the row,"), Font.SMALL, align="centre")
        canvas.text(WIDTH // 2, 54, _("a suit key for each card"), Font.SMALL, align="centre")
    else:
        canvas.text(WIDTH // 2, 48, _("OK: the box deals"), Font.BODY, align="centre")


def place_box(state: Evening, number: int) -> Box:
    """Where the card of a place is on the glass."""
    return around(_left(state, number), TOP, CARD_WIDE, CARD_HIGH)


def _left(state: Evening, number: int) -> int:
    return (WIDTH - PITCH * len(state.course.links)) // 2 + PITCH * number


def _laid_by_now(scene: RaceScene) -> int:
    """While the box lays the row, its cards come one after the other."""
    laid = scene.state.row_laid
    if isinstance(scene.event, events.Deal) and scene.elapsed < DEAL:
        return min(laid, int((laid + 2) * scene.elapsed / DEAL))
    return laid


def _draw_card(canvas: Canvas, scene: RaceScene, place: int, laid: int, doomed: Suit | None) -> None:
    left = _left(scene.state, place)
    if place < laid:
        suit = scene.state.course.links[place]
        canvas.box(left, TOP, CARD_WIDE, CARD_HIGH, fill=suit is doomed)
        stamp_centred(canvas, left + CARD_WIDE // 2, TOP + 5, suit_mark(suit, 13), ink=int(suit is not doomed))
    else:
        canvas.dots(left, TOP + CARD_HIGH - 1, left + CARD_WIDE)
        if place == laid and not doomed:
            canvas.box(left, TOP + CARD_HIGH - 3, CARD_WIDE, 3, fill=True)
