"""The board: buttons, lamps, buzzer and display on a set of pins and a line to the panel, joined by two workers.

Two, because a bus may hang: the display has a thread to itself, and a press is never kept waiting for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from gpiozero import OutputDevice
from PIL import Image

from drivers import pinout
from drivers.buttons import Buttons
from drivers.buzzer import Buzzer
from drivers.chores import Clock, Worker
from drivers.contract import Adjustment, Button, Lamps, Light, Press
from drivers.display import DEAF_RENEW_SECONDS, RENEW_SECONDS, Display
from drivers.lamps import LampRow
from drivers.oled import Line, panel
from drivers.pinout import Pinout
from drivers.wiring import Wiring

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 2.0
"""How long closing waits for a bus that hangs."""

Connect = Callable[[Pinout, Any], Line]
"""Opens the line to the panel; the second argument switches pins, as RPi.GPIO would."""


class PanelPins:
    """What luma's SPI interface asks of RPi.GPIO, done by gpiozero: it drives DC, on any pin library."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._outputs: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:
        """Make the pin an output. Asking twice is fine: the line is opened again after a fault."""
        assert mode == self.OUT
        if pin not in self._outputs:
            self._outputs[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: bool) -> None:
        """Set the pin."""
        self._outputs[pin].value = level

    def close(self) -> None:
        """Let the pins go."""
        for output in self._outputs.values():
            output.close()


class PiBoard:
    """The whole panel on given pins. It is a `drivers.contract.Board`; the simulator hands it modelled pins and wires."""

    def __init__(
        self, wiring: Wiring, *, factory: Any, connect: Connect, clock: Clock, hire: Callable[[str], Worker]
    ) -> None:
        self._factory = factory
        pins = pinout.load(wiring.map, wiring.pins)
        port = wiring.panel.port_or(pins.port)
        where = f"display at 0x{wiring.panel.address:02X} on /dev/i2c-{port}"
        if pins.bus == "spi":
            where = f"display on /dev/spidev{port}.{pins.device}"
        reset = pins.panel.get("reset")
        self._lamps = LampRow(pins.lamps, factory, clock)
        self._buzzer = Buzzer(pins.buzzer, factory, clock, volume=wiring.volume)
        self._panel_pins = PanelPins(factory)
        self._display = Display(
            panel(wiring.panel),
            lambda: connect(pins, self._panel_pins),
            clock,
            contrast=wiring.panel.contrast,
            reset=None if reset is None else OutputDevice(reset, initial_value=True, pin_factory=factory),
            renew_seconds=DEAF_RENEW_SECONDS if pins.bus == "spi" else RENEW_SECONDS,
            where=where,
        )
        # Lamps and buzzer are off and still by now. From here on things happen by themselves.
        self._panel_worker = hire("panel")
        self._display_worker = hire("display")
        try:
            self._buttons = Buttons(pins.buttons, factory, clock, self._panel_worker.poke, slowness=wiring.slowness)
        except Exception:
            self._panel_worker.close(PATIENCE_SECONDS)
            self._display_worker.close(PATIENCE_SECONDS)
            raise
        self._closed = False
        self._panel_worker.add(self._buttons, self._lamps, self._buzzer)
        self._display_worker.add(self._display)

    def listen(self, on_press: Callable[[Press], None]) -> None:
        """Tell every later press to `on_press`."""
        self._buttons.listen(on_press)

    def show(self, picture: Image.Image) -> None:
        """Put a 128×64 mode "1" picture on the glass."""
        self._display.show(picture)
        self._display_worker.poke()

    def shine(self, light: Light) -> None:
        """Set the brightness of the glass."""
        self._display.shine(light)
        self._display_worker.poke()

    def light(self, lamps: Lamps) -> None:
        """Set all lamps."""
        self._lamps.light(lamps)
        self._panel_worker.poke()

    def play(self, tune: str) -> None:
        """Play an RTTTL tune instead of what is playing. Raises ValueError if it is none."""
        self._buzzer.play(tune)
        self._panel_worker.poke()

    def adjust(self, adjustment: Adjustment) -> None:
        """Go on with another contrast, volume and slowness."""
        self._display.adjust(adjustment.contrast)
        self._display_worker.poke()
        self._buzzer.adjust(adjustment.volume)
        self._buttons.adjust(adjustment.slowness)

    def troubles(self) -> tuple[str, ...]:
        """What is wrong now."""
        stopped = () if self._panel_worker.alive() and self._display_worker.alive() else ("the drivers have stopped",)
        return (*stopped, *self._display.troubles(), *self._buttons.troubles(), *self._buzzer.troubles())

    def stuck(self) -> tuple[Button, ...]:
        """The buttons that are down and ignored."""
        return self._buttons.stuck()

    def alive(self) -> bool:
        """Whether presses can still arrive and pictures still be shown."""
        return self._panel_worker.alive() and self._display_worker.alive() and self._buttons.alive()

    def close(self, *, keep_picture: bool = False) -> None:
        """Lamps off, glass dark or left as it is, threads ended, pins let go."""
        if self._closed:
            return
        self._closed = True
        self._panel_worker.close(PATIENCE_SECONDS)
        self._buzzer.close()
        self._lamps.close()
        self._buttons.close()
        if self._display_worker.close(PATIENCE_SECONDS):
            self._display.close(keep_picture=keep_picture)
            self._panel_pins.close()
        else:
            log.warning("the display's bus hangs; leaving the glass as it is")
        self._factory.close()
