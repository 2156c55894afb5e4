"""`make rig`: the real package on a virtual Pi, and what it does there. The README says what is needed and what was found."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import checks  # noqa: E402 - the path comes first
import powercut  # noqa: E402
from machine import Machine, play  # noqa: E402
from prepare import Cache, run, tools  # noqa: E402

CHECKS = {
    "first": checks.first_picture,
    "evenings": checks.evenings,
    "latency": checks.latency,
    "display": checks.display_faults,
    "buttons": checks.button_faults,
    "ends": checks.ends,
    "disk": checks.time_and_disk,
    "appetite": checks.appetite,
}
FIGURES = "<!-- figures -->"


def main() -> int:
    """Prepare, run the checks asked for, and write the table."""
    parser = argparse.ArgumentParser(prog="make rig", description=__doc__)
    parser.add_argument("--cache", type=Path, default=ROOT / ".rig", help="what is made once (default: .rig)")
    parser.add_argument("--only", nargs="*", choices=[*CHECKS, "upgrades", "off", "cuts"], help="only these checks")
    parser.add_argument("--cuts", type=int, default=200, help="how many power cuts")
    parser.add_argument("--write", action="store_true", help="write the figures into the README")
    arguments = parser.parse_args()
    began = time.monotonic()
    tools(install=True)
    cache = Cache(arguments.cache)
    cache.make()
    package, newer = build(arguments.cache / "deb", "1"), build(arguments.cache / "deb", "2")
    report = checks.Report()
    prepared = time.monotonic() - began
    wanted = arguments.only or [*CHECKS, "upgrades", "off", "cuts"]
    try:
        if "cuts" in wanted:
            power_cuts(cache, package, report, arguments.cuts)
        if set(wanted) - {"cuts"}:
            on_one_machine(cache, package, newer, report, wanted)
    except KeyboardInterrupt:
        print("rig: stopped; what was found so far is kept")
    print(f"rig: prepared in {prepared:.0f} s, all in {time.monotonic() - began:.0f} s")
    known = remember(report, arguments.cache / "report.json")
    if arguments.write:
        write(known)
    return 0 if all(well for _, _, well in report.rows) else 1


def build(folder: Path, revision: str) -> Path:
    """The real package, by the script that `make deb` runs."""
    told = [sys.executable, ROOT / "systemd/debian/build.py", folder, "--revision", revision]
    return Path(run(*told, stderr=subprocess.DEVNULL).strip())


def on_one_machine(cache: Cache, package: Path, newer: Path, report: checks.Report, wanted: list[str]) -> None:
    """All checks but the power cuts, in one guest. It has no network card at all."""
    machine = Machine(cache, cache.folder / "run")
    try:
        print(f"rig: booted in {machine.boot_seconds:.0f} s", flush=True)
        bench = checks.Bench(machine, package, report)
        bench.install()
        for name, check in CHECKS.items():
            if name in wanted:
                attempt(check, bench, report)
        if "off" in wanted:
            attempt(checks.switch_off, bench, report)
            machine.off()
            machine = Machine(cache, cache.folder / "run")
            bench = checks.Bench(machine, package, checks.Report())
            if "upgrades" in wanted:
                bench.install()
                bench.report = report
        if "upgrades" in wanted:
            attempt(lambda bench: checks.upgrades(bench, newer), bench, report)
    finally:
        machine.off()


def attempt(check, bench: checks.Bench, report: checks.Report) -> None:
    """One check; that it broke off is a finding too."""
    try:
        check(bench)
    except (RuntimeError, AssertionError, subprocess.SubprocessError) as fault:
        report.say(str(check.__doc__ or check).partition("\n")[0], f"broke off: {fault}", well=False)


def power_cuts(cache: Cache, package: Path, report: checks.Report, count: int) -> None:
    """Presses stream in while every write to the matches' disk is logged; then the disk is cut at many places."""
    work = cache.folder / "cuts"
    work.mkdir(exist_ok=True)
    disk, base, log = work / "state.img", work / "base.img", work / "writes.log"
    powercut.new_disk(disk)
    run("cp", "--sparse=always", disk, base)
    log.unlink(missing_ok=True)
    log.touch()
    machine = Machine(cache, work, state_disk=(disk, log))
    try:
        machine.sh(
            "mkdir -p /var/lib/meneur && mount /dev/disk/by-id/virtio-state /var/lib/meneur && rm -rf /var/lib/meneur/*"
        )
        bench = checks.Bench(machine, package, report)
        bench.install()
        script = "press ok\npress ok\nshot empty\npress spade\nwait 3\nshot one\n"
        pictures = checks.replayed(script)
        play(machine, checks.written(script), pictures)
        count_them = (
            "import sqlite3; d = sqlite3.connect('file:/var/lib/meneur/journal.sqlite3?mode=ro', uri=True); "
            "print(d.execute('select count(*) from record').fetchone()[0])"
        )
        before = int(machine.sh(f'python3 -c "{count_them}"'))
        confirmed = machine.ask(
            "stream",
            buttons=["undo", "spade"],
            shown=[pictures[name].tobytes().hex() for name in ("empty", "one")],
            count=150,
            device="/dev/disk/by-id/virtio-state",
            offset=powercut.CONFIRMED_AT,
            patience=600,
        )["confirmed"]
    finally:
        machine.off()
    outcome = powercut.cut(base, log, count, before)
    figure = f"{outcome.cuts} cuts, {confirmed} presses: {len(outcome.lost)} lost, {len(outcome.malformed)} malformed"
    for trouble in (*outcome.lost[:3], *outcome.malformed[:3]):
        print("   ", trouble)
    well = outcome.cuts >= count and not outcome.lost and not outcome.malformed and confirmed > 100
    report.say("power cuts while presses stream in", figure, well)


def remember(report: checks.Report, file: Path) -> dict[str, list[str | bool]]:
    """Lay these findings over the earlier ones of checks that were not run now; all of them, each with its day."""
    known: dict[str, list[str | bool]] = json.loads(file.read_text()) if file.exists() else {}
    today = str(datetime.now(UTC).date())
    known.update({what: [figure, well, today] for what, figure, well in report.rows})
    file.write_text(json.dumps(known, indent=1, ensure_ascii=False))
    return known


def write(known: dict[str, list[str | bool]]) -> None:
    """Put the table into the README, with the days and the machine."""
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.machine(),
    )
    lines = [
        FIGURES,
        f"Measured on {os.cpu_count()} cores of {model}, Python {platform.python_version()}.",
        "",
        "| check | figure | | day |",
        "|---|---|---|---|",
        *(f"| {what} | {figure} | {'✓' if well else '✗'} | {day} |" for what, (figure, well, day) in known.items()),
        FIGURES,
    ]
    readme = HERE / "README.md"
    head, _, rest = readme.read_text(encoding="utf-8").partition(FIGURES)
    tail = rest.partition(FIGURES)[2]
    readme.write_text(head + "\n".join(lines) + tail, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
