"""`meneur rules GAME`: what the rules of a game say about given cards, plays or deals."""

from __future__ import annotations

import argparse
import importlib
from importlib.util import find_spec
from types import ModuleType

from device.commands.common import print_result
from device.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One subcommand for each game that has any, with the game's own arguments."""
    games = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    for key in (game.key for game in GAMES if find_spec(_module(game.key))):
        does = _commands(key).rules.__doc__.split("\n")[0].rstrip(".")
        game = games.add_parser(key.replace("_", "-"), help=does[0].lower() + does[1:], description=f"{does}.")
        _commands(key).add_rules_arguments(game)
        game.add_argument("--json", action="store_true", help="print the result as JSON")
        game.set_defaults(called=game.prog)


def run(arguments: argparse.Namespace) -> int:
    """Ask the game, print what it says."""
    commands = _commands(arguments.game.replace("-", "_"))
    print_result(commands.rules(arguments), commands.describe, as_json=arguments.json)
    return 0


def _commands(key: str) -> ModuleType:
    return importlib.import_module(_module(key))


def _module(key: str) -> str:
    return f"device.games.{key}.commands"
