"""The daemon from its start to its exit code, on a board that plays a script of presses."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import subprocess
import sys
import time

import pytest

from device.commands import run, serve
from device.draw.welcome import welcome
from device.ending import Ending
from device.home.page import Facts
from device.home.questions import Goodbye, SafeMode, goodbye, no_pins, safe_to_unplug
from device.journal import Journal
from device.journal_file import FILE_NAME, VERSION
from device.settings import defaults, schema
from device.starts import Starts
from device.texts import texts
from drivers.contract import BoardBusy, BoardError, Button, Press
from drivers.farewell import LAST_WORDS, last_words
from drivers.wiring import PanelConfig, Wiring

ENGLISH = texts("en")
FACTS = Facts(games=(), values={}, schema={}, texts=ENGLISH)
SHUT_DOWN = (Press(Button.HOME, held=True), Press(Button.OK))


class ScriptedBoard:
    """A board whose presses are known beforehand. It dies after the last, unless that ends the daemon first."""

    def __init__(self, presses=()):
        self.presses = list(presses)
        self.shown = []
        self.lamps = {}
        self.closed = None
        self._on_press = None

    def listen(self, on_press):
        self._on_press = on_press

    def alive(self):
        """Asked once before each turn of the loop: the next press comes now."""
        if not self.presses:
            return False
        self._on_press(self.presses.pop(0))
        return True

    def show(self, picture):
        self.shown.append(picture.copy())

    def light(self, lamps):
        self.lamps = lamps

    def close(self, *, keep_picture=False):
        self.closed = "picture kept" if keep_picture else "dark"

    def shine(self, light): ...
    def play(self, tune): ...

    def adjust(self, adjustment): ...

    def troubles(self):
        return ()

    def stuck(self):
        return ()


@pytest.fixture
def state(tmp_path, monkeypatch):
    """The service's folders, as systemd gives them; the settings are in English, so that nothing is asked."""
    for name in ("STATE", "RUNTIME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(f"{name}_DIRECTORY", str(tmp_path / name))
    monkeypatch.setattr(serve, "GOODBYE_SECONDS", 0.0)
    monkeypatch.setattr("device.settings.SYSTEM_FILE", tmp_path / "none.toml")
    monkeypatch.setattr("device.settings.BOOT_FILES", ())
    (tmp_path / "STATE" / "meneur.toml").write_text('[table]\nlanguage = "en"\n', encoding="utf-8")
    return tmp_path / "STATE"


@pytest.fixture
def start(state, monkeypatch):
    """Start the daemon on a scripted board; its exit code and the board."""

    def starting(*presses):
        board = ScriptedBoard(presses)
        monkeypatch.setattr(run, "open_board", lambda _kind, _wiring: board)
        return run.run(argparse.Namespace(state=None, settings=None)), board

    return starting


@pytest.fixture
def handlers():
    """The handlers of all signals of an end, given back after the test."""
    before = {each: signal.getsignal(each) for each in run.ENDS}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


def request(state):
    return state.parent / "RUNTIME" / run.POWEROFF_REQUEST


def test_shutting_down_at_the_panel_leaves_the_request_and_the_words(start, state):
    """Exit code 0, lamps off, "do not unplug yet" stays on the glass, and the last words wait for the hook."""
    code, board = start(*SHUT_DOWN)
    assert (code, board.closed, dict(board.lamps)) == (0, "picture kept", {})
    assert board.shown[-1] == Goodbye().draw(FACTS)
    assert request(state).exists()
    words = (state.parent / "RUNTIME" / LAST_WORDS).read_bytes()
    own = PanelConfig(type=defaults(schema([]))["panel"]["type"])
    assert words == last_words(Wiring(panel=own), safe_to_unplug(ENGLISH))


def test_a_signal_ends_with_a_goodbye_and_a_dark_glass(start, state, monkeypatch):
    """Exit code 0, and nobody is asked to power off."""
    monkeypatch.setattr(serve.Loop, "run", lambda loop, **_: Ending.STOPPED)
    code, board = start()
    assert (code, board.closed, board.shown) == (0, "dark", [welcome(), goodbye(ENGLISH)])
    assert not request(state).exists()


@pytest.mark.parametrize("number", run.ENDS)
def test_every_signal_of_an_end_is_heard_while_somebody_plays(state, monkeypatch, handlers, number):
    """The kernel's own signal, in the middle of a turn: lamps off, a goodbye, a dark glass, exit code 0."""

    class Interrupted(ScriptedBoard):
        def alive(self):
            os.kill(os.getpid(), number)
            return True

    board = Interrupted()
    monkeypatch.setattr(run, "open_board", lambda _kind, _wiring: board)
    code = run.run(argparse.Namespace(state=None, settings=None))
    assert (code, board.closed, board.lamps, board.shown[-1]) == (0, "dark", {}, goodbye(ENGLISH))


@pytest.mark.parametrize("step", [(run, "read_hardware"), (run, "open_board"), (run, "welcome"), (serve, "Table")])
def test_a_stop_in_the_first_second_is_no_failed_start(state, monkeypatch, handlers, step):
    """However early the signal comes: three restarts in a row, as an upgrade makes them, lead to no safe mode."""

    def interrupted(*_, **__):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)  # the signal is heard meanwhile
        raise AssertionError("nobody heard the signal")

    board = ScriptedBoard()
    monkeypatch.setattr(run, "open_board", lambda _kind, _wiring: board)
    monkeypatch.setattr(*step, interrupted)
    for _ in range(3):
        assert run.run(argparse.Namespace(state=None, settings=None)) == 0
    assert board.closed == (None if step[1] in {"read_hardware", "open_board"} else "dark")
    assert Starts(state.parent / "RUNTIME").begin(0.0).count == 0


