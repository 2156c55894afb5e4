"""An evening on which people come and go: whatever happens, everybody's chips are the ones a bystander has counted."""

from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from device.cards import Suit
from device.games.horse_race.evening import Evening, Phase, at_price, called, highest_stake
from device.games.horse_race.events import (
    Begin,
    Bet,
    Buy,
    Close,
    ComeBack,
    Join,
    LayLink,
    Leave,
    NextBettor,
    NextRace,
    Off,
    OpenBets,
    Settle,
    Turn,
)
from device.games.horse_race.house import PLAYERS, Book, Settings
from device.games.horse_race.record import summary
from device.games.horse_race.rules import apply

CHIPS = 20
SOME = st.integers(0, 99)


class ComingAndGoing(RuleBasedStateMachine):
    """Real cards, the traditional book, the dealer's own chips. The purse is the bystander's: chips by name."""

    @initialize(players=st.integers(3, 6))
    def sit_down(self, players):
        names = tuple(["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay"][:players])
        self.evening = Evening(Phase.SETUP, Settings(book=Book.TRADITIONAL, players=players, names=names, chips=CHIPS))
        self.happen(Begin())
        self.purse = dict.fromkeys(names, CHIPS)
        self.bought = dict.fromkeys(names, CHIPS)
        self.gains = dict.fromkeys(names, 0)
        self.away = []
        self.race(0, [0], 0)

    def happen(self, event):
        self.evening = apply(self.evening, event)

    def names(self):
        return [player.known_as for player in self.evening.players]

    def race(self, backed, stakes, winner):
        """Lay the row, bet what is allowed, run one horse home, settle; the bystander pays on a list of their own."""
        for suit in "SSHHDDC":
            self.happen(LayLink(Suit(suit)))
        self.happen(OpenBets())
        bets = []
        while self.evening.phase is Phase.BETS:
            seat, suit = called(self.evening), tuple(Suit)[(backed + len(bets)) % 4]
            chips = min(stakes[len(bets) % len(stakes)], highest_stake(self.evening, seat, suit))
            if chips:
                self.happen(Bet(seat, suit, chips))
            bets.append((self.names()[seat], suit, chips))
            self.happen(NextBettor())
        first, dealer = tuple(Suit)[winner], self.names()[self.evening.dealer]
        price = at_price(self.evening, first)
        self.happen(Off())
        while self.evening.phase is Phase.RACE:
            self.happen(Turn(first))
        self.happen(Settle())
        for name, suit, chips in bets:
            won = price.gain_on(chips) if suit is first else -chips
            for who, change in ((name, won), (dealer, -won)):
                self.purse[who] += change
                self.gains[who] += change
        self.raced = {*getattr(self, "raced", ()), *self.names()}

    @precondition(lambda self: self.two_can_play())
    @rule(
        backed=st.integers(0, 3), stakes=st.lists(st.integers(0, 9), min_size=1, max_size=4), winner=st.integers(0, 3)
    )
    def next_race(self, backed, stakes, winner):
        """A dealer of four chips or more can pay one at any price of this row."""
        self.happen(NextRace())
        self.race(backed, stakes, winner)

    def two_can_play(self):
        return sum(player.chips > 0 for player in self.evening.players) >= 2 and all(
            player.chips == 0 or player.chips >= 4 for player in self.evening.players
        )

    @precondition(lambda self: len(self.evening.players) + 1 < PLAYERS.stop)
    @rule()
    def join(self):
        """Somebody new, under a name that nobody has had."""
        self.happen(Join())
        name = self.names()[-1]
        assert name not in self.raced
        assert name not in self.away
        self.purse[name] = self.bought[name] = CHIPS
        self.gains[name] = 0

    @precondition(lambda self: len(self.evening.players) > PLAYERS.start)
    @rule(seat=SOME)
    def leave(self, seat):
        """The chips leave with their owner; who was at no race is forgotten."""
        seat %= len(self.evening.players)
        name = self.names()[seat]
        self.happen(Leave(seat))
        if name in self.raced:
            self.away.append(name)
        else:
            del self.purse[name], self.bought[name], self.gains[name]

    @precondition(lambda self: self.away and len(self.evening.players) + 1 < PLAYERS.stop)
    @rule(place=SOME)
    def come_back(self, place):
        """The same person, last in the order of the deal."""
        name = self.away.pop(place % len(self.away))
        before = self.names()
        self.happen(ComeBack([player.known_as for player in self.evening.gone].index(name)))
        assert self.names() == [*before, name]

    @rule(seat=SOME)
    def buy(self, seat):
        """The starting chips once more."""
        seat %= len(self.evening.players)
        self.happen(Buy(seat))
        self.purse[self.names()[seat]] += CHIPS
        self.bought[self.names()[seat]] += CHIPS

    @invariant()
    def everybody_has_the_chips_that_the_bystander_counted(self):
        """At the table or gone; and all that was won was lost by others."""
        if not hasattr(self, "purse"):
            return
        everybody = self.evening.everybody
        assert {player.known_as: player.chips for player in everybody} == self.purse
        assert {player.known_as: player.bought for player in everybody} == self.bought
        assert sum(player.gained for player in everybody) == 0
        assert [player.known_as for player in self.evening.gone] == self.away

    @invariant()
    def the_history_counts_one_person_once(self):
        """What the races of the evening brought a name is what the name has gained, however often it came and went."""
        if not hasattr(self, "purse"):
            return
        told = dict.fromkeys(self.gains, 0)
        for race in summary(apply(self.evening, Close())).result["races"]:
            for name, gain in zip(race["players"], race["gains"], strict=True):
                told[name] += gain
        assert told == self.gains
        assert self.gains == {player.known_as: player.gained for player in self.evening.everybody}


ComingAndGoing.TestCase.settings = effort(max_examples=60, stateful_step_count=30, deadline=None)
TestComingAndGoing = ComingAndGoing.TestCase
