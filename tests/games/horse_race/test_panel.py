"""Seven buttons: what each does in every phase, which are lit, what is heard and what is said when one is refused."""

import itertools

import pytest

from device.games.contract import REFUSAL_SECONDS
from device.games.horse_race import GAME
from device.games.horse_race.controls import CARD_SECONDS, DEAL, chosen_seat, has_left
from device.games.horse_race.evening import PACK, Phase
from device.games.horse_race.house import Book, Cards, Hurdles
from device.games.horse_race.view import Sheet, View
from drivers.contract import Button, Lamp, Press

ROW = "sshhddc"


def test_one_press_starts_the_simplest_race(at_table):
    """Real cards, seven links, no joker, no book."""
    box = at_table().keys("o")
    assert box.state.phase is Phase.ROW
    assert box.state.settings.cards is Cards.REAL


def test_the_keys_of_the_set_up_go_through_the_choices(at_table):
    """A press goes on, a hold goes back, and UNDO takes back."""
    box = at_table().keys("shhh")
    assert (box.state.settings.links, box.state.settings.cards) == (6, Cards.REAL)
    box.keys("dd")
    assert box.state.settings.book is Book.FAIR
    box.keys("D")
    assert box.state.settings.book is Book.TRADITIONAL
    box.keys("uu")
    assert box.state.settings.book is Book.TRADITIONAL
    box.keys("cd")
    assert box.state.settings.hurdles is Hurdles.FIRST
    assert box.session.view.page == 1


def test_a_row_is_keyed_and_a_slip_is_taken_back(at_table):
    """OK waits for the whole row; UNDO takes one card back."""
    box = at_table().keys("ossu" + "o")
    assert box.refused == "First key the whole row"
    assert box.state.row_laid == 1
    box.keys(ROW[1:])
    assert box.state.phase is Phase.PRICES


def test_a_hopeless_row_asks_to_deal_again(at_table):
    """At the fifth spade, not at the last card: OK is the only key lit, besides UNDO, and a suit key says why."""
    box = at_table().keys("o" + "sssshs")
    assert box.cues[-1] == "refused"
    assert box.lit() == "ou"
    assert box.keys("h").refused == "♠ cannot finish: OK deals the row again"
    assert box.keys("u").lit() == "shdcu", "a slip is taken back, and the row goes on"
    assert box.keys("s" + "o").state.row_laid == 0


def test_in_a_race_the_suit_buttons_are_suits(at_table):
    """One press a card; the leader's lamp breathes."""
    box = at_table().keys("o" + ROW + "o" + "shs")
    assert box.state.course.positions == (2, 1, 0, 0)
    assert box.lit() == "shdcu"
    assert GAME.lamps(box.scene)[Button.SPADE] is Lamp.BREATHE


def test_the_joker_is_ok_held(at_table):
    """A short OK says so; once it is out, or with no joker in the game, OK is dark."""
    box = at_table(joker=True).keys("o" + ROW + "o" + "s")
    assert "o" in box.lit()
    assert box.keys("o").refused == "Hold OK for the joker"
    assert box.keys("O").state.course.positions == (1, 1, 1, 1)
    assert "o" not in box.lit()
    assert box.keys("O").refused == "A second joker? One press was wrong: UNDO"
    assert at_table().keys("o" + ROW + "oO").refused == "No joker is in the game"


def test_a_thirteenth_card_is_refused_on_the_panel(at_table):
    """A horse that falters at its own every step is still on the course when its suit is used up."""
    box = at_table(thinking=False, hurdles="first").keys("oo")
    while box.state.phase is Phase.RACE and box.refused is None:
        box.keys("s")
    assert box.state.phase is Phase.RACE
    assert box.refused == "A 13th ♠? One press was wrong: UNDO"
    assert box.state.course.seen[0] == 12
    assert "s" not in box.lit()


def test_with_hurdles_the_next_press_is_the_link(at_table):
    """All suits blink until the link's suit is keyed."""
    box = at_table(thinking=False, hurdles="first").keys("oo" + "s")
    assert GAME.lamps(box.scene)[Button.CLUB] is Lamp.BLINK
    box.keys("s")
    assert box.state.course.positions == (0, 0, 0, 0)
    assert box.cues[-1] == "falter"


