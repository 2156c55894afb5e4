"""Names on the panel: a list of them, and a wheel of letters to write one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.headline import headline
from device.games.contract import HouseRule
from device.home.page import BACK, ChangeSetting, Facts, Reply
from device.texts import N_
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps, Press

WHEEL = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÇÏËÔ-' 0123456789"
LONGEST = 10
"""Letters in a name: what still reads large."""
LEAP = 5
"""Letters that a held key goes at once."""


def _names(section: str, name: str, facts: Facts) -> tuple[str, ...]:
    return tuple(facts.values[section][name])


def _rule(section: str, name: str, facts: Facts) -> HouseRule:
    return next(rule for rule in facts.schema[section] if rule.name == name)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one setting; ♠ ♥ choose, OK writes, ♦ removes the last one and ♣ adds one where the list may change."""

    section: str
    name: str
    place: int = 0

    def press(self, press: Press, facts: Facts) -> Reply:
        """Choose, write, add, remove, or go back."""
        names, rule = _names(self.section, self.name, facts), _rule(self.section, self.name, facts)
        low, high = _limits(self.section, self.name, facts)
        match press.button:
            case Button.SPADE if names:
                return Reply(stay=replace(self, place=(self.place - 1) % len(names)))
            case Button.HEART if names:
                return Reply(stay=replace(self, place=(self.place + 1) % len(names)))
            case Button.OK if names:
                place = min(self.place, len(names) - 1)
                return Reply(push=Letters(self.section, self.name, place, _to_begin_with(names[place], rule, facts)))
            case Button.DIAMOND if len(names) > low:
                change = ChangeSetting(self.section, self.name, names[:-1])
                return Reply(stay=replace(self, place=max(0, min(self.place, len(names) - 2))), wish=change)
            case Button.CLUB if len(names) < high:
                number = len(names)
                more = (*names, _new_name(names, facts))
                return Reply(stay=replace(self, place=number), wish=ChangeSetting(self.section, self.name, more))
            case button:
                return Reply(back=button in BACK)

    def draw(self, facts: Facts) -> Image.Image:
        """The chosen name large, its number beside it."""
        _ = facts.texts.gettext
        names = _names(self.section, self.name, facts)
        canvas = Canvas()
        if names:
            place = min(self.place, len(names) - 1)
            parts.title(canvas, _(N_("Names")), f"{place + 1}/{len(names)}")
            headline(canvas, (0, 18, WIDTH, 30), _(names[place]), align="centre")
        else:
            parts.title(canvas, _(N_("Names")), "0")
            canvas.text(WIDTH // 2, 26, _(N_("nobody yet")), Font.BODY, align="centre")
        low, high = _limits(self.section, self.name, facts)
        parts.soft_keys(
            canvas,
            ["▲" * bool(names), "▼" * bool(names), "−" * (len(names) > low), "+" * (len(names) < high)],
        )
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """Only what can be done with this list."""
        names = _names(self.section, self.name, facts)
        low, high = _limits(self.section, self.name, facts)
        lit = dict.fromkeys(BACK, Lamp.ON)
        if names:
            lit |= dict.fromkeys((Button.SPADE, Button.HEART, Button.OK), Lamp.ON)
        if len(names) > low:
            lit[Button.DIAMOND] = Lamp.ON
        if len(names) < high:
            lit[Button.CLUB] = Lamp.ON
        return lit


def _limits(section: str, name: str, facts: Facts) -> tuple[int, int]:
    rule = _rule(section, name, facts)
    return rule.low or 0, rule.high or 0


GIVEN = re.compile(r"[PJ]\d+")
"""A name that the box gave, in any of its languages."""


def _new_name(names: Sequence[str], facts: Facts) -> str:
    """The first of P1, P2 … (J1 in French) that nobody has."""
    form = facts.texts.gettext(N_("P%d"))
    taken = {name.casefold() for name in names}
    return next(name for number in count(len(names) + 1) if (name := form % number).casefold() not in taken)


def _to_begin_with(name: str, rule: HouseRule, facts: Facts) -> str:
    """What is on the glass when a name is going to be written: nothing, if it is one that the box gave."""
    default = rule.default if isinstance(rule.default, tuple) else ()
    given = GIVEN.fullmatch(name) is not None or name in default
    return "" if given else facts.texts.gettext(name)


@dataclass(frozen=True, slots=True)
class Letters:
    """Writing one name: ♠ ♥ turn the wheel (held: five letters), OK takes the letter, ♦ rubs one out, ♣ is done.

    UNDO goes back through what the name was `before`, and from its beginning to the list.
    """

    section: str
    name: str
    place: int
    text: str
    letter: int = 0
    before: tuple[str, ...] = ()

    def press(self, press: Press, facts: Facts) -> Reply:
        """Turn, take, rub out, done; UNDO takes back one letter, and at last leaves the name as it was."""
        leap = LEAP if press.held else 1
        match press.button:
            case Button.SPADE:
                return Reply(stay=replace(self, letter=(self.letter - leap) % len(WHEEL)))
            case Button.HEART:
                return Reply(stay=replace(self, letter=(self.letter + leap) % len(WHEEL)))
            case Button.OK if len(self.text) < LONGEST:
                return Reply(stay=self._changed(_written(self.text, WHEEL[self.letter])))
            case Button.DIAMOND if self.text:
                return Reply(stay=self._changed(self.text[:-1]))
            case Button.UNDO if self.before:
                return Reply(stay=replace(self, text=self.before[-1], before=self.before[:-1]))
            case Button.CLUB if self.text.strip() and not self._taken(facts):
                names = _names(self.section, self.name, facts)
                changed = (*names[: self.place], self.text.strip(), *names[self.place + 1 :])
                return Reply(back=True, wish=ChangeSetting(self.section, self.name, changed))
            case button:
                return Reply(back=button in BACK)

    def _changed(self, text: str) -> Letters:
        return replace(self, text=text, before=(*self.before, self.text))

    def _taken(self, facts: Facts) -> bool:
        """Whether somebody else has this name."""
        names = _names(self.section, self.name, facts)
        others = (*names[: self.place], *names[self.place + 1 :])
        return self.text.strip().casefold() in {name.casefold() for name in others}

    def draw(self, facts: Facts) -> Image.Image:
        """The name so far, and the wheel with its letter in the middle."""
        _ = facts.texts.gettext
        canvas = Canvas()
        canvas.text(2, 4, self.text + "_" * (len(self.text) < LONGEST), Font.LARGE)
        for offset in range(-4, 5):
            letter = _written(self.text, WHEEL[(self.letter + offset) % len(WHEEL)])[-1]
            canvas.text(64 + offset * 14, 32, letter, Font.BODY, align="centre")
        canvas.invert(56, 29, 16, 17)
        if self._taken(facts):
            canvas.text(WIDTH, 20, _(N_("somebody has this name")), Font.TINY, align="right")
        done = bool(self.text.strip()) and not self._taken(facts)
        parts.soft_keys(canvas, ["◀", "▶", _(N_("erase")) if self.text else "", _(N_("done")) if done else ""])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """OK takes the letter."""
        lit = dict.fromkeys((*SUIT_BUTTONS, *BACK, Button.OK), Lamp.ON)
        if not self.text:
            del lit[Button.DIAMOND]
        if not self.text.strip() or self._taken(facts):
            del lit[Button.CLUB]
        if len(self.text) == LONGEST:
            del lit[Button.OK]
        return lit


def _written(text: str, letter: str) -> str:
    """The text with a letter more: a capital at the start of a word, small after it."""
    begins = not text or text[-1] in " -'"
    return text + (letter if begins else letter.lower())
