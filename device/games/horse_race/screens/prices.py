"""The chances and the prices before a race, a column for each horse above its button; and a price being changed."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number
from device.draw.fonts import Font, width
from device.draw.parts import CELL, soft_keys, title, wrap
from device.games.horse_race import odds
from device.games.horse_race.book import Price
from device.games.horse_race.controls import price_keys
from device.games.horse_race.course import SUITS
from device.games.horse_race.evening import takes_bets
from device.games.horse_race.house import Book, Cards
from device.games.horse_race.screens.marks import (
    centre,
    fitting,
    large_number,
    legend,
    percent,
    player_name,
    stamp_centred,
    suit_mark,
)
from device.games.horse_race.view import RaceScene


def draw(canvas: Canvas, scene: RaceScene) -> None:
    """Each horse's chance, price and return; or what has to be done before there is anything to say."""
    _ = scene.texts.gettext
    state = scene.state
    booked = state.settings.book is not Book.NONE
    face_down = state.settings.cards is Cards.REAL and not state.settings.open_course
    dealer = player_name(scene.texts, state.players[state.dealer])
    deals = _("%(name)s deals") % {"name": dealer}
    if booked and not takes_bets(state):
        title(canvas, deals)
        _ask(canvas, _("%(name)s cannot pay any bet") % {"name": dealer}, _("OK: the deal passes on"))
    elif face_down and not booked:
        title(canvas, _("Race %(number)d") % {"number": state.race}, deals)
        _ask(canvas, _("Lay %(links)d cards face down") % {"links": state.settings.links}, _("OK: they are off"))
    else:
        if scene.options.large:
            _draw_large(canvas, scene)
            return
        lay = _("%(links)d face down") % {"links": state.settings.links}
        title(canvas, lay if face_down else _("Prices") if booked else _("Chances"), deals)
        for column in range(len(SUITS)):
            _draw_column(canvas, scene, column)
        if booked:
            legend(canvas, 43, _("a chip brings on average"))
        else:
            canvas.text(WIDTH // 2, 56, _("OK: they are off"), Font.TINY, align="centre")


def _draw_large(canvas: Canvas, scene: RaceScene) -> None:
    """Of every horse its chance, as large as four fit side by side, and its price."""
    for column, suit in enumerate(SUITS):
        middle, price = centre(column), scene.state.prices[column].text
        stamp_centred(canvas, middle, 1, suit_mark(suit, 13))
        chance = "…" if scene.insight is None else percent(scene.insight[column])
        large_number(canvas, middle, 17, chance, Digits.MEDIUM)
        canvas.text(middle, 47, price, fitting(price, CELL - 2, Font.LARGE, Font.BOLD, Font.SMALL), align="centre")
    canvas.text(WIDTH, 0, "%", Font.TINY, align="right")


def _ask(canvas: Canvas, what: str, key: str) -> None:
    for line, words in enumerate(wrap(what, Font.BODY)):
        canvas.text(0, 17 + line * Font.BODY.line_height, words, Font.BODY)
    canvas.text(0, 51, key, fitting(key, WIDTH, Font.BODY, Font.SMALL))


def _draw_column(canvas: Canvas, scene: RaceScene, column: int) -> None:
    """A horse's mark, price and chance; with a book, below a legend, what a chip on it brings back."""
    middle, price, chance = centre(column), scene.state.prices[column], _chance(scene, column)
    font = fitting(price.text, CELL - 2, Font.LARGE, Font.BOLD, Font.SMALL)
    if scene.state.settings.book is Book.NONE:
        stamp_centred(canvas, middle, 14, suit_mark(SUITS[column], 13))
        canvas.text(middle, 30, price.text, font, align="centre")
        canvas.text(middle, 46, chance, Font.SMALL, align="centre")
        return
    left = middle - (11 + width(chance, Font.SMALL)) // 2
    canvas.stamp(left, 14, suit_mark(SUITS[column], 9))
    canvas.text(left + 11, 14, chance, Font.SMALL)
    canvas.text(middle, 26 + (Font.LARGE.cap_height - font.cap_height) // 2, price.text, font, align="centre")
    canvas.text(middle, 54, _return(scene, column, price), Font.SMALL, align="centre")


def _chance(scene: RaceScene, column: int) -> str:
    return "…" if scene.insight is None else f"{percent(scene.insight[column])}%"


def _return(scene: RaceScene, column: int, price: Price) -> str:
    """What a chip brings back on average, of a stake that is paid without rounding; 1.00 is fair."""
    if scene.insight is None:
        return ""
    return f"{float(odds.expected_return(scene.insight[column], price.ratio)):.2f}".replace(
        ".", scene.texts.gettext(".")
    )


def draw_change(canvas: Canvas, scene: RaceScene) -> None:
    """One price large, with what a chip brings back at it."""
    _ = scene.texts.gettext
    column = scene.view.chosen
    price = scene.state.prices[column]
    title(canvas, _("Change the price"))
    canvas.stamp(2, 18, suit_mark(SUITS[column], 24))
    number(canvas, 34, 16, price.text)
    back = _return(scene, column, price)
    if back:
        text = _("a chip brings %(back)s") if price.per == 1 else _("%(per)d bring %(back)s each")
        text %= {"back": back, "per": price.per}
        canvas.text(34, 42, text, fitting(text, WIDTH - 34, Font.SMALL, Font.TINY))
    labels = (_("lower"), _("higher"), "", "")
    soft_keys(canvas, [label if live else "" for label, live in zip(labels, price_keys(price), strict=True)])
