"""The referee against a second model of whole matches, with real packs and hands.

The model shares no idea with the rules: it knows hands and the pile as a list of ranks, and no window. A pile of one card
begun after a pass is all the memory it has: whoever matches that card is the passer's partner, and so scores.
"""

import random
from dataclasses import dataclass, field

import pytest

from device.cards import pack
from device.games.hockey.events import Dealt, Kind, NextPeriod, Overtime, Play, Start
from device.games.hockey.rules import Call, Phase, State, apply

MATCHES = 2_000


@dataclass
class Table:
    """Four players with real cards, keeping the score themselves."""

    chance: random.Random
    goal_is_pass: bool
    score: list[int] = field(default_factory=lambda: [0, 0])
    credit: dict = field(default_factory=dict)
    log: list = field(default_factory=list)

    def period(self, dealer):
        """Play one pack; `log` gets (kind letter, calls) for every card, and the word "deal" ahead of each deal."""
        cards = [card.rank for card in pack()]
        self.chance.shuffle(cards)
        pile, after_pass, passer = [], False, None
        for deal in range(3):
            self.log.append("deal")
            hands = {(dealer + place) % 4: [] for place in (1, 2, 3, 4)}
            for _ in range(4):
                for hand in hands.values():
                    hand.append(cards.pop())
            if deal == 0:
                pile = [cards.pop() for _ in range(4)]
            for _ in range(4):
                for seat, hand in hands.items():
                    rank = self.choose(hand, pile)
                    hand.remove(rank)
                    pile, after_pass, passer = self.put(rank, pile, after_pass, passer, seat)
        assert not cards

    def choose(self, hand, pile):
        """Mostly match, as people do, so that goals are frequent; keep jacks for a while."""
        matching = [rank for rank in hand if pile and rank == pile[-1] and rank != "J"]
        return self.chance.choice(matching if matching and self.chance.random() < 0.8 else hand)

    def put(self, rank, pile, after_pass, passer, seat):
        """One card onto the pile: what is left of pile, and whether a pass has just cleared it or one card began it."""
        fresh = after_pass and not pile
        second = after_pass and len(pile) == 1
        if rank == "J":
            self.note("J", ["interception", "pass"] if fresh else ["pass"], seat)
            return [], True, seat
        if pile and pile[-1] == rank:
            if not second:
                self.note("I", ["pass"], seat)
                return [], True, seat
            self.score[seat % 2] += 1
            self.credit[passer, "assist"] = self.credit.get((passer, "assist"), 0) + 1
            self.note("I", ["goal", "pass"] if self.goal_is_pass else ["goal"], seat)
            return [], self.goal_is_pass, seat
        self.note("N", ["window_closed"] if second else [], seat)
        return [*pile, rank], after_pass and not second, passer

    def note(self, letter, calls, seat):
        """Write down one card and who is to be credited for it."""
        self.log.append((letter, calls, seat))
        for call in calls:
            self.credit[seat, call] = self.credit.get((seat, call), 0) + 1


def follow(state, log):
    """Feed the referee nothing but deals and kinds, comparing its calls and its turn card by card."""
    for entry in log:
        if entry == "deal":
            assert state.phase is Phase.DEAL
            state = apply(state, Dealt())
            continue
        letter, calls, seat = entry
        assert state.turn == seat
        state = apply(state, Play(Kind(letter)))
        assert [call.value for call in state.calls] == calls
    return state


@pytest.mark.parametrize("goal_is_pass", [True, False])
def test_two_thousand_matches_with_real_packs_are_judged_alike(goal_is_pass):
    """Same calls on every card, same deals, dealers, scores and credits as a table that plays with real cards."""
    goals = 0
    for number in range(MATCHES // 2):
        chance = random.Random(f"{goal_is_pass} {number}")
        table, dealer = Table(chance, goal_is_pass), chance.randrange(4)
        state = apply(State(), Start(goal_is_pass=goal_is_pass, overtime=Overtime.DRAW, first_dealer=dealer))
        for period in range(3):
            assert state.period == period + 1
            table.log = []
            table.period((dealer + period) % 4)
            state = follow(state, table.log)
            assert list(state.score) == table.score
            if period < 2:
                assert state.phase is Phase.INTERMISSION
                state = apply(state, NextPeriod())
        assert state.phase is Phase.OVER
        goals += sum(state.score)
        for seat in range(4):
            assert state.interceptions[seat] == table.credit.get((seat, Call.INTERCEPTION.value), 0)
            assert [goal.scorer for goal in state.goals].count(seat) == table.credit.get((seat, "goal"), 0)
            assert [goal.assist for goal in state.goals].count(seat) == table.credit.get((seat, "assist"), 0)
    assert goals > MATCHES, "too few goals to tell the models apart"
