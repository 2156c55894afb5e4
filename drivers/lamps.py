"""The lamps in the buttons: on, off, blinking, breathing, with no thread of their own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gpiozero import LED, PWMLED
from gpiozero.exc import PinPWMUnsupported

from drivers.chores import Clock
from drivers.contract import Button, Lamp, Lamps

BLINK_SECONDS = 0.5
"""One blink, on and off."""

BREATH_SECONDS = 3.0
"""One breath."""

BREATH_STEP = 0.05
"""Between two steps of a breath: twenty a second look smooth on an LED, and a still lamp costs no wake-up."""

PWM_HERTZ = 200
"""The pulses of a breathing lamp: above flicker, below what software pulses cost."""


def breath(seconds: float) -> float:
    """How bright a breathing lamp is, 0–1, so many seconds into it.

    The eye sees brightness roughly as the square root of power, hence the square; a breath stays well above
    dark, which would say "this button does nothing", also to somebody who looks at its lowest.

    >>> [round(breath(seconds), 2) for seconds in (0, 0.75, 1.5, 2.25, 3)]
    [1.0, 0.34, 0.12, 0.34, 1.0]
    """
    return 0.12 + 0.88 * (0.5 + 0.5 * math.cos(2 * math.pi * seconds / BREATH_SECONDS)) ** 2


class LampRow:
    """All lamps, as one chore. Buttons without a lamp are left out of `pins`."""

    def __init__(self, pins: Mapping[Button, int], factory: Any, clock: Clock) -> None:
        self._clock = clock
        self._lamps = {button: _Bulb(pin, factory) for button, pin in pins.items()}
        self._wanted: Lamps = {}
        self._shown: Lamps = {}
        self._moving_since: float | None = None
        self._step_at: float | None = None

    def light(self, lamps: Lamps) -> None:
        """Set all lamps; the worker must be poked afterwards."""
        self._wanted = dict(lamps)

    def due(self) -> float | None:
        """Now after a change, else at the next step of a blink or breath."""
        if self._wanted is not self._shown:
            return self._clock.now()
        return self._step_at

    def work(self, now: float) -> None:
        """Bring every lamp to where it should be now."""
        wanted = self._wanted
        if wanted is not self._shown:
            moving = any(lamp in (Lamp.BLINK, Lamp.BREATHE) for lamp in wanted.values())
            # All moving lamps keep one beat, from the first of them on.
            self._moving_since = None if not moving else now if self._moving_since is None else self._moving_since
            self._shown = wanted
        seconds = 0.0 if self._moving_since is None else now - self._moving_since
        for button, bulb in self._lamps.items():
            bulb.shine(wanted.get(button, Lamp.OFF), seconds)
        self._step_at = None
        if self._moving_since is not None:
            step = BREATH_STEP if Lamp.BREATHE in wanted.values() else BLINK_SECONDS / 2
            # Steps are counted from the first, so that they do not drift; a little over, for what floats round off.
            self._step_at = self._moving_since + (math.floor(seconds / step + 1e-6) + 1) * step

    def close(self) -> None:
        """All off: the kernel would keep them lit after the process."""
        for bulb in self._lamps.values():
            bulb.close()


class _Bulb:
    """One lamp's pin. Off from the start, whatever the last process left behind."""

    def __init__(self, pin: int, factory: Any) -> None:
        self._device: Any
        try:
            self._device = PWMLED(pin, frequency=PWM_HERTZ, pin_factory=factory)
            self._pulses = True
        except PinPWMUnsupported:
            self._device = LED(pin, pin_factory=factory)
            self._pulses = False
        self._level = -1.0
        self._set(0.0)

    def shine(self, lamp: Lamp, seconds: float) -> None:
        """Be as `lamp` is, so many seconds into its movement."""
        match lamp:
            case Lamp.OFF:
                self._set(0.0)
            case Lamp.ON:
                self._set(1.0)
            case Lamp.BLINK:
                self._set(float((seconds + 1e-6) % BLINK_SECONDS < BLINK_SECONDS / 2))
            case Lamp.BREATHE if self._pulses:
                self._set(breath(seconds))
            case Lamp.BREATHE:
                self._set(float((seconds + 1e-6) % BREATH_SECONDS < BREATH_SECONDS / 2))

    def close(self) -> None:
        self._set(0.0)
        self._device.close()

    def _set(self, level: float) -> None:
        if level == self._level:
            return
        self._level = level
        if self._pulses:
            # Pulses only where they are needed: a lamp that is simply on costs the processor nothing.
            frequency = PWM_HERTZ if 0.0 < level < 1.0 else None
            if self._device.frequency != frequency:
                self._device.frequency = frequency
        self._device.value = level
