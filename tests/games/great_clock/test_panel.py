"""The panel of the Great Clock: deals by presses and by time, lamps, tunes, and the screens as golden pictures."""

import pytest

from device.dominoes import Tile
from device.draw.fonts import Font, width
from device.draw.parts import CELL
from device.games.contract import Options
from device.games.great_clock import GAME, HOUSE
from device.games.great_clock.controls import PACE_SECONDS
from device.games.great_clock.dial import CORNERS, HIGH, WIDE
from device.games.great_clock.events import Mode
from device.games.great_clock.rules import Outcome, Phase, State, at_home, placements
from device.games.great_clock.screens import CAPTION, advice_words
from device.games.great_clock.search import Act, Do
from device.games.great_clock.view import Pace, Page
from device.texts import texts
from device.tunes import TUNES
from drivers.contract import Lamp, Press

from .table import CLUB, DIAMOND, HEART, OK, SPADE, UNDO, Table

LANGUAGES = ("en", "fr")
TWELVE = "0-12 0-1 0-2 0-3 0-4 0-5 0-6 1-1 0-7 0-8 0-9 0-10"
"""A double-twelve layout with 1-1 on slot 7, where eleven tiles may move."""
TROUBLE = "0-1 2-2 0-3 0-4 0-5 0-6"
"""A double-six layout with 2-2 on slot 1; all others match at their blanks."""


def playing(tiles=TROUBLE, **options):
    return Table(tiles=tiles, mode="play", set=6, **options).press(OK).wait(2)


# Watching


def test_the_device_plays_a_deal_to_its_end_by_itself():
    """One OK, and it is over some minutes later, with a yes or a no."""
    table = Table(set=6).press(OK).wait(300)
    assert table.state.phase is Phase.OVER
    assert table.cues[0] == "deal"
    assert table.cues[-1] in ("win", "lose")
    assert set(table.cues) <= set(TUNES)


def test_it_waits_for_its_thought_and_for_its_pace():
    """Nothing moves before the thought is there, nor before its moment."""
    slow = Table(set=6, slow=True).press(OK).wait(30)
    assert slow.state.left == 21
    table = Table(set=6).press(OK)
    table.wait(PACE_SECONDS[Pace.NORMAL] - 0.1)
    events = len(table.cues)
    table.wait(0.2)
    assert len(table.cues) == events + 1


def test_the_pace_is_changed_while_it_plays():
    """♠ slower, ♥ faster; at the ends the key is dark."""
    table = Table(set=6).press(OK, HEART)
    assert table.view.pace is Pace.QUICK
    assert HEART not in table.lamps
    table.press(SPADE, SPADE)
    assert table.view.pace is Pace.SLOW
    assert SPADE not in table.lamps


def test_paused_it_goes_on_one_act_a_press():
    """OK pauses; ♦ is one act; OK lets it go on."""
    table = Table(set=6).press(OK, OK)
    table.wait(60)
    assert len(table.cues) == 1
    table.press(DIAMOND)
    assert len(table.cues) == 2
    table.press(OK).wait(5)
    assert len(table.cues) > 3


def test_taking_back_pauses():
    """UNDO goes one act back and the device waits."""
    table = Table(set=6).press(OK).wait(6)
    before = table.state
    table.wait(1.2).press(UNDO)
    assert table.state == before
    assert not table.view.running


# Playing


def test_a_person_plays_with_ok_alone_where_there_is_no_choice():
    """Draw, place on the only slot, draw."""
    table = playing("0-1 0-2 0-3 0-4 0-5 0-6 2-3")
    table.press(OK)
    assert table.state.hand == Tile(2, 3)
    table.press(HEART, OK)
    assert table.state.piles[1] == (Tile(0, 3), Tile(2, 3))


