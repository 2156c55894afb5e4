"""The panel: whole patiences by presses and by time, lamps, tunes, and the screens as golden pictures."""

import pytest

from device.draw.fonts import Font, width
from device.draw.parts import CELL, KEYS_TOP
from device.games.clock import GAME, HOUSE, screens
from device.games.clock.controls import NUMBER_LENGTH, NUMBER_LETTERS
from device.games.clock.dial import CARD_HEIGHT
from device.games.clock.events import Chooser, Pace, Variant
from device.games.clock.rules import Phase, State, hidden, kings_turned, wish_granted
from device.games.clock.screens import KINGS
from device.games.clock.timing import DEAL_SECONDS, LOST_SECONDS, tense
from device.games.clock.view import Page
from device.games.contract import Options
from device.shuffle import ALPHABET, CODE_LENGTH
from device.texts import texts
from device.tunes import TUNES
from drivers.contract import Lamp, Press

from .table import CLUB, DIAMOND, HEART, LOST_BY_3, OK, SPADE, UNDO, WON, Bedside

LANGUAGES = ("en", "fr")


def until(bedside, happens, within=300.0):
    """Let time pass until something holds; it must within so many seconds."""
    end = bedside.now + within
    while not happens(bedside):
        assert bedside.now < end
        bedside.wait(0.05)
    return bedside


def over(bedside):
    return bedside.state.phase is Phase.OVER


# The oracle


def test_an_oracle_takes_three_presses_and_plays_by_itself():
    """OK: make a wish. OK: shuffle. Then nothing more is pressed until the wish is granted."""
    bedside = Bedside().press(OK)
    assert bedside.state.phase is Phase.WISH
    bedside.press(OK).wait(0)
    assert bedside.state.code == WON
    until(bedside, over)
    assert wish_granted(bedside.state)
    assert bedside.cues[:2] == ["wish", "deal"]
    assert bedside.cues[-1] == "clock_granted"


def test_the_match_told_to_the_diary():
    """A finished patience says whether the wish was granted, the variant, the number, and what was hidden."""
    bedside = Bedside(number=LOST_BY_3).press(OK, OK, CLUB)
    summary = GAME.summary(bedside.state)
    assert summary.finished
    assert summary.headline % summary.values == "Not this time: 3 short"
    assert summary.result == {
        "wish": "not granted",
        "variant": "classic",
        "code": LOST_BY_3,
        "turned": 49,
        "hidden": 3,
        "redeals": 0,
        "helped": False,
    }


def test_an_unfinished_match_tells_its_kings():
    """The menu shows how far it has come."""
    bedside = Bedside()
    assert not GAME.summary(bedside.state).finished
    bedside.press(OK, OK).wait(30)
    summary = GAME.summary(bedside.state)
    assert summary.headline % summary.values == f"King {kings_turned(bedside.state)} of 4"


def test_quicker_paces_take_less_time():
    """Each faster pace ends sooner; all turn the same cards."""
    ends = {}
    for pace in (Pace.SLOW, Pace.NORMAL, Pace.QUICK):
        bedside = until(Bedside(pace=pace.value).press(OK, OK), over)
        ends[pace] = bedside.now
    assert ends[Pace.SLOW] > ends[Pace.NORMAL] > ends[Pace.QUICK]


def test_the_pace_is_changed_while_it_plays():
    """♠ slower, ♥ faster, as far as there is one; then the lamp is dark and the press does nothing."""
    bedside = Bedside().press(OK, OK, HEART)
    assert bedside.state.setup.pace is Pace.QUICK
    assert HEART not in bedside.lamps
    bedside.press(HEART, SPADE, SPADE, SPADE)
    assert bedside.state.setup.pace is Pace.PRESS
    assert SPADE not in bedside.lamps


def test_one_card_a_press():
    """At this pace nothing happens by itself."""
    bedside = Bedside(pace="press").press(OK, OK).wait(100)
    assert bedside.state.path == ()
    bedside.press(OK, OK, OK).wait(100)
    assert len(bedside.state.path) == 3


def test_a_pause_lasts_until_it_is_ended():
    """OK pauses, OK goes on."""
    bedside = Bedside().press(OK, OK).wait(10).press(OK)
    turned = len(bedside.state.path)
    assert turned
    bedside.wait(1000)
    assert len(bedside.state.path) == turned
    bedside.press(OK).wait(3)
    assert len(bedside.state.path) > turned


