"""Tunes the value function of the Great Clock by the cross-entropy method.

    python -m benchmarks.tune_great_clock --set 12 --rounds 20 --seed 1

Each round draws weights about the present mean, plays the same new deals with each, half of them first and the others only
with the better half, and moves mean and spread towards those that won most. Weights for one or two doubles to come are drawn
as differences from the common ones. The mean of the last rounds is printed as `weights.py` keeps it. The same arguments give
the same weights. It runs for hours; under PyPy for a third of them.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random

from device.dominoes import Tile
from device.games.great_clock.rules import Dealt, Outcome, State, apply, tiles_in_play
from device.games.great_clock.solver import decide, play
from device.games.great_clock.values import FEATURES, SITUATIONS
from device.games.great_clock.weights import packed, weights_for

WIDE = len(FEATURES)


def won(start: State, tiles: tuple[Tile, ...], weights: list[float], positions: int) -> bool:
    """Play one deal with these weights."""
    state = apply(start, Dealt(tiles))
    for _, after in play(state, lambda now: decide(now, positions, weights)):
        state = after
    return state.outcome is Outcome.WON


class Cross:
    """The mean and spread of the weights: the common ones, then the differences for two and for one double to come."""

    def __init__(self, weights: list[float], spread: float, lot: Random) -> None:
        common = weights[-WIDE:]
        parts = [weights[at : at + WIDE] for at in range(0, len(weights) - WIDE, WIDE)]
        self.mean = common + [weight - base for part in parts for weight, base in zip(part, common, strict=True)]
        self.spread = [spread] * WIDE + [spread / 2] * (WIDE * (SITUATIONS - 1))
        self.lot = lot

    def draw(self) -> list[float]:
        """One sample."""
        return [self.lot.gauss(mean, spread) for mean, spread in zip(self.mean, self.spread, strict=True)]

    @staticmethod
    def weights(sample: list[float]) -> list[float]:
        """A sample as the weights of each situation."""
        common = sample[:WIDE]
        parts = [sample[at : at + WIDE] for at in range(WIDE, len(sample), WIDE)]
        return [base + change for part in parts for base, change in zip(common, part, strict=True)] + common

    def learn(self, best: list[list[float]], pace: float) -> None:
        """Move towards the best samples."""
        for at in range(len(self.mean)):
            values = [sample[at] for sample in best]
            mean = sum(values) / len(values)
            spread = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
            self.mean[at] += pace * (mean - self.mean[at])
            self.spread[at] += pace * (spread - self.spread[at])


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", type=int, default=12, dest="size")
    parser.add_argument("--move-in-hand", action="store_true")
    parser.add_argument("--cover-doubles", action="store_true")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--samples", type=int, default=32)
    parser.add_argument("--deals", type=int, default=120)
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--spread", type=float, default=0.5)
    parser.add_argument("--pace", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="", help="add the mean weights of each round to this file")
    chosen = parser.parse_args()
    start = State(size=chosen.size, move_in_hand=chosen.move_in_hand, cover_doubles=chosen.cover_doubles)
    lot = Random(chosen.seed)
    cross = Cross(list(weights_for(chosen.size, chosen.move_in_hand, chosen.cover_doubles)), chosen.spread, lot)
    tiles = tiles_in_play(chosen.size)
    for number in range(chosen.rounds):
        deals = [tuple(lot.sample(tiles, len(tiles))) for _ in range(chosen.deals)]
        samples = [cross.mean, *(cross.draw() for _ in range(chosen.samples - 1))]
        scores = [0] * len(samples)
        for half, few in ((deals[::2], len(samples)), (deals[1::2], len(samples) // 2)):
            for at in sorted(range(len(samples)), key=lambda at: -scores[at])[:few]:
                scores[at] += sum(won(start, deal, cross.weights(samples[at]), chosen.positions) for deal in half)
        ranked = sorted(range(len(samples)), key=lambda at: -scores[at])
        print(
            f"round {number}: mean {scores[0]}, best {[scores[at] for at in ranked[:8]]} of {len(deals)}",
            file=sys.stderr,
            flush=True,
        )
        cross.learn([samples[at] for at in ranked[: len(samples) // 4]], chosen.pace)
        if chosen.save:
            with Path(chosen.save).open("a", encoding="utf-8") as file:
                file.write(packed(cross.weights(cross.mean)) + "\n")
    print(packed(cross.weights(cross.mean)))


if __name__ == "__main__":
    main()
