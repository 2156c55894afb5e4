"""Drawings as SVG text: the header with its pins, the face with its measures, one channel of the circuit, the caps."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape

from drivers.contract import Button
from hardware.make.source import NAMES, ROOT, Source, pins_of

CAPS = ROOT / "drivers" / "simulator" / "browser" / "page" / "drawing.js"
PAPER, INK, SOFT = "#fbfaf6", "#1c1c1c", "#7a776e"
PURPOSES = {"button": "#2f6db5", "lamp": "#d1901f", "panel": "#3d8b4f", "buzzer": "#a2479b"}
SUPPLIES = {"5V": "#c8322b", "3V3": "#e07f3c", "GND": "#1c1c1c"}
COLOURS = {"blue": "#3f7fd0", "red": "#d2453c", "yellow": "#e3b53a", "green": "#4a9f5b", "white": "#f2f0ea"}


def number(value: float) -> str:
    """A length with at most two decimals and no empty ones.

    >>> number(12.50)
    '12.5'
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def sheet(width: float, height: float, parts: Iterable[str], *, unit: str = "") -> str:
    """A whole SVG file."""
    size = f'width="{number(width)}{unit}" height="{number(height)}{unit}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(width)} {number(height)}"'
    body = "\n".join(parts)
    ground = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return f'{head} font-family="DejaVu Sans, Verdana, sans-serif">\n{ground}\n{body}\n</svg>\n'


def text(
    x: float, y: float, words: str, *, size: float = 12, fill: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """A line of text; y is its base line."""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}"{weight}>{escape(words)}</text>'