def test_taking_back_pauses_and_goes_back_a_card_a_press():
    """UNDO while it plays: one card back, and it waits there; on to the wish and the set-up."""
    bedside = Bedside().press(OK, OK).wait(12)
    turned = len(bedside.state.path)
    bedside.press(UNDO).wait(100)
    assert len(bedside.state.path) == turned - 1
    bedside.press(*[UNDO] * (turned - 1), UNDO)
    assert bedside.state.phase is Phase.WISH
    bedside.press(UNDO)
    assert bedside.state.phase is Phase.SETUP


def test_skipping_goes_to_the_end_in_one_step():
    """♣ ends a classic patience at once."""
    bedside = Bedside().press(OK, OK, CLUB)
    assert over(bedside)
    assert len(bedside.state.path) == 52


def test_the_last_king_is_awaited_in_suspense():
    """From the third king on the cards come slower, OK breathes, and the tune is a heartbeat."""
    bedside = until(Bedside().press(OK, OK), lambda table: tense(table.state))
    assert kings_turned(bedside.state) == 3
    assert bedside.cues[-1] == "heartbeat"
    assert bedside.lamps[OK] is Lamp.BREATHE
    start, turned = bedside.now, len(bedside.state.path)
    until(bedside, lambda table: len(table.state.path) > turned)
    slow = bedside.now - start
    calm = Bedside().press(OK, OK).wait(10)
    start, turned = calm.now, len(calm.state.path)
    until(calm, lambda table: len(table.state.path) == turned + 1)
    start = calm.now
    until(calm, lambda table: len(table.state.path) == turned + 2)
    assert slow > 1.5 * (calm.now - start)


def test_a_press_too_many_does_not_lose_the_granted_picture():
    """The first OK during the ending shows its last picture, the next begins anew with the same agreement."""
    bedside = Bedside(variant="no_king", number=LOST_BY_3).press(OK, OK, CLUB).wait(1).press(OK)
    assert over(bedside)
    assert bedside.view.still
    step = GAME.on_press(bedside.scene, Press(OK))
    assert step.again
    assert GAME.new(Options(), bedside.state) == State(setup=bedside.state.setup)


def test_the_ending_waits_until_the_last_card_has_landed():
    """The king is seen flying before the picture changes, and the picture moves until its end and no longer."""
    bedside = until(Bedside(number=LOST_BY_3).press(OK, OK), over)
    landing = bedside.picture.tobytes()
    bedside.wait(2)
    assert bedside.picture.tobytes() != landing
    bedside.wait(LOST_SECONDS)
    assert GAME.next_wake(bedside.scene) is None


# Set-up


def test_the_set_up_goes_round_variants_paces_and_choosers():
    """♠ the variant, ♥ the pace, ♦ who chooses (in the Watch only); UNDO takes the last change back."""
    bedside = Bedside()
    assert DIAMOND not in bedside.lamps
    bedside.press(SPADE, SPADE, SPADE, HEART, DIAMOND)
    setup = bedside.state.setup
    assert (setup.variant, setup.pace, setup.chooser) == (Variant.PEEK, Pace.QUICK, Chooser.PERSON)
    bedside.press(UNDO)
    assert bedside.state.setup.chooser is Chooser.DEVICE
    bedside.press(*[SPADE] * 4)
    assert bedside.state.setup.variant is Variant.CLASSIC


def test_a_new_box_begins_as_its_settings_say():
    """The first match follows the settings, later ones the last match."""
    first = GAME.new(Options({"variant": "square", "pace": "slow"}), None)
    assert (first.setup.variant, first.setup.pace) == (Variant.SQUARE, Pace.SLOW)
    assert {rule.name: rule.default for rule in HOUSE} == {"variant": "classic", "pace": "normal"}


def test_a_deal_is_asked_for_by_its_number():
    """The number page: ♠ ♥ move, ♦ ♣ change the letter (held: by eight); the deal with that number is dealt."""
    bedside = Bedside().press(CLUB, SPADE)
    assert bedside.view.page is Page.NUMBER
    bedside.press(*[HEART] * 6, CLUB, HEART).press(CLUB, held=True).press(DIAMOND, DIAMOND, DIAMOND, OK)
    assert bedside.view.number == LOST_BY_3
    bedside.press(OK, OK, CLUB)
    assert bedside.state.code == LOST_BY_3
    assert hidden(bedside.state) == 3


