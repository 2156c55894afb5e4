"""The real Pi: its pins through lgpio or RPi.GPIO, whichever was asked for, and its buses through luma.

Nothing here falls back to anything. gpiozero left alone tries four pin libraries in turn, and a box that runs on the wrong one
loses presses for reasons nobody finds.
"""

from __future__ import annotations

import atexit
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from luma.core.interface.serial import i2c, spi

from drivers import pinout
from drivers.chores import MonotonicClock, ThreadWorker
from drivers.contract import BoardBusy, BoardError
from drivers.oled import Line
from drivers.pi import PiBoard
from drivers.pinout import Pinout
from drivers.pulses import Pulses
from drivers.wiring import LGPIO, Wiring

log = logging.getLogger(__name__)

CHIP_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The chips behind the 40-pin header: Zero to 3, 4, and 5. Their numbers differ from kernel to kernel, their labels do not."""

SPI_HERTZ = 8_000_000
"""What the controllers are specified for is 10 MHz; luma's own default is this."""

DEVICES = Path("/dev")
"""Where the kernel lists its gpiochips."""

_LINE_IN_USE = 1
"""lgpio's flag of a line that has an owner."""


def open_pi_board(wiring: Wiring) -> PiBoard:
    """The board on this Pi. Raises BoardError naming cause and cure; a missing display is not one."""
    pins = pinout.load(wiring.map, wiring.pins)
    if pins.bus == "spi":
        _needed("spidev", "python3-spidev")
    factory = _lgpio_pins(pins, wiring.gpio_chip) if wiring.pin_factory == "lgpio" else _rpigpio_pins()
    clock = MonotonicClock()
    try:
        return PiBoard(
            wiring,
            factory=factory,
            connect=lambda pins, gpio: _connect(wiring, pins, gpio),
            clock=clock,
            hire=lambda name: ThreadWorker(name, clock),
        )
    except Exception as fault:
        factory.close()
        raise BoardBusy(
            f"the pins cannot be used ({type(fault).__name__}: {fault}); end other programs that use them, "
            "and see that this user is in the group gpio"
        ) from fault


def _connect(wiring: Wiring, pins: Pinout, gpio: Any) -> Line:
    port = wiring.panel.port_or(pins.port)
    line: Line
    if pins.bus == "i2c":
        line = i2c(port=port, address=wiring.panel.address)
    else:
        # The display pulses reset itself, each time it starts the panel again.
        line = spi(
            port=port,
            device=pins.device,
            bus_speed_hz=SPI_HERTZ,
            gpio=gpio,
            gpio_DC=pins.panel["dc"],
            gpio_RST=None,
        )
    return line


def _lgpio_pins(pins: Pinout, chip: int | None) -> Any:
    lgpio = _needed("lgpio", "python3-lgpio")
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin  # noqa: PLC0415 - imports lgpio

    pulses = Pulses()

    class HeaderPin(LGPIOPin):  # type: ignore[misc]  # gpiozero has no types
        """A pin whose pulses end only when lgpio can bear it."""

        def hush(self) -> None:
            self._before = self.frequency, self.state
            super()._set_frequency(None)

        def resume(self) -> None:
            hertz, level = self._before
            super()._set_frequency(hertz)
            super()._set_state(level)

        def _set_frequency(self, value: float | None) -> None:
            if value:
                super()._set_frequency(value)
                pulses.started(self)
            elif self.frequency:
                pulses.stop(self)

    class HeaderFactory(LGPIOFactory):  # type: ignore[misc]  # gpiozero has no types
        """The chip that was found. gpiozero 2.0 takes a number and opens another chip all the same; 2.0.1 does not."""

        def __init__(self, number: int) -> None:
            super(LGPIOFactory, self).__init__()
            self._handle = lgpio.gpiochip_open(number)
            self._chip = number
            self.pin_class = HeaderPin

    number = _header_chip(lgpio) if chip is None else chip
    try:
        handle = lgpio.gpiochip_open(number)
        try:
            _refuse_busy(lgpio, handle, pins)
        finally:
            lgpio.gpiochip_close(handle)
        return HeaderFactory(number)
    except lgpio.error as fault:
        raise BoardBusy(
            f"/dev/gpiochip{number} cannot be opened: {fault}; add this user to the group gpio, "
            "or correct chip under [pins] in the settings"
        ) from fault


