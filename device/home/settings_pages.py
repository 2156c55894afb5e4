"""Settings on the panel: one a screen, its sentence above and its value large below; lists of names have a page of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.headline import headline
from device.games.contract import HouseRule
from device.home.letters import Names
from device.home.page import BACK, ChangeSetting, Facts, Reply
from device.home.steps import beyond, in_words, stairs
from device.texts import N_
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps, Press

FAR = 10
"""From here on a number is far away."""
MOST_LINES = 3
"""Lines of a sentence below which there is room to say what holding a key does."""
TOP = 1
"""First row of the sentence's capitals: the accents above its small letters are whole."""


@dataclass(frozen=True, slots=True)
class SettingPage:
    """The settings of one section, or the `only` ones of it; the one at `place` is shown."""

    section: str
    only: tuple[str, ...] = ()
    place: int = 0

    def _rules(self, facts: Facts) -> list[HouseRule]:
        return [rule for rule in facts.schema[self.section] if not self.only or rule.name in self.only]

    def _rule(self, facts: Facts) -> HouseRule:
        return self._rules(facts)[self.place]

    def press(self, press: Press, facts: Facts) -> Reply:
        """♠ ♥ turn to another setting, ♦ ♣ change this one (held: further), OK edits names or goes on; UNDO closes."""
        rule, count = self._rule(facts), len(self._rules(facts))
        match press.button:
            case Button.SPADE:
                return Reply(stay=replace(self, place=(self.place - 1) % count))
            case Button.OK if isinstance(rule.default, tuple):
                return Reply(push=Names(self.section, rule.name))
            case Button.HEART | Button.OK:
                return Reply(stay=replace(self, place=(self.place + 1) % count))
            case Button.DIAMOND | Button.CLUB if not isinstance(rule.default, tuple):
                value = moved(rule, self._value(facts), up=press.button is Button.CLUB, held=press.held)
                return Reply(wish=ChangeSetting(self.section, rule.name, value))
            case button:
                return Reply(back=button in BACK)

    def _value(self, facts: Facts) -> Any:
        return facts.values[self.section][self._rule(facts).name]

    def draw(self, facts: Facts) -> Image.Image:
        """The sentence, the value, and how many settings there are."""
        _ = facts.texts.gettext
        rule, count = self._rule(facts), len(self._rules(facts))
        canvas = Canvas()
        canvas.text(WIDTH, TOP, f"{self.place + 1}/{count}", Font.TINY, align="right")
        lines = parts.wrap(_(rule.help), Font.TINY, WIDTH - 22)[:4]
        for row, line in enumerate(lines):
            canvas.text(0, TOP + row * Font.TINY.line_height, line, Font.TINY)
        top, bottom = TOP + len(lines) * Font.TINY.line_height + 2, parts.KEYS_TOP - 2
        if takes_long(rule) and len(lines) <= MOST_LINES:
            bottom -= Font.TINY.line_height
            canvas.text(WIDTH, bottom + 1, _(N_("hold: larger steps")), Font.TINY, align="right")
        value = self._value(facts)
        words = in_words(value, facts.texts) if rule.seconds else shown(self.section, value, facts)
        headline(canvas, (4, top, WIDTH - 8, bottom - top), words, align="centre")
        if isinstance(rule.default, tuple):
            parts.soft_keys(canvas, ["◀", "▶", "", ""])
            canvas.text(WIDTH, parts.KEYS_TOP + 1, _(N_("OK: edit")), Font.TINY, align="right")
        else:
            parts.soft_keys(canvas, ["◀", "▶", "−", "+"])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """All keys, but ♦ ♣ not on a list of names."""
        lit = dict.fromkeys((*SUIT_BUTTONS, Button.OK, *BACK), Lamp.ON)
        if isinstance(self._rule(facts).default, tuple):
            del lit[Button.DIAMOND], lit[Button.CLUB]
        return lit


def takes_long(rule: HouseRule) -> bool:
    """Whether it is a number that may be too far away for single steps."""
    if isinstance(rule.default, bool) or not isinstance(rule.default, int) or rule.choices:
        return False
    return rule.low is None or rule.high is None or rule.high - rule.low >= FAR


def moved(rule: HouseRule, value: Any, *, up: bool, held: bool = False) -> Any:
    """The next value: choices and switches go round, numbers stop at their ends.

    >>> moved(HouseRule("links", 7, "", choices=(7, 6, 5)), 5, up=True)
    7
    >>> moved(HouseRule("chips", 100, "", low=1, high=950), 905, up=True, held=True)
    950
    """
    if isinstance(value, bool):
        return not value
    if rule.choices:
        at = rule.choices.index(value)
        return rule.choices[(at + (1 if up else -1)) % len(rule.choices)]
    value = beyond(value, stairs(seconds=rule.seconds, held=held), up=up)
    low = value if rule.low is None else max(rule.low, value)
    return low if rule.high is None else min(rule.high, low)


def shown(section: str, value: Any, facts: Facts) -> str:
    """A value of a section as a person reads it."""
    _ = facts.texts.gettext
    match value:
        case bool():
            return _(N_("yes")) if value else _(N_("no"))
        case tuple():
            return ", ".join(_(name) for name in value) or "–"
        case int():
            return str(value)
        case _:
            return _(WORDS.get(f"{section}.{value}", WORDS.get(value, str(value).replace("_", " "))))


WORDS = {
    "en": N_("English"),
    "fr": N_("French"),
    "ask": N_("ask"),
    "usual": N_("as usual"),
    "high": N_("always full"),
    "low": N_("soft"),
    "clock": N_("the time"),
    "nothing": N_("nothing"),
    "dim": N_("dim"),
    "full": N_("bright"),
    # House rules of the games, by the words of the settings file.
    "real": N_("real pack"),
    "press": N_("box, by press"),
    "itself": N_("box, by itself"),
    "off": N_("off"),
    "first": N_("first horse"),
    "all_pass": N_("last horse"),
    "none": N_("none"),
    "traditional": N_("traditional"),
    "fair": N_("fair"),
    "margin": N_("with margin"),
    "against_player": N_("down"),
    "nearest": N_("nearest"),
    "rotating": N_("the dealer"),
    "device": N_("the box"),
    "referee": N_("referee"),
    "scoreboard": N_("scoreboard"),
    "sudden_death": N_("next goal wins"),
    "period": N_("a whole period"),
    "draw": N_("a draw"),
    "classic": N_("Classic"),
    "two_decks": N_("Two decks"),
    "no_king": N_("One king less"),
    "peek": N_("Watch"),
    "continue": N_("Go on"),
    "open": N_("Sundial"),
    "square": N_("Square"),
    "slow": N_("slow"),
    "normal": N_("normal"),
    "quick": N_("quick"),
    "clock.press": N_("card by card"),
    "watch": N_("The box plays"),
    "play": N_("You play"),
    "great_clock.real": N_("Real dominoes"),
}
"""The words of the settings file as they read on the panel; a word that means something else in one section is also there
with the section's name ahead of it."""
