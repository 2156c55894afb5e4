"""`meneur replay`: plays a script in virtual time on the simulated box, and prints where it ends."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from PIL import Image

from device.commands.common import add_settings, add_state, named, open_journal, print_result, read_settings
from device.draw.blocks import half_blocks
from device.draw.sprites import parse
from device.errors import UserError
from device.files import use_alone
from device.games import GAMES
from device.script import Player, VirtualTimes
from device.settings import defaults, schema
from device.shuffle import Shuffler
from device.table import Table
from drivers.simulator.box import Box
from drivers.wiring import PanelConfig, Wiring


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The script, and what to do with its pictures and matches."""
    parser.add_argument("file", type=named, metavar="FILE", help="the script, or - for standard input")
    parser.add_argument("--frames", type=named, metavar="DIR", help="where `shot` puts its pictures")
    parser.add_argument("--json", action="store_true", help="print the final state as JSON")
    add_state(parser, "keep the matches in this folder (default: they are kept nowhere)")
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the script. Matches are kept only with --state, so that a script always begins at a clean table."""
    lines = _lines(arguments.file)
    if arguments.frames:
        _make_folder(arguments.frames)
    settings = read_settings(arguments.settings, None) if arguments.settings else None
    with _alone(arguments.state):
        player = new_player(arguments.state, settings.values if settings else None)
        try:
            if player.table.journal.troubled:
                raise UserError(f"nothing can be kept in {arguments.state}: {player.table.journal.troubled}")
            player.play(lines)
            for deck in player.shuffler.stacked:
                raise UserError(f"{deck} was never dealt: no shuffle came after it")
            result = player.report()
        finally:
            player.box.board.close()
            player.table.journal.close()
    if arguments.frames:
        _save(player.shots, arguments.frames)
    print_result(result, _describe, as_json=arguments.json)
    return 0


def _alone(state: Path | None) -> AbstractContextManager[object]:
    """Take the folder of matches: a script's must not come between those of an evening that is played there."""
    if state is None:
        return nullcontext()
    lock = use_alone(state)
    if lock is None:
        raise UserError(f"nothing can be kept in {state}: give --state a folder that you can write, or leave it out")
    return lock


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise UserError(
            f"--frames {folder}: no folder can be made there ({cause.strerror}); name another one"
        ) from None


def _save(shots: Mapping[str, Image.Image], folder: Path) -> None:
    for name, picture in shots.items():
        file = folder / f"{name}.png"
        try:
            picture.save(file)
        except OSError as cause:
            raise UserError(f"cannot write {file}: {cause.strerror}") from None


def new_player(
    state: Path | None, values: dict[str, dict[str, Any]] | None = None, shuffler: Shuffler | None = None
) -> Player:
    """A fresh simulated table for a script."""
    times, shuffler = VirtualTimes(), shuffler or Shuffler()
    if values is None:
        values = defaults(schema(GAMES))
        values["table"]["language"] = "en"  # a script begins at the menu, not at the first minute's question
    box = Box(Wiring(panel=PanelConfig(type="ssd1306")), virtual=True)
    table = Table(GAMES, open_journal(state), times, values=values, shuffler=shuffler)
    return Player(table, box, times, shuffler)


def _lines(file: Path) -> list[str]:
    try:
        raw = sys.stdin.buffer.read() if file == Path("-") else file.read_bytes()
    except OSError as cause:
        raise UserError(f"cannot read the script {file}: {cause.strerror}") from None
    try:
        return raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UserError(f"the script {file} is not a text in UTF-8: save it as UTF-8") from None


def _describe(result: dict[str, Any]) -> str:
    picture = parse("\n".join(result["screen"]))[0]
    return f"{result['game'] or 'home'}: {result['phase']}\n{half_blocks(picture)}"
