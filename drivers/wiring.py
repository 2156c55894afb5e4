"""What a person may choose about the hardware, as plain values: the settings file becomes one `Wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

PanelType = Literal["ssd1306", "sh1106", "ssd1309"]
"""0.96", 1.3" and 2.42" panels, in this order, most of the time: the seller's page is often wrong, `meneur doctor` is not."""

PinFactory = Literal["lgpio", "rpigpio"]
LGPIO = 'write factory = "lgpio" under [pins] in the settings'
"""What to do where RPi.GPIO cannot run, as on every Pi 5."""


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """The panel. Its bus and the bus's pins are the pin map's; `None` takes the map's or the controller's own value.

    `port` is the bus number (1 is /dev/i2c-1), `address` the 7-bit I2C address, `rotation` 0 or 180 degrees,
    `column_offset` the first of the controller's columns that is wired to the glass, `contrast` 1–255 at full light.
    """

    type: PanelType = "ssd1306"
    port: int | None = None
    address: int = 0x3C
    rotation: Literal[0, 180] = 0
    column_offset: int | None = None
    contrast: int = 207

    def port_or(self, usual: int) -> int:
        """The bus number, where the pin map's is `usual`."""
        return usual if self.port is None else self.port


@dataclass(frozen=True, slots=True)
class Wiring:
    """The whole box. `map` names a pin map of pinout.toml; `pins` overrides single pins of it by their dotted name.

    >>> Wiring(map="i2c", pins={"lamps.ok": 11, "buzzer.pin": 12}).panel.address
    60

    `gpio_chip` overrides the search for the header's gpiochip; `volume` is 0 (silent) to 100.
    A button is held after `slowness` times the usual seconds; HOME, which switches off, always after its own.
    """

    map: str = "i2c"
    pins: Mapping[str, int] = field(default_factory=dict)
    panel: PanelConfig = field(default_factory=PanelConfig)
    pin_factory: PinFactory = "lgpio"
    gpio_chip: int | None = None
    volume: int = 60
    slowness: float = 1.0
