"""What every check is given: the report, and virtual Pis that go on from where one was frozen, in the menu or in mid-race."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from host import run
from machine import Frozen, Machine, play
from PIL import Image
from prepare import Cache, recipe

ROOT = Path(__file__).parents[2]
SETTINGS = b'[table]\nlanguage = "en"\n[panel]\ntype = "ssd1306"\n[night]\nsleep_after = 86400\ndim_after = 86400\n'
INTO_THE_RACE = """
press ok
press ok
press spade
press diamond
press heart
press club
press spade
press diamond
press heart
wait 3
press ok
wait 3
press club
wait 3
shot race
"""
"""From the menu into a race with one card turned."""
TEN_LINES = (
    "sed -e 's#^ExecStart=.*#ExecStart=/usr/bin/python3 /opt/rig/plain.py#' -e 's/^Type=.*/Type=exec/' -e '/^Watchdog/d' "
    "-e '/^ExecStart=/a Environment=GPIOZERO_PIN_FACTORY=lgpio' /lib/systemd/system/meneur.service "
    ">/etc/systemd/system/rig-plain.service; systemctl daemon-reload"
)
"""The ten lines are started just as Meneur is: with the same user, groups and sandbox."""


@dataclass
class Report:
    """What was found: rows of check, figure, and whether it is as it must be."""

    rows: list[tuple[str, str, bool]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, what: str, figure: str, well: bool) -> None:
        """Add a row, and show it at once."""
        with self._lock:
            self.rows.append((what, figure, well))
            print(f"  {'ok ' if well else 'BAD'} {what}: {figure}", flush=True)


@cache
def replayed(lines: str) -> dict[str, Image.Image]:
    """The pictures of a script's shots, from `meneur replay`."""
    with tempfile.TemporaryDirectory() as folder:
        told = [sys.executable, "-m", "device", "replay", "-", "--frames", folder]
        subprocess.run(told, input=lines, text=True, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        return {file.stem: Image.open(file).convert("1") for file in Path(folder).glob("*.png")}


def race(more: str = "") -> Image.Image:
    """What the glass shows at rest in the race, after some more presses if there are any."""
    return replayed(f"{INTO_THE_RACE}{more}\nwait 5\nshot then\n")["then"]


class Bench:
    """The package on virtual Pis. Each state is reached once and frozen; a check goes on from it as often as it likes."""

    def __init__(self, cache: Cache, package: Path, newer: Path, report: Report) -> None:
        self.cache = cache
        self.package = package
        self.newer = newer
        self.report = report
        self.menu = replayed("shot menu")["menu"]
        self.race = race()
        machine = cache.made_from()
        at_menu = recipe(machine, package, newer, SETTINGS, TEN_LINES, Bench._install)
        self._booted = self._frozen("booted", machine)
        self._menu = self._frozen("menu", at_menu)
        self._race = self._frozen("race", recipe(at_menu, INTO_THE_RACE))
        self._making = threading.Lock()

    def _frozen(self, name: str, made_from: str) -> Frozen:
        return Frozen.at(self.cache.folder / f"frozen/{name}-{made_from[:12]}")

    def prepare(self) -> None:
        """Boot and install; of each only what has not been done before with this machine and this package."""
        wanted = {frozen.state.parent for frozen in (self._booted, self._menu, self._race)}
        for old in set((self.cache.folder / "frozen").glob("*")) - wanted:
            shutil.rmtree(old)
        if not self._booted.exists():
            machine = Machine(self.cache, self.cache.folder / "run/boot")
            print(f"rig: booted in {machine.boot_seconds:.0f} s", flush=True)
            machine.rest(60)
            machine.freeze(self._booted.state.parent)
        if not self._menu.exists():
            self._install()

    def _install(self) -> None:
        """Put the package in, as its user would; the menu must come by itself."""
        machine = self.thaw(self._booted, "install")
        machine.put("/etc/meneur/meneur.toml", SETTINGS)
        machine.put("/var/cache/meneur.deb", self.package.read_bytes())
        machine.put("/var/cache/newer.deb", self.newer.read_bytes())
        began = float(machine.sh("cut -d' ' -f1 /proc/uptime"))
        machine.sh("dpkg -i /var/cache/meneur.deb")
        shown = machine.until(self.menu, 90)
        seconds = float(machine.sh("cut -d' ' -f1 /proc/uptime")) - began
        self.report.say("package installed, service enabled, menu on the glass", f"{seconds:.0f} s", shown is not None)
        if shown is None:
            raise SystemExit(f"rig: no menu on the glass: {self.log(machine)}")
        machine.sh(TEN_LINES)
        machine.rest(5)
        machine.freeze(self._menu.state.parent)

    def _begin_race(self) -> None:
        """Press it on the lines, as a croupier would."""
        machine = self.thaw(self._menu, "race")
        if not play(machine, INTO_THE_RACE, replayed(INTO_THE_RACE))["race"]:
            raise SystemExit(f"rig: no race on the glass: {self.log(machine)}")
        machine.rest(5)
        machine.freeze(self._race.state.parent)

    def thaw(self, frozen: Frozen, name: str, writes: Path | None = None) -> Machine:
        """A machine that goes on from a frozen one, in a work folder of this name."""
        return Machine(self.cache, self.cache.folder / "run" / name, frozen=frozen, writes=writes)

    @contextmanager
    def at_menu(self, name: str, writes: Path | None = None) -> Iterator[Machine]:
        """A machine at the menu, with no match."""
        with _running(self.thaw(self._menu, name, writes)) as machine:
            yield machine

    @contextmanager
    def in_race(self, name: str) -> Iterator[Machine]:
        """A machine in a race with one card turned. The first check that wants one begins it, beside what else is running."""
        with self._making:
            if not self._race.exists():
                self._begin_race()
        with _running(self.thaw(self._race, name)) as machine:
            yield machine

    def log(self, machine: Machine) -> str:
        """The service's last words in the journal."""
        return machine.sh("journalctl -u meneur -o cat --no-pager | tail -20", may_fail=True)


@contextmanager
def _running(machine: Machine) -> Iterator[Machine]:
    try:
        yield machine
    finally:
        machine.off()


def restarts(machine: Machine) -> int:
    """How often systemd has started the service again."""
    return int(machine.sh("systemctl show -P NRestarts meneur"))


def wait_for(machine: Machine, what: Callable[[], bool], timeout: float) -> float | None:
    """Seconds of the guest until something is so; None: never within the time."""
    waited = 0.0
    while not what():
        if waited >= timeout:
            return None
        machine.rest(1)
        waited += 1
    return waited


def package_of(folder: Path, revision: str) -> Path:
    """The real package, by the script that `make deb` runs; always of one day, so that the same content is the same package."""
    told = [sys.executable, ROOT / "systemd/debian/build.py", folder, "--revision", revision]
    day = {**os.environ, "SOURCE_DATE_EPOCH": "1790000000"}
    return Path(run(*told, stderr=subprocess.DEVNULL, env=day).strip())