def test_a_power_off_that_cannot_be_asked_for_brings_the_box_back(start, state, monkeypatch, capsys):
    """A sentence in the log, and the code that systemd answers with a new start: no box that says for ever that it ends."""

    def full(file):
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    monkeypatch.setattr(type(state), "touch", full)
    code, _ = start(*SHUT_DOWN)
    assert code == run.FAILED
    assert f"{request(state)} cannot be made (No space left on device)" in capsys.readouterr().err


def test_the_loop_turns_twice_in_the_watchdogs_time(start, monkeypatch):
    """A box that nobody touches feeds it too, and in time."""
    monkeypatch.setenv("WATCHDOG_USEC", "15000000")
    longest = []
    monkeypatch.setattr(serve.Loop, "run", lambda loop, **how: longest.append(how) or Ending.STOPPED)
    start()
    assert longest == [{"longest": 7.5}]


def test_a_board_that_died_ends_with_one(start):
    """A new process may have more luck."""
    code, board = start(Press(Button.SPADE))
    assert (code, board.closed) == (run.FAILED, "dark")


def test_a_board_that_cannot_be_opened_is_final(state, monkeypatch, capsys):
    """Exit code 78, and the cause with its cure on stderr and on the glass."""

    def refuse(_kind, _wiring):
        raise BoardError("the module lgpio is missing; install python3-lgpio")

    told = []
    monkeypatch.setattr(run, "open_board", refuse)
    monkeypatch.setattr("drivers.placard.put_up", lambda _wiring, picture: told.append(picture))
    assert run.run(argparse.Namespace(state=None, settings=None)) == run.MISCONFIGURED
    assert "install python3-lgpio" in capsys.readouterr().err
    assert told == [no_pins(ENGLISH, "the module lgpio is missing; install python3-lgpio")]


def test_pins_that_are_not_there_yet_are_tried_again(state, monkeypatch, capsys):
    """Exit code 1, which systemd answers with a new start, and no step towards safe mode."""

    def refuse(_kind, _wiring):
        raise BoardBusy("/dev/gpiochip0 cannot be opened: permission denied")

    monkeypatch.setattr(run, "open_board", refuse)
    assert run.run(argparse.Namespace(state=None, settings=None)) == run.FAILED
    assert "gpiochip0" in capsys.readouterr().err
    assert Starts(state.parent / "RUNTIME").begin(0.0).count == 0