def _header_chip(lgpio: Any) -> int:
    """The number of the gpiochip that has the header's pins."""
    found = dict(_chip_labels(lgpio))
    for number, label in found.items():
        if label in CHIP_LABELS:
            return number
    there = ", ".join(f"gpiochip{number} ({label})" for number, label in found.items()) or "none that can be opened"
    raise BoardBusy(
        f"no gpiochip of a Raspberry Pi's header was found, there is {there}; run this on a Pi as a user in the group gpio, "
        "or name it with chip under [pins] in the settings"
    )


def _chip_labels(lgpio: Any) -> Iterator[tuple[int, str]]:
    for path in sorted(DEVICES.glob("gpiochip*")):
        number = int(path.name.removeprefix("gpiochip"))
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error as fault:
            log.info("/dev/gpiochip%d: %s", number, fault)
            continue
        try:
            _, _, _, label = lgpio.gpio_get_chip_info(handle)
            yield number, label
        finally:
            lgpio.gpiochip_close(handle)


def _refuse_busy(lgpio: Any, handle: int, pins: Pinout) -> None:
    """Raise BoardError for a pin that another program or an overlay owns, with the owner's name."""
    for function, pin in pins.functions():
        _, _, flags, _, owner = lgpio.gpio_get_line_info(handle, pin)
        # The bus's own pins are its own: CE0 is listed as in use by spi0.
        if flags & _LINE_IN_USE and function not in ("panel.ce", "panel.mosi", "panel.sclk", "panel.sda", "panel.scl"):
            cure = "end that program, or take its overlay out of /boot/firmware/config.txt"
            if owner.startswith("spi"):
                cure = "write dtoverlay=spi0-1cs,no_miso into /boot/firmware/config.txt, or dtparam=spi=off for a panel on I2C"
            raise BoardBusy(
                f'{function} is on GPIO {pin}, which is in use by "{owner}"; {cure}, or move it in the settings'
            )


def _rpigpio_pins() -> Any:
    _needed("RPi.GPIO", "python3-rpi.gpio")
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory  # noqa: PLC0415 - imports RPi.GPIO

        return RPiGPIOFactory()
    except RuntimeError as fault:
        raise BoardError(f"RPi.GPIO does not run here: {fault}; {LGPIO}") from fault


def _needed(module: str, package: str) -> Any:
    """Import a module that only a Pi has."""
    try:
        with _somewhere_for_lgpio():
            return import_module(module)
    except ImportError as fault:
        raise BoardError(
            f"the Python module {module} is missing ({fault}); install it with: sudo apt install {package}, "
            f"and see that {sys.executable} is the system's Python"
        ) from fault
    except RuntimeError as fault:
        raise BoardError(f"{module} does not run here: {fault}; {LGPIO}") from fault
    except OSError as fault:
        raise BoardError(
            f"{module} cannot make its notification pipe in {os.environ.get('LG_WD', 'a temporary folder')}: {fault}; "
            "name a folder in LG_WD that this user may write to"
        ) from fault


@contextmanager
def _somewhere_for_lgpio() -> Iterator[None]:
    """While lgpio is imported, it makes a pipe in LG_WD, or wherever one happens to be, and leaves it there for ever. Unless
    LG_WD says where, that is a folder which goes with the process. RPi.GPIO may be lgpio in disguise.
    """
    if "LG_WD" in os.environ:
        yield
        return
    scratch = TemporaryDirectory(prefix="meneur-")
    atexit.register(scratch.cleanup)
    os.environ["LG_WD"] = scratch.name
    try:
        yield
    finally:
        del os.environ["LG_WD"]