def test_the_number_page_writes_in_the_codes_own_letters():
    """The controls' alphabet is that of the shuffle's codes."""
    assert (NUMBER_LETTERS, NUMBER_LENGTH) == (ALPHABET, CODE_LENGTH)


# The other variants


def test_going_on_deals_again_by_itself_and_is_fixed_by_the_deals_number():
    """Two evenings with the same number take the same redeals to the same end."""
    paths = []
    for _ in range(2):
        bedside = until(Bedside(variant="continue", number=LOST_BY_3, pace="quick").press(OK, OK), over)
        assert wish_granted(bedside.state)
        assert bedside.state.redeals >= 1
        paths.append(bedside.state.path)
    assert paths[0] == paths[1]


def test_skipping_goes_through_all_redeals():
    """♣ once is enough, however often it is dealt again."""
    bedside = Bedside(variant="continue", number=LOST_BY_3).press(OK, OK, CLUB).wait(1)
    assert over(bedside)


def test_the_box_exchanges_the_king_by_itself():
    """In the Watch nothing need be pressed."""
    bedside = until(Bedside(variant="peek", number=LOST_BY_3).press(OK, OK), over)
    assert bedside.state.exchanged is not None


def test_a_person_chooses_the_pile_for_the_king():
    """♠ and ♥ go round the hours that have hidden cards, OK puts the king there, and the play goes on."""
    bedside = Bedside(variant="peek", number=LOST_BY_3).press(DIAMOND, OK, OK, CLUB).wait(60)
    assert bedside.state.phase is Phase.EXCHANGE
    places = {screens.king_place(bedside.state, bedside.view)}
    for _ in range(5):
        bedside.press(HEART)
        places.add(screens.king_place(bedside.state, bedside.view))
    assert places == {place for place, pile in enumerate(bedside.state.piles) if pile}
    chosen = screens.king_place(bedside.state, bedside.view)
    bedside.press(OK)
    assert bedside.state.exchanged == chosen
    until(bedside, over)


def test_a_person_plays_an_open_deal_with_the_front_buttons():
    """Each of the four plays a card of the pile; a dark one plays none."""
    bedside = Bedside(variant="open").press(OK, OK)
    pile = bedside.state.piles[bedside.state.place]
    bedside.press(DIAMOND)
    assert bedside.state.path == (pile[2],)
    assert not bedside.state.helped
    state = bedside.state
    lit = [button for button in (SPADE, HEART, DIAMOND, CLUB) if button in bedside.lamps]
    assert len(lit) == len(state.piles[state.place])


def test_a_hint_marks_a_card_and_ok_plays_it():
    """OK looks round, ♦ gives the hint, its lamp blinks, OK follows it; the help is noted."""
    bedside = Bedside(variant="open").press(OK, OK, OK)
    assert bedside.view.page is Page.LOOK
    bedside.press(DIAMOND)
    blinking = [button for button, lamp in bedside.lamps.items() if lamp is Lamp.BLINK]
    assert len(blinking) == 1
    bedside.press(OK)
    assert len(bedside.state.path) == 1
    assert bedside.state.helped


def test_the_box_shows_a_winning_play_and_stops_when_asked():
    """♣ on the look page: it plays by itself to a granted wish; any press stops it."""
    bedside = Bedside(variant="open").press(OK, OK, OK, CLUB).wait(10).press(HEART)
    turned = len(bedside.state.path)
    assert turned
    bedside.wait(100)
    assert len(bedside.state.path) == turned
    bedside.press(OK) if len(bedside.state.piles[bedside.state.place]) == 1 else bedside.press(OK, CLUB)
    until(bedside, lambda table: over(table) or not table.view.running)


def test_a_square_turns_its_centre_on_ok():
    """Face down there is nothing to choose: the front buttons are dark."""
    bedside = Bedside(variant="square").press(OK, OK)
    assert SPADE not in bedside.lamps
    bedside.press(SPADE)
    assert bedside.state.path == ()
    bedside.press(OK)
    assert len(bedside.state.path) == 1


def test_the_square_never_shows_its_face_down_centre():
    """Looking round passes over the centre."""
    bedside = Bedside(variant="square").press(OK, OK, OK)
    while len(bedside.state.piles[bedside.state.place]) < 2:
        bedside.press(OK)
    bedside.press(OK)
    places = set()
    for _ in range(14):
        bedside.press(HEART)
        places.add(bedside.view.cursor)
    assert places == {place for place in range(12) if bedside.state.piles[place]}


