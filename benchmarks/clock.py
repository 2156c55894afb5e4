"""The clock patience: a million shuffled deals, the plain way beside ours, and what the exact chances cost."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence

from device.games.clock import odds, trials
from device.games.clock.commands import next_by_itself
from device.games.clock.events import Dealt, Setup, Variant
from device.games.clock.rules import Phase, State, apply, deck, hidden, home

MILLION = 1_000_000


def run() -> None:
    """Print the tables."""
    print("Clock patience: classic deals, seconds for a million")
    ways: tuple[tuple[str, Callable[[int], int], int], ...] = (
        ("the rules, an event a card", by_the_rules, 300),
        ("a plain loop: random.shuffle, piles as lists", plain_loop, 20_000),
        ("shuffle by sorting, piles as indices", sorted_and_indexed, 50_000),
        ("dealt lazily, 10,000 side by side, one core", lambda deals: _ours(deals, 1), 500_000),
        (f"the same on all {os.cpu_count()} cores", lambda deals: _ours(deals, os.cpu_count() or 1), MILLION),
    )
    plain = 0.0
    for name, way, deals in ways:
        # What runs in one process is measured in its own seconds, so that a busy machine does not blur the comparison.
        clock = time.perf_counter if deals == MILLION else time.process_time
        started = clock()
        wins = way(deals)
        seconds = (clock() - started) * MILLION / deals
        plain = seconds if way is plain_loop else plain
        ratio = f"{plain / seconds:5.1f} times as fast" if plain and way is not plain_loop else ""
        print(f"  {name:<48} {seconds:8.1f} s   {wins / deals:7.3%} of {deals:>9,} won   {ratio}")
    print(f"  the true chance is {float(odds.chance(Variant.CLASSIC).win):.3%}")
    print()
    print("Clock patience: the exact chances, computed once and kept, in milliseconds")
    for name, compute in (
        ("peek", odds.exchange_wins),
        ("continue (expected redeals)", odds.expected_redeals),
        ("open and square", odds.unwinnable),
    ):
        started = time.perf_counter()
        figure = compute()
        print(f"  {name:<48} {(time.perf_counter() - started) * 1e3:8.2f} ms  {float(figure):.10g}")


def _ours(deals: int, workers: int) -> int:
    return trials.run(Variant.CLASSIC, deals, "bench", workers=workers).wins


def sorted_and_indexed(deals: int) -> int:
    """How the variants with a second chance are dealt and played in trials."""
    pack = bytes(home(card) for card in deck(Variant.CLASSIC))
    return sum(trials.play(order) == 0 for order in trials.shuffles(pack, deals, "bench"))


def by_the_rules(deals: int) -> int:
    """Every card an event, as on the panel."""
    cards = [card.text for card in deck(Variant.CLASSIC)]
    chance = random.Random(1)
    won = 0
    for _ in range(deals):
        chance.shuffle(cards)
        state = apply(State(setup=Setup(), phase=Phase.WISH), Dealt(tuple(cards), ""))
        while state.phase is not Phase.OVER:
            state = apply(state, next_by_itself(state))
        won += hidden(state) == 0
    return won


def plain_loop(deals: int) -> int:
    """What one writes first: a list of ranks, shuffled, thirteen lists popped until the centre is empty."""
    cards = [home(card) for card in deck(Variant.CLASSIC)]
    chance = random.Random(1)
    return sum(_plain_game(cards, chance) for _ in range(deals))


def _plain_game(cards: list[int], chance: random.Random) -> bool:
    chance.shuffle(cards)
    piles: Sequence[list[int]] = [cards[place::13] for place in range(13)]
    place = 12
    while piles[place]:
        place = piles[place].pop()
    return not any(piles)
