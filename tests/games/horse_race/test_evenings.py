"""Whole evenings: whatever is pressed, and ten races against a ledger that somebody else keeps."""

import pytest
from conftest import AtTable
from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from PIL import Image

from device.cards import Suit
from device.games.horse_race import GAME
from device.games.horse_race.book import costs
from device.games.horse_race.course import hopeless
from device.games.horse_race.evening import Phase, called
from device.games.horse_race.events import Buy, Join, Leave
from device.games.horse_race.house import Bank
from device.records import dump, load, load_named
from device.shuffle import order
from device.tunes import TUNES

LETTERS = "sshhddccooo" + "SHDCO"


class AnyEvening(RuleBasedStateMachine):
    """Presses at random, on a table with any settings."""

    @initialize(
        links=st.sampled_from([5, 6, 7]),
        joker=st.booleans(),
        hurdles=st.sampled_from(["off", "off", "first", "all_pass"]),
        cards=st.sampled_from(["real", "press", "itself"]),
        book=st.sampled_from(["none", "traditional", "fair", "margin"]),
        bank=st.sampled_from(["rotating", "rotating", "device"]),
        several=st.booleans(),
        chips=st.sampled_from([3, 20, 100]),
        unit=st.sampled_from([1, 2, 5]),
        limit=st.sampled_from([0, 10]),
        players=st.integers(3, 10),
    )
    def sit_down(self, players, **house):
        self.box = AtTable(thinking=False, players=tuple(f"Player {seat}" for seat in range(players)), **house)
        self.money = None

    @rule(letters=st.text(LETTERS, min_size=1, max_size=12), wait=st.sampled_from([0.05, 0.7, 3.0]))
    def press(self, letters, wait):
        """Only the presses that changed the table come under the rules below."""
        for letter in letters:
            before, happened = self.box.state, len(self.box.happened)
            self.box.keys(letter, wait=wait)
            if self.box.happened[happened:]:
                self.count_chips(before, self.box.happened[-1])

    def count_chips(self, before, event):
        """Chips come from outside and go there only when people come, go or buy, or when the box is the bank."""
        after = self.box.state
        if before.phase is Phase.SETUP or (after.settings.bank is Bank.DEVICE and after.payments):
            return
        brought = 0
        match event:
            case Join() | Buy(_):
                brought = after.settings.chips
            case Leave(seat):
                brought = -before.players[seat].chips
        assert total(after) == total(before) + brought

    @rule()
    def take_back(self):
        """Undo of any event gives the earlier state back, then the event the later one."""
        link = self.box.session.link
        self.box.keys("u", wait=0.05)
        if self.box.session.link is not link and link.event is not None:
            assert self.box.state == link.before.state
            assert GAME.apply(self.box.state, link.event) == link.state

    @rule()
    def wait(self):
        """The box may deal by itself meanwhile."""
        self.box.wait(3.0)

    @invariant()
    def the_bank_can_pay(self):
        """Whichever horse wins."""
        if not hasattr(self, "box"):
            return
        state = self.box.state
        staked = state.phase in {Phase.BETS, Phase.CLOSED, Phase.RACE, Phase.FINISH} and state.settings.dealer_pays
        if staked:
            assert max(costs(state.stakes, state.prices)) <= state.players[state.dealer].chips
        assert all(player.chips >= 0 for player in state.players)

    @invariant()
    def everything_can_be_shown_and_stored(self):
        """The screen, the lamps, the sounds; the state, the view and the events as records."""
        if not hasattr(self, "box"):
            return
        assert self.box.screen().size == (128, 64)
        assert set(self.box.cues) <= {*TUNES, *WISHED}
        self.box.lit()
        state, view = self.box.state, self.box.session.view
        assert load(dump(state), GAME.state_type) == state
        assert load(dump(view), GAME.view_type) == view
        for event in self.box.happened[-1:]:
            assert load_named(type(event).__name__, dump(event), GAME.events) == event
        assert GAME.summary(state).headline

    @invariant()
    def the_cards_are_counted(self):
        """Never more than twelve of a suit, and every horse on the course."""
        if hasattr(self, "box"):
            course = self.box.state.course
            assert max(course.seen) <= 12
            assert all(0 <= level <= course.finish for level in course.positions)


WISHED = {"bugle", "crowd", "photo_finish", "upset", "falter", "coins"}
AnyEvening.TestCase.settings = effort(max_examples=40, stateful_step_count=40, deadline=None)
TestAnyEvening = AnyEvening.TestCase


def total(state):
    return sum(player.chips for player in state.players)


