"""A picture as text: two pixel rows a line, in half blocks, for terminals and for tests that are read."""

from __future__ import annotations

from PIL import Image


def half_blocks(picture: Image.Image) -> str:
    """A mode "1" picture of even height as lines of blank, upper, lower and full blocks.

    >>> print(half_blocks(Image.new("1", (3, 2), 1)))
    ███
    """
    lit = picture.load()
    assert lit is not None
    return "\n".join(
        "".join(" ▀▄█"[bool(lit[x, y]) + 2 * bool(lit[x, y + 1])] for x in range(picture.width))
        for y in range(0, picture.height, 2)
    )
