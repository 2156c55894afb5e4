"""The choices of the set-up: what each key goes through, three choices a page, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from device.games.horse_race.house import (
    CHIPS,
    LIMITS,
    LINKS,
    MARGINS,
    PLAYERS,
    UNITS,
    Bank,
    Book,
    Cards,
    Hurdles,
    Rounding,
    Settings,
)
from device.texts import N_

PER_PAGE = 3
"""Choices on a page; the fourth key turns the page."""


def _always(_settings: Settings) -> bool:
    return True


def _with_book(settings: Settings) -> bool:
    return settings.book is not Book.NONE


def _with_ladder(settings: Settings) -> bool:
    return settings.book in {Book.FAIR, Book.MARGIN}


def _with_margin(settings: Settings) -> bool:
    return settings.book is Book.MARGIN


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the settings: its values in the order the key goes through them, its name, the key's short name.

    `names` says what a value is called (a msgid); a value that is missing is shown as `shown` formats it.
    """

    setting: str
    values: tuple[Any, ...]
    name: str
    key: str
    names: Mapping[Any, str] = field(default_factory=dict)
    shown: str = "%s"
    applies: Callable[[Settings], bool] = _always
    of_the_evening: bool = False
    """Settled when the evening begins; between races it cannot change."""

    def of(self, settings: Settings) -> Any:
        """The value that is set."""
        return getattr(settings, self.setting)

    def turned(self, settings: Settings, steps: int) -> Settings:
        """The settings with the next value (or the one before, for -1); a value of no key's goes to the first."""
        value = self.of(settings)
        spot = self.values.index(value) + steps if value in self.values else 0
        return replace(settings, **{self.setting: self.values[spot % len(self.values)]})

    def wording(self, settings: Settings) -> str:
        """What the value is called: a msgid, or a number as text."""
        value = self.of(settings)
        return self.names.get(value) or self.shown % (value.value if isinstance(value, Enum) else value)


_YES_NO = {False: N_("no"), True: N_("yes")}

CHOICES = (
    Choice("links", LINKS, N_("Course"), N_("Length"), {7: N_("7 cards"), 6: N_("6 cards"), 5: N_("5 cards")}),
    Choice(
        "cards",
        tuple(Cards),
        N_("Cards"),
        N_("Cards"),
        {Cards.REAL: N_("real pack"), Cards.PRESS: N_("box, by press"), Cards.ITSELF: N_("box, by itself")},
    ),
    Choice(
        "book",
        tuple(Book),
        N_("Book"),
        N_("Book"),
        {
            Book.NONE: N_("no book"),
            Book.TRADITIONAL: N_("traditional"),
            Book.FAIR: N_("fair prices"),
            Book.MARGIN: N_("house margin"),
        },
    ),
    Choice("players", tuple(PLAYERS), N_("Players"), N_("Seats"), of_the_evening=True),
    Choice("joker", (False, True), N_("Joker"), N_("Joker"), _YES_NO),
    Choice(
        "hurdles",
        tuple(Hurdles),
        N_("Hurdles"),
        N_("Hurdle"),
        {Hurdles.OFF: N_("no"), Hurdles.FIRST: N_("first horse"), Hurdles.ALL_PASS: N_("all four past")},
    ),
    Choice(
        "bank",
        tuple(Bank),
        N_("Bank"),
        N_("Bank"),
        {Bank.ROTATING: N_("the dealer"), Bank.DEVICE: N_("the box")},
        applies=_with_book,
    ),
    Choice("chips", CHIPS, N_("Chips each"), N_("Chips"), applies=_with_book, of_the_evening=True),
    Choice("unit", UNITS, N_("A press stakes"), N_("Stake"), applies=_with_book),
    Choice("limit", LIMITS, N_("Highest stake"), N_("Limit"), {0: N_("no limit")}, applies=_with_book),
    Choice("several", (False, True), N_("Several horses"), N_("Horses"), _YES_NO, applies=_with_book),
    Choice(
        "rounding",
        tuple(Rounding),
        N_("Rounded"),
        N_("Round"),
        {Rounding.AGAINST_PLAYER: N_("down"), Rounding.NEAREST: N_("nearest")},
        applies=_with_ladder,
    ),
    Choice("margin", MARGINS, N_("Margin"), N_("Margin"), shown="%s %%", applies=_with_margin),
)


def pages(settings: Settings, *, between_races: bool) -> tuple[tuple[Choice, ...], ...]:
    """The choices that mean something under these settings, three a page."""
    open_ = [choice for choice in CHOICES if choice.applies(settings) and not (between_races and choice.of_the_evening)]
    return tuple(tuple(open_[start : start + PER_PAGE]) for start in range(0, len(open_), PER_PAGE))
