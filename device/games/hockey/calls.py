"""The referee's calls as pictures: a word, and beside it the pass, the interception or the goal as a scene on the ice."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import Digits, number, number_width
from device.draw.fonts import Font, width
from device.draw.headline import headline
from device.draw.sprites import sprite
from device.draw.unfold import PAGE, Box, unfold
from device.games.hockey.controls import HockeyScene
from device.games.hockey.motion import FRAME, OPENED, played, steps
from device.games.hockey.names import draw_seat, seat_box
from device.games.hockey.rules import Call
from device.texts import N_

WORDS = {Call.PASS: N_("PASS!"), Call.INTERCEPTION: N_("INTERCEPTION!"), Call.GOAL: N_("GOAL!")}
TALL_ROOM = 58
"""Pixels for a word in letters of three of the panel's pages, which is on the glass at once; a longer one takes two pages."""
LARGE_NAME = 64
"""Pixels that a name in large figures has beside what is in the air."""
THIN = 3
"""Pixels between a French word and its exclamation mark."""
ICE = 53
"""The pixel row of the ice; the soft keys begin below it."""
GOAL_LINE = 101
CROSSED = OPENED + 0.5
"""Seconds until the puck is over the line."""


def boxes(scene: HockeyScene, call: Call) -> tuple[Box, Box]:
    """What a call's picture shows first, in whole pages: the word, and the line that it stands in."""
    wide = _word_width(scene.texts.gettext(WORDS[call]), Font.BOLD) + 1
    top, pages = _place(scene, call)
    return (0, top, wide, pages * PAGE), (0, top, WIDTH, pages * PAGE)


def stripe(scene: HockeyScene, call: Call) -> Box:
    """The pixels that are the word's own from the first picture of a call to its last."""
    (left, top, wide, high), _line = boxes(scene, call)
    return (left, top, wide, high) if _tall(scene, call) else (left, top, wide, high - 2)


def opening(covered: Image.Image, picture: Image.Image, scene: HockeyScene, call: Call) -> Image.Image:
    """The picture of a call as far as it has opened over what was on the glass: first its word alone, and what it would cut
    through cleared away if the bus can do that at once; the rest unfolds from there.
    """
    left, top, wide, high = stripe(scene, call)
    area = (left, top, left + wide, top + high)
    stamped = covered.copy()
    stamped.paste(picture.crop(area), area)
    name = _cut_through(scene, call)
    if name is not None:
        cleared = stamped.copy()
        cleared.paste(0, name)
        stamped = cleared if unfold(covered, cleared, 0) == cleared else stamped
    step = steps(scene.elapsed)
    return unfold(stamped, picture, step - 1, *boxes(scene, call)) if step else stamped


def _cut_through(scene: HockeyScene, call: Call) -> Box | None:
    """The corners of the rest of the name that a word in its place would leave; None if there is no such rest."""
    _left, _top, wide, _high = stripe(scene, call)
    if scene.options.large:
        return None if wide >= LARGE_NAME else (wide, 0, LARGE_NAME, 2 * PAGE)
    if not _tall(scene, call):
        return None  # in the place of what was in the air, and wider
    left, top, room, high = seat_box(scene, scene.state.last)
    return None if wide >= room else (wide, top, left + room, top + high)


def _place(scene: HockeyScene, call: Call) -> tuple[int, int]:
    """The row where the word begins, and how many of the panel's pages it takes.

    A short one is tall, and covers the player's name. A long one stands below the name, where it was said that a jack would be
    an interception; in large figures there is no such line.
    """
    if _tall(scene, call):
        return (0 if scene.options.large else PAGE), 3
    return (0 if scene.options.large else 4 * PAGE), 2


def _tall(scene: HockeyScene, call: Call) -> bool:
    return _word_width(scene.texts.gettext(WORDS[call]), Font.BOLD) <= TALL_ROOM


def _word_width(word: str, font: Font) -> int:
    """With a thin space instead of a no-break one, as printers set it ahead of an exclamation mark."""
    said, _space, mark = word.partition("\N{NO-BREAK SPACE}")
    return width(said, font) + (THIN + width(mark, font) if mark else 0)


def _lettering(canvas: Canvas, top: int, word: str, font: Font) -> None:
    said, _space, mark = word.partition("\N{NO-BREAK SPACE}")
    canvas.text(0, top, said, font)
    canvas.text(width(said, font) + THIN, top, mark, font)


def _word(canvas: Canvas, scene: HockeyScene, call: Call) -> None:
    """The word, from the first picture of a call to its last: it must be read at once, and nothing may move it."""
    word, (top, _pages) = scene.texts.gettext(WORDS[call]), _place(scene, call)
    if not _tall(scene, call):
        _lettering(canvas, top + (3 if scene.options.large else 1), word, Font.BOLD)
        return
    letters = Canvas()
    _lettering(letters, 0, word, Font.BOLD)
    wide, high = _word_width(word, Font.BOLD) + 1, Font.BOLD.cap_height
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
    clear_of_word = 5 if struck and not scene.options.large else 0
    _stand(canvas, WIDTH - skater.width + clear_of_word, skater)
    if struck:
        _puck(canvas, 78 - _glide(now, OPENED + 0.3, gone, 74))
        if FRAME <= now - strike < 3 * FRAME:
            for x, y in ((77, 46), (84, 46)):
                canvas.line(x, y, x + 2, y + 2)
    else:
        _puck(canvas, _glide(now, OPENED, OPENED + 0.2, 78), trail=1)
    if scene.options.large:
        _name(canvas, scene)
    else:
        draw_seat(canvas, scene, scene.state.last)


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
