"""The package on 32 bits. Under qemu-user it is installed by apt in the Debians of the older Pis, asked and played, and compared with
what this machine says and draws; and a virtual Pi with its 64-bit kernel runs a 32-bit Debian, pins, panel and service included,
as every Pi 3 and later does with the 32-bit Raspberry Pi OS.

Under qemu-user there is no board, and the kernel is this machine's: what `meneur doctor` and `meneur run` say without a board is
part of the check.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench import Bench, Report, race
from containers import EVENING, Container
from PIL import Image
from prepare import Cache

ROOT = Path(__file__).parents[2]
FLOWS = ROOT / "tests/flows"
ALL_GAMES = (
    EVENING,
    *(FLOWS / f"{name}.txt" for name in ("race_with_bets", "great_clock_watched", "sundial_with_a_hint")),
)
"""All four games, the chips and the solver; the other scripts take as long again and run no other code."""
TEXTS = ("--version", "odds --row SSHHDDC --turned SHD --json", "odds --hurdles --json")
"""Commands that say the same on every machine, fractions to the last digit."""
WITHOUT_A_BOARD = {"machine", "header", "panel's bus"}
"""What the doctor finds bad where there is no Raspberry Pi; nothing else is."""
HOME = "var/cache/rig"


@dataclass(frozen=True, slots=True)
class Kind:
    """A Debian, the processor that is emulated for it, the boards that have such a one, and the scripts to play there."""

    suite: str
    architecture: str
    processor: str
    boards: str
    scripts: tuple[Path, ...] = (EVENING,)


KINDS = (
    Kind("bookworm", "armhf", "cortex-a7", "Pi 2", ALL_GAMES),
    Kind("trixie", "armhf", "cortex-a7", "Pi 2"),
    Kind("bookworm", "armel", "arm1176", "Pi 1, Zero"),
)
"""Debian's armhf needs an ARMv7. An ARMv6 runs its armel: the same sources, with the fractions reckoned by software."""


def armhf(bench: Bench) -> None:
    """The package installed, asked and played in each kind of Debian."""
    with tempfile.TemporaryDirectory() as folder:
        expected = Expected.here(Path(folder))
        for kind in KINDS:
            what = f"{kind.suite.title()} {kind.architecture} under qemu-user, {kind.processor} ({kind.boards})"
            bench.report.say(what, *_look(kind, bench.cache.shared, bench.package, expected))


@dataclass(frozen=True, slots=True)
class Expected:
    """What this machine says and draws."""

    texts: dict[str, str]
    pictures: dict[Path, dict[str, Image.Image]]
    """Of each script, by their names."""
    state: Path
    """A folder with the matches of the first evening."""
    history: str

    @classmethod
    def here(cls, folder: Path) -> Expected:
        """Play and ask on this machine."""
        for script in ALL_GAMES:
            _meneur("replay", script, "--frames", folder / script.stem)
        state = folder / "state"
        _meneur("replay", EVENING, "--state", state)
        texts = {words: _meneur(*words.split()) for words in TEXTS}
        pictures = {script: _pictures(folder / script.stem) for script in ALL_GAMES}
        return cls(texts, pictures, state, _meneur("history", "--json", "--state", state))


