"""The wires to the panel: an I2C and an SPI bus below luma's own interfaces, that count, fail and come unplugged on demand."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Sequence
from typing import Any

from luma.core.interface.serial import i2c, spi

from drivers.simulator.chips import Chip

Fault = Callable[[int], None]
"""Called before each transfer with its index, from 0: it may raise what a bus raises, or take its time."""


class Cut(OSError):
    """A transfer that breaks off: raised by a fault, it lets the first bytes through."""

    def __init__(self, number: int, through: int) -> None:
        super().__init__(number, errno.errorcode[number])
        self.through = through


class Wires:
    """A panel at the end of some wires: every transfer is counted, may fail, and reaches the chip."""

    def __init__(self, chip: Chip, changed: Callable[[], None]) -> None:
        self.chip = chip
        self.lock = threading.Lock()
        self.plugged = True
        self.fault: Fault | None = None
        self.transfers = 0
        self.bytes = 0
        self.log: list[bytes] | None = None
        self._changed = changed
        self._noise = 0

    def unplug(self) -> None:
        """Pull the panel off: nobody answers, and the chip loses its power."""
        with self.lock:
            self.plugged = False
            self.chip.power_up(self._noise)
        self._changed()

    def plug(self) -> None:
        """Put it back, with other noise in its memory each time."""
        with self.lock:
            self._noise += 1
            self.chip.power_up(self._noise)
            self.plugged = True
        self._changed()

    def reset(self) -> None:
        """The reset line went low."""
        with self.lock:
            self.chip.reset()
        self._changed()

    def transfer(self, wire: bytes, payload: bytes, *, is_data: bool, acknowledged: bool) -> None:
        """Bring `payload` to the chip; `wire` is all that the transfer puts on the wires.

        Only an acknowledged bus notices that nobody is there.
        """
        index, self.transfers = self.transfers, self.transfers + 1
        if self.fault is not None:
            try:
                self.fault(index)
            except Cut as cut:
                with self.lock:
                    self._arrive(payload[: cut.through], is_data=is_data)
                raise
        with self.lock:
            if not self.plugged and acknowledged:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.bytes += len(wire)
            if self.log is not None:
                self.log.append(wire)
            self._arrive(payload, is_data=is_data)
        self._changed()

    def _arrive(self, payload: bytes, *, is_data: bool) -> None:
        if self.plugged:
            (self.chip.data if is_data else self.chip.command)(payload)


class I2CBus:
    """Stands where smbus2 stands. Everything is written, nothing is ever read."""

    def __init__(self, wires: Wires, address: int) -> None:
        self._wires = wires
        self._address = address

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """One transfer: address, control byte, data."""
        self._write(address, bytes([register, *data]))

    def i2c_rdwr(self, message: tuple[int, Sequence[int]]) -> None:
        """One transfer of any length."""
        address, data = message
        self._write(address, bytes(data))

    def close(self) -> None:
        """Nothing to close."""

    def _write(self, address: int, message: bytes) -> None:
        if address != self._address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        # The control byte says what follows: 0x00 commands, 0x40 picture memory.
        control, payload = message[0], message[1:]
        self._wires.transfer(bytes([address << 1]) + message, payload, is_data=control == 0x40, acknowledged=True)


class I2CLine(i2c):  # type: ignore[misc]  # luma publishes no types
    """luma's I2C interface on a modelled bus, writing long blocks in one transfer as it does on a bus it opened itself."""

    def __init__(self, bus: I2CBus, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._managed = True
        self._i2c_msg_write = lambda to, data: (to, data)


class SPIDevice:
    """Stands where spidev stands: MOSI, clock and chip select to the panel, DC read from the pin beside them."""

    def __init__(self, wires: Wires, is_data: Callable[[], bool]) -> None:
        self._wires = wires
        self._is_data = is_data
        self.max_speed_hz = 0
        self.mode = 0

    def open(self, port: int, device: int) -> None:
        """Nothing to open."""

    def writebytes(self, data: Sequence[int]) -> None:
        """One transfer."""
        self._wires.transfer(bytes(data), bytes(data), is_data=self._is_data(), acknowledged=False)

    def close(self) -> None:
        """Nothing to close."""


def spi_line(device: SPIDevice, gpio: Any, dc: int) -> Any:
    """An SPI interface of luma's on a modelled device."""
    return spi(spi=device, gpio=gpio, gpio_DC=dc, gpio_RST=None)
