"""A terminal's keyboard as fingers on the box: which key is which button, and when each finger comes off again."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from enum import Enum

from drivers.contract import HOLD_SECONDS, Button

TAP_SECONDS = 0.08
"""How long a tapped button is down: longer than any bounce that the drivers wait out."""

GAP_SECONDS = 0.06
"""How long a button is up before it goes down again."""

HOLD_MARGIN = 0.2
"""Seconds beyond the threshold of a hold, for the time in which the drivers wait out the bounce."""

PATIENCE = 0.25
"""Seconds that a tap may have to wait for its turn. A key that repeats faster must not play on after it is let go."""


class Command(Enum):
    """What a key can ask for that no button does."""

    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Tap:
    """One touch of a button: short, or held past its threshold."""

    button: Button
    held: bool = False


_LETTERS = {
    "s": Button.SPADE,
    "h": Button.HEART,
    "d": Button.DIAMOND,
    "c": Button.CLUB,
    "o": Button.OK,
    "u": Button.UNDO,
    "m": Button.HOME,
}

ESCAPE = "\x1b"

# A terminal does not tell when a key comes up, so a letter with Shift stands for a hold. Digits have no such second form:
# what Shift makes of them differs from keyboard to keyboard.
KEYS: dict[str, Tap | Command] = {
    "1": Tap(Button.SPADE),
    "2": Tap(Button.HEART),
    "3": Tap(Button.DIAMOND),
    "4": Tap(Button.CLUB),
    "\r": Tap(Button.OK),
    "\n": Tap(Button.OK),
    "\x7f": Tap(Button.UNDO),
    "\b": Tap(Button.UNDO),
    ESCAPE: Tap(Button.HOME),
    **{letter: Tap(button) for letter, button in _LETTERS.items()},
    **{letter.upper(): Tap(button, held=True) for letter, button in _LETTERS.items()},
    "q": Command.QUIT,
    "Q": Command.QUIT,
}

_TOKEN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\x1b\[O])|.", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")


def split_keys(typed: str, *, complete: bool) -> tuple[list[str], str]:
    r"""The keys in what was typed, and the start of one that may go on.

    Arrows and the like begin with the same character as Escape alone does; only time tells them apart. `complete` says
    that nothing more has come for a while.

    >>> split_keys("1o\x1b[A\x1b", complete=False)
    (['1', 'o', '\x1b[A'], '\x1b')
    >>> split_keys("\x1b", complete=True)
    (['\x1b'], '')
    """
    rest = ""
    if not complete and (unfinished := _UNFINISHED.search(typed)):
        rest = unfinished.group()
        typed = typed[: unfinished.start()]
    return _TOKEN.findall(typed), rest


class Schedule:
    """When fingers go on and come off. Knows no clock: every `now` is in seconds of the caller's.

    `slowness` is the wiring's: how many times the usual seconds a button is held.
    """

    def __init__(self, slowness: float = 1.0) -> None:
        self._slowness = slowness
        self._due: dict[Button, deque[tuple[float, bool]]] = {button: deque() for button in Button}
        self._free: dict[Button, float] = dict.fromkeys(Button, float("-inf"))

    def add(self, tap: Tap, now: float) -> bool:
        """Plan a tap; False when its button is busy for so long that it is left out."""
        begin = max(now, self._free[tap.button])
        if begin - now > PATIENCE:
            return False
        held = HOLD_SECONDS[tap.button] * self._slowness + HOLD_MARGIN
        end = begin + (held if tap.held else TAP_SECONDS)
        self._due[tap.button] += [(begin, True), (end, False)]
        self._free[tap.button] = end + GAP_SECONDS
        return True

    def next(self) -> float | None:
        """When something is due next, or None."""
        return min((due[0][0] for due in self._due.values() if due), default=None)

    def take(self, now: float) -> list[tuple[Button, bool]]:
        """What is due: each button with True for down, False for up, in order."""
        ready = []
        for button, due in self._due.items():
            while due and due[0][0] <= now:
                at, down = due.popleft()
                ready.append((at, button, down))
        return [(button, down) for _, button, down in sorted(ready, key=lambda item: item[0])]
