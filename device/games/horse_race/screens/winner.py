"""The winner's screen: the suit in laurel, what it pays, by how many lengths, and the lap of honour."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import number, number_width
from device.draw.fonts import Font
from device.draw.sprites import sprite
from device.games.horse_race import motion, signals
from device.games.horse_race.screens.marks import fitting, stamp_centred, suit_mark
from device.games.horse_race.view import RaceScene

LEFT, ROOM = 54, WIDTH - 54


def draw(canvas: Canvas, scene: RaceScene) -> None:
    """Once the winner is home."""
    _ = scene.texts.gettext
    result = scene.state.results[-1]
    canvas.stamp(2, 0, sprite("laurel")[0])
    stamp_centred(canvas, 26, 11, suit_mark(result.winner, 24))
    number(canvas, LEFT, 15, result.price.text)
    if signals.upset(scene.state):
        _text(canvas, 1, _("An upset!"), bold=True)
        _exclaim(canvas, LEFT + number_width(result.price.text) + 4)
    else:
        _text(canvas, 0, _("pays"), bold=False)
    _text(canvas, 39, _lengths(scene, result.lengths), bold=False)
    canvas.dots(0, 63, WIDTH)
    if motion.moving(scene):
        lap = scene.elapsed - motion.finish(scene)
        gallop = sprite("horse")
        left = round(-16 + (WIDTH + 16) * lap / motion.LAP_OF_HONOUR)
        canvas.stamp(left, 52, gallop[motion.frames(lap) % len(gallop)])
    else:
        canvas.stamp(WIDTH - 20, 52, sprite("horse_stand")[0])


def _exclaim(canvas: Canvas, left: int) -> None:
    """An exclamation mark in the style of the large digits."""
    canvas.box(left, 15, 5, 13, fill=True)
    canvas.box(left, 30, 5, 5, fill=True)


def _text(canvas: Canvas, y: int, text: str, *, bold: bool) -> None:
    fonts = (Font.BOLD, Font.SMALL, Font.TINY) if bold else (Font.SMALL, Font.TINY)
    canvas.text(LEFT, y, text, fitting(text, ROOM, *fonts))


def _lengths(scene: RaceScene, lengths: int) -> str:
    return scene.texts.ngettext("by a length", "by %(lengths)d lengths", lengths) % {"lengths": lengths}
