"""The five sources, read and joined: pin maps, layout, parts, boards, enclosure."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from drivers.contract import Button
from drivers.layout import Layout, Place, layout

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"

Table = Mapping[str, Any]

NAMES = {
    Button.SPADE: "♠ spade",
    Button.HEART: "♥ heart",
    Button.DIAMOND: "♦ diamond",
    Button.CLUB: "♣ club",
    Button.OK: "OK",
    Button.UNDO: "UNDO",
    Button.HOME: "HOME",
}


@dataclass(frozen=True, slots=True)
class Source:
    """Everything that the box is made from. Lengths are millimetres, currents milliamperes."""

    pinout: Table
    layout: Layout
    parts: Table
    boards: Table
    enclosure: Table

    @property
    def maps(self) -> Mapping[str, Table]:
        """The pin maps by name."""
        maps: Mapping[str, Table] = self.pinout["map"]
        return maps

    @property
    def box_ma(self) -> float:
        """What one box may draw beyond the Pi itself."""
        return float(self.parts["budget"]["box_ma"])

    def part(self, name: str) -> Table:
        """One part of parts.toml."""
        parts: Mapping[str, Table] = self.parts["parts"]
        return parts[name]

    def button_part(self, button: Button) -> Table:
        """The part a button is: the 30 mm one or the 24 mm one."""
        return self.part("suit_button" if self.place(button).hole > 27 else "corner_button")

    def place(self, button: Button) -> Place:
        """Where a button stands on the face."""
        return self.layout.buttons[button]

    def header_pin(self, gpio: int) -> int:
        """The header pin of a GPIO number.

        >>> read().header_pin(17)
        11
        """
        return next(int(pin) for pin, what in self.boards["header"].items() if what == gpio)

    def supply_pins(self, supply: str) -> list[int]:
        """The header pins of "3V3", "5V" or "GND"."""
        return [int(pin) for pin, what in self.boards["header"].items() if what == supply]

    def pin_text(self, gpio: int) -> str:
        """A pin as it is written everywhere: both numbers, so that neither is taken for the other.

        >>> read().pin_text(17)
        'GPIO 17 (pin 11)'
        """
        return f"GPIO {gpio} (pin {self.header_pin(gpio)})"

    def mirrored(self) -> Source:
        """The box for left-handers: OK, UNDO, HOME and what belongs to them change sides; the suits keep their order."""
        width = self.layout.shell.width
        corners = (Button.OK, Button.UNDO, Button.HOME)

        def flip(centre: tuple[float, float]) -> tuple[float, float]:
            return (width - centre[0], centre[1])

        buttons = {
            button: replace(place, centre=flip(place.centre)) if button in corners else place
            for button, place in self.layout.buttons.items()
        }
        mark, buzzer = self.layout.mark, self.layout.buzzer
        return replace(
            self,
            layout=replace(
                self.layout,
                buttons=buttons,
                mark=replace(mark, centre=flip(mark.centre)),
                buzzer=replace(buzzer, centre=flip(buzzer.centre)),
            ),
            enclosure={**self.enclosure, "left_handed": True},
        )


def read() -> Source:
    """The sources as they are in the repository."""
    return Source(
        pinout=_toml(ROOT / "drivers" / "pinout.toml"),
        layout=layout(),
        parts=_toml(HARDWARE / "parts.toml"),
        boards=_toml(HARDWARE / "boards.toml"),
        enclosure=_toml(HARDWARE / "enclosure.toml"),
    )


def _toml(path: Path) -> Table:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def pins_of(pin_map: Table) -> list[tuple[str, int]]:
    """Every GPIO a pin map uses, with its purpose.

    >>> pins_of(read().maps["i2c"])[0]
    ('button spade', 5)
    """
    panel = {role: pin for role, pin in pin_map["panel"].items() if role not in {"bus", "port", "device"}}
    return [
        *((f"button {name}", pin) for name, pin in pin_map["buttons"].items()),
        *((f"lamp {name}", pin) for name, pin in pin_map["lamps"].items()),
        ("buzzer", pin_map["buzzer"]["pin"]),
        *((f"panel {role}", pin) for role, pin in panel.items()),
    ]


def config_lines(source: Source, map_name: str, board: str, *, clock: bool = False) -> list[str]:
    """What `config.txt` of a board must say for a pin map, without comments."""
    lines = []
    if source.maps[map_name]["panel"]["bus"] == "spi":
        lines.append("dtoverlay=spi0-1cs,no_miso")
    else:
        lines.append("dtparam=i2c_arm=on,i2c_arm_baudrate=400000")
        lines.append("dtparam=spi=off")
    if source.boards["boards"][board]["audio_off"]:
        lines.append("dtparam=audio=off")
    if clock:
        if source.boards["boards"][board]["clock"] == "DS3231":
            if "dtparam=i2c_arm=on,i2c_arm_baudrate=400000" not in lines:
                lines.append("dtparam=i2c_arm=on")
            lines.append("dtoverlay=i2c-rtc,ds3231")
        else:
            lines.append("dtparam=rtc_bbat_vchg=3000000")
    return lines


@dataclass(frozen=True, slots=True)
class Wedge:
    """The sloping face against the table: the one place where the two systems of coordinates meet.

    Face: x to the right, s up the slope, w inwards from the outer face. Table: x to the right, y away from the player,
    z up; the outer front edge of the face stands above y = 0.
    """

    slope: float
    front: float

    @classmethod
    def of(cls, plan: Layout) -> Wedge:
        """The wedge of a layout."""
        return cls(math.radians(plan.shell.slope), plan.shell.front)

    def table(self, s: float, w: float) -> tuple[float, float]:
        """(y, z) of a point s up the slope and w below the face."""
        return (
            s * math.cos(self.slope) + w * math.sin(self.slope),
            self.front + s * math.sin(self.slope) - w * math.cos(self.slope),
        )

    def down_to(self, s: float, z: float) -> float:
        """How far below the face a line square to it meets the height z."""
        return (self.front + s * math.sin(self.slope) - z) / math.cos(self.slope)
