"""Looks over the shoulder of every test that draws: no accent of a small letter may touch the line above, and no text may leave
the glass at its sides.
"""

from __future__ import annotations

from itertools import takewhile

from PIL import Image, ImageChops

from device.draw.accents import accented, pieces
from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font, load, width

LOOKED_AT = 100
"""Pictures that are kept until they are surely finished."""


class Picture:
    """A canvas, all the writing on it, and the accents in that."""

    def __init__(self, canvas):
        """Nothing is written yet."""
        self.canvas = canvas
        self.writing = Image.new("1", canvas.image.size)
        self.accents = []

    def faults(self):
        """The texts with an accent that touches writing of the same ink above it, or dark above a lit key."""
        written = ImageChops.logical_and(self.writing, self.canvas.image)
        for text, ink, new, points in self.accents:
            covered = any(bool(self.canvas.image.getpixel(point)) != bool(ink) for point in points)
            others = without(written, new) if ink else ImageChops.logical_or(self.canvas.image, new)
            if not covered and touching(others, points, ink):
                yield text


def without(picture, taken):
    """What is lit in a picture but not in the other."""
    return ImageChops.logical_and(picture, ImageChops.logical_xor(picture, taken))


class Accents:
    """What was drawn last, and the faults found so far."""

    def __init__(self, text):
        """`text` is what `Canvas.text` does."""
        self._text = text
        self._pictures = {}
        self._faults = []

    def text(self, canvas, x, y, text, font=Font.BODY, *, align="left", ink=1, **more):
        """Write as the canvas does, and remember where accents came to be."""
        if id(canvas) not in self._pictures:
            self._pictures[id(canvas)] = Picture(canvas)
            if len(self._pictures) > LOOKED_AT:
                self._look(next(iter(self._pictures)))
        picture = self._pictures[id(canvas)]
        before = canvas.image.copy()
        self._text(canvas, x, y, text, font, align=align, ink=ink, **more)
        new = ImageChops.logical_xor(before, canvas.image)
        picture.writing = ImageChops.logical_or(picture.writing, new)
        x -= {"left": 0, "centre": width(text, font) // 2, "right": width(text, font)}[align]
        if x < 0 or x + width(text, font) > WIDTH + 1:  # behind the last letter is a dark column
            self._faults.append(f"{text} is cut off")
        for right, letter in pieces(text, font):
            if accented(letter) and letter.islower():
                columns = range(x + right, x + right + round(load(font).getlength(letter)))
                picture.accents.append((text, ink, new, accent(new, columns, y - 2)))

    def faults(self):
        """The texts with an accent at fault, on all pictures up to now, and those that were cut off."""
        for key in list(self._pictures):
            self._look(key)
        return self._faults

    def _look(self, key):
        self._faults += self._pictures.pop(key).faults()


def accent(new, columns, top):
    """The points of a letter's accent: its first two rows, or the first if nothing is in the second."""
    columns = [x for x in columns if 0 <= x < WIDTH]
    rows = [[(x, y) for x in columns if new.getpixel((x, y))] for y in range(max(0, top), HEIGHT)]
    first = next((number for number, row in enumerate(rows) if row), len(rows))
    return {point for row in takewhile(bool, rows[first : first + 2]) for point in row}


def touching(image, points, ink):
    """Whether something of this ink is straight or slantwise above one of the points, beside the points themselves."""
    above = {(x + dx, y - 1) for x, y in points for dx in (-1, 0, 1)} - points
    return any(0 <= x < WIDTH and y >= 0 and bool(image.getpixel((x, y))) == bool(ink) for x, y in above)


def watch(monkeypatch):
    """From now on, all canvases are looked at."""
    accents = Accents(Canvas.text)

    def text(canvas, *arguments, **more):
        accents.text(canvas, *arguments, **more)

    monkeypatch.setattr(Canvas, "text", text)
    return accents
