"""What a hockey match looks like: whose turn it is and the score, the deal, the break, the end. Pages are in `pages`."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number, number_width
from device.draw.fonts import Font, width
from device.draw.headline import headline, shorten
from device.draw.parts import CELL, banner, soft_keys, title, wrap
from device.draw.unfold import Box
from device.games.contract import Refusal
from device.games.hockey import motion
from device.games.hockey.calls import draw_call, flash, opening
from device.games.hockey.controls import HockeyScene, Page, keys, present_call
from device.games.hockey.events import Kind, Mode, Overtime, Play
from device.games.hockey.names import ARROW, SEAT, draw_seat, seat_room
from device.games.hockey.pages import draw_page, ok_words, period_name, period_table, team
from device.games.hockey.rules import DEAL_PLAYS, DEALS, PERIODS, Call, Phase
from device.texts import N_
from drivers.contract import SUIT_BUTTONS

OVERTIMES = {
    Overtime.SUDDEN_DEATH: N_("next goal wins"),
    Overtime.PERIOD: N_("one more period"),
    Overtime.DRAW: N_("a draw"),
}
MODES = {Mode.REFEREE: N_("referee"), Mode.SCOREBOARD: N_("scoreboard")}


def draw(scene: HockeyScene) -> Image.Image:
    """The picture of a scene."""
    return _with_banner(_picture(scene), scene, scene.refused)


def first(scene: HockeyScene) -> tuple[Box, ...]:
    """Where the answer to a press is: while cards are played, whose turn it is."""
    if scene.state.phase is not Phase.PLAY or scene.state.mode is not Mode.REFEREE:
        return ()
    return ((0, 0, 96, 16) if scene.options.large else (0, 8, SEAT.stop, 24),)


def _with_banner(picture: Image.Image, scene: HockeyScene, refusal: Refusal | None) -> Image.Image:
    """The picture, and over it why a press was refused."""
    if refusal is None:
        return picture
    canvas = _canvas(picture)
    banner(canvas, refusal.said(scene.texts))
    return canvas.image


def _picture(scene: HockeyScene) -> Image.Image:
    call = present_call(scene)
    if call is None:
        return _still(scene)
    if scene.elapsed < motion.OPENED:
        return opening(_covered(scene), _call(scene, call), scene, call)
    return _call(scene, call)


def _covered(scene: HockeyScene) -> Image.Image:
    """What was on the glass when a call came: the table, or a call that was still being shown; and a refusal."""
    if scene.before is None:
        return _still(scene)
    called = Play(Kind.OTHER)
    covered = replace(scene, state=scene.before, before=None, event=called, elapsed=scene.view.covered)
    refused = scene.view.refused
    return _with_banner(_picture(covered), scene, Refusal(refused) if refused else None)


def _call(scene: HockeyScene, call: Call) -> Image.Image:
    canvas = Canvas()
    draw_call(canvas, scene, call)
    if call is not Call.GOAL and not scene.options.large:
        _period_and_cards(canvas, scene)
    _draw_keys(canvas, scene)
    flash(canvas, scene, call)
    return canvas.image


def _still(scene: HockeyScene) -> Image.Image:
    """The page that is open, or the screen of the phase."""
    canvas = Canvas()
    if scene.view.page is not Page.TABLE:
        draw_page(canvas, scene)
    else:
        _draw_table(canvas, scene)
    _draw_keys(canvas, scene)
    return canvas.image


def _canvas(picture: Image.Image) -> Canvas:
    """A canvas with a picture on it."""
    canvas = Canvas()
    canvas.stamp(0, 0, picture)
    return canvas


def _draw_table(canvas: Canvas, scene: HockeyScene) -> None:
    match scene.state.phase:
        case Phase.SET_UP:
            _set_up(canvas, scene)
        case Phase.DEAL:
            _deal(canvas, scene)
        case Phase.PLAY if scene.state.mode is Mode.REFEREE and scene.options.large:
            _referee_large(canvas, scene)
        case Phase.PLAY if scene.state.mode is Mode.REFEREE:
            _referee(canvas, scene)
        case Phase.PLAY:
            _scoreboard(canvas, scene)
        case Phase.INTERMISSION:
            _intermission(canvas, scene)
        case Phase.OVER:
            _over(canvas, scene)


def _draw_keys(canvas: Canvas, scene: HockeyScene) -> None:
    now = keys(scene)
    labels = [scene.texts.gettext(now[button].label) if button in now else "" for button in SUIT_BUTTONS]
    soft_keys(canvas, [shorten(label, Font.TINY, CELL - 1) for label in labels])


def _set_up(canvas: Canvas, scene: HockeyScene) -> None:
    _ = scene.texts.gettext
    view = scene.view
    title(canvas, _("Hockey"), ok_words(scene))
    rows = [
        (_("Kept by"), _(MODES[view.mode])),
        (_("If level"), _(OVERTIMES[view.overtime])),
        (_("First deal"), scene.state.seats[view.first_dealer]),
    ]
    if view.mode is Mode.REFEREE:
        rows.append((_("Goal is a pass"), _("yes") if view.goal_is_pass else _("no")))
    for number_, (name, value) in enumerate(rows):
        canvas.text(0, 14 + 10 * number_, name, Font.TINY)
        canvas.text(WIDTH, 14 + 10 * number_, shorten(value, Font.TINY, 76), Font.TINY, align="right")


def _deal(canvas: Canvas, scene: HockeyScene) -> None:
    _ = scene.texts.gettext
    state = scene.state
    legend = seats_in_words(scene) if state.period == 1 and not state.deals else ""
    if legend:
        _top_line(canvas, legend)
    else:
        deal = _("deal %(deal)d of %(deals)d") % {"deal": state.deals + 1, "deals": DEALS}
        _top_line(canvas, _period(scene), deal)
    dealer = shorten(state.seats[state.dealer], Font.TINY, 42)
    headline(canvas, (0, 12, 72, 16), _("%(player)s deals") % {"player": dealer})
    canvas.text(0, 30, _("four cards each"), Font.TINY)
    if not state.deals:
        canvas.text(0, 38, _("four in the middle"), Font.TINY)
    canvas.text(0, 46, ok_words(scene), Font.TINY)
    _table_with_cards(canvas, middle=not state.deals)


def seats_in_words(scene: HockeyScene) -> str:
    """Which team the seats belong to, if they are named after it, as A1 and A2 are, and the top line has room for it."""
    letters = [seat.rstrip("0123456789") for seat in scene.state.seats]
    legend = "  ".join(
        scene.texts.gettext("%(letter)s: %(team)s") % {"letter": letter, "team": team(scene, side)}
        for side, letter in enumerate(letters[:2])
    )
    named_so = letters[:2] == letters[2:] and letters[0] != letters[1] and all(letters)
    return legend if named_so and width(legend, Font.TINY) <= WIDTH else ""


def _table_with_cards(canvas: Canvas, *, middle: bool) -> None:
    """The table from above: four cards ahead of every player, and four face up in the middle for the first deal."""
    for step in range(4):
        for left, top, wide, high in (
            (88 + 6 * step, 11, 5, 7),
            (88 + 6 * step, 46, 5, 7),
            (76, 21 + 6 * step, 7, 5),
            (116, 21 + 6 * step, 7, 5),
        ):
            canvas.box(left, top, wide, high)
        if middle:
            canvas.box(86 + 7 * step, 28, 6, 9, fill=True)


def _referee(canvas: Canvas, scene: HockeyScene) -> None:
    """Whose turn it is as large as can be, and what the next card may be called; the score at the right."""
    _period_and_cards(canvas, scene)
    _score_column(canvas, scene)
    draw_seat(canvas, scene, scene.state.turn)
    canvas.text(0, 33, shorten(_chance(scene), Font.TINY, 100), Font.TINY)
    canvas.text(0, 46, _ok_beside_name(scene), Font.TINY)


def _period_and_cards(canvas: Canvas, scene: HockeyScene) -> None:
    """The top line while cards are played: a mark a card, in rounds of four; those still to be played stand tall."""
    _top_line(canvas, _period(scene))
    for play in range(DEAL_PLAYS):
        left = 60 + 4 * play + 2 * (play // 4)
        tall = play >= DEAL_PLAYS - scene.state.plays_left
        canvas.box(left, 0 if tall else 5, 3, 7 if tall else 2, fill=True)


def _referee_large(canvas: Canvas, scene: HockeyScene) -> None:
    """Whose turn it is, what the next card may be called, and the score across the glass."""
    chance = _chance(scene)
    lines = wrap(chance, Font.TINY, CHANCE_ROOM) if chance else []
    room = WIDTH - max((width(line, Font.TINY) + 5 for line in lines), default=0)
    headline(canvas, (0, 0, room, 15), scene.state.seats[scene.state.turn])
    for line, top in zip(lines[-2:], (0, 8)[max(0, 2 - len(lines)) :], strict=True):
        canvas.text(WIDTH, top, line, Font.TINY, align="right")
    _score_across(canvas, scene, 17, turn=scene.state.turn % 2)


def _score_across(canvas: Canvas, scene: HockeyScene, top: int, *, turn: int | None = None) -> None:
    """The score as large as leaves room for the names of the teams; the team whose turn it is stands in light.

    The names stand at the sides of the largest digits, or above smaller ones where they do not fit there.
    """
    score, frame = "{}-{}".format(*scene.state.score), int(turn is not None)
    beside = (WIDTH - number_width(score, Digits.LARGE)) // 2 - 3
    names = [team(scene, side) for side in (0, 1)]
    at_the_sides = all(width(name, Font.TINY) <= beside - frame for name in names)
    if at_the_sides:
        number(canvas, WIDTH // 2, top, score, Digits.LARGE, align="centre")
    else:
        number(canvas, WIDTH // 2, top + 11, score, Digits.MEDIUM, align="centre")
        names = [shorten(name, Font.TINY, WIDTH // 2 - 4) for name in names]
    for side, name in enumerate(names):
        wide = width(name, Font.TINY)
        left = (frame, WIDTH - wide - frame)[side] if at_the_sides else 32 + 64 * side - wide // 2
        y = top + 3 if at_the_sides else top + 2
        canvas.text(left, y, name, Font.TINY)
        if turn == side:
            canvas.invert(left - 1, y - 1, wide + 2, 9)


def _chance(scene: HockeyScene) -> str:
    """What is in the air for the next card."""
    _ = scene.texts.gettext
    state = scene.state
    if state.may_intercept:
        return _("Jack: interception")
    if state.may_score:
        return _("Same rank: goal!")
    if Call.WINDOW_CLOSED in state.calls:
        return _("Chance gone")
    return "" if state.pile else _("New pile")


CHANCE_ROOM = 60
"""Pixels for a line of what is in the air, beside a player's name in large figures."""


