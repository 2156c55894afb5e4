"""Chances of every horse on the hurdles course: exact to the last digits of a float, and a quick estimate.

Plain values in, floats out, as in `odds`:

    race = HurdleRace(links=7, positions=(1, 0, 0, 0), best=(1, 0, 0, 0), unseen=(11, 11, 12, 12), shown=1)
    chances(race)     # four floats S H D C; up to a second on a laptop for an early race, then mostly remembered
    estimate(race)    # good to a few percent, at once

* `unseen`: for each suit 12 less the cards turned from the deck, less the links shown. A link that is face down is as
  random as the deck, so nothing else about it matters.
* `best`: the furthest level at which each horse has ever been, at least its position.
* `shown`: how many links are face up.

House rule `all_pass`: a link is turned when the card of the last of the four horses brings it there, counting horses
that have been there and stepped back since. The joker never turns a link: one that the last horse reaches by the joker
stays face down for the rest of the race.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.games.horse_race.course import Four

FloatChances = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class HurdleRace:
    """Where a race on the hurdles course stands; refuses with ValueError what no race can be."""

    links: int
    positions: Four
    best: Four
    unseen: Four
    shown: int
    joker: bool = False
    all_pass: bool = False


def chances(race: HurdleRace) -> FloatChances:
    """The probability of each horse to win from here, given every card seen, to within 1e-12."""
    raise NotImplementedError


def estimate(race: HurdleRace) -> FloatChances:
    """The same to within a few percent, at once, always the same for the same race."""
    raise NotImplementedError


def expected_cards(race: HurdleRace) -> float:
    """The expected number of cards still to turn from the deck until a horse is home; links and jokers: a joker counts."""
    raise NotImplementedError
