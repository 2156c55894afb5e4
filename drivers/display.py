"""Keeps the newest picture on the glass, whatever happens to the panel: a slot for pictures, and a panel that may be lost.

The bus can be slow and a dead one can block a transfer for a second, so all this runs in a worker of its own: whoever shows a
picture leaves it in the slot and goes on. A fault of any kind means the panel is lost: it is asked again after 0.1 s, then
0.2 … 1 s; when it answers it is reset, initialised and given the whole picture, for its memory is noise now.

All this is for somebody's eyes. A glass that is faint or off is seen by nobody awake: it is asked only when there is a new
picture (the bedside clock has one a minute), and then written whole, in case it was out and in again.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from luma.core.error import Error as LumaError
from PIL import Image

from drivers.boot import switch_on
from drivers.chores import Clock
from drivers.contract import HEIGHT, WIDTH, Light
from drivers.oled import Line, Oled

log = logging.getLogger(__name__)

FAULTS = (LumaError, OSError)
"""What a lost panel raises: luma's own error for errno 5 and 121 in commands, the bare OSError for all else."""

FIRST_RETRY, LAST_RETRY = 0.1, 1.0
"""Seconds before a lost panel is asked again: at first, and after some failures."""

RESET_SECONDS = 0.01
"""How long the reset line is held low, and how long the controller then needs (SSD1309: 10 ms are asked for)."""

PROBE_SECONDS = 1.0
"""How often a panel with nothing to draw is asked whether it is there. Three bytes."""

RENEW_SECONDS = 60.0
"""How often everything is written again: what noise on the wires did to the picture or the registers lasts no longer."""

DEAF_RENEW_SECONDS = 1.5
"""The same on SPI, where nobody acknowledges anything and a panel that was out and in again cannot be told: 1 ms a time."""


UNSEEN = (Light.FAINT, Light.OFF)
"""The lights of a glass that nobody watches: the box is idle, and shall not wake the processor for the panel's sake."""


class _Stage(Enum):
    """Where a panel is on its way to a picture."""

    LOST = 0
    RESETTING = 1  # the reset line is low
    WAKING = 2  # the reset line is high again
    UP = 3


