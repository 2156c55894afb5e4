"""Small marks laid over any screen."""

from __future__ import annotations

from PIL import Image

from device.draw.sprites import sprite


def mark_not_saved(picture: Image.Image) -> Image.Image:
    """The picture with the crossed-out disk in its upper right corner: what happens now is not being saved.

    It may hide a word there, so it is for a glass that nobody is reading.
    """
    marked = picture.copy()
    icon = sprite("not_saved")[0]
    left = marked.width - icon.width
    marked.paste(0, (left - 1, 0, marked.width, icon.height + 1))
    marked.paste(1, (left, 0), icon)
    return marked
