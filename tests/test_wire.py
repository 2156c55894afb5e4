"""Recorded evenings on the panel's bus: what the wires carry is counted, so these figures are the same on every machine."""

from __future__ import annotations

from itertools import pairwise

import pytest

from benchmarks.evenings import drawn, flows, hockey, races
from benchmarks.panel import ANSWERS
from device.games.horse_race import GAME as HORSE_RACE
from device.games.horse_race.events import LayLink, Turn
from tests.wire import KINDS, LIMIT, Panel

LARGE = "set access.large true"


@pytest.fixture(scope="module")
def evening():
    """Three races and a hockey match: every picture that was drawn, with its scene."""
    return [*drawn(races(3)), *drawn(hockey())]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(lambda: races(2, pause=0), id="a card each 0.2 s"),
        pytest.param(lambda: races(2, pause=0.3), id="a card each 0.5 s"),
        pytest.param(lambda: [LARGE, *races(2, pause=0)], id="a card each 0.2 s in large figures"),
    ],
)
def hasty(request):
    """Races whose cards are keyed while the horse before is still on its way."""
    return drawn(iter(request.param()))


@pytest.fixture(scope="module", params=[name for name, _ in flows()])
def script(request):
    """An evening of tests/flows."""
    return drawn(dict(flows())[request.param])


def costs(kind, pictures):
    """Each picture after the first, with the milliseconds that it took."""
    panel = Panel(kind)
    panel.show(pictures[0].glass)
    return [(each, panel.show(each.glass)) for each in pictures[1:]]


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_to_a_press_is_on_the_glass_in_five_milliseconds(kind, evening):
    """A card of the row, a horse's step, a card and a call: the pictures after the press, none of them slower, at 400 kHz."""
    sent = costs(kind, evening)
    for name, chosen in ANSWERS.items():
        each = [cost for picture, cost in sent if picture.scene is not None and chosen(picture.scene)]
        assert len(each) > 10, name
        assert max(each) <= LIMIT, name


@pytest.mark.parametrize("kind", KINDS)
def test_no_picture_of_hasty_races_keeps_a_press_waiting(kind, hasty):
    """Cards and whole screens alike: what a press has to wait for is a step, and its answer is one."""
    assert max(cost for _, cost in costs(kind, hasty)) <= LIMIT


def test_the_card_that_was_keyed_is_what_a_hasty_answer_shows(hasty):
    """Its horse, or its place in the row, is whole on the glass at once; the rest may follow."""
    answers = [
        later
        for earlier, later in pairwise(hasty)
        if earlier.scene is not None
        and later.scene is not None
        and isinstance(later.scene.event, Turn | LayLink)
        and later.scene.state is not earlier.scene.state
    ]
    assert len(answers) > 40
    assert any(answer.glass != answer.picture for answer in answers)
    for answer in answers:
        for left, top, wide, high in HORSE_RACE.first(answer.scene):
            area = (left, top, left + wide, top + high)
            assert answer.glass.crop(area) == answer.picture.crop(area)


@pytest.mark.parametrize("kind", KINDS)
def test_no_picture_of_an_evening_takes_the_bus_longer(kind, script):
    """Menus, settings, every game: whatever screen follows whatever screen."""
    assert max(cost for _, cost in costs(kind, script)) <= LIMIT
