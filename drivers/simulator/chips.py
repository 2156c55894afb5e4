"""Display controllers as their data sheets describe them: registers, picture memory, and what the glass then shows.

Both chips are modelled with the wiring of the usual 128×64 modules: the first segment is the glass's right edge and the first
common its lower one, so that a driver has to set segment remap and reversed scan to see an upright picture. Memory is noise
after power-up. What a driver forgets to set is not set here either.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from PIL import Image, ImageChops

GLASS = (128, 64)


class Chip:
    """What both controllers have in common. Feed `command` and `data` the bytes that follow the bus's control byte."""

    columns: ClassVar[int]
    parameters: ClassVar[dict[int, int]]
    """How many parameter bytes follow each command that has any."""

    def __init__(self, *, noise: int = 0) -> None:
        self.memory = bytearray()
        self._pending: list[int] = []
        self._missing = 0
        self.power_up(noise)

    def power_up(self, noise: int) -> None:
        """Power came on: memory is noise, registers are as after a reset. The same number gives the same noise."""
        self.memory = bytearray(random.Random(noise).randbytes(self.columns * 8))  # noqa: S311 - noise, not a secret
        self.reset()

    def reset(self) -> None:
        """The reset line was pulsed: registers as the data sheet's reset values, memory untouched."""
        self._pending, self._missing = [], 0
        self.on = False
        self.all_lit = False
        self.inverted = False
        self.contrast = 0x7F
        self.start_line = 0
        self.offset = 0
        self.rows = 64
        self.segment_remap = False
        self.reversed_scan = False
        self.page = 0
        self.column = 0

    def command(self, data: bytes) -> None:
        """Command bytes. A command and its parameters may come in several transfers."""
        for byte in data:
            self._pending.append(byte)
            if self._missing:
                self._missing -= 1
            else:
                self._missing = self.parameters.get(byte, 0)
            if not self._missing:
                first, *rest = self._pending
                self._pending = []
                self._obey(first, rest)

    def data(self, data: bytes) -> None:
        """Picture bytes, written at the pointer."""
        raise NotImplementedError

    def powered(self) -> bool:
        """Whether the glass gets its 7 to 9 volts."""
        return True

    def glass(self) -> Image.Image:
        """What a person sees: a 128×64 mode "1" picture."""
        if not self.on or not self.powered():
            return Image.new("1", GLASS)
        if self.all_lit:
            return Image.new("1", GLASS, 1)
        picture = self._memory_picture()
        # Common i shows memory line i + start + offset.
        shift = (self.start_line + self.offset) % 64
        if shift:
            picture = ImageChops.offset(picture, 0, -shift)
        if self.rows < 64:
            picture.paste(0, (0, self.rows, *GLASS))
        if not self.reversed_scan:
            picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(picture) if self.inverted else picture

    def _memory_picture(self) -> Image.Image:
        """The memory behind the glass, columns as the glass has them, rows as the memory has them."""
        raise NotImplementedError

    def _obey(self, command: int, values: list[int]) -> None:
        """One whole command. Commands both chips share; unknown ones do nothing."""
        match command:
            case _ if 0x00 <= command <= 0x0F:
                self.column = self.column & 0xF0 | command & 0x0F
            case _ if 0x10 <= command <= 0x1F:
                self.column = self.column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command <= 0x7F:
                self.start_line = command & 0x3F
            case 0x81:
                self.contrast = values[0]
            case 0xA0 | 0xA1:
                self.segment_remap = command == 0xA1
            case 0xA4 | 0xA5:
                self.all_lit = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xA8:
                self.rows = (values[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case _ if 0xB0 <= command <= 0xB7:
                self.page = command & 0x07
            case _ if 0xC0 <= command <= 0xCF:
                self.reversed_scan = bool(command & 0x08)
            case 0xD3:
                self.offset = values[0] & 0x3F

    def _pages_picture(self, pages: bytes) -> Image.Image:
        """A picture of memory laid out as eight pages of `len(pages) / 8` columns."""
        width = len(pages) // 8
        columns = bytearray(len(pages))
        for page in range(8):
            columns[page::8] = pages[page * width : (page + 1) * width]
        return Image.frombytes("1", (64, width), bytes(columns), "raw", "1;R").transpose(Image.Transpose.TRANSPOSE)


class SSD1306(Chip):
    """Solomon Systech SSD1306 (and, for what a driver does here, SSD1309): 128 columns, three addressing modes."""

    columns = 128
    parameters: ClassVar[dict[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
        0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def reset(self) -> None:
        """Registers as in the data sheet's table of commands: page addressing, charge pump off."""
        super().reset()
        self.mode = 2
        self.pump = False
        self.first_column, self.last_column = 0, 127
        self.first_page, self.last_page = 0, 7

    def powered(self) -> bool:
        """The module has no other source of the panel's voltage than the controller's charge pump."""
        return self.pump

    def data(self, data: bytes) -> None:
        """Write at the pointer, which moves as the addressing mode says."""
        if self.mode == 1:
            for byte in data:
                self._write(bytes([byte]))
                self._step_down()
            return
        while data:
            first, last = (0, 127) if self.mode == 2 else (self.first_column, self.last_column)
            # A pointer beyond the window runs on to the memory's edge.
            length = (last if self.column <= last else 127) - self.column + 1
            run, data = data[:length], data[length:]
            self._write(run)
            self.column += len(run)
            if len(run) == length:
                self.column = first if self.column == last + 1 else 0
                if self.mode == 0:  # horizontal: on to the next page
                    self.page = self.first_page if self.page == self.last_page else (self.page + 1) % 8

    def _write(self, run: bytes) -> None:
        """Write along the page, no further than its end. The pointer stays."""
        start = self.page * 128 + self.column
        if self.segment_remap:
            # Remap acts on what is written from now on, not on what memory holds: the data sheet says so.
            start, run = self.page * 128 + 128 - self.column - len(run), run[::-1]
        self.memory[start : start + len(run)] = run

    def _step_down(self) -> None:
        """Vertical addressing: down the pages, then on to the next column."""
        if self.page != self.last_page:
            self.page = (self.page + 1) % 8
            return
        self.page = self.first_page
        self.column = self.first_column if self.column == self.last_column else (self.column + 1) % 128

    def _memory_picture(self) -> Image.Image:
        # Segment 0 is at the right edge.
        return self._pages_picture(bytes(self.memory)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)

    def _obey(self, command: int, values: list[int]) -> None:
        match command:
            case _ if command <= 0x1F:
                super()._obey(command, values)
                self.column &= 0x7F
            case 0x20:
                self.mode = min(values[0] & 0x03, 2)
            case 0x21:
                self.first_column, self.last_column = values[0] & 0x7F, values[1] & 0x7F
                self.column = self.first_column
            case 0x22:
                self.first_page, self.last_page = values[0] & 0x07, values[1] & 0x07
                self.page = self.first_page
            case 0x8D:
                self.pump = bool(values[0] & 0x04)
            case _:
                super()._obey(command, values)


class SH1106(Chip):
    """Sino Wealth SH1106: 132 columns of which the glass has 2 to 129, and page addressing only.

    The addressing commands of the SSD1306 do not exist; their parameter bytes are then taken for commands, which is the
    garbage one sees with the wrong driver.
    """

    columns = 132
    parameters: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def reset(self) -> None:
        """Registers as in the data sheet's table of commands: the DC-DC converter is on."""
        super().reset()
        self.converter = True
        self._kept_column: int | None = None

    def powered(self) -> bool:
        """Whether the DC-DC converter runs."""
        return self.converter

    def data(self, data: bytes) -> None:
        """Write along the page; past the last column everything is lost."""
        run = data[: max(0, 132 - self.column)]
        start = self.page * 132 + self.column
        self.memory[start : start + len(run)] = run
        self.column += len(run)

    def _memory_picture(self) -> Image.Image:
        # Remap turns the segments round, and acts at once on all that is shown.
        picture = self._pages_picture(bytes(self.memory))
        if not self.segment_remap:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return picture.crop((2, 0, 130, 64))

    def _obey(self, command: int, values: list[int]) -> None:
        match command:
            case 0xAD:
                self.converter = bool(values[0] & 0x01)
            case 0xE0:  # read-modify-write: nothing reads here, but the pointer comes back at its end
                self._kept_column = self.column
            case 0xEE:
                self.column, self._kept_column = self.column if self._kept_column is None else self._kept_column, None
            case _:
                super()._obey(command, values)


CHIPS: dict[str, Callable[[], Chip]] = {"ssd1306": SSD1306, "ssd1309": SSD1306, "sh1106": SH1106}
"""The model for each panel type a setting may name."""
