"""The box in a terminal: its glass in braille dots, its lamps in the labels of its keys. Standard library only."""

from __future__ import annotations

import errno
import logging
import os
import select
import socket
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread, current_thread
from types import TracebackType
from typing import Any, Self

from PIL import Image

from drivers.contract import HEIGHT, SUIT_BUTTONS, WIDTH, Button
from drivers.simulator.front import Front, Line
from drivers.simulator.keys import KEYS, Command, Schedule, Tap, split_keys

COLUMNS, ROWS = WIDTH // 2 + 2, 22
"""The least size of a window, in characters."""

FRAME_SECONDS = 1 / 30
ESCAPE_SECONDS = 0.05
"""How long an Escape may be the beginning of another key."""

RESIZE_SECONDS = 0.25
"""How often the size of the window is looked at. Its signal would go to the main thread, which belongs to the game."""

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row and column within a character
_BRAILLE = 0x2800
_COLOURS = {Button.SPADE: 94, Button.HEART: 91, Button.DIAMOND: 93, Button.CLUB: 92}
_LABELS = {
    Button.SPADE: "♠ 1",
    Button.HEART: "♥ 2",
    Button.DIAMOND: "♦ 3",
    Button.CLUB: "♣ 4",
    Button.UNDO: "UNDO ⌫",
    Button.HOME: "HOME Esc",
    Button.OK: "OK ⏎",
}
# By "is it French".
_LEGEND = {
    False: "s h d c o u m too; with Shift they hold          q quits",
    True: "s h d c o u m aussi ; avec Maj : appui long      q quitte",
}
_TOO_SMALL = {
    False: f"Please enlarge this window to {COLUMNS} × {ROWS}.",
    True: f"Agrandissez cette fenêtre à {COLUMNS} × {ROWS}.",
}

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"  # the other screen, no cursor
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"

log = logging.getLogger(__name__)


class NotATerminal(Exception):
    """Nobody can press keys there, or see the box."""

    def __init__(self) -> None:
        super().__init__("standard input and output are not a terminal")


