"""How Red or Black looks: the set-up, the run with the card just turned, and the score."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from device.cards import parse_card
from device.draw.canvas import WIDTH, Canvas
from device.draw.digits import Digits, number
from device.draw.fonts import Font
from device.draw.headline import headline
from device.draw.parts import banner, soft_keys, title
from device.draw.sprites import sprite
from device.texts import N_
from drivers.contract import SUIT_BUTTONS

from .controls import COLOURS, TURN_SECONDS, Table, turning
from .rules import COLOUR_NAMES, Colour, Phase, hits, left, runs, turned

CARD = (87, 1, 40, 52)
"""Where the card lies: left, top, width, height."""
RUN_CENTRE = 42


def draw(scene: Table) -> Image.Image:
    """The picture of any scene."""
    canvas = Canvas()
    match scene.state.phase:
        case Phase.SETUP:
            _draw_setup(canvas, scene)
        case Phase.OVER if not turning(scene):
            _draw_score(canvas, scene)
        case _:
            _draw_run(canvas, scene)
    if scene.refused:
        banner(canvas, scene.refused.said(scene.texts))
    return canvas.image


def _draw_setup(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    title(canvas, _(N_("Red or Black")))
    number(canvas, 44, 16, str(scene.state.length), Digits.LARGE, align="right")
    canvas.text(52, 18, _(N_("cards to guess")), Font.SMALL)
    canvas.text(52, 36, _(N_("OK: shuffle")), Font.SMALL)
    soft_keys(canvas, [_(N_("Cards")), "", "", ""])


def _draw_run(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    if turning(scene) and scene.before is not None:
        # The numbers must not tell the colour before the card does.
        state, words = scene.before, ""
        _draw_turning_card(canvas, scene.elapsed)
    else:
        state = scene.state
        missed = bool(state.guesses) and not hits(state)[-1]
        words = _(N_("missed!")) if missed else _(N_("in a row"))
        _draw_card(canvas, turned(state)[-1] if state.guesses else None, _)
    canvas.text(0, 0, f"{len(state.guesses)}/{state.length}", Font.TINY)
    if scene.options.house["show_left"]:
        counts = f"♥♦{left(state, Colour.RED)} ♠♣{left(state, Colour.BLACK)}"
        canvas.text(84, 0, counts, Font.TINY, align="right")
    number(canvas, RUN_CENTRE, 10, str(runs(state)[-1]), Digits.LARGE, align="centre")
    canvas.text(RUN_CENTRE, 47, words, Font.TINY, align="centre")
    if scene.state.phase is Phase.GUESSING:
        soft_keys(canvas, [_(COLOUR_NAMES[COLOURS[button]]) for button in SUIT_BUTTONS])


def _draw_card(canvas: Canvas, card: str | None, say: Callable[[str], str]) -> None:
    """The card just turned, large; the back of the pack before the first one."""
    x, y, wide, high = CARD
    canvas.box(x, y, wide, high)
    if card is None:
        for row in range(y + 4, y + high - 3, 2):
            canvas.dots(x + 4 + row // 2 % 2, row, x + wide - 3)
        return
    face = parse_card(card)
    headline(canvas, (x + 4, y + 3, wide - 8, 22), face.rank_in(say))
    canvas.stamp(x + 8, y + 26, sprite("suit_24")["♠♥♦♣".index(face.suit.symbol)])


def _draw_turning_card(canvas: Canvas, elapsed: float) -> None:
    """The card as wide as it looks while it turns over its edge."""
    x, y, wide, high = CARD
    width = max(2, round(wide * abs(1 - 2 * elapsed / TURN_SECONDS)))
    canvas.box(x + (wide - width) // 2, y, width, high)


def _draw_score(canvas: Canvas, scene: Table) -> None:
    _ = scene.texts.gettext
    state = scene.state
    title(canvas, _(N_("Longest run")))
    number(canvas, WIDTH // 2, 16, str(max(runs(state))), Digits.LARGE, align="centre")
    values = {"right": sum(hits(state)), "all": state.length}
    canvas.text(0, 56, _(N_("%(right)d of %(all)d right")) % values, Font.TINY)
    canvas.text(WIDTH, 56, _(N_("OK: once more")), Font.TINY, align="right")
