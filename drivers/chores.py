"""Who does the timed work of the drivers, and when: chores that know when they are due, and workers that run them.

Everything the drivers do later (settle a bouncing contact, end a note, fade a lamp, try a lost panel again) is a chore.
A `ThreadWorker` runs chores in a thread that sleeps until the next one is due; a `StillWorker` runs the same chores in
virtual time, in the caller's thread, so that an evening can be replayed in a second and always goes the same way.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Protocol

log = logging.getLogger(__name__)


class Clock(Protocol):
    """Tells the time in seconds; only differences mean anything, and it never goes back."""

    def now(self) -> float:
        """Seconds since some moment."""


class MonotonicClock:
    """The machine's own clock, untouched by whoever sets the date."""

    def now(self) -> float:
        """Seconds since some moment, usually the machine's start."""
        return time.monotonic()


class VirtualClock:
    """A clock that only goes when it is told to. It starts at 0."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Seconds since the clock was made."""
        return self._now

    def move_to(self, moment: float) -> None:
        """Put the hands forward; putting them back does nothing."""
        self._now = max(self._now, moment)


class Chore(Protocol):
    """A piece of timed work. Both methods are called by the worker only, so a chore needs no lock against itself."""

    def due(self) -> float | None:
        """When there is work, in seconds of the clock: in the past means now, None means not until somebody pokes."""

    def work(self, now: float) -> None:
        """Do what is due at `now`."""


class Worker(Protocol):
    """Runs chores when they are due."""

    def add(self, *chores: Chore) -> None:
        """Take these on too."""

    def poke(self) -> None:
        """Say that a chore may be due earlier than it said. May be called from any thread."""

    def alive(self) -> bool:
        """False once the worker ended without being asked to."""

    def close(self, patience: float) -> bool:
        """End; wait at most `patience` seconds for the work in hand. Returns whether it has ended."""


class ThreadWorker:
    """Runs its chores in a thread that sleeps while nothing is due.

    A chore that raises is a defect: it is logged, the thread ends, and `alive` says so.
    """

    def __init__(self, name: str, clock: Clock) -> None:
        self._clock = clock
        self._chores: tuple[Chore, ...] = ()
        self._poked = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def add(self, *chores: Chore) -> None:
        """Take these on too; they are looked at at once."""
        self._chores += chores
        self._poked.set()

    def poke(self) -> None:
        """Wake the thread."""
        self._poked.set()

    def alive(self) -> bool:
        """Whether the thread still runs, or was closed on purpose."""
        return self._closing or self._thread.is_alive()

    def close(self, patience: float) -> bool:
        """End the thread; a transfer that hangs keeps it up to `patience` seconds."""
        self._closing = True
        self._poked.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(patience)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            while not self._closing:
                dues = [due for chore in self._chores if (due := chore.due()) is not None]
                # No chore, no wake-up: at night the box costs nothing.
                self._poked.wait(max(0.0, min(dues) - self._clock.now()) if dues else None)
                self._poked.clear()
                if not self._closing:
                    run_due(self._chores, self._clock)
        except Exception:
            log.exception("%s stopped; the process must be started again", self._thread.name)


class StillWorker:
    """Runs its chores in the caller's thread and in virtual time: on `poke` what is due now, the rest on `advance`."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._chores: tuple[Chore, ...] = ()
        self._closed = False
        self._running = False

    def add(self, *chores: Chore) -> None:
        """Take these on too; what is due at once is done at once."""
        self._chores += chores
        self.poke()

    def poke(self) -> None:
        """Do what is due at this moment, and what becomes due by doing it."""
        # A chore may cause a poke (a press makes the game light a lamp): the loop below is already looking.
        if self._running or self._closed:
            return
        self._running = True
        try:
            while (due := self.next_due()) is not None and due <= self._clock.now():
                run_due(self._chores, self._clock)
        finally:
            self._running = False

    def next_due(self) -> float | None:
        """The earliest moment any chore asks for."""
        return min((due for chore in self._chores if (due := chore.due()) is not None), default=None)

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass; every chore is done at the moment it is due."""
        end = self._clock.now() + seconds
        self.poke()
        while (due := self.next_due()) is not None and due <= end and not self._closed:
            self._clock.move_to(due)
            self.poke()
        self._clock.move_to(end)

    def alive(self) -> bool:
        """Always: there is no thread to lose."""
        return True

    def close(self, patience: float) -> bool:
        """Do nothing more."""
        self._closed = True
        return True


def run_due(chores: tuple[Chore, ...], clock: Clock) -> None:
    """Run each chore that is due now, once."""
    for chore in chores:
        due = chore.due()
        if due is not None and due <= (now := clock.now()):
            chore.work(now)
