"""Any presses at all: nothing raises, chips are conserved, the bank can pay, UNDO gives the earlier state back."""

from conftest import BUTTONS, AtTable
from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from device.games.horse_race import GAME
from device.games.horse_race.book import costs
from device.games.horse_race.evening import Phase
from device.games.horse_race.events import Buy, ComeBack, Join, Leave
from device.games.horse_race.house import Bank
from device.records import dump, load, load_named
from device.session import Change
from device.tunes import TUNES
from drivers.contract import Press


def shuffle(items, _code):
    """Any shuffle will do to see whether a button does something."""
    return tuple(reversed(items)), ""


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
            case ComeBack(place):
                brought = before.gone[place].chips
        assert total(after) == total(before) + brought
        assert gained(after) == gained(before), "what one wins another loses, also of those who have left"

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
        assert {*self.box.cues} <= {"", *TUNES}
        self.box.lit()
        state, view = self.box.state, self.box.session.view
        assert load(dump(state), GAME.state_type) == state
        assert load(dump(view), GAME.view_type) == view
        for event in self.box.happened[-1:]:
            assert load_named(type(event).__name__, dump(event), GAME.events) == event
        assert GAME.summary(state).headline

    @invariant()
    def a_lamp_is_lit_exactly_when_its_button_does_something(self):
        """Pressed or held; UNDO and HOME apart."""
        if hasattr(self, "box"):
            assert self.box.lit().replace("u", "") == "".join(filter(self.does_something, "shdco"))

    def does_something(self, letter):
        for held in (False, True):
            step = GAME.on_press(self.box.scene, Press(BUTTONS[letter], held=held))
            if step.again or isinstance(self.box.session.consider(step, shuffle), Change):
                return True
        return False

    @invariant()
    def the_cards_are_counted(self):
        """Never more than twelve of a suit, and every horse on the course."""
        if hasattr(self, "box"):
            course = self.box.state.course
            assert max(course.seen) <= 12
            assert all(0 <= level <= course.finish for level in course.positions)


AnyEvening.TestCase.settings = effort(max_examples=40, stateful_step_count=40, deadline=None)
TestAnyEvening = AnyEvening.TestCase


def total(state):
    return sum(player.chips for player in state.players)


def gained(state):
    return sum(player.gained for player in state.everybody)
