"""What the drivers' tests share: pictures and boxes in virtual time."""

import random
import sys
from contextlib import contextmanager

import pytest
from hypothesis import settings
from PIL import Image

from drivers.simulator.box import Box
from drivers.wiring import PanelConfig, Wiring

# Examples are judged by what they do, not by how long a busy machine takes for one.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def noise(seed: int) -> Image.Image:
    """A picture of random dots."""
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are equal dot by dot."""
    return one.size == other.size and one.tobytes() == other.tobytes()


@contextmanager
def interrupted(function, by):
    """Call `by` before every instruction of a function, as another thread may do at any of them."""
    before = sys.gettrace()

    def watch(frame, event, _):
        if frame.f_code is not function.__code__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            sys.settrace(None)
            by()
            sys.settrace(watch)
        return watch

    sys._getframe().f_trace_opcodes = True  # Python 3.12 traces no instruction unless some frame asked before
    sys.settrace(watch)
    try:
        yield
    finally:
        sys.settrace(before)


@pytest.fixture
def still_box():
    """Makes boxes in virtual time, and closes them."""
    boxes = []

    def make(**panel):
        box = Box(Wiring(panel=PanelConfig(**panel)), virtual=True)
        boxes.append(box)
        return box

    yield make
    for box in boxes:
        box.close()
