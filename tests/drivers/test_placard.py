"""A picture on the panel of a box that cannot use its pins."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from device.home.questions import no_pins
from drivers import placard
from drivers.simulator.bus import I2CBus, I2CLine, Wires
from drivers.simulator.chips import CHIPS
from drivers.wiring import PanelConfig, Wiring

CAUSE = "lamps.spade and buttons.spade are both on GPIO 17; move one of them"
PICTURE = no_pins(NullTranslations(), CAUSE)
WRONG = {"buttons.spade": 17}


@pytest.fixture
def chip(monkeypatch):
    """A panel fresh from power-up at 0x3C, and nothing elsewhere."""
    chip = CHIPS["sh1106"]()
    chip.power_up(3)
    wires = Wires(chip, lambda: None)
    monkeypatch.setattr(placard, "i2c", lambda port, address: I2CLine(I2CBus(wires, 0x3C), address))
    return chip


def test_wrong_pins_are_said_on_the_glass(chip):
    """The bus needs none of them; the words stay after the program, and wear the glass little."""
    assert placard.put_up(Wiring(pins=WRONG, panel=PanelConfig(type="sh1106")), PICTURE)
    assert chip.glass() == PICTURE
    assert chip.contrast <= 64


def test_a_panel_that_is_not_there_is_no_second_failure(chip):
    """It says so, and raises nothing; on SPI it does not try."""
    assert not placard.put_up(Wiring(pins=WRONG, panel=PanelConfig(type="sh1106", address=0x3D)), PICTURE)
    assert not placard.put_up(Wiring(map="spi", pins=WRONG), PICTURE)


def test_a_machine_without_a_bus_is_none_either():
    """As on a laptop, with luma's real line."""
    assert not placard.put_up(Wiring(panel=PanelConfig(port=97)), PICTURE)
