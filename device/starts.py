"""Starts that failed: counted over restarts, so that a box that cannot start normally starts in safe mode and says why.

A start counts as failed from its beginning on, and is struck off once it has run for a minute or ended as it was asked to: a
process that is killed has no time to count. The count lives where the service's runtime files do, which is memory: it works
on a full or read-only disk, costs the card nothing, and a cut of power, which is nobody's failure, begins it anew.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from pathlib import Path

from device.files import write_whole
from device.texts import N_

log = logging.getLogger(__name__)

FILE_NAME = "starts.json"
PATIENCE = 3
"""How many starts in a row may fail before the next is a safe one."""
PROVEN_SECONDS = 60.0
"""A start that has run for so long did not fail."""
NO_WORD = N_("It ended without a word: killed, or hung until it was restarted.")


@dataclass(frozen=True, slots=True)
class Failures:
    """How many starts in a row have failed so far, and what the last one said."""

    count: int = 0
    cause: str = ""

    @property
    def too_many(self) -> bool:
        """Whether the next start is to be a safe one."""
        return self.count >= PATIENCE

    def one_more(self) -> Failures:
        """A start begins: as long as nothing better is known, it counts as failed without a word."""
        return Failures(self.count + 1, NO_WORD)


class Starts:
    """The count in its file. With no folder (a start by hand, which nobody repeats) nothing is counted."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / FILE_NAME
        self._now = Failures()
        self._began: float | None = None

    def begin(self, now: float) -> Failures:
        """This start begins; what the ones before it came to. `now` is in seconds of the monotonic clock."""
        before = self._read()
        self._began = now
        self._write(before.one_more())
        return before

    def fail(self, cause: str) -> None:
        """This start is about to fail, and knows why."""
        if self._began is not None:
            self._write(replace(self._now, cause=cause))

    def progress(self, now: float) -> None:
        """It still runs; after a minute it has not failed."""
        if self._began is not None and now - self._began >= PROVEN_SECONDS:
            self.succeed()

    def succeed(self) -> None:
        """This start was a good one, or the next is to be tried as if it were the first."""
        self._began = None
        self._write(Failures())

    def _read(self) -> Failures:
        if self._file is None:
            return Failures()
        try:
            told = json.loads(self._file.read_text(encoding="utf-8"))
            return Failures(int(told["count"]), str(told["cause"]))
        except FileNotFoundError:
            return Failures()
        except (OSError, ValueError, TypeError, KeyError) as cause:
            log.warning("the count of failed starts in %s cannot be read, it begins anew: %s", self._file, cause)
            return Failures()

    def _write(self, failures: Failures) -> None:
        self._now = failures
        if self._file is None:
            return
        try:
            write_whole(self._file, json.dumps({"count": failures.count, "cause": failures.cause}).encode())
        except OSError as cause:
            log.warning("failed starts cannot be counted in %s: %s", self._file, cause)
