"""The checks of the virtual Pi, each with its figure. Every one starts from a fresh box unless it says otherwise."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from machine import Machine, picture, play
from PIL import Image

from device.home.page import Facts
from device.home.questions import not_saved, safe_to_unplug
from device.texts import texts

HERE = Path(__file__).parent
EVENING = HERE / "evenings/three_games.txt"
SETTINGS = b'[table]\nlanguage = "en"\n[panel]\ntype = "ssd1306"\n[night]\nsleep_after = 86400\ndim_after = 86400\n'
RACE = """
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
DARK = Image.new("1", (128, 64))


@dataclass
class Report:
    """What was found: rows of check, figure, and whether it is as it must be."""

    rows: list[tuple[str, str, bool]] = field(default_factory=list)

    def say(self, what: str, figure: str, well: bool) -> None:
        """Add a row, and show it at once."""
        self.rows.append((what, figure, well))
        print(f"  {'ok ' if well else 'BAD'} {what}: {figure}", flush=True)


def replayed(lines: str) -> dict[str, Image.Image]:
    """The pictures of a script's shots, from `meneur replay`."""
    with tempfile.TemporaryDirectory() as folder:
        told = [sys.executable, "-m", "device", "replay", "-", "--frames", folder]
        subprocess.run(told, input=lines, text=True, check=True, stdout=subprocess.DEVNULL, cwd=HERE.parents[1])
        return {file.stem: Image.open(file).convert("1") for file in Path(folder).glob("*.png")}


class Bench:
    """A guest with the package in it."""

    def __init__(self, machine: Machine, package: Path, report: Report) -> None:
        self.machine = machine
        self.package = package
        self.report = report
        self.menu = replayed("shot menu")["menu"]

    def install(self) -> None:
        """Put the package in, as its user would."""
        self.machine.put("/etc/meneur/meneur.toml", SETTINGS)
        self.machine.put("/var/cache/meneur.deb", self.package.read_bytes())
        began = time.monotonic()
        told = self.machine.sh("dpkg -i /var/cache/meneur.deb", timeout=300)
        seconds = time.monotonic() - began
        shown = self.machine.until(self.menu, 90)
        self.report.say("package installed, service enabled, menu on the glass", f"{seconds:.0f} s", shown is not None)
        assert "meneur" in told

    def fresh(self) -> None:
        """The service at its menu, with no match."""
        self.machine.sh("systemctl stop meneur; rm -rf /var/lib/meneur/*; systemctl reset-failed meneur; true")
        self.machine.sh("systemctl start meneur")
        if self.machine.until(self.menu, 60) is None:
            raise RuntimeError("no menu on the glass: " + self.log())

    def log(self) -> str:
        """The service's last words in the journal."""
        return self.machine.sh("journalctl -u meneur -o cat --no-pager | tail -20", may_fail=True)

    def race(self, more: str = "") -> Image.Image:
        """Into the middle of a race; the picture there, with more presses if there are any."""
        self.fresh()
        play(self.machine, written(RACE), expected := replayed(RACE))
        assert self.machine.until(expected["race"], 5) is not None
        return replayed(RACE + more + "\nwait 5\nshot then\n")["then"]

    def restarts(self) -> int:
        """How often systemd has started the service again."""
        return int(self.machine.sh("systemctl show -P NRestarts meneur"))

    def wait_for(self, what: Callable[[], bool], timeout: float) -> float | None:
        """Seconds until something is so; None: never within the time."""
        began = time.monotonic()
        while time.monotonic() - began < timeout:
            if what():
                return time.monotonic() - began
            time.sleep(0.3)
        return None


def written(script: str) -> Path:
    """A script as a file."""
    file = Path(tempfile.gettempdir()) / "rig-script.txt"
    file.write_text(script, encoding="utf-8")
    return file


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


# -- 1: the first picture ----------------------------------------------------------------------------------------------


def first_picture(bench: Bench) -> None:
    """Time from the service's start to the first picture, beside ten lines started the same way."""
    found: dict[str, list[float]] = {"meneur": [], "rig-plain": []}
    for _ in range(3):
        for unit, seconds in found.items():
            bench.machine.sh("systemctl stop meneur rig-plain; sleep 1")
            seconds.append(bench.machine.ask("begin", unit=unit)["seconds"] or 999.0)
    bench.machine.sh("systemctl stop rig-plain")
    ours, plain = _median(found["meneur"]), _median(found["rig-plain"])
    figure = f"{ours:.1f} s; ten lines of luma and gpiozero {plain:.1f} s: {ours / plain:.2f} times"
    bench.report.say("service start to first picture (at most 1.5 times)", figure, ours <= 1.5 * plain)