def _score_column(canvas: Canvas, scene: HockeyScene) -> None:
    """Both teams' goals, each beside its team's name; an arrow points to the team whose turn it is."""
    taken = (seat_room(scene), width(_ok_beside_name(scene), Font.TINY) + 4)
    for side, (goals, top) in enumerate(zip(scene.state.score, (11, 33), strict=True)):
        number(canvas, WIDTH, top, str(goals), Digits.SMALL, align="right")
        right, name_top = _names_end(goals), top + 13
        name = shorten(team(scene, side), Font.TINY, right - taken[side] - ARROW)
        canvas.text(right, name_top, name, Font.TINY, align="right")
        if scene.state.turn % 2 == side:
            left = right - width(name, Font.TINY) - 7
            for step in range(4):
                canvas.line(left + step, name_top + step, left + step, name_top + 6 - step)


def _names_end(goals: int) -> int:
    """Where the name of a team ends that stands beside its goals."""
    return WIDTH - 4 - number_width(str(goals))


def _ok_beside_name(scene: HockeyScene) -> str:
    """What OK does, in as many words as the second team's name leaves room for in the same line."""
    room = _names_end(scene.state.score[1]) - ARROW - width(team(scene, 1), Font.TINY) - 4
    words = ok_words(scene)
    return words if width(words, Font.TINY) <= room else scene.texts.gettext(N_("OK: card"))


