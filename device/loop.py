"""The live loop: one logic thread that owns all state and takes presses, finished calculations and due times from one queue."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from device.ending import Ending
from device.games.contract import Thought, earliest
from device.present import Presenter
from device.sight import Onlooker
from device.table import Table
from device.thinker import Thinker
from drivers.contract import Board, Press

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Result:
    thought: Thought
    value: Any
    final: bool


class _Stop:
    """Ends the loop."""


_Item = Press | _Result | _Stop | Callable[[], None] | None
"""What the queue holds; None: look at the clock again."""


LONGEST_WAIT = 30.0
"""Real seconds: the longest the loop sleeps, so that a board whose presses have ceased is noticed."""


class Pace(Protocol):
    """The monotonic clock of the game, which a simulator may run faster than the real one."""

    def now(self) -> float:
        """Seconds of the game's clock."""

    def real(self, seconds: float) -> float:
        """How many real seconds so many seconds of the game's clock take."""


class Loop:
    """Runs a table on a board until it is stopped or the person shuts down."""

    def __init__(self, table: Table, board: Board, pace: Pace, *, progress: Callable[[], None] = lambda: None) -> None:
        """`progress` is called after each turn of the loop: it feeds the watchdog."""
        self._table = table
        self._board = board
        self._pace = pace
        self._progress = progress
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._onlookers: list[Onlooker] = []
        self._presenter = Presenter(table, board)
        self._thinker = Thinker(lambda thought, value, final: self._queue.put(_Result(thought, value, final)))

    def stop(self) -> None:
        """End `run` after the item it is at. May be called from a signal handler or any thread."""
        self._queue.put(_Stop())

    def poke(self) -> None:
        """Look at the clock again: it was set faster or slower."""
        self._queue.put(None)

    def soon(self, errand: Callable[[], None]) -> None:
        """Have something done on the logic thread, between two presses. May be called from any thread."""
        self._queue.put(errand)

    def watch(self, onlooker: Onlooker) -> None:
        """Show somebody every sight from the next turn on. For the logic thread (see `soon`)."""
        self._onlookers.append(onlooker)

    def run(self, *, longest: float = LONGEST_WAIT) -> Ending:
        """Run until something ends it. `longest` is the most real seconds between two turns: the watchdog wants feeding,
        and a board whose presses have ceased must be noticed.
        """
        self._board.listen(self._queue.put)
        self._presenter.present(self._pace.now())
        self._progress()
        while self._board.alive():
            self._thinker.want(self._table.thought())
            item = self._turn(longest)
            if isinstance(item, _Stop):
                return Ending.STOPPED
            self._presenter.present(self._pace.now())
            self._show_onlookers(item if isinstance(item, Press) else None)
            if ending := self._asked_for():
                self._presenter.finish()
                return ending
            self._progress()
        return Ending.BOARD_DEAD

    def close(self) -> None:
        """Begin no calculation any more. The board is its opener's to close."""
        self._thinker.close()

    def _asked_for(self) -> Ending | None:
        """The end that the person has asked for at the table."""
        if self._table.halting:
            return Ending.HALT
        return Ending.AGAIN if self._table.starting_again else None

    def _show_onlookers(self, press: Press | None) -> None:
        if not self._onlookers:
            return
        sight = self._presenter.sight(press)
        for onlooker in tuple(self._onlookers):
            try:
                onlooker(sight)
            except Exception:
                # Who looks on may fall over; the game goes on.
                log.exception("an onlooker failed and is shown nothing more")
                self._onlookers.remove(onlooker)

    def _turn(self, longest: float) -> _Item:
        """Wait for the next thing and let the table have it."""
        waking = self._table.next_wake(self._pace.now())
        due = earliest(waking, self._presenter.due)
        wait = longest if due is None else min(longest, max(0.0, self._pace.real(due - self._pace.now())))
        try:
            item = self._queue.get(timeout=wait)
        except Empty:
            item = None
        now = self._pace.now()
        match item:
            case Press():
                self._table.press(item, now)
            case _Result():
                self._table.learn(item.thought, item.value, now, final=item.final)
            case _Stop():
                pass
            case None:
                if waking is not None and now >= waking:
                    self._table.wake(now)
            case errand:
                errand()
        return item