def test_a_link_that_is_due_comes_before_the_joker_too(at_table):
    """OK is dark until the link is turned over, and says so whether it is pressed or held; afterwards it is the joker's key."""
    box = at_table(thinking=False, hurdles="first", joker=True).keys("oo")
    before = box.keys("s").state
    assert "o" not in box.lit()
    for key in "oO":
        assert box.keys(key).refused == "First turn card 1 over"
    assert box.state == before
    assert "o" in box.keys("h").lit()
    assert box.keys("O").state.course.joker_turned


def test_the_finish_line_can_be_taken_back(at_table):
    """UNDO after the finish, after the settlement, and in the next race."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8)
    assert box.state.phase is Phase.FINISH
    assert box.keys("u").state.course.positions == (7, 0, 0, 0)
    box.keys("s" + "oo")
    assert (box.state.race, box.state.phase) == (2, Phase.ROW)
    assert box.keys("uuu").state.course.positions == (7, 0, 0, 0)


@pytest.mark.parametrize(
    ("house", "keys", "then"),
    [({}, "o" + ROW + "o" + "s" * 8, "o"), ({"hurdles": "first"}, "oo" + "s", "h"), ({}, "o" + ROW, "o")],
    ids=["finish", "link due", "prices"],
)
def test_what_undo_brings_back_stands_still(at_table, house, keys, then):
    """It is the picture that stood there before, at once, and nothing has to wake it."""
    box = at_table(thinking=False, **house).keys(keys)
    before = box.screen()
    box.keys(then).keys("u", wait=0)
    assert box.screen() == before
    assert GAME.next_wake(box.scene) is None


def test_the_box_deals_one_card_a_press(at_table):
    """It lays the row, and OK turns card after card; suits are dark."""
    box = at_table(cards="press")
    box.shuffler.stack(["2S", "3S", "2H", "3H", "2D", "3D", "2C", "4S", "5S", "4H"])
    box.keys("oo")
    assert box.state.prices[3].text == "2-1"
    box.keys("ooo")
    assert box.state.course.positions == (2, 0, 0, 0)
    assert box.state.last_dealt == "5S"
    assert box.lit() == "ou"


def test_the_box_deals_by_itself_until_undo_pauses_it(at_table):
    """A card every 1.2 seconds; UNDO stops the dealing first and takes cards back after that."""
    box = at_table(cards="itself").keys("oo", wait=5).keys("o", wait=0)
    box.wait(CARD_SECONDS * 3 + 0.5)
    assert len(box.state.course.turned) == 3
    box.keys("u", wait=0).wait(10)
    assert len(box.state.course.turned) == 3
    box.keys("u", wait=0).wait(10)
    assert len(box.state.course.turned) == 2
    box.keys("o", wait=0).wait(60)
    assert box.state.phase is Phase.FINISH


def test_after_a_resume_the_box_does_not_deal_by_itself(at_table):
    """Nobody may be watching."""
    box = at_table(cards="itself").keys("ooo", wait=1)
    assert GAME.look(box.state) == View()
    assert not GAME.look(box.state).running


def test_the_joker_is_shuffled_into_the_rest_of_the_boxes_pack(at_table):
    """After the row is laid."""
    box = at_table(cards="press", joker=True)
    box.shuffler.stack(["2S", "3S", "2H", "3H", "2D", "3D", "2C"])
    box.shuffler.stack(["4S", "J"])
    box.keys("oo" + "o" + "oo")
    assert box.state.course.positions == (1, 1, 1, 1)
    assert sorted(box.state.deck) == sorted(set(PACK) - {"2S", "3S", "2H", "3H", "2D", "3D", "2C", "4S"})


def test_a_price_is_changed_by_hand(at_table):
    """A suit opens its price, two keys move it, UNDO takes back and then closes, OK closes."""
    box = at_table(book="traditional").keys("o" + ROW + "d")
    assert box.session.view.sheet is Sheet.PRICE
    box.keys("hhs")
    assert box.state.prices[2].text == "7-2"
    box.keys("u")
    assert box.state.prices[2].text == "4-1"
    assert box.keys("o").session.view.sheet is None
    box.keys("du")
    assert (box.session.view.sheet, box.state.prices[2].text) == (None, "4-1")


def test_a_price_cannot_go_below_the_last_rung(at_table):
    """0-1 is refused."""
    box = at_table(book="traditional").keys("o" + ROW + "s" + "SSSSS")
    assert box.refused == "A price of 0-1 gains nothing: the lowest is 1-10"


def test_the_sheet_of_seats_stays_on_somebody_when_a_newcomer_is_taken_back(at_table):
    """The page shows the last player then."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o" + "s" + "h" + "u")
    assert (len(box.state.players), box.session.view.sheet) == (4, Sheet.PLAYERS)
    box.screen()
    assert [player.number for player in box.keys("d").state.players] == [1, 2, 3]


