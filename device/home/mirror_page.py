"""The page about the mirror: the address to open on a phone or a television, and the code to type there."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from device.draw import parts
from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number
from device.draw.fonts import Font
from device.draw.headline import headline
from device.home.page import BACK, Facts, NewCode, Reply
from device.texts import N_
from drivers.contract import Button, Lamp, Lamps, Press


@dataclass(frozen=True, slots=True)
class MirrorPage:
    """The code large, the address below it; ♣ takes a new code, which sends everybody away and lifts every wait."""

    def press(self, press: Press, facts: Facts) -> Reply:
        """A new code, or back."""
        if press.button is Button.CLUB:
            return Reply(wish=NewCode())
        return Reply(back=press.button in (*BACK, Button.OK))

    def draw(self, facts: Facts) -> Image.Image:
        """Code, address, and how many look on; or that the door is closed after too many wrong codes."""
        _ = facts.texts.gettext
        canvas = Canvas()
        mirror = facts.mirror
        if mirror is None:
            canvas.text(WIDTH // 2, 26, _(N_("The mirror is off.")), Font.BODY, align="centre")
            return canvas.image
        number(canvas, WIDTH // 2, 0, mirror.code, Digits.LARGE, align="centre")
        headline(canvas, (0, 38, WIDTH, 15), mirror.address, align="centre")
        told = _(N_("Too many wrong codes")) if mirror.closed else _(N_("Looking on: %d")) % mirror.viewers
        canvas.text(0, parts.KEYS_TOP + 1, told, Font.TINY)
        parts.soft_keys(canvas, ["", "", "", _(N_("New"))])
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """♣, and the ways back."""
        lit = dict.fromkeys((*BACK, Button.OK), Lamp.ON)
        return lit if facts.mirror is None else {**lit, Button.CLUB: Lamp.ON}
