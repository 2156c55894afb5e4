"""What screens share: soft keys whose letters stand clear of the dark beside them."""

from __future__ import annotations

import pytest

from device.draw.canvas import HEIGHT, Canvas
from device.draw.parts import CELL, KEYS_TOP, soft_keys


@pytest.mark.parametrize("label", ["Non", "Numéro", "Number", "Couvrir"])
@pytest.mark.parametrize("place", range(4))
def test_a_key_is_lit_on_both_sides_of_its_label(label, place):
    """The last column of a letter is not one with the gap to the next key."""
    canvas = Canvas()
    soft_keys(canvas, [label if number == place else "" for number in range(4)])
    key = canvas.image.crop((place * CELL, KEYS_TOP, (place + 1) * CELL, HEIGHT))
    left, _top, right, bottom = key.getbbox()
    for column in (left, right - 1):
        assert all(key.getpixel((column, row)) for row in range(bottom)), (column, label)
