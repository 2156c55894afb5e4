"""Tunes the value function of the Great Clock, one weight after the other, on the same deals.

    python -m benchmarks.tune_great_clock --set 12 --deals 200 --seed 1

Plays the deals with the present weights, then with each weight a step up and a step down. A change that wins more of them is
tried again on fresh deals, and kept if both together speak for it by two standard errors of the deals that changed sides; only
then does it enter the weights, as the next line to write into `weights.CHANGES`. The same arguments give the same result. It
runs for hours with the larger sets; under PyPy for a third of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt

from device.dominoes import Tile
from device.games.great_clock.commands import deal
from device.games.great_clock.events import Dealt
from device.games.great_clock.rules import Outcome, State, apply
from device.games.great_clock.solver import decide, play
from device.games.great_clock.values import FEATURES, SITUATIONS
from device.games.great_clock.weights import weights_for


class Tuner:
    """The present weights by feature, and what they win."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.table = State(size=chosen.size, move_in_hand=chosen.move_in_hand, cover_doubles=chosen.cover_doubles)
        self.positions = chosen.positions
        first = weights_for(chosen.size, chosen.move_in_hand, chosen.cover_doubles)
        self.weights = dict(zip(FEATURES, first, strict=False))
        self.halves = [
            [deal(chosen.size, f"tune {chosen.seed}{half}", number) for number in range(chosen.deals)] for half in "ab"
        ]
        self.won = [self.play(deals, self.weights) for deals in self.halves]

    def play(self, deals: list[tuple[Tile, ...]], weights: dict[str, float]) -> list[bool]:
        """Which of the deals are won."""
        flat = tuple(weights.values()) * SITUATIONS
        results = []
        for tiles in deals:
            state = apply(self.table, Dealt(tiles))
            for _, after in play(state, lambda now: decide(now, self.positions, flat)):
                state = after
            results.append(state.outcome is Outcome.WON)
        return results

    def try_change(self, feature: str, by: float) -> str:
        """Try one weight changed, keep it if it is better beyond doubt, and tell what came of it."""
        changed = self.weights | {feature: self.weights[feature] + by}
        results: list[list[bool]] = []
        gained = lost = 0
        for deals, before in zip(self.halves, self.won, strict=True):
            results.append(self.play(deals, changed))
            gained += sum(now and not then for now, then in zip(results[-1], before, strict=True))
            lost += sum(then and not now for now, then in zip(results[-1], before, strict=True))
            if gained <= lost:
                return f"{feature} {by:+}: {gained} won, {lost} lost"
        kept = gained - lost > 2 * sqrt(gained + lost)
        if kept:
            self.weights, self.won = changed, results
        return f"{feature} {by:+}: {gained} won, {lost} lost on both{', kept' if kept else ''}"


def changes(step: float) -> Iterator[tuple[str, float]]:
    """Every feature a step up and a step down."""
    for feature in FEATURES:
        yield feature, step
        yield feature, -step


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", type=int, default=12, dest="size")
    parser.add_argument("--move-in-hand", action="store_true")
    parser.add_argument("--cover-doubles", action="store_true")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--positions", type=int, default=300, help="for a decision; few, so that more deals are played")
    parser.add_argument("--step", type=float, default=0.5)
    parser.add_argument("--seed", default="1")
    tuner = Tuner(parser.parse_args())
    print(f"at first {[sum(won) for won in tuner.won]}", flush=True)
    before = dict(tuner.weights)
    for feature, by in changes(parser.parse_args().step):
        print(tuner.try_change(feature, by), flush=True)
    print(f"at last {[sum(won) for won in tuner.won]}")
    print({feature: weight for feature, weight in tuner.weights.items() if weight != before[feature]})


if __name__ == "__main__":
    main()
