"""The Pi's pins in memory: gpiozero's own mock pins, on the box's clock, telling a watcher when one changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from drivers.chores import Clock


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A mock pin that keeps no history (a box may run for weeks) and tells its factory of every change."""

    _state: float

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        self.factory.changed(self)
        return True

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.factory.changed(self)

    def _call_when_changed(self) -> None:
        # Past the mock's own, which would tell the machine's time instead of the box's.
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)  # noqa: SLF001 - gpiozero's hook for pin classes


class SimulatedPins(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """All pins of the header. `changed` is called with a pin, in whichever thread changed it."""

    def __init__(self, clock: Clock, changed: Callable[[Any], None]) -> None:
        # A Pi Zero 2 W; named here so that no environment variable can make it another.
        super().__init__(revision="902120", pin_class=SimulatedPin)
        self._clock = clock
        self.changed = changed

    def ticks(self) -> float:
        """The box's time."""
        return self._clock.now()
