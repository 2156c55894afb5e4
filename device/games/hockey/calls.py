"""The referee's calls as pictures: the pass, the interception and the goal, each a short scene on the ice."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number, number_width
from device.draw.headline import headline
from device.draw.sprites import sprite
from device.games.hockey.controls import HockeyScene
from device.games.hockey.rules import Call

ICE = 53
"""The pixel row of the ice; the soft keys begin below it."""
GOAL_LINE = 101
CROSSED = 0.7
"""Seconds until the puck is over the line."""


def draw_call(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """Draw the scene of a call, as far as it has come, above the soft keys."""
    canvas.line(0, ICE, WIDTH - 1, ICE)
    match call:
        case Call.GOAL:
            _goal(canvas, scene)
        case Call.INTERCEPTION:
            _interception(canvas, scene)
        case _:
            _pass(canvas, scene)


def _pass(canvas: Canvas, scene: HockeyScene) -> None:
    """A player strikes, and the puck glides off to the right, below the top line of the table."""
    struck = scene.elapsed >= 0.2
    _stand(canvas, 0, sprite("hockey_skater")[struck])
    _puck(canvas, 42 + _glide(scene.elapsed, 0.2, 0.8, 78), trail=struck and scene.elapsed < 0.8)
    headline(canvas, (31, 10, WIDTH - 31, 24), scene.texts.gettext("PASS!"), align="right")
    headline(canvas, (46, 33, WIDTH - 46, 16), _name(scene), align="right")


def _interception(canvas: Canvas, scene: HockeyScene) -> None:
    """The puck comes from the left, an opponent's stick is there, and back it goes."""
    struck = scene.elapsed >= 0.5
    skater = sprite("hockey_skater")[struck].transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    _stand(canvas, WIDTH - skater.width, skater)
    if struck:
        _puck(canvas, 78 - _glide(scene.elapsed, 0.5, 1.2, 74))
        if scene.elapsed < 0.8:
            for x, y in ((80, 44), (88, 40), (96, 44)):
                canvas.line(x, y, 88 + (x - 88) // 2, y + 4)
    else:
        _puck(canvas, _glide(scene.elapsed, 0.0, 0.5, 80), trail=True)
    headline(canvas, (0, 1, 92, 16), scene.texts.gettext("INTERCEPTION!"))
    headline(canvas, (0, 20, 84, 22), _name(scene))


def _goal(canvas: Canvas, scene: HockeyScene) -> None:
    """The puck slides past the keeper over the line, the net bulges, and the new score stands beside it."""
    scored = scene.elapsed >= CROSSED
    _stand(canvas, WIDTH - 27, sprite("hockey_net")[CROSSED <= scene.elapsed < CROSSED + 0.4])
    score = "{}-{}".format(*scene.state.score)
    keeper = GOAL_LINE - 34
    if not scored or number_width(score) + 8 < keeper:
        _stand(canvas, keeper, sprite("hockey_keeper")[scored])
    if not scored:
        _puck(canvas, 4 + _glide(scene.elapsed, 0.0, CROSSED, GOAL_LINE), trail=True)
        return
    _puck(canvas, GOAL_LINE + 8)
    canvas.box(0, 0, 98, 30, fill=True, ink=0)
    headline(canvas, (0, 0, 94, 26), scene.texts.gettext("GOAL!"))
    if int((scene.elapsed - CROSSED) / 0.2) in {1, 3}:
        canvas.invert(0, 0, 98, 28)
    number(canvas, 0, 31, score, Digits.SMALL)


def _name(scene: HockeyScene) -> str:
    """Whoever made the call: the one whose turn it was."""
    before = scene.before
    return before.seats[before.turn] if before else ""


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