# Sounds, lamps, texts


def test_every_cue_has_a_tune():
    """Whole patiences of all variants use known tunes only."""
    for variant in Variant:
        bedside = Bedside(variant=variant.value, number=LOST_BY_3, pace="quick").press(OK, OK)
        if variant in (Variant.OPEN, Variant.SQUARE):
            while bedside.state.place == 12 and variant is Variant.SQUARE:
                bedside.press(OK)
            bedside.press(OK, CLUB)
        until(bedside, over)
        assert set(bedside.cues) <= set(TUNES)


def test_the_wish_page_breathes_a_minute_and_is_then_still():
    """Nothing wears and nothing wakes at the bedside."""
    bedside = Bedside().press(OK)
    assert bedside.lamps[OK] is Lamp.BREATHE
    assert GAME.next_wake(bedside.scene) is not None
    bedside.wait(61)
    assert GAME.next_wake(bedside.scene) is None


def test_a_refusal_is_shown_and_goes_away():
    """Nothing to take back: said for a while."""
    bedside = Bedside()
    quiet = bedside.picture.tobytes()
    bedside.press(UNDO)
    assert bedside.refusals
    assert bedside.picture.tobytes() != quiet
    bedside.wait(GAME.next_wake(bedside.scene) + 0.01)
    assert bedside.picture.tobytes() == quiet


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_soft_key_fits_its_cell(language):
    """No label is wider than the button below it."""
    say = texts(language).gettext
    labels = ["Game", "Pace", "Who", "Rules", "Number", "Back", "Slower", "Faster", "Skip", "Hint", "Show", "Deal"]
    assert [label for label in labels if width(say(label), Font.TINY) > CELL - 1] == []


# What is written under the card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["classic", "two_decks", "continue", "peek"])
def test_the_words_under_the_card_touch_nothing(variant, language):
    """While the clock plays: dark all round them, between card, dial, kings and the white soft keys."""
    bedside = Bedside(language, LOST_BY_3, variant=variant).press(OK, OK).wait(DEAL_SECONDS)
    seen = set()
    while not over(bedside):
        around = bedside.picture.crop((62, CARD_HEIGHT + 1, KINGS, KEYS_TOP))
        words = (1, 1, around.width - 1, around.height - 1)
        seen.add(around.crop(words).tobytes())
        around.paste(0, words)
        assert around.getbbox() is None
        bedside.wait(0.9)
    assert len(seen) > 3


# Golden screens


def playing(language, number=WON, **house):
    return Bedside(language, number, **house).press(OK, OK)


SCENES = {
    "set-up": Bedside,
    "set-up of the Watch": lambda language: Bedside(language, variant="peek"),
    "set-up of going on": lambda language: Bedside(language, variant="continue"),
    "rules": lambda language: Bedside(language, variant="two_decks").press(CLUB),
    "rules of the Watch": lambda language: Bedside(language, variant="peek").press(CLUB),
    "deal number": lambda language: Bedside(language).press(CLUB, SPADE, HEART, CLUB),
    "wish": lambda language: Bedside(language).press(OK).wait(2),
    "dealing": lambda language: playing(language).wait(1.5),
    "a card flies": lambda language: playing(language).wait(DEAL_SECONDS + 0.6),
    "paused": lambda language: playing(language).wait(30).press(OK).wait(2),
    "the third king": lambda language: until(playing(language), lambda table: tense(table.state)).wait(1.2),
    "a star falls": lambda language: playing(language).press(CLUB).wait(1.9),
    "wish granted": lambda language: playing(language).press(CLUB).wait(20),
    "not this time": lambda language: playing(language, LOST_BY_3).press(CLUB).wait(20),
    "figures of the deal": lambda language: playing(language, LOST_BY_3).press(CLUB).wait(9).press(SPADE),
    "choose a pile": lambda language: Bedside(language, LOST_BY_3, variant="peek").press(DIAMOND, OK, OK, CLUB),
    "open cards": lambda language: playing(language, variant="open").wait(9),
    "looking round": lambda language: playing(language, variant="open").press(OK, HEART).wait(9),
    "a hint": lambda language: playing(language, variant="open").press(OK, DIAMOND).wait(9),
    "two decks": lambda language: playing(language, variant="two_decks").wait(30).press(OK).wait(2),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_screens(scene, language, golden):
    """Every kind of screen, in both languages."""
    assert golden == SCENES[scene](language).picture
