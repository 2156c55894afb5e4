"""The horse race: what the exact chances cost, and how near the quick estimate and a plain simulation come in as long."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from device.games.horse_race import hurdle_grid, hurdle_odds, hurdle_tables, odds
from device.games.horse_race.hurdle_odds import HurdleRace
from device.games.horse_race.odds import OpenRace

JOKER = 4


@dataclass(frozen=True, slots=True)
class Case:
    """A race to ask about, as the odds want it."""

    name: str
    race: OpenRace | HurdleRace


START, LATER = (0, 0, 0, 0), (4, 2, 3, 1)
CASES = (
    Case("open, at the start", OpenRace(7, START, (10, 10, 10, 11))),
    Case("open, 10 cards turned", OpenRace(7, LATER, (6, 8, 7, 10))),
    Case("open with joker, at the start", OpenRace(7, START, (10, 10, 10, 11), joker=True)),
    Case("open with joker, 10 cards turned", OpenRace(7, LATER, (6, 8, 7, 10), joker=True)),
    Case("hurdles, 1 card", HurdleRace(7, (1, 0, 0, 0), (1, 0, 0, 0), (11, 11, 12, 12), 1)),
    Case("hurdles, 12 cards", HurdleRace(7, (4, 1, 2, 2), (4, 2, 3, 2), (8, 9, 7, 8), 4)),
    Case("hurdles, 24 cards", HurdleRace(7, (6, 5, 5, 4), (6, 6, 5, 4), (4, 3, 5, 6), 6)),
    Case("hurdles with joker, at the start", HurdleRace(7, START, START, (12, 12, 12, 12), 0, joker=True)),
    Case("hurdles with joker, 1 card", HurdleRace(7, (1, 0, 0, 0), (1, 0, 0, 0), (11, 11, 12, 12), 1, joker=True)),
    Case("hurdles with joker, 4 cards", HurdleRace(7, (2, 1, 1, 0), (2, 1, 1, 0), (10, 10, 10, 12), 2, joker=True)),
    Case("hurdles with joker, 12 cards", HurdleRace(7, (4, 1, 2, 2), (4, 2, 3, 2), (8, 9, 7, 8), 4, joker=True)),
    Case("hurdles, 5 links, 1 card", HurdleRace(5, (1, 0, 0, 0), (1, 0, 0, 0), (11, 11, 12, 12), 1)),
    Case("hurdles with joker, 20 cards", HurdleRace(7, (5, 4, 3, 2), (5, 4, 3, 2), (6, 6, 7, 8), 5, joker=True)),
    Case("all pass, 1 card", HurdleRace(7, (1, 0, 0, 0), (1, 0, 0, 0), (11, 12, 12, 12), 0, all_pass=True)),
    Case(
        "all pass with joker, 1 card",
        HurdleRace(7, (1, 0, 0, 0), (1, 0, 0, 0), (11, 12, 12, 12), 0, joker=True, all_pass=True),
    ),
)


def run() -> None:
    """Print the table. Errors are the largest of the four horses', in percent of certainty."""
    print("Horse race: exact chances from nothing, and what is there in less time")
    print(f"  {'':<34}{'exact':>11}{'again':>11}{'estimate':>12}{'error':>8}{'simulation as long':>22}{'error':>8}")
    for case in CASES:
        forget()
        exact, seconds = timed(case.race)
        again = timed(case.race)[1]
        estimate = ""
        if isinstance(case.race, HurdleRace):
            started = time.process_time()
            guess = hurdle_odds.estimate(case.race)
            estimate = f"{(time.process_time() - started) * 1e3:9.2f} ms{error(guess, exact):7.2%} "
        races, simulated = simulate(case.race, seconds)
        print(
            f"  {case.name:<34}{seconds * 1e3:8.2f} ms{again * 1e3:8.3f} ms{estimate:>20}"
            f"{races:>16,} races{error(simulated, exact):8.2%}"
        )


def forget() -> None:
    """Empty all tables, and what is worked out once for them, so that the next answer is worked out from nothing."""
    for module in (odds, hurdle_odds, hurdle_tables, hurdle_grid):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def timed(race: OpenRace | HurdleRace) -> tuple[Sequence[float], float]:
    """The chances, and the processor's seconds that they took."""
    started = time.process_time()
    found: Sequence[float]
    if isinstance(race, OpenRace):
        found = [float(chance) for chance in odds.chances(race)]
    else:
        found = hurdle_odds.chances(race)
    return found, time.process_time() - started


def error(found: Sequence[float], exact: Sequence[float]) -> float:
    """The largest difference of a horse."""
    return max(abs(a - b) for a, b in zip(found, exact, strict=True))


def simulate(race: OpenRace | HurdleRace, seconds: float) -> tuple[int, list[float]]:
    """As many shuffled races as fit into the time, at least one, and how often each horse won."""
    chance = random.Random(1)
    wins, races = [0] * 4, 0
    started = time.process_time()
    while not races or time.process_time() - started < seconds:
        wins[one_race(race, chance)] += 1
        races += 1
    return races, [count / races for count in wins]


def one_race(race: OpenRace | HurdleRace, chance: random.Random) -> int:
    """Shuffle what is unseen, run the race, say who won."""
    cards = [suit for suit in range(4) for _ in range(race.unseen[suit])]
    chance.shuffle(cards)
    hidden: list[int] = []
    reached, all_pass = [0] * 4, False
    if isinstance(race, HurdleRace):
        face_down = race.links - race.shown
        hidden, cards = cards[:face_down], cards[face_down:]
        reached, all_pass = list(race.best), race.all_pass
    if race.joker:
        cards.insert(chance.randrange(len(cards) + 1), JOKER)
    positions = list(race.positions)
    for card in cards:
        if card == JOKER:
            lead = max(positions)
            positions = [at + (at < lead) for at in positions]
            reached = [max(pair) for pair in zip(reached, positions, strict=True)]
            continue
        positions[card] += 1
        level = positions[card]
        if level > race.links:
            return card
        before = min(reached) if all_pass else max(reached)
        reached[card] = max(reached[card], level)
        after = min(reached) if all_pass else max(reached)
        if hidden and before < level <= after:
            link = hidden.pop()
            positions[link] = max(0, positions[link] - 1)
    raise AssertionError("a race must end")
