"""Sights to show: what a table would."""

from __future__ import annotations

from PIL import Image

from device.sight import Sight, Standing
from drivers.contract import Button, Lamp, Light

MATCH = Standing(
    match=3,
    game="hockey",
    title="Hockey",
    text="Reds 2-1 Blacks, period 2",
    finished=False,
    players=("Ann", "Bob"),
    values={"period": 2},
    result={"score": [2, 1], "winner": None},
)


def noise() -> Image.Image:
    """A picture that no other is like."""
    return Image.effect_noise((128, 64), 90).convert("1")


def sight(picture=None, lamps=None, light=Light.FULL, standing=MATCH, press=None) -> Sight:
    return Sight(picture or noise(), {Button.OK: Lamp.BLINK} if lamps is None else lamps, light, standing, press)
