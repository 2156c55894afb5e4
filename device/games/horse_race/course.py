"""The course: four horses, the links beside it, the cards seen so far, and what one more card does.

Horses, counts and positions are tuples in the order of the suits: spades, hearts, diamonds, clubs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from device.cards import Suit
from device.games.contract import IllegalEvent
from device.games.horse_race.house import Hurdles
from device.texts import N_

Four = tuple[int, int, int, int]

SUITS = tuple(Suit)
A_SUIT = 12
"""Cards of each suit without its ace, the horse."""


@dataclass(frozen=True, slots=True)
class Course:
    """A race at one moment.

    `links[k]` is the suit of link k + 1, or None while it lies face down or has not been laid; `turned` are the suits of
    the cards turned from the pack so far, None for the joker. `positions` counts steps from the start line; a horse that
    stands at level k stands beside link k, and at `finish` it has won. `reached` is the highest level each horse has ever
    been at. `due` is the level of the link that must be turned over before the next card, 0 for none.
    """

    links: tuple[Suit | None, ...]
    turned: tuple[Suit | None, ...] = ()
    positions: Four = (0, 0, 0, 0)
    reached: Four = (0, 0, 0, 0)
    due: int = 0

    @property
    def finish(self) -> int:
        """Steps to win: one more than there are links."""
        return len(self.links) + 1

    @property
    def seen(self) -> Four:
        """How many cards of each suit are known: links lying face up and cards turned."""
        known = self.links + self.turned
        return four(known.count)

    @property
    def joker_turned(self) -> bool:
        """Whether the joker is out."""
        return None in self.turned

    @property
    def winner(self) -> Suit | None:
        """The horse that is in, if any."""
        return SUITS[self.positions.index(self.finish)] if self.finish in self.positions else None

    @property
    def lengths(self) -> int:
        """How far the first horse is ahead of the second."""
        second, first = sorted(self.positions)[-2:]
        return first - second


def four(of: Callable[[Suit], int]) -> Four:
    """One number for each suit, in order."""
    spades, hearts, diamonds, clubs = (of(suit) for suit in SUITS)
    return spades, hearts, diamonds, clubs


def at(numbers: Four, suit: Suit) -> int:
    """The number of one suit."""
    return numbers[SUITS.index(suit)]


def most_in_row(links: int) -> int:
    """How many links of one suit a horse can have and still finish.

    12 - c cards remain in the pack when c lie in the row, and links + 1 are needed.

    >>> [most_in_row(links) for links in (7, 6, 5)]
    [4, 5, 6]
    """
    return A_SUIT - (links + 1)


def hopeless(row: tuple[Suit | None, ...]) -> Suit | None:
    """The horse that cannot finish with this row, if any."""
    return next((suit for suit in SUITS if row.count(suit) > most_in_row(len(row))), None)


def check_card(course: Course, suit: Suit) -> None:
    """The card check.

    Raises:
        IllegalEvent: all twelve cards of the suit have been seen.
    """
    if at(course.seen, suit) >= A_SUIT:
        raise IllegalEvent(N_("A 13th %(suit)s? One press was wrong: UNDO"), suit=suit.symbol)


def advance(course: Course, suit: Suit, hurdles: Hurdles) -> Course:
    """The card of a suit is turned: its horse advances by one, and may make a link due to be turned over."""
    check_card(course, suit)
    positions = four(lambda horse: at(course.positions, horse) + (horse is suit))
    reached = _at_least(course.reached, positions)
    level = at(positions, suit)
    due = 0
    if level < course.finish and (
        (hurdles is Hurdles.FIRST and max(course.reached) < level)
        or (hurdles is Hurdles.ALL_PASS and min(course.reached) < level <= min(reached))
    ):
        due = level
    return replace(course, turned=(*course.turned, suit), positions=positions, reached=reached, due=due)


def stumble(course: Course) -> Course:
    """The joker is turned: every horse but the leaders advances by one. It never makes a link due."""
    lead = max(course.positions)
    positions = four(lambda horse: min(at(course.positions, horse) + 1, lead))
    return replace(
        course, turned=(*course.turned, None), positions=positions, reached=_at_least(course.reached, positions)
    )


def falter(course: Course, suit: Suit) -> Course:
    """The link that was due is turned over: the horse of its suit steps back by one, never behind the start line."""
    check_card(course, suit)
    links = (*course.links[: course.due - 1], suit, *course.links[course.due :])
    positions = four(lambda horse: max(0, at(course.positions, horse) - (horse is suit)))
    return replace(course, links=links, positions=positions, due=0)


def _at_least(reached: Four, positions: Four) -> Four:
    return four(lambda horse: max(at(reached, horse), at(positions, horse)))
