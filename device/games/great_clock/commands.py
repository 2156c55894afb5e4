"""`meneur rules great-clock`: deals played by the device, one replayed step by step, and the player that sees the boneyard."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import partial
from math import sqrt
from time import perf_counter
from typing import Any

from device.dominoes import SETS, Tile, parse_tiles
from device.errors import UserError
from device.games.contract import IllegalEvent
from device.games.great_clock.clairvoyant import BEAM, find_win
from device.games.great_clock.events import Dealt, Drawn, Event, GivenUp, Moved, Placed, ProvedLost, SetAside
from device.games.great_clock.rules import POSITIONS, Outcome, Phase, State, apply, at_home, tiles_in_play, tops
from device.games.great_clock.solver import decide, play
from device.shuffle import order

TEN_SECONDS = {12: 1, 9: 2, 6: 8}
"""How many deals with a set take about ten seconds on a laptop, with as many positions for a decision as the box tries."""
SEED = "1"
"""Which deals, if nobody says."""
MOST = {"trials": 100_000, "positions": 1_000_000, "budget": 10_000}
"""The largest numbers that are taken: days of deals, minutes for a decision, and what memory has room for."""
Z95 = 1.959963984540054
"""The normal quantile of a 95 % interval."""


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the set, the house rules and what to play to the parser of `meneur rules great-clock`."""
    parser.add_argument(
        "--set", type=int, default=12, dest="size", choices=SETS, help="the highest double of the set (default: 12)"
    )
    parser.add_argument(
        "--trials",
        type=int,
        metavar="N",
        help="how many deals are played (default: what takes some ten seconds: "
        + ", ".join(f"{deals} with double-{size}" for size, deals in TEN_SECONDS.items())
        + ")",
    )
    parser.add_argument(
        "--seed", metavar="S", help=f"which deals; the same seed gives the same deals (default: {SEED})"
    )
    parser.add_argument("--move-in-hand", action="store_true", help="house rule: moves with an ordinary tile in hand")
    parser.add_argument("--cover-doubles", action="store_true", help="house rule: doubles may be covered")
    parser.add_argument(
        "--positions",
        type=int,
        metavar="P",
        help=f"positions tried for a decision; fewer are faster and win less (default: {POSITIONS})",
    )
    parser.add_argument(
        "--known", action="store_true", help="the player sees the boneyard: a lower bound of what can be won"
    )
    parser.add_argument(
        "--budget",
        type=int,
        metavar="B",
        help=f"with --known: deals in progress kept a turn (default: {BEAM})",
    )
    parser.add_argument("--tiles", metavar="TILES", help="play this order and show each step: layout, then boneyard")


def rules(arguments: argparse.Namespace) -> dict[str, Any]:
    """Play the deals asked for.

    Raises:
        UserError: a number that is out of range, an option that would count for nothing, or tiles that are not the set; names
            them.
    """
    _see_that_all_counts(arguments)
    usual = {"trials": TEN_SECONDS[arguments.size], "seed": SEED, "positions": POSITIONS, "budget": BEAM}
    for name, value in usual.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, value)
    for name, most in MOST.items():
        number = getattr(arguments, name)
        if not 1 <= number <= most:
            raise UserError(f"--{name} {number}: expected a number from 1 to {most}")
    table = State(
        size=arguments.size,
        move_in_hand=arguments.move_in_hand,
        cover_doubles=arguments.cover_doubles,
        positions=arguments.positions,
    )
    if arguments.tiles is not None:
        return _replay(table, _tiles(arguments.tiles, arguments.size))
    return _trials(table, arguments)


def _see_that_all_counts(arguments: argparse.Namespace) -> None:
    """Refuse what was given and would be passed over without a word."""
    if arguments.tiles is not None:
        given = next((name for name in ("trials", "seed", "known") if getattr(arguments, name)), None)
        if given is not None:
            raise UserError(f"--tiles plays one order, without seeing the boneyard: leave --{given} out")
    if arguments.budget is not None and not arguments.known:
        raise UserError("--budget goes with --known only")
    if arguments.positions is not None and arguments.known:
        raise UserError("--positions counts where the boneyard is not seen: leave it out, or --known")


def deal(size: int, seed: str, number: int) -> tuple[Tile, ...]:
    """The order of the tiles in one numbered deal of a seed; the same with every version of Python."""
    return tuple(order(f"great-clock {size} {seed} {number}", tiles_in_play(size)))


