"""What `meneur run` does once the panel is lit: the table, its journal, the loop, those who look on, and the goodbye."""

from __future__ import annotations

import logging
import signal
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from device.commands.common import keeper, open_journal, read_settings
from device.commands.onlookers import Onlookers
from device.commands.run import ENDS
from device.ending import Ending
from device.errors import UserError
from device.files import write_whole
from device.games import GAMES
from device.home.questions import goodbye, safe_to_unplug
from device.journal import Journal
from device.loop import Loop
from device.service import Notifier
from device.settings import Settings, Values, defaults, schema
from device.starts import Failures, Starts
from device.table import Table
from device.texts import N_, texts
from device.times import SystemTimes
from drivers.contract import Board, Light
from drivers.farewell import LAST_WORDS, last_words
from drivers.wiring import Wiring

log = logging.getLogger(__name__)

GOODBYE_SECONDS = 1.0
"""How long the goodbye stays before the glass goes dark."""
HARDWARE = ("panel", "pins")
"""The sections of the settings that safe mode keeps: with other wiring than its own, a box could say nothing and be told
nothing, and an output might meet a wire that was meant for an input.
"""


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


class Service:
    """The daemon on its open board."""

    def __init__(
        self, board: Board, wiring: Wiring, starts: Starts, *, settings: Path | None, state: Path, runtime: Path | None
    ) -> None:
        self._board = board
        self._wiring = wiring
        self._starts = starts
        self._settings = settings
        self._state = state
        self._runtime = runtime
        self._times = RealTimes()
        self._notifier = Notifier()

    def run(self, failures: Failures) -> Ending:
        """Play until somebody ends it; why it ended. The board stays open."""
        settings = read_settings(self._settings, self._state, safely=failures.too_many)
        start = _safely(settings, failures.cause) if failures.too_many else _normally(settings, self._state)
        try:
            table = Table(
                GAMES,
                start.journal,
                self._times,
                values=start.values,
                keep=None if start.safe else keeper(self._settings),
                version=version("meneur"),
            )
            for problem in settings.problems:
                table.notify(*problem.notice)
            if start.safe:
                table.tell_safe_mode(start.safe)
            ending = self._play(table)
            if ending in (Ending.STOPPED, Ending.HALT):
                language = table.values["table"]["language"]
                _say_goodbye(self._board, self._wiring, language, self._runtime, halting=ending is Ending.HALT)
            return ending
        finally:
            start.journal.close()

    def _play(self, table: Table) -> Ending:
        loop = Loop(table, self._board, self._times, progress=self._progress)
        onlookers = Onlookers(table, loop, self._state)
        for number in ENDS:
            signal.signal(number, lambda *_: loop.stop())
        # Ready before the panel is: a display that is out must not keep the service from starting.
        self._notifier.ready()
        try:
            return loop.run(longest=(self._notifier.watchdog_seconds or 60.0) / 2)
        finally:
            self._notifier.stopping()
            loop.close()
            onlookers.close()

    def _progress(self) -> None:
        self._notifier.progress()
        self._starts.progress(self._times.now())


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


def _say_goodbye(board: Board, wiring: Wiring, language: str, runtime: Path | None, *, halting: bool) -> None:
    """Lamps off, the last picture; and leave behind what the glass is to say once the plug may be pulled."""
    told = texts(language)
    board.light({})
    if not halting:
        board.shine(Light.FULL)
        board.show(goodbye(told))
    words = last_words(wiring, safe_to_unplug(told))
    if runtime is not None and words is not None:
        try:
            write_whole(runtime / LAST_WORDS, words)
        except OSError as cause:
            log.warning("no last word can be left for the panel: %s", cause)
    time.sleep(GOODBYE_SECONDS)
