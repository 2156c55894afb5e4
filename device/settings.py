"""Settings: TOML files, one over the other, to checked values. A wrong entry never keeps the box from starting.

Every setting is a rule with a default (the same record that games use for their house rules), so checking, the reference in
the documentation and the panel's own settings pages all read the same tables. A file that is wrong somewhere is used where it
is right; each wrong entry is a `Problem` with its file, line and key, what was found and what is expected, and the value that
was good last is kept for it.
"""

from __future__ import annotations

import json
import logging
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.files import write_whole
from device.games.contract import Game, HouseRule
from device.texts import LANGUAGES, N_, SHOWABLE
from drivers.contract import Button

log = logging.getLogger(__name__)

Rule = HouseRule
Values = dict[str, dict[str, Any]]
"""Section to name to checked value; every rule has one."""

SYSTEM_FILE = Path("/etc/meneur/meneur.toml")
BOOT_FILES = (Path("/boot/meneur.toml"), Path("/boot/firmware/meneur.toml"))
"""On the card's FAT partition, which any computer can write: for people with no keyboard on the Pi. It is mounted in the
second place since Debian 12, in the first before that; where both exist, the newer place is laid over the older."""

SECTIONS: Mapping[str, tuple[Rule, ...]] = {
    "table": (Rule("language", "ask", N_("Language of the panel"), choices=("ask", *LANGUAGES)),),
    "sound": (
        Rule("on", default=True, help=N_("Whether the buzzer sounds at all")),
        Rule("volume", 5, N_("Volume, in steps from 0 (silent) to 10"), low=0, high=10),
    ),
    "night": (
        Rule("dim_after", 60, N_("Time without a press until the glass dims"), low=5, high=86400, seconds=True),
        Rule("sleep_after", 300, N_("Time without a press until the glass sleeps"), low=10, high=86400, seconds=True),
        Rule("bedside", "clock", N_("What a sleeping glass shows"), choices=("clock", "nothing")),
        Rule("from_hour", 23, N_("First hour of the night"), low=0, high=23),
        Rule("to_hour", 7, N_("First hour of the day"), low=0, high=23),
        Rule(
            "awake",
            "dim",
            N_("How bright the glass is in the night hours while somebody plays"),
            choices=("dim", "full"),
        ),
        Rule("sound_at_night", default=False, help=N_("Whether the buzzer may sound in the night hours")),
    ),
    "access": (
        Rule("large", default=False, help=N_("Large figures: less on the glass at once, but larger")),
        Rule("slow", default=False, help=N_("Everything takes twice as long: movements, messages, a key held down")),
        Rule(
            "contrast",
            "usual",
            N_("How bright the glass is while somebody plays: as usual, always full, or soft"),
            choices=("usual", "high", "low"),
        ),
    ),
    "panel": (
        Rule("type", "ssd1309", N_("The panel's controller"), choices=("ssd1306", "sh1106", "ssd1309")),
        Rule("port", -1, N_("Number of the bus; -1 is the pin map's own"), low=-1, high=31),
        Rule("address", 0x3C, N_("Address on the I2C bus"), choices=(0x3C, 0x3D)),
        Rule("rotation", 0, N_("Degrees by which the panel is turned"), choices=(0, 180)),
        Rule(
            "column_offset", -1, N_("The controller's first column that is on the glass; -1 is its own"), low=-1, high=4
        ),
        Rule("contrast", 207, N_("Contrast at full light"), low=1, high=255),
    ),
    "pins": (
        Rule("map", "i2c", N_("The pin map, as in pinout.toml"), choices=("i2c", "spi")),
        Rule("factory", "lgpio", N_("The library that drives the pins"), choices=("lgpio", "rpigpio")),
        Rule("chip", -1, N_("Number of the GPIO chip; -1 finds the header's by its name"), low=-1, high=31),
        *(
            Rule(name, -1, N_("GPIO number of this one pin; -1 is the pin map's"), low=-1, high=27)
            for name in (
                *(f"button_{button.value}" for button in Button),
                *(f"lamp_{button.value}" for button in Button),
                "buzzer",
            )
        ),
    ),
    "mirror": (
        Rule("enabled", default=False, help=N_("Whether a phone or a television may show what the glass shows")),
        Rule(
            "bind",
            "local",
            N_("Who can reach the mirror: programs on this machine (local) or everybody in the house (network)"),
            choices=("local", "network"),
        ),
        Rule("port", 8124, N_("Port of the mirror's page"), low=1024, high=65535),
    ),
    "mqtt": (
        Rule("enabled", default=False, help=N_("Whether scores and results are sent to an MQTT broker")),
        Rule("host", "localhost", N_("Name or address of the broker")),
        Rule("port", 0, N_("Port of the broker; 0 is the usual one, 1883 or with TLS 8883"), low=0, high=65535),
        Rule("tls", default=False, help=N_("Whether the connection to the broker is encrypted")),
        Rule("ca_file", "", N_("File with the certificates to trust; empty: those that the system trusts")),
        Rule("username", "", N_("Name to log in with; empty: none")),
        Rule("password_file", "", N_("File that holds the password and nothing else; empty: none")),
        Rule("table", "", N_("Name of this table at the broker; empty: the name of the machine")),
        Rule("discovery_prefix", "homeassistant", N_("Where Home Assistant looks for devices")),
        Rule("base_topic", "meneur", N_("What all topics of the box begin with")),
    ),
}
"""The settings that are not a game's own, by section of the file."""