def test_the_cursor_goes_round_the_legal_slots_only():
    """Both ways, and no farther."""
    table = playing("0-1 0-2 0-3 0-4 0-5 0-6 2-3").press(OK)
    assert placements(table.state) == (1, 2)
    table.press(HEART)
    assert table.view.cursor == 2
    table.press(HEART)
    assert table.view.cursor == 1
    table.press(SPADE)
    assert table.view.cursor == 2


def test_a_tile_is_moved_by_its_source_and_its_target():
    """♣, choose, OK, choose, OK."""
    table = playing().press(CLUB)
    assert table.view.page is Page.SOURCE
    table.press(OK)
    assert (table.view.page, table.view.source) == (Page.TARGET, 2)
    table.press(HEART, OK)
    assert table.state.piles[3] == (Tile(0, 5), Tile(0, 3))
    assert table.view.page is Page.BOARD


def test_undo_closes_the_move_page_by_page_before_it_takes_back():
    """Target, source, board, and only then the last event."""
    table = playing().press(CLUB, OK, UNDO)
    assert table.view.page is Page.SOURCE
    table.press(UNDO)
    assert table.view.page is Page.BOARD
    table.press(UNDO)
    assert table.state.phase is Phase.SETUP


def test_a_move_without_trouble_is_refused_with_the_reason():
    """And the key is dark."""
    table = playing("0-1 0-2 0-3 0-4 0-5 0-6")
    assert CLUB not in table.lamps
    table.press(CLUB)
    assert table.refusals == ["Tiles move only while a double is in trouble"]
    table.press(OK, CLUB)
    assert table.refusals[1:] == ["First the tile in hand"]


def test_a_hint_points_at_the_slot_and_ok_follows_it():
    """♦, then OK does what was advised."""
    table = playing("0-1 0-2 0-3 0-4 0-5 0-6 2-3").press(OK, DIAMOND)
    act = table.scene.insight.acts[0]
    table.press(OK)
    assert table.state.piles[act.target - 1][-1] == Tile(2, 3)


def test_a_hint_is_thinking_until_it_is_known():
    """OK does not wait for it."""
    table = playing("0-1 0-2 0-3 0-4 0-5 0-6 2-3", slow=True).press(OK, DIAMOND)
    assert table.scene.insight is None
    table.press(OK)
    assert table.state.hand is None


def test_a_whole_deal_is_played_by_following_the_hints():
    """♦ and OK to the end, whatever comes."""
    table = playing(TROUBLE)
    for _ in range(400):
        if table.state.phase is Phase.OVER:
            break
        table.press(DIAMOND, OK)
    assert table.state.phase is Phase.OVER
    assert table.refusals == []


def test_a_tile_that_fits_nowhere_is_set_aside_by_ok():
    """The only thing to do."""
    table = playing("1-2 1-3 1-4 1-5 2-3 2-4 0-6").press(OK, OK)
    assert table.state.aside == (Tile(0, 6),)


def test_another_deal_after_the_end():
    """OK begins a new match with the same choices."""
    table = Table(set=6).press(OK).wait(300)
    step = GAME.on_press(table.scene, Press(OK))
    assert step.again
    following = GAME.new(Options({"positions": 200}), table.state)
    assert (following.phase, following.size, following.mode) == (Phase.SETUP, 6, Mode.WATCH)


# Real dominoes


def test_real_dominoes_are_keyed_and_the_device_advises():
    """The layout, a tile drawn, where it can go; advice comes unasked."""
    table = Table(mode="real", set=6).press(OK).key("0-1 0-2 0-3 0-4 0-5 0-6")
    assert table.state.phase is Phase.DRAW
    table.press(OK)
    assert table.view.page is Page.KEYPAD
    table.key("2-3")
    assert placements(table.state) == (1, 2)
    assert table.scene.insight.acts[0].do is Do.PLACE
    table.press(OK)
    assert table.state.hand is None
    assert table.state.left == 20


def test_a_wrong_tile_is_refused_and_nothing_is_lost():
    """Keyed twice: the reason is shown and the keypad stays."""
    table = Table(mode="real", set=6).press(OK).key("0-1").key("0-1")
    assert table.refusals == ["%(tile)s has been seen before"]
    assert table.state.left == 26
    assert table.view.page is Page.KEYPAD