def fail_to_start(start, monkeypatch, times):
    with monkeypatch.context() as broken:
        broken.setattr(serve, "Table", lambda *_, **__: (_ for _ in ()).throw(RuntimeError("no such horse")))
        for _ in range(times):
            with pytest.raises(RuntimeError):
                start()


def test_three_failed_starts_lead_to_safe_mode_with_the_cause(start, state, monkeypatch):
    """The page is the first thing on the glass; matches and settings are neither shown nor touched."""
    start(*[Press(Button.OK)] * 3, *SHUT_DOWN)  # a match is played a little
    before = (state / FILE_NAME).read_bytes()
    fail_to_start(start, monkeypatch, 3)
    _, board = start(Press(Button.SPADE))
    page = SafeMode("RuntimeError: no such horse").draw(FACTS)
    assert any(shown.crop((0, 12, 128, 64)) == page.crop((0, 12, 128, 64)) for shown in board.shown[1:2])
    assert (state / FILE_NAME).read_bytes() == before


def test_two_failed_starts_do_not(start, monkeypatch):
    """The third start is a normal one."""
    fail_to_start(start, monkeypatch, 2)
    _, board = start(Press(Button.SPADE))
    assert SafeMode("RuntimeError: no such horse").draw(FACTS) not in board.shown


def test_one_press_leaves_safe_mode(start, state, monkeypatch):
    """OK ends the process with the code that systemd answers with a new start, and nothing is held against that one."""
    fail_to_start(start, monkeypatch, 3)
    code, board = start(Press(Button.OK))
    assert (code, board.closed) == (run.FAILED, "dark")
    assert Starts(state.parent / "RUNTIME").begin(0.0).count == 0


def test_safe_mode_keeps_the_box_s_own_wiring(start, state, monkeypatch):
    """Everything else is at its default: a box on other pins than its own could say nothing."""
    (state / "meneur.toml").write_text(
        '[table]\nlanguage = "en"\n[panel]\ntype = "sh1106"\n[sound]\nvolume = 9\n', encoding="utf-8"
    )
    fail_to_start(start, monkeypatch, 3)
    started = []
    safely = serve._safely
    monkeypatch.setattr(serve, "_safely", lambda *those: started.append(safely(*those)) or started[-1])
    start(Press(Button.SPADE))
    values = started[0].values
    assert (values["panel"]["type"], values["sound"]["volume"]) == ("sh1106", 5)


def test_nothing_in_reading_the_settings_defeats_safe_mode(start, monkeypatch):
    """Whatever a file does to the reader: after three starts the box is there with its defaults."""
    for reader in ("load", "peek"):
        monkeypatch.setattr(f"device.commands.common.{reader}", lambda *_: (_ for _ in ()).throw(ZeroDivisionError()))
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            start()
    _, board = start(Press(Button.SPADE))
    page = SafeMode("ZeroDivisionError: ").draw(FACTS)
    assert page.crop((0, 12, 128, 64)) in [shown.crop((0, 12, 128, 64)) for shown in board.shown]


def test_a_journal_of_a_newer_version_is_said_on_the_panel_and_not_touched(start, state):
    """The box plays on without saving; the file waits for the version that wrote it."""
    journal = Journal(state)
    journal._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    journal.close()
    before = (state / FILE_NAME).read_bytes()
    _, board = start(Press(Button.UNDO), Press(Button.OK))
    told = SafeMode("The match book is from a newer Meneur. Install that version again to go on with it.").draw(FACTS)
    assert board.shown[1].crop((0, 12, 128, 64)) == told.crop((0, 12, 128, 64))
    assert (state / FILE_NAME).read_bytes() == before


def test_an_end_that_was_asked_for_strikes_the_count(start, state, monkeypatch):
    """Two failures, a shutdown in the first minute, two failures: still no safe mode."""
    fail_to_start(start, monkeypatch, 2)
    start(*SHUT_DOWN)
    assert Starts(state.parent / "RUNTIME").begin(0.0).count == 0


def test_the_panel_is_lit_before_the_games_are_loaded():
    """A small Pi needs a second for them; until then the glass says that the box is awake."""
    told = "import sys, device.commands.run; print([name for name in sys.modules if name.startswith('device.games.')])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "['device.games.contract']\n"
