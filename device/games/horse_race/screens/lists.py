"""The lists after a race: who is paid, how everybody stands, who deals next; and the sheet on which players come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number
from device.draw.fonts import Font, width
from device.draw.parts import soft_keys, title
from device.draw.question import question
from device.games.horse_race.controls import (
    chosen_seat,
    has_left,
    lines_of,
    pages_after,
    pages_of_payments,
    pages_of_standings,
    seat_keys,
)
from device.games.horse_race.course import SUITS
from device.games.horse_race.evening import Evening, Phase, next_dealer
from device.games.horse_race.house import Book
from device.games.horse_race.screens.marks import (
    centre,
    fitting,
    large_number,
    player_name,
    short,
    signed_number,
    stamp_centred,
    suit_mark,
)
from device.games.horse_race.table import Player, by_gain
from device.games.horse_race.view import RaceScene


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a list: a player, an amount, and in small letters the chips held, or that the player has left."""

    player: Player
    amount: str
    held: str = ""


def draw(canvas: Canvas, scene: RaceScene) -> None:
    """The page that lies open."""
    state, page = scene.state, scene.view.page
    payments, lists = pages_of_payments(scene), pages_of_standings(scene)
    if state.phase is Phase.OVER and state.settings.book is Book.NONE:
        _draw_wins(canvas, scene)
    elif state.phase is Phase.OVER:
        _draw_standings(canvas, scene, page % lists)
        if lists > 1:
            canvas.text(WIDTH, 0, f"♠ {page % lists + 1}/{lists}", Font.SMALL, align="right")
    elif page >= pages_after(scene):
        _draw_next_dealer(canvas, scene)
    elif page < payments:
        _draw_payments(canvas, scene, page)
    else:
        _draw_standings(canvas, scene, page - payments)


def signed(chips: int) -> str:
    """Chips to hand over, with a dash for a minus, which the bold typeface lacks: +30, –10, 0."""
    return f"{chips:+d}".replace("-", "–") if chips else "0"


def rounded_down(state: Evening) -> bool:
    """Whether a winning stake's gain had a fraction."""
    horse = SUITS.index(state.results[-1].winner)
    return any(not state.prices[horse].exact_on(stake[horse]) for stake in state.stakes)


def _draw_payments(canvas: Canvas, scene: RaceScene, page: int) -> None:
    _ = scene.texts.gettext
    state = scene.state
    result = state.results[-1]
    title(canvas, _("rounded down") if rounded_down(state) else _("Pay out"), result.price.text)
    canvas.stamp(WIDTH - width(result.price.text, Font.SMALL) - 13, 1, suit_mark(result.winner, 9))
    lines = [_Line(player, signed(payment)) for player, payment in zip(state.players, state.payments, strict=True)]
    _draw_lines(canvas, scene, lines, page)


def _draw_standings(canvas: Canvas, scene: RaceScene, page: int) -> None:
    """Who has gained most comes first, as in the history: chips that were bought do not count. The chips held stand by,
    or that a player has left.
    """
    _ = scene.texts.gettext
    state, players = scene.state, scene.state.everybody
    title(canvas, _("Final standings") if state.phase is Phase.OVER else _("Standings"))
    held = [*(str(player.chips) for player in state.players), *[_("gone")] * len(state.gone)]
    lines = [_Line(players[place], signed(players[place].gained), held[place]) for place in by_gain(players)]
    _draw_lines(canvas, scene, lines, page)


def _draw_wins(canvas: Canvas, scene: RaceScene) -> None:
    """With nobody's chips to count, how often each horse won."""
    title(canvas, scene.texts.gettext("Races won"), str(len(scene.state.results)))
    winners = [result.winner for result in scene.state.results]
    for column, suit in enumerate(SUITS):
        stamp_centred(canvas, centre(column), 18, suit_mark(suit, 13))
        large_number(canvas, centre(column), 38, str(winners.count(suit)))


def _draw_lines(canvas: Canvas, scene: RaceScene, lines: Sequence[_Line], page: int) -> None:
    """The lines of a page, with the amounts of all pages in one column."""
    first = page * lines_of(scene)
    shown = lines[first : first + lines_of(scene)]
    if scene.options.large:
        _draw_large_lines(canvas, scene, shown)
        return
    column = WIDTH - max(width(line.amount, Font.BOLD) for line in lines) - 8
    for row, line in enumerate(shown):
        top = 13 + row * 13
        room = column - width(line.held, Font.SMALL) - 4 if line.held else WIDTH - width(line.amount, Font.BOLD) - 4
        canvas.text(0, top, short(player_name(scene.texts, line.player), Font.BODY, room), Font.BODY)
        canvas.text(column, top + 2, line.held, Font.SMALL, align="right")
        canvas.text(WIDTH, top, line.amount, Font.BOLD, align="right")


def _draw_large_lines(canvas: Canvas, scene: RaceScene, lines: Sequence[_Line]) -> None:
    for row, line in enumerate(lines):
        top = 14 + row * 26
        left = signed_number(canvas, WIDTH, top, line.amount, Digits.MEDIUM)
        if line.held:
            canvas.text(left - 6, top + 12, line.held, Font.SMALL, align="right")
            left -= width(line.held, Font.SMALL) + 6
        name = short(player_name(scene.texts, line.player), Font.LARGE, left - 6)
        canvas.text(0, top + 5, name, Font.LARGE, heavy=True)


def _draw_next_dealer(canvas: Canvas, scene: RaceScene) -> None:
    _ = scene.texts.gettext
    state = scene.state
    title(canvas, _("Race %(number)d is run") % {"number": state.race})
    name = player_name(scene.texts, state.players[next_dealer(state)])
    canvas.text(WIDTH // 2, 17, _("Next dealer"), Font.SMALL, align="centre")
    name = short(name, Font.LARGE, WIDTH)
    canvas.text(WIDTH // 2, 32, name, Font.LARGE, align="centre")
    soft_keys(canvas, [_("seats"), _("rules"), _("chips") if pages_after(scene) else "", _("end")])


def draw_close(canvas: Canvas, scene: RaceScene) -> None:
    """Whether the evening is really to end."""
    _ = scene.texts.gettext
    words = _("after race %(number)d") % {"number": scene.state.race}
    question(canvas, _("End the evening?"), words, _("OK: yes"))
    soft_keys(canvas, ["", "", _("no"), ""])


def draw_players(canvas: Canvas, scene: RaceScene) -> None:
    """One player large; the keys go on to the next, seat one more, let go, sell chips. Those who have left come after those
    at the table: the key that seats one more takes them back.
    """
    _ = scene.texts.gettext
    everybody, seat, away = scene.state.everybody, chosen_seat(scene), has_left(scene)
    player = everybody[seat]
    title(canvas, _("Has left") if away else _("At the table"), f"{seat + 1}/{len(everybody)}")
    name = player_name(scene.texts, player)
    if scene.state.settings.book is Book.NONE:
        canvas.text(WIDTH // 2, 25, name, fitting(name, WIDTH, Font.LARGE, Font.SMALL), align="centre")
    else:
        canvas.text(0, 15, name, fitting(name, WIDTH, Font.LARGE, Font.SMALL))
        number(canvas, WIDTH, 31, str(player.chips), align="right")
        canvas.text(0, 37, _("chips"), Font.SMALL)
    labels = (_("next"), _("back") if away else _("join"), _("leave"), _("buy"))
    soft_keys(canvas, [label if live else "" for label, live in zip(labels, seat_keys(scene), strict=True)])
