"""What can be found out about the box without its hardware: settings, matches, disk, clock, versions."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

from device.commands.match_book import garbled_part
from device.commands.onlooker_checks import check_onlookers
from device.commands.rights import Hindrance, Runner, runner_of
from device.journal import Journal
from device.journal_file import (
    BEFORE_RESTORE,
    DAMAGED,
    FILE_NAME,
    DamagedJournal,
    ForeignJournal,
    in_words,
    kept_aside,
    must_remember,
)
from device.settings import Settings
from device.times import Times
from drivers.checks import Finding, Verdict

LITTLE_SPACE = 20_000_000
"""Bytes: below this, an evening may not fit on the disk."""


def check(settings: Settings, files: Iterable[Path], state: Path, times: Times, *, running: bool) -> Iterator[Finding]:
    """Look at everything in turn, at files with the rights of the user who runs Meneur. Nothing is changed or made.

    `files` are those that the settings were read from, there or not; `running`: a Meneur is at it now.
    """
    runner = runner_of(state)
    yield Finding("meneur", Verdict.GOOD, f"{version('meneur')} on Python {sys.version.split()[0]}")
    yield from _settings(settings, files, runner)
    yield from check_onlookers(settings, runner, running=running)
    yield _disk(state, runner)
    yield from _journal(state, runner)
    yield from _kept_aside(state)
    yield _clock(times)


def _settings(settings: Settings, files: Iterable[Path], runner: Runner) -> Iterator[Finding]:
    closed = [*_closed(files, runner)]
    yield from closed
    if not settings.problems and not closed:
        yield Finding("settings", Verdict.GOOD, "nothing wrong in them")
    for problem in settings.problems:
        place = f"{problem.file}, line {problem.line}" if problem.line else str(problem.file)
        found = f"{problem.key}: {problem.found}" if problem.key else problem.found
        yield Finding("settings", Verdict.BAD, found, f"write {problem.expected} ({place})")


def _closed(files: Iterable[Path], runner: Runner) -> Iterator[Finding]:
    """The settings files that whoever asks can read, and the user who runs Meneur cannot."""
    for file in files:
        if os.access(file, os.R_OK) and (hindrance := runner.hindrance(file, os.R_OK)):
            yield Finding("settings", Verdict.BAD, str(hindrance), hindrance.cure_for_all)


def _disk(state: Path, runner: Runner) -> Finding:
    """Room and leave to write where the matches go; a folder that is not there yet is judged by the one it would be in."""
    place = next(folder for folder in (state, *state.parents) if os.path.exists(folder))  # noqa: PTH110 - Path.exists fails where one may not look
    if hindrance := runner.hindrance(place, os.R_OK | os.W_OK | os.X_OK):
        cure = hindrance.cure_by_owner if place == state else "name a folder of your own with --state"
        return Finding("disk", Verdict.BAD, str(hindrance), cure)
    free = shutil.disk_usage(place).free
    if free < LITTLE_SPACE:
        return Finding("disk", Verdict.BAD, f"{free // 1_000_000} MB free in {place}", "make room on the disk")
    return Finding("disk", Verdict.GOOD, f"{free // 1_000_000} MB free in {place}")


def _journal(state: Path, runner: Runner) -> Iterator[Finding]:
    path = state / FILE_NAME
    try:
        if not path.exists():
            yield Finding("matches", Verdict.GOOD, "none played yet")
            return
        journal = Journal.to_look_at(state)
        must_remember(state)
    except DamagedJournal:
        yield Finding(
            "matches",
            Verdict.BAD,
            f"{path} is damaged",
            "`meneur export FILE` saves what can be read of it; the next start puts it aside and begins a new one",
        )
        return
    except ForeignJournal as cause:
        yield Finding("matches", Verdict.BAD, str(cause), "")
        return
    except (OSError, sqlite3.Error) as cause:
        hindrance = _book_hindrance(path, runner)
        yield _not_saved_for(hindrance) if hindrance else _not_saved(in_words(cause))
        return
    played, garbled = len(journal.matches()), journal.garbled()
    journal.close()
    if hindrance := _book_hindrance(path, runner):
        yield _not_saved_for(hindrance)
    else:
        yield Finding("matches", Verdict.GOOD, f"{played} in {path}")
    if garbled:
        yield Finding(
            "matches garbled",
            Verdict.SLOW,
            garbled_part(garbled, path),
            "`meneur export FILE` to another disk saves them all, the garbled as they are; then change the card",
        )


def _book_hindrance(path: Path, runner: Runner) -> Hindrance | None:
    """What keeps the user who runs Meneur from the match book or one of the files that SQLite keeps beside it."""
    beside = (path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm"))
    found = (runner.hindrance(part, os.R_OK | os.W_OK) for part in beside if os.path.exists(part))  # noqa: PTH110 - Path.exists fails where one may not look
    return next(filter(None, found), None)


def _not_saved_for(hindrance: Hindrance) -> Finding:
    return Finding("matches", Verdict.BAD, f"not saved now: {hindrance}", hindrance.cure_by_owner)


def _not_saved(why: str) -> Finding:
    return Finding("matches", Verdict.BAD, f"not saved now: {why}", "see the finding about the disk")


def _kept_aside(state: Path) -> Iterator[Finding]:
    """What an earlier start or `meneur export --restore` put aside: no trouble, but somebody may miss it."""
    for path in kept_aside(state, DAMAGED):
        yield Finding(
            "matches put aside",
            Verdict.SLOW,
            f"a damaged match book is kept as {path}",
            "`meneur export FILE` takes it along for whoever can read it; remove it when nobody misses a match",
        )
    for path in kept_aside(state, BEFORE_RESTORE):
        yield Finding(
            "matches put aside",
            Verdict.SLOW,
            f"the match book from before an archive was restored is kept as {path}",
            "remove it when nobody misses a match",
        )


def _clock(times: Times) -> Finding:
    shown = times.wall().strftime("%Y-%m-%d %H:%M %Z")
    if times.sure():
        return Finding("clock", Verdict.GOOD, shown)
    return Finding(
        "clock", Verdict.SLOW, f"{shown}, not synchronised", "let the Pi reach a network once, or add a DS3231 clock"
    )
