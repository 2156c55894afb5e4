"""`meneur play`: the simulated box, in the browser or in the terminal."""

from __future__ import annotations

import argparse
import signal
import time
from importlib.metadata import version
from pathlib import Path

from device.commands.common import (
    add_settings,
    add_state,
    keep_alone,
    keeper,
    open_journal,
    read_settings,
    state_folder,
    wiring_of,
)
from device.commands.onlookers import Onlookers
from device.ending import Ending
from device.errors import UserError
from device.games import GAMES
from device.loop import Loop
from device.table import Table
from device.texts import N_
from device.times import SystemTimes
from drivers.contract import BoardError
from drivers.simulator.box import Box


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to play, and with which settings and matches."""
    parser.add_argument("--port", type=int, default=8123, help="port of the page (default: 8123; 0: any free one)")
    parser.add_argument("--terminal", action="store_true", help="play in this terminal instead of the browser")
    add_state(parser)
    add_settings(parser)


class SimulatedTimes(SystemTimes):
    """The machine's clocks, with a monotonic one that can run faster."""

    def __init__(self) -> None:
        self._speed = 1.0
        self._since = time.monotonic()
        self._then = 0.0

    def now(self) -> float:
        """Seconds of the game's clock."""
        return self._then + (time.monotonic() - self._since) * self._speed

    def real(self, seconds: float) -> float:
        """How many real seconds so many seconds of the game's clock take."""
        return seconds / self._speed

    def set_speed(self, factor: float) -> None:
        """Let the game's clock run so many times as fast from now on. Called from the page's thread."""
        self._then, self._since, self._speed = self.now(), time.monotonic(), factor


def run(arguments: argparse.Namespace) -> int:
    """Play until Ctrl-C, SIGTERM or, in the terminal, `q`."""
    state = state_folder(arguments.state)
    with keep_alone(state):
        return _play(arguments, state)


def _play(arguments: argparse.Namespace, state: Path) -> int:
    settings = read_settings(arguments.settings, state)
    try:
        wiring = wiring_of(settings)
        box = Box(wiring)
    except BoardError as cause:
        raise UserError(str(cause)) from None
    times = SimulatedTimes()
    journal = open_journal(state)
    table = Table(
        GAMES, journal, times, values=settings.values, keep=keeper(arguments.settings), version=version("meneur")
    )
    for problem in settings.problems:
        table.notify(*problem.notice)
    loop = Loop(table, box.board, times)
    onlookers = Onlookers(table, loop, state)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: loop.stop())
    try:
        if arguments.terminal:
            _in_terminal(box, loop, table, wiring.slowness)
        else:
            _in_browser(box, loop, table, times, arguments.port)
    finally:
        loop.close()
        onlookers.close()
        box.close()
        journal.close()
    return 0


def _in_browser(box: Box, loop: Loop, table: Table, times: SimulatedTimes, port: int) -> None:
    # Starlette and uvicorn take a moment to import; only the page needs them.
    from drivers.simulator.browser import Page, PortInUse  # noqa: PLC0415

    def set_speed(factor: float) -> None:
        times.set_speed(factor)
        loop.poke()

    try:
        page = Page(box, port, set_speed=set_speed)
    except PortInUse:
        raise UserError(
            f"port {port} is in use: stop the other program, or choose a port: make play PORT={port + 1}"
        ) from None
    except (OSError, OverflowError) as cause:
        raise UserError(f"port {port} cannot be had ({cause}): choose one from 1024 to 65535 with --port") from None
    with page:
        table.watch_log(page.tell)
        print(f"Meneur is on {page.url}  (Ctrl-C ends it)", flush=True)
        _run(loop, table)


def _in_terminal(box: Box, loop: Loop, table: Table, slowness: float) -> None:
    from drivers.simulator.terminal import NotATerminal, Terminal  # noqa: PLC0415

    try:
        terminal = Terminal(box, on_quit=loop.stop, slowness=slowness)
    except NotATerminal as cause:
        raise UserError(f"--terminal needs a terminal: {cause}") from None
    with terminal:
        table.watch_log(terminal.tell)
        _run(loop, table)


def _run(loop: Loop, table: Table) -> None:
    """Run the loop. A simulated box cannot be switched off, so it only says what the real one would do."""
    while loop.run() is Ending.HALT:
        table.stay(N_("Here a real box would switch off. This one is only simulated."))
