"""What moves in a hockey match: every picture is a small change for the panel, and every motion ends in the still picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.draw.unfold import towards
from device.games.contract import Options
from device.games.hockey import GAME
from device.games.hockey.calls import stripe
from device.games.hockey.controls import CALL_SECONDS, NEVER
from device.games.hockey.events import Mode
from device.games.hockey.names import seat_box
from device.games.hockey.rules import Call, State
from tests.games.hockey.table import CLUB, HEART, OK, SPADE, Evening, played, started
from tests.wire import LIMIT, Panel

NAMES = {
    "seats": {},
    "people": {"seats": ("Alain", "Brigitte", "Claude", "Denise"), "teams": ("Noirs", "Rouges")},
    "long names": {
        "seats": ("Maximilienne", "Bartholomew", "Jo", "Christabel"),
        "teams": ("Thunderbirds", "Les Canadiens"),
    },
}
CARDS = [OK, HEART, HEART, OK, SPADE, HEART, OK, OK, OK, SPADE, OK, OK, OK, HEART, OK, SPADE]
"""A deal with every call, the last card a goal."""


class Watched(Evening):
    """An evening on a panel of each kind: every picture that is drawn goes to both."""

    def __init__(self, state, language="en", *, large=False):
        super().__init__(state, language)
        self.options = Options(large=large)
        self.panels = (Panel("ssd1306"), Panel("sh1106"))
        self.costs = []
        self.past = NEVER
        self.glass = None
        self.show(NEVER)

    def scene(self, elapsed=1e9):
        return replace(super().scene(elapsed), options=self.options)

    def show(self, elapsed):
        """Milliseconds on the wire for the slowest step to the picture at this moment, as the box puts it there."""
        picture, first, costs = self.picture(elapsed), GAME.first(self.scene(elapsed)), []
        while self.glass != picture:
            self.glass = picture if self.glass is None else towards(self.glass, picture, *first)
            costs.append(max(panel.show(self.glass) for panel in self.panels))
        self.costs += costs
        return max(costs, default=0.0)

    def play(self, *buttons, pause=3.0):
        """Press one after the other, and show every picture that is due in the pause after each."""
        for button in buttons:
            self.press(button, elapsed=self.past)
            assert self.refusal is None
            self.show(0.0)
            self.past = 0.0
            while (wait := GAME.next_wake(self.scene(self.past))) is not None and self.past + wait <= pause:
                self.past += wait
                self.show(self.past)
            self.past = pause
        return self

    def slowest(self):
        """Milliseconds for the largest change; the first picture is written whole."""
        return max(self.costs[1:])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("names", NAMES)
def test_no_picture_of_a_match_takes_the_wire_longer_than_five_milliseconds(names, large, language):
    """Cards, calls and deals, each picture of each motion, on both kinds of panel at 400 kHz."""
    evening = Watched(started_with(names), language, large=large).play(OK, *CARDS, OK)
    assert {Call.PASS, Call.GOAL, Call.INTERCEPTION} <= {call for state in evening.states for call in state.calls}
    assert evening.slowest() <= LIMIT


@pytest.mark.parametrize("pause", [0.45, 0.77, 1.21, 1.36, 2.05, 2.72])
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_a_card_keyed_in_the_middle_of_a_call_is_answered_as_fast(large, pause):
    """The next card unfolds over the call as it then stood."""
    evening = Watched(started_with("people"), large=large).play(OK, *CARDS, OK, pause=pause)
    assert evening.slowest() <= LIMIT


@pytest.mark.parametrize("names", NAMES)
def test_the_scoreboard_is_as_fast(names):
    """Goals up to two digits, one keyed before the one ahead of it was shown out."""
    evening = Watched(started_with(names, mode=Mode.SCOREBOARD))
    evening.play(*[SPADE] * 11, HEART).play(*[HEART] * 10, SPADE, pause=1.33)
    assert evening.slowest() <= LIMIT


@pytest.mark.parametrize("pause", [0.5, 1.2, 2.0])
def test_the_right_card_after_a_refused_one_is_as_fast(pause):
    """The next picture unfolds over the word why the press was refused."""
    evening = Watched(started_with("people")).play(OK, OK, HEART, pause=pause)
    evening.press(SPADE, elapsed=pause)
    assert evening.refusal is not None
    evening.show(pause)
    evening.press(OK, elapsed=pause)
    assert evening.refusal is None
    assert evening.show(0.0) <= LIMIT


def started_with(names, **agreed):
    return replace(started(**agreed), **NAMES[names])


@pytest.mark.parametrize("plays", ["N", "J", "JJ", "JNI", "JNN", "N" * 16, "N" * 15 + "J"])
def test_a_card_is_on_the_table_at_once_or_when_its_call_is_over(plays):
    """Nothing of a call is left then, and nothing moves any more."""
    evening = Evening(played(plays[:-1])).press({"N": OK, "J": HEART, "I": SPADE}[plays[-1]])
    end = max((CALL_SECONDS.get(call, 0.0) for call in evening.state.calls), default=0.0)
    assert evening.picture(end) == Evening(evening.state).picture()
    for moment in (0.0, end / 2):
        assert (evening.picture(moment) == evening.picture(end)) == (not end)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize(("plays", "call"), [("NJ", Call.PASS), ("JJ", Call.INTERCEPTION), ("JNI", Call.GOAL)])
def test_the_word_of_a_call_is_whole_at_once_and_stays_where_it_is(plays, call, names, large, language):
    """Until the table is back no pixel of its stripe changes, but for the flash of the whole glass."""
    evening = Watched(played(plays[:-1], started_with(names)), language, large=large)
    table = evening.picture()
    evening.press({"J": HEART, "I": SPADE}[plays[-1]])
    left, top, wide, high = stripe(evening.scene(0.0), call)
    area = (left, top, left + wide, top + high)
    word = evening.picture(0.0).crop(area)
    assert word.tobytes() != table.crop(area).tobytes()
    now, seen = 0.0, set()
    while now < CALL_SECONDS[call]:
        seen.add(evening.picture(now).crop(area).tobytes())
        now += GAME.next_wake(evening.scene(now))
    flashed = {word.point(lambda lit: 0 if lit else 255).tobytes()} if call is Call.GOAL else set()
    assert seen == {word.tobytes()} | flashed


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize(("plays", "call"), [("NJ", Call.PASS), ("JJ", Call.INTERCEPTION), ("JNI", Call.GOAL)])
def test_the_first_picture_of_a_call_cuts_nothing_in_two(plays, call, names, language):
    """The word stands in the place of the name, of which nothing is left, or of what was in the air; all else is untouched."""
    evening = Evening(played(plays[:-1], started_with(names)), language)
    table = evening.picture()
    evening.press({"J": HEART, "I": SPADE}[plays[-1]])
    scene = evening.scene(0.0)
    first, (_left, top, wide, high) = evening.picture(0.0), stripe(scene, call)
    word = (0, top, wide, top + high)
    assert first.crop(word).getbbox() is not None
    left, name_top, room, name_high = seat_box(scene, scene.state.last)
    name = (left, name_top, left + room, name_top + name_high)
    expected = table.copy()
    if call is not Call.INTERCEPTION:
        expected.paste(0, name)
    expected.paste(first.crop(word), word)
    assert first == expected


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("names", NAMES)
def test_an_interception_stands_where_it_was_in_the_air(names, language):
    """Below the name of the player, over all of the line that said that a jack would be one, and as bold as any call."""
    evening = Evening(played("J", started_with(names)), language)
    table = evening.picture()
    evening.press(HEART)
    _left, top, wide, high = stripe(evening.scene(0.0), Call.INTERCEPTION)
    assert table.crop((wide, top, 100, top + high)).getbbox() is None
    assert table.crop((0, top, wide, top + high)).getbbox() is not None
    word = evening.picture(0.0).crop((0, top, wide, top + high))
    assert sum(word.histogram()[1:]) > 2.5 * 11 * 12, "twelve letters of two strokes each, eleven rows high"
    left, name_top, room, name_high = seat_box(evening.scene(), evening.state.last)
    name = (left, name_top, left + room, name_top + name_high)
    assert evening.picture(1.0).crop(name).tobytes() == table.crop(name).tobytes()


def test_a_page_that_is_opened_at_once_is_still():
    """A press of ♣ right after a card shows the recap."""
    evening = Evening(played("N")).press(OK).press(CLUB, elapsed=0.01)
    assert evening.picture(0.02) == evening.picture()
    assert GAME.next_wake(evening.scene(0.02)) is None


def test_a_match_of_an_older_version_has_nothing_to_unfold_over():
    """The view's default is the table."""
    assert GAME.look(State()).covered == NEVER
