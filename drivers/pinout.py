"""The wiring: reads pinout.toml, applies the owner's changes, and refuses what could not work or would hurt the Pi."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from drivers.contract import BoardError, Button

RESERVED: Mapping[int, str] = {
    **dict.fromkeys((0, 1), "the ID EEPROM of add-on boards, read at every start"),
    **dict.fromkeys((2, 3), "the I2C bus, with pull-ups that cannot be switched off"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys((18, 19, 20, 21), "the I2S sound bus"),
}
"""Pins that belong to somebody else, and to whom."""

LAMP_PINS = range(9, 28)
"""Pins that are pulled down while the Pi starts; a lamp on GPIO 0–8 would glow."""

BUZZER_PINS = (12, 13)
"""The pins with a pulse generator, but for those of the sound bus."""


class PinoutError(BoardError):
    """A wiring that cannot work. Names the function, the pin, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Pinout:
    """One pin map. All pins are GPIO (BCM) numbers; `panel` has the bus's own pins, `reset` and `dc` among them."""

    name: str
    title: str
    buttons: Mapping[Button, int]
    lamps: Mapping[Button, int]
    buzzer: int | None
    bus: Literal["i2c", "spi"]
    port: int
    device: int
    panel: Mapping[str, int]

    def functions(self) -> Iterator[tuple[str, int]]:
        """Every use of a pin by its dotted name, buttons first: ("buttons.spade", 5) …"""
        for button, pin in self.buttons.items():
            yield f"buttons.{button.value}", pin
        for button, pin in self.lamps.items():
            yield f"lamps.{button.value}", pin
        if self.buzzer is not None:
            yield "buzzer.pin", self.buzzer
        for name, pin in self.panel.items():
            yield f"panel.{name}", pin


def names() -> tuple[str, ...]:
    """The maps there are, the default first."""
    document = _document()
    return tuple(sorted(document["map"], key=lambda name: (name != document["default"], name)))


def load(name: str = "i2c", changes: Mapping[str, int] | None = None) -> Pinout:
    """The map of this name, with single pins changed by dotted name, checked. Raises PinoutError.

    >>> load("i2c", {"lamps.ok": 11}).lamps[Button.OK]
    11
    """
    maps = _document()["map"]
    if name not in maps:
        raise PinoutError(f'there is no pin map "{name}"; choose one of {", ".join(names())}')
    table = {section: dict(pins) if isinstance(pins, dict) else pins for section, pins in maps[name].items()}
    for function, pin in (changes or {}).items():
        section, _, key = function.partition(".")
        known = [f"{part}.{each}" for part, pins in table.items() if isinstance(pins, dict) for each in pins]
        changeable = [each for each in known if each not in _FIXED]
        if function not in changeable:
            raise PinoutError(f'"{function}" is not a function of the map "{name}"; there are {", ".join(changeable)}')
        if type(pin) is not int:
            raise PinoutError(f"{function} needs a GPIO number, 2 to 27, not {pin!r}")
        table[section][key] = pin
    pinout = _pinout(name, table)
    check(pinout)
    return pinout


def check(pinout: Pinout) -> None:
    """Raise PinoutError for the first thing that could not work."""
    taken: dict[int, str] = {}
    for function, pin in pinout.functions():
        if not 0 <= pin <= 27:
            raise PinoutError(f"{function} is on GPIO {pin}, which the header does not have; use 4 to 27")
        if pin in taken:
            raise PinoutError(f"{function} and {taken[pin]} are both on GPIO {pin}; move one of them")
        taken[pin] = function
        _check_owner(function, pin, pinout)
        if function.startswith("lamps.") and pin not in LAMP_PINS:
            raise PinoutError(
                f"{function} is on GPIO {pin}, which is pulled up while the Pi starts, so the lamp would glow; use 9 to 27"
            )
        if function == "buzzer.pin" and pin not in BUZZER_PINS:
            raise PinoutError(f"{function} is on GPIO {pin}, which has no pulse generator; use 12 or 13")


_BUS_PINS = {"i2c": ("sda", "scl"), "spi": ("mosi", "sclk", "ce")}
_FIXED = frozenset(
    {"panel.bus", "panel.port", "panel.device", "panel.sda", "panel.scl", "panel.mosi", "panel.sclk", "panel.ce"}
)


def _check_owner(function: str, pin: int, pinout: Pinout) -> None:
    if function in {f"panel.{name}" for name in _BUS_PINS[pinout.bus]}:
        return
    if pin in RESERVED:
        raise PinoutError(f"{function} is on GPIO {pin}, which belongs to {RESERVED[pin]}; use another pin")


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(files("drivers").joinpath("pinout.toml").read_text("utf-8"))


def _pinout(name: str, table: Mapping[str, Any]) -> Pinout:
    panel = table["panel"]
    return Pinout(
        name=name,
        title=table["title"],
        buttons={button: table["buttons"][button.value] for button in Button},
        lamps={button: table["lamps"][button.value] for button in Button if button.value in table["lamps"]},
        buzzer=table.get("buzzer", {}).get("pin"),
        bus=panel["bus"],
        port=panel["port"],
        device=panel.get("device", 0),
        panel={key: pin for key, pin in panel.items() if key not in ("bus", "port", "device")},
    )
