"""Files that are whole at any moment, names that overwrite nothing, a folder that only one process uses, and disks that forget."""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path
from typing import IO

from device.errors import UserError

LOCK = "in-use"
MOUNTS = Path("/proc/self/mountinfo")
IN_MEMORY = ("tmpfs", "ramfs")
INITRAMFS_UPPER = "/upper/"
"""Where the overlay of older Raspberry Pi systems keeps what is written: in the memory of the initramfs, seen by nobody later."""


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file so that a cut of power leaves the old content or the new, never a part.

    A `private` file is for its owner alone.

    Raises:
        OSError: the disk refuses.
    """
    fresh = path.with_name(path.name + ".new")
    if private:
        fresh.touch(0o600)
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    _let_the_owner_have(fresh)
    fresh.replace(path)


def _let_the_owner_have(path: Path) -> None:
    """What root writes into the service's folder must be the service's, or it could not write there any more."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


def forgets(folder: Path, mounts: Path = MOUNTS) -> bool:
    """Whether what is written in a folder is gone with the power: it lies on an overlay whose upper layer is in memory.

    That is what "overlay file system" in raspi-config makes of the whole card. Writing there succeeds, so it must be asked.
    """
    try:
        told = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return False  # a system without /proc has no overlay either
    mounted: dict[Path, tuple[str, str]] = {}
    for line in told.splitlines():
        place, (kind, _, options) = line.split()[4], line.partition(" - ")[2].split(" ", 2)
        mounted[Path(_unescaped(place))] = kind, options
    kind, options = _mount_of(folder.resolve(), mounted)
    upper = next((_unescaped(word[9:]) for word in options.split(",") if word.startswith("upperdir=")), "")
    if kind != "overlay" or not upper:
        return False
    return upper.startswith(INITRAMFS_UPPER) or _mount_of(Path(upper), mounted)[0] in IN_MEMORY


def _mount_of(folder: Path, mounted: dict[Path, tuple[str, str]]) -> tuple[str, str]:
    return next((mounted[place] for place in (folder, *folder.parents) if place in mounted), ("", ""))


def _unescaped(path: str) -> str:
    r"""A path of mountinfo, where a space is written \040."""
    return re.sub(r"\\([0-7]{3})", lambda digits: chr(int(digits[1], 8)), path)


def free_name(path: Path, word: str) -> Path:
    """The first name like `journal.WORD-1.sqlite3` that is not taken."""
    number = 1
    while (free := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")).exists():
        number += 1
    return free


def use_alone(folder: Path) -> IO[str] | None:
    """Take a folder of matches for this process until the returned file is closed; None where nothing can be written.

    Raises:
        UserError: another process has it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
        _let_the_owner_have(folder / LOCK)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise UserError(
            f"another Meneur is using {folder}: stop it first, or give this one a folder with --state"
        ) from None
    return lock
