"""The simulated box: the Pi's board built on modelled wires, and the hands and eyes of whoever plays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image

from drivers import pinout
from drivers.chores import Clock, MonotonicClock, StillWorker, ThreadWorker, VirtualClock, Worker
from drivers.contract import Board, Button
from drivers.oled import Line
from drivers.pi import PiBoard
from drivers.pinout import Pinout
from drivers.simulator.bus import I2CBus, I2CLine, SPIDevice, Wires, spi_line
from drivers.simulator.chips import CHIPS, GLASS
from drivers.simulator.pins import SimulatedPins
from drivers.wiring import PanelType, Wiring


class Box:
    """A whole box in memory. Everything above the wires is the code that runs on a Pi.

    >>> from drivers.contract import Button
    >>> box = Box(virtual=True)
    >>> box.board.listen(print)
    >>> box.push(Button.OK); box.advance(0.1); box.let_go(Button.OK); box.advance(0.1)
    Press(button=<Button.OK: 'ok'>, held=False, at=0.1)
    >>> box.close()

    With `virtual=True` there are no threads: time stands still until `advance`, and everything due happens in it.
    `mounted` is the controller really on the panel, if it is not what the wiring says: a wrong setting then looks wrong.
    """

    def __init__(
        self, wiring: Wiring | None = None, *, virtual: bool = False, mounted: PanelType | None = None
    ) -> None:
        wiring = wiring or Wiring()
        self._pinout = pinout.load(wiring.map, wiring.pins)
        self._watchers: tuple[Callable[[], None], ...] = ()
        self._virtual = VirtualClock() if virtual else None
        self._still = StillWorker(self._virtual) if self._virtual is not None else None
        self.clock: Clock = self._virtual or MonotonicClock()
        self.wires = Wires(CHIPS[mounted or wiring.panel.type](), self._changed)
        self._reset_pin: Any = None
        self.pins = SimulatedPins(self.clock, self._pin_changed)
        self._contacts = {button: self.pins.pin(pin) for button, pin in self._pinout.buttons.items()}
        self._reset_pin = self._pin("reset")
        self._address = wiring.panel.address
        for contact in self._contacts.values():
            contact.pull = "up"
        self.board: Board = PiBoard(wiring, factory=self.pins, connect=self._connect, clock=self.clock, hire=self._hire)

    def push(self, button: Button) -> None:
        """Press the button down and keep it down."""
        self._contacts[button].drive_low()

    def let_go(self, button: Button) -> None:
        """Let the button up again."""
        self._contacts[button].drive_high()

    def release_all(self) -> None:
        """Take all hands off."""
        for button in self._contacts:
            self.let_go(button)

    def glass(self) -> Image.Image:
        """What the panel shows now: a new 128×64 mode "1" picture; all dark while the display is off or unplugged."""
        with self.wires.lock:
            return self.wires.chip.glass() if self.wires.plugged else Image.new("1", GLASS)

    def contrast(self) -> int:
        """The panel's contrast register, 0–255."""
        return self.wires.chip.contrast

    def lamp(self, button: Button) -> float:
        """How bright the button's lamp is now, 0–1; 0 for a button without a lamp."""
        pin = self._pinout.lamps.get(button)
        return 0.0 if pin is None else float(self.pins.pin(pin).state)

    def tone(self) -> float | None:
        """The pitch sounding now in Hz, or None."""
        if self._pinout.buzzer is None:
            return None
        pin = self.pins.pin(self._pinout.buzzer)
        return pin.frequency if pin.frequency is not None and pin.state else None

    def watch(self, callback: Callable[[], None]) -> None:
        """Call back, from any thread, whenever glass, lamps, tone or contrast changed. Coalescing is the watcher's job."""
        self._watchers += (callback,)

    def unplug_display(self) -> None:
        """Pull the panel off its bus: every transfer fails and its memory is lost."""
        self.wires.unplug()

    def plug_display(self) -> None:
        """Put it back, as it is after power-up: off, with noise in its memory."""
        self.wires.plug()

    def advance(self, seconds: float) -> None:
        """Let virtual time pass; everything due happens on the way, in order. Only with `virtual=True`."""
        if self._still is None:
            raise RuntimeError("only a Box(virtual=True) lets its time be moved")
        self._still.advance(seconds)

    def next_due(self) -> float | None:
        """When the board next has something to do, in the seconds of its clock; None: never, as things stand."""
        return None if self._still is None else self._still.next_due()

    def close(self) -> None:
        """Switch off. May be called twice."""
        self.board.close()

    def _hire(self, name: str) -> Worker:
        return self._still or ThreadWorker(name, self.clock)

    def _connect(self, pins: Pinout, gpio: Any) -> Line:
        if pins.bus == "i2c":
            line: Line = I2CLine(I2CBus(self.wires, self._address), self._address)
            return line
        dc = self.pins.pin(pins.panel["dc"])
        spi: Line = spi_line(SPIDevice(self.wires, lambda: bool(dc.state)), gpio, pins.panel["dc"])
        return spi

    def _pin(self, name: str) -> Any:
        number = self._pinout.panel.get(name)
        return None if number is None else self.pins.pin(number)

    def _pin_changed(self, pin: Any) -> None:
        if pin is self._reset_pin and not pin.state:
            self.wires.reset()
        self._changed()

    def _changed(self) -> None:
        for callback in self._watchers:
            callback()
