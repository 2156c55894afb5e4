"""The test card and its wrong looks, as the modelled controllers show them."""

import pytest
from conftest import same

from drivers.testcard import draw_card, looks
from drivers.wiring import PanelConfig


@pytest.mark.parametrize("kind", ["ssd1306", "sh1106", "ssd1309"])
@pytest.mark.parametrize("rotation", [0, 180])
def test_the_first_look_is_the_card_itself(kind, rotation):
    """Set right, the person sees what was drawn, however the panel is mounted."""
    assert same(looks(PanelConfig(type=kind, rotation=rotation))[0].picture, draw_card())


def test_no_two_looks_are_alike():
    """A person can tell every mistake from every other."""
    pictures = [look.picture.tobytes() for look in looks(PanelConfig())]
    assert len(set(pictures)) == len(pictures) == 4


def test_the_card_is_unlike_itself_turned_or_mirrored():
    """Each way it could be turned shows."""
    card = draw_card()
    turned = [card.transpose(way).tobytes() for way in (0, 1, 3)]  # mirrored, upside down mirrored, turned
    assert len({card.tobytes(), *turned}) == 4


def test_an_sh1106_taken_for_an_ssd1306_shows_mostly_noise():
    """The usual 1.3 inch mistake, as its owners describe it."""
    wrong = looks(PanelConfig(type="ssd1306"))[1]
    assert wrong.cure == 'set panel.type = "sh1106"'
    assert wrong.picture.convert("L").histogram()[255] > 2000


def test_an_ssd1306_taken_for_an_sh1106_is_shifted_by_two_columns(golden):
    """The other way round: everything two columns to the right."""
    wrong = looks(PanelConfig(type="sh1106"))[1]
    assert wrong.cure == 'set panel.type = "ssd1306"'
    assert same(wrong.picture.crop((2, 0, 128, 64)), draw_card().crop((0, 0, 126, 64)))
    assert golden == draw_card()
