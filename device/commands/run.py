"""`meneur run`: the daemon on a Raspberry Pi."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
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
from device.games import GAMES
from device.loop import Ending, Loop
from device.service import Notifier
from device.table import Table
from device.times import SystemTimes
from drivers.choose import open_board
from drivers.contract import BoardError

log = logging.getLogger(__name__)

MISCONFIGURED = 78
"""Exit code (EX_CONFIG) for what no restart can cure; systemd leaves it at that."""
FAILED = 1
"""Exit code for what a restart may cure."""
POWEROFF_REQUEST = "poweroff"
"""The file in the runtime directory that a path unit waits for: the daemon itself may not switch the machine off."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which settings and matches."""
    add_state(parser)
    add_settings(parser)


class RealTimes(SystemTimes):
    """The machine's clocks at their own speed."""

    def real(self, seconds: float) -> float:
        """The same seconds: nothing runs faster here."""
        return seconds


def run(arguments: argparse.Namespace) -> int:
    """Run until a signal, a shutdown from the panel, or a board that has died."""
    state = state_folder(arguments.state)
    with keep_alone(state):
        return _serve(arguments, state)


def _serve(arguments: argparse.Namespace, state: Path) -> int:
    settings = read_settings(arguments.settings, state)
    notifier = Notifier()
    try:
        board = open_board("pi", wiring_of(settings))
    except BoardError as cause:
        print(f"meneur run: {cause}", file=sys.stderr)
        return MISCONFIGURED
    journal = open_journal(state)
    times = RealTimes()
    table = Table(
        GAMES, journal, times, values=settings.values, keep=keeper(arguments.settings), version=version("meneur")
    )
    for problem in settings.problems:
        table.notify(str(problem))
    loop = Loop(table, board, times, progress=notifier.progress)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: loop.stop())
    # Ready before the panel is: a display that is out must not keep the service from starting.
    notifier.ready()
    try:
        ending = loop.run(longest=(notifier.watchdog_seconds or 60.0) / 2)
    finally:
        notifier.stopping()
        loop.close()
        board.close()
        journal.close()
    return _conclude(ending)


def _conclude(ending: Ending) -> int:
    match ending:
        case Ending.STOPPED:
            return 0
        case Ending.HALT:
            return _request_poweroff()
        case Ending.BOARD_DEAD:
            log.error("no press can arrive any more: ending, so that a new process takes over")
            return FAILED


def _request_poweroff() -> int:
    folder = os.environ.get("RUNTIME_DIRECTORY")
    if folder is None:
        print("meneur run: to switch off from the panel, run as the service meneur.service", file=sys.stderr)
        return 0
    (Path(folder) / POWEROFF_REQUEST).touch()
    return 0
