"""Tunes the value function of the Great Clock: tries several ways on from the same moment, and learns which wins more.

    python -m benchmarks.tune_great_clock --set 12 --rounds 8 --deals 300 --seed 1

Each round plays `--deals` deals with the present weights. In each, one turn is drawn by lot: there the best few stops of the
search and a few drawn by lot are each played out several times, all with the same orders of the boneyard. The share of wins,
less the mean over the stops of that turn, is fitted by ridge regression to the features, less their mean: what is learned is
only which of the stops that one may choose from is better. Samples of older rounds count less. The weights of the round whose
deals were won most are printed as `weights.py` keeps them. The same arguments give the same weights.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from device.games.great_clock.rules import Dealt, Event, Outcome, Phase, State, apply, hopeless, tiles_in_play
from device.games.great_clock.search import Search, Stop
from device.games.great_clock.solver import decide, event_of, search_of
from device.games.great_clock.values import CERTAIN, FEATURES, SITUATIONS
from device.games.great_clock.weights import packed, weights_for

WIDE = 2 * len(FEATURES)
PAIR = 2 * WIDE
"""Stops of one turn differ in trouble only, so the weights of calm and of trouble are fitted together."""
Factors = dict[int, float]


@dataclass
class Samples:
    """The normal equations of one ridge regression."""

    moments: list[list[float]]
    answers: list[float]
    count: int = 0

    @classmethod
    def none(cls) -> Samples:
        return cls([[0.0] * PAIR for _ in range(PAIR)], [0.0] * PAIR)

    def add(self, rows: list[tuple[Factors, float]], trust: float) -> None:
        """Add the stops of one turn, each with its share of wins; only differences from the mean count."""
        mean_share = sum(share for _, share in rows) / len(rows)
        mean: Factors = {}
        for factors, _ in rows:
            for at, factor in factors.items():
                mean[at] = mean.get(at, 0.0) + factor / len(rows)
        for factors, share in rows:
            centred = [(at, factors.get(at, 0.0) - middle) for at, middle in mean.items()]
            centred = [(at, factor) for at, factor in centred if abs(factor) > 1e-9]
            for at, factor in centred:
                self.answers[at] += trust * factor * (share - mean_share)
                row, scaled = self.moments[at], trust * factor
                for other, amount in centred:
                    row[other] += scaled * amount
        self.count += 1

    def fade(self, by: float) -> None:
        """Let what has been learned so far count less."""
        self.moments = [[by * value for value in row] for row in self.moments]
        self.answers = [by * value for value in self.answers]

    def fit(self, ridge: float, prior: list[float], prior_trust: float) -> list[float]:
        """The weights: ridge towards nothing, and towards `prior` with `prior_trust`."""
        matrix = [list(row) for row in self.moments]
        right = [answer + prior_trust * before for answer, before in zip(self.answers, prior, strict=True)]
        for at in range(PAIR):
            matrix[at][at] += ridge + prior_trust
        return solve(matrix, right)


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive definite system, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = rows[at]
        for other in rows[at + 1 :]:
            ratio = other[at] / pivot[at]
            if ratio:
                for column in range(at, size + 1):
                    other[column] -= ratio * pivot[column]
    solution = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][column] * solution[column] for column in range(at + 1, size))
        solution[at] = (rows[at][size] - known) / rows[at][at]
    return solution


class Tuner:
    """Plays deals with the present weights and keeps what was seen."""

    def __init__(self, start: State, weights: list[float], lot: Random, *, nodes: int, stops: int, orders: int) -> None:
        self.start = start
        self.weights = weights
        self.lot = lot
        self.nodes = nodes
        self.stops = stops
        self.orders = orders
        self.samples = [Samples.none() for _ in range(SITUATIONS // 2)]

    def deal(self) -> bool:
        """Play one deal to its end, with one turn tried every way; tells whether the deal was won."""
        tiles = list(tiles_in_play(self.start.size))
        self.lot.shuffle(tiles)
        state = apply(self.start, Dealt(tuple(tiles)))
        chosen = self.lot.randrange(state.left)
        tried = False
        while state.phase is not Phase.OVER and not hopeless(state):
            if not tried and state.left <= chosen:
                tried = self.compare(state)
            state = self.follow(state, decide(state, self.nodes, self.weights).events)
        return state.outcome is Outcome.WON

    def follow(self, state: State, events: tuple[Event, ...]) -> State:
        for event in events:
            state = apply(state, event)
        return state

    def compare(self, state: State) -> bool:
        """Play out several stops of a turn; tells whether there was a choice."""
        search = search_of(state, self.weights)
        search.run(self.nodes)
        candidates = self.candidates(search)
        if len(candidates) < 2:
            return False
        wins = [0] * len(candidates)
        for _ in range(self.orders):
            boneyard = list(state.boneyard)
            self.lot.shuffle(boneyard)
            shuffled = replace(state, boneyard=tuple(boneyard))
            for number, stop in enumerate(candidates):
                wins[number] += self.plays_out(shuffled, search, stop)
        if len(set(wins)) > 1:
            group = None
            rows = []
            for stop, won in zip(candidates, wins, strict=True):
                situation, amounts = search.piles.position_features(stop.position)
                group = situation // 2
                rows.append((self.factors(situation % 2, amounts, search.piles.share_left), won / self.orders))
            assert group is not None
            self.samples[group].add(rows, 1.0)
        return True

    def candidates(self, search: Search) -> list[Stop]:
        """The best few stops and a few others, all different in value; none where the deal is decided."""
        different = {round(stop.value, 9): stop for stop in search.stops}
        if not different or max(different) == CERTAIN:
            return []
        ranked = sorted((stop for value, stop in different.items() if value > -CERTAIN), key=lambda stop: -stop.value)
        best, others = ranked[: (self.stops + 1) // 2], ranked[(self.stops + 1) // 2 :]
        return best + self.lot.sample(others, min(len(others), self.stops // 2))

    def factors(self, in_trouble: int, amounts: list[float], share_left: float) -> Factors:
        start = in_trouble * WIDE
        factors = {start + 2 * at: amount for at, amount in enumerate(amounts) if amount}
        return factors | {at + 1: amount * share_left for at, amount in factors.items()}

    def plays_out(self, state: State, search: Search, stop: Stop) -> bool:
        state = self.follow(state, tuple(event_of(act) for act in search.acts_to(stop)))
        while state.phase is not Phase.OVER and not hopeless(state):
            state = self.follow(state, decide(state, self.nodes, self.weights).events)
        return state.outcome is Outcome.WON

    def learn(self, ridge: float, fade: float, prior_trust: float) -> None:
        """New weights from the samples so far."""
        fitted: list[float] = []
        for group, samples in enumerate(self.samples):
            prior = self.weights[group * PAIR : (group + 1) * PAIR]
            fitted += samples.fit(ridge, prior, prior_trust) if samples.count else prior
            samples.fade(fade)
        self.weights = fitted


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", type=int, default=12, dest="size")
    parser.add_argument("--move-in-hand", action="store_true")
    parser.add_argument("--cover-doubles", action="store_true")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--stops", type=int, default=6, help="how many stops of a turn are compared")
    parser.add_argument("--orders", type=int, default=6, help="how many orders of the boneyard each is played out with")
    parser.add_argument("--ridge", type=float, default=2.0)
    parser.add_argument("--prior", type=float, default=0.0, help="how much the weights are drawn to those before")
    parser.add_argument("--fade", type=float, default=0.7, help="how much less each older round counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="", help="add the weights of each round to this file")
    chosen = parser.parse_args()
    start = State(size=chosen.size, move_in_hand=chosen.move_in_hand, cover_doubles=chosen.cover_doubles)
    weights = list(weights_for(chosen.size, chosen.move_in_hand, chosen.cover_doubles))
    lot = Random(chosen.seed)
    tuner = Tuner(start, weights, lot, nodes=chosen.nodes, stops=chosen.stops, orders=chosen.orders)
    best, best_weights = -1.0, weights
    for number in range(chosen.rounds):
        won = sum(tuner.deal() for _ in range(chosen.deals))
        counts = [samples.count for samples in tuner.samples]
        print(f"round {number}: won {won} of {chosen.deals}, turns seen {counts}", file=sys.stderr, flush=True)
        if won > best:
            best, best_weights = won, tuner.weights
        if chosen.save:
            with Path(chosen.save).open("a", encoding="utf-8") as file:
                file.write(f"{won / chosen.deals:.4f} {packed(tuner.weights)}\n")
        tuner.learn(chosen.ridge, chosen.fade, chosen.prior)
    print(packed(best_weights))


if __name__ == "__main__":
    main()
