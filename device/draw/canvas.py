"""The canvas: one 128×64 one-bit picture and the few strokes that screens are made of."""

from __future__ import annotations

from typing import Literal

from PIL import Image, ImageDraw

from device.draw.accents import accented, fitting, forms, pieces
from device.draw.fonts import Font, load, width

WIDTH, HEIGHT = 128, 64
Align = Literal["left", "centre", "right"]


class Canvas:
    """A black picture to draw on with light.

    Coordinates are pixels from the upper left corner; boxes are (left, top, width, height). `ink=0` draws in black.

    >>> canvas = Canvas()
    >>> canvas.text(64, 20, "Horse Race", Font.BODY, align="centre")
    >>> canvas.image.size, canvas.image.mode
    ((128, 64), '1')
    """

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._pen = ImageDraw.Draw(self.image)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        font: Font = Font.BODY,
        *,
        align: Align = "left",
        ink: int = 1,
        heavy: bool = False,
    ) -> None:
        """Write one line; `y` is the top of the capitals, `x` the left edge, centre or right edge (exclusive) of the text.

        An accent comes down as far as it must to be whole and to touch nothing of the same ink that is there already: so write
        the line above first. A heavy text has its strokes a pixel wider to the right.
        """
        if align != "left":
            spare = width(text, font)
            x -= spare if align == "right" else spare // 2
        before = self.image.copy() if any(map(accented, text)) else self.image
        for right, piece in pieces(text, font):
            form = fitting(forms(piece, font), before, x + right, y, ink) if accented(piece) else None
            for left in (x + right, x + right + 1)[: 1 + heavy]:
                if form:
                    self.stamp(left, y + form.top, form.picture, ink=ink)
                else:
                    self._pen.text((left, y + font.cap_height), piece, font=load(font), fill=ink, anchor="ls")

    def box(self, left: int, top: int, wide: int, high: int, *, fill: bool = False, ink: int = 1) -> None:
        """Draw a rectangle, outlined or filled."""
        corners = (left, top, left + wide - 1, top + high - 1)
        self._pen.rectangle(corners, outline=ink, fill=ink if fill else None)

    def line(self, x0: int, y0: int, x1: int, y1: int, *, ink: int = 1) -> None:
        """Draw a line, both ends included."""
        self._pen.line((x0, y0, x1, y1), fill=ink)

    def dots(self, x0: int, y: int, x1: int, *, every: int = 2, ink: int = 1) -> None:
        """Draw a dotted horizontal line from x0 up to and without x1."""
        self._pen.point([(x, y) for x in range(x0, x1, every)], fill=ink)

    def point(self, x: int, y: int, *, ink: int = 1) -> None:
        """Set one pixel."""
        self._pen.point((x, y), fill=ink)

    def disc(self, x: int, y: int, radius: int, *, fill: bool = False, ink: int = 1) -> None:
        """Draw a circle about (x, y), outlined or filled."""
        self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), outline=ink, fill=ink if fill else None)

    def stamp(self, x: int, y: int, sprite: Image.Image, *, ink: int = 1) -> None:
        """Press a one-bit sprite onto the picture with its upper left corner at (x, y): its lit pixels take `ink`, the rest stay."""
        self.image.paste(ink, (x, y), sprite)

    def invert(self, left: int, top: int, wide: int, high: int) -> None:
        """Swap lit and dark inside a box: the mark of what is chosen."""
        area = (max(0, left), max(0, top), min(WIDTH, left + wide), min(HEIGHT, top + high))
        # Pillow keeps a lit pixel of mode "1" as 1 or 255, as it was drawn; ImageChops.invert would leave the 1s lit.
        self.image.paste(self.image.crop(area).point(lambda lit: 0 if lit else 255), area[:2])
