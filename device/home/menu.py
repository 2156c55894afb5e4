"""The menu of games, and the list of everything else behind its last key."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font, width
from device.draw.headline import shorten
from device.draw.sprites import sprite
from device.home.mirror_page import MirrorPage
from device.home.page import BACK, Facts, OpenGame, Page, Reply
from device.home.panel_test import PanelTest
from device.home.questions import AskShutDown
from device.home.reading import About, History, Manual
from device.home.settings_pages import SettingPage
from device.texts import N_
from drivers.contract import Button, Lamp, Lamps, Press

ROW = 13
"""Pixels from one row to the next: four rows fill the glass above the soft keys."""
ROWS = 4
TALL_ROW = 18
"""Pixels from one row to the next where words have accents over capitals and tails below the line."""
TALL_ROWS = 3


@dataclass(frozen=True, slots=True)
class Menu:
    """The games. OK opens the one under the cursor, or resumes the match that waits there."""

    cursor: int = 0

    def press(self, press: Press, facts: Facts) -> Reply:
        """Move, open, read the rules, or look at the rest."""
        chosen = facts.games[self.cursor]
        match press.button:
            case Button.SPADE:
                return Reply(stay=replace(self, cursor=(self.cursor - 1) % len(facts.games)))
            case Button.HEART:
                return Reply(stay=replace(self, cursor=(self.cursor + 1) % len(facts.games)))
            case Button.DIAMOND:
                return Reply(push=Manual(chosen.key))
            case Button.CLUB:
                return Reply(push=More())
            case Button.OK:
                return Reply(wish=OpenGame(chosen.key))
            case _:
                return Reply()

    def draw(self, facts: Facts) -> Image.Image:
        """Four games with their pictures; a waiting match wears a mark."""
        canvas = Canvas()
        icons = sprite("games")
        first = _first_row(self.cursor, len(facts.games), ROWS)
        for number, game in list(enumerate(facts.games))[first : first + ROWS]:
            top = (number - first) * ROW
            canvas.stamp(3, top + 1, icons[min(number, len(icons) - 1)])
            mark, title = facts.texts.gettext(N_("go on")) if game.waiting else "", facts.texts.gettext(game.title)
            font = _fitting(title, WIDTH - 25 - width(mark, Font.TINY))
            canvas.text(18, top + 1, title, font)
            canvas.text(WIDTH - 3, top + 3, mark, Font.TINY, align="right")
            if number == self.cursor:
                canvas.invert(0, top, WIDTH, ROW)
        parts.soft_keys(canvas, ["▲", "▼", facts.texts.gettext(N_("Rules")), facts.texts.gettext(N_("More"))])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """OK breathes: it is the way in."""
        return dict.fromkeys((Button.SPADE, Button.HEART, Button.DIAMOND, Button.CLUB), Lamp.ON) | {
            Button.OK: Lamp.BREATHE
        }


@dataclass(frozen=True, slots=True)
class More:
    """Everything that is not a game, a row each."""

    cursor: int = 0

    def press(self, press: Press, facts: Facts) -> Reply:
        """Move, open, or go back."""
        rows = _rows(facts)
        match press.button:
            case Button.SPADE:
                return Reply(stay=replace(self, cursor=(self.cursor - 1) % len(rows)))
            case Button.HEART:
                return Reply(stay=replace(self, cursor=(self.cursor + 1) % len(rows)))
            case Button.OK | Button.CLUB:
                return Reply(push=rows[self.cursor][1])
            case button if button in BACK:
                return Reply(back=True)
            case _:
                return Reply()

    def draw(self, facts: Facts) -> Image.Image:
        """Three rows about the cursor."""
        canvas = Canvas()
        rows = _rows(facts)
        first = _first_row(self.cursor, len(rows), TALL_ROWS)
        for number, (title, _) in list(enumerate(rows))[first : first + TALL_ROWS]:
            top = (number - first) * TALL_ROW
            font = _fitting(title, WIDTH - 8)
            canvas.text(4, top + 4, shorten(title, font, WIDTH - 8), font)
            if number == self.cursor:
                canvas.invert(0, top, WIDTH, TALL_ROW)
        parts.soft_keys(canvas, ["▲", "▼", "", facts.texts.gettext(N_("Open"))])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """Up, down, open, back."""
        keys = (Button.SPADE, Button.HEART, Button.CLUB, Button.OK, Button.UNDO, Button.HOME)
        return dict.fromkeys(keys, Lamp.ON)


def _fitting(text: str, room: int) -> Font:
    """The list's own letters, or smaller ones for a name too long for its row."""
    return Font.BODY if width(text, Font.BODY) <= room else Font.SMALL


def _first_row(cursor: int, rows: int, shown: int) -> int:
    """The first row on the glass, so that the cursor is on it and, where it can be, in its middle."""
    return max(0, min(cursor - 1, rows - shown))


def _rows(facts: Facts) -> list[tuple[str, Page]]:
    _ = facts.texts.gettext
    settings: list[tuple[str, Page]] = [
        (_(N_("Language")), SettingPage("table")),
        (_(N_("Sound")), SettingPage("sound")),
        (_(N_("Brightness")), SettingPage("panel", ("contrast", "rotation"))),
        (_(N_("Night")), SettingPage("night")),
        (_(N_("Accessibility")), SettingPage("access")),
    ]
    house: list[tuple[str, Page]] = [
        (_(N_("House: %(game)s")) % {"game": _(game.title)}, SettingPage(game.key))
        for game in facts.games
        if facts.schema.get(game.key)
    ]
    rest: list[tuple[str, Page]] = [
        *([(_(N_("Mirror")), MirrorPage())] if facts.mirror is not None else []),
        (_(N_("Panel test")), PanelTest()),
        (_(N_("About")), About()),
        (_(N_("Shut down")), AskShutDown()),
    ]
    return [(_(N_("History")), History()), *settings, *house, *rest]
