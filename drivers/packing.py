"""Pictures as the memory of a page-organised display controller, and the areas in which two of them differ.

Nothing here knows of Meneur, of luma or of a bus: it is written to be taken. luma.oled's `display()` goes through the pixels
one by one and sends all of them; with `pack` and `Changes` it could do a twentieth of the work and send a tenth of the bytes
(`make bench` has the figures). Needs Pillow 9.1.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from PIL import Image


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


def inverse(packed: bytes) -> bytes:
    r"""A packed picture with light and dark swapped.

    >>> inverse(b"\x00\x0f")
    b'\xff\xf0'
    """
    return packed.translate(_INVERSE)


_INVERSE = bytes(range(0xFF, -1, -1))


def pixels_changed(old: bytes, new: bytes) -> int:
    r"""In how many pixels two packed pictures differ.

    >>> pixels_changed(b"\x00\x0f", b"\x80\x00")
    5
    """
    return (int.from_bytes(old, "little") ^ int.from_bytes(new, "little")).bit_count()


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

    Little is left to gain. On whole evenings of games the changed bytes alone are 64 % of what is sent, telling where they go is
    19 %, and bytes written along 17 %. Joining the best pair of all areas time and again, from single bytes on, makes it 0.1 %
    less for four times the work; cutting off the last page of an area where its changes end, 0.5 %; addressing single pages in
    the SSD1306's page mode and tall areas in windows, by turns, 1.6 %. A window and its data in one transfer cost more than in
    two: there every command byte needs a control byte of its own.
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
