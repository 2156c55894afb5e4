"""Files that are whole at any moment, names that overwrite nothing, and a folder that only one process uses."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from device.errors import UserError

LOCK = "in-use"


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
    fresh.replace(path)


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
