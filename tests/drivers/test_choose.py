"""Real or simulated: what was asked for, or an error that says why not. Never something else."""

import sys
import threading
import time
import types

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.error import DevicePermissionError

import drivers.header
from drivers.choose import open_board
from drivers.contract import BoardError
from drivers.pi import PanelPins, PiBoard
from drivers.wiring import PanelConfig, Wiring


class LgpioError(Exception):
    """As lgpio's own: not an OSError, and it prints its value's repr."""


class FakeLgpio(types.ModuleType):
    """lgpio on a machine with these gpiochips: label by number, or an exception instead of a label."""

    def __init__(self, chips, owners=None):
        super().__init__("lgpio")
        self.error = LgpioError
        self.chips = chips
        self.owners = owners or {}
        self.opened = []

    def gpiochip_open(self, number):
        label = self.chips.get(number, LgpioError("can not open gpiochip"))
        if isinstance(label, Exception):
            raise label
        self.opened.append(number)
        return number

    def gpiochip_close(self, handle):
        self.opened.remove(handle)

    def gpio_get_chip_info(self, handle):
        return [0, 54, f"gpiochip{handle}", self.chips[handle]]

    def gpio_get_line_info(self, handle, gpio):
        owner = self.owners.get(gpio, "")
        return [0, gpio, 1 if owner else 0, f"GPIO{gpio}", owner]


@pytest.fixture
def pi(monkeypatch, tmp_path):
    """Makes this machine a Pi with given gpiochips; its header is a mock, and the chip opened is noted."""

    def make(chips, owners=None):
        lgpio = FakeLgpio(chips, owners)
        factories = []

        class Local(MockFactory):
            def __init__(self):
                super().__init__(revision="a02082")
                self.closed = False
                factories.append(self)

        class Factory(Local):
            def __init__(self, chip):
                """As in gpiozero 2.0: the chip named is not the one that is opened."""
                super().__init__()
                self._handle = self._chip = lgpio.gpiochip_open(0)

            @property
            def chip(self):
                return self._chip

            def close(self):
                super().close()
                if not self.closed:
                    lgpio.gpiochip_close(self._handle)
                self.closed = True

        module = types.ModuleType("gpiozero.pins.lgpio")
        module.LGPIOFactory = Factory
        module.LGPIOPin = MockPWMPin
        monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
        for number in chips:
            (tmp_path / f"gpiochip{number}").touch()
        monkeypatch.setattr(drivers.header, "DEVICES", tmp_path)
        return lgpio, factories

    return make


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
@pytest.mark.parametrize("number", [0, 4])
def test_the_header_is_found_by_its_label(pi, label, number):
    """A Pi 5's header was gpiochip4 and is gpiochip0 since kernel 6.6.45: the label tells, whatever the number."""
    lgpio, factories = pi({number: label, 1: "raspberrypi-exp-gpio", 10: "brcmvirt-gpio"})
    board = open_board("pi", Wiring())
    assert isinstance(board, PiBoard)
    assert [factory.chip for factory in factories] == [number]
    assert lgpio.opened == [number]
    board.close()
    assert factories[0].closed
    assert lgpio.opened == []


def test_a_setting_overrides_the_search(pi):
    """For the kernel nobody has met yet."""
    _, factories = pi({3: "something-new"})
    open_board("pi", Wiring(gpio_chip=3)).close()
    assert factories[0].chip == 3


def test_no_header_names_what_there_is(pi):
    """On a laptop with a GPIO chip of its own, or a Pi whose label nobody knows."""
    pi({0: "INT34C5:00"})
    with pytest.raises(
        BoardError, match=r"no gpiochip of a Raspberry Pi's header.* gpiochip0 \(INT34C5:00\).*chip under \[pins\]"
    ):
        open_board("pi", Wiring())


def test_a_chip_without_permission_says_which_group(pi):
    """The user is not in the group gpio."""
    pi({0: LgpioError("can not open gpiochip")})
    with pytest.raises(BoardError, match="group gpio"):
        open_board("pi", Wiring(gpio_chip=0))
    with pytest.raises(BoardError, match="group gpio"):
        open_board("pi", Wiring())


