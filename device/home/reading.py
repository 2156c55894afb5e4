"""Pages to read: the rules of a game, the matches played, and what this box is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Align, Canvas
from device.draw.fonts import Font, width
from device.draw.headline import shorten
from device.home.page import BACK, Facts, PlayedMatch, Reply
from device.standings import Table, written
from device.texts import N_, told
from drivers.contract import Button, Lamp, Lamps, Press

TURNING = {Button.SPADE: -1, Button.HEART: 1, Button.OK: 1}
"""The keys that turn pages, and which way."""
LAMPS: Lamps = dict.fromkeys((*TURNING, Button.UNDO, Button.HOME), Lamp.ON)
TEXT_TOP = 14
LINES = 5
GAP, ROW, ROWS = 6, 8, 4
"""Of a table: pixels between columns and from row to row, and rows a screen."""


def _turned(page: int, press: Press, pages: int) -> int | None:
    """The page after a press, or None if it does not turn pages. The ends meet."""
    step = TURNING.get(press.button)
    return None if step is None else (page + step) % max(1, pages)


def sheet(heading: str, right: str, lines: Sequence[str], font: Font = Font.TINY) -> Canvas:
    """A page to read: a heading with a page number, and lines below it."""
    canvas = Canvas()
    parts.title(canvas, shorten(heading, Font.SMALL, WIDTH - 26), right)
    for row, line in enumerate(lines[:LINES]):
        canvas.text(0, TEXT_TOP + row * font.line_height, line, font)
    return canvas


@dataclass(frozen=True, slots=True)
class Manual:
    """The rules of one game, a short screen each."""

    game: str
    page: int = 0

    def press(self, press: Press, facts: Facts) -> Reply:
        """Turn the pages; UNDO closes them."""
        page = _turned(self.page, press, len(_manual(self.game, facts)))
        return Reply(back=press.button in BACK) if page is None else Reply(stay=replace(self, page=page))

    def draw(self, facts: Facts) -> Image.Image:
        """One heading, at most five lines."""
        pages = _manual(self.game, facts)
        title, text = pages[self.page]
        canvas = sheet(title, f"{self.page + 1}/{len(pages)}", parts.wrap(text, Font.TINY))
        parts.soft_keys(canvas, ["◀", "▶", "", ""])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """Back and forth, and out."""
        return LAMPS


def _manual(game: str, facts: Facts) -> list[tuple[str, str]]:
    _ = facts.texts.gettext
    row = next(row for row in facts.games if row.key == game)
    return [(_(page.title), _(page.text)) for page in row.manual] or [
        (_(row.title), _(N_("No rules are written down yet.")))
    ]


@dataclass(frozen=True, slots=True)
class History:
    """The finished matches, newest first, one a screen."""

    page: int = 0

    def press(self, press: Press, facts: Facts) -> Reply:
        """Turn the pages; ♦ opens what the matches of this game add up to; UNDO closes."""
        played = facts.played()
        if press.button is Button.DIAMOND and played and (call := _first_call(played[self.page].game, facts)):
            return Reply(push=Standings(call[0]))
        page = _turned(self.page, press, len(played))
        return Reply(back=press.button in BACK) if page is None else Reply(stay=replace(self, page=page))

    def draw(self, facts: Facts) -> Image.Image:
        """Which game, when, and how it ended."""
        _ = facts.texts.gettext
        played = facts.played()
        if not played:
            return sheet(_(N_("History")), "", [_(N_("No match is finished yet."))]).image
        match = played[self.page]
        lines = [_date(match, facts), *parts.wrap(_sentence(match, facts), Font.SMALL)]
        canvas = sheet(_(match.title), f"{self.page + 1}/{len(played)}", lines, Font.SMALL)
        call = _first_call(match.game, facts)
        parts.soft_keys(canvas, ["◀", "▶", _(call[1]) if call else "", ""])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """Back and forth, to the standings, and out."""
        played = facts.played()
        tables = played and _first_call(played[self.page].game, facts)
        return {**LAMPS, Button.DIAMOND: Lamp.ON} if tables else LAMPS


def _first_call(game: str, facts: Facts) -> tuple[int, str] | None:
    """The place of a game's first table among all standings, and what the key to it is called."""
    return next(((place, table.call) for place, table in enumerate(facts.standings()) if table.game == game), None)


