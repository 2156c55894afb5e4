"""The race: four lanes of galloping horses, the links above them, the live chances at the right.

the card just turned │ links …                                  │ %
suit │ track, a step of `_stride` pixels for each level         ▒ 38
"""

from __future__ import annotations

from typing import Any

from PIL import Image

from device.cards import Suit, parse_card
from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.digits import Digits
from device.draw.fonts import Font, width
from device.draw.parts import CELL, banner
from device.draw.sprites import sprite
from device.draw.unfold import Box, around
from device.games.horse_race import events, motion
from device.games.horse_race.controls import dealing
from device.games.horse_race.course import SUITS, Course, at
from device.games.horse_race.evening import Phase
from device.games.horse_race.house import Cards
from device.games.horse_race.screens.marks import centre, large_number, percent, stamp_centred, suit_mark
from device.games.horse_race.view import RaceScene

LANES_TOP, LANE = 11, 13
TRACK_LEFT, FINISH_LEFT = 15, 95
"""Where a horse's tail is at the start line, and when it is home."""
LINE_LEFT = 105
LARGE_FOOT = 55
"""Where the foot below the large figures begins."""
HORSE, LINK = 16, 9
REARING, STUMBLING = sprite("horse_falter")


def draw(canvas: Canvas, scene: RaceScene) -> None:
    """The course at this moment of the last card's movement; or large figures, if they are wanted."""
    if scene.options.large:
        _draw_large(canvas, scene)
    else:
        _draw_links(canvas, scene)
        _draw_card(canvas, scene)
        _draw_pause(canvas, scene)
        for lane, suit in enumerate(SUITS):
            _draw_lane(canvas, scene, lane, suit)
        _draw_chances(canvas, scene)
        _draw_due(canvas, scene)
    if motion.on_the_line(scene) and motion.STEP <= scene.elapsed < motion.STEP + motion.FLASH:
        canvas.invert(0, 0, WIDTH, HEIGHT)
    if motion.on_the_line(scene) and scene.elapsed >= motion.STEP + motion.PHOTO / 2 and not scene.refused:
        banner(canvas, scene.texts.gettext("Photo finish!"))


def lane_box(scene: RaceScene, suit: Suit) -> Box:
    """Where a horse is on the glass."""
    number = SUITS.index(suit)
    if scene.options.large:
        return around(number * CELL, 0, CELL - 1, LARGE_FOOT)
    return around(0, LANES_TOP + number * LANE, LINE_LEFT, LANE)


