"""The box in a terminal, seen and typed at through a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from threading import Event

import pytest
from fake_front import FakeFront
from PIL import Image

from drivers.simulator.terminal import COLUMNS, ROWS, NotATerminal, Terminal, braille


class Screen:
    """A pseudo-terminal and just enough of an emulator: knows the sequences that the terminal view writes."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.keyboard, self.terminal = pty.openpty()
        self.resize(columns, rows)
        self.written = ""
        self._cells: dict[tuple[int, int], str] = {}
        self._at = (1, 1)
        self._pending = b""  # the start of a character
        self._rest = ""  # the start of a sequence

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    def rows(self) -> list[str]:
        return ["".join(self._cells.get((row, column), " ") for column in range(1, 201)) for row in range(1, 101)]

    def text(self) -> str:
        return "\n".join(self.rows())

    def wait_for(self, condition, seconds: float = 5.0) -> None:
        """Read on until the condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.text()
            self.read(0.05)

    def read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.keyboard], [], [], seconds)
        if ready:
            self._pending += os.read(self.keyboard, 65536)
            text = self._pending.decode(errors="ignore")
            self._pending = self._pending[len(text.encode()) :]
            self._take(text)

    def _take(self, text: str) -> None:
        self.written += text
        tail = re.search(r"\x1b\[?[?0-9;]*\Z", self.written)
        for token in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|[^\x1b]", self._rest + text):
            row, column = self._at
            if move := re.fullmatch(r"\x1b\[(\d+);(\d+)H", token):
                self._at = (int(move[1]), int(move[2]))
            elif token == "\x1b[2J":
                self._cells.clear()
            elif token == "\x1b[K":
                self._cells = {at: cell for at, cell in self._cells.items() if at[0] != row or at[1] < column}
            elif not token.startswith("\x1b"):
                self._cells[row, column] = token
                self._at = (row, column + 1)
        self._rest = tail.group() if tail else ""

    def picture(self) -> Image.Image:
        """The glass, read back from the braille dots on the screen."""
        rows = self.rows()
        top = next(number for number, row in enumerate(rows) if "┌" in row) + 1
        left = rows[top].index("│") + 1
        picture = Image.new("1", (128, 64))
        places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        for y in range(16):
            for x in range(64):
                dots = ord(rows[top + y][left + x]) - 0x2800
                for bit, (dx, dy) in enumerate(places):
                    if dots >> bit & 1:
                        picture.putpixel((2 * x + dx, 4 * y + dy), 1)
        return picture

    def close(self) -> None:
        os.close(self.keyboard)
        os.close(self.terminal)


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def front():
    return FakeFront()


@pytest.fixture
def screen():
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def gone():
    return Event()


@pytest.fixture
def terminal(front, screen, gone):
    with Terminal(front, on_quit=gone.set, keyboard=screen.terminal, display=screen.terminal) as terminal:
        screen.wait_for(lambda: "quits" in screen.text())
        yield terminal


def random_picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.tobytes() == other.tobytes()


def test_the_screen_is_the_glass_dot_for_dot(front, screen, terminal):
    """And stays so when it changes."""
    for seed in range(3):
        glass = random_picture(seed)
        front.show(glass=glass)
        screen.wait_for(lambda glass=glass: same(screen.picture(), glass))


def test_it_fits_eighty_by_twenty_four(screen, terminal):
    """Nothing outside, and the legend on it."""
    rows = screen.rows()
    assert all(row[80:].strip() == "" for row in rows)
    assert "".join(rows[24:]).strip() == ""
    assert (COLUMNS, ROWS) <= (80, 24)
    for label in ("♠ 1", "♥ 2", "♦ 3", "♣ 4", "OK", "UNDO", "HOME"):
        assert label in screen.text()


def test_lamps_show_in_the_labels(front, screen, terminal):
    """As a filled dot, not by colour alone."""
    assert "○ ♥ 2" in screen.text()
    front.show(heart=1.0, ok=0.5)
    screen.wait_for(lambda: "● ♥ 2" in screen.text() and "◐ OK" in screen.text())


@pytest.mark.parametrize(
    ("key", "button"),
    [("1", "spade"), ("h", "heart"), ("3", "diamond"), ("c", "club"), ("\r", "ok"), ("\x7f", "undo"), ("\x1b", "home")],
)
def test_a_key_presses_its_button(front, screen, terminal, key, button):
    """Down, and a moment later up."""
    screen.type(key)
    front.wait_for(("down", button), ("up", button))


def test_shift_holds(front, screen, terminal):
    """A capital letter is down past the threshold of a hold."""
    began = time.monotonic()
    screen.type("O")
    front.wait_for(("down", "ok"))
    front.wait_for(("down", "ok"), ("up", "ok"))
    assert time.monotonic() - began > 0.6


def test_arrows_are_not_home(front, screen, terminal):
    """Although they begin with an Escape."""
    screen.type("\x1b[A\x1bOB1")
    front.wait_for(("down", "spade"), ("up", "spade"))


def test_q_asks_to_leave_once(screen, terminal, gone):
    """The application then closes."""
    screen.type("q")
    assert gone.wait(5)


def test_the_terminal_comes_back_as_it_was(front, screen):
    """The modes of its line, its cursor and its screen."""
    before = termios.tcgetattr(screen.terminal)
    with Terminal(front, on_quit=print, keyboard=screen.terminal, display=screen.terminal):
        screen.wait_for(lambda: "quits" in screen.text())
        assert termios.tcgetattr(screen.terminal) != before
    assert termios.tcgetattr(screen.terminal) == before
    screen.read(1)
    assert screen.written.endswith("\x1b[?25h\x1b[?1049l")


def test_closing_takes_the_fingers_off(front, screen, gone):
    """Even in the middle of a hold, and it is no quit."""
    with Terminal(front, on_quit=gone.set, keyboard=screen.terminal, display=screen.terminal) as terminal:
        screen.wait_for(lambda: "quits" in screen.text())
        screen.type("M")
        front.wait_for(("down", "home"))
    terminal.close()
    assert front.touched == [("down", "home"), ("up", "home")]
    assert not gone.is_set()
    front.show(ok=1.0)  # the box outlives its terminal


def test_a_closed_window_ends_it(front, gone):
    """The application is told, and no finger stays."""
    screen = Screen()
    terminal = Terminal(front, on_quit=gone.set, keyboard=screen.terminal, display=screen.terminal)
    screen.wait_for(lambda: "quits" in screen.text())
    screen.type("M")
    front.wait_for(("down", "home"))
    os.close(screen.keyboard)
    assert gone.wait(5)
    terminal.close()
    os.close(screen.terminal)
    assert front.touched == [("down", "home"), ("up", "home")]


def test_resizing_draws_anew(front, screen, terminal):
    """Too small says so, larger shows the box again."""
    screen.resize(40, 10)
    screen.wait_for(lambda: "enlarge" in screen.text())
    screen.resize(120, 40)
    glass = random_picture(7)
    front.show(glass=glass)
    screen.wait_for(lambda: "└" in screen.text() and same(screen.picture(), glass))
    assert "enlarge" not in screen.text()


def test_the_last_event_is_on_it(screen, terminal):
    """And cannot smuggle in control characters."""
    terminal.tell({"en": "♠ pressed\x1b[2J\x07", "fr": "♠ enfoncé"})
    screen.wait_for(lambda: "♠ pressed[2J" in screen.text())


def test_a_french_terminal_reads_french(front, screen, monkeypatch):
    """By the language of the shell."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    with Terminal(front, on_quit=print, keyboard=screen.terminal, display=screen.terminal):
        screen.wait_for(lambda: "quitte" in screen.text())


def test_it_needs_a_terminal():
    """A pipe is refused in a sentence, and nothing is written to it."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from fake_front import FakeFront\n"
        "from drivers.simulator.terminal import NotATerminal, Terminal\n"
        "try: Terminal(FakeFront(), on_quit=print)\n"
        "except NotATerminal as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, Path(__file__).parent],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "standard input and output are not a terminal\n"
    assert issubclass(NotATerminal, Exception)


def test_every_dot_has_its_bit():
    """All dark is a row of blanks, all lit a row of full cells."""
    assert braille(Image.new("1", (128, 64))) == ["\u2800" * 64] * 16
    assert braille(Image.new("1", (128, 64), 1)) == ["\u28ff" * 64] * 16
