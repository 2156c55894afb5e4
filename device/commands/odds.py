"""`meneur odds`: exact chances and prices of a horse race, before the start or in the middle."""

from __future__ import annotations

import argparse

from device.commands.common import print_result
from device.games.horse_race.commands import add_odds_arguments, describe_odds, odds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The course and the cards seen so far."""
    add_odds_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Work out the chances, print them."""
    print_result(odds(arguments), describe_odds, as_json=arguments.json)
    return 0