def _draw_large(canvas: Canvas, scene: RaceScene) -> None:
    """A column a horse: its chance in large figures, and how far it is on its way; the suit just turned stands in light.

    A step is seen where it counts, its horse galloping on its own bar: another screen for it would come and go with each card.
    At a joker the foot answers the press, and then all bars move.
    """
    state, chances = scene.state, _chances(scene)
    at_joker = isinstance(scene.event, events.TurnJoker) and scene.elapsed < motion.FRAME
    for column, suit in enumerate(SUITS):
        middle = centre(column)
        stamp_centred(canvas, middle, 1, suit_mark(suit, 13))
        large_number(canvas, middle, 16, "·" if chances is None else percent(chances[column]), Digits.MEDIUM)
        left, (position, picture) = column * CELL, _horse(scene, column, suit)
        canvas.box(left, 46, CELL - 1, 8)
        if run := int((CELL - 3) * position / state.course.finish):
            canvas.box(left + 1, 47, run, 6, fill=True)
        if not at_joker and (position != at(state.course.positions, suit) or picture is STUMBLING):
            nose = max(HORSE, min(CELL - 1, run + HORSE // 2))
            canvas.box(left + nose - HORSE, 43, HORSE, 11, fill=True, ink=0)
            canvas.stamp(left + nose - HORSE, 43, picture)
        if state.course.turned and state.course.turned[-1] is suit:
            canvas.invert(left, 0, CELL - 1, 15)
    _draw_foot(canvas, scene)
    _draw_unit(canvas, LARGE_FOOT, scene)


def _due(scene: RaceScene) -> str:
    """That people are to turn a link over, once the horse that made it due has arrived."""
    due = scene.state.course.due
    if not due or scene.state.settings.cards is not Cards.REAL or motion.moving(scene):
        return ""
    return scene.texts.gettext("Turn over card %(link)d") % {"link": due}


def _draw_due(canvas: Canvas, scene: RaceScene) -> None:
    """Which link is to be turned over, over the row of links: all horses and their chances stay in sight."""
    if words := _due(scene):
        canvas.box(0, 0, LINE_LEFT, 10, fill=True)
        canvas.text(LINE_LEFT // 2, 1, words, Font.TINY, align="centre", ink=0)


def _draw_foot(canvas: Canvas, scene: RaceScene) -> None:
    """Below the large figures: the link that is to be turned over, the joker just turned, or its key and the link just turned
    over.
    """
    if words := _due(scene):
        canvas.text(0, LARGE_FOOT, words, Font.SMALL)
        return
    if scene.state.course.turned and scene.state.course.turned[-1] is None:
        words = scene.texts.gettext("Joker")
        canvas.stamp(0, LARGE_FOOT, suit_mark(None, 9))
        canvas.text(13, LARGE_FOOT, words, Font.SMALL)
        return
    left = 30 if _draw_card_key(canvas, 56, scene) else 0
    if isinstance(scene.event, events.TurnLink) and scene.before is not None:
        words = scene.texts.gettext("Card %(link)d") % {"link": scene.before.course.due}
        canvas.text(left, LARGE_FOOT, words, Font.SMALL)
        back = scene.elapsed < motion.FLIP
        mark = sprite("card_back_9")[0] if back else suit_mark(scene.event.suit, 9)
        canvas.stamp(left + width(words, Font.SMALL) + 5, LARGE_FOOT, mark)


def _stride(course: Course) -> float:
    return (FINISH_LEFT - TRACK_LEFT) / course.finish


def _link_left(course: Course, level: int) -> int:
    """The left edge of a link's mark: above the middle of a horse at its level."""
    return round(TRACK_LEFT + level * _stride(course)) + (HORSE - LINK) // 2


def _draw_links(canvas: Canvas, scene: RaceScene) -> None:
    course = scene.state.course
    flipping = isinstance(scene.event, events.TurnLink) and scene.elapsed < motion.FLIP and scene.before is not None
    flipped = scene.before.course.due if flipping and scene.before is not None else 0
    for number, suit in enumerate(course.links, 1):
        left = _link_left(course, number)
        if number == flipped:
            wide = 1 + 2 * int(4 * abs(1 - 2 * scene.elapsed / motion.FLIP))
            canvas.box(left + 4 - wide // 2, 0, wide, 9, fill=scene.elapsed < motion.FLIP / 2)
        elif suit is not None:
            canvas.stamp(left, 0, suit_mark(suit, 9))
        else:
            canvas.stamp(left, 0, sprite("card_back_9")[0])
            if number == course.due:
                canvas.invert(left, 0, 9, 9)


def _draw_card(canvas: Canvas, scene: RaceScene) -> None:
    """The card just turned, in the upper left corner: its suit, and its rank when the box dealt it.

    While people may still turn the joker, its key stands there instead; the lane tells the suit just turned anyway.
    """
    state = scene.state
    if _draw_card_key(canvas, 1, scene) or not state.course.turned:
        return
    canvas.stamp(13, 0, suit_mark(state.course.turned[-1], 9))
    if state.last_dealt and state.course.turned[-1] is not None:
        canvas.text(12, 1, parse_card(state.last_dealt).rank_in(scene.texts.gettext), Font.TINY, align="right")


def _draw_pause(canvas: Canvas, scene: RaceScene) -> None:
    """While the box waits with the cards that it deals by itself: which key it waits for, over the links."""
    if scene.state.phase is not Phase.RACE or scene.state.settings.cards is not Cards.ITSELF or dealing(scene):
        return
    words = scene.texts.gettext("OK: go on")
    wide = width(words, Font.TINY) + 6
    canvas.box(LINE_LEFT - wide, 0, wide, 10, fill=True)
    canvas.text(LINE_LEFT - wide + 3, 1, words, Font.TINY, ink=0)


def _draw_card_key(canvas: Canvas, y: int, scene: RaceScene) -> bool:
    """The joker's key, while people may turn the joker; tells whether it is there."""
    if not scene.state.joker_to_come or scene.state.course.due or scene.state.settings.cards is not Cards.REAL:
        return False
    canvas.text(0, y, "OK", Font.TINY)
    canvas.stamp(12, y - 1, suit_mark(None, 9))
    return True


def _draw_lane(canvas: Canvas, scene: RaceScene, lane: int, suit: Suit) -> None:
    top = LANES_TOP + lane * LANE
    turned = scene.state.course.turned
    just_turned = bool(turned) and turned[-1] is suit
    if just_turned:
        canvas.box(0, top, 13, LANE, fill=True)
    canvas.stamp(1, top + 1, suit_mark(suit, 11), ink=int(not just_turned))
    for y in range(top, top + LANE):
        canvas.point(LINE_LEFT + y % 2, y)
        canvas.point(LINE_LEFT + 2 + y % 2, y)
    for level in range(1, scene.state.course.finish):
        canvas.box(_link_left(scene.state.course, level) + 3, top + LANE - 1, 3, 1)
    position, picture = _horse(scene, lane, suit)
    left = round(TRACK_LEFT + position * _stride(scene.state.course))
    canvas.box(left, top + 1, HORSE, 11, fill=True, ink=0)
    canvas.stamp(left, top + 1, picture)


def _horse(scene: RaceScene, lane: int, suit: Suit) -> tuple[float, Image.Image]:
    """Where a horse is right now, in steps from the start line, and how it looks."""
    now = at(scene.state.course.positions, suit)
    gallop = sprite("horse")
    if scene.before is None or not motion.moving(scene):
        return now, _still(now, lane)
    then = at(scene.before.course.positions, suit)
    frame = motion.frames(scene.elapsed)
    match scene.event:
        case events.Turn() | events.TurnJoker() if now != then:
            share = min(1.0, scene.elapsed / motion.STEP)
            return then + (now - then) * share, gallop[frame % len(gallop)]
        case events.TurnJoker() if scene.elapsed < motion.STEP:
            return now, STUMBLING
        case events.TurnLink(link) if link is suit:
            if scene.elapsed < motion.FLIP:
                return then, _still(then, lane)
            share = (scene.elapsed - motion.FLIP) / motion.STEP
            return then + (now - then) * share, REARING
        case _:
            return now, _still(now, lane)


def _still(position: int, lane: int) -> Image.Image:
    """A horse between cards: standing at the start, in mid-gallop on the way, no two beside each other alike."""
    if position == 0:
        return sprite("horse_stand")[0]
    gallop = sprite("horse")
    return gallop[(position + lane) % len(gallop)]


def _draw_unit(canvas: Canvas, y: int, scene: RaceScene) -> None:
    """What the chances are in, and whether they are only estimated yet."""
    canvas.text(WIDTH, y, "%" if scene.insight is None or scene.insight_final else "≈%", Font.SMALL, align="right")


def _draw_chances(canvas: Canvas, scene: RaceScene) -> None:
    """The chances at the right."""
    if scene.state.phase is not Phase.RACE and not motion.on_the_line(scene):
        return
    chances = _chances(scene)
    _draw_unit(canvas, 0, scene)
    for lane in range(len(SUITS)):
        text = "·" if chances is None else percent(chances[lane])
        canvas.text(WIDTH, LANES_TOP + 1 + lane * LANE, text, Font.BODY, align="right")


def _chances(scene: RaceScene) -> Any:
    """The chances to be shown. They change once the horse has arrived: while it moves it is what is to be looked at."""
    return scene.insight_before if motion.moving(scene) and scene.insight_before is not None else scene.insight
