"""The dial of the Great Clock: twelve small dominoes at their hours, and the middle of the clock.

Every set uses the hours of a whole clock: double-nine is an open circle from 1 to 9, double-six the right half.
"""

from __future__ import annotations

from device.dominoes import Tile
from device.draw.canvas import Canvas
from device.draw.digits import number
from device.draw.sprites import sprite

WIDE, HIGH = 21, 10
"""A small tile, in pixels: two numbers up to 12 of 4×6 pixel digits, a line between them and a frame."""
MIDDLE = 64
"""The middle of the clock, across."""
CORNERS = {
    12: (53, 0),
    1: (77, 0),
    2: (101, 11),
    3: (107, 22),
    4: (101, 33),
    5: (77, 44),
    6: (53, 44),
    7: (29, 44),
    8: (5, 33),
    9: (0, 22),
    10: (5, 11),
    11: (29, 0),
}
"""The upper left corner of the tile at each hour."""


def draw_tile(canvas: Canvas, slot: int, tile: Tile | None) -> None:
    """Draw the top tile of a slot, bright when it is the double at home; a dotted outline where no tile lies."""
    lit = tile == Tile(slot, slot)
    left, top = CORNERS[slot]
    if tile is None:
        canvas.dots(left, top, left + WIDE)
        canvas.dots(left, top + HIGH - 1, left + WIDE)
        _small_number(canvas, left + WIDE // 2, top + 2, slot, ink=1)
        return
    canvas.box(left, top, WIDE, HIGH, fill=lit)
    ink = 0 if lit else 1
    canvas.line(left + WIDE // 2, top, left + WIDE // 2, top + HIGH - 1, ink=ink)
    _small_number(canvas, left + 5, top + 2, tile.low, ink=ink)
    _small_number(canvas, left + 15, top + 2, tile.high, ink=ink)


def _small_number(canvas: Canvas, middle: int, top: int, value: int, *, ink: int) -> None:
    digits = [sprite("great_clock_digits")[int(digit)] for digit in str(value)]
    left = middle - (sum(digit.width for digit in digits) + len(digits) - 1) // 2
    for digit in digits:
        canvas.stamp(left, top, digit, ink=ink)
        left += digit.width + 1


def invert(canvas: Canvas, slot: int) -> None:
    """Swap lit and dark in a tile: something happens there."""
    canvas.invert(*CORNERS[slot], WIDE, HIGH)


def _beside(slot: int) -> tuple[int, int, int, int]:
    """The pixel at the middle of a tile's inner edge, one outside of it, and the step towards the clock's middle."""
    left, top = CORNERS[slot]
    if slot in (11, 12, 1):
        return left + WIDE // 2, top + HIGH, 0, 1
    if slot in (5, 6, 7):
        return left + WIDE // 2, top - 1, 0, -1
    return (left - 2, top + 4, -1, 0) if slot < 6 else (left + WIDE + 1, top + 4, 1, 0)


def dot(canvas: Canvas, slot: int) -> None:
    """Mark a slot that may be chosen. Above and below it lies right at the tile: the middle of the clock is for words."""
    x, y, across, down = _beside(slot)
    canvas.line(x - abs(down), y - abs(across), x + abs(down), y + abs(across))


def point(canvas: Canvas, slot: int) -> None:
    """Point at a slot from inside, and light it."""
    invert(canvas, slot)
    x, y, across, _down = _beside(slot)
    if not across:
        canvas.line(x - 3, y, x + 3, y)
        return
    for step in range(3):
        canvas.line(x + step * across, y - step, x + step * across, y + step)


def large_tile(canvas: Canvas, tile: Tile) -> None:
    """Draw the tile in hand in the middle of the clock, to be read from across the table."""
    left, top = MIDDLE - 31, 12
    canvas.box(left, top, 63, 22, fill=True)
    canvas.line(left + 31, top + 3, left + 31, top + 18, ink=0)
    number(canvas, left + 16, top + 1, str(tile.low), align="centre", ink=0)
    number(canvas, left + 48, top + 1, str(tile.high), align="centre", ink=0)


def large_count(canvas: Canvas, count: int) -> None:
    """Write how many tiles are to come where the tile in hand would be."""
    number(canvas, MIDDLE, 13, str(count), align="centre")
