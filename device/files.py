"""Files that are whole at any moment, names that overwrite nothing, a folder that only one process uses, and disks that forget."""

from __future__ import annotations

import errno
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
    fresh.unlink(missing_ok=True)
    with os.fdopen(_opened(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _opened(path: Path, flags: int, mode: int) -> int:
    """Open a file itself, never what a link in its place leads to: root writes in the service's folder, and the service might
    have laid one there. What root makes must be the service's, or it could not write there any more.
    """
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    if os.geteuid() == 0 and os.fstat(descriptor).st_nlink == 1:
        folder = path.parent.stat()
        os.fchown(descriptor, folder.st_uid, folder.st_gid)
    return descriptor


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
        UserError: another process has it, or what should be the lock is a link.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.fdopen(_opened(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666), "r+")
    except OSError as cause:
        if cause.errno == errno.ELOOP:
            raise UserError(f"{folder / LOCK} is a link, which no Meneur makes: remove it") from None
        return None
    if not _locked(lock):
        lock.close()
        raise UserError(f"another Meneur is using {folder}: stop it first, or give this one a folder with --state")
    return lock


def in_use(folder: Path) -> bool:
    """Whether a Meneur has taken a folder of matches. Nothing is made or changed to find out."""
    try:
        lock = os.fdopen(os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC))
    except OSError:
        return False
    with lock:
        return not _locked(lock)


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
