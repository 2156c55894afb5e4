"""The home pages as a value: which page is open, where the cursor is, and what a press there asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from drivers.contract import Button, Press


class Page(Enum):
    """The pages of home."""

    MENU = "menu"
    NOTICE = "notice"  # something to know: a wrong setting, a stuck button
    SHUT_DOWN = "shut_down"  # asked once
    GOODBYE = "goodbye"


class Wish(Enum):
    """What a press on a home page asks the table to do."""

    OPEN = "open"  # the game under the cursor
    DISMISS = "dismiss"  # the notice has been read
    BACK = "back"  # not shutting down: back to where the person was
    SHUT_DOWN = "shut_down"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game on the menu: its key, its name (a msgid), and whether a match is waiting to be resumed."""

    key: str
    title: str
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Home:
    """The present page and cursor, the games on the menu, and the notices not yet read (whole sentences)."""

    games: tuple[GameRow, ...]
    page: Page = Page.MENU
    cursor: int = 0
    notices: tuple[str, ...] = ()

    @property
    def chosen(self) -> GameRow:
        """The game under the cursor."""
        return self.games[self.cursor]


def on_press(home: Home, press: Press) -> tuple[Home, Wish | None]:
    """The home page after a press, and what it asks for."""
    match home.page:
        case Page.MENU:
            return _in_menu(home, press)
        case Page.NOTICE:
            return home, Wish.DISMISS if press.button is Button.OK else None
        case Page.SHUT_DOWN:
            return home, {Button.OK: Wish.SHUT_DOWN, Button.UNDO: Wish.BACK, Button.HOME: Wish.BACK}.get(press.button)
        case Page.GOODBYE:
            return home, None


def _in_menu(home: Home, press: Press) -> tuple[Home, Wish | None]:
    match press.button:
        case Button.SPADE:
            return replace(home, cursor=(home.cursor - 1) % len(home.games)), None
        case Button.HEART:
            return replace(home, cursor=(home.cursor + 1) % len(home.games)), None
        case Button.OK:
            return home, Wish.OPEN
        case _:
            return home, None