def _date(match: PlayedMatch, facts: Facts) -> str:
    if match.ended is None:
        return facts.texts.gettext(N_("date unknown"))
    return datetime.fromisoformat(match.ended).astimezone().strftime(facts.texts.gettext(N_("%Y-%m-%d %H:%M")))


def _sentence(match: PlayedMatch, facts: Facts) -> str:
    return told(facts.texts, match.headline, match.values)


@dataclass(frozen=True, slots=True)
class Standings:
    """What the matches of all games add up to: a table a screen, or several screens for one with many rows."""

    table: int = 0
    page: int = 0

    def press(self, press: Press, facts: Facts) -> Reply:
        """Turn the pages, from one table into the next; UNDO closes."""
        sheets = [(place, page) for place, table in enumerate(facts.standings()) for page in range(_pages(table))]
        here = sheets.index((self.table, self.page))
        page = _turned(here, press, len(sheets))
        return Reply(back=press.button in BACK) if page is None else Reply(stay=Standings(*sheets[page]))

    def draw(self, facts: Facts) -> Image.Image:
        """Title, headings, up to four rows; and below, since when, or how many of the matches have no date."""
        _ = facts.texts.gettext
        table = facts.standings()[self.table]
        pages = _pages(table)
        canvas = Canvas()
        parts.title(canvas, _(table.title), f"{self.page + 1}/{pages}" if pages > 1 else "")
        right = WIDTH
        for texts in reversed(_columns(table, self.page, facts)[1:]):
            _draw_column(canvas, right, texts, align="right")
            right -= max(width(text, Font.TINY) for text in texts) + GAP
        names = [shorten(text, Font.TINY, right) for text in _columns(table, self.page, facts)[0]]
        _draw_column(canvas, 0, names, align="left")
        parts.soft_keys(canvas, ["◀", "▶", "", ""])
        canvas.text(WIDTH, parts.KEYS_TOP + 1, _since(table, facts), Font.TINY, align="right")
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """Back and forth, and out."""
        return LAMPS


def _pages(table: Table) -> int:
    return -(-len(table.rows) // ROWS)


def _columns(table: Table, page: int, facts: Facts) -> list[list[str]]:
    """The columns that the panel has room for, heading first."""
    rows = table.rows[page * ROWS : (page + 1) * ROWS]
    return [
        [facts.texts.gettext(column.short), *(written(row[place], column.form, facts.texts) for row in rows)]
        for place, column in enumerate(table.columns)
        if column.short
    ]


def _draw_column(canvas: Canvas, x: int, texts: Sequence[str], *, align: Align) -> None:
    """A heading, and its cells two pixels below."""
    for line, text in enumerate(texts):
        canvas.text(x, TEXT_TOP - 1 + line * ROW + 2 * (line > 0), text, Font.TINY, align=align)


def _since(table: Table, facts: Facts) -> str:
    _ = facts.texts.gettext
    if table.undated or table.span is None:
        return facts.texts.ngettext("%(count)d undated", "%(count)d undated", table.undated) % {"count": table.undated}
    month = datetime.fromisoformat(table.span[0]).astimezone().strftime("%m/%Y")
    return _(N_("since %(month)s")) % {"month": month}


@dataclass(frozen=True, slots=True)
class About:
    """The version, and whether anything is wrong with the box."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """Any way out."""
        return Reply(back=press.button in (*BACK, Button.OK))

    def draw(self, facts: Facts) -> Image.Image:
        """Name, version, troubles."""
        _ = facts.texts.gettext
        troubles = "; ".join(map(_, facts.troubles)) or _(N_("All is well."))
        return sheet("Meneur", facts.version, parts.wrap(troubles, Font.TINY)).image

    def lamps(self, facts: Facts) -> Lamps:
        """The ways out."""
        return dict.fromkeys((*BACK, Button.OK), Lamp.ON)
