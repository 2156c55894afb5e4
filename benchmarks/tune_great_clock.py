"""Tunes the value function of the Great Clock, one weight after the other, on the same deals.

    python -m benchmarks.tune_great_clock --set 12 --deals 50 --seed 1

Plays the deals with the present weights, then with each weight a step up and a step down. A change races through several
batches of deals and is dropped at the first after which it has not won more deals than it has lost; one that comes through all
of them is kept if the deals that changed sides speak for it by so many standard errors. At the end all that was kept is played on
fresh deals beside the weights it began with: of some fifty changes tried one or two come through by luck, and this tells them.
What stands there too is the line to write into `weights.CHANGES`. The same arguments give the same result.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from math import sqrt

from device.dominoes import Tile
from device.games.great_clock.commands import deal
from device.games.great_clock.events import Dealt
from device.games.great_clock.rules import Outcome, State, apply
from device.games.great_clock.solver import decide, play
from device.games.great_clock.values import FEATURES, SITUATIONS
from device.games.great_clock.weights import weights_for

BATCHES = "abcdef"
"""As many batches of deals does a change race through."""


class Tuner:
    """The present weights by feature, and what they win."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.size = chosen.size
        self.table = State(size=chosen.size, move_in_hand=chosen.move_in_hand, cover_doubles=chosen.cover_doubles)
        self.positions = chosen.positions
        self.errors = chosen.errors
        first = weights_for(chosen.size, chosen.move_in_hand, chosen.cover_doubles)
        self.weights = dict(zip(FEATURES, first, strict=False))
        self.batches = [self.deals(f"tune {chosen.seed}{batch}", chosen.deals) for batch in BATCHES]
        self.won = [self.play(deals, self.weights) for deals in self.batches]

    def deals(self, seed: str, count: int) -> list[tuple[Tile, ...]]:
        """The first deals of a seed."""
        return [deal(self.size, seed, number) for number in range(count)]

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
        for deals, before in zip(self.batches, self.won, strict=True):
            results.append(self.play(deals, changed))
            more, fewer = changed_sides(before, results[-1])
            gained, lost = gained + more, lost + fewer
            if gained <= lost:
                return f"{feature} {by:+}: {gained} won, {lost} lost, in {len(results)} of {len(BATCHES)} batches"
        kept = gained - lost > self.errors * sqrt(gained + lost)
        if kept:
            self.weights, self.won = changed, results
        return f"{feature} {by:+}: {gained} won, {lost} lost in all batches{', kept' if kept else ''}"


def changed_sides(before: list[bool], after: list[bool]) -> tuple[int, int]:
    """How many of the same deals are won only after, and how many only before."""
    gained = sum(now and not then for then, now in zip(before, after, strict=True))
    lost = sum(then and not now for then, now in zip(before, after, strict=True))
    return gained, lost


def changes(features: Iterable[str], step: float) -> Iterator[tuple[str, float]]:
    """Every feature a step up and a step down."""
    for feature in features:
        yield feature, step
        yield feature, -step


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", type=int, default=12, dest="size")
    parser.add_argument("--move-in-hand", action="store_true")
    parser.add_argument("--cover-doubles", action="store_true")
    parser.add_argument("--deals", type=int, default=50, help="in each batch")
    parser.add_argument("--positions", type=int, default=300, help="for a decision; few, so that more deals are played")
    parser.add_argument("--step", type=float, default=0.5)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--errors", type=float, default=2.0, help="standard errors that keep a change")
    parser.add_argument("--used", action="store_true", help="only the weights that are not 0 at first")
    parser.add_argument("--fresh", type=int, default=300, help="deals to prove what was kept")
    chosen = parser.parse_args()
    tuner = Tuner(chosen)
    print(f"at first {sum(map(sum, tuner.won))} of {len(BATCHES) * chosen.deals}", flush=True)
    before = dict(tuner.weights)
    tried = [feature for feature, weight in before.items() if weight or not chosen.used]
    for feature, by in changes(tried, chosen.step):
        print(tuner.try_change(feature, by), flush=True)
    kept = {feature: weight for feature, weight in tuner.weights.items() if weight != before[feature]}
    print(f"at last {sum(map(sum, tuner.won))}: {kept}")
    if kept:
        deals = tuner.deals(f"fresh {chosen.seed}", chosen.fresh)
        gained, lost = changed_sides(tuner.play(deals, before), tuner.play(deals, tuner.weights))
        print(f"on {chosen.fresh} fresh deals: {gained} won, {lost} lost")


if __name__ == "__main__":
    main()
