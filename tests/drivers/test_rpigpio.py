"""RPi.GPIO as the pin library: gpiozero's own factory for it, on a fake of the module."""

import sys
import threading
import types

import pytest
from fake_rpi_gpio import GPIO

from drivers.choose import open_board
from drivers.contract import Button, Lamp
from drivers.pinout import load
from drivers.wiring import PanelConfig, Wiring


@pytest.fixture
def rpi(monkeypatch):
    """Puts a fake RPi.GPIO in place of the real one."""

    def make(*, edges):
        gpio = GPIO(edges=edges)
        package = types.ModuleType("RPi")
        package.GPIO = gpio
        package.__path__ = []
        monkeypatch.setitem(sys.modules, "RPi", package)
        monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA03111)
        return gpio

    yield make
    sys.modules.pop("gpiozero.pins.rpigpio", None)


@pytest.fixture
def opened(rpi):
    """Opens the board on the fake, without a display, and closes it whatever happens."""
    boards = []

    def make():
        boards.append(open_board("pi", Wiring(pin_factory="rpigpio", panel=PanelConfig(port=99))))
        return boards[-1]

    yield make
    for board in boards:
        board.close()


@pytest.mark.parametrize("edges", [False, True])
def test_a_press_arrives_with_edges_and_without(rpi, opened, edges, caplog):
    """Where edges are refused, by reading the levels; the log says once which it is."""
    gpio = rpi(edges=edges)
    board = opened()
    told, heard = [], threading.Event()
    board.listen(lambda press: (told.append((press.button, press.held)), heard.set()))
    for button in (Button.HEART, Button.HOME):
        heard.clear()
        gpio.move(load("i2c").buttons[button], 0)
        # Without edges a slow finger: on a busy machine the levels are not read 200 times a second.
        threading.Event().wait(0.05 if edges else 0.25)
        gpio.move(load("i2c").buttons[button], 1)
        assert heard.wait(10.0)
    assert told == [(Button.HEART, False), (Button.HOME, False)]
    assert sum("refuses RPi.GPIO's edges" in record.message for record in caplog.records) == (not edges)


def test_lamps_work_and_are_off_at_the_end(rpi, opened):
    """On is a level without pulses; closing puts everything out."""
    gpio = rpi(edges=True)
    board = opened()
    board.light({Button.OK: Lamp.ON})
    lamp = load("i2c").lamps[Button.OK]
    for _ in range(500):
        if gpio.levels.get(lamp):
            break
        threading.Event().wait(0.01)
    assert gpio.levels[lamp] == 1
    assert lamp not in gpio.pulsing
    board.close()
    assert gpio.levels[lamp] == 0
    assert gpio.pulsing == {}