class Ledger:
    """A bystander's notes: names, chips, cards, in the plainest way, from the cards and the traditional table alone."""

    PRICES = (1, 2, 3, 5, 10)

    def __init__(self, names, chips):
        self.names = list(names)
        self.chips = dict.fromkeys(names, chips)

    def run(self, dealer, row, deck, bets):
        """Who wins, and the chips after it; `bets` are (name, suit, chips)."""
        steps = dict.fromkeys("SHDC", 0)
        for card in deck:
            steps[card] += 1
            if steps[card] == 8:
                break
        for name, suit, stake in bets:
            gain = stake * self.PRICES[row.count(suit)] if suit == card else -stake
            self.chips[name] += gain
            self.chips[dealer] -= gain
        return card


def cards(number):
    """The cards of one race out of ten: a row that can be run and the rest of the pack."""
    for attempt in "ABCDEFGH":
        pack = order(f"HRSE{number:02d}0{attempt}", "SHDC" * 12)
        if not hopeless(tuple(map(Suit, pack[:7]))):
            return pack[:7], pack[7:]
    raise AssertionError("eight hopeless rows in a row")


def evening_of_ten_races(box, ledger):
    """Ten races keyed by presses; the screens of every winner, settlement and standings."""
    screens = []
    box.keys("o")
    for number in range(10):
        row, deck = cards(number)
        dealer = ledger.names[number % len(ledger.names)]
        assert box.state.players[box.state.dealer].name == dealer
        box.keys("".join(row).lower() + "o")
        bets = []
        while box.state.phase is Phase.BETS:
            name = called_name(box)
            suit = "SHDC"[(number * 3 + len(bets)) % 4]
            before = box.state
            box.keys(suit if len(bets) == number % 3 else suit.lower() * (1 + number % 4))
            staked = sum(map(sum, box.state.stakes)) - sum(map(sum, before.stakes))
            if staked:
                bets.append((name, suit, staked))
            box.keys("o")
        box.keys("o")
        winner = ledger.run(dealer, row, deck, bets)
        for card in deck:
            if box.state.phase is Phase.FINISH:
                break
            box.keys(card.lower())
        assert box.state.winner.value == winner
        screens.append(box.screen())
        box.keys("o")
        assert {player.name: player.chips for player in box.state.players} == ledger.chips
        screens.append(box.screen())
        box.keys("o")
        screens.append(box.screen())
        box.keys("oo")
        assert box.refused is None
    return screens


def panorama(screens):
    """All screens below one another, as one picture."""
    picture = Image.new("1", (128, 64 * len(screens)))
    for number, screen in enumerate(screens):
        picture.paste(screen, (0, 64 * number))
    return picture


def called_name(box):
    return box.state.players[called(box.state)].name


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ten_races_agree_with_a_bystanders_ledger(golden, language):
    """Every chip after every race, and the screens of the evening."""
    names = ("Ana", "Ben", "Cléo", "Dan")
    box = AtTable(language, book="traditional", players=names)
    ledger = Ledger(names, 100)
    screens = evening_of_ten_races(box, ledger)
    assert golden == panorama(screens)
    assert box.state.race == 11
    assert sum(ledger.chips.values()) == 400


def test_one_evening_chip_by_chip():
    """Three players, 50 chips each, three races, every number worked out by hand."""
    box = AtTable(book="traditional", players=("Ana", "Ben", "Cleo"), chips=50, unit=5)
    chips = lambda: [player.chips for player in box.state.players]  # noqa: E731
    # Ana deals. Row 2 2 2 1: 3-1 3-1 3-1 2-1. Ben 10 on spades, Cleo 15 on clubs; spades win.
    box.keys("o" + "sshhddc" + "o" + "sso" + "ccco" + "o" + "s" * 8 + "o")
    assert box.state.payments == (-15, 30, -15)  # Ana pays 30 and takes 15
    assert chips() == [35, 80, 35]
    # Ben deals. Row 4 2 1 0: 10-1 3-1 2-1 1-1. Cleo 5 on spades, Ana 20 on clubs; clubs win.
    box.keys("ooo" + "sssshhd" + "o" + "so" + "cccco" + "o" + "c" * 8 + "o")
    assert box.state.payments == (20, -15, -5)
    assert chips() == [55, 65, 30]
    # Cleo deals with 30. Row 3 2 1 1: 5-1 3-1 2-1 2-1. Ana asks for 10 at 5-1, which would cost 50: refused; 5 stand.
    box.keys("ooo" + "ssshhdc" + "o" + "ss")
    assert box.refused == "The dealer can pay 1 more on ♠"
    # Taken back, it is five at 5-1: 25. Ben stakes 10 on hearts, which would bring 30. Spades win.
    box.keys("o" + "hho" + "o" + "s" * 8 + "o")
    assert box.state.payments == (25, -10, -15)
    assert chips() == [80, 55, 15]