def test_a_missing_lgpio_names_the_package(monkeypatch):
    """No other library is tried in its place."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(BoardError, match=r"module lgpio is missing.*sudo apt install python3-lgpio"):
        open_board("pi", Wiring())


def test_a_missing_rpi_gpio_names_the_package(monkeypatch):
    """The same for the other library."""
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    with pytest.raises(BoardError, match=r"module RPi\.GPIO is missing.*apt install python3-rpi\.gpio"):
        open_board("pi", Wiring(pin_factory="rpigpio"))


def test_rpi_gpio_on_a_pi_5_names_the_other_library(monkeypatch):
    """It raises while it is imported: "Cannot determine SOC peripheral base address"."""

    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == "RPi":
                raise RuntimeError("Cannot determine SOC peripheral base address")

    monkeypatch.delitem(sys.modules, "RPi", raising=False)
    monkeypatch.delitem(sys.modules, "RPi.GPIO", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(BoardError, match=r'SOC peripheral base address; write factory = "lgpio" under \[pins\]'):
        open_board("pi", Wiring(pin_factory="rpigpio"))


@pytest.mark.parametrize(
    ("owner", "cure"),
    [
        ("spi0 CE1", r"dtoverlay=spi0-1cs"),
        ("onewire@0", r"overlay out of /boot/firmware/config\.txt"),
        ("picamera", "end that"),
    ],
)
def test_a_busy_pin_is_reported_with_its_owner(pi, owner, cure):
    """Another program, or an overlay: its name, and what to do."""
    lgpio, _ = pi({0: "pinctrl-bcm2711"}, {7: owner})
    with pytest.raises(BoardError, match=rf'buttons\.undo is on GPIO 7, which is in use by "{owner}"; .*{cure}'):
        open_board("pi", Wiring())
    assert lgpio.opened == []


def test_the_newest_pin_that_pulses_stops_after_the_others(pi, monkeypatch):
    """The library's thread for pulses would hang otherwise; see drivers/pulses.py. The others pulse on as they did."""
    _, factories = pi({0: "pinctrl-bcm2711"})
    board = open_board("pi", Wiring())
    lamp, buzzer = factories[0].pin("GPIO14"), factories[0].pin("GPIO15")
    told, set_frequency = [], MockPWMPin._set_frequency

    def tell(pin, hertz):
        told.append((pin, hertz))
        set_frequency(pin, hertz)

    lamp.function = buzzer.function = "output"
    monkeypatch.setattr(MockPWMPin, "_set_frequency", tell)
    lamp.frequency, buzzer.frequency = 200, 440
    lamp.state = 0.25
    buzzer.frequency = None
    assert told[2:] == [(lamp, None), (buzzer, None), (lamp, 200)]
    assert (lamp.frequency, lamp.state, buzzer.frequency) == (200, 0.25, None)
    lamp.frequency = None
    assert told[5:] == [(lamp, None)]
    board.close()


def test_the_buss_own_pins_are_not_busy(pi, monkeypatch):
    """CE0 belongs to spi0, as it should."""
    pi({0: "pinctrl-bcm2711"}, {8: "spi0 CE0"})
    monkeypatch.setitem(sys.modules, "spidev", types.ModuleType("spidev"))
    monkeypatch.setattr(drivers.header, "_connect", lambda *_: (_ for _ in ()).throw(OSError(2, "No such file")))
    board = open_board("pi", Wiring(map="spi"))
    assert board.stuck() == ()
    board.close()


def test_lumas_spi_is_given_pins_and_never_looks_for_rpi_gpio(pi, monkeypatch):
    """Without a `gpio` luma imports RPi.GPIO, which a Pi 5 does not have; the reset line is the display's own to pulse."""
    pi({0: "pinctrl-bcm2711"})
    monkeypatch.setitem(sys.modules, "spidev", types.ModuleType("spidev"))
    asked, opened = [], threading.Event()

    def line(**how):
        asked.append(how)
        opened.set()
        raise OSError(2, "No such file")

    monkeypatch.setattr(drivers.header, "spi", line)
    board = open_board("pi", Wiring(map="spi"))
    assert opened.wait(10)
    board.close()
    assert isinstance(asked[0]["gpio"], PanelPins)
    assert (asked[0]["gpio_DC"], asked[0]["gpio_RST"]) == (9, None)