class Display:
    """The glass, as a chore. `connect` opens the line to the panel and raises one of FAULTS while it can not."""

    def __init__(
        self,
        device: Oled,
        connect: Callable[[], Line],
        clock: Clock,
        *,
        contrast: int,
        reset: Any = None,
        renew_seconds: float = RENEW_SECONDS,
        where: str = "the display's bus",
    ) -> None:
        self._device = device
        self._connect = connect
        self._clock = clock
        self._reset = reset
        self._where = where
        self._renew_seconds = renew_seconds
        self._connected = False
        self._stage = _Stage.LOST
        self._next_at = clock.now()
        self._retry_seconds = FIRST_RETRY
        self._renew_at = 0.0
        self._fault: str | None = None
        self._asked_for: Image.Image | None = None  # the picture for which a lost panel was asked last
        # The slots: written by anybody, read by the worker; what counts is only whether they are what is shown.
        self._picture = Image.new("1", (WIDTH, HEIGHT))
        self._light = Light.FULL
        self._levels = _levels(contrast)
        self._shown: Image.Image | None = None
        self._lit: Light | None = None
        self._lit_by: Mapping[Light, int] = {}

    def show(self, picture: Image.Image) -> None:
        """Put the picture in the slot; the worker must be poked afterwards. Raises ValueError if it is no 128×64 mode "1"."""
        if picture.mode != "1" or picture.size != (WIDTH, HEIGHT):
            raise ValueError(
                f'the glass takes {WIDTH}×{HEIGHT} pictures of mode "1", not {picture.size} of "{picture.mode}"'
            )
        self._picture = picture.copy()

    def shine(self, light: Light) -> None:
        """Set the brightness; the worker must be poked afterwards."""
        self._light = light

    def adjust(self, contrast: int) -> None:
        """Set the contrast at full light, 1 to 255; the worker must be poked afterwards."""
        self._levels = _levels(contrast)

    def due(self) -> float | None:
        """Now if a slot holds news, else when the panel is asked or renewed."""
        if self._stage is not _Stage.UP:
            return None if self._given_up() else self._next_at
        news = self._picture is not self._shown or self._levels is not self._lit_by
        if self._light is not self._lit or (self._lit is not Light.OFF and news):
            return self._clock.now()
        # An unseen panel is left alone: with the next picture, or waking, it is initialised anyway.
        return None if self._lit in UNSEEN else self._next_at

    def _given_up(self) -> bool:
        """Whether a lost panel is not asked again before there is something new to see."""
        patient = self._retry_seconds >= LAST_RETRY
        return self._stage is _Stage.LOST and patient and self._light in UNSEEN and self._picture is self._asked_for

    def work(self, now: float) -> None:
        """Take the next step: of bringing the panel up, or of showing what is new."""
        try:
            match self._stage:
                case _Stage.LOST:
                    self._asked_for = self._picture
                    self._find()
                    self._hold_reset(now)
                case _Stage.RESETTING:
                    self._let_reset_go(now)
                case _Stage.WAKING:
                    self._wake(now)
                case _Stage.UP:
                    self._refresh(now)
        except FAULTS as fault:
            self._lose(fault)

    def troubles(self) -> tuple[str, ...]:
        """Why the glass shows nothing, if it should."""
        fault = self._fault  # read once: the worker may strike it off meanwhile
        return () if fault is None else (fault,)

    def close(self, *, keep_picture: bool = False) -> None:
        """Glass dark or left as it is, line closed. The worker must have ended."""
        try:
            if self._stage is _Stage.UP and not keep_picture:
                self._device.hide()
            self._device.disconnect()
        except FAULTS as fault:
            log.info("%s: could not be switched off: %s", self._where, fault)
        if self._reset is not None:
            self._reset.close()

    def _find(self) -> None:
        if not self._connected:
            self._device.connect(self._connect())
            self._connected = True
        self._device.probe()

    def _hold_reset(self, now: float) -> None:
        if self._reset is None:
            self._wake(now)
            return
        self._reset.off()
        self._stage, self._next_at = _Stage.RESETTING, now + RESET_SECONDS

    def _let_reset_go(self, now: float) -> None:
        self._reset.on()
        self._stage, self._next_at = _Stage.WAKING, now + RESET_SECONDS

    def _wake(self, now: float) -> None:
        self._lit = None
        self._refresh(now)
        self._stage = _Stage.UP
        log.info("%s: the display is up", self._where)
        self._fault = None
        self._retry_seconds = FIRST_RETRY

    def _refresh(self, now: float) -> None:
        """Bring the panel to what the slots hold."""
        light, levels, picture = self._light, self._levels, self._picture
        asleep = self._lit in (None, Light.OFF)
        if light is Light.OFF:
            self._device.hide()
        else:
            news = picture is not self._shown
            renewing = asleep or now >= self._renew_at or (light in UNSEEN and news)
            if renewing:
                self._device.initialise()
                self._renew_at = now + self._renew_seconds
            if renewing or light is not self._lit or levels is not self._lit_by:
                self._device.contrast(levels[light])
            if renewing or news:
                self._device.display(picture)
            else:
                self._device.probe()
            if renewing:
                self._device.show()
            self._shown, self._lit_by = picture, levels
        self._lit = light
        self._next_at = min(now + PROBE_SECONDS, self._renew_at)

    def _lose(self, fault: Exception) -> None:
        message = f"{self._where}: {_explain(fault, 'spi' if '/dev/spidev' in self._where else 'i2c')}"
        if message != self._fault:
            log.warning("%s; the game goes on without it", message)
        self._fault = message
        self._stage = _Stage.LOST
        # From when the transfer gave up, not from when it began: a bus that blocks for a second is not asked at once.
        self._next_at = self._clock.now() + self._retry_seconds
        self._retry_seconds = min(2 * self._retry_seconds, LAST_RETRY)


def _levels(contrast: int) -> Mapping[Light, int]:
    """The contrast register for each light, given that for the full one."""
    return {Light.FULL: contrast, Light.DIM: max(1, contrast // 6), Light.FAINT: 1}


def _explain(fault: Exception, bus: str) -> str:
    """A bus error for people: what it usually means, and what to do."""
    number = getattr(fault, "errno", None)
    if number in (errno.ETIMEDOUT, errno.EAGAIN):
        return "the bus hangs; check that SDA and SCL are not swapped, shorted or too long"
    if number in (errno.EACCES, errno.EPERM) or "permission" in str(fault):
        # The service's sandbox knows only the kinds of devices that were there when it started.
        return (
            "no permission; if the bus was switched on after the service: sudo systemctl restart meneur, "
            "else add the user to the groups i2c and spi"
        )
    if "I2C device not found:" in str(fault) or "SPI device" in str(fault) or number == errno.ENOENT:
        return f"the bus is off; switch it on: {switch_on(bus)}"
    return f"no panel answers ({fault}); check its wires and the settings panel.type and panel.address"
