"""A question before something that a press too many must not do."""

from __future__ import annotations

from device.draw.canvas import WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.headline import headline
from device.draw.parts import wrap


def question(canvas: Canvas, asked: str, words: str, answer: str) -> None:
    """What is asked, large; a few words below; and what OK answers. The soft-key line is the caller's."""
    headline(canvas, (0, 1, WIDTH, 14), asked, align="centre")
    for row, line in enumerate(wrap(words, Font.SMALL)):
        canvas.text(WIDTH // 2, 20 + 11 * row, line, Font.SMALL, align="centre")
    canvas.text(WIDTH // 2, 43, answer, Font.SMALL, align="centre")
