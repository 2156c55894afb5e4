"""The referee's calls as pictures: a word, and beside it the pass, the interception or the goal as a scene on the ice."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import Digits, number, number_width
from device.draw.fonts import Font, width
from device.draw.headline import headline
from device.draw.sprites import sprite
from device.draw.unfold import PAGE, Box
from device.games.hockey.controls import HockeyScene
from device.games.hockey.motion import FRAME, OPENED, played, steps
from device.games.hockey.rules import Call
from device.texts import N_

WORDS = {Call.PASS: N_("PASS!"), Call.INTERCEPTION: N_("INTERCEPTION!"), Call.GOAL: N_("GOAL!")}
TALL_ROOM = 58
"""Pixels for a word in letters of three of the panel's pages, which is on the glass at once; a longer one takes two pages."""
BOLD_ROOM = 95
"""The same for bold letters of two pages."""
ICE = 53
"""The pixel row of the ice; the soft keys begin below it."""
GOAL_LINE = 101
CROSSED = OPENED + 0.5
"""Seconds until the puck is over the line."""


def boxes(scene: HockeyScene, call: Call) -> tuple[Box, Box]:
    """What a call's picture shows first: the word, where the name of the player on turn stood, and what stood beside it."""
    word, large = scene.texts.gettext(WORDS[call]), scene.options.large
    line = (0, 0, WIDTH, 2 * PAGE) if large else (0, PAGE, WIDTH, 3 * PAGE)
    if _tall(word):
        return (0, 0 if large else PAGE, width(word, Font.BOLD) + 1, 3 * PAGE), line
    return (0, 0 if large else 2 * PAGE, width(word, _long_font(word)) + 1, 2 * PAGE), line


def _tall(word: str) -> bool:
    return width(word, Font.BOLD) <= TALL_ROOM


def _long_font(word: str) -> Font:
    return Font.BOLD if width(word, Font.BOLD) <= BOLD_ROOM else Font.BODY


def _word(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """The word, from the first picture of a call to its last: it must be read at once, and nothing may move it."""
    word, top = scene.texts.gettext(WORDS[call]), boxes(scene, call)[0][1]
    if not _tall(word):
        canvas.text(0, top + 3, word, _long_font(word))
        return
    letters = Canvas()
    letters.text(0, 0, word, Font.BOLD)
    wide, high = width(word, Font.BOLD) + 1, Font.BOLD.cap_height
    canvas.stamp(0, top + 1, letters.image.crop((0, 0, wide, high)).resize((wide, 2 * high), Image.Resampling.NEAREST))


def draw_call(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """Draw the scene of a call, as far as it has come, above the soft keys."""
    canvas.line(0, ICE, WIDTH - 1, ICE)
    _word(canvas, scene, call)
    now = played(scene.elapsed)
    match call:
        case Call.GOAL:
            _goal(canvas, scene, now)
        case Call.INTERCEPTION:
            _interception(canvas, scene, now)
        case _:
            _pass(canvas, scene, now)


def _pass(canvas: Canvas, scene: HockeyScene, now: float) -> None:
    """A player strikes, and the puck glides off to the left, below the word and the player's name."""
    strike, gone = OPENED + 0.05, OPENED + 0.45
    struck = now >= strike
    skater = sprite("hockey_skater")[struck].transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    _stand(canvas, WIDTH - skater.width, skater)
    _puck(canvas, 78 - _glide(now, OPENED + 0.1, gone, 78), trail=-1 if struck and now < gone else 0)
    _name(canvas, scene)


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
        _puck(canvas, _glide(now, OPENED, OPENED + 0.2, 78), trail=1)
    _name(canvas, scene)


def _goal(canvas: Canvas, scene: HockeyScene, now: float) -> None:
    """The puck slides past the keeper over the line: the net bulges, the keeper falls, and then there is the new score. One
    after the other, as the eye would see it anyway; and so each of them is a small change.
    """
    frame = steps(now - CROSSED, FRAME)
    crossed, fallen, scored = frame >= 0, frame >= 1, frame >= 3
    score = "{}-{}".format(*scene.state.score)
    keeper = GOAL_LINE - 34
    _stand(canvas, WIDTH - 27, sprite("hockey_net")[crossed and frame < 4])
    if not fallen or number_width(score) + 8 < keeper:
        _stand(canvas, keeper, sprite("hockey_keeper")[fallen])
    if crossed:
        _puck(canvas, GOAL_LINE + 8)
    else:
        _puck(canvas, 4 + _glide(now, OPENED, CROSSED, GOAL_LINE), trail=1)
    if scored:
        number(canvas, 0, 32, score, Digits.SMALL)


def flash(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """Swap light and dark all over, twice, once the score of a goal stands: one command for the panel."""
    if call is Call.GOAL and steps(scene.elapsed - CROSSED, FRAME) in {5, 6, 9, 10}:
        canvas.invert(0, 0, WIDTH, HEIGHT)


def _stand(canvas: Canvas, left: int, figure: Image.Image) -> None:
    """Put a figure on the ice."""
    canvas.stamp(left, ICE - figure.height, figure)


def _name(canvas: Canvas, scene: HockeyScene) -> None:
    """Whose card it was, between the word and the ice."""
    headline(canvas, (0, 33, WIDTH - 46, 15), scene.state.seats[scene.state.last])


def _puck(canvas: Canvas, left: int, *, trail: int = 0) -> None:
    """The puck on the ice; it goes to the right (`trail` 1), to the left (-1), or rests."""
    canvas.box(left, ICE - 4, 8, 4, fill=True)
    if trail:
        back = left if trail > 0 else left + 7
        canvas.line(back - 9 * trail, ICE - 3, back - 3 * trail, ICE - 3)
        canvas.line(back - 14 * trail, ICE - 2, back - 6 * trail, ICE - 2)


def _glide(elapsed: float, start: float, end: float, way: int) -> int:
    """How far along its way a puck is, in pixels."""
    return round(way * min(1.0, max(0.0, (elapsed - start) / (end - start))))