def _scoreboard(canvas: Canvas, scene: HockeyScene) -> None:
    """Nothing but the score, to be read from across the room; the period and OK in small letters."""
    state = scene.state
    for side, goals in enumerate(state.score):
        middle = 32 + 64 * side
        canvas.text(middle, 0, shorten(team(scene, side), Font.TINY, 50), Font.TINY, align="centre")
        number(canvas, middle, 9, str(goals), Digits.LARGE, align="centre")
    canvas.text(WIDTH // 2, 0, period_name(scene, state.period, short=True), Font.TINY, align="centre")
    canvas.text(WIDTH // 2, 46, ok_words(scene), Font.TINY, align="centre")


def _intermission(canvas: Canvas, scene: HockeyScene) -> None:
    """The recap by period, and what comes next."""
    _ = scene.texts.gettext
    state = scene.state
    ended = _("End of %(period)s") % {"period": period_name(scene, state.period)}
    ok = ok_words(scene)
    fits = width(ended, Font.SMALL) + width(ok, Font.TINY) < WIDTH - 2
    canvas.text(0, 0, ended, Font.SMALL if fits else Font.TINY)
    canvas.text(WIDTH, 1, ok, Font.TINY, align="right")
    canvas.dots(0, 10, WIDTH)
    if scene.options.large:
        _score_across(canvas, scene, 15)
        return
    period_table(canvas, scene)
    words = _("%(player)s deals") % {"player": state.seats[state.dealer]}
    if state.period >= PERIODS:
        words = _("Level: %(overtime)s") % {"overtime": _(OVERTIMES[state.overtime])}
    canvas.text(0, 47, shorten(words, Font.TINY, WIDTH), Font.TINY)


def _over(canvas: Canvas, scene: HockeyScene) -> None:
    _ = scene.texts.gettext
    state = scene.state
    if state.abandoned:
        words = _("Not counted")
    elif state.winner is None:
        words = _("A draw")
    else:
        words = _("%(team)s win!") % {"team": team(scene, state.winner)}
    canvas.box(0, 0, WIDTH, 10, fill=True)
    canvas.text(WIDTH // 2, 0, shorten(words, Font.SMALL, WIDTH - 2), Font.SMALL, align="centre", ink=0)
    _score_across(canvas, scene, 11)
    canvas.text(WIDTH // 2, 47, ok_words(scene), Font.TINY, align="centre")


def _period(scene: HockeyScene) -> str:
    name = period_name(scene, scene.state.period)
    return name[:1].upper() + name[1:]


def _top_line(canvas: Canvas, left: str, right: str = "") -> None:
    canvas.text(0, 0, left, Font.TINY)
    canvas.text(WIDTH, 0, right, Font.TINY, align="right")
    canvas.dots(0, 8, WIDTH)
