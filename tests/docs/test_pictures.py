"""The moving pictures are never stale: made again from their scripts, they are the ones in the repository."""

from __future__ import annotations

import pytest
from PIL import Image, ImageSequence

from docs.pictures.film import film, save, scripts


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.stem)
def test_a_moving_picture_is_what_the_product_shows_today(script, tmp_path):
    """Frame by frame, colours and times. If this fails after a change that was meant: `make pictures`."""
    again = tmp_path / "again.gif"
    save(film(script), again)
    with Image.open(again) as made, Image.open(script.with_suffix(".gif")) as kept:
        frames = [
            [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(gif)]
            for gif in (made, kept)
        ]
    assert len(frames[0]) > 10
    assert frames[0] == frames[1]