def test_the_keypad_offers_a_tile_that_nobody_has_seen():
    """OK again and again keys tile after tile, and none twice."""
    table = Table(mode="real", set=6).press(OK).press(*[OK] * 6)
    assert table.refusals == []
    assert table.state.phase is Phase.DRAW
    assert [pile[0].text for pile in table.state.piles] == ["0-2", "0-3", "0-4", "0-5", "0-6", "0-1"]


def test_undo_leaves_the_tile_on_the_keypad():
    """A tile keyed wrong is mended by one end, in the layout and in hand."""
    table = Table(mode="real", set=6).press(OK).key("2-5").press(UNDO)
    assert (table.view.page, table.view.ends) == (Page.KEYPAD, (2, 5))
    table.key("0-1 0-2 0-3 0-4 0-5 0-6").press(OK).key("2-4").press(UNDO, OK)
    assert (table.view.page, table.view.ends) == (Page.KEYPAD, (2, 4))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_is_clear_of_the_marks(language):
    """The rows around the caption are dark but for the tiles and their marks: nothing is drawn through a word."""
    table = Table(language, tiles=TWELVE, mode="play").press(OK, CLUB).wait(2)
    assert table.view.page is Page.SOURCE
    picture = table.picture
    for columns in ((30, 31), (96, 97)):
        assert not any(picture.getpixel((x, y)) for x in columns for y in range(CAPTION, CAPTION + 7))
    assert not any(picture.getpixel((x, 42)) for x in range(30, 98))


def test_an_emptied_slot_asks_for_its_new_tile():
    """FILL: the keypad says which slot."""
    table = Table(mode="real", set=6).press(OK).key(TROUBLE)
    table.press(CLUB, OK)
    emptied = table.view.source
    table.press(OK)
    assert (table.state.phase, table.view.page, table.state.emptied) == (Phase.FILL, Page.KEYPAD, emptied)
    table.key("4-6")
    assert table.state.piles[emptied - 1] == (Tile(4, 6),)


# Set-up, lamps, texts


def test_the_set_up_goes_round_sets_modes_and_house_rules():
    """Each soft key changes one thing."""
    table = Table().press(SPADE, HEART, DIAMOND, CLUB)
    state = table.state
    assert (state.size, state.mode, state.move_in_hand, state.cover_doubles) == (9, Mode.PLAY, True, True)
    table.press(SPADE, SPADE, HEART, HEART, DIAMOND, CLUB)
    state = table.state
    assert (state.size, state.mode, state.move_in_hand, state.cover_doubles) == (12, Mode.WATCH, False, False)
    assert state.positions == 200


def test_a_new_box_begins_as_its_settings_say():
    """Every setting is heard."""
    house = {"set": 9, "mode": "play", "move_in_hand": True, "cover_doubles": True, "positions": 77}
    assert {rule.name for rule in HOUSE} == set(house)
    state = GAME.new(Options(house), None)
    assert state == State(size=9, mode=Mode.PLAY, move_in_hand=True, cover_doubles=True, positions=77)


def test_a_lit_lamp_does_something_and_a_dark_one_nothing():
    """On every page that a deal passes."""
    for table in (Table(), playing(), playing().press(CLUB), playing().press(CLUB, OK), Table(set=6).press(OK)):
        for button in (SPADE, HEART, DIAMOND, CLUB):
            before = table.state, table.view
            probe = Table(tiles=TROUBLE)
            probe.session, probe.now = table.session, table.now
            lit = table.lamps.get(button, Lamp.OFF) is not Lamp.OFF
            link, view = table.session.link, table.session.view
            probe.press(button)
            assert ((table.state, table.view) != before) == lit, button
            table.session.link, table.session.view = link, view
            table.session._insight = None
            table.think()


