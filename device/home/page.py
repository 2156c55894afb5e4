"""What a home page is, what it may know, and what a press on it leads to; and the stack that the open pages make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from gettext import NullTranslations
from typing import Any, Protocol

from PIL import Image

from device.games.contract import HouseRule, RulePage
from device.standings import Table
from drivers.contract import Button, Lamps, Press


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game on the menu: its key, its name (a msgid), its rules, and whether a match is waiting to be resumed."""

    key: str
    title: str
    manual: Sequence[RulePage] = ()
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match for the history: the game's name (a msgid), when it ended if that is known, and its summary with
    the values that belong in it.
    """

    game: str
    title: str
    ended: str | None
    headline: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Invitation:
    """How to get to the mirror: the code, the address to open, how many look on, and whether codes are heard at all now."""

    code: str
    address: str
    viewers: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a home page may look at. `played` is asked only when the history is open: it reads the journal."""

    games: tuple[GameRow, ...]
    values: Mapping[str, Mapping[str, Any]]
    schema: Mapping[str, Sequence[HouseRule]]
    texts: NullTranslations
    version: str = ""
    played: Callable[[], Sequence[PlayedMatch]] = tuple
    standings: Callable[[], Sequence[Table]] = tuple
    """Asked only when the history is open, like `played`."""
    troubles: tuple[str, ...] = ()
    """What is wrong with the hardware, in short English phrases."""
    mirror: Invitation | None = None
    """None: the mirror is off."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Wish: open this game."""

    key: str


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Wish: this setting has a new value from now on."""

    section: str
    name: str
    value: bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Wish: switch the box off."""


@dataclass(frozen=True, slots=True)
class StartAgain:
    """Wish: end safe mode, and start the box as if for the first time."""


@dataclass(frozen=True, slots=True)
class NewCode:
    """Wish: the mirror takes a new code."""


Wish = OpenGame | ChangeSetting | ShutDown | StartAgain | NewCode


@dataclass(frozen=True, slots=True)
class Reply:
    """What a press on a page leads to: the page itself changed, a page on top, or back to the one below; and a wish."""

    stay: Page | None = None
    push: Page | None = None
    back: bool = False
    wish: Wish | None = None


class Page(Protocol):
    """One home page: a frozen value with its cursor in it."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """What a press means here."""

    def draw(self, facts: Facts) -> Image.Image:
        """The picture."""

    def lamps(self, facts: Facts) -> Lamps:
        """The buttons that do something here."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The open pages; the lowest is the menu, the last one is shown."""

    pages: tuple[Page, ...] = field(default=())

    @property
    def top(self) -> Page:
        """The page that is shown."""
        return self.pages[-1]

    @property
    def at_menu(self) -> bool:
        """Whether nothing lies on top of the menu."""
        return len(self.pages) == 1

    def push(self, page: Page) -> Stack:
        """Open a page on top; one that is open already is not opened twice."""
        return self if page in self.pages else Stack((*self.pages, page))

    def press(self, press: Press, facts: Facts) -> tuple[Stack, Wish | None]:
        """The stack after a press on the shown page, and the wish that came of it.

        HOME closes every page that it closes one by one, down to the menu; a question that waits for its answer stays.
        """
        reply = self.top.press(press, facts)
        pages = self.pages
        if reply.back and not self.at_menu:
            pages = pages[:-1]
            while press.button is Button.HOME and len(pages) > 1 and pages[-1].press(press, facts).back:
                pages = pages[:-1]
        elif reply.stay is not None:
            pages = (*pages[:-1], reply.stay)
        if reply.push is not None:
            pages = (*pages, reply.push)
        return replace(self, pages=pages), reply.wish

    def without(self, page: Page) -> Stack:
        """Close a page wherever it lies; the menu stays."""
        return Stack((self.pages[0], *(other for other in self.pages[1:] if other != page)))

    def home(self) -> Stack:
        """Close everything on top of the menu."""
        return Stack(self.pages[:1])


BACK = (Button.UNDO, Button.HOME)
"""The buttons that close a page."""

BUTTON_NAMES = {
    Button.SPADE: "♠",
    Button.HEART: "♥",
    Button.DIAMOND: "♦",
    Button.CLUB: "♣",
    Button.OK: "OK",
    Button.UNDO: "UNDO",
    Button.HOME: "HOME",
}
"""What is written on the buttons, in every language."""
