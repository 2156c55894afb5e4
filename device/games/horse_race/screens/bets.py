"""The bets: a column for each horse above its button, with what is staked and what more the bank can take."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits
from device.draw.fonts import Font, width
from device.draw.parts import CELL, title
from device.games.horse_race import book, events
from device.games.horse_race.course import SUITS, at
from device.games.horse_race.evening import (
    at_price,
    called,
    free_chips,
    full_stake,
    highest_stake,
    rounded_stake,
)
from device.games.horse_race.screens.marks import (
    centre,
    fitting,
    large_number,
    legend,
    player_name,
    short,
    suit_mark,
)
from device.games.horse_race.view import RaceScene

GAP = 6
"""Between the two ends of the title, at least."""


def draw_called(canvas: Canvas, scene: RaceScene) -> None:
    """The player who is called, and that player's stakes."""
    _ = scene.texts.gettext
    state, seat = scene.state, called(scene.state)
    chips = _("%(chips)d left") % {"chips": free_chips(state, seat)}
    name = short(player_name(scene.texts, state.players[seat]), Font.SMALL, 124 - width(chips, Font.SMALL))
    title(canvas, name, chips)
    for column, suit in enumerate(SUITS):
        _draw_head(canvas, scene, column)
        staked = state.stakes[seat][column]
        if staked:
            _draw_stake(canvas, scene, column, staked)
        else:
            canvas.text(centre(column), 28, "–", Font.BODY, align="centre")
        most = highest_stake(state, seat, suit)
        _draw_foot(canvas, column, f"+{most}" if most else "")
    legend(canvas, 46, _rounding(scene, seat) or _("may still stake"))


def _rounding(scene: RaceScene, seat: int) -> str:
    """What a stake gains that loses by rounding, and the next one that does not; empty if none loses."""
    _ = scene.texts.gettext
    state = scene.state
    suit = rounded_stake(state, seat, scene.event.suit if isinstance(scene.event, events.Bet) else None)
    if suit is None:
        return ""
    price, stake, full = at_price(state, suit), at(state.stakes[seat], suit), full_stake(state, seat, suit)
    values = {"stake": stake, "suit": suit.symbol, "gain": price.gain_on(stake)}
    if full is not None:
        values |= {"full": full, "whole": price.gain_on(full)}
        both = _("%(suit)s %(stake)d gains %(gain)d, %(full)d gains %(whole)d") % values
        if width(both, Font.TINY) <= WIDTH - 2:
            return both
    return _("%(suit)s %(stake)d gains %(gain)d, rounded") % values


def draw_closed(canvas: Canvas, scene: RaceScene) -> None:
    """All stakes on each horse, and what the bank pays or gains if it wins."""
    _ = scene.texts.gettext
    state = scene.state
    right = _("bank %(chips)d") % {"chips": state.bank} if state.bank is not None else _("the box pays")
    heading = _("No more bets")
    title(canvas, "")
    font = fitting(heading, WIDTH - width(right, Font.TINY) - GAP, Font.SMALL, Font.TINY)
    canvas.text(0, Font.SMALL.cap_height - font.cap_height, heading, font)
    font = fitting(right, WIDTH - width(heading, font) - GAP, Font.SMALL, Font.TINY)
    canvas.text(WIDTH, Font.SMALL.cap_height - font.cap_height, right, font, align="right")
    costs = book.costs(state.stakes, state.prices)
    for column in range(len(SUITS)):
        _draw_head(canvas, scene, column)
        _draw_stake(canvas, scene, column, sum(stake[column] for stake in state.stakes))
        _draw_foot(canvas, column, f"{-costs[column]:+d}".replace("-", "−"))
    legend(canvas, 46, _("for the bank"))


def _draw_foot(canvas: Canvas, column: int, figure: str) -> None:
    canvas.text(centre(column), 55, figure, fitting(figure, CELL, Font.SMALL, Font.TINY), align="centre")


def _draw_stake(canvas: Canvas, scene: RaceScene, column: int, chips: int) -> None:
    """Between head and foot of the column; large figures fill what there is."""
    y, size = (22, Digits.MEDIUM) if scene.options.large else (24, Digits.SMALL)
    large_number(canvas, centre(column), y, str(chips), size)


def _draw_head(canvas: Canvas, scene: RaceScene, column: int) -> None:
    price = scene.state.prices[column].text
    font = fitting(price, CELL - 12, Font.SMALL, Font.TINY)
    left = centre(column) - (10 + width(price, font)) // 2
    canvas.stamp(left, 13, suit_mark(SUITS[column], 9))
    canvas.text(left + 11, 13 + (9 - font.cap_height) // 2, price, font)