def test_a_press_stakes_a_unit_and_a_hold_ten(at_table):
    """For each player in turn; UNDO corrects, also across players."""
    box = at_table(book="traditional", unit=2).keys("o" + ROW + "o" + "Ss")
    assert box.state.stakes[1] == (22, 0, 0, 0)
    box.keys("u" + "o" + "h")
    assert box.state.stakes[1:3] == ((20, 0, 0, 0), (0, 2, 0, 0))
    box.keys("uuu")
    assert box.state.stakes[1] == (0, 0, 0, 0)


def test_the_last_chips_below_a_unit_can_be_staked(at_table):
    """All in."""
    box = at_table(book="traditional", unit=10, chips=25).keys("o" + ROW + "o" + "ccc")
    assert box.refused == "The dealer can take 2 more on ♣"
    other = at_table(book="traditional", unit=10, chips=25, bank="device").keys("o" + ROW + "o" + "sss")
    assert other.state.stakes[1] == (25, 0, 0, 0)
    assert other.keys("s").refused == "All chips are staked: OK goes on"


def test_the_dealer_who_wants_to_bet_is_refused(at_table):
    """Once all are called, a suit would be the dealer's bet."""
    box = at_table(book="traditional", players=("Ana", "Ben", "Cleo")).keys("o" + ROW + "ooo" + "s")
    assert box.state.phase is Phase.CLOSED
    assert box.refused == "The dealer does not bet"


def test_two_players_are_refused_at_the_start(at_table):
    """Two names in the settings file are one too few."""
    box = at_table(players=("Ana", "Ben")).keys("o")
    assert box.refused == "Three players at least: two bet, one deals"


def test_people_join_leave_and_buy_on_the_sheet_of_seats(at_table):
    """After a race: UNDO takes back what was done there, and then closes the sheet."""
    box = at_table(book="traditional").keys("o" + ROW + "oooo" + "o" + "s" * 8 + "ooo" + "s" + "h")
    assert len(box.state.players) == 5
    box.keys("c")
    assert box.state.players[4].chips == 200
    box.keys("u")
    assert (box.state.players[4].chips, box.session.view.sheet) == (100, Sheet.PLAYERS)
    box.keys("u")
    assert (len(box.state.players), box.session.view.sheet) == (4, Sheet.PLAYERS)
    box.keys("u")
    assert (len(box.state.players), box.session.view.sheet) == (4, None)
    box.keys("sh" + "o" + "s" + "d" + "o" + "o")
    assert [player.number for player in box.state.players] == [2, 3, 4, 5]
    assert box.state.race == 2


def test_undo_takes_back_all_that_happened_to_the_seats_before_their_eyes(at_table):
    """Also when the sheet was closed meanwhile: it opens again, and what is left is as it was."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o")
    before = box.state
    box.keys("s" + "hd" + "uu")
    assert (box.state, box.session.view.sheet) == (before, Sheet.PLAYERS)
    box.keys("hh" + "o" + "h" + "o" + "u")
    assert (len(box.state.players), box.session.view.sheet) == (5, Sheet.PLAYERS)
    box.keys("u")
    assert box.state == before
    assert box.keys("u").session.view.sheet is None


def test_undo_of_the_next_race_lands_on_the_page_where_it_was_begun(at_table):
    """The page of the next dealer, not the payments; and after a newcomer, UNDO goes on on the sheet of seats."""
    box = at_table(book="traditional").keys("o" + ROW + "oooo" + "o" + "s" * 8 + "ooo" + "sh" + "o")
    begun_on = box.screen()
    assert box.keys("ou").screen() == begun_on
    box.keys("u")
    assert (len(box.state.players), box.session.view.sheet) == (4, Sheet.PLAYERS)


def test_a_choice_taken_back_leaves_its_page_open(at_table):
    """In the set-up."""
    box = at_table().keys("c" + "d" + "u")
    assert box.session.view.page == 1


def test_while_the_box_lays_the_row_the_suits_are_dark(at_table):
    """Their prices are not on the glass yet."""
    box = at_table(cards="press", book="traditional").keys("o")
    box.shuffler.stack(["2S", "3S", "2H", "3H", "2D", "3D", "2C"])
    box.keys("o", wait=DEAL / 2)
    assert box.lit() == "ou"
    assert box.keys("s", wait=DEAL).session.view.sheet is None
    assert box.lit() == "shdcou"
    assert box.keys("s").session.view.sheet is Sheet.PRICE


def test_rules_change_between_races(at_table):
    """The set-up again, without seats and chips."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o" + "h" + "s" + "o" + "o")
    assert (box.state.settings.links, box.state.race) == (6, 2)


