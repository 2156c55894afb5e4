"""Large figures at hockey: the score across the glass, in every phase of a match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.draw.fonts import Font
from device.games.contract import Options, Scene
from device.games.hockey import GAME
from device.games.hockey.rules import Phase
from device.texts import texts
from tests.games.hockey.table import played, ready


def picture(state, language):
    return GAME.draw(Scene(state=state, view=GAME.look(state), options=Options(large=True), texts=texts(language)))


def in_the_break():
    """A goal, and then cards that are nothing until the period is over."""
    state = played("NINI")
    while state.phase is not Phase.INTERMISSION:
        state = played("N", ready(state))
    return state


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_score_is_read_from_across_the_room(golden, language):
    """Whose turn it is, with a chance in the air and without; and the break."""
    assert golden == picture(played("NI"), language)
    assert golden == picture(played("NINI"), language)
    assert golden == picture(in_the_break(), language)


LONG = {
    "seats": ("Wilhelmine", "Wilhelmine", "Wilhelmine", "Wilhelmine"),
    "teams": ("Les Étoiles", "Montréal Canadiens"),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("plays", ["N", "NI", "NIN", "NINI"])
def test_a_long_name_of_a_player_stands_in_large_letters(plays, language):
    """Ten letters beside what is in the air or above a long team's name, eleven rows high at the least."""
    state = replace(played(plays), **LONG)
    usual = GAME.draw(Scene(state=state, view=GAME.look(state), texts=texts(language)))
    for name in (picture(state, language).crop((0, 0, 64, 15)), usual.crop((0, 9, 64, 24))):
        _left, top, _right, bottom = name.getbbox()
        assert bottom - top >= Font.BODY.cap_height


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("plays", ["N", "NI", "NIN", "NINI"])
@pytest.mark.parametrize("names", [{}, LONG], ids=["usual", "long"])
def test_there_is_air_between_the_lines_of_a_card_in_usual_figures(names, plays, language):
    """Between what is in the air and the line with what OK does and the second team."""
    state = replace(played(plays), **names)
    usual = GAME.draw(Scene(state=state, view=GAME.look(state), texts=texts(language)))
    assert usual.crop((0, 41, 110, 43)).getbbox() is None
