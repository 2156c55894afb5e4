"""The two clocks: what is due follows the one that only goes forward, and the other is believed when somebody has set it."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from device import times
from device.times import TIME_ERROR, SystemTimes
from drivers.chores import MonotonicClock

TIME_OK = 0
"""What adjtimex(2) returns once a time service has set the clock."""


@pytest.mark.parametrize("clock", [SystemTimes(), MonotonicClock()])
def test_what_is_due_follows_the_monotonic_clock(clock):
    """Whoever sets the date, forward or back by years, fires and delays nothing."""
    before = time.monotonic()
    now = clock.now()
    assert before <= now <= time.monotonic()


@pytest.mark.parametrize(
    ("synchronised", "rtc", "kernel", "sure"),
    [
        (True, None, TIME_ERROR, True),
        (False, "1800000000", TIME_ERROR, True),
        (False, "86400", TIME_ERROR, False),
        (False, None, TIME_ERROR, False),
        (False, None, TIME_OK, True),
    ],
    ids=[
        "told by the network",
        "kept by a clock that was set",
        "kept by one never set",
        "nobody knows",
        "set by another",
    ],
)
def test_the_wall_clock_is_believed_when_somebody_has_set_it(tmp_path, monkeypatch, synchronised, rtc, kernel, sure):
    """timesyncd, a hardware clock, or any other time service; a Pi alone in a house knows no time."""
    for name, content in (("SYNCHRONISED", "" if synchronised else None), ("RTC", rtc)):
        monkeypatch.setattr(times, name, tmp_path / name)
        if content is not None:
            (tmp_path / name).write_text(content)
    monkeypatch.setattr(times.ctypes, "CDLL", lambda _: SimpleNamespace(adjtimex=lambda _: kernel))
    monkeypatch.setattr(times, "BOARD", tmp_path / "model")
    (tmp_path / "model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert SystemTimes().sure() is sure
    (tmp_path / "model").write_bytes(b"linux,dummy-virt\0")
    assert SystemTimes().sure(), "a laptop's clock has a battery"