def line(*points: tuple[float, float], stroke: str = INK, width: float = 1.5, dash: str = "") -> str:
    """A polyline."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{number(width)}"{dashes}/>'


def circle(x: float, y: float, radius: float, *, fill: str = "none", stroke: str = INK, width: float = 1) -> str:
    """A circle."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {place} fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def box(
    x: float,
    y: float,
    wide: float,
    high: float,
    *,
    fill: str = "none",
    stroke: str = INK,
    radius: float = 0,
    width: float = 1,
) -> str:
    """A rectangle."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" rx="{number(radius)}"'
    return f'<rect {place} fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def header(source: Source, map_name: str) -> str:
    """The 40-pin header as the board lies in the box from above, header to the left: pin 1 at the top left."""
    purposes = {pin: purpose for purpose, pin in pins_of(source.maps[map_name])}
    parts = [
        text(
            330, 30, f"Header, map “{map_name}”: {source.maps[map_name]['title']}", size=17, anchor="middle", bold=True
        )
    ]
    parts.append(
        text(330, 50, "seen from above; pin 1 has the square pad, next to the microSD card", fill=SOFT, anchor="middle")
    )
    parts.append(box(288, 64, 84, 20 * 26 + 12, fill="#e8e5dc", stroke=SOFT, radius=6))
    for name, what in source.boards["header"].items():
        pin = int(name)
        left = pin % 2 == 1
        x, y = (312 if left else 348), 83 + (pin - 1) // 2 * 26
        used = isinstance(what, int) and what in purposes
        kind = purposes[what].split()[0] if used else ""
        colour = PURPOSES[kind] if used else SUPPLIES.get(what, PAPER)
        filled = used or what in SUPPLIES
        parts.append(box(x - 10, y - 10, 20, 20, fill=colour, stroke=INK, radius=0 if pin == 1 else 10))
        parts.append(text(x, y + 4, name, size=10, fill=PAPER if filled else INK, anchor="middle"))
        label = f"GPIO {what}" if isinstance(what, int) else what
        if used:
            purpose = purposes[what]
            label = f"{purpose} · {label}" if left else f"{label} · {purpose}"
        end = 276 if left else 384
        fill = colour if filled else SOFT
        parts.append(text(end, y + 4, label, fill=fill, anchor="end" if left else "start", bold=used))
    for place, (kind, colour) in enumerate(PURPOSES.items()):
        parts.append(circle(150 + 100 * place, 622, 7, fill=colour))
        parts.append(text(163 + 100 * place, 626, kind))
    return sheet(660, 645, parts)


def face(source: Source) -> str:
    """The face at twice its size, with the centres to drill by for a box made of wood."""
    plan, scale, left, top = source.layout, 3.0, 60.0, 60.0
    shell, screen = plan.shell, plan.screen

    def at(x: float, s: float) -> tuple[float, float]:
        return left + x * scale, top + (shell.depth - s) * scale

    def rectangle(size: tuple[float, float], **style: object) -> str:
        x, y = at(screen.centre[0] - size[0] / 2, screen.centre[1] + size[1] / 2)
        return box(x, y, size[0] * scale, size[1] * scale, **style)  # type: ignore[arg-type]  # style is passed on

    wide, high = shell.width * scale, shell.depth * scale
    parts = [box(left, top, wide, high, fill="#e9e4d8", radius=shell.corner * scale, width=2)]
    parts.append(rectangle(screen.module, stroke=SOFT))
    parts.append(rectangle(screen.window, fill=INK, radius=4))
    parts.append(rectangle(screen.active, stroke="#9fd0ff"))
    x, y = at(*screen.centre)
    parts.append(text(x, y + 5, f"window {_size(screen.window)}", size=13, fill="#9fd0ff", anchor="middle"))
    for button, place in plan.buttons.items():
        x, y = at(*place.centre)
        parts.append(circle(x, y, place.collar / 2 * scale, stroke=SOFT))
        parts.append(circle(x, y, place.hole / 2 * scale, fill=COLOURS[place.colour], width=2))
        parts.append(text(x, y - 8, NAMES[button], size=13, anchor="middle", bold=True))
        parts.append(text(x, y + 8, f"⌀{number(place.hole)}", anchor="middle"))
        parts.append(
            text(x, y + 22, f"{number(place.centre[0])} | {number(place.centre[1])}", size=11, anchor="middle")
        )
    x, y = at(*plan.buzzer.centre)
    parts.append(circle(x, y, plan.buzzer.diameter / 2 * scale, stroke=SOFT))
    parts.append(text(x, y + 4, "buzzer", anchor="middle", fill=SOFT))
    x, y = at(*plan.mark.centre)
    parts.append(circle(x, y, plan.mark.diameter / 2 * scale, fill=INK))
    parts += [
        line((left, top + high + 25), (left + wide, top + high + 25)),
        text(left + wide / 2, top + high + 45, f"{number(shell.width)} mm", anchor="middle", bold=True),
        line((left - 25, top), (left - 25, top + high)),
        text(left - 30, top - 12, f"{number(shell.depth)} mm", bold=True),
        text(left + wide / 2, 30, "The face, looked at squarely (millimetres)", size=17, anchor="middle", bold=True),
        text(left + wide, 50, "x | y of the centres from the front left corner", anchor="end", fill=SOFT),
    ]
    return sheet(left * 2 + wide, top + high + 65, parts)


def _size(size: tuple[float, float]) -> str:
    return f"{number(size[0])} × {number(size[1])}"


def circuit(source: Source, map_name: str, button: Button = Button.SPADE) -> str:
    """One button, its lamp and its channel of the driver; the other six are the same."""
    pin_map = source.maps[map_name]
    switch, lamp = pin_map["buttons"][button.value], pin_map["lamps"][button.value]
    ohm = source.part("buzzer_resistor")["ohm"]
    left = [
        text(40, 40, f"Button {NAMES[button]}", size=16, bold=True),
        text(40, 108, source.pin_text(switch), bold=True),
        line((40, 120), (180, 120)),
        resistor(180, 120, "1 kΩ"),
        line((240, 120), (340, 120), (340, 150)),
        line((90, 120), (90, 165)),
        capacitor(90, 165, "0.1 µF"),
        line((90, 173), (90, 230)),
        ground(90, 230),
        line((290, 120), (290, 100)),
        upright(290, 100, "10 kΩ"),
        line((290, 40), (290, 26)),
        text(298, 32, "3V3", fill=SUPPLIES["3V3"], bold=True),
        circle(340, 150, 3, fill=INK),
        line((340, 150), (362, 188)),
        circle(340, 195, 3, fill=INK),
        line((340, 195), (340, 230)),
        ground(340, 230),
        text(370, 178, "in the button"),
        text(370, 196, "pressed = low", fill=SOFT),
        *(circle(x, 120, 3, fill=INK) for x in (90, 290)),
    ]
    shift = 530
    right = [
        text(shift, 40, "Its lamp", size=16, bold=True),
        text(shift, 90, source.pin_text(lamp), bold=True),
        line((shift, 100), (shift + 130, 100)),
        box(shift + 130, 66, 100, 78, fill="#e8e5dc"),
        text(shift + 180, 96, "ULN2803A", anchor="middle", bold=True),
        text(shift + 180, 116, "one of 8", anchor="middle", fill=SOFT),
        text(shift + 135, 110, "1", size=10, fill=SOFT),
        text(shift + 225, 110, "18", size=10, fill=SOFT, anchor="end"),
        line((shift + 180, 144), (shift + 180, 220)),
        ground(shift + 180, 220),
        text(shift + 188, 164, "9", size=10, fill=SOFT),
        line((shift + 230, 100), (shift + 310, 100), (shift + 310, 88)),
        lamp_symbol(shift + 310, 70),
        line((shift + 310, 52), (shift + 310, 34)),
        text(shift + 322, 38, "5 V", fill=SUPPLIES["5V"], bold=True),
        text(shift + 332, 75, "lamp, resistor inside"),
    ]
    base = 310
    buzzer = [
        text(40, base, "Buzzer", size=16, bold=True),
        text(40, base + 40, source.pin_text(pin_map["buzzer"]["pin"]), bold=True),
        line((40, base + 50), (180, base + 50)),
        resistor(180, base + 50, f"{number(ohm)} Ω"),
        line((240, base + 50), (290, base + 50), (290, base + 66)),
        box(274, base + 66, 32, 12, fill="#e8e5dc"),
        line((290, base + 78), (290, base + 94)),
        ground(290, base + 94),
        text(316, base + 77, "piezo"),
    ]
    panel = [text(shift, base, "Panel", size=16, bold=True)]
    rows = [("GND", "GND"), ("3V3", "VCC")] + [
        (source.pin_text(p), n.removeprefix("panel ").upper()) for n, p in pins_of(pin_map) if n.startswith("panel ")
    ]
    panel += [text(shift, base + 28 + 18 * row, f"{name}  –  {pin}") for row, (pin, name) in enumerate(rows)]
    return sheet(1010, 450, [*left, *right, *buzzer, *panel])


def resistor(x: float, y: float, value: str) -> str:
    """A lying resistor, 60 wide."""
    return box(x, y - 9, 60, 18, fill=PAPER) + text(x + 30, y - 15, value, anchor="middle")


def upright(x: float, y: float, value: str) -> str:
    """A standing resistor, 60 high, from y upwards."""
    return box(x - 9, y - 60, 18, 60, fill=PAPER) + text(x + 16, y - 24, value)


def capacitor(x: float, y: float, value: str) -> str:
    """Two plates, 8 apart."""
    return (
        line((x - 16, y), (x + 16, y), width=3)
        + line((x - 16, y + 8), (x + 16, y + 8), width=3)
        + text(x + 22, y + 10, value)
    )


def ground(x: float, y: float) -> str:
    """The sign for GND."""
    bars = (line((x - 14 + 5 * step, y + 5 * step), (x + 14 - 5 * step, y + 5 * step), width=2) for step in range(3))
    return "".join(bars)


def lamp_symbol(x: float, y: float) -> str:
    """A lamp, 36 high."""
    arm = 18 * math.sqrt(0.5)
    cross = line((x - arm, y - arm), (x + arm, y + arm)) + line((x - arm, y + arm), (x + arm, y - arm))
    return circle(x, y, 18, fill="#fff3c4") + cross


def glyphs() -> dict[Button, str]:
    """What is printed on the caps, as SVG paths in a square of 24: the browser simulator's own drawings."""
    found = dict(re.findall(r'^\s+(\w+): "(M[^"]+)"', CAPS.read_text(encoding="utf-8"), re.MULTILINE))
    return {button: found[button.value] for button in Button}


def caps(source: Source) -> str:
    """Inlays for the caps, at their true size: print on film or paper, cut, lay under the translucent caps."""
    parts = [text(8, 9, "Inlays for the caps, true size: print at 100 %, cut along the circles", size=3.6)]
    x = 8.0
    for button, path in glyphs().items():
        radius = source.place(button).cap / 2 - 1
        scale = radius * 1.3 / 24
        left, top = x + radius - 12 * scale, 28 - 12 * scale
        parts.append(circle(x + radius, 28, radius, width=0.2))
        parts.append(
            f'<path transform="translate({number(left)} {number(top)}) scale({scale:.4f})" d="{path}" fill="{INK}"/>'
        )
        parts.append(text(x + radius, 28 + radius + 5, NAMES[button], size=2.8, anchor="middle", fill=SOFT))
        x += 2 * radius + 4
    parts += [line((8, 56), (58, 56), width=0.3), text(62, 57, "this line is 50 mm long", size=3)]
    return sheet(x + 4, 62, parts, unit="mm")