class Terminal:
    """Shows a box in the terminal from the moment it is made until `close`, and puts the terminal back as it was.

    It has its own thread, so that the main thread is the game's. `on_quit` is called from that thread, once, when the
    person types q or the terminal has gone:

        with Terminal(box, on_quit=loop.stop) as terminal:
            terminal.tell({"en": "♠ pressed", "fr": "♠ enfoncé"})
            loop.run()

    `keyboard` and `display` are file descriptors. Raises NotATerminal when either is not a terminal.
    """

    def __init__(
        self,
        front: Front,
        *,
        on_quit: Callable[[], None],
        slowness: float = 1.0,
        keyboard: int = 0,
        display: int = 1,
    ) -> None:
        if not (os.isatty(keyboard) and os.isatty(display)):
            raise NotATerminal
        self._front = front
        self._on_quit = on_quit
        self._keyboard = keyboard
        self._display = display
        self._line = ""
        self._shown: list[str] = []
        self._size = (0, 0)
        self._schedule = Schedule(slowness)
        self._fingers: set[Button] = set()
        self._typed = ""
        self._typed_at = self._painted = float("-inf")
        self._running = True
        # Not a pipe: a late wake of a closed socket is an error, that of a closed pipe a byte in somebody else's file.
        self._woken, self._waker = socket.socketpair()
        self._waker.setblocking(False)
        front.watch(self._wake)
        self._thread = Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    def tell(self, line: Line) -> None:
        """Show a line of what happened in the language of the shell, in place of the one before; from any thread."""
        self._line = line["fr" if _french() else "en"]
        self._wake()

    def close(self) -> None:
        """Take the fingers off, end the thread, restore the terminal. May be called twice."""
        self._running = False
        self._wake()
        if self._thread is not current_thread():
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wake(self) -> None:
        with suppress(OSError):  # full: it will wake anyway; closed: nobody is there to wake
            self._waker.send(b".")

    # ── the thread ──

    def _run(self) -> None:
        try:
            before = termios.tcgetattr(self._keyboard)
            try:
                self._play(before)
            finally:
                self._restore(before)
        except (OSError, termios.error):
            log.warning("The terminal has gone.")
        finally:
            for button in self._fingers:
                self._front.let_go(button)
            self._waker.close()
            self._woken.close()
            if self._running:  # nobody called close: the person left, or the terminal did
                self._on_quit()

    def _play(self, before: list[Any]) -> None:
        raw = termios.tcgetattr(self._keyboard)
        raw[3] &= ~(termios.ICANON | termios.ECHO)
        raw[0] &= ~termios.IXON
        # Ctrl-C still stops the program. Ctrl-Z would leave the shell with this screen, so it is no key.
        raw[6] = [*before[6]]
        raw[6][termios.VSUSP] = b"\0"
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, raw)
        self._write(_ENTER)
        while self._running:
            self._touch()
            self._paint()
            if self._listen() is Command.QUIT:
                return

    def _restore(self, before: list[Any]) -> None:
        self._write(_LEAVE)
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, before)

    def _touch(self) -> None:
        for button, down in self._schedule.take(time.monotonic()):
            if down:
                self._fingers.add(button)
                self._front.push(button)
            else:
                self._fingers.remove(button)
                self._front.let_go(button)

    def _listen(self) -> Command | None:
        """Wait for a key, for a change worth painting, or for what is due; returns a command if one was typed."""
        now = time.monotonic()
        changes_from = self._painted + FRAME_SECONDS
        due = [now + RESIZE_SECONDS, self._schedule.next(), changes_from if now < changes_from else None]
        due.append(self._typed_at + ESCAPE_SECONDS if self._typed else None)
        wait = max(0.0, min(at for at in due if at is not None) - now)
        sources = [self._keyboard] if now < changes_from else [self._keyboard, self._woken.fileno()]
        ready, _, _ = select.select(sources, [], [], wait)
        if self._woken.fileno() in ready:
            self._woken.recv(4096)
        if self._keyboard in ready:
            typed = os.read(self._keyboard, 1024)
            if not typed:
                raise OSError(errno.EIO, "the terminal has ended")
            self._typed += typed.decode(errors="ignore")
            self._typed_at = time.monotonic()
        return self._heed(complete=time.monotonic() >= self._typed_at + ESCAPE_SECONDS)

    def _heed(self, *, complete: bool) -> Command | None:
        keys, self._typed = split_keys(self._typed, complete=complete)
        for key in keys:
            match KEYS.get(key):
                case Tap() as tap:
                    self._schedule.add(tap, time.monotonic())
                case Command() as command:
                    return command
                case None:
                    pass
        return None

    # ── painting ──

    def _paint(self) -> None:
        if time.monotonic() < self._painted + FRAME_SECONDS:
            return
        self._painted = time.monotonic()
        size = os.get_terminal_size(self._display)
        if size != self._size:
            self._size = size
            self._shown = []
            self._write("\x1b[2J")
        columns, rows = size
        lines = compose(self._front, self._line, french=_french())
        if columns < COLUMNS or rows < ROWS:
            lines = [_TOO_SMALL[_french()]]
        left, top = max(0, (columns - COLUMNS) // 2), max(0, (rows - ROWS) // 2)
        changed = [
            f"\x1b[{top + row + 1};{left + 1}H{line}\x1b[0m\x1b[K"
            for row, line in enumerate(lines)
            if self._shown[row : row + 1] != [line]
        ]
        self._shown = lines
        if changed:
            self._write("".join(changed))

    def _write(self, text: str) -> None:
        left = text.encode()
        while left:
            left = left[os.write(self._display, left) :]


def compose(front: Front, line: str, *, french: bool) -> list[str]:
    """The box as ROWS lines of COLUMNS characters, with colours: screen, soft keys below it, corner buttons, `line`, legend."""
    dim = "" if front.contrast() >= 64 else "\x1b[2m"
    edge = "─" * (COLUMNS - 2)
    corner = (COLUMNS - 2) // 3
    keys = "".join(_label(front, button, (COLUMNS - 2) // 4) for button in SUIT_BUTTONS)
    corners = "".join(_label(front, button, corner) for button in (Button.UNDO, Button.HOME, Button.OK))
    return [
        f"┌{edge}┐",
        *(f"│{dim}{row}\x1b[0m│" for row in braille(front.glass())),
        f"└{edge}┘",
        f" {keys}",
        f" {corners}",
        " " + "".join(character for character in line if character.isprintable())[: COLUMNS - 2],
        f"\x1b[2m {_LEGEND[french]}",
    ]


def braille(picture: Image.Image) -> list[str]:
    """The picture in characters of 2×4 dots: 16 rows of 64.

    >>> picture = Image.new("1", (128, 64)); picture.putpixel((0, 0), 1); picture.putpixel((3, 3), 1)
    >>> braille(picture)[0][:3]
    '⠁⢀⠀'
    """
    lit = picture.convert("1").tobytes()
    rows = [[lit[16 * y + (x >> 3)] >> (7 - (x & 7)) & 1 for x in range(WIDTH)] for y in range(HEIGHT)]
    return [
        "".join(
            chr(_BRAILLE + sum(dot for dy in range(4) for dx, dot in enumerate(_DOTS[dy]) if rows[y + dy][x + dx]))
            for x in range(0, WIDTH, 2)
        )
        for y in range(0, HEIGHT, 4)
    ]


def _label(front: Front, button: Button, width: int) -> str:
    level = front.lamp(button)
    text = f" {'○◐●'[min(2, round(level * 2))]} {_LABELS[button]} "
    style = f"\x1b[7;1;{_COLOURS.get(button, 97)}m" if level >= 0.5 else ""
    before = (width - len(text)) // 2
    return " " * before + style + text + "\x1b[0m" + " " * (width - len(text) - before)


def _french() -> bool:
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((name for name in names if name), "").startswith("fr")
