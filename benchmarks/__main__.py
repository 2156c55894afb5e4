"""`make bench`: every benchmark, one table after the other. Name some to run only those: `python -m benchmarks odds clock`."""

from __future__ import annotations

import importlib
import platform
import sys

NAMES = ("clock", "great_clock", "idle", "odds", "panel")


def main(wanted: list[str]) -> int:
    """Run the benchmarks named, or all."""
    if unknown := set(wanted) - set(NAMES):
        print(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    print(
        f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, {platform.system()}"
    )
    for name in wanted or NAMES:
        print(f"\n== {name}")
        importlib.import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
