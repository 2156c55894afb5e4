"""Large figures at hockey: the score across the glass, in every phase of a match."""

from __future__ import annotations

import pytest

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
