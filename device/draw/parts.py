"""What screens share: the soft-key line, a title, text in lines, a message that covers the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font, width

CELL = WIDTH // 4
"""Width of a soft-key cell: a quarter of the glass, straight above its button."""
KEYS_TOP = HEIGHT - 9
"""First pixel row of the soft-key line; everything above is the screen's own."""


def soft_keys(canvas: Canvas, labels: Sequence[str]) -> None:
    """Write what ♠ ♥ ♦ ♣ do now along the bottom, each above its button. An empty label: the button does nothing.

    A label is at most 31 pixels wide in the TINY font. A column of light stays on its right, and on its left if it has at
    most 30: a stem in the outermost column would be one with the dark beside the key.
    """
    for number, label in enumerate(labels):
        if label:
            wide = width(label, Font.TINY)
            key = CELL - 1 if wide <= CELL - 3 else CELL
            canvas.box(number * CELL, KEYS_TOP, key, 9, fill=True)
            left = min(CELL // 2 - wide // 2, key - 1 - wide)
            canvas.text(number * CELL + left, KEYS_TOP + 1, label, Font.TINY, ink=0)


def title(canvas: Canvas, text: str, right: str = "") -> None:
    """Write a title bar of 11 rows: the name on the left, a short state on the right."""
    canvas.text(0, 0, text, Font.SMALL)
    canvas.text(WIDTH, 0, right, Font.SMALL, align="right")
    canvas.dots(0, 11, WIDTH)


def wrap(text: str, font: Font, wide: int = WIDTH) -> list[str]:
    """Break a text into lines of at most `wide` pixels, at spaces; a single longer word is broken where the line ends.

    A no-break space holds its words together: French writes one before `:` and `?`.
    """
    lines: list[str] = []
    for word in (piece for whole in text.split(" ") for piece in _pieces(whole, font, wide)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, font) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _pieces(word: str, font: Font, wide: int) -> Iterator[str]:
    """A word in pieces that fit a line each; nearly always it is one."""
    while word:
        fits = len(word)
        while fits > 1 and width(word[:fits], font) > wide:
            fits -= 1
        yield word[:fits]
        word = word[fits:]


def banner(canvas: Canvas, text: str, *, font: Font = Font.SMALL) -> None:
    """Cover the middle of the screen with a framed message: why a press was refused."""
    lines = wrap(text, font, WIDTH - 10)
    high = len(lines) * font.line_height + 6
    top = max(0, (KEYS_TOP - high) // 2)
    canvas.box(0, top, WIDTH, high, fill=True, ink=0)
    canvas.box(0, top, WIDTH, high)
    for number, line in enumerate(lines):
        canvas.text(WIDTH // 2, top + 4 + number * font.line_height, line, font, align="centre")
