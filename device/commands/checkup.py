"""What can be found out about the box without its hardware: settings, matches, disk, clock, versions."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from device.journal import Journal
from device.journal_file import FILE_NAME, ForeignJournal, is_sound
from device.settings import Settings
from device.times import Times
from drivers.checks import Finding, Verdict

LITTLE_SPACE = 20_000_000
"""Bytes: below this, an evening may not fit on the disk."""


def check(settings: Settings, state: Path, times: Times) -> Iterator[Finding]:
    """Look at everything in turn. Nothing is changed or made."""
    yield Finding("meneur", Verdict.GOOD, f"{version('meneur')} on Python {sys.version.split()[0]}")
    yield from _settings(settings)
    yield _disk(state)
    yield _journal(state)
    yield _clock(times)


def _settings(settings: Settings) -> Iterator[Finding]:
    if not settings.problems:
        yield Finding("settings", Verdict.GOOD, "nothing wrong in them")
    for problem in settings.problems:
        place = f"{problem.file}, line {problem.line}" if problem.line else str(problem.file)
        found = f"{problem.key}: {problem.found}" if problem.key else problem.found
        yield Finding("settings", Verdict.BAD, found, f"write {problem.expected} ({place})")


def _disk(state: Path) -> Finding:
    """Room and leave to write where the matches go; a folder that is not there yet is judged by the one it would be in."""
    place = next(folder for folder in (state, *state.parents) if folder.exists())
    if not os.access(place, os.W_OK):
        return Finding("disk", Verdict.BAD, f"{place} cannot be written", "give it to the user who runs Meneur")
    free = shutil.disk_usage(place).free
    if free < LITTLE_SPACE:
        return Finding("disk", Verdict.BAD, f"{free // 1_000_000} MB free in {place}", "make room on the disk")
    return Finding("disk", Verdict.GOOD, f"{free // 1_000_000} MB free in {place}")


def _journal(state: Path) -> Finding:
    path = state / FILE_NAME
    if not path.exists():
        return Finding("matches", Verdict.GOOD, "none played yet")
    if not is_sound(path):
        return Finding(
            "matches", Verdict.BAD, f"{path} is damaged", "start Meneur: it is put aside and a new one begun"
        )
    try:
        journal = Journal(state)
    except ForeignJournal as cause:
        return Finding("matches", Verdict.BAD, str(cause), "")
    played = len(journal.matches())
    trouble = journal.troubled
    journal.close()
    if trouble:
        return Finding("matches", Verdict.BAD, f"not saved now: {trouble}", "see the finding about the disk")
    return Finding("matches", Verdict.GOOD, f"{played} in {path}")


def _clock(times: Times) -> Finding:
    shown = times.wall().strftime("%Y-%m-%d %H:%M %Z")
    if times.sure():
        return Finding("clock", Verdict.GOOD, shown)
    return Finding(
        "clock", Verdict.SLOW, f"{shown}, not synchronised", "let the Pi reach a network once, or add a DS3231 clock"
    )
