"""The box as a picture: the face of `drivers/layout.toml` with its glass and its lamps as they are now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from device.draw.fonts import Font, load
from device.draw.sprites import sprite
from drivers.contract import SUIT_BUTTONS, Button
from drivers.layout import Place, layout

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""
GLASS_SCALE = 2
"""Picture pixels for one pixel of the glass."""
TINT = (190, 225, 255)
TABLE, SHELL, EDGE, BLACK = (92, 64, 44), (52, 54, 60), (88, 90, 98), (6, 8, 12)
COLOURS = {
    "blue": (64, 120, 255),
    "red": (240, 60, 60),
    "yellow": (250, 200, 60),
    "green": (40, 190, 90),
    "white": (232, 232, 236),
}
LEVELS = 4
"""Steps of brightness of a lamp: what an eye tells apart, and what a small palette holds."""
MARGIN = 14


def _millimetre() -> float:
    return 128 * GLASS_SCALE / layout().screen.active[0]


def palette() -> Image.Image:
    """Every colour that a picture of the box can have, for GIFs without guessing."""
    caps = [_shaded(colour, level / LEVELS) for colour in COLOURS.values() for level in range(LEVELS + 1)]
    colours = [TINT, TABLE, SHELL, EDGE, BLACK, *caps]
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in colours for value in colour] * (256 // len(colours)))
    return image


def _shaded(colour: Colour, level: float) -> Colour:
    """A cap as bright as its lamp; a dark one is still seen."""
    red, green, blue = (round(value * (0.3 + 0.7 * level)) for value in colour)
    return red, green, blue


def draw_box(glass: Image.Image, lamps: Mapping[Button, float]) -> Image.Image:
    """The box with this picture on its glass and these lamps (0 to 1)."""
    picture = _empty_box().copy()
    pen = ImageDraw.Draw(picture)
    for button, place in layout().buttons.items():
        _cap(picture, pen, button, place, round(lamps.get(button, 0.0) * LEVELS) / LEVELS)
    lit = Image.new("RGB", glass.size, BLACK)
    lit.paste(TINT, mask=glass)
    large = lit.resize((glass.width * GLASS_SCALE, glass.height * GLASS_SCALE), Image.Resampling.NEAREST)
    x, y = _at(layout().screen.centre)
    picture.paste(large, (x - large.width // 2, y - large.height // 2))
    return picture


def _at(centre: tuple[float, float]) -> tuple[int, int]:
    """Millimetres from the front left corner to picture pixels from the upper left."""
    scale, shell = _millimetre(), layout().shell
    return MARGIN + round(centre[0] * scale), MARGIN + round((shell.depth - centre[1]) * scale)


@cache
def _empty_box() -> Image.Image:
    """The table, the shell, the bezel and the grille."""
    scale, shell, screen = _millimetre(), layout().shell, layout().screen
    wide, high = round(shell.width * scale), round(shell.depth * scale)
    picture = Image.new("RGB", (wide + 2 * MARGIN, high + 2 * MARGIN), TABLE)
    pen = ImageDraw.Draw(picture)
    corner = round(shell.corner * scale)
    pen.rounded_rectangle((MARGIN, MARGIN, MARGIN + wide, MARGIN + high), corner, fill=SHELL, outline=EDGE, width=2)
    x, y = _at(screen.centre)
    half_wide, half_high = round(screen.window[0] * scale / 2), round(screen.window[1] * scale / 2)
    pen.rounded_rectangle(
        (x - half_wide - 4, y - half_high - 4, x + half_wide + 4, y + half_high + 4),
        6,
        fill=BLACK,
        outline=EDGE,
        width=2,
    )
    x, y = _at(layout().buzzer.centre)
    for ring in range(4):
        for step in range(max(1, 6 * ring)):
            angle = 2 * pi * step / max(1, 6 * ring)
            _dot(pen, x + round(ring * 11 * cos(angle)), y + round(ring * 11 * sin(angle)), 2, BLACK)
    x, y = _at(layout().mark.centre)
    _dot(pen, x, y, 3, EDGE)
    return picture


def _dot(pen: ImageDraw.ImageDraw, x: int, y: int, radius: int, colour: Colour) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _cap(picture: Image.Image, pen: ImageDraw.ImageDraw, button: Button, place: Place, level: float) -> None:
    """One button: collar, cap as bright as its lamp, its sign."""
    x, y = _at(place.centre)
    scale = _millimetre() / 2
    _dot(pen, x, y, round(place.collar * scale), BLACK)
    _dot(pen, x, y, round(place.cap * scale), _shaded(COLOURS[place.colour], level))
    if button in SUIT_BUTTONS:
        suit = sprite("suit_24")[SUIT_BUTTONS.index(button)]
        sign = suit.resize((suit.width * 2, suit.height * 2), Image.Resampling.NEAREST)
        picture.paste(BLACK, (x - sign.width // 2, y - sign.height // 2), sign)
    else:
        pen.fontmode = "1"
        pen.text((x, y), button.name, font=load(Font.LARGE), fill=BLACK, anchor="mm")
