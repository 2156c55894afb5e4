"""`meneur export`: all matches and settings as one archive, and back again."""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from device.commands.common import (
    add_state,
    box_places,
    named,
    present,
    print_json,
    see_settings,
)
from device.commands.match_book import MatchBook, counted, look_at_journal, say_damage
from device.errors import UserError
from device.files import free_name, use_alone, write_whole
from device.journal import Journal
from device.journal_file import BEFORE_RESTORE, DAMAGED, FILE_NAME, VERSION, is_sound, kept_aside, put_aside

FORMAT = 1
"""Of the archive: a manifest, the journal, the user's settings file, and the journals that were put aside damaged."""
MANIFEST, JOURNAL, SETTINGS = "manifest.json", "journal.sqlite3", "meneur.toml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The archive, and which way."""
    parser.add_argument("file", type=_archive, metavar="FILE", help="the archive to write, or to read with --restore")
    parser.add_argument("--restore", action="store_true", help="read the archive back; what is there now is put aside")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")
    add_state(parser)
    parser.add_argument(
        "--settings", type=named, metavar="FILE", help="the settings file to export or restore (default: the user's)"
    )


def _archive(text: str) -> Path:
    if text == "-":
        raise argparse.ArgumentTypeError("an archive is a file: give it a name")
    return named(text)


def run(arguments: argparse.Namespace) -> int:
    """Write or read the archive."""
    places = box_places(arguments.state)
    folder, settings = places.matches, arguments.settings or places.settings
    code = 0
    if arguments.settings and (present(arguments.settings) or not arguments.restore):
        see_settings(arguments.settings)
    if arguments.restore:
        # Somebody who names a folder means that folder: the settings of this user are another matter.
        wanted = settings if arguments.settings or arguments.state is None else None
        done = restore(arguments.file, folder, wanted)
    else:
        done, book = save(arguments.file, folder, settings)
        code = say_damage("export", book)
    if arguments.json:
        print_json(done)
    else:
        print(_describe(done, arguments.file, restored=arguments.restore))
    return code


def save(archive: Path, folder: Path, settings: Path) -> tuple[dict[str, Any], MatchBook]:
    """Write an archive of the journal in `folder` and the settings file.

    Its manifest, and the journal it was made from. A torn one goes along as it is, under the name that the next start would
    give it, beside a new one made of what can be read of it.
    """
    source = folder / FILE_NAME
    if not present(source):
        raise UserError(f"there are no matches in {folder}: nothing to export, or say --state DIR")
    if present(archive):
        raise UserError(f"{archive} is there already: choose another name, or remove it first")
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as torn:
        book = look_at_journal(folder, Path(torn))
        damaged = {name.name: _with_its_wal(name) for name in kept_aside(folder, DAMAGED)}
        if book.salvaged is not None:
            damaged[free_name(source, DAMAGED).name] = book.salvaged.parts
        copy = Path(scratch) / JOURNAL
        manifest = {
            "format": FORMAT,
            "journal_version": VERSION,
            "meneur": version("meneur"),
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "matches": _copy(book.journal, copy),
            "lost": 0 if book.salvaged is None else book.salvaged.lost,
            "halted": 0 if book.salvaged is None else book.salvaged.halted,
            "settings": present(settings),
            "damaged": list(damaged),
        }
        fresh = archive.with_name(archive.name + ".new")
        try:
            with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as file:
                file.writestr(MANIFEST, json.dumps(manifest, indent=1))
                file.write(copy, JOURNAL)
                if manifest["settings"]:
                    file.write(settings, SETTINGS)
                for name, parts in damaged.items():
                    for part, suffix in zip(parts, ("", "-wal"), strict=False):
                        file.write(part, name + suffix)
            fresh.replace(archive)
        except OSError as cause:
            with suppress(OSError):
                fresh.unlink()
            read = cause.filename not in {None, str(fresh), str(archive)}
            failed = f"read {cause.filename}" if read else f"write {archive}"
            raise UserError(f"cannot {failed}: {cause.strerror}") from None
    return manifest, book


def _copy(journal: Journal, copy: Path) -> int:
    """Write a journal to a new file; how many matches it has."""
    try:
        journal.copy_to(copy)
        return len(journal.matches())
    except sqlite3.Error as cause:
        raise UserError(f"no copy can be made in {copy.parent}: {cause}") from None
    finally:
        journal.close()


def _with_its_wal(path: Path) -> tuple[Path, ...]:
    """A damaged journal as it is: what was written last may be in its -wal alone."""
    wal = path.with_name(path.name + "-wal")
    return (path, wal) if wal.exists() else (path,)


def restore(archive: Path, folder: Path, settings: Path | None) -> dict[str, Any]:
    """Read an archive back; its manifest, and under `put_aside` what the files that were there are called now.

    `settings` is where the settings go, None to leave them in the archive.
    """
    try:
        with zipfile.ZipFile(archive) as file:
            manifest: dict[str, Any] = json.loads(file.read(MANIFEST))
            _check(manifest, archive)
            journal = file.read(JOURNAL)
            texts = file.read(SETTINGS) if manifest["settings"] else None
    except FileNotFoundError:
        raise UserError(f"there is no archive {archive}: see how its name is written") from None
    except OSError as cause:
        raise UserError(f"the archive {archive} cannot be read: {cause.strerror}") from None
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error) as cause:
        raise UserError(f"{archive} is not an archive made by `meneur export`: {cause}") from None
    _check_journal(journal, archive)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise UserError(f"cannot write {folder}: {cause.strerror}") from None
    lock = use_alone(folder)
    try:
        aside = [put_aside(folder / FILE_NAME, BEFORE_RESTORE)] if (folder / FILE_NAME).exists() else []
        write_whole(folder / FILE_NAME, journal)
    except OSError as cause:
        raise UserError(f"cannot write {folder}: {cause.strerror}") from None
    finally:
        if lock is not None:
            lock.close()
    manifest["settings"] = texts is not None and settings is not None
    if texts is not None and settings is not None:
        try:
            settings.parent.mkdir(parents=True, exist_ok=True)
            if settings.exists():
                aside.append(settings.rename(free_name(settings, BEFORE_RESTORE)))
            write_whole(settings, texts)
        except OSError as cause:
            raise UserError(f"the matches are restored, but {settings} cannot be written: {cause.strerror}") from None
    return {**manifest, "put_aside": [str(path) for path in aside]}


def _check(manifest: dict[str, Any], archive: Path) -> None:
    if manifest["format"] > FORMAT or manifest["journal_version"] > VERSION:
        raise UserError(
            f"{archive} was made by a newer Meneur ({manifest['meneur']}): install that version to restore it"
        )


def _check_journal(content: bytes, archive: Path) -> None:
    """See that the journal in the archive is whole, before anything is put aside for it."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / JOURNAL
        file.write_bytes(content)
        if not is_sound(file):
            raise UserError(f"the journal in {archive} is damaged: use another archive")


def _describe(manifest: dict[str, Any], archive: Path, *, restored: bool) -> str:
    what = counted(manifest["matches"]) + (" and the settings" if manifest["settings"] else "")
    damaged = manifest.get("damaged", [])
    if not restored:
        return "\n".join([f"wrote {what} to {archive}", *(f"with it the damaged {name}" for name in damaged)])
    return "\n".join(
        [
            f"restored {what} from {archive}",
            *(f"what was there is now {name}" for name in manifest["put_aside"]),
            *(f"the damaged {name} stays in the archive" for name in damaged),
        ]
    )
