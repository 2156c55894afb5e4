"""The pages of a hockey match: recap by period and by player, the menu, the goal to disallow, the two questions."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.headline import headline, shorten
from device.draw.parts import title, wrap
from device.games.hockey.controls import HockeyScene, Page, keys, menu
from device.games.hockey.recap import by_period, by_player, standing_goals
from device.games.hockey.rules import PERIODS, Goal
from drivers.contract import Button

ROW = 10
"""Distance of the lines of a table or list, in pixels."""


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
            _list(canvas, [_(item.value) for item in menu(scene.state)], scene.view.cursor)
        case Page.GOALS:
            title(canvas, _("Which goal?"), ok)
            _list(
                canvas, [_goal_words(scene, goal) for _number, goal in standing_goals(scene.state)], scene.view.cursor
            )
        case Page.END_PERIOD:
            _question(canvas, _("End of the period?"), _("All cards are played."), ok)
        case _:
            _question(canvas, _("Abandon?"), _("The match will not count."), ok)


def ok_words(scene: HockeyScene) -> str:
    """What OK does now, in the person's language."""
    key = keys(scene).get(Button.OK)
    return scene.texts.gettext(key.label) if key else ""


def team(scene: HockeyScene, side: int) -> str:
    """A team's name; the usual ones are translated."""
    return scene.texts.gettext(scene.state.teams[side])


def period_name(scene: HockeyScene, period: int, *, short: bool = False) -> str:
    """A period by name: period 2, overtime; or short: P2, OT."""
    _ = scene.texts.gettext
    if period <= PERIODS:
        return _("P%(period)d") % {"period": period} if short else _("period %(number)d") % {"number": period}
    if short:
        return _("OT")
    return _("overtime") if period == PERIODS + 1 else _("overtime %(number)d") % {"number": period - PERIODS}


def period_table(canvas: Canvas, scene: HockeyScene) -> None:
    """The goals of both teams by period, the last four periods at most, and the sum."""
    periods = list(enumerate(by_period(scene.state), 1))[-4:]
    for place, (period, goals) in enumerate(periods):
        right = 52 + 16 * place
        canvas.text(right, 13, period_name(scene, period, short=True), Font.TINY, align="right")
        for side in (0, 1):
            played = period <= scene.state.period
            canvas.text(right, 23 + 12 * side, str(goals[side]) if played else "·", Font.SMALL, align="right")
    canvas.box(106, 12, 22, 34, fill=True)
    for side in (0, 1):
        canvas.text(0, 23 + 12 * side, shorten(team(scene, side), Font.SMALL, 38), Font.SMALL)
        canvas.text(125, 22 + 12 * side, str(scene.state.score[side]), Font.BOLD, align="right", ink=0)
    canvas.text(120, 13, "Σ", Font.TINY, align="right", ink=0)


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


def _list(canvas: Canvas, lines: list[str], cursor: int) -> None:
    """Up to four lines about the cursor's, which is inverted."""
    cursor %= len(lines)
    first = max(0, min(cursor - 1, len(lines) - 4))
    for row, line in enumerate(lines[first : first + 4]):
        canvas.text(3, 14 + ROW * row, shorten(line, Font.SMALL, WIDTH - 6), Font.SMALL)
        if first + row == cursor:
            canvas.invert(0, 13 + ROW * row, WIDTH, ROW + 1)


def _goal_words(scene: HockeyScene, goal: Goal) -> str:
    """Which goal it was: period, card, team or scorer."""
    _ = scene.texts.gettext
    period = period_name(scene, goal.period, short=True)
    if goal.scorer is None:
        return f"{period}  {team(scene, goal.team)}"
    card = _("card %(number)d") % {"number": goal.play}
    return f"{period}  {card}  {scene.state.seats[goal.scorer]}"


def _question(canvas: Canvas, question: str, words: str, ok: str) -> None:
    headline(canvas, (0, 1, WIDTH, 14), question, align="centre")
    for row, line in enumerate(wrap(words, Font.SMALL)):
        canvas.text(WIDTH // 2, 20 + 11 * row, line, Font.SMALL, align="centre")
    canvas.text(WIDTH // 2, 43, ok, Font.SMALL, align="centre")
