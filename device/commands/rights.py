"""Whose Meneur a command asks about, and what that user may do with a file: root sees and may everything, the service does not."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass, replace
from pathlib import Path

from device import places
from device.settings import SYSTEM_FILE

LETTERS = {os.R_OK: "r", os.W_OK: "w", os.X_OK: "x"}


@dataclass(frozen=True, slots=True)
class Runner:
    """The user who runs Meneur. Owner, group and mode decide, and the mount; access lists are not looked at."""

    name: str
    uid: int
    groups: frozenset[int]
    blind_to: tuple[Path, ...] = ()
    """Folders that are not there for this user, whatever their rights."""

    def hindrance(self, path: Path, wanted: int) -> Hindrance | None:
        """What keeps this user from a path that is there: the first folder on the way that does, or the path itself.

        `wanted` is made of os.R_OK, os.W_OK and os.X_OK; None: nothing does.
        """
        real = Path(os.path.realpath(path))
        for folder in real.parents:
            if folder in self.blind_to:
                return Hindrance(real, wanted, self, owner_of(real), hidden=folder)
        for folder in reversed(real.parents):
            if not self._may(folder, os.X_OK):
                return Hindrance(folder, os.X_OK, self, owner_of(folder))
        return None if self._may(real, wanted) else Hindrance(real, wanted, self, owner_of(real))

    def _may(self, path: Path, wanted: int) -> bool:
        if not os.access(path, wanted):
            return False  # not even root may, where the disk is read-only
        if self.uid == os.geteuid():
            return True
        there = seen(path)
        shift = 6 if there.st_uid == self.uid else 3 if there.st_gid in self.groups else 0
        return there.st_mode >> shift & wanted == wanted  # the bits of a mode are those of os.access


@dataclass(frozen=True, slots=True)
class Hindrance:
    """A file or folder that a user may not use as wanted."""

    path: Path
    wanted: int
    runner: Runner
    owner: str
    hidden: Path | None = None
    """The folder around it that is not there for the user."""

    def __str__(self) -> str:
        if self.hidden is not None:
            return f"{self.path} is in {self.hidden}, which the service does not see"
        if self._read_only:
            return f"{self.path} is on a disk that is read-only"
        does = "written" if self.wanted & os.W_OK else "entered" if self.wanted == os.X_OK else "read"
        return f"{self.path} belongs to {self.owner} and may not be {does} by {self.runner.name}, who runs Meneur"

    @property
    def cure_by_owner(self) -> str:
        """For what should be the user's own: the command that makes it so."""
        if self.owner != self.runner.name and not self._on_the_way:
            return self._unless_hopeless(f"sudo chown {self.runner.name}: {self.path}")
        return self._unless_hopeless(self._chmod("a" if self._on_the_way else "u"))

    @property
    def cure_by_group(self) -> str:
        """For what is a secret: the command that shows it to the user's own group."""
        if self._on_the_way:
            return self._chmod("a")
        return self._unless_hopeless(f"sudo chgrp {self.runner.name} {self.path} && {self._chmod('g')}")

    @property
    def cure_for_all(self) -> str:
        """For what is no secret: the command that shows it to everybody."""
        return self._unless_hopeless(self._chmod("a"))

    @property
    def _on_the_way(self) -> bool:
        return self.wanted == os.X_OK

    @property
    def _read_only(self) -> bool:
        return bool(self.wanted & os.W_OK and os.statvfs(self.path).f_flag & os.ST_RDONLY)

    def _unless_hopeless(self, cure: str) -> str:
        """The cure, where rights are what is wrong."""
        if self.hidden is not None:
            return f"move it to {SYSTEM_FILE.parent}"
        return "see why the system has made it so: dmesg" if self._read_only else cure

    def _chmod(self, whose: str) -> str:
        letters = "".join(letter for bit, letter in LETTERS.items() if self.wanted & bit)
        return f"sudo chmod {whose}+{letters} {self.path}"


def seen(path: Path) -> os.stat_result:
    """Owner, group and mode of a file."""
    return path.stat()


def owner_of(path: Path) -> str:
    """The name of a file's owner, or the number of one that has no name."""
    return _user(seen(path).st_uid).name


def runner_of(state: Path) -> Runner:
    """Who runs the Meneur whose matches are in a folder: for root, the service or the folder's owner; else whoever asks."""
    me = os.geteuid()
    if me or not state.exists():
        return _user(me)
    if state == places.SERVICE:
        try:
            return replace(_user(pwd.getpwnam(places.SERVICE_USER).pw_uid), blind_to=places.HIDDEN_FROM_SERVICE)
        except KeyError:
            pass  # a folder of that name and no such user: then its owner, as of any other
    return _user(seen(state).st_uid)


def _user(uid: int) -> Runner:
    try:
        known = pwd.getpwuid(uid)
    except KeyError:
        return Runner(str(uid), uid, frozenset())
    return Runner(known.pw_name, uid, frozenset(os.getgrouplist(known.pw_name, known.pw_gid)))
