"""Chances of every horse on the hurdles course: exact to the last digit of a float, and a quick estimate.

Plain values in, floats out, as in `odds`:

    race = HurdleRace(links=7, positions=(1, 0, 0, 0), best=(1, 0, 0, 0), unseen=(11, 11, 12, 12), shown=1)
    chances(race)         # four floats S H D C; the first time up to a second, then mostly remembered
    estimate(race)        # good to a few percent, at once
    expected_cards(race)  # cards still to turn from the deck until a horse is home, a joker counted, links not
    outlook(race)         # the chances and the expected cards together

* `unseen`: for each suit 12 less the cards turned from the deck, less the links shown. A link that is face down is as
  random as the deck, so nothing else about it matters.
* `best`: the furthest level at which each horse has ever been, at least its position.
* `shown`: how many links are face up.

House rule `all_pass`: a link is turned when the card of the last of the four horses brings it there, counting horses
that have been there and stepped back since. The joker never turns a link: one that the last horse reaches by the joker
stays face down for the rest of the race.

What has been worked out is remembered for the course asked about last; so all but `estimate` are for one thread, the one
that calculates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from operator import mul

from device.games.horse_race import hurdle_all_pass
from device.games.horse_race.course import A_SUIT, Four
from device.games.horse_race.hurdle_all_pass import AllPass
from device.games.horse_race.hurdle_tables import Tables
from device.games.horse_race.hurdle_ways import counts, flagged
from device.games.horse_race.odds import check_standing, each_home

FloatChances = tuple[float, float, float, float]

LONGEST = 7
"""More links than this do not fit into the tables."""


@dataclass(frozen=True, slots=True)
class HurdleRace:
    """Where a race on the hurdles course stands.

    Raises:
        ValueError: a horse is home already, or no race can stand like that.
    """

    links: int
    positions: Four
    best: Four
    unseen: Four
    shown: int
    joker: bool = False
    all_pass: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.links <= LONGEST:
            raise ValueError(f"a course has 1 to {LONGEST} links, not {self.links}")
        check_standing(self.links, self.positions, self.unseen)
        if any(at + cards > A_SUIT + 1 for at, cards in zip(self.positions, self.unseen, strict=True)):
            raise ValueError(
                "no horse can have come further than a step for each card of its suit and one for the joker"
            )
        if any(not at <= best <= self.links for at, best in zip(self.positions, self.best, strict=True)):
            raise ValueError("the best level of a horse is at least its position, and no higher than the last link")
        reached = min(self.best) if self.all_pass else max(self.best)
        left_out = self.all_pass and not self.joker and self.shown == reached - 1
        if self.shown != reached and not left_out:
            raise ValueError(f"{reached} links have been reached, so {reached} must be face up, not {self.shown}")
        if not self.all_pass and max(self.positions) < self.shown - 1:
            raise ValueError("the first horse cannot have stepped back from the last level by more than one")
        # Each card left adds a step, but for the links: each of those is a card less, and may take a step back.
        steps = sum(self.positions) + sum(self.unseen) - 2 * (self.links - self.shown)
        if steps <= 4 * self.links:
            raise ValueError("the cards left might bring no horse home: no such race can be")


def chances(race: HurdleRace) -> FloatChances:
    """The probability of each horse to win from here, given every card seen: the float next to the true value."""
    return _shares(_ways(race, flag=False))


def expected_cards(race: HurdleRace) -> float:
    """The expected number of cards still to turn from the deck until a horse is home, a joker counted."""
    return outlook(race)[1]


def outlook(race: HurdleRace) -> tuple[FloatChances, float]:
    """The chances and the expected number of cards, in little more time than the chances alone.

    Put one more card, a flag, anywhere into the deck: there are as many places for it before the end of a race as cards that
    the race takes. So the orders in which the flag comes before the end are counted, for each order of the other cards.
    """
    ways = _ways(race, flag=True)
    return _shares(ways), flagged(ways) / sum(counts(ways))


def _shares(ways: int) -> FloatChances:
    spades, hearts, diamonds, clubs = counts(ways)
    total = spades + hearts + diamonds + clubs
    return spades / total, hearts / total, diamonds / total, clubs / total


def _ways(race: HurdleRace, *, flag: bool) -> int:
    # The tables of one rule at a time are enough for the memory of a small Pi.
    (_first_horse if race.all_pass else _all_pass).cache_clear()
    if race.all_pass:
        standing = zip(race.positions, race.best, race.unseen, strict=True)
        one, two, three, four = (hurdle_all_pass.horse_of(at, best, cards) for at, best, cards in standing)
        return _all_pass(race.links, flag=flag).ask(one, two, three, four, joker=race.joker)
    return _first_horse(race.links, flag=flag).ask(race.positions, race.unseen, race.shown, joker=race.joker)


@lru_cache(maxsize=1)
def _first_horse(links: int, *, flag: bool) -> Tables:
    return Tables(links, flag=flag)


@lru_cache(maxsize=1)
def _all_pass(links: int, *, flag: bool) -> AllPass:
    return AllPass(links, flag=flag)


# The quick estimate

_OFF_THE_LINE = 0.8
"""The probability that a horse on the start line will have left it when links of its suit are turned."""
_STILL_TRAILING = 0.35
"""The probability that the joker, if it comes in time, finds a horse that trails now behind the leaders."""
_BEHIND = 2.5
"""By how many levels the last horse stays behind what its cards let expect."""


def estimate(race: HurdleRace) -> FloatChances:
    """The same to within a few percent, at once, always the same for the same race.

    It is the race on the open course in which each horse has some more steps to go: as many as links of its suit are likely
    to make it falter, independently of the other horses.
    """
    horses = list(zip(race.positions, race.unseen, strict=True))
    share = min(1.0, *((race.links + 1 - at) / cards for at, cards in horses if cards))
    links = _links_to_come(race, share)
    deck = sum(race.unseen) - links
    joker = share * _STILL_TRAILING if race.joker else 0.0
    lead = max(race.positions)
    runs, homes = [], []
    for at, cards in horses:
        run, home = [0.0] * (cards + 1), [0.0] * (cards + 1)
        for steps, left, weight in _prospects(race, at, cards, links, joker if at < lead else 0.0):
            for k in range(min(left + 1, steps)):
                run[k] += weight * comb(left, k)
            if left >= steps:
                home[steps - 1] += weight * comb(left, steps) * steps
        runs.append(run)
        homes.append(home)
    orders = [factorial(d) * factorial(deck - d - 1) for d in range(deck)]
    wins = [sum(map(mul, won, orders)) for won in each_home(runs, homes)]
    spades, hearts, diamonds, clubs = (won / sum(wins) for won in wins)
    return spades, hearts, diamonds, clubs


def _links_to_come(race: HurdleRace, share: float) -> int:
    """How many links will be turned: all, or by the house rule as many as the last horse is likely to reach.

    `share` is that of the unseen cards which brings the first horse home.
    """
    if not race.all_pass:
        return race.links - race.shown
    last = min(at + cards * share for at, cards in zip(race.positions, race.unseen, strict=True))
    return max(0, min(race.links, round(last - _BEHIND)) - race.shown)


def _prospects(race: HurdleRace, at: int, cards: int, links: int, joker: float) -> Iterator[tuple[int, int, float]]:
    """What may lie before a horse: its steps to go, its cards in the deck, and the probability of both."""
    chance = cards / sum(race.unseen)
    for falters in range(min(cards, links) + 1):
        weight = comb(links, falters) * chance**falters * (1 - chance) ** (links - falters)
        on_the_line = 1 - _OFF_THE_LINE if falters and not at else 0.0
        for spared, likely in ((0, 1 - on_the_line), (1, on_the_line)):
            for pushed, comes in ((0, 1 - joker), (1, joker)):
                steps = race.links + 1 - at + falters - spared - pushed
                if likely * comes and steps:
                    yield steps, cards - falters, weight * likely * comes
