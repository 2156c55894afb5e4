"""`make rig`: the real package on a virtual Pi, and what it does there. The README says what is needed and what was found."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from queue import Queue

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import checks  # noqa: E402 - the path comes first
import faults  # noqa: E402
from armhf import armhf, armhf_board  # noqa: E402
from bench import Bench, Report, package_of  # noqa: E402
from host import tools  # noqa: E402
from prepare import Cache  # noqa: E402

ON_ARM64 = {check.__name__.replace("_", "-"): check for check in (*checks.CHECKS, *faults.CHECKS)}
"""By the names they are asked for, the longest first."""
ON_32_BITS = {"armhf": armhf, "armhf-board": armhf_board}
CHECKS = {**ON_ARM64, **ON_32_BITS}
FIGURES = "<!-- figures -->"


def main() -> int:
    """Prepare, run the checks asked for, and write the table."""
    parser = argparse.ArgumentParser(prog="make rig", description=__doc__)
    parser.add_argument("--cache", type=Path, default=ROOT / ".rig", help="what is made once (default: .rig)")
    parser.add_argument("--only", nargs="*", choices=CHECKS, metavar="CHECK", help=f"some of {', '.join(CHECKS)}")
    parser.add_argument(
        "--all", action="store_true", help=f"{' and '.join(ON_32_BITS)} as well, which take minutes more"
    )
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="machines at a time (default: cores)")
    parser.add_argument("--write", action="store_true", help="write the figures into the README")
    arguments = parser.parse_args()
    began = time.monotonic()
    tools(install=True)
    cache = Cache(arguments.cache)
    cache.make()
    report = Report()
    bench = Bench(cache, package_of(arguments.cache / "deb", "1"), package_of(arguments.cache / "deb", "2"), report)
    bench.prepare()
    prepared = time.monotonic() - began
    cores = Queue[int]()
    for number in range(arguments.at_once):
        cores.put(sorted(os.sched_getaffinity(0))[number % len(os.sched_getaffinity(0))])
    with ThreadPoolExecutor(arguments.at_once, initializer=lambda: settle(cores.get())) as pool:
        wanted = arguments.only or (CHECKS if arguments.all else ON_ARM64)
        for done in [pool.submit(attempt, name, CHECKS[name], bench) for name in wanted]:
            done.result()
    print(f"rig: prepared in {prepared:.0f} s, all in {time.monotonic() - began:.0f} s")
    known = remember(report, arguments.cache / "report.json")
    if arguments.write:
        write(known)
    return 0 if all(well for _, _, well in report.rows) else 1


def settle(core: int) -> None:
    """Stay on one core from now on, with all the programs that are started: QEMU's threads wake each other all the time."""
    os.sched_setaffinity(0, {core})


def attempt(name: str, check: Callable[[Bench], None], bench: Bench) -> None:
    """One check; that it broke off is a finding too."""
    began = time.monotonic()
    try:
        check(bench)
    except (RuntimeError, AssertionError, OSError, EOFError, SystemExit, subprocess.SubprocessError) as fault:
        bench.report.say(name, f"broke off: {type(fault).__name__}: {fault}", well=False)
    print(f"      {name}: {time.monotonic() - began:.0f} s", flush=True)


def remember(report: Report, file: Path) -> dict[str, list[str | bool]]:
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
