"""luma.oled's panels, sending only what changed: fast packing, changed columns, one object for the life of the panel.

What the controller remembers is not told again: where it writes next, and that it shows its memory inverted. A flash, light
swapped with dark all over, is one command.

Everything here is a subclass of luma's own devices and works wherever they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from drivers.packing import Area, Changes, inverse, pack, pixels_changed
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
        self._inverted = False
        self._forget_pointer()
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
        self._inverted = False
        self._forget_pointer()
        # A command cut off by a fault still waits for its parameters, six at most: it shall have them.
        self.command(*[NOP] * 6)
        for command in self._setup:
            if command[0] not in (self._const.SETCONTRAST, self._const.DISPLAYON):
                self.command(*(command[1:] if command[0] == self._const.DISPLAYOFF else command))

    def display(self, image: Image.Image) -> None:
        """Put a mode "1" picture on the glass. What the panel already shows is not sent."""
        assert image.mode == self.mode
        assert image.size == self.size
        if not self._connected:
            return
        old, self._written = self._written, None  # unknown, should a transfer fail half-way
        new = pack(self.preprocess(image))
        if self._inverted:
            new = inverse(new)
        if old is not None and pixels_changed(old, new) > 8 * len(new) // 2:
            # The other way round it is fewer.
            self.command(self._const.NORMALDISPLAY if self._inverted else self._const.INVERTDISPLAY)
            self._inverted, new = not self._inverted, inverse(new)
        width, pages = self.size[0], self.size[1] // 8
        areas = self.changes.areas(old, new) if old is not None else [Area(0, pages - 1, 0, width - 1)]
        while areas:
            # First where the pointer is, or nearly.
            area = min(areas, key=lambda area: len(self.addressing(area)))
            areas.remove(area)
            self.write(area, [new[page * width + area.left : page * width + area.right + 1] for page in _pages(area)])
        self._written = new

    def preprocess(self, image: Image.Image) -> Image.Image:
        """Turn the picture as the panel is mounted."""
        turned: Image.Image = super().preprocess(image)  # type: ignore[misc]  # luma's, next in the MRO
        return turned

    def write(self, area: Area, rows: Sequence[bytes]) -> None:
        """Write an area, given the bytes of each of its pages."""
        raise NotImplementedError

    def addressing(self, area: Area) -> list[int]:
        """The commands that the controller still needs to write at the beginning of an area."""
        raise NotImplementedError

    def _forget_pointer(self) -> None:
        """Where the controller writes next is unknown."""
        raise NotImplementedError


def _pages(area: Area) -> range:
    return range(area.top, area.bottom + 1)


class _Windowed(_ChangesOnly):
    """SSD1306 and SSD1309: the pointer runs through a window of pages and columns, and is then back at its beginning."""

    first_column = 0
    # A window: address, control byte, two commands of three bytes, of which one is often set already; then address and
    # control byte of the data.
    changes = Changes(128, overhead=9, tall=True)
    _window: Area | None

    def write(self, area: Area, rows: Sequence[bytes]) -> None:
        commands, self._window = self.addressing(area), None
        if commands:
            self.command(*commands)
        self._serial_interface.data(list(b"".join(rows)))
        self._window = area

    def addressing(self, area: Area) -> list[int]:
        old = self._window
        commands: list[int] = []
        if old is None or (old.left, old.right) != (area.left, area.right):
            commands += self._const.COLUMNADDR, area.left + self.first_column, area.right + self.first_column
        if old is None or (old.top, old.bottom) != (area.top, area.bottom):
            commands += self._const.PAGEADDR, area.top, area.bottom
        return commands

    def _forget_pointer(self) -> None:
        self._window = None


class _Paged(_ChangesOnly):
    """SH1106: the pointer runs along one page. Of its 132 columns, 2 to 129 are wired to the glass."""

    COLUMNS = 132
    first_column = 2
    # As far as a page and the two halves of a column have to be told, two of the three as a rule.
    changes = Changes(128, overhead=6, tall=False)
    _pointer: tuple[int, int, int] | None

    def write(self, area: Area, rows: Sequence[bytes]) -> None:
        for page, row in zip(_pages(area), rows, strict=True):
            commands, self._pointer = self.addressing(area._replace(top=page)), None
            if commands:
                self.command(*commands)
            self._serial_interface.data(list(row))
            behind = area.right + 1 + self.first_column
            self._pointer = _pointer(page, behind) if behind < self.COLUMNS else None

    def addressing(self, area: Area) -> list[int]:
        pointer = _pointer(area.top, area.left + self.first_column)
        return [now for was, now in zip(self._pointer or (None,) * 3, pointer, strict=True) if was != now]

    def _forget_pointer(self) -> None:
        self._pointer = None


def _pointer(page: int, column: int) -> tuple[int, int, int]:
    """The commands that set page and column, the column in two halves."""
    return 0xB0 | page, column & 0x0F, 0x10 | column >> 4


class SSD1306(_Windowed, ssd1306):  # type: ignore[misc]  # luma publishes no types
    """The 0.96" panel's controller."""


class SSD1309(_Windowed, ssd1309):  # type: ignore[misc]  # luma publishes no types
    """The 2.42" panel's controller."""


class SH1106(_Paged, sh1106):  # type: ignore[misc]  # luma publishes no types
    """The 1.3" panel's controller, also in many panels sold as SSD1306."""


Oled = SSD1306 | SSD1309 | SH1106


def show_once(config: PanelConfig, line: Line, picture: Image.Image, *, contrast: int) -> None:
    """Bring up a panel, whatever its state, show one picture, and let go of it lit. The line stays open."""
    device = panel(config)
    device.connect(line)
    device.initialise()
    device.contrast(contrast)
    device.display(picture)
    device.show()
    device.disconnect()


def panel(config: PanelConfig) -> Oled:
    """The device for a panel, not yet connected."""
    kinds: dict[str, type[SSD1306 | SSD1309 | SH1106]] = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}
    return kinds[config.type](rotation=config.rotation, column_offset=config.column_offset)
