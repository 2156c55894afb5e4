"""What several commands need: where settings and matches are kept, and how results are printed."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from device.comfort import adjustment
from device.errors import UserError
from device.files import use_alone
from device.journal import Journal
from device.journal_file import ForeignJournal
from device.places import Places, of_the_box, own
from device.settings import Rule, Settings, default_files, defaults, load, peek, schema
from drivers.contract import Button
from drivers.wiring import PanelConfig, Wiring

log = logging.getLogger(__name__)

TROUBLE = 1
"""Exit code when a command did what it could and found something bad."""


def add_state(
    parser: argparse.ArgumentParser, does: str = "where matches are kept (default: the system's place)"
) -> None:
    """The argument that says where matches are kept."""
    parser.add_argument("--state", type=_folder, metavar="DIR", help=does)


def named(text: str) -> Path:
    """A path that is an argument; argparse makes a sentence of what is wrong with it."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _folder(text: str) -> Path:
    path = named(text)
    if os.path.exists(path) and not path.is_dir():  # noqa: PTH110 - Path.exists fails where one may not look
        raise argparse.ArgumentTypeError(f"{path} is a file: name a folder")
    return path


def present(path: Path) -> bool:
    """Whether there is such a file.

    Raises:
        UserError: that cannot be seen.
    """
    try:
        return path.exists()
    except OSError as cause:
        raise UserError(f"{path} cannot be looked at ({cause.strerror}): see its name, or try with sudo") from None


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The argument that says which settings file counts."""
    parser.add_argument(
        "--settings", type=named, metavar="FILE", help="read this settings file instead of the usual ones"
    )


def state_folder(chosen: Path | None) -> Path:
    """The folder of the journal to play in: the one chosen, or this process's own."""
    return own().matches if chosen is None else chosen.absolute()


def box_places(chosen: Path | None) -> Places:
    """The matches and settings to ask about: in the folder chosen, or the box's, which on a Pi are the service's.

    Raises:
        UserError: this user may not look at them.
    """
    return of_the_box() if chosen is None else Places(chosen.absolute(), own().settings)


def read_settings(
    chosen: Path | None,
    state: Path | None,
    *,
    panel_file: Path | None = None,
    logged: bool = True,
    safely: bool = False,
) -> Settings:
    """The settings in force. A file named on the command line must be there.

    `panel_file` is the one that the panel writes to, if it is not this process's own. What is wrong in the files goes to
    the log, unless it is to be told in another way. `safely`: in safe mode, where no file may keep the box from starting.
    """
    from device.games import GAMES  # noqa: PLC0415 - `read_hardware` is for those who cannot wait for the games

    def read() -> Settings:
        return load(settings_files(chosen, panel_file or own().settings), schema(GAMES), _last_good(state))

    settings = _or_defaults(read, schema(GAMES)) if safely else read()
    for problem in settings.problems if logged else ():
        log.error("settings: %s", problem)
    return settings


def read_hardware(chosen: Path | None, state: Path, *, safely: bool = False) -> Settings:
    """The same settings without those of the games: all that is needed to open the board."""

    def read() -> Settings:
        return Settings(peek(settings_files(chosen, own().settings), _last_good(state)))

    return _or_defaults(read, schema(())) if safely else read()


def _or_defaults(read: Callable[[], Settings], rules: Mapping[str, Sequence[Rule]]) -> Settings:
    try:
        return read()
    except Exception:
        log.exception("settings: they cannot be read at all; the defaults count")
        return Settings(defaults(rules))


def settings_files(chosen: Path | None, panel_file: Path) -> list[Path]:
    """The files that are read, the later over the earlier: the one named on the command line alone, or the usual ones."""
    if chosen is not None:
        see_settings(chosen)
    return default_files(panel_file) if chosen is None else [chosen]


def see_settings(chosen: Path) -> None:
    """See that a settings file that was named is there and may be read."""
    if not present(chosen):
        raise UserError(f"there is no settings file {chosen}")
    if chosen.is_dir():
        raise UserError(f"the settings {chosen} are a folder: name a file")
    if not os.access(chosen, os.R_OK):
        raise UserError(f"the settings file {chosen} may not be read by this user: try with sudo")


def _last_good(state: Path | None) -> Path | None:
    return state / "last-good-settings.json" if state else None


def keeper(chosen: Path | None) -> Callable[[str, str, Any], None]:
    """Writes one setting to the file that the panel's changes belong in: the one chosen, else the user's."""

    def keep(section: str, name: str, value: Any) -> None:
        from device.keep import keep_setting  # noqa: PLC0415 - tomlkit is needed only when a setting is changed

        keep_setting(chosen or own().settings, section, name, value)

    return keep


def keep_alone(folder: Path) -> ExitStack:
    """Take the folder of matches for this process; closing the stack gives it back."""
    stack = ExitStack()
    lock = use_alone(folder)
    if lock is not None:
        stack.enter_context(lock)
    return stack


def open_journal(folder: Path | None) -> Journal:
    """The journal, or a sentence why this Meneur must not touch it."""
    try:
        return Journal(folder)
    except ForeignJournal as cause:
        raise UserError(str(cause)) from None


def wiring_of(settings: Settings) -> Wiring:
    """The settings about the hardware as the drivers want them."""
    panel, pins = settings.section("panel"), settings.section("pins")
    adjusted = adjustment(settings.values)
    named = {f"buttons.{b.value}": pins[f"button_{b.value}"] for b in Button}
    named |= {f"lamps.{b.value}": pins[f"lamp_{b.value}"] for b in Button} | {"buzzer.pin": pins["buzzer"]}
    return Wiring(
        map=pins["map"],
        pins={name: pin for name, pin in named.items() if pin >= 0},
        panel=PanelConfig(
            type=panel["type"],
            port=_given(panel["port"]),
            address=panel["address"],
            rotation=panel["rotation"],
            column_offset=_given(panel["column_offset"]),
            contrast=adjusted.contrast,
        ),
        pin_factory=pins["factory"],
        gpio_chip=_given(pins["chip"]),
        volume=adjusted.volume,
        slowness=adjusted.slowness,
    )


def _given(number: int) -> int | None:
    return None if number < 0 else number


def print_result(result: dict[str, Any], describe: Callable[[dict[str, Any]], str], *, as_json: bool) -> None:
    """Print a result for programs or for people."""
    if as_json:
        print_json(result)
    else:
        print(describe(result))


def print_json(value: Any) -> None:
    """Print a value as JSON on one line, in letters that the output has."""
    print(json.dumps(value, ensure_ascii="utf" not in sys.stdout.encoding.lower()))
