"""The parts of the pages that the code knows best: settings, commands, the rules of each game, and code itself.

A page marks where such a part goes, `<!-- begin settings -->` to `<!-- end settings -->`; `python -m docs.generate` fills in
what lies between, and a test compares. So the pages can be read where they lie, and are never stale.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from device import cli
from device.games import GAMES
from device.settings import Rule, schema

FOLDER = Path(__file__).parent
PART = re.compile(r"(<!-- begin (\w+)(?: ([\w./]+))? -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def filled(text: str) -> str:
    """A page with all its marked parts made anew.

    Raises:
        KeyError: a mark names no part.
    """
    return PART.sub(lambda mark: f"{mark[1]}\n{_part(mark[2], mark[3])}\n{mark[4]}", text)


def _part(name: str, about: str | None) -> str:
    makers: dict[str, Callable[[], Iterator[str]]] = {
        "settings": _settings,
        "commands": _commands,
        "rules": lambda: _rules(str(about)),
        "house": lambda: _table(schema(GAMES)[str(about)]),
        "file": lambda: _file(str(about)),
    }
    return "".join(f"{line}\n" for line in makers[name]())


# Settings


def _settings() -> Iterator[str]:
    titles = {game.key: game.title for game in GAMES}
    for section, rules in schema(GAMES).items():
        yield from (f"## `[{section}]`", "")
        if section in titles:
            yield from (f"House rules of {titles[section]}.", "")
        yield from _table(rules)
        yield ""


def _table(rules: tuple[Rule, ...]) -> Iterator[str]:
    yield from ("| key | what it is | may be | default |", "|---|---|---|---|")
    for rule in rules:
        meaning = rule.help.rstrip(".")
        yield f"| `{rule.name}` | {meaning} | {_range(rule)} | `{_written(rule, rule.default)}` |"


def _range(rule: Rule) -> str:
    """The type and range of a setting, in words."""
    if rule.choices:
        return ", ".join(f"`{_written(rule, choice)}`" for choice in rule.choices)
    low, high = rule.low, rule.high
    match rule.default:
        case bool():
            return "`true`, `false`"
        case int():
            return f"{'seconds' if rule.seconds else 'a whole number'}, {low} to {high}"
        case str():
            return "a text"
        case tuple():
            return f"a list of {low} texts" if low == high else f"a list of {low or 0} to {high} texts"


def _written(rule: Rule, value: object) -> str:
    """A value as the settings file has it."""
    if rule.name == "address" and isinstance(value, int):
        return f"0x{value:X}"
    return json.dumps(value, ensure_ascii=False)


# Commands


def command_line() -> argparse.ArgumentParser:
    """The whole command line, every command with its arguments."""
    top = cli.parser()
    for name in cli.COMMANDS:
        importlib.import_module(f"device.commands.{name}").add_arguments(cli.subparser(top, name))
    return top


def _commands() -> Iterator[str]:
    yield from _command(command_line(), 1)


def _command(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    """A command's heading, its sentence and its arguments; then the commands below it."""
    if level > 1:
        yield from (f"{'#' * level} `{parser.prog}`", "", f"{parser.description}", "")
    arguments = [action for action in parser._actions if not _hidden(action)]  # noqa: SLF001 - argparse lists them nowhere else
    if arguments:
        yield from ("| argument | what it does |", "|---|---|")
        for action in arguments:
            meaning = (action.help or "") % {**vars(action), "prog": parser.prog}
            yield f"| `{_shown(action)}` | {meaning.replace('|', '∣')} |"
        yield ""
    for name, below in _below(parser):
        below.prog = f"{parser.prog} {name}"
        yield from _command(below, level + 1)


def _hidden(action: argparse.Action) -> bool:
    return isinstance(action, argparse._HelpAction | argparse._SubParsersAction)  # noqa: SLF001


def _shown(action: argparse.Action) -> str:
    """How an argument is written: `--port PORT`, `FILE`, `--json`."""
    metavar = action.metavar if isinstance(action.metavar, str) else None
    name = metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest)
    many = {"*": " …", "+": " …", "?": ""}.get(str(action.nargs), "")
    if not action.option_strings:
        return name + many
    if action.nargs == 0:
        return ", ".join(action.option_strings)
    return f"{', '.join(action.option_strings)} {metavar or name.upper() if not action.choices else name}{many}"


def _below(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield from action.choices.items()


# Rules


def _rules(key: str) -> Iterator[str]:
    """The pages that the panel shows, a line each."""
    game = next(game for game in GAMES if game.key == key)
    for page in game.manual:
        yield f"- **{page.title.rstrip('?')}{'?' if page.title.endswith('?') else '.'}** {page.text}"


# Code


def _file(name: str) -> Iterator[str]:
    """A file of this folder, whole."""
    language = {".py": "python", ".po": "po"}.get(Path(name).suffix, "text")
    yield from (f"```{language}", (FOLDER / name).read_text(encoding="utf-8").rstrip("\n"), "```")


def pages() -> list[Path]:
    """Every page that is written here."""
    return sorted(FOLDER.glob("*.md"))


if __name__ == "__main__":
    for path in pages():
        made = filled(path.read_text(encoding="utf-8"))
        if made != path.read_text(encoding="utf-8"):
            path.write_text(made, encoding="utf-8")
            print(f"{path.name}: made anew")
