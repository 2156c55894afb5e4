"""Learns the weights of the Great Clock's value function from played deals, for one set and its house rules.

    python -m benchmarks.tune_great_clock --set 6

In rounds: deals are played with the present weights, every stop before a tile is drawn is noted, and from all the stops of all
rounds a logistic regression learns to tell the chance of winning. For two doubles to come, and for more, it learns only how far
the weights common to all tell that chance; for one double to come, what each feature is worth, drawn towards the common weights.
What was learned is tried on other deals, all the way and then half way from the present weights, and kept if it wins more deals
than it loses. At the end fresh deals are played beside the common weights. The same arguments give the same result: the entry
to write into `device/games/great_clock/tuned.py`.

With two and more to come, weights of their own learned in the same way lost deals with the double-six and the double-twelve: they
lead the search to positions of kinds that were never played.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from device.dominoes import Tile
from device.games.great_clock.commands import deal
from device.games.great_clock.events import Dealt
from device.games.great_clock.rules import Outcome, State, apply, hopeless
from device.games.great_clock.solver import Decision, consider, decide, play
from device.games.great_clock.values import CERTAIN, FEATURES, SITUATIONS
from device.games.great_clock.weights import common_weights, written_out

TRIED_FROM = 10_000
"""Deals are numbered: learned from below this, tried on from here, both of the seed `train`; fresh ones are of the seed `test`."""
THINNED = 6
"""With three or more doubles to come only one stop of so many is learned from: they tell little and are many."""
SAME_FOR_ALL = ("always", "doubles to come", "boneyard")
SHARES = (1.0, 0.5)
"""How far from the present weights to those learned is tried."""
LOOSE = 1e-3
"""The ridge on what shall be free."""
STOPS_A_DEAL = 5.0
"""So many stops with one double to come are worth one deal: they are won and lost together."""
LEAST_SCALE = 0.02
"""What the common weights count at least: their order is wanted even where they tell nothing."""
DIGITS = 3
LONGEST_STEP = 3.0

Situation = dict[str, float]
Row = list[tuple[int, float]]
"""Column numbers and how much of each; what is not named is 0."""


@dataclass(frozen=True)
class Noted:
    """A stop that was chosen: how much of each feature it has, and how many doubles were to come."""

    amounts: list[float]
    to_come: int


class Table:
    """A set and its house rules, on which deals are played with so many positions for a decision."""

    def __init__(self, size: int, *, move_in_hand: bool, cover_doubles: bool, positions: int) -> None:
        self.rules = State(size=size, move_in_hand=move_in_hand, cover_doubles=cover_doubles)
        self.positions = positions
        self.common = written_out({"common": 1.0}, cover_doubles)

    def deals(self, seed: str, first: int, count: int) -> Iterator[tuple[Tile, ...]]:
        """The deals of a seed from a number on."""
        return (deal(self.rules.size, seed, number) for number in range(first, first + count))

    def weights(self, situations: Iterable[Situation]) -> tuple[float, ...]:
        """The weights of all situations in a row, as the player wants them."""
        return tuple(weight for each in situations for weight in written_out(each, self.rules.cover_doubles))

    def watch(self, tiles: tuple[Tile, ...], weights: Sequence[float]) -> tuple[bool, list[Noted]]:
        """Whether a deal is won, and the stops it came by."""
        noted: list[Noted] = []

        def decider(now: State) -> Decision:
            if hopeless(now):
                return decide(now)
            search, found, stop = consider(now, self.positions, weights)
            if stop is None:
                return decide(now, self.positions, weights)
            if abs(stop.value) < CERTAIN:
                noted.append(Noted(search.piles.amounts(stop.position), len(search.piles.to_come)))
            return Decision(search.acts_to(stop), stop.value, found.tried)

        state = apply(self.rules, Dealt(tiles))
        for _, after in play(state, decider):
            state = after
        return state.outcome is Outcome.WON, noted

    def wins(self, deals: Iterable[tuple[Tile, ...]], weights: Sequence[float]) -> list[bool]:
        """Which of the deals are won."""
        return [self.watch(tiles, weights)[0] for tiles in deals]


class Lessons:
    """The stops of all deals so far, each with whether its deal was won, by situation."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.stops: list[list[tuple[list[float], bool]]] = [[] for _ in range(SITUATIONS)]

    def play(self, deals: Iterable[tuple[Tile, ...]], weights: Sequence[float]) -> None:
        """Play deals and take in their stops."""
        count = 0
        for tiles in deals:
            won, noted = self.table.watch(tiles, weights)
            for stop in noted:
                situation = min(max(stop.to_come, 1), SITUATIONS) - 1
                if situation < SITUATIONS - 1 or count % THINNED == 0:
                    self.stops[situation].append((stop.amounts, won))
                count += 1

    def scaled(self, situation: int) -> Situation:
        """How far the common weights tell the chance of winning."""
        common = self.table.common
        same = [FEATURES.index(name) for name in SAME_FOR_ALL]
        stops = self.stops[situation]
        values = [sum(map(_product, common, amounts)) for amounts, _ in stops]
        rows = [
            [(0, value), *((column, amounts[feature]) for column, feature in enumerate(same, 1))]
            for value, (amounts, _) in zip(values, stops, strict=True)
        ]
        won = [won for _, won in stops]
        scale, *rest = logistic(rows, won, [0.0] * 4, [LOOSE] * 4)
        if scale < LEAST_SCALE:
            scale, *rest = logistic(rows, won, [LEAST_SCALE, 0.0, 0.0, 0.0], [FIXED, LOOSE, LOOSE, LOOSE])
        names = ("common", *SAME_FOR_ALL)
        return {name: round(weight, DIGITS) for name, weight in zip(names, (scale, *rest), strict=True)}

    def own(self, situation: int, scaled: Situation, spread: float) -> Situation:
        """What each feature is worth in log-odds, drawn towards the scaled common weights; `spread` is how far from them a
        weight is expected to be, on their scale, where a grounded slot is 2.
        """
        start = list(written_out(scaled, self.table.rules.cover_doubles))
        tight = STOPS_A_DEAL / (spread * scaled["common"]) ** 2
        ridge = [LOOSE if name in SAME_FOR_ALL else tight for name in FEATURES]
        rows = [[(at, amount) for at, amount in enumerate(amounts) if amount] for amounts, _ in self.stops[situation]]
        learned = logistic(rows, [won for _, won in self.stops[situation]], start, ridge)
        return {name: round(weight, DIGITS) for name, weight in zip(FEATURES, learned, strict=True)}


