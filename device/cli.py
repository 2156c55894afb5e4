"""The command line: which commands there are, and how an error becomes one sentence on stderr and exit code 2."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

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


INTERRUPTED = 130
"""Exit code after Ctrl-C, as the shell's own."""


def parser() -> argparse.ArgumentParser:
    """The whole command line. Subcommands fill in their arguments when they are first needed."""
    top = argparse.ArgumentParser(prog="meneur", description="The box for the card table.")
    top.add_argument("--version", action="version", version=f"meneur {version('meneur')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in COMMANDS.items():
        command = commands.add_parser(name, help=does, description=does[0].upper() + does[1:] + ".")
        command.set_defaults(called=command.prog)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0 all well, 1 the command's own finding, 2 wrong input, 130 Ctrl-C."""
    words = list(sys.argv[1:] if words is None else words)
    top = parser()
    # Only the called command's module is imported: on a small Pi the others would cost a second.
    called = next((word for word in words if not word.startswith("-")), None)
    module = importlib.import_module(f"device.commands.{called}") if called in COMMANDS else None
    if module is not None:
        assert called is not None
        module.add_arguments(subparser(top, called))
    arguments, strange = top.parse_known_args(words)
    assert module is not None
    assert called is not None
    if strange:
        subparser(top, called).error(f"unrecognized arguments: {' '.join(strange)}")
    # The service's log has its own reader; to a person, what goes wrong on the way is told like everything else.
    told = "%(levelname)s %(name)s: %(message)s" if called == "run" else f"{arguments.called}: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=told, stream=sys.stderr)
    _take_any_letter()
    try:
        code = int(module.run(arguments))
        sys.stdout.flush()
    except UserError as cause:
        print(f"{arguments.called}: {cause}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        _drop_output()  # the reader (head, less) has seen enough
        return 0
    except OSError as cause:
        if cause.errno != errno.ENOSPC or cause.filename is not None:
            raise
        _drop_output()
        print(f"{arguments.called}: the output cannot be written: {cause.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _take_any_letter() -> None:
    """A letter that the terminal does not have is shown as a question mark; where there is no output, nothing is."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Let what is still to be written go nowhere, or Python would complain of it at its end."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def subparser(top: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """The parser of one command, for its module to add arguments to."""
    for action in top._actions:  # noqa: SLF001 - argparse has no public way from a parser to its subparsers
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            found: argparse.ArgumentParser = action.choices[name]
            return found
    raise LookupError(name)