# -- 2: whole evenings -------------------------------------------------------------------------------------------------


def evenings(bench: Bench) -> None:
    """A race, a hockey period and an oracle night, pressed on the lines; the chip's pictures are those of `meneur replay`."""
    bench.fresh()
    seen = play(bench.machine, EVENING, replayed(EVENING.read_text(encoding="utf-8")))
    wrong = [name for name, equal in seen.items() if not equal]
    figure = f"{len(seen) - len(wrong)} of {len(seen)} pictures equal" + (f"; not {', '.join(wrong)}" if wrong else "")
    bench.report.say("race, hockey period and oracle night as in replay", figure, not wrong)


# -- 3: latency --------------------------------------------------------------------------------------------------------


def latency(bench: Bench, count: int = 100) -> None:
    """From letting a button go to the first changed pixel, beside the ten lines."""
    bench.fresh()
    ours = bench.machine.ask("latency", button="heart", count=count, patience=600)
    bench.machine.sh("systemctl stop meneur; systemctl start rig-plain; sleep 12")
    plain = bench.machine.ask("latency", button="heart", count=count, patience=600)
    bench.machine.sh("systemctl stop rig-plain")
    told = [
        f"{_percentile(each['milliseconds'], 0.5):.0f} / {_percentile(each['milliseconds'], 0.99):.0f} ms"
        for each in (ours, plain)
    ]
    better = _percentile(ours["milliseconds"], 0.99) <= _percentile(plain["milliseconds"], 0.99)
    figure = f"{told[0]}; ten lines {told[1]}; {count} presses, {ours['missed']} missed"
    bench.report.say("let go to changed pixel, p50 / p99", figure, better and ours["missed"] == 0)


# -- 4: faults of the panel and the buttons ----------------------------------------------------------------------------


def display_faults(bench: Bench) -> None:
    """Unplugged and in again, refusing, hanging, in mid-race; presses in the meantime count."""
    machine, report = bench.machine, bench.report
    then = bench.race("press heart")
    machine.ask("unplug")
    time.sleep(2)
    machine.ask("press", button="heart")
    time.sleep(2)
    machine.ask("plug")
    seconds = machine.until(then, 20)
    report.say(
        "display out and in again in mid-race", _after(seconds, "back with the race as pressed"), seconds is not None
    )

    then = bench.race("press heart")
    machine.ask("knob", name="nack_next", value=5)
    machine.ask("press", button="heart")
    seconds = machine.until(then, 20)
    report.say("five transfers refused", _after(seconds, "right picture"), seconds is not None)

    then = bench.race("press heart\nwait 3\npress club")
    machine.ask("knob", name="hang", value=1)
    machine.ask("press", button="heart")
    time.sleep(5)
    machine.ask("press", button="club")
    time.sleep(3)
    alive = machine.sh("systemctl is-active meneur", may_fail=True)
    machine.ask("knob", name="hang", value=0)
    seconds = machine.until(then, 30)
    report.say(
        "bus hanging for 8 s, two presses meanwhile",
        _after(seconds, "both counted"),
        seconds is not None and alive == "active",
    )


def _after(seconds: float | None, what: str) -> str:
    return f"{what} after {seconds:.1f} s" if seconds is not None else f"never: {what}"


def button_faults(bench: Bench) -> None:
    """A button held while the box starts, and contacts that chatter."""
    machine, report = bench.machine, bench.report
    second = replayed("press heart\nshot second")["second"]
    machine.sh("systemctl stop meneur; rm -rf /var/lib/meneur/*")
    machine.ask("grip", button="spade", seconds=50)
    machine.sh("systemctl start meneur")
    time.sleep(12)
    said = machine.glass() not in (bench.menu, DARK)
    if said:
        machine.ask("press", button="ok")
        time.sleep(2)
    machine.ask("press", button="heart")
    moved = machine.until(second, 10)
    time.sleep(30)
    machine.ask("line", button="spade", up=True)
    time.sleep(2)
    still = machine.until(second, 2)
    well = None not in (moved, still)
    figure = f"{'said on the glass, ' if said else ''}the others work, its release is no press"
    report.say("a button stuck at the start", figure if well else f"not as it must be: {moved}, {still}", well)

    # A train longer than the debouncer's 20 ms is several presses by its own account; emulation may stretch one so far.
    bench.fresh()
    trains = [machine.ask("bounce", button="heart")["milliseconds"] for _ in range(5)]
    time.sleep(2)
    fifth = replayed("press heart 5\nshot fifth")["fifth"]
    well = machine.until(fifth, 5) is not None
    figure = f"{'five steps' if well else 'not five'}; the longest train was {max(trains):.0f} ms"
    report.say("five presses of a contact that bounces at both edges", figure, well)


