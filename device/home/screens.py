"""The home pages as pictures and lamps."""

from __future__ import annotations

from gettext import NullTranslations

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.sprites import sprite
from device.home.pages import Home, Page
from device.texts import N_
from drivers.contract import Button, Lamp, Lamps

ROW = 13
"""Pixels from one menu row to the next: four games fill the glass above the soft keys."""


def draw(home: Home, texts: NullTranslations) -> Image.Image:
    """The picture of the present home page."""
    canvas = Canvas()
    match home.page:
        case Page.MENU:
            _menu(canvas, home, texts)
        case Page.NOTICE:
            _notice(canvas, home, texts)
        case Page.SHUT_DOWN:
            _question(canvas, texts.gettext(N_("Shut down?")), texts.gettext(N_("OK yes   UNDO no")))
        case Page.GOODBYE:
            _question(canvas, texts.gettext(N_("Goodbye")), texts.gettext(N_("unplug when dark")))
    return canvas.image


def lamps(home: Home) -> Lamps:
    """The buttons that do something on the present page."""
    match home.page:
        case Page.MENU:
            return {Button.SPADE: Lamp.ON, Button.HEART: Lamp.ON, Button.OK: Lamp.BREATHE}
        case Page.NOTICE:
            return {Button.OK: Lamp.BLINK}
        case Page.SHUT_DOWN:
            return {Button.OK: Lamp.BLINK, Button.UNDO: Lamp.ON, Button.HOME: Lamp.ON}
        case Page.GOODBYE:
            return {}


def _menu(canvas: Canvas, home: Home, texts: NullTranslations) -> None:
    icons = sprite("games")
    for number, game in enumerate(home.games):
        top = number * ROW
        canvas.stamp(3, top + 1, icons[number])
        canvas.text(18, top + 1, texts.gettext(game.title), Font.BODY)
        if game.waiting:
            canvas.text(WIDTH - 4, top + 2, "▶", Font.SMALL, align="right")
        if number == home.cursor:
            canvas.invert(0, top, WIDTH, ROW)
    _ = texts.gettext
    parts.soft_keys(canvas, ["▲", "▼", "", ""])
    hint = _("OK: go on") if home.chosen.waiting else _("OK: play")
    canvas.text(WIDTH, parts.KEYS_TOP + 1, hint, Font.TINY, align="right")


def _notice(canvas: Canvas, home: Home, texts: NullTranslations) -> None:
    lines = parts.wrap(home.notices[0], Font.TINY)
    for number, line in enumerate(lines[:6]):
        canvas.text(0, number * 9 + 1, line, Font.TINY)
    canvas.text(WIDTH, parts.KEYS_TOP + 1, texts.gettext(N_("OK: understood")), Font.TINY, align="right")


def _question(canvas: Canvas, question: str, answers: str) -> None:
    canvas.text(WIDTH // 2, 18, question, Font.LARGE, align="centre")
    canvas.text(WIDTH // 2, 44, answers, Font.SMALL, align="centre")
