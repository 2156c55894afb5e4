"""Writes a setting changed on the panel back to the person's own settings file: atomically, every comment kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from device.errors import UserError
from device.files import write_whole
from device.journal_file import in_words
from device.texts import N_


def keep_setting(file: Path, section: str, name: str, value: Any) -> None:
    """Set one key of a settings file, which is made if it is not there.

    Raises:
        UserError: the file cannot be read or written; it is as it was.
    """
    try:
        document = tomlkit.parse(file.read_bytes().decode("utf-8-sig")) if file.exists() else tomlkit.document()
        if section not in document:
            document[section] = tomlkit.table()
        document[section][name] = list(value) if isinstance(value, tuple) else value
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, tomlkit.dumps(document).encode())
    except OSError as cause:
        raise UserError(
            N_("The setting counts until the box is switched off: %(file)s cannot be written (%(cause)s)."),
            {"file": file.name, "cause": in_words(cause, file)},
        ) from None
    except (TOMLKitError, TypeError, ValueError, RecursionError):
        raise UserError(
            N_("The setting counts until the box is switched off: %(file)s has a mistake, mend that first."),
            {"file": file.name},
        ) from None