# -- 5: ends of all kinds ----------------------------------------------------------------------------------------------


def ends(bench: Bench) -> None:
    """A loop that stands still, a kill, a stop."""
    machine, report = bench.machine, bench.report
    for what, signal in (("loop stopped (SIGSTOP): watchdog", "STOP"), ("kill -9 in mid-race", "KILL")):
        then = bench.race("press heart")
        now = replayed(RACE)["race"]
        before = bench.restarts()
        machine.sh(f"kill -{signal} $(systemctl show -P MainPID meneur)")
        seconds = bench.wait_for(
            lambda before=before: (
                bench.restarts() > before and machine.sh("systemctl is-active meneur", may_fail=True) == "active"
            ),
            60,
        )
        same = machine.until(now, 15)
        time.sleep(2)
        machine.ask("press", button="heart")
        on = machine.until(then, 10)
        well = None not in (seconds, same, on)
        figure = (
            f"running again after {seconds:.0f} s, same screen, race goes on" if well else f"{seconds}, {same}, {on}"
        )
        report.say(what, figure, well)

    bench.race()
    began = time.monotonic()
    machine.sh("systemctl stop meneur")
    seconds = time.monotonic() - began
    lit = [name for name, on in machine.ask("lamps").items() if on]
    dark = not machine.ask("see")["on"]
    report.say("stop: lamps off, glass dark (at most 3 s)", f"{seconds:.1f} s", dark and not lit and seconds <= 3)


# -- 6: time and disk --------------------------------------------------------------------------------------------------


def notice(cause: str) -> Image.Image:
    """What the glass says while matches are not being saved."""
    return not_saved(cause).draw(Facts((), {}, {}, texts("en")))


def time_and_disk(bench: Bench) -> None:
    """A clock that jumps, a full disk, a read-only one."""
    machine, report = bench.machine, bench.report
    then = bench.race("press heart\nwait 3\npress club")
    before = bench.restarts()
    machine.sh("date -s 2030-01-01")
    machine.ask("press", button="heart")
    time.sleep(3)
    machine.sh("date -s 2026-01-03")
    machine.ask("press", button="club")
    seconds = machine.until(then, 15)
    well = seconds is not None and bench.restarts() == before
    report.say("clock to 2030 and back in mid-race", "nothing moved but what was pressed" if well else "moved", well)

    then = bench.race("press heart")
    machine.sh("fallocate -l $(df --output=avail -B1 / | tail -1) /var/full; true")
    machine.sh("dd if=/dev/zero of=/var/fuller bs=4k 2>/dev/null; true")
    machine.ask("press", button="heart")
    marked = machine.until(notice("the disk is full"), 15)
    machine.ask("press", button="ok")
    machine.sh("rm -f /var/full /var/fuller")
    healed = replayed(RACE + "press heart\nwait 3\npress club\nwait 5\nshot then\n")["then"]
    machine.ask("press", button="club")
    clear = machine.until(healed, 15)
    machine.sh("systemctl restart meneur")
    kept = machine.until(healed, 60)
    well = None not in (marked, clear, kept)
    figure = "said on the glass, played on, healed with nothing lost" if well else f"{marked}, {clear}, {kept}"
    report.say("disk full in mid-race", figure, well)

    then = bench.race("press heart")
    now = replayed(RACE)["race"]
    machine.sh("systemctl stop meneur")
    machine.sh("journalctl --relinquish-var; mount -o remount,ro /")
    machine.sh("systemctl start meneur")
    said = machine.until(notice("the disk is read-only"), 60)
    machine.ask("press", button="ok")
    same = machine.until(now, 15)
    machine.ask("press", button="heart")
    on = machine.until(then, 15)
    machine.sh("mount -o remount,rw /")
    well = None not in (said, same, on)
    report.say(
        "root read-only at the start",
        "said on the glass, race resumed" if well else f"{said}, {same}, {on}: {bench.log()}",
        well,
    )


# -- 8: memory and processor -------------------------------------------------------------------------------------------