FIXED = 1e12
"""A ridge that lets nothing move."""


def _product(one: float, other: float) -> float:
    return one * other


def logistic(rows: Sequence[Row], won: Sequence[bool], start: Sequence[float], ridge: Sequence[float]) -> list[float]:
    """The weights that tell best who wins, each held to its start by a ridge: Newton's method, its steps kept short."""
    weights = list(start)
    for _ in range(40):
        slope, bend = _derivatives(rows, won, weights)
        for at, (weight, first, hold) in enumerate(zip(weights, start, ridge, strict=True)):
            slope[at] -= hold * (weight - first)
            bend[at][at] += hold
        step = solve(bend, slope)
        longest = max(map(abs, step))
        weights = [weight + by * min(1.0, LONGEST_STEP / longest) for weight, by in zip(weights, step, strict=True)]
        if longest < 1e-7:
            break
    return weights


def _derivatives(
    rows: Sequence[Row], won: Sequence[bool], weights: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The first and (with its sign turned) second derivatives of the log-likelihood."""
    count = len(weights)
    slope = [0.0] * count
    bend = [[0.0] * count for _ in range(count)]
    for row, result in zip(rows, won, strict=True):
        chance = 1 / (1 + exp(-sum(weights[at] * amount for at, amount in row)))
        spread = chance * (1 - chance)
        for place, (at, amount) in enumerate(row):
            slope[at] += amount * (result - chance)
            line, times = bend[at], amount * spread
            for other, much in row[: place + 1]:
                line[other] += times * much
    for at in range(count):
        for other in range(at):
            bend[other][at] = bend[at][other]
    return slope, bend


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations whose matrix is symmetric and positive, by elimination."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(lines):
        for line in lines[at + 1 :]:
            factor = line[at] / pivot[at]
            for column in range(at, len(line)):
                line[column] -= factor * pivot[column]
    solution = [0.0] * len(lines)
    for at in reversed(range(len(lines))):
        known = sum(map(_product, lines[at][at + 1 : -1], solution[at + 1 :]))
        solution[at] = (lines[at][-1] - known) / lines[at][at]
    return solution


def mixed(first: Sequence[float], own: Situation, share: float) -> Situation:
    """Weights a share of the way from the first ones to those learned."""
    return {
        name: round(start + share * (own[name] - start), DIGITS) for name, start in zip(FEATURES, first, strict=True)
    }


def tune(table: Table, deals: int, rounds: int, spread: float = 1.0) -> Iterator[str | tuple[Situation, ...]]:
    """What came of every trial, in words; at last the situations that are kept."""
    cover = table.rules.cover_doubles
    weights: Sequence[float] = common_weights(table.rules.size, cover)
    lessons = Lessons(table)
    before: list[bool] = []
    kept: tuple[Situation, ...] = ()
    for number in range(rounds):
        lessons.play(table.deals("train", number * deals, deals), weights)
        if not before:
            before = table.wins(table.deals("train", TRIED_FROM, deals), weights)
        scaled = [lessons.scaled(situation) for situation in range(SITUATIONS)]
        own = lessons.own(0, scaled[0], spread)
        first = written_out(kept[0] if kept else scaled[0], cover)
        for share in SHARES:
            tried = (mixed(first, own, share), *scaled[1:])
            results = table.wins(table.deals("train", TRIED_FROM, deals), table.weights(tried))
            gained, lost = changed_sides(before, results)
            yield f"round {number + 1}, {share:.0%}: {sum(results)} of {deals} won, {gained} gained and {lost} lost"
            if gained > lost:
                kept, weights, before = tried, table.weights(tried), results
                break
    yield kept or tuple(scaled)


def changed_sides(before: Sequence[bool], after: Sequence[bool]) -> tuple[int, int]:
    """How many of the same deals are won only after, and how many only before."""
    gained = sum(now and not then for then, now in zip(before, after, strict=True))
    lost = sum(then and not now for then, now in zip(before, after, strict=True))
    return gained, lost


def entry(situations: Iterable[Mapping[str, float]]) -> str:
    """The situations as they stand in `tuned.py`."""
    lines = []
    for situation in situations:
        lines += ["        {"]
        lines += [f'            "{name}": {weight},' for name, weight in situation.items() if weight]
        lines += ["        },"]
    return "\n".join(lines)


def main() -> None:
    """Tune, prove and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", type=int, default=12, dest="size")
    parser.add_argument("--move-in-hand", action="store_true")
    parser.add_argument("--cover-doubles", action="store_true")
    parser.add_argument("--deals", type=int, default=1000, help="in each round, and to try what was learned on")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--spread", type=float, default=1.0, help="how far weights may come from the common ones; 2 is a slot"
    )
    parser.add_argument("--positions", type=int, default=300, help="for a decision; few, so that more deals are played")
    parser.add_argument("--fresh", type=int, default=1000, help="deals to prove what was kept")
    chosen = parser.parse_args()
    table = Table(
        chosen.size,
        move_in_hand=chosen.move_in_hand,
        cover_doubles=chosen.cover_doubles,
        positions=chosen.positions,
    )
    situations: tuple[Situation, ...] = ()
    for told in tune(table, chosen.deals, chosen.rounds, chosen.spread):
        if isinstance(told, str):
            print(told, flush=True)
        else:
            situations = told
    before = table.wins(
        table.deals("test", 0, chosen.fresh), common_weights(chosen.size, cover_doubles=chosen.cover_doubles)
    )
    after = table.wins(table.deals("test", 0, chosen.fresh), table.weights(situations))
    gained, lost = changed_sides(before, after)
    errors = (gained - lost) / sqrt(max(1, gained + lost))
    print(f"on {chosen.fresh} fresh deals {sum(before)} won before, {sum(after)} after: {gained} gained, {lost} lost,")
    print(f"{errors:+.1f} standard errors")
    print(entry(situations))


if __name__ == "__main__":
    main()
