"""Pages to read: the rules of a game, the matches played, and what this box is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.headline import shorten
from device.home.page import BACK, Facts, PlayedMatch, Reply
from device.texts import N_, told
from drivers.contract import Button, Lamp, Lamps, Press

TURNING = {Button.SPADE: -1, Button.HEART: 1, Button.OK: 1}
"""The keys that turn pages, and which way."""
LAMPS: Lamps = dict.fromkeys((*TURNING, Button.UNDO, Button.HOME), Lamp.ON)
TEXT_TOP = 14
LINES = 5


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
        """Turn the pages; UNDO closes them."""
        page = _turned(self.page, press, len(facts.played()))
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
        parts.soft_keys(canvas, ["◀", "▶", "", ""])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """Back and forth, and out."""
        return LAMPS


def _date(match: PlayedMatch, facts: Facts) -> str:
    if match.ended is None:
        return facts.texts.gettext(N_("date unknown"))
    return datetime.fromisoformat(match.ended).astimezone().strftime(facts.texts.gettext(N_("%Y-%m-%d %H:%M")))


def _sentence(match: PlayedMatch, facts: Facts) -> str:
    return told(facts.texts, match.headline, match.values)


@dataclass(frozen=True, slots=True)
class About:
    """The version, and whether anything is wrong with the box."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """Any way out."""
        return Reply(back=press.button in (*BACK, Button.OK))

    def draw(self, facts: Facts) -> Image.Image:
        """Name, version, troubles."""
        _ = facts.texts.gettext
        troubles = "; ".join(facts.troubles) or _(N_("All is well."))
        return sheet("Meneur", facts.version, parts.wrap(troubles, Font.TINY)).image

    def lamps(self, facts: Facts) -> Lamps:
        """The ways out."""
        return dict.fromkeys((*BACK, Button.OK), Lamp.ON)
