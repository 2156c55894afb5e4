"""Questions and answers: the first minute, notices, safe mode, switching off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations

from PIL import Image

from device.draw import parts
from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.sprites import sprite
from device.home.page import BACK, BUTTON_NAMES, ChangeSetting, Facts, Reply, ShutDown, StartAgain
from device.texts import N_, told
from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps, Press


@dataclass(frozen=True, slots=True)
class AskLanguage:
    """The very first screen: a suit button for each language. It speaks both, so it needs no translation."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """Two buttons answer; the others do nothing."""
        chosen = {Button.SPADE: "en", Button.HEART: "fr"}.get(press.button)
        if chosen is None:
            return Reply()
        return Reply(stay=ShowButtons(), wish=ChangeSetting("table", "language", chosen))

    def draw(self, facts: Facts) -> Image.Image:
        """Each language above its own suit."""
        canvas = Canvas()
        canvas.text(WIDTH // 2, 1, "Meneur", Font.LARGE, align="centre")
        canvas.dots(20, 19, WIDTH - 20)
        suits = sprite("suit_13")
        for row, (suit, language) in enumerate(zip(suits, ("English", "Français"), strict=False)):
            top = 24 + row * 20
            canvas.stamp(16, top, suit)
            canvas.text(38, top + 1, language, Font.BODY)
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """The two that answer."""
        return {Button.SPADE: Lamp.BREATHE, Button.HEART: Lamp.BREATHE}


@dataclass(frozen=True, slots=True)
class ShowButtons:
    """The second screen: what OK, UNDO and HOME are for, and that the four suits are the keys below the screen."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """OK goes on; the others are only shown."""
        return Reply(back=press.button is Button.OK)

    def draw(self, facts: Facts) -> Image.Image:
        """One line a button, the suits as they stand below the glass."""
        _ = facts.texts.gettext
        canvas = Canvas()
        lines = (
            ("OK", _(N_("yes, go on"))),
            ("UNDO", _(N_("take back"))),
            ("HOME", _(N_("to this menu"))),
        )
        for row, (name, does) in enumerate(lines):
            canvas.text(0, 2 + row * 14, name, Font.BOLD)
            canvas.text(44, 3 + row * 14, does, Font.SMALL)
        for place, suit in enumerate(sprite("suit_13")):
            canvas.stamp(place * 32 + 9, 49, suit)
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """OK blinks: press it. The others glow so that they are found."""
        return dict.fromkeys((*SUIT_BUTTONS, Button.UNDO, Button.HOME), Lamp.BREATHE) | {Button.OK: Lamp.BLINK}


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that must be read before anything else: something was wrong, and what is done about it."""

    sentence: str
    """A msgid, or already in the person's language."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What belongs in it; words are translated too."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """OK: it has been read."""
        return Reply(back=press.button is Button.OK)

    def draw(self, facts: Facts) -> Image.Image:
        """The whole sentence, in small letters if it is long."""
        _ = facts.texts.gettext
        return _sentence(told(facts.texts, self.sentence, self.values), _(N_("OK: understood")))

    def lamps(self, facts: Facts) -> Lamps:
        """OK alone."""
        return {Button.OK: Lamp.BLINK}


def not_saved(cause: str) -> Notice:
    """The notice that the journal writes to memory alone; `cause` is a msgid."""
    return Notice(
        N_("Matches are not being saved: %(cause)s. Play on; they are saved as soon as the disk lets them."),
        {"cause": cause},
    )


@dataclass(frozen=True, slots=True)
class StuckButton:
    """A button that stays down: something lies on it, or its wire is pinched. The page goes by itself when it comes up."""

    button: Button

    def press(self, press: Press, facts: Facts) -> Reply:
        """Any other button: go on without this one."""
        return Reply(back=press.button is not self.button)

    def draw(self, facts: Facts) -> Image.Image:
        """Which button it is."""
        _ = facts.texts.gettext
        sentence = _(N_("%(button)s is stuck: it is ignored until it is let go"))
        return _sentence(sentence % {"button": BUTTON_NAMES[self.button]}, _(N_("any other button: go on")))

    def lamps(self, facts: Facts) -> Lamps:
        """All that still work."""
        return {button: Lamp.ON for button in Button if button is not self.button}


@dataclass(frozen=True, slots=True)
class AskShutDown:
    """Asked once, after HOME was held or from the list."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """OK switches off; UNDO and HOME go back."""
        if press.button is Button.OK:
            return Reply(stay=Goodbye(), wish=ShutDown())
        return Reply(back=press.button in BACK)

    def draw(self, facts: Facts) -> Image.Image:
        """A question and its two answers."""
        _ = facts.texts.gettext
        return _two_lines(_(N_("Shut down?")), _(N_("OK yes   UNDO no")))

    def lamps(self, facts: Facts) -> Lamps:
        """The answers."""
        return {Button.OK: Lamp.BLINK, Button.UNDO: Lamp.ON, Button.HOME: Lamp.ON}


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The last picture."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """Nothing is answered any more."""
        return Reply()

    def draw(self, facts: Facts) -> Image.Image:
        """Not yet: the machine is still writing to its card."""
        _ = facts.texts.gettext
        return _two_lines(_(N_("Goodbye")), _(N_("do not unplug yet")))

    def lamps(self, facts: Facts) -> Lamps:
        """All dark."""
        return {}


def goodbye(texts: NullTranslations) -> Image.Image:
    """The picture of a box that stops, and not because it was asked at the panel."""
    return _two_lines(texts.gettext(N_("Goodbye")), "")


def safe_to_unplug(texts: NullTranslations) -> Image.Image:
    """What stays on the glass once nothing writes to the card any more."""
    canvas = Canvas()
    lines = parts.wrap(texts.gettext(N_("You can unplug the box now")), Font.LARGE)
    top = (HEIGHT - len(lines) * Font.LARGE.line_height) // 2 + 1
    for row, line in enumerate(lines):
        canvas.text(WIDTH // 2, top + row * Font.LARGE.line_height, line, Font.LARGE, align="centre")
    return canvas.image


def no_pins(texts: NullTranslations, cause: str) -> Image.Image:
    """The picture of a box that cannot hear a press; `cause` is the English sentence of the error, which names its cure."""
    told = texts.gettext(N_("The box cannot use its pins: %(cause)s. Then switch it off and on."))
    return _sentence(told % {"cause": cause}, "")


@dataclass(frozen=True, slots=True)
class SafeMode:
    """The first page after starts that failed: what the last one said, and the choice to try again or to go on so."""

    cause: str
    """A msgid, or the words of an error."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """OK tries a normal start; UNDO goes on to the menu."""
        return Reply(back=press.button is Button.UNDO, wish=StartAgain() if press.button is Button.OK else None)

    def draw(self, facts: Facts) -> Image.Image:
        """The cause in as many lines as there are, that nothing is lost, and the two answers."""
        _ = facts.texts.gettext
        canvas = Canvas()
        parts.title(canvas, _(N_("Safe mode")), _(N_("all is kept")))
        for row, line in enumerate(parts.wrap(_(self.cause), Font.TINY)[:5]):
            canvas.text(0, 14 + row * Font.TINY.line_height, line, Font.TINY)
        canvas.text(0, parts.KEYS_TOP + 1, _(N_("UNDO: go on so")), Font.TINY)
        canvas.text(WIDTH, parts.KEYS_TOP + 1, _(N_("OK: try again")), Font.TINY, align="right")
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """The two answers."""
        return {Button.OK: Lamp.BLINK, Button.UNDO: Lamp.ON}


def _sentence(text: str, answer: str) -> Image.Image:
    """A whole sentence, in small letters if it is long, and what answers it."""
    canvas = Canvas()
    font = Font.SMALL if len(parts.wrap(text, Font.SMALL)) <= 4 else Font.TINY
    lines = parts.wrap(text, font)[:6]
    pitch = min(font.line_height + 2, (parts.KEYS_TOP - 2) // max(1, len(lines)))
    for row, line in enumerate(lines):
        canvas.text(0, 2 + row * pitch, line, font)
    canvas.text(WIDTH, parts.KEYS_TOP + 1, answer, Font.TINY, align="right")
    return canvas.image


def _two_lines(large: str, small: str) -> Image.Image:
    canvas = Canvas()
    canvas.text(WIDTH // 2, 18, large, Font.LARGE, align="centre")
    canvas.text(WIDTH // 2, 44, small, Font.SMALL, align="centre")
    return canvas.image
