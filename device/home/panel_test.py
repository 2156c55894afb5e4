"""The panel test: every button says its name on the glass and lights its lamp; the border shows that no column is missing."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font
from device.home.page import BUTTON_NAMES, Facts, Reply
from device.texts import N_
from drivers.contract import Button, Lamp, Lamps, Press


@dataclass(frozen=True, slots=True)
class PanelTest:
    """Which button was pressed last, and which have been; HOME pressed twice in a row leaves."""

    pressed: Button | None = None
    seen: tuple[Button, ...] = ()

    def press(self, press: Press, facts: Facts) -> Reply:
        """Show the button; the second HOME in a row goes back."""
        if press.button is Button.HOME and self.pressed is Button.HOME:
            return Reply(back=True)
        seen = self.seen if press.button in self.seen else (*self.seen, press.button)
        return Reply(stay=PanelTest(press.button, seen))

    def draw(self, facts: Facts) -> Image.Image:
        """A border with marked corners, the button's name, and how many are still to be tried."""
        _ = facts.texts.gettext
        canvas = Canvas()
        canvas.box(0, 0, WIDTH, HEIGHT)
        for x, y in ((2, 2), (WIDTH - 6, 2), (2, HEIGHT - 6), (WIDTH - 6, HEIGHT - 6)):
            canvas.box(x, y, 4, 4, fill=True)
        name = BUTTON_NAMES[self.pressed] if self.pressed else _(N_("Press each button"))
        canvas.text(WIDTH // 2, 14, name, Font.LARGE if self.pressed else Font.SMALL, align="centre")
        canvas.text(WIDTH // 2, 36, f"{len(self.seen)}/{len(Button)}", Font.BODY, align="centre")
        canvas.text(WIDTH // 2, 52, _(N_("HOME twice: out")), Font.TINY, align="centre")
        return canvas.image

    def lamps(self, facts: Facts) -> Lamps:
        """The pressed button's lamp blinks, those not tried yet glow."""
        lit = {button: Lamp.ON for button in Button if button not in self.seen}
        return lit if self.pressed is None else lit | {self.pressed: Lamp.BLINK}
