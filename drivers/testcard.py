"""A picture that shows whether the panel is set up right, and how it looks when it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from PIL import Image, ImageDraw

from drivers.contract import HEIGHT, WIDTH
from drivers.wiring import PanelConfig, PanelType, Wiring


def draw_card() -> Image.Image:
    """A border on the outermost pixels, a different mark in each corner, and an arrow that points up.

    A lost column or row breaks the border, a turned or mirrored picture moves the marks, and the arrow says which.
    """
    card = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(card)
    pen.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    pen.rectangle((4, 4, 15, 15), fill=1)  # upper left: full
    pen.rectangle((112, 4, 123, 15), outline=1)  # upper right: hollow
    pen.polygon([(4, 59), (15, 59), (4, 48)], fill=1)  # lower left: a corner
    pen.line((112, 48, 123, 59), fill=1)  # lower right: a cross
    pen.line((112, 59, 123, 48), fill=1)
    pen.polygon([(63, 8), (44, 30), (83, 30)], fill=1)
    pen.rectangle((57, 30, 70, 55), fill=1)
    return card


@dataclass(frozen=True, slots=True)
class Look:
    """One way the test card may come out: the picture, the setting it points to, and what to set."""

    picture: Image.Image
    means: str
    cure: str


def looks(config: PanelConfig) -> tuple[Look, ...]:
    """How the card looks with these settings: on the right panel first, then for each usual mistake.

    The pictures are not drawn but made as the panel makes them: the modelled controller is driven with the wrong settings.
    """
    right = Look(_seen(config, config.type), "everything is set right", "")
    others = [kind for kind in get_args(PanelType) if _controller(kind) != _controller(config.type)]
    wrong_controller = [
        Look(_seen(config, kind), f"the panel's controller is an {kind.upper()}", f'set panel.type = "{kind}"')
        for kind in others
    ]
    upside_down = Look(
        right.picture.transpose(Image.Transpose.ROTATE_180),
        "the panel is mounted the other way up",
        f"set panel.rotation = {180 - config.rotation}",
    )
    dark = Look(
        Image.new("1", (WIDTH, HEIGHT)),
        "the panel has no power, is at another address, or waits for its reset line",
        "check VCC, GND and the address, and wire RESET",
    )
    return (right, *wrong_controller, upside_down, dark)


def _controller(kind: PanelType) -> str:
    return "sh1106" if kind == "sh1106" else "ssd1306"


def _seen(config: PanelConfig, mounted: PanelType) -> Image.Image:
    from drivers.simulator.box import Box  # noqa: PLC0415 - only this picture needs the models on a Pi

    box = Box(Wiring(panel=config), virtual=True, mounted=mounted)
    box.board.show(draw_card())
    box.advance(1.0)
    seen = box.glass()
    box.close()
    # A person looks at a panel that is mounted as the rotation says.
    return seen.transpose(Image.Transpose.ROTATE_180) if config.rotation else seen
