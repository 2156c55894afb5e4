"""`meneur play` as a person starts it: a process, a page, presses, and the plug pulled in the middle."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from device.journal import Journal
from device.journal_file import FILE_NAME

connect = pytest.importorskip("websockets.sync.client", reason="the visitor of these tests needs websockets 11").connect


def command(*words):
    return [sys.executable, "-m", "device", *words]


@contextmanager
def playing(state, *words, settings=None):
    """A running simulator; gives the process and the address it printed."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(state / "config")}
    if settings is not None:
        file = state / "config" / "meneur" / "meneur.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings, encoding="utf-8")
    with subprocess.Popen(
        command("play", "--port", "0", "--state", str(state), *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        try:
            assert select.select([process.stdout], [], [], 30)[0], process.stderr.read()
            line = process.stdout.readline()
            yield process, re.search(r"http://127\.0\.0\.1:\d+", line)[0]
        finally:
            process.kill()


ENGLISH = '[table]\nlanguage = "en"\n'


@contextmanager
def visiting(state, *words, settings=None):
    """A running simulator and a page of it: the process and the visitor."""
    with (
        playing(state, *words, settings=settings) as (process, address),
        connect(address.replace("http", "ws") + "/box", origin=address) as page,
    ):
        yield process, Visitor(page)


class Visitor:
    """A page's socket: presses buttons and reads the glass."""

    def __init__(self, socket):
        self.socket = socket
        self.picture = b""

    def press(self, *names):
        for name in names:
            for verb in ("down", "up"):
                self.socket.send(json.dumps({verb: name}))
                time.sleep(0.06)

    def still(self, seconds=0.6):
        """The glass once it has not changed for a while; lamps may go on blinking."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                message = self.socket.recv(timeout=left)
            except TimeoutError:
                break
            if isinstance(message, bytes):
                self.picture = message
                until = time.monotonic() + seconds
        return self.picture


def test_killed_in_mid_race_it_is_back_on_the_same_screen(tmp_path):
    """SIGKILL in a race, a new process on the same folder: the same picture, and UNDO still knows the past."""
    with visiting(tmp_path, settings=ENGLISH) as (process, visitor):
        visitor.press("ok", "ok", *["spade", "heart", "diamond", "club"] * 2)
        visitor.press("ok", "ok", "spade", "heart", "spade", "club")
        before = visitor.still(1.5)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with visiting(tmp_path) as (_, again):
        assert again.still(1.5) == before
        again.press("undo")
        assert again.still(1.5) != before


def test_a_simulated_box_that_was_shut_down_is_still_there(tmp_path):
    """It says that a real one would switch off, and after OK the race goes on where it was."""
    with visiting(tmp_path, settings=ENGLISH) as (_, visitor):
        visitor.press("ok", "ok", "spade")
        before = visitor.still(1.5)
        visitor.socket.send(json.dumps({"down": "home"}))
        asked = visitor.still(3.5)
        visitor.socket.send(json.dumps({"up": "home"}))
        visitor.press("ok")
        told = visitor.still(1.5)
        assert len({before, asked, told}) == 3
        visitor.press("ok")
        assert visitor.still(1.5) == before


def test_no_press_that_was_shown_is_lost_by_a_kill_while_presses_stream_in(tmp_path):
    """The event list tells a press only once it is on disk: what the page was told is in the journal after SIGKILL."""
    with visiting(tmp_path, settings=ENGLISH) as (process, visitor):
        visitor.press("ok", "ok", *["spade", "heart", "diamond", "club"] * 2)
        visitor.press("ok", "ok")
        for number in range(30):
            visitor.socket.send(json.dumps({"down": ("spade", "undo")[number % 2]}))
            time.sleep(0.045)
            visitor.socket.send(json.dumps({"up": ("spade", "undo")[number % 2]}))
            time.sleep(0.045)
        process.send_signal(signal.SIGKILL)
        process.wait()
        told = []
        with suppress(ConnectionClosed):
            while True:
                message = visitor.socket.recv(timeout=2)
                if isinstance(message, str):
                    told += json.loads(message).get("lines", [])
    journal = Journal(tmp_path)
    assert journal.put_aside is None
    assert len(told) > 20
    assert len(journal.entries(journal.place().match)) >= len(told)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_cleanly(tmp_path, number):
    """Exit code 0 within two seconds, nothing on stderr, while a page is still connected."""
    with visiting(tmp_path) as (process, visitor):
        visitor.still(0.3)
        process.send_signal(number)
        assert process.wait(timeout=2) == 0
        assert process.stderr.read() == ""


def test_a_port_in_use_is_said_with_the_cure(tmp_path):
    """Exit code 2, one line, no traceback."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            command("play", "--port", str(port), "--state", str(tmp_path)), capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(f"meneur play: port {port} is in use")
    assert done.stderr.count("\n") == 1


def test_a_second_process_on_the_same_matches_is_refused(tmp_path):
    """Two writers would tangle one evening."""
    with playing(tmp_path):
        done = subprocess.run(
            command("play", "--port", "0", "--state", str(tmp_path)), capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert "another Meneur is using" in done.stderr


def test_a_wrong_settings_file_is_reported_and_the_game_starts(tmp_path):
    """The problem is on stderr with its line, on the panel until confirmed, and the page is there."""
    with visiting(tmp_path, settings='[table]\nlanguage = "en"\n[sound]\non = "loud"\n') as (process, visitor):
        notice = visitor.still()
        visitor.press("ok")
        assert visitor.still() != notice
        process.send_signal(signal.SIGTERM)
        process.wait()
        assert 'meneur.toml:4: sound.on: found "loud", expected true or false' in process.stderr.read()


def test_a_damaged_journal_is_put_aside_and_said_on_the_panel(tmp_path):
    """Nothing is deleted; the evening begins anew."""
    (tmp_path / FILE_NAME).write_bytes(b"\x00torn\xff" * 999)
    with visiting(tmp_path, settings=ENGLISH) as (_, visitor):
        notice = visitor.still()
        visitor.press("ok")
        assert visitor.still() != notice
    assert (tmp_path / "journal.damaged-1.sqlite3").read_bytes().startswith(b"\x00torn")


def test_the_terminal_needs_a_terminal(tmp_path):
    """Piped into a file, --terminal says what it needs."""
    done = subprocess.run(
        command("play", "--terminal", "--state", str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
