"""From a script to a film: the frames of the box with how long each is shown, and the GIF they make."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from device.commands.replay import new_player
from docs.pictures.box import draw_box, palette
from drivers.contract import Button

FOLDER = Path(__file__).parent
SHORTEST = 0.1
"""Seconds: of frames that follow each other faster only the last is kept; browsers show GIFs no faster."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the box and the seconds it is shown."""

    picture: Image.Image
    seconds: float


def film(script: Path) -> list[Frame]:
    """Play a script and keep every look of the box that lasts."""
    player = new_player(None)
    looks: list[tuple[float, Image.Image]] = []

    def look(glass: Image.Image) -> None:
        picture = draw_box(glass, {button: player.box.lamp(button) for button in Button})
        if looks and player.times.passed - looks[-1][0] < SHORTEST:
            looks[-1] = looks[-1][0], picture
        elif not looks or picture != looks[-1][1]:
            looks.append((player.times.passed, picture))

    player.frames = look
    try:
        player.play(script.read_text(encoding="utf-8").splitlines())
    finally:
        player.box.close()
        player.table.journal.close()
    ends = [*(start for start, _ in looks[1:]), player.times.passed]
    return [Frame(picture, end - start) for (start, picture), end in zip(looks, ends, strict=True) if end > start]


def save(frames: list[Frame], path: Path) -> None:
    """Write a GIF that plays for ever."""
    colours = palette()
    images = [frame.picture.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    images[0].save(
        path,
        save_all=True,
        append_images=images[1:],
        duration=[round(frame.seconds * 100) * 10 for frame in frames],
        loop=0,
        optimize=True,
    )


def scripts() -> list[Path]:
    """Every script of the folder."""
    return sorted(FOLDER.glob("*.txt"))
