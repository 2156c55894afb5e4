"""A picture on the panel alone, for a box that cannot use its pins: a panel on I2C needs none of them.

It stays when this program has ended, until the power goes or another program takes the panel.
"""

from __future__ import annotations

from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from PIL import Image

from drivers import pinout
from drivers.contract import BoardError
from drivers.oled import show_once
from drivers.wiring import Wiring

_CONTRAST = 64
"""It may stay for days, and an OLED wears."""


def put_up(wiring: Wiring, picture: Image.Image) -> bool:
    """Show a picture on the panel, if it is on I2C and answers; whether it does."""
    try:
        pins = pinout.load(wiring.map, {})  # the map's own: those of the settings may be what is wrong
        if pins.bus != "i2c":
            return False
        line = i2c(port=wiring.panel.port_or(pins.port), address=wiring.panel.address)
    except (BoardError, LumaError, OSError):
        return False
    try:
        show_once(wiring.panel, line, picture, contrast=_CONTRAST)
    except (LumaError, OSError):
        return False
    finally:
        line.cleanup()
    return True