def test_a_missing_spidev_names_the_package(pi, monkeypatch):
    """Only for a panel on SPI."""
    pi({0: "pinctrl-bcm2711"})
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(BoardError, match="apt install python3-spidev"):
        open_board("pi", Wiring(map="spi"))


def test_pins_that_cannot_be_had_are_let_go_again(pi, monkeypatch):
    """A claim fails half-way: an error for people, and nothing stays claimed."""
    _, factories = pi({0: "pinctrl-bcm2711"})
    monkeypatch.setattr("drivers.pi.Buttons", _busy)
    with pytest.raises(BoardError, match=r"GPIO busy.*end other programs"):
        open_board("pi", Wiring())
    assert factories[0].closed


def _busy(*_args, **_options):
    raise LgpioError("GPIO busy")


def test_a_read_only_directory_is_told_by_name(monkeypatch):
    """The library makes a pipe where it is told to; where it cannot, importing it fails."""

    def no_pipe(name):
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

    monkeypatch.setenv("LG_WD", "/nowhere")
    monkeypatch.setattr(drivers.header, "import_module", no_pipe)
    with pytest.raises(BoardError, match=r"cannot make its notification pipe in /nowhere: .*LG_WD"):
        open_board("pi", Wiring())


def test_no_bus_is_no_error_but_a_trouble(pi):
    """/dev/i2c-9 does not exist: the board opens, says so, and would go on trying."""
    pi({0: "pinctrl-bcm2711"})
    (trouble,) = troubles_of_the_display(Wiring(panel=PanelConfig(port=9)))
    assert trouble.startswith("display at 0x3C on /dev/i2c-9: the bus is off; switch it on: sudo ")
    assert trouble.endswith("meneur-boot-settings, then sudo reboot")


def test_a_bus_that_came_after_the_service_needs_a_restart_of_it(pi, monkeypatch):
    """The sandbox has closed it, and no group would open it; a person at the shell may lack the group."""

    def refused(**_options):
        raise DevicePermissionError("I2C device permission denied: /dev/i2c-1")

    pi({0: "pinctrl-bcm2711"})
    monkeypatch.setattr(drivers.header, "i2c", refused)
    (trouble,) = troubles_of_the_display(Wiring())
    assert trouble.startswith("display at 0x3C on /dev/i2c-1: no permission; ")
    assert "sudo systemctl restart meneur" in trouble
    assert "groups i2c and spi" in trouble


def troubles_of_the_display(wiring):
    """What the display says once it has tried."""
    board = open_board("pi", wiring)
    for _ in range(500):
        if found := [trouble for trouble in board.troubles() if "display" in trouble]:
            break
        threading.Event().wait(0.01)
    board.close()
    return found


def test_simulated_is_simulated():
    """The same board on modelled pins."""
    board = open_board("simulated", Wiring())
    assert isinstance(board, PiBoard)
    assert board.alive()
    board.close()


@pytest.mark.parametrize("panel", [PanelConfig(), PanelConfig(port=3)])
def test_luma_is_given_no_reset_pin(pi, monkeypatch, panel):
    """The display pulses reset itself, each time it starts the panel again; two owners of one pin would be one too many."""
    pi({0: "pinctrl-rp1"})
    monkeypatch.setitem(sys.modules, "spidev", types.ModuleType("spidev"))
    opened = []

    def spi(**settings):
        opened.append(settings)
        raise OSError("no panel here")

    monkeypatch.setattr(drivers.header, "spi", spi)
    board = open_board("pi", Wiring(map="spi", panel=panel))
    for _ in range(200):
        if opened:
            break
        time.sleep(0.01)
    board.close()
    assert opened[0]["gpio_RST"] is None
    assert (opened[0]["port"], opened[0]["gpio_DC"]) == (panel.port or 0, 9)
