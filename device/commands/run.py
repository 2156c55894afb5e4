"""`meneur run`: the daemon on a Raspberry Pi."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import time
from dataclasses import dataclass
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
from device.errors import UserError
from device.files import write_whole
from device.games import GAMES
from device.home.questions import goodbye, safe_to_unplug
from device.journal import Journal
from device.loop import Ending, Loop
from device.service import Notifier
from device.settings import Settings, Values, defaults, schema
from device.starts import Starts
from device.table import Table
from device.texts import N_, texts
from device.times import SystemTimes
from drivers.choose import open_board
from drivers.contract import Board, BoardBusy, BoardError, Light
from drivers.farewell import LAST_WORDS, last_words
from drivers.wiring import Wiring

log = logging.getLogger(__name__)

MISCONFIGURED = 78
"""Exit code (EX_CONFIG) for what no restart can cure; systemd leaves it at that."""
FAILED = 1
"""Exit code for what a restart may cure."""
POWEROFF_REQUEST = "poweroff"
"""The file in the runtime directory that a path unit waits for: the daemon itself may not switch the machine off."""
GOODBYE_SECONDS = 1.0
"""How long the goodbye stays before the glass goes dark."""
HARDWARE = ("panel", "pins")
"""The sections of the settings that safe mode keeps: with other wiring than its own, a box could say nothing and be told
nothing, and an output might meet a wire that was meant for an input.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which settings and matches."""
    add_state(parser)
    add_settings(parser)


class RealTimes(SystemTimes):
    """The machine's clocks at their own speed."""

    def real(self, seconds: float) -> float:
        """The same seconds: nothing runs faster here."""
        return seconds


@dataclass(frozen=True, slots=True)
class _Start:
    """What the box starts with. `safe` is why this is no normal start, empty if it is one."""

    values: Values
    journal: Journal
    safe: str = ""


def run(arguments: argparse.Namespace) -> int:
    """Run until a signal, a shutdown from the panel, or a board that has died."""
    state = state_folder(arguments.state)
    starts = Starts(_runtime_folder())
    with keep_alone(state):
        try:
            return _serve(arguments, state, starts)
        except Exception as fault:
            starts.fail(f"{type(fault).__name__}: {fault}")
            raise


def _serve(arguments: argparse.Namespace, state: Path, starts: Starts) -> int:
    times = RealTimes()
    failures = starts.begin(times.now())
    settings = read_settings(arguments.settings, state)
    wiring = wiring_of(settings)
    notifier = Notifier()
    try:
        board = open_board("pi", wiring)
    except BoardBusy as cause:
        # At boot the pins may be there a moment after us. This is nothing that safe mode could help.
        starts.succeed()
        print(f"meneur run: {cause}", file=sys.stderr)
        return FAILED
    except BoardError as cause:
        print(f"meneur run: {cause}", file=sys.stderr)
        return MISCONFIGURED
    ending = None
    start = _safely(settings, failures.cause) if failures.too_many else _normally(settings, state)
    try:
        table = Table(
            GAMES,
            start.journal,
            times,
            values=start.values,
            keep=None if start.safe else keeper(arguments.settings),
            version=version("meneur"),
        )
        for problem in settings.problems:
            table.notify(*problem.notice)
        if start.safe:
            table.tell_safe_mode(start.safe)

        def progress() -> None:
            notifier.progress()
            starts.progress(times.now())

        loop = Loop(table, board, times, progress=progress)
        onlookers = Onlookers(table, loop, state)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: loop.stop())
        # Ready before the panel is: a display that is out must not keep the service from starting.
        notifier.ready()
        try:
            ending = loop.run(longest=(notifier.watchdog_seconds or 60.0) / 2)
        finally:
            notifier.stopping()
            loop.close()
            onlookers.close()
        if ending in (Ending.STOPPED, Ending.HALT):
            _say_goodbye(board, wiring, table.values["table"]["language"], halting=ending is Ending.HALT)
    finally:
        board.close(keep_picture=ending is Ending.HALT)
        start.journal.close()
    return _conclude(ending, starts)


def _normally(settings: Settings, state: Path) -> _Start:
    try:
        return _Start(settings.values, open_journal(state))
    except UserError as cause:
        # The journal of a newer version stays untouched until that version is back; nobody at the table reads the log.
        log.error("%s", cause)  # noqa: TRY400 - the sentence says all; a traceback would hide it
        told = N_("The match book is from a newer Meneur. Install that version again to go on with it.")
        return _Start(settings.values, _unsaved(), told)


def _safely(settings: Settings, cause: str) -> _Start:
    """Default settings on the box's own wiring, and an empty match list. Nothing is deleted: the files are not touched."""
    log.error("starting in safe mode, after starts that failed: %s", cause)
    values = {**defaults(schema(GAMES)), **{name: settings.section(name) for name in HARDWARE}}
    values |= {name: settings.section(name) for name in ("table", "access")}
    return _Start(values, _unsaved(), cause)


def _unsaved() -> Journal:
    journal = Journal(None)
    journal.troubled = "safe mode"
    return journal


def _say_goodbye(board: Board, wiring: Wiring, language: str, *, halting: bool) -> None:
    """Lamps off, the last picture; and leave behind what the glass is to say once the plug may be pulled."""
    told = texts(language)
    board.light({})
    if not halting:
        board.shine(Light.FULL)
        board.show(goodbye(told))
    folder = _runtime_folder()
    words = last_words(wiring, safe_to_unplug(told))
    if folder is not None and words is not None:
        try:
            write_whole(folder / LAST_WORDS, words)
        except OSError as cause:
            log.warning("no last word can be left for the panel: %s", cause)
    time.sleep(GOODBYE_SECONDS)


def _conclude(ending: Ending, starts: Starts) -> int:
    match ending:
        case Ending.STOPPED:
            starts.succeed()
            return 0
        case Ending.HALT:
            starts.succeed()
            return _request_poweroff()
        case Ending.AGAIN:
            starts.succeed()
            log.warning("leaving safe mode: ending, so that a new process starts normally")
            return FAILED
        case Ending.BOARD_DEAD:
            cause = "no press can arrive any more"
            starts.fail(cause)
            log.error("%s: ending, so that a new process takes over", cause)
            return FAILED


def _runtime_folder() -> Path | None:
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return None if folder is None else Path(folder)


def _request_poweroff() -> int:
    folder = _runtime_folder()
    if folder is None:
        print("meneur run: to switch off from the panel, run as the service meneur.service", file=sys.stderr)
        return 0
    (folder / POWEROFF_REQUEST).touch()
    return 0
