"""Sprites: small one-bit pictures drawn as text (`#` lit, `.` dark) in `assets/sprites/`, frames parted by blank lines."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PIL import Image


def parse(text: str) -> tuple[Image.Image, ...]:
    r"""Read text pictures into mode "1" images.

    >>> [frame.size for frame in parse("##.\n#..\n\n#\n")]
    [(3, 2), (1, 1)]

    Raises:
        ValueError: naming the line that is ragged or has another character.
    """
    return tuple(_frame(block.split()) for block in text.strip().split("\n\n"))


def _frame(rows: list[str]) -> Image.Image:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or set(row) - {"#", "."}:
            raise ValueError(f"line {number} of a sprite, {row!r}: expected {len(rows[0])} of '#' and '.'")
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([mark == "#" for row in rows for mark in row])
    return image


@cache
def sprite(name: str) -> tuple[Image.Image, ...]:
    """All frames of a sprite of the package, by file name without `.txt`."""
    return parse((files("device.draw") / "assets" / "sprites" / f"{name}.txt").read_text(encoding="utf-8"))