def _meneur(*words: object) -> str:
    told = [sys.executable, "-m", "device", *map(str, words)]
    return subprocess.run(told, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def _pictures(folder: Path) -> dict[str, Image.Image]:
    return {file.stem: Image.open(file).convert("1") for file in sorted(folder.glob("*.png"))}


def _look(kind: Kind, cache: Path, package: Path, expected: Expected) -> tuple[str, bool]:
    """The figure of one kind, and whether all is well."""
    began = time.monotonic()
    container = Container(kind.suite, kind.architecture, cache, kind.processor)
    try:
        container.install(package)
        troubles = [
            *_doctor(container),
            *_no_board(container),
            *_texts(container, expected),
            *_scripts(container, kind, expected),
            *_journal(container, expected),
        ]
    except RuntimeError as fault:
        return f"broke off: {_last_line(str(fault))}", False
    finally:
        container.close()
    if troubles:
        return "; ".join(troubles), False
    count = sum(len(expected.pictures[script]) for script in kind.scripts)
    same = f"{count} pictures and {len(expected.texts)} texts as on 64 bits"
    return f"installed by apt, doctor, {same}, matches read both ways: {time.monotonic() - began:.0f} s", True


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


def _doctor(container: Container) -> list[str]:
    """It finds everything but a board, in words and with a cure."""
    done = container.ask("meneur --help >/dev/null && meneur doctor --json")
    if done.returncode != 1 or done.stderr:
        return [f"meneur doctor ended with {done.returncode}: {_last_line(done.stderr)}"]
    findings = json.loads(done.stdout)
    bad = {finding["subject"] for finding in findings if finding["verdict"] == "bad"}
    library = next(finding for finding in findings if finding["subject"] == "pin library")
    dumb = [finding["subject"] for finding in findings if finding["verdict"] == "bad" and not finding["cure"]]
    troubles = [] if bad == WITHOUT_A_BOARD else [f"the doctor finds bad: {', '.join(sorted(bad))}"]
    troubles += [] if library["verdict"] == "good" else [f"pin library: {library['found']}"]
    return troubles + [f"no cure for {subject}" for subject in dumb]


def _no_board(container: Container) -> list[str]:
    """`meneur run` loads the real lgpio and asks it for the header; that there is none is a sentence."""
    done = container.ask("meneur run --state /var/cache/no-board")
    well = done.returncode and "no gpiochip" in done.stderr and "Traceback" not in done.stderr
    return [] if well else [f"meneur run without a board ended with {done.returncode}: {_last_line(done.stderr)}"]


def _texts(container: Container, expected: Expected) -> list[str]:
    return [
        f"meneur {words} differs" for words, text in expected.texts.items() if container.sh(f"meneur {words}") != text
    ]


def _scripts(container: Container, kind: Kind, expected: Expected) -> list[str]:
    home, troubles = container.tree / HOME, []
    home.mkdir()
    for script in kind.scripts:
        shutil.copy(script, home)
        place = f"/{HOME}/{script.stem}"
        container.sh(f"meneur replay {place}.txt --frames {place} --state {place}.d")
        drawn = _pictures(home / script.stem)
        wanted = expected.pictures[script].items()
        troubles += [f"{script.stem}: {name} differs" for name, picture in wanted if drawn.get(name) != picture]
    return troubles


def _journal(container: Container, expected: Expected) -> list[str]:
    """The matches written there are read here, and those written here are read there."""
    shutil.copytree(expected.state, container.tree / HOME / "from-here")
    ours = container.sh(f"meneur history --json --state /{HOME}/from-here")
    there = _meneur("history", "--json", "--state", container.tree / HOME / f"{EVENING.stem}.d")
    told = container.ask(f"meneur doctor --json --state /{HOME}/from-here").stdout
    sound = next(finding for finding in json.loads(told) if finding["subject"] == "matches")
    troubles = [] if ours == expected.history else ["matches written on 64 bits are read otherwise on 32"]
    troubles += [] if there == expected.history else ["matches written on 32 bits are read otherwise on 64"]
    return troubles + ([] if sound["verdict"] == "good" else [f"the doctor about matches: {sound['found']}"])


# -- a virtual Pi with a 32-bit Debian ---------------------------------------------------------------------------------


class _Of32Bits(Report):
    """Rows that say in front what they are of."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self._report = report

    def say(self, what: str, figure: str, well: bool) -> None:
        """Hand it on."""
        self._report.say(f"32-bit Debian on a virtual Pi: {what}", figure, well)


def armhf_board(bench: Bench) -> None:
    """The package in a 32-bit Debian with pins and a panel: a race pressed on the lines, a stop, the doctor."""
    cache = Cache(bench.cache.shared, "armhf")
    cache.make()
    board = Bench(cache, bench.package, bench.newer, _Of32Bits(bench.report))
    board.prepare()
    with board.in_race("board") as machine:
        bits = machine.sh("getconf LONG_BIT")
        machine.press("heart")
        machine.rest(3)
        machine.press("club")
        same = machine.until(race("press heart\nwait 3\npress club"), 15) is not None
        machine.sh("systemctl stop meneur")
        lit = [name for name, on in machine.ask("lamps").items() if on]
        dark = not machine.ask("see")["on"]
        findings = json.loads(machine.sh("meneur doctor --json --state /var/lib/meneur", may_fail=True))
    bad = [f"{finding['subject']}: {finding['found']}" for finding in findings if finding["verdict"] == "bad"]
    troubles = [
        *([] if bits == "32" else [f"{bits} bits"]),
        *([] if same else ["the race is not as in replay"]),
        *([] if dark and not lit else ["not dark after the stop"]),
        *bad,
    ]
    figure = "; ".join(troubles) or "race as in replay, dark after the stop, the doctor finds nothing bad"
    board.report.say("pins, panel and service", figure, not troubles)
