"""What the package tells about the program, taken from the program: man pages, completions, the settings example."""

from __future__ import annotations

import argparse
import importlib
import json
import os
from datetime import UTC, datetime

import shtab
from argparse_manpage.manpage import Manpage

from device import cli
from device.games import GAMES
from device.settings import BOOT_FILES, SYSTEM_FILE, Rule, schema

_PATHS = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}

_SECTIONS = f"""\
.SH EXIT STATUS
.TP
.B 0
All is well.
.TP
.B 1
The command's own finding, or a failure that a restart may cure.
.TP
.B 2
Wrong input; one sentence on standard error says what.
.TP
.B 78
.B meneur run
only: the configuration is wrong, and no restart can cure it.
.SH FILES
Settings are TOML; a later file counts over an earlier one. All settings with their defaults are in
.IR /usr/share/doc/meneur/examples/meneur.toml .
.TP
.I {SYSTEM_FILE}
The settings of this machine.
.TP
.I {BOOT_FILES[1]}
The same on the boot partition, which any computer can write
.RI ( {BOOT_FILES[0]}
on older systems).
.TP
.I /var/lib/meneur
The matches, and the settings changed on the panel.
.SH SEE ALSO
.BR meneur\\-boot\\-settings (8),
.BR systemctl (1)
"""

_BOOT = r"""
.SH NAME
meneur\-boot\-settings \- switch on the bus of Meneur's panel
.SH SYNOPSIS
.B meneur\-boot\-settings
.RB [ \-\-spi ]
.RB [ \-\-yes ]
.RB [ \-\-help ]
.SH DESCRIPTION
Shows the lines that the boot partition's
.I config.txt
lacks for a panel on I2C at 400 kHz, asks, keeps a copy of the file beside it, and adds them. What holds already, on whatever
Pi the card is put into, is left alone. They count from the next boot on.
.SH OPTIONS
.TP
.B \-\-spi
The lines for a panel on SPI instead.
.TP
.B \-\-yes
Do not ask.
.TP
.B \-\-help
Explain the options.
.SH SEE ALSO
.BR meneur (1)
"""


def command() -> argparse.ArgumentParser:
    """The whole command line, every subcommand with its arguments."""
    top = cli.parser()
    for name in cli.COMMANDS:
        importlib.import_module(f"device.commands.{name}").add_arguments(cli.subparser(top, name))
    return top


def manual(parser: argparse.ArgumentParser, version: str, epoch: int) -> bytes:
    """The man page of `meneur`, in troff."""
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    # argparse breaks its lines to the terminal's width.
    os.environ["COLUMNS"] = "80"
    described = parser.description or ""
    data = {
        "prog": "meneur",
        "version": version,
        "manual_section": "1",
        "manual_title": "Meneur",
        "description": described.rstrip(".").lower(),
    }
    page = str(Manpage(parser, _data=data, format="pretty"))
    return (page.rstrip("\n") + "\n" + _SECTIONS).encode()


def boot_manual(version: str, epoch: int) -> bytes:
    """The man page of `meneur-boot-settings`, in troff."""
    day = datetime.fromtimestamp(epoch, UTC).date()
    return f'.TH MENEUR\\-BOOT\\-SETTINGS 8 "{day}" "meneur {version}"{_BOOT}'.encode()


def completion(parser: argparse.ArgumentParser, shell: str) -> bytes:
    """The completion script for a shell, `bash` or `zsh`."""
    _complete_paths(parser)
    return str(shtab.complete(parser, shell=shell)).encode()


def _complete_paths(parser: argparse.ArgumentParser) -> None:
    """Have shtab complete the arguments that are called FILE and DIR with what is on the disk."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to its arguments
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for subparser in action.choices.values():
                _complete_paths(subparser)
        elif action.metavar in _PATHS:
            action.complete = _PATHS[action.metavar]  # type: ignore[attr-defined]  # where shtab looks for it


def example() -> bytes:
    """Every setting with its meaning and its default, each commented out."""
    lines = ["# Settings of Meneur. Remove the # before a line to change it.", ""]
    for section, rules in schema(GAMES).items():
        lines += [f"[{section}]"]
        for rule in rules:
            lines += [f"# {_meaning(rule)}", f"#{rule.name} = {json.dumps(rule.default, ensure_ascii=False)}"]
        lines += [""]
    return "\n".join(lines).encode()


def _meaning(rule: Rule) -> str:
    if rule.choices:
        return f"{rule.help}: " + ", ".join(json.dumps(choice, ensure_ascii=False) for choice in rule.choices)
    if rule.low is not None and rule.high is not None:
        return f"{rule.help} ({rule.low} to {rule.high})"
    return rule.help