def wilson(won: int, played: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    share, z2 = won / played, Z95 * Z95
    middle = (share + z2 / (2 * played)) / (1 + z2 / played)
    half = Z95 / (1 + z2 / played) * sqrt(share * (1 - share) / played + z2 / (4 * played * played))
    return max(0.0, middle - half), min(1.0, middle + half)


def play_deal(table: State, tiles: tuple[Tile, ...]) -> State:
    """The end of a deal that the device plays without seeing the boneyard."""
    state = apply(table, Dealt(tiles))
    for _, after in play(state, partial(decide, positions=table.positions)):
        state = after
    return state


def _trials(table: State, arguments: argparse.Namespace) -> dict[str, Any]:
    outcomes: Counter[str] = Counter()
    began = perf_counter()
    for number in range(arguments.trials):
        tiles = deal(table.size, arguments.seed, number)
        if arguments.known:
            found = find_win(apply(table, Dealt(tiles)), arguments.budget)
            outcomes[Outcome.WON.value if found else "not found"] += 1
        else:
            outcome = play_deal(table, tiles).outcome
            assert outcome is not None
            outcomes[outcome.value] += 1
        _tell_progress(number + 1, arguments.trials, outcomes[Outcome.WON.value])
    seconds = perf_counter() - began
    won = outcomes[Outcome.WON.value]
    low, high = wilson(won, arguments.trials)
    return {
        "set": table.size,
        "seed": arguments.seed,
        "move_in_hand": table.move_in_hand,
        "cover_doubles": table.cover_doubles,
        "known": arguments.known,
        "budget": arguments.budget if arguments.known else None,
        "positions": None if arguments.known else table.positions,
        "played": arguments.trials,
        "won": won,
        "interval": [low, high],
        "outcomes": dict(outcomes),
        "seconds": seconds,
    }


def _tell_progress(played: int, trials: int, won: int) -> None:
    """Keep who waits at a terminal told, on a line that is gone at the end."""
    if sys.stderr.isatty():
        end = "\r\033[K" if played == trials else ""
        print(f"\r{played} of {trials} deals, {won} won{end}", end="", file=sys.stderr, flush=True)


def _tiles(text: str, size: int) -> tuple[Tile, ...]:
    """The order given, which must be the whole set without the double blank."""
    try:
        tiles = parse_tiles(text)
    except ValueError as wrong:
        raise UserError(f"--tiles: {wrong}") from wrong
    expected = tiles_in_play(size)
    for tile, count in Counter(tiles).items():
        if tile not in expected:
            raise UserError(f"--tiles: {tile.text} is not in play with a double-{size} set")
        if count > 1:
            raise UserError(f"--tiles: {tile.text} is there {count} times")
    missing = [tile.text for tile in expected if tile not in tiles]
    if missing:
        raise UserError(f"--tiles: {len(missing)} of {len(expected)} tiles are missing: {' '.join(missing[:8])}")
    return tiles


def _replay(table: State, tiles: tuple[Tile, ...]) -> dict[str, Any]:
    state = apply(table, Dealt(tiles))
    began = perf_counter()
    steps = []
    try:
        for event, after in play(state, partial(decide, positions=table.positions)):
            steps.append(_step(event, state, after))
            state = after
    except IllegalEvent as refused:  # pragma: no cover - the tests play thousands of deals to rule it out
        raise UserError(f"step {len(steps) + 1}: {refused}") from refused
    assert state.phase is Phase.OVER
    assert state.outcome is not None
    return {
        "set": table.size,
        "move_in_hand": table.move_in_hand,
        "cover_doubles": table.cover_doubles,
        "played": 1,
        "won": int(state.outcome is Outcome.WON),
        "outcome": state.outcome.value,
        "at_home": list(at_home(state)),
        "seconds": perf_counter() - began,
        "layout": _shown(apply(table, Dealt(tiles))),
        "steps": steps,
    }


def _shown(state: State) -> list[str]:
    return [top.text if top else "" for top in tops(state)]


def _step(event: Event, before: State, after: State) -> dict[str, Any]:
    """One step in words that a referee can follow: what was done with which tile, and the tops after it."""
    step: dict[str, Any]
    match event:
        case Drawn():
            step = {"do": "draw", "tile": before.boneyard[0].text}
        case Placed(slot):
            assert before.hand is not None
            step = {"do": "place", "tile": before.hand.text, "slot": slot}
        case SetAside():
            assert before.hand is not None
            step = {"do": "set aside", "tile": before.hand.text}
        case Moved(source, target):
            step = {"do": "move", "tile": before.piles[source - 1][-1].text, "from": source, "to": target}
            if len(before.piles[source - 1]) == 1:
                step["filled"] = after.piles[source - 1][-1].text
        case ProvedLost():
            step = {"do": "declare lost"}
        case GivenUp():
            step = {"do": "give up"}
        case _:
            raise AssertionError(event)
    return step | {"tops": _shown(after), "hand": after.hand.text if after.hand else None, "left": after.left}


def describe(result: dict[str, Any]) -> str:
    """The same for people: the win rate with its interval, or the steps of one deal."""
    if "steps" in result:
        lines = ["layout: " + " ".join(result["layout"])]
        lines += [_line(step) for step in result["steps"]]
        return "\n".join([*lines, f"{result['outcome']}: {len(result['at_home'])} of {result['set']} doubles at home"])
    low, high = result["interval"]
    share = result["won"] / result["played"]
    seen = f" seeing the boneyard, budget {result['budget']}" if result["known"] else ""
    return (
        f"double-{result['set']}{seen}: won {result['won']} of {result['played']}, {share:.1%} "
        f"(95 % interval {low:.1%} to {high:.1%}), {result['seconds'] / result['played']:.2f} s a deal"
    )


def _line(step: dict[str, Any]) -> str:
    words = [step["do"]]
    words += [step["tile"]] if "tile" in step else []
    words += [f"on {step['slot']}"] if "slot" in step else []
    words += [f"from {step['from']} to {step['to']}"] if "from" in step else []
    words += [f"(then {step['filled']} fills {step['from']})"] if "filled" in step else []
    return " ".join(words)
