"""luma.oled's panels, sending only what changed: fast packing, changed columns, one object for the life of the panel.

Everything here is a subclass of luma's own devices and works wherever they do. `pack` and `Changes` know nothing of Meneur
and would fit into luma as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from drivers.wiring import PanelConfig

NOP = 0xE3
"""The command all three controllers answer and ignore: is anybody there?"""


class Line(Protocol):
    """The way to the controller: luma's serial interfaces are such lines. Both writers raise when nobody answers."""

    def command(self, *cmd: int) -> None:
        """Write command bytes."""

    def data(self, data: Sequence[int]) -> None:
        """Write picture memory at the controller's pointer."""

    def cleanup(self) -> None:
        """Close the line."""


class Nowhere:
    """A line that leads nowhere: where a panel's bytes go before it is connected and after it is closed."""

    def command(self, *cmd: int) -> None:
        """Nothing."""

    def data(self, data: Sequence[int]) -> None:
        """Nothing."""

    def cleanup(self) -> None:
        """Nothing."""


def pack(image: Image.Image) -> bytes:
    r"""A mode "1" picture as the controllers' memory: pages of eight rows from the top, a byte a column, top row lowest bit.

    The height must be a multiple of 8. Mirrored along its diagonal, a picture's rows are the controller's columns, and Pillow
    packs them in C; page p is then every (height/8)th byte. Some twenty times faster than going through the pixels.

    >>> pack(Image.new("1", (3, 8), 1))
    b'\xff\xff\xff'
    """
    pages = image.height // 8
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


class Area(NamedTuple):
    """A rectangle of picture memory: pages and columns, both ends included."""

    top: int
    bottom: int
    left: int
    right: int

    def size(self) -> int:
        """In bytes."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def joined(self, other: Area) -> Area:
        """The smallest area around both."""
        return Area(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )


class Changes:
    """Finds the areas to write so that one packed picture becomes another, for a given cost of addressing an area.

    `overhead` is what an area costs on the wire beside its own bytes: its command, and the bus's address and control bytes.
    Unchanged bytes between two changed ones are written along when that is cheaper than a second area. `tall` areas span
    several pages, if the controller can be told so.
    """

    def __init__(self, width: int, *, overhead: int, tall: bool) -> None:
        self._width = width
        self._overhead = overhead
        self._tall = tall
        # On the difference of a page, one search in C finds the runs and bridges the short gaps.
        self._run = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % overhead, re.DOTALL)

    def areas(self, old: bytes, new: bytes) -> list[Area]:
        """The areas of `new` that differ from `old`, from the top; none if nothing does."""
        if old == new:
            return []
        size = len(new)
        difference = (int.from_bytes(old, "little") ^ int.from_bytes(new, "little")).to_bytes(size, "little")
        areas: list[Area] = []
        for page, start in enumerate(range(0, size, self._width)):
            for run in self._run.finditer(difference, start, start + self._width):
                area = Area(page, page, run.start() - start, run.end() - 1 - start)
                areas = self._with(areas, area) if self._tall else [*areas, area]
        return areas

    def _with(self, areas: list[Area], area: Area) -> list[Area]:
        """The areas and one more, joined as long as joining makes the whole cheaper."""
        while areas:
            saved, other = max((self._saved(area, other), other) for other in areas)
            if saved < 0:
                break
            areas = [each for each in areas if each is not other]
            area = area.joined(other)
        return [*areas, area]

    def _saved(self, one: Area, other: Area) -> int:
        return self._overhead + one.size() + other.size() - one.joined(other).size()


class _ChangesOnly:
    """What our panels add to luma's: connect later, initialise again, write changes. Mixed in before luma's class."""

    # luma's, by inheritance.
    _serial_interface: Any
    _const: Any
    mode: str
    size: tuple[int, int]
    persist: bool

    first_column: int
    changes: Changes

    def __init__(self, *, rotation: int, column_offset: int | None) -> None:
        if column_offset is not None:
            self.first_column = column_offset
        self._setup: list[tuple[int, ...]] = []
        self._connected = False
        self._written: bytes | None = None
        # luma initialises in the constructor, and a failure there costs a descriptor and an exit hook each time. Here the
        # constructor's commands are only remembered; `initialise` sends them, as often as the panel needs them.
        super().__init__(Nowhere(), rotate=rotation // 90)  # type: ignore[call-arg]  # luma's constructor follows in the MRO

    def connect(self, line: Line) -> None:
        """Write to this line from now on."""
        self._serial_interface = line
        self._connected = True

    def disconnect(self) -> None:
        """Close the line. What is written now goes nowhere, also by luma's exit hook."""
        self._serial_interface.cleanup()
        self._serial_interface = Nowhere()

    def command(self, *cmd: int) -> None:
        """Send command bytes."""
        if not self._connected:
            self._setup.append(cmd)
        self._serial_interface.command(*cmd)

    def probe(self) -> None:
        """Raise if no panel answers."""
        self.command(NOP)

    def initialise(self) -> None:
        """Bring a panel in any state to a known one. Its light stays as it is: a running panel does not flicker."""
        self._written = None
        for command in self._setup:
            if command[0] not in (self._const.SETCONTRAST, self._const.DISPLAYON):
                self.command(*(command[1:] if command[0] == self._const.DISPLAYOFF else command))

    def display(self, image: Image.Image) -> None:
        """Put a mode "1" picture on the glass. What the panel already shows is not sent."""
        assert image.mode == self.mode
        assert image.size == self.size
        if not self._connected:
            return
        new = pack(self.preprocess(image))
        old, self._written = self._written, None  # unknown, should a transfer fail half-way
        width, pages = self.size[0], self.size[1] // 8
        areas = self.changes.areas(old, new) if old is not None else [Area(0, pages - 1, 0, width - 1)]
        for area in areas:
            self.write(area, [new[page * width + area.left : page * width + area.right + 1] for page in _pages(area)])
        self._written = new

    def preprocess(self, image: Image.Image) -> Image.Image:
        """Turn the picture as the panel is mounted."""
        turned: Image.Image = super().preprocess(image)  # type: ignore[misc]  # luma's, next in the MRO
        return turned

    def write(self, area: Area, rows: Sequence[bytes]) -> None:
        """Write an area, given the bytes of each of its pages."""
        raise NotImplementedError