def appetite(bench: Bench, nights: int = 30) -> None:
    """Memory and processor time, idle and in a race, and over a month of short evenings."""
    machine, report = bench.machine, bench.report
    bench.fresh()
    time.sleep(5)
    share, megabytes = _used(bench, 30)
    report.say("idle: processor share, memory (PSS)", f"{100 * share:.1f} %, {megabytes:.0f} MB", share < 0.05)
    bench.race()
    share, megabytes = _used(bench, 30, press="club")
    report.say("in a race, a card every 5 s", f"{100 * share:.0f} %, {megabytes:.0f} MB", share < 0.9)
    bench.fresh()
    first = last = 0.0
    for night in range(nights):
        for button, times in (("ok", 2), ("spade", 3), ("undo", 2), ("heart", 2), ("undo", 3), ("home", 1)):
            machine.ask("press", button=button, times=times, up=0.2)
        last = _pss(bench)
        first = last if night == 4 else first
    figure = f"{first:.1f} MB after 5, {last:.1f} MB after {nights}"
    report.say(f"memory over {nights} short evenings", figure, last - first < 2)


def _pss(bench: Bench) -> float:
    told = bench.machine.sh("awk '/^Pss:/ {print $2}' /proc/$(systemctl show -P MainPID meneur)/smaps_rollup")
    return int(told) / 1024


def _used(bench: Bench, seconds: float, press: str | None = None) -> tuple[float, float]:
    def spent() -> float:
        ticks = bench.machine.sh("cut -d' ' -f14,15 /proc/$(systemctl show -P MainPID meneur)/stat").split()
        return sum(map(int, ticks)) / 100

    before, began = spent(), time.monotonic()
    while time.monotonic() - began < seconds:
        if press is not None:
            bench.machine.ask("press", button=press)
        time.sleep(min(5, seconds))
    return (spent() - before) / (time.monotonic() - began), _pss(bench)


# -- 9: the package ----------------------------------------------------------------------------------------------------


def upgrades(bench: Bench, newer: Path) -> None:
    """A newer package over a match, an older one over a newer journal, and taking it away."""
    machine, report = bench.machine, bench.report
    then = bench.race("press heart")
    now = replayed(RACE)["race"]
    machine.put("/var/cache/newer.deb", newer.read_bytes())
    machine.sh("dpkg -i /var/cache/newer.deb", timeout=300)
    same = machine.until(now, 60)
    time.sleep(2)
    machine.ask("press", button="heart")
    on = machine.until(then, 15)
    version = machine.sh("dpkg-query -W -f '${Version}' meneur")
    well = None not in (same, on)
    report.say(
        "upgrade with a match open", f"to {version}: same screen, race goes on" if well else f"{same}, {on}", well
    )

    bump = "import sqlite3; d = sqlite3.connect('/var/lib/meneur/journal.sqlite3'); d.execute('pragma user_version = 99'); d.commit()"
    machine.sh(f'systemctl stop meneur; python3 -c "{bump}"')
    told = machine.sh("dpkg -i /var/cache/meneur.deb", may_fail=True, timeout=300)
    refused = "nothing has been changed" in told
    report.say("older package over a newer journal", "refused with its reason" if refused else told[-200:], refused)

    machine.sh("dpkg --remove meneur", timeout=300)
    kept = machine.sh("ls /var/lib/meneur")
    machine.sh("dpkg --purge meneur", timeout=300)
    left = machine.sh("ls -d /var/lib/meneur /etc/meneur /usr/share/meneur 2>/dev/null; true")
    well = "journal.sqlite3" in kept and not left
    report.say("remove keeps the matches, purge takes them", "so it is" if well else f"{kept} / {left}", well)


# -- switching off -----------------------------------------------------------------------------------------------------


def switch_off(bench: Bench) -> None:
    """HOME held, one OK: the machine ends by itself, and the last picture is that the plug may be pulled."""
    machine, report = bench.machine, bench.report
    bench.fresh()
    machine.ask("press", button="home", down=3.4)
    machine.ask("press", button="ok")
    last, began = DARK, time.monotonic()
    try:
        while time.monotonic() - began < 90:
            last = picture(machine.ask("see", patience=20)["picture"])
            time.sleep(0.1)
    except (OSError, SystemExit, TimeoutError):
        pass
    seconds = time.monotonic() - began
    ended = machine.ended(30)
    well = ended and last == safe_to_unplug(texts("en"))
    report.say(
        "HOME held, OK: powered off, and the glass says so", f"{seconds:.0f} s" if well else "not as it must be", well
    )
    if not well:
        last.save(machine.work / "last.png")
