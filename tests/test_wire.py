"""Recorded evenings on the panel's bus: what the wires carry is counted, so these figures are the same on every machine."""

from __future__ import annotations

from itertools import pairwise

import pytest

from benchmarks.evenings import drawn, hockey, races
from benchmarks.panel import ANSWERS
from tests.wire import KINDS, LIMIT, Panel


@pytest.fixture(scope="module")
def evening():
    """Three races and a hockey match: every picture that was drawn, with its scene."""
    return [*drawn(races(3)), *drawn(hockey())]


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_to_a_press_is_on_the_glass_in_five_milliseconds(kind, evening):
    """A horse's step, a card and a call: the first picture after the press, none of them slower, at 400 kHz."""
    panel = Panel(kind)
    panel.show(evening[0].picture)
    costs = {name: [] for name in ANSWERS}
    for _earlier, later in pairwise(evening):
        cost = panel.show(later.picture)
        for name, chosen in ANSWERS.items():
            if later.scene is not None and chosen(later.scene):
                costs[name].append(cost)
    for name, each in costs.items():
        assert len(each) > 10, name
        assert max(each) <= LIMIT, name