def test_the_small_tiles_of_the_dial_do_not_touch():
    """Twelve boxes, each whole on the glass above the soft keys."""
    assert sorted(CORNERS) == list(range(1, 13))
    taken = set()
    for left, top in CORNERS.values():
        pixels = {(x, y) for x in range(left, left + WIDE) for y in range(top, top + HIGH)}
        assert not pixels & taken
        assert all(0 <= x < 128 and 0 <= y < 55 for x, y in pixels)
        taken |= pixels


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_soft_key_fits_its_cell(language):
    """No label is wider than the button below it."""
    say = texts(language).gettext
    labels = ["Set", "Who", "Moves", "Cover", "Slower", "Faster", "Step", "Hint", "Move", "Back"]
    assert [label for label in labels if width(say(label), Font.TINY) > CELL - 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_caption_fits_between_the_tiles(language):
    """The line under the tile in hand has 64 pixels, clear of the marks at 4 and 8 o'clock."""
    say = texts(language).gettext
    captions = ["tiles: OK draws", "Stuck: move", "Set it aside", "Move which?"]
    captions = [say(text) for text in [*captions, "Onto which?", "paused", "thinking…"]] + [say("boneyard %d") % 78]
    acts = [Act(Do.MOVE, 11, 12), Act(Do.PLACE, 0, 12), *(Act(do) for do in Do if do not in (Do.MOVE, Do.PLACE))]
    captions += [advice_words(act, say) for act in acts]
    assert [text for text in captions if width(text, Font.TINY) > 64] == []


def test_the_history_gets_what_came_of_a_deal():
    """A finished deal tells whether it was won, and which it was."""
    table = Table(set=6).press(OK).wait(300)
    summary = GAME.summary(table.state)
    assert summary.finished
    assert summary.result["won"] == (table.state.outcome is Outcome.WON)
    assert summary.result["code"] == "00000001"
    assert summary.result["at_home"] == len(at_home(table.state))


# Golden screens

SCENES = {
    "set_up": Table,
    "watching": lambda language: Table(language).press(OK).wait(20),
    "watching_paused": lambda language: Table(language).press(OK).wait(20).press(OK),
    "drawing": lambda language: Table(language, mode="play").press(OK).wait(2),
    "placing": lambda language: Table(language, tiles=f"{TROUBLE} 4-6", mode="play", set=6).press(OK, OK).wait(2),
    "move_source": lambda language: Table(language, tiles=TROUBLE, mode="play", set=6).press(OK, CLUB).wait(2),
    "move_source_of_twelve": lambda language: Table(language, tiles=TWELVE, mode="play").press(OK, CLUB).wait(2),
    "move_target_of_twelve": lambda language: Table(language, tiles=TWELVE, mode="play").press(OK, CLUB, OK).wait(2),
    "hint_of_twelve": lambda language: Table(language, tiles=TWELVE, mode="play").press(OK, DIAMOND).wait(2),
    "tile_drawn": lambda language: Table(language, mode="real", set=6).press(OK).press(*[OK] * 7),
    "filling": lambda language: Table(language, mode="real", set=6).press(OK).key(TROUBLE).press(CLUB, OK, OK),
    "move_target": lambda language: Table(language, tiles=TROUBLE, mode="play", set=6).press(OK, CLUB, OK).wait(2),
    "hint": lambda language: Table(language, tiles=TROUBLE, mode="play", set=6).press(OK, DIAMOND).wait(2),
    "refused": lambda language: Table(language, tiles="0-1", mode="play", set=6).press(OK, CLUB),
    "keypad": lambda language: Table(language, mode="real", set=9).press(OK).key("0-9"),
    "real_advice": lambda language: Table(language, mode="real", set=6).press(OK).key(TROUBLE).press(OK).key("4-6"),
    "ended": lambda language: Table(language, set=6).press(OK).wait(300),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_screens(scene, language, golden):
    """The screens in both languages."""
    assert golden == SCENES[scene](language).picture
