"""`meneur rules clock`: play one given deck, or very many shuffled ones."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from device.cards import Card, parse_cards
from device.errors import UserError
from device.games.clock import odds, solver, trials
from device.games.clock import rules as clock
from device.games.clock.events import Dealt, Event, Exchanged, Played, Redealt, Setup, Turned, Variant
from device.games.clock.rules import Phase, State
from device.games.contract import IllegalEvent
from device.shuffle import order, parse_code

MOST_TRIALS = 100_000_000


def add_rules_arguments(parser: ArgumentParser) -> None:
    """Add the options of `meneur rules clock`."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--deck",
        metavar="CARDS",
        help='the cards in the order dealt, as in "AS TH 2C …": places 1 to 12, centre, round after round',
    )
    what.add_argument("--code", help="the deal with this number, as the panel shows it: K7QM-2XPA")
    what.add_argument("--trials", metavar="N", type=int, help="shuffle and play N deals")
    parser.add_argument(
        "--variant",
        default=Variant.CLASSIC.value,
        help=f"{', '.join(variant.value for variant in Variant)} (default: %(default)s). peek: the device chooses the "
        "pile; open, square: perfect play; continue: hidden cards are dealt again in an order fixed by --code or --seed",
    )
    parser.add_argument(
        "--seed", help="any text; the same seed gives the same shuffles (default: a new one, which is told)"
    )


def rules(arguments: Namespace) -> dict[str, Any]:
    """Play a given deck, a numbered deal, or very many shuffled deals.

    Raises:
        UserError: the deck, the variant or the number of trials is wrong.
    """
    variant = _variant(arguments.variant)
    seed = arguments.seed if arguments.seed is not None else secrets.token_hex(4)
    if arguments.trials is not None:
        return _try(variant, arguments.trials, seed)
    if arguments.code is not None:
        code = parse_code(arguments.code)
        return _play(variant, tuple(order(code, clock.deck(variant))), code)
    try:
        cards = parse_cards(arguments.deck)
    except ValueError as cause:
        raise UserError(f"--deck: {cause}") from cause
    return _play(variant, cards, seed)


def _variant(name: str) -> Variant:
    try:
        return Variant(name)
    except ValueError:
        known = ", ".join(variant.value for variant in Variant)
        raise UserError(f"--variant: {name!r} is not a variant of the clock; take one of {known}") from None


def _play(variant: Variant, cards: Sequence[Card], seed: str) -> dict[str, Any]:
    state = State(setup=Setup(variant), phase=Phase.WISH)
    try:
        state = clock.apply(state, Dealt(tuple(card.text for card in cards), seed))
    except IllegalEvent as refused:
        raise UserError(f"--deck: {refused}") from refused
    while state.phase is not Phase.OVER:
        state = clock.apply(state, next_by_itself(state))
    hidden = clock.hidden(state)
    result: dict[str, Any] = {
        "variant": variant.value,
        "won": hidden == 0,
        "turned": len(cards) - hidden,
        "hidden": hidden,
        "path": [card.text for card in state.path],
    }
    if variant is Variant.CONTINUE:
        result |= {"redeals": state.redeals, "seed": seed}
    return result


def next_by_itself(state: State) -> Event:
    """What comes next when the device plays on alone after the deal: every choice made as well as it can be."""
    match state.phase:
        case Phase.EXCHANGE:
            return Exchanged(clock.best_place_for_king(state))
        case Phase.REDEAL:
            cards = [card.text for card in clock.hidden_cards(state)]
            return Redealt(tuple(order(f"{state.code}/{state.redeals + 1}", cards)))
        case _ if clock.has_choice(state):
            pick = solver.advise(clock.homes(state), state.place).pick
            assert pick is not None, "a place where the play goes on has a card"
            return Played(pick, helped=True)
        case _:
            return Turned()


def _try(variant: Variant, number: int, seed: str) -> dict[str, Any]:
    if not 1 <= number <= MOST_TRIALS:
        raise UserError(f"--trials {number}: expected a number from 1 to {MOST_TRIALS}")
    tally = trials.run(variant, number, seed)
    result: dict[str, Any] = {
        "variant": variant.value,
        "trials": number,
        "seed": seed,
        "wins": tally.wins,
        "hidden": {str(cards): tally.hidden[cards] for cards in sorted(tally.hidden)},
        "chance": float(odds.chance(variant).win),
    }
    if variant is Variant.CONTINUE:
        result["redeals"] = {str(times): tally.redeals[times] for times in sorted(tally.redeals)}
        result["expected_redeals"] = float(odds.chance(variant).redeals)
    return result


def describe(result: dict[str, Any]) -> str:
    """The result for people."""
    if "trials" not in result:
        short = "1 card stays hidden" if result["hidden"] == 1 else f"{result['hidden']} cards stay hidden"
        end = "The dial comes out" if result["won"] else f"Not this time: {short}"
        again = f", dealt again {result['redeals']} times (seed {result['seed']})" if "redeals" in result else ""
        return f"{end}; {result['turned']} cards turned{again}.\n{' '.join(result['path'])}"
    share = result["wins"] / result["trials"]
    lines = [
        f"{result['variant']}, seed {result['seed']}",
        f"{result['wins']} of {result['trials']} deals come out, {share:.4%}; the true chance is {result['chance']:.4%}",
        "hidden cards   deals",
        *(f"{cards:>12}   {count}" for cards, count in result["hidden"].items()),
    ]
    if "redeals" in result:
        mean = sum(int(times) * count for times, count in result["redeals"].items()) / result["trials"]
        lines.append(f"Dealt again {mean:.4f} times on average; {result['expected_redeals']:.4f} are expected.")
    return "\n".join(lines)
