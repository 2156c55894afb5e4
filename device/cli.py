"""The command line: which commands there are, and how an error becomes one sentence on stderr and exit code 2."""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
from collections.abc import Sequence
from importlib.metadata import version

from device.errors import UserError

COMMANDS = {
    "run": "run the box on this Raspberry Pi (what the service does)",
    "play": "run the simulated box in the browser or the terminal",
    "doctor": "check the box: settings, pins, panel, buttons, disk, clock",
    "replay": "play a script in virtual time and print where it ends",
    "odds": "exact chances and prices of a horse race",
    "rules": "what the rules of a game say about given cards or plays",
    "history": "the matches played on this box",
    "export": "all matches and settings as one file, and back again",
}
"""Each command and what it does; its code is `device.commands.NAME`, imported only when it is called."""


def parser() -> argparse.ArgumentParser:
    """The whole command line. Subcommands fill in their arguments when they are first needed."""
    top = argparse.ArgumentParser(prog="meneur", description="The box for the card table.")
    top.add_argument("--version", action="version", version=f"meneur {version('meneur')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in COMMANDS.items():
        commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".")
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0 all well, 1 the command's own finding, 2 wrong input."""
    words = list(sys.argv[1:] if words is None else words)
    top = parser()
    # Only the called command's module is imported: on a small Pi the others would cost a second.
    called = next((word for word in words if not word.startswith("-")), None)
    module = importlib.import_module(f"device.commands.{called}") if called in COMMANDS else None
    if module is not None:
        assert called is not None
        module.add_arguments(subparser(top, called))
    arguments = top.parse_args(words)
    assert module is not None
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        return int(module.run(arguments))
    except UserError as cause:
        print(f"meneur {called}: {cause}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # the reader (head, less) has seen enough
        return 0


def subparser(top: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """The parser of one command, for its module to add arguments to."""
    for action in top._actions:  # noqa: SLF001 - argparse has no public way from a parser to its subparsers
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            found: argparse.ArgumentParser = action.choices[name]
            return found
    raise LookupError(name)