def schema(games: Iterable[Game[Any, Any, Any]]) -> dict[str, tuple[Rule, ...]]:
    """All sections: the box's own, and one for each game that has house rules."""
    return {**SECTIONS, **{game.key: tuple(game.house) for game in games if game.house}}


def defaults(sections: Mapping[str, Sequence[Rule]]) -> Values:
    """Every setting at its default."""
    return {name: {rule.name: rule.default for rule in rules} for name, rules in sections.items()}


@dataclass(frozen=True, slots=True)
class Problem:
    """One wrong entry: where it is, what was found, what is expected. Line 0: the file as a whole."""

    file: Path
    line: int
    key: str
    found: str
    expected: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else str(self.file)
        what = f"{self.key}: " if self.key else ""
        return f"{where}: {what}found {self.found}, expected {self.expected}"

    @property
    def notice(self) -> tuple[str, dict[str, object]]:
        """The same for the panel: a msgid with its values, in words of the house, its file by name alone."""
        values: dict[str, object] = {"file": self.file.name}
        if not self.line:
            return N_("The settings file %(file)s cannot be used. The earlier settings are used."), values
        values["line"] = self.line
        if not self.key:
            return (
                N_("The settings file has a mistake: %(file)s, line %(line)d. The earlier settings are used."),
                values,
            )
        return (
            N_("The settings file has a mistake: %(file)s, line %(line)d: %(key)s. The earlier setting is used."),
            {**values, "key": self.key},
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force, and what was wrong in the files."""

    values: Values
    problems: tuple[Problem, ...] = ()

    def section(self, name: str) -> dict[str, Any]:
        """All values of one section."""
        return self.values[name]


def default_files(panel_file: Path) -> list[Path]:
    """Where settings are looked for, the later over the earlier: the machine's, the boot partition's, and last the file that
    the panel writes, so that what was set at the box by hand is what counts.
    """
    return [SYSTEM_FILE, *BOOT_FILES, panel_file]


def load(files: Iterable[Path], schema: Mapping[str, Sequence[Rule]], last_good: Path | None = None) -> Settings:
    """Read the files that exist, the later over the earlier.

    `last_good` remembers the values of the last start that found nothing wrong; they stand in for wrong entries.
    """
    reading = _Reading(schema, _remembered(last_good))
    for file in files:
        reading.take(file)
    if last_good is not None and not reading.problems:
        _remember(last_good, reading.values)
    return Settings(reading.values, tuple(reading.problems))


def peek(files: Iterable[Path], last_good: Path | None = None) -> Values:
    """The sections that every box has, read before the games are known. What is wrong in the files is for `load` to tell."""
    reading = _Reading(schema(()), _remembered(last_good))
    for file in files:
        reading.take(file)
    return reading.values


class _Reading:
    """The values so far, and what was wrong so far, while file after file is taken in."""

    def __init__(self, schema: Mapping[str, Sequence[Rule]], good: Values) -> None:
        self.values = defaults(schema)
        self.problems: list[Problem] = []
        self._schema = {name: {rule.name: rule for rule in rules} for name, rules in schema.items()}
        self._good = good

    def take(self, file: Path) -> None:
        """Lay one file over what there is."""
        try:
            text = file.read_bytes().decode("utf-8-sig")  # the mark is what Windows editors begin with
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as cause:
            found = "bytes that are no UTF-8" if isinstance(cause, UnicodeDecodeError) else str(cause.strerror)
            self.problems.append(Problem(file, 0, "", found, "a readable text file in UTF-8"))
            return
        try:
            tables = tomllib.loads(text)
        except (ValueError, RecursionError) as cause:
            self.problems.append(_not_toml(file, text, cause))
            for section, rules in self._schema.items():
                for name in rules:
                    self._fall_back(section, name)
            return
        for section, table in tables.items():
            for problem in self._section(section, table):
                key = f"{section}.{problem.name}" if problem.name else section
                line_number = line_of(text, section, problem.name)
                self.problems.append(Problem(file, line_number, key, problem.found, problem.expected))

    def _section(self, section: str, table: object) -> Iterator[_Wrong]:
        rules = self._schema.get(section)
        if rules is None and not isinstance(table, dict):
            yield _Wrong(None, "a key before any section", "a heading above it, such as [table]")
            return
        if rules is None:
            yield _Wrong(None, "an unknown section", "one of " + ", ".join(f"[{name}]" for name in self._schema))
            return
        if not isinstance(table, dict):
            yield _Wrong(None, _shown(table), f"a section [{section}]")
            return
        for name, value in table.items():
            if name not in rules:
                yield _Wrong(name, "an unknown key", "one of " + ", ".join(rules))
            elif expected := unmet(rules[name], value):
                self._fall_back(section, name)
                yield _Wrong(name, _shown(value), expected)
            else:
                self.values[section][name] = _frozen(value)

    def _fall_back(self, section: str, name: str) -> None:
        """Use the value that was good last, if one is remembered and still fits."""
        value = self._good.get(section, {}).get(name)
        if value is not None and not unmet(self._schema[section][name], value):
            self.values[section][name] = _frozen(value)


def _not_toml(file: Path, text: str, cause: Exception) -> Problem:
    """The parser's word for a slip, which ends in its place, as a problem."""
    expected = 'a heading such as [table], or a key with its value, as in language = "fr"'
    if not isinstance(cause, tomllib.TOMLDecodeError):
        # No slip of grammar: Python gives up on thousands of digits, and on brackets a thousand deep.
        what = "brackets too deep" if isinstance(cause, RecursionError) else "a number too long"
        return Problem(file, 0, "", f"{what} for a settings file", expected)
    reason, _, place = str(cause).rpartition(" (at ")
    if at := re.match(r"line (\d+), column (\d+)", place):
        line, where = int(at[1]), f"at column {at[2]}"
    else:
        line, where = max(1, len(text.splitlines())), "at its end"
    # "found … Expected …, expected …" would read as if the one contradicted the other.
    reason = re.sub("^Expected ", "no ", reason)
    found = f"a line that is not TOML ({where}: {reason[:1].lower()}{reason[1:]})"
    return Problem(file, line, "", found, expected)


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A wrong entry of a section, by its name; None: the section itself."""

    name: str | None
    found: str
    expected: str


def unmet(rule: Rule, value: object) -> str:
    """What the rule expects, if the value is not it; empty if all is well.

    >>> unmet(Rule("links", 7, "", choices=(5, 6, 7)), 8)
    'one of 5, 6, 7'
    >>> unmet(Rule("on", True, ""), "yes")
    'true or false'
    """
    match rule.default:
        case bool():
            return "" if isinstance(value, bool) else "true or false"
        case int():
            return _unmet_number(rule, value)
        case str():
            return _unmet_word(rule, value)
        case tuple():
            return _unmet_list(rule, value)


def _unmet_number(rule: Rule, value: object) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if rule.choices:
        return "" if whole and value in rule.choices else "one of " + ", ".join(map(str, rule.choices))
    low, high = rule.low, rule.high
    if isinstance(value, int) and whole and (low is None or value >= low) and (high is None or value <= high):
        return ""
    bounds = [f"from {low}"] * (low is not None) + [f"to {high}"] * (high is not None)
    return " ".join(["a whole number of seconds" if rule.seconds else "a whole number", *bounds])


def _unmet_word(rule: Rule, value: object) -> str:
    if rule.choices:
        return "" if value in rule.choices else "one of " + ", ".join(f'"{choice}"' for choice in rule.choices)
    return "" if isinstance(value, str) else "a text in quotes"


def _unmet_list(rule: Rule, value: object) -> str:
    low, high = rule.low or 0, rule.high
    items = value if isinstance(value, list | tuple) else None
    if items is not None and any(isinstance(item, str) and not set(item) <= SHOWABLE for item in items):
        return "letters that the panel has"
    if items is not None and len({str(item).strip().casefold() for item in items}) < len(items):
        return "no text twice"
    texts = items is not None and all(isinstance(item, str) and item.strip() for item in items)
    if texts and items is not None and low <= len(items) and (high is None or len(items) <= high):
        return ""
    if high is None:
        return f'a list of at least {low} texts, as in ["A", "B"]'
    return (
        f'a list of {low} to {high} texts, as in ["A", "B"]'
        if low != high
        else f'a list of {low} texts, as in ["A", "B"]'
    )


def line_of(text: str, section: str, name: str | None) -> int:
    """The line of a section's heading, or of a key in it, counted from 1; 0 if it is written in another way."""
    key = re.compile(rf"""\s*["']?{re.escape(section if name is None else name)}["']?\s*[.=]""")
    inside = name is None
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line):
            here = heading[1].split(".")[0].strip("\"' ") == section
            if here and name is None:
                return number
            inside = here and name is not None
        elif inside and key.match(line):
            return number
    return 0


def _remembered(last_good: Path | None) -> Values:
    if last_good is None:
        return {}
    try:
        remembered = json.loads(last_good.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(remembered, dict):
        return {}
    return {section: values for section, values in remembered.items() if isinstance(values, dict)}


def _remember(last_good: Path, values: Values) -> None:
    text = json.dumps(values, indent=1)
    try:
        if last_good.exists() and last_good.read_bytes() == text.encode():
            return
        last_good.parent.mkdir(parents=True, exist_ok=True)
        write_whole(last_good, text.encode())
    except OSError as cause:
        log.warning("settings: cannot remember them in %s: %s", last_good, cause)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _shown(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)
