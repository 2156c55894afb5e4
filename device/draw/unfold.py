"""One picture turns into another in steps that the panel's bus carries at once, what is to be read first in the first of them.

The panel is written a byte at a time, eight pixels one below the other, and a whole new picture takes its bus a fortieth of a
second. In steps of `STEP_BYTES` it takes no longer altogether; but the first of them is there after a fifth of that, and the
rest draws itself over the glass like a curtain, which is nicer to look at than a cut.
"""

from __future__ import annotations

from PIL import Image, ImageChops

from device.draw.canvas import HEIGHT, WIDTH

STEP_BYTES = 212
"""What a step may cost on the wire: 5 ms at 400 kHz are 222 bytes, some of which are starts and stops."""
RUN_BYTES = 10
"""What bytes in a row cost beside themselves: the panel is told where they are."""
SWAP_BYTES = 4
"""What it costs to swap light and dark all over."""
PAGE = 8
"""Rows of pixels in a byte."""

Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels; top and height are whole pages."""

WHOLE: Box = (0, 0, WIDTH, HEIGHT)


def around(left: int, top: int, wide: int, high: int) -> Box:
    """The box of whole pages around some pixels.

    >>> around(18, 16, 17, 23)
    (18, 16, 17, 24)
    """
    above, below = top // PAGE * PAGE, -(-(top + high) // PAGE) * PAGE
    return left, above, wide, below - above


def unfold(old: Image.Image, new: Image.Image, step: int, *first: Box) -> Image.Image:
    """The picture between `old` and `new` after `step` steps more than the first: step 0 is what is seen at once.

    The curtain goes over each of the boxes `first` and then over the whole glass, every time from the left, in as many steps
    as it takes.

    >>> dark, light = Image.new("1", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, HEIGHT), 1)
    >>> [unfold(dark, light, step).getbbox() for step in (0, 1, 4)]
    [(0, 0, 16, 64), (0, 0, 32, 64), (0, 0, 80, 64)]
    """
    return _bought(old, new, _Purse(step, STEP_BYTES), *first)


def _bought(old: Image.Image, new: Image.Image, purse: _Purse, *first: Box) -> Image.Image:
    """As much of `new` over `old` as a purse pays for."""
    # Mirrored along its diagonal a picture's rows are its columns, a byte a page.
    changed = bytearray(ImageChops.logical_xor(old, new).transpose(Image.Transpose.TRANSPOSE).tobytes())
    between = old.copy()
    for left, top, wide, high in (*first, WHOLE):
        pages = range(top // PAGE, (top + high) // PAGE)
        column = left
        while column < left + wide and purse.pays(changed, column, pages):
            column += 1
        area = (left, top, column, top + high)
        between.paste(new.crop(area), area)
        if column < left + wide:
            break
    return between


def towards(old: Image.Image, new: Image.Image, *first: Box) -> Image.Image:
    """What follows `old` on the glass on the way to `new`: the first step of unfolding, or `new` itself if the bus carries it at once.

    It also does if light is swapped with dark and little else changes: the panel swaps them in one command.

    >>> dark, light = Image.new("1", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, HEIGHT), 1)
    >>> towards(dark, light).getbbox()
    (0, 0, 128, 64)
    """
    swapped = _bought(ImageChops.logical_xor(old, _LIT), new, _Purse(0, STEP_BYTES - SWAP_BYTES))
    return new if swapped == new else unfold(old, new, 0, *first)


class _Purse:
    """What the steps may still cost."""

    def __init__(self, steps: int, left: int) -> None:
        """So many bytes are left of this step, and so many whole steps follow."""
        self._steps = steps
        self._left = left
        self._ends = [_NOWHERE] * _PAGES
        """The column where the last run of this step ends, by page."""

    def pays(self, changed: bytearray, column: int, pages: range) -> bool:
        """Pay for what has changed in a column of some pages, and strike it off; False if there is too little left."""
        start, end = column * _PAGES + pages.start, column * _PAGES + pages.stop
        if not any(changed[start:end]):
            return True
        here = [page for page in pages if changed[column * _PAGES + page]]
        price = self._price(here, column)
        if price > self._left:
            if not self._steps:
                return False
            self._steps, self._left, self._ends = self._steps - 1, STEP_BYTES, [_NOWHERE] * _PAGES
            price = self._price(here, column)
        self._left -= price
        for page in here:
            self._ends[page] = column
        changed[start:end] = bytes(len(pages))
        return True

    def _price(self, pages: list[int], column: int) -> int:
        """Bytes on the wire: a run goes on over unchanged columns, or another one begins."""
        gaps = [column - self._ends[page] for page in pages]
        return sum(gap if 0 < gap <= RUN_BYTES else 1 + RUN_BYTES for gap in gaps)


_LIT = Image.new("1", (WIDTH, HEIGHT), 1)
_NOWHERE = -WIDTH
_PAGES = HEIGHT // PAGE