def _pages(area: Area) -> range:
    return range(area.top, area.bottom + 1)


class _Windowed(_ChangesOnly):
    """SSD1306 and SSD1309: the pointer runs through a window of pages and columns."""

    first_column = 0
    # A window: address, control byte, two commands of three bytes; then address and control byte of the data.
    changes = Changes(128, overhead=10, tall=True)

    def write(self, area: Area, rows: Sequence[bytes]) -> None:
        left, right = area.left + self.first_column, area.right + self.first_column
        self.command(self._const.COLUMNADDR, left, right, self._const.PAGEADDR, area.top, area.bottom)
        self._serial_interface.data(list(b"".join(rows)))


class _Paged(_ChangesOnly):
    """SH1106: the pointer runs along one page. Of its 132 columns, 2 to 129 are wired to the glass."""

    first_column = 2
    changes = Changes(128, overhead=7, tall=False)

    def write(self, area: Area, rows: Sequence[bytes]) -> None:
        left = area.left + self.first_column
        for page, row in zip(_pages(area), rows, strict=True):
            self.command(0xB0 | page, left & 0x0F, 0x10 | left >> 4)
            self._serial_interface.data(list(row))


class SSD1306(_Windowed, ssd1306):  # type: ignore[misc]  # luma publishes no types
    """The 0.96" panel's controller."""


class SSD1309(_Windowed, ssd1309):  # type: ignore[misc]  # luma publishes no types
    """The 2.42" panel's controller."""


class SH1106(_Paged, sh1106):  # type: ignore[misc]  # luma publishes no types
    """The 1.3" panel's controller, also in many panels sold as SSD1306."""


Oled = SSD1306 | SSD1309 | SH1106


def panel(config: PanelConfig) -> Oled:
    """The device for a panel, not yet connected."""
    kinds: dict[str, type[SSD1306 | SSD1309 | SH1106]] = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}
    return kinds[config.type](rotation=config.rotation, column_offset=config.column_offset)
