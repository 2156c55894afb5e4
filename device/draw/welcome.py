"""The first picture: it says that the box is awake, while the games are still being loaded."""

from __future__ import annotations

from PIL import Image

from device.draw.canvas import HEIGHT, WIDTH, Canvas
from device.draw.fonts import Font
from device.draw.sprites import sprite

GAP = 12
"""Pixels between two suits."""


def welcome() -> Image.Image:
    """The name over the four suits: the same in every language."""
    canvas = Canvas()
    canvas.text(WIDTH // 2, 12, "Meneur", Font.LARGE, align="centre")
    suits = sprite("suit_13")[:4]
    wide = sum(suit.width for suit in suits) + GAP * (len(suits) - 1)
    left = (WIDTH - wide) // 2
    for suit in suits:
        canvas.stamp(left, HEIGHT - 24, suit)
        left += suit.width + GAP
    return canvas.image
