"""The panel's geometry: all there, on the face, and with room for fingers."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from math import dist

import pytest

from drivers.contract import SUIT_BUTTONS, Button
from drivers.layout import layout


def test_every_button_has_its_place():
    """All seven, and each on the face with its whole collar."""
    assert set(layout().buttons) == set(Button)
    for place in layout().buttons.values():
        (x, y), reach = place.centre, place.collar / 2
        assert reach < x < layout().shell.width - reach
        assert reach < y < layout().shell.depth - reach


@pytest.mark.parametrize(("one", "other"), list(combinations(Button, 2)))
def test_a_finger_never_meets_two_caps(one, other):
    """13 mm lie between any two, and no collar touches another."""
    first, second = layout().buttons[one], layout().buttons[other]
    apart = dist(first.centre, second.centre)
    assert apart - (first.cap + second.cap) / 2 >= 13
    assert apart > (first.collar + second.collar) / 2


def test_the_suits_stand_in_a_row():
    """♠ ♥ ♦ ♣ from the left, nearest to the player, evenly spaced, in the middle of the face."""
    row = [layout().buttons[button].centre for button in SUIT_BUTTONS]
    assert {y for _, y in row} == {min(place.centre[1] for place in layout().buttons.values())}
    assert {right - left for (left, _), (right, _) in pairwise(row)} == {38.0}
    assert row[0][0] + row[-1][0] == layout().shell.width


def test_the_corners_are_where_hands_expect_them():
    """OK at the right above the screen's middle, UNDO across from it, HOME the farthest from the player's right hand."""
    ok, undo, home = (layout().buttons[button].centre for button in (Button.OK, Button.UNDO, Button.HOME))
    screen = layout().screen
    assert ok[0] > screen.centre[0] + screen.module[0] / 2
    assert ok[1] > screen.centre[1]
    assert undo[0] < screen.centre[0] - screen.module[0] / 2
    right_hand = layout().buttons[Button.CLUB].centre
    assert max(layout().buttons.values(), key=lambda place: dist(place.centre, right_hand)).centre == home


def test_nothing_covers_the_screen():
    """Its module, behind the face, clears every hole; the pixels lie within the window."""
    screen = layout().screen
    for place in layout().buttons.values():
        beside = max(0.0, abs(place.centre[0] - screen.centre[0]) - screen.module[0] / 2)
        above = max(0.0, abs(place.centre[1] - screen.centre[1]) - screen.module[1] / 2)
        assert dist((0, 0), (beside, above)) > place.hole / 2
    assert all(
        active < window < module
        for active, window, module in zip(screen.active, screen.window, screen.module, strict=True)
    )


def test_it_fits_a_print_bed():
    """Of 180 mm."""
    assert max(layout().shell.width, layout().shell.depth) <= 180


def test_it_travels_as_json():
    """To the page, with buttons by name."""
    plain = json.loads(json.dumps(layout().as_json()))
    assert plain["buttons"]["spade"]["centre"] == list(layout().buttons[Button.SPADE].centre)
