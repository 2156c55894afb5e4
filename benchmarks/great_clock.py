"""The Great Clock: how many deals the device's player wins, with 95 % intervals, and how long it takes.

`make bench` plays a handful. The full table, hours long:

    python -m benchmarks.great_clock 300

What was measured stands in `docs/great_clock.md`, with how.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from device.dominoes import SETS
from device.games.great_clock.commands import add_rules_arguments, rules

QUICK = 300
"""Positions for a decision that are too few to look a tile ahead: the search alone."""
PLAYERS: tuple[tuple[str, list[str]], ...] = (
    ("search alone", ["--positions", str(QUICK)]),
    ("a tile ahead", []),
    ("sees the boneyard", ["--known"]),
)
HOUSES = ("", "move-in-hand", "cover-doubles")
HANDFUL = {6: 20, 9: 5, 12: 2}


def run(deals: int = 0) -> None:
    """Play `deals` deals a row, or a handful, and print the table."""
    print(f"{'set':>4} {'house rule':14} {'player':18} {'won':>9} {'share':>7} {'95 % interval':>17} {'s a deal':>9}")
    for size, house, player, options in _rows():
        parser = argparse.ArgumentParser()
        add_rules_arguments(parser)
        trials = deals or HANDFUL[size]
        result = rules(parser.parse_args(["--set", str(size), "--trials", str(trials), "--seed", "bench", *options]))
        low, high = result["interval"]
        print(
            f"{size:4} {house:14} {player:18} {result['won']:4}/{trials:<4} {result['won'] / trials:7.1%} "
            f"{low:7.1%} to {high:6.1%} {result['seconds'] / trials:9.2f}",
            flush=True,
        )


def _rows() -> Iterator[tuple[int, str, str, list[str]]]:
    """Set, house rule, player, options. House rules are played by the usual player only."""
    for size in reversed(SETS):
        for house in HOUSES:
            for player, options in PLAYERS[1:2] if house else PLAYERS:
                yield size, house or "none", player, [*options, *([f"--{house}"] if house else [])]


if __name__ == "__main__":
    run(int(sys.argv[1]) if sys.argv[1:] else 0)
