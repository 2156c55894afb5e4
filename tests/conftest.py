"""What every test may use: golden screens as half-block text pictures."""

from __future__ import annotations

import os
from importlib.util import find_spec

import hypothesis
import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension

from device.draw import parts
from device.draw.blocks import half_blocks
from device.draw.fonts import Font, width
from tests.penmanship import watch

# A busy machine is no finding, so there are no deadlines; the gate finds the same examples each time, everybody else new ones.
hypothesis.settings.register_profile("meneur", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("meneur")

if find_spec("websockets.sync") is None:
    # These talk to our servers with a client that websockets has only since 11; the servers themselves run with 10.4.
    collect_ignore = ["test_play.py", "simulator/test_page_server.py", "mirror/test_mirror_server.py"]


def framed(picture: Image.Image) -> str:
    """A screen as text in a frame: a review reads the screen in the diff."""
    edge = "─" * picture.width
    rows = half_blocks(picture.convert("1")).split("\n")
    return "\n".join([f"┌{edge}┐", *(f"│{row}│" for row in rows), f"└{edge}┘"])


class ScreenExtension(AmberSnapshotExtension):
    """Stores a screen as its text picture."""

    def serialize(self, data, **kwargs):
        return super().serialize(framed(data) if isinstance(data, Image.Image) else data, **kwargs)


@pytest.fixture(autouse=True)
def labels_fit_their_keys(monkeypatch):
    """No screen of any test may write a soft-key label wider than its key, in any language."""
    draw = parts.soft_keys

    def checked(canvas, labels):
        wide = [label for label in labels if width(label, Font.TINY) > parts.CELL - 1]
        assert wide == [], f"wider than a soft key: {wide}"
        draw(canvas, labels)

    monkeypatch.setattr(parts, "soft_keys", checked)


@pytest.fixture(autouse=True)
def well_written(monkeypatch):
    """No screen of any test may have an accent on a small letter that touches the line above, or a text cut off, in any language."""
    accents = watch(monkeypatch)
    yield accents
    assert accents.faults() == []


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """`assert golden == picture` (in this order): equal to the picture in the repository; `pytest --snapshot-update` accepts a new one."""
    return snapshot.use_extension(ScreenExtension)
