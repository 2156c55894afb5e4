"""The referee's calls as pictures: a sash with the word, and then the pass, the interception or the goal as a scene on the ice."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import Digits, number, number_width
from device.draw.fonts import Font, width
from device.draw.headline import headline
from device.draw.sprites import sprite
from device.games.hockey.controls import HockeyScene
from device.games.hockey.events import Mode
from device.games.hockey.motion import FRAME, OPENED, played, steps
from device.games.hockey.rules import Call
from device.texts import N_

WORDS = {Call.PASS: N_("PASS!"), Call.INTERCEPTION: N_("INTERCEPTION!"), Call.GOAL: N_("GOAL!")}
SASH_ROOM = 92
"""Pixels for a word in the largest letters; a longer one takes smaller ones, for every column of the sash costs time."""
ICE = 53
"""The pixel row of the ice; the soft keys begin below it."""
GOAL_LINE = 101
CROSSED = OPENED + 0.5
"""Seconds until the puck is over the line."""


def draw_sash(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """Lay the word of a call over the table, in light, two of the panel's pages high: it is there at once."""
    word = scene.texts.gettext(WORDS[call])
    font = Font.LARGE if width(word, Font.LARGE) <= SASH_ROOM else Font.BODY
    wide, high = width(word, font) + 7, font.cap_height + 2
    left, top = 0, 0 if scene.options.large else 16
    if scene.state.mode is Mode.SCOREBOARD:
        left, top = 32 + 64 * scene.state.goals[-1].team - wide // 2, 16
    elif font is Font.LARGE:
        canvas.box(left, top - 6, wide, 6, fill=True, ink=0)  # what is left of the name
    canvas.box(left, top, wide, 16, fill=True, ink=0)
    canvas.box(left, top + (16 - high) // 2, wide, high, fill=True)
    for bold in (0, 1):
        canvas.text(left + 3 + bold, top + (16 - high) // 2 + 1, word, font, ink=0)


def draw_call(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """Draw the scene of a call, as far as it has come, above the soft keys."""
    canvas.line(0, ICE, WIDTH - 1, ICE)
    now = played(scene.elapsed)
    match call:
        case Call.GOAL:
            _goal(canvas, scene, now)
        case Call.INTERCEPTION:
            _interception(canvas, scene, now)
        case _:
            _pass(canvas, scene, now)


def _pass(canvas: Canvas, scene: HockeyScene, now: float) -> None:
    """A player strikes, and the puck glides off to the right, below the top line of the table."""
    strike, gone = OPENED + 0.05, OPENED + 0.45
    struck = now >= strike
    _stand(canvas, 0, sprite("hockey_skater")[struck])
    _puck(canvas, 42 + _glide(now, OPENED + 0.1, gone, 78), trail=struck and now < gone)
    headline(canvas, (31, 10, WIDTH - 31, 24), scene.texts.gettext(WORDS[Call.PASS]), align="right")
    headline(canvas, (46, 33, WIDTH - 46, 16), scene.state.seats[scene.state.last], align="right")


def _interception(canvas: Canvas, scene: HockeyScene, now: float) -> None:
    """The puck comes from the left, an opponent's stick is there, and back it goes."""
    strike, gone = OPENED + 0.25, OPENED + 0.85
    struck = now >= strike
    skater = sprite("hockey_skater")[struck].transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    _stand(canvas, WIDTH - skater.width, skater)
    if struck:
        _puck(canvas, 78 - _glide(now, OPENED + 0.3, gone, 74))
        if FRAME <= now - strike < 3 * FRAME:
            for x, y in ((80, 44), (88, 40), (96, 44)):
                canvas.line(x, y, 88 + (x - 88) // 2, y + 4)
    else:
        _puck(canvas, _glide(now, OPENED, OPENED + 0.2, 78), trail=True)
    headline(canvas, (0, 1, 92, 16), scene.texts.gettext(WORDS[Call.INTERCEPTION]))
    headline(canvas, (0, 20, 84, 22), scene.state.seats[scene.state.last])


def _goal(canvas: Canvas, scene: HockeyScene, now: float) -> None:
    """The puck slides past the keeper over the line: the net bulges, the keeper falls, the word comes letter by letter, and
    then the new score. One after the other, as the eye would see it anyway; and so each of them is a small change.
    """
    frame = steps(now - CROSSED, FRAME)
    crossed, fallen, scored = frame >= 0, frame >= 1, frame >= 7
    score = "{}-{}".format(*scene.state.score)
    keeper = GOAL_LINE - 34
    _stand(canvas, WIDTH - 27, sprite("hockey_net")[crossed and frame < 4])
    if not fallen or number_width(score) + 8 < keeper:
        _stand(canvas, keeper, sprite("hockey_keeper")[fallen])
    if crossed:
        _puck(canvas, GOAL_LINE + 8)
    else:
        _puck(canvas, 4 + _glide(now, OPENED, CROSSED, GOAL_LINE), trail=True)
    if frame > 1:
        word = scene.texts.gettext(WORDS[Call.GOAL])
        headline(canvas, (0, 0, 94, 26), word)
        come = 2 * width(word[: frame - 1], Font.BOLD) + 2
        canvas.box(come, 0, 96 - come, 30, fill=True, ink=0)
    if scored:
        number(canvas, 0, 32, score, Digits.SMALL)


def flash(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """Swap light and dark all over, twice, once the score of a goal stands: one command for the panel."""
    if call is Call.GOAL and steps(scene.elapsed - CROSSED, FRAME) in {9, 10, 13, 14}:
        canvas.invert(0, 0, WIDTH, HEIGHT)


def _stand(canvas: Canvas, left: int, figure: Image.Image) -> None:
    """Put a figure on the ice."""
    canvas.stamp(left, ICE - figure.height, figure)


def _puck(canvas: Canvas, left: int, *, trail: bool = False) -> None:
    canvas.box(left, ICE - 4, 8, 4, fill=True)
    if trail:
        canvas.line(left - 9, ICE - 3, left - 3, ICE - 3)
        canvas.line(left - 14, ICE - 2, left - 6, ICE - 2)


def _glide(elapsed: float, start: float, end: float, way: int) -> int:
    """How far along its way a puck is, in pixels."""
    return round(way * min(1.0, max(0.0, (elapsed - start) / (end - start))))
