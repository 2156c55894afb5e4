"""The two clocks: one that only goes forward, for everything that is due, and the wall clock, for showing alone.

A Pi has no clock of its own: until the network has told the time, the wall clock may be off by years and jump.
"""

from __future__ import annotations

import ctypes
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd touches this file once the time has come from the network (or it was synchronised at the last run)."""
RTC = Path("/sys/class/rtc/rtc0/since_epoch")
"""A hardware clock's reading, on boards that have one: then the time is good without a network."""
BOARD = Path("/proc/device-tree/model")
"""The board's name, on machines without a battery for their clock."""
TIME_ERROR = 5
"""What adjtimex(2) returns while the clock is not synchronised."""
TIMEX_SIZE = 256
"""Bytes: more than a `struct timex` has anywhere; all zero, it asks and changes nothing."""
_NOT_BEFORE = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


class Times(Protocol):
    """Both clocks."""

    def now(self) -> float:
        """Seconds of the monotonic clock."""

    def wall(self) -> datetime:
        """The local time of day, with its zone."""

    def sure(self) -> bool:
        """Whether the wall clock can be trusted."""


class SystemTimes:
    """The machine's own clocks."""

    def now(self) -> float:
        """Seconds of the monotonic clock."""
        return time.monotonic()

    def wall(self) -> datetime:
        """The local time of day, with its zone."""
        return datetime.now().astimezone()

    def sure(self) -> bool:
        """Synchronised by the network, or kept by a hardware clock that was set once. Where nobody can tell, and on any other
        machine, it is believed: only a Pi starts without knowing the time.
        """
        return not _on_a_pi() or SYNCHRONISED.exists() or _kept_by_hardware() or not _known_unsure()


def _on_a_pi() -> bool:
    try:
        return BOARD.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def _known_unsure() -> bool:
    """Whether the kernel says that no time service has set the clock (adjtimex(2)); False where there is no such call."""
    try:
        answer = ctypes.CDLL(None).adjtimex(ctypes.byref((ctypes.c_char * TIMEX_SIZE)()))
    except (OSError, AttributeError):
        return False
    return bool(answer == TIME_ERROR)


def _kept_by_hardware() -> bool:
    try:
        return int(RTC.read_text()) > _NOT_BEFORE
    except (OSError, ValueError):
        return False
