"""A panel on SPI: data/command and reset through gpiozero, no RPi module anywhere."""

import sys

import pytest
from conftest import noise, same

from drivers.contract import Light
from drivers.simulator.box import Box
from drivers.wiring import PanelConfig, Wiring


@pytest.fixture(params=["ssd1306", "ssd1309", "sh1106"])
def box(request):
    box = Box(Wiring(map="spi", panel=PanelConfig(type=request.param)), virtual=True)
    yield box
    box.close()


def test_pictures_arrive(box):
    """Commands with DC low, data with DC high: else the glass would show something else."""
    for seed in range(5):
        box.board.show(noise(seed))
        box.advance(0.1)
        assert same(box.glass(), noise(seed))
    assert box.wires.log is None


def test_the_data_command_pin_is_a_pin_of_gpiozeros(box):
    """GPIO 9 is an output; after a command it is low, after data high."""
    box.board.show(noise(0))
    box.advance(0.05)
    box.board.show(noise(1))
    dc = box.pins.pin(9)
    assert dc.function == "output"
    assert dc.state
    box.board.shine(Light.DIM)
    assert not dc.state


def test_no_rpi_module_is_imported(box):
    """The SPI interface looks for RPi.GPIO unless it is given something in its place."""
    box.board.show(noise(0))
    box.advance(0.1)
    assert "RPi" not in sys.modules


def test_closing_lets_the_pins_go(box):
    """Another board can have them at once."""
    box.advance(0.1)
    box.close()
    assert box.pins.pins == {}
