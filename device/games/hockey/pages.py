"""The pages of a hockey match: recap by period and by player, the menu, the goal to disallow, the two questions."""

from __future__ import annotations

from collections.abc import Sequence

from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font, width
from device.draw.headline import shorten
from device.draw.parts import title
from device.draw.question import question
from device.games.hockey.controls import HockeyScene, Page, keys, menu
from device.games.hockey.recap import by_period, by_player, standing_goals
from device.games.hockey.rules import PERIODS, Goal
from device.texts import N_
from drivers.contract import Button

ROW = 10
"""Distance of the lines of a table, in pixels."""
LIST_ROWS, LIST_ROW = 3, 14
"""Lines of a list, and their distance: with room for a tail below the letters and an accent above, also beside the bar."""
ORDINALS = (N_("1st"), N_("2nd"), N_("3rd"))


def draw_page(canvas: Canvas, scene: HockeyScene) -> None:
    """Draw the page that is open."""
    _ = scene.texts.gettext
    ok = ok_words(scene)
    match scene.view.page:
        case Page.PERIODS:
            title(canvas, _("Goals"), ok)
            period_table(canvas, scene)
        case Page.PLAYERS:
            _players(canvas, scene)
        case Page.MENU:
            title(canvas, _("Menu"), ok)
            _list(canvas, [(_(item.value), "") for item in menu(scene.state)], scene.view.cursor)
        case Page.GOALS:
            title(canvas, _("Which goal?"), ok)
            _list(canvas, goals_in_words(scene), scene.view.cursor)
        case Page.END_PERIOD:
            question(canvas, _("End of the period?"), _("Are all cards played?"), ok)
        case _:
            question(canvas, _("Abandon?"), _("The match will not count."), ok)


def ok_words(scene: HockeyScene) -> str:
    """What OK does now, in the person's language."""
    key = keys(scene).get(Button.OK)
    return scene.texts.gettext(key.label) if key else ""


def team(scene: HockeyScene, side: int) -> str:
    """A team's name; the usual ones are translated."""
    return scene.texts.gettext(scene.state.teams[side])


def period_name(scene: HockeyScene, period: int, *, short: bool = False) -> str:
    """A period by name: period 2, overtime; or short: 2nd, OT."""
    _ = scene.texts.gettext
    if period <= PERIODS:
        return _(ORDINALS[period - 1]) if short else _("period %(number)d") % {"number": period}
    if short:
        return _("OT")
    return _("overtime") if period == PERIODS + 1 else _("overtime %(number)d") % {"number": period - PERIODS}


def period_table(canvas: Canvas, scene: HockeyScene) -> None:
    """The goals of both teams by period, the last four periods at most, and the sum."""
    periods = list(enumerate(by_period(scene.state), 1))[-4:]
    three_digits = any(count > 99 for _period, goals in periods for count in goals)
    font = Font.TINY if three_digits else Font.SMALL
    for place, (period, goals) in enumerate(periods):
        right = 50 + 18 * place
        canvas.text(right, 13, period_name(scene, period, short=True), Font.TINY, align="right")
        for side in (0, 1):
            played = period <= scene.state.period
            canvas.text(
                right, 32 - font.cap_height + 12 * side, str(goals[side]) if played else "·", font, align="right"
            )
    canvas.box(106, 12, 22, 34, fill=True)
    for side, goals_ in enumerate(map(str, scene.state.score)):
        canvas.text(0, 23 + 12 * side, shorten(team(scene, side), Font.SMALL, 36), Font.SMALL)
        sum_font = Font.BOLD if width(goals_, Font.BOLD) <= 19 else Font.SMALL
        canvas.text(126, 22 + 12 * side, goals_, sum_font, align="right", ink=0)
    canvas.text(117, 13, "=", Font.TINY, align="centre", ink=0)


def _players(canvas: Canvas, scene: HockeyScene) -> None:
    _ = scene.texts.gettext
    for place, heading in enumerate((_("Goals"), _("Assists"), _("Interc."))):
        canvas.text(60 + 34 * place, 0, shorten(heading, Font.TINY, 32), Font.TINY, align="right")
    canvas.dots(0, 9, WIDTH)
    for row, line in enumerate(sorted(by_player(scene.state), key=lambda line: line.team)):
        top = 12 + ROW * row + 2 * (row // 2)
        canvas.text(0, top, shorten(line.name, Font.SMALL, 46), Font.SMALL)
        for place, count in enumerate((line.goals, line.assists, line.interceptions)):
            canvas.text(60 + 34 * place, top, str(count) if count else "·", Font.SMALL, align="right")


def _list(canvas: Canvas, lines: Sequence[tuple[str, str]], cursor: int) -> None:
    """Some lines about the cursor's, which is inverted: what is to be chosen, and in small letters something about it."""
    cursor %= len(lines)
    first = max(0, min(cursor - 1, len(lines) - LIST_ROWS))
    for row, (line, about) in enumerate(lines[first : first + LIST_ROWS]):
        top = 13 + LIST_ROW * row
        room = WIDTH - 6 - (width(about, Font.TINY) + 4 if about else 0)
        canvas.text(3, top + 2, shorten(line, Font.SMALL, room), Font.SMALL)
        canvas.text(WIDTH - 3, top + 3, about, Font.TINY, align="right")
        if first + row == cursor:
            canvas.invert(0, top, WIDTH, LIST_ROW - 1)


def goals_in_words(scene: HockeyScene) -> list[tuple[str, str]]:
    """The goals that stand, the newest first: the score it made and whose it was, and when."""
    goals = [goal for _number, goal in standing_goals(scene.state)]
    sides = [goal.team for goal in goals]
    # The list goes back in time: the score that a goal made counts it and all that follow it here.
    scores = [f"{sides[place:].count(0)}-{sides[place:].count(1)}" for place in range(len(sides))]
    return [(f"{score}  {_whose(scene, goal)}", _when(scene, goal)) for score, goal in zip(scores, goals, strict=True)]


def _whose(scene: HockeyScene, goal: Goal) -> str:
    return team(scene, goal.team) if goal.scorer is None else scene.state.seats[goal.scorer]


def _when(scene: HockeyScene, goal: Goal) -> str:
    """The period, and the card if the referee saw it."""
    if not goal.play:
        return period_name(scene, goal.period)
    card = scene.texts.gettext("card %(number)d") % {"number": goal.play}
    return f"{period_name(scene, goal.period, short=True)}, {card}"