def test_the_end_of_the_evening_begins_a_new_one_on_ok(at_table):
    """The last word is the final standings."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o" + "co")
    assert box.state.phase is Phase.OVER
    assert GAME.summary(box.state).finished
    assert GAME.on_press(box.scene, Press(Button.OK)).again


def test_the_evening_is_not_closed_by_a_card_keyed_too_early(at_table):
    """Whatever row is begun on the page of the next dealer, the evening goes on; the question is answered by OK alone."""
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o")
    page = box.screen()
    for row in itertools.permutations("shdc"):
        box.keys(row)
        assert box.state.phase is Phase.TABLE
    box = at_table().keys("o" + ROW + "o" + "s" * 8 + "o" + "c")
    assert box.lit() == "dou"
    for answer in "du":
        assert box.keys(answer).screen() == page
        box.keys("c")
    assert box.keys("o").state.phase is Phase.OVER


def test_undo_on_the_final_standings_takes_the_end_back(at_table):
    """Onto the page from which it was closed; what happened on it before can still be taken back."""
    box = at_table(book="traditional").keys("o" + ROW + "oooo" + "o" + "s" * 8 + "ooo" + "sho")
    page = box.screen()
    assert box.keys("co" + "u").screen() == page
    assert len(box.keys("u").state.players) == 4


def test_undo_shows_whom_it_concerns(at_table):
    """The player who came, left, came back or bought, wherever the sheet of seats stood."""
    box = at_table(book="traditional").keys("o" + ROW + "oooo" + "o" + "s" * 8 + "ooo")
    box.keys("sss" + "c" + "s" + "o" + "u")
    assert (box.session.view.sheet, chosen_seat(box.scene)) == (Sheet.PLAYERS, 2)
    assert box.state.players[2].chips == 100
    box.keys("c" + "s" + "u")
    assert chosen_seat(box.scene) == 2
    box.keys("ss" + "d" + "o" + "u")
    assert (chosen_seat(box.scene), len(box.state.players)) == (0, 4)
    box.keys("d" + "sss" + "h" + "ss" + "o" + "u")
    assert has_left(box.scene)
    assert (chosen_seat(box.scene), [player.number for player in box.state.gone]) == (3, [1])
    box.keys("u" + "o" + "sh" + "o" + "u")
    assert (chosen_seat(box.scene), len(box.state.players)) == (3, 4)


@pytest.mark.parametrize(
    ("turned", "cue"),
    [
        ("s", "card_spades"),
        ("c", "card_clubs"),
        ("s" * 7, "crowd"),
        ("s" * 7 + "h" * 7, "photo_finish"),
        ("s" * 8, "win"),
    ],
)
def test_what_is_heard(at_table, turned, cue):
    """A sound for each suit; the crowd one step from home; two horses there; the finish."""
    assert at_table().keys("o" + ROW + "o" + turned).cues[-1] == cue


def test_an_upset_sounds_different(at_table):
    """The 10-1 horse wins: four links of its suit."""
    assert at_table().keys("o" + "ssssdhc" + "o" + "s" * 8).cues[-1] == "upset"


def test_a_refusal_is_read_for_a_while_and_then_goes(at_table):
    """The loop is woken when it is over."""
    box = at_table().keys("o" + ROW + "o").keys("O", wait=0.5)
    covered = box.screen()
    assert GAME.next_wake(box.scene) == pytest.approx(REFUSAL_SECONDS - 0.5)
    box.wait(REFUSAL_SECONDS)
    assert box.screen() != covered
    assert GAME.next_wake(box.scene) is None
