"""The key to the mirror: the code that people type and the token that their browsers keep for it."""

from __future__ import annotations

import json
import logging
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from device.files import write_whole

log = logging.getLogger(__name__)

FILE_NAME = "mirror.json"
DIGITS = 4
"""As many as fit on the glass in large digits. What makes so few safe is the door, which does not let anybody guess on."""


@dataclass(frozen=True, slots=True)
class Key:
    """A code of four digits, and the token that whoever typed it is given. A new code makes every old token worthless."""

    code: str
    token: str


def fresh_key() -> Key:
    """A key that nobody has."""
    return Key(f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", secrets.token_urlsafe(32))


class KeyRing:
    """Keeps the key over restarts, so that the television need not be let in every evening; in memory alone for None."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / FILE_NAME

    def load(self) -> Key:
        """The key of last time, or a fresh one."""
        if self._file is not None:
            try:
                kept = json.loads(self._file.read_text(encoding="utf-8"))
                return Key(str(kept["code"]), str(kept["token"]))
            except FileNotFoundError:
                pass
            except (OSError, ValueError, TypeError, KeyError) as cause:
                log.warning("the mirror's code in %s cannot be read, there is a new one: %s", self._file, cause)
        return self.renew()

    def renew(self) -> Key:
        """A fresh key, kept for the next time if the disk lets us."""
        key = fresh_key()
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._file, json.dumps(asdict(key)).encode(), private=True)
            except OSError as cause:
                log.warning("the mirror's code is good until the box is switched off: %s", cause)
        return key
