"""The live chances: what the state of a race asks of the odds, as a calculation that the loop can run aside."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from device.games.contract import Thought
from device.games.horse_race import course, hurdle_odds, odds
from device.games.horse_race.book import opening_chances
from device.games.horse_race.course import SUITS, Course, at, four
from device.games.horse_race.evening import Evening, Phase
from device.games.horse_race.house import Hurdles, Settings
from device.games.horse_race.hurdle_odds import FloatChances, HurdleRace
from device.games.horse_race.odds import OpenRace


def thought(evening: Evening) -> Thought | None:
    """Each horse's chance of winning from here, four floats in the order of the suits; None outside a race."""
    settings, now, joker = evening.settings, evening.course, evening.joker_to_come
    if evening.phase in {Phase.PRICES, Phase.BETS, Phase.CLOSED}:
        key = ("opening", settings, now)
        if settings.open_course:
            return Thought(key, lambda: _floats(opening_chances(settings, now.seen)))
        # One in four each, as everybody knows; but asking fills the tables while people bet, and the first card finds them.
        start = hurdle_race(settings, now, joker=settings.joker)
        return Thought(key, lambda: hurdle_odds.chances(start), lambda: _floats(opening_chances(settings, now.seen)))
    if evening.phase is not Phase.RACE:
        return None
    key = ("live", settings, now)
    if settings.open_course:
        race = open_race(settings, now, joker=joker)
        return Thought(key, lambda: _floats(odds.chances(race)))
    cases = _cases(settings, now, joker=joker)
    return Thought(key, lambda: _mixed(cases, hurdle_odds.chances), lambda: _mixed(cases, hurdle_odds.estimate))


def _floats(chances: tuple[Fraction, ...]) -> FloatChances:
    spades, hearts, diamonds, clubs = (float(chance) for chance in chances)
    return spades, hearts, diamonds, clubs


def _mixed(cases: tuple[tuple[float, HurdleRace], ...], ask: Callable[[HurdleRace], FloatChances]) -> FloatChances:
    answers = [(weight, ask(race)) for weight, race in cases]
    spades, hearts, diamonds, clubs = (sum(weight * answer[horse] for weight, answer in answers) for horse in range(4))
    return spades, hearts, diamonds, clubs


def _cases(settings: Settings, now: Course, *, joker: bool) -> tuple[tuple[float, HurdleRace], ...]:
    """The races that this may be, with their weights: one for each suit that a link due now may turn out to have."""
    if not now.due:
        return ((1.0, hurdle_race(settings, now, joker=joker)),)
    unseen = _unseen(now)
    return tuple(
        (at(unseen, suit) / sum(unseen), hurdle_race(settings, course.falter(now, suit), joker=joker))
        for suit in SUITS
        if at(unseen, suit)
    )


def open_race(settings: Settings, now: Course, *, joker: bool) -> OpenRace:
    """Where a race on the open course stands, as the odds ask; `joker`: it is still in the deck."""
    return OpenRace(settings.links, now.positions, _unseen(now), joker=joker)


def hurdle_race(settings: Settings, now: Course, *, joker: bool) -> HurdleRace:
    """Where a race on the hurdles course stands, as the odds ask."""
    return HurdleRace(
        links=settings.links,
        positions=now.positions,
        best=now.reached,
        unseen=_unseen(now),
        shown=len(now.links) - now.links.count(None),
        joker=joker,
        all_pass=settings.hurdles is Hurdles.ALL_PASS,
    )


def _unseen(now: Course) -> course.Four:
    return four(lambda suit: course.A_SUIT - at(now.seen, suit))
