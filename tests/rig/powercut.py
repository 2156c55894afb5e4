"""Power cuts: a disk whose every write was logged is cut at many places, and each time the journal must be whole.

What had been flushed is there after a cut; of what was written since, a random part. The confirmations lie on the same disk past
the file system's end, so a cut falls between a confirmation and the record that it confirms exactly as it would in a box.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from host import run

from device.journal import Journal

DISK_MEGABYTES, FILES_MEGABYTES = 96, 64
CONFIRMED_AT = 80 << 20
"""Where on the disk the number of confirmed presses is written."""
SECTOR = 512
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD = 1, 2, 4


@dataclass
class Entry:
    """One write, flush or both, as QEMU's blklogwrites notes it."""

    sector: int
    flags: int
    data: bytes


@dataclass
class Outcome:
    """Of all cuts."""

    cuts: int = 0
    lost: list[str] = field(default_factory=list)
    malformed: list[str] = field(default_factory=list)


def new_disk(disk: Path) -> None:
    """A file system on a disk that is larger than it."""
    disk.unlink(missing_ok=True)
    run("mke2fs", "-q", "-t", "ext4", disk, f"{FILES_MEGABYTES}M")
    with disk.open("r+b") as file:
        file.truncate(DISK_MEGABYTES << 20)


def entries(log: Path) -> Iterator[Entry]:
    """What was written, in order."""
    with log.open("rb") as file:
        magic, _, count, size = struct.unpack("<QQQI", file.read(28))
        if magic != MAGIC:
            raise ValueError(f"{log} is no log of writes")
        place = size
        for _ in range(count):
            file.seek(place)
            sector, sectors, flags, _ = struct.unpack("<QQQQ", file.read(32))
            place += size
            data = b""
            if not flags & DISCARD:
                file.seek(place)
                data = file.read(sectors * size)
                place += sectors * size
            yield Entry(sector, flags, data)


def cut(base: Path, log: Path, count: int, before: int, *, seed: int = 1) -> Outcome:
    """Cut `count` times. `before`: how many records the journal had when the first press was made."""
    chance = random.Random(seed)
    written = list(entries(log))
    first = next(number for number, entry in enumerate(written) if entry.sector * SECTOR == CONFIRMED_AT)
    places = sorted(chance.sample(range(first, len(written)), min(count, len(written) - first)))
    durable = base.with_name("durable.img")
    shutil.copyfile(base, durable)
    outcome, pending, confirmed = Outcome(), [], 0
    with durable.open("r+b") as disk:
        for number, entry in enumerate(written):
            while places and places[0] == number:
                places.pop(0)
                disk.flush()
                _look(durable, pending, confirmed + before, number, outcome, chance)
            if entry.flags & FLUSH:
                for earlier in pending:
                    _put(disk, earlier)
                pending = []
            if entry.data:
                if entry.sector * SECTOR == CONFIRMED_AT:
                    confirmed = struct.unpack_from("<Q", entry.data, 8)[0]
                elif entry.flags & FUA:
                    _put(disk, entry)
                else:
                    pending.append(entry)
    return outcome


def _put(disk, entry: Entry) -> None:
    disk.seek(entry.sector * SECTOR)
    disk.write(entry.data)


def _look(
    durable: Path, pending: list[Entry], expected: int, number: int, outcome: Outcome, chance: random.Random
) -> None:
    """Make the disk as it is after this cut, mount it, and read the journal."""
    torn = durable.with_name("torn.img")
    subprocess.run(["cp", "--sparse=always", str(durable), str(torn)], check=True)
    keep = chance.random()
    with torn.open("r+b") as disk:
        for entry in pending:
            if chance.random() < keep:
                _put(disk, entry)
    place = durable.with_name("mounted")
    place.mkdir(exist_ok=True)
    outcome.cuts += 1
    mounted = subprocess.run(
        ["mount", "-o", "loop", str(torn), str(place)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        outcome.malformed.append(f"at {number}: {mounted.stderr.strip()}")
        return
    try:
        journal = Journal(place)
        found = sum(len(journal.entries(match.id)) for match in journal.matches())
        if journal.troubled or journal.put_aside is not None:
            outcome.malformed.append(f"at {number}: {journal.troubled or journal.put_aside}")
        elif found < expected:
            outcome.lost.append(f"at {number}: {expected} were confirmed, {found} are there")
        journal.close()
    finally:
        subprocess.run(["umount", str(place)], check=True)
