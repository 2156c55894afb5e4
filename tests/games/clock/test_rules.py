"""The rules: the row of cards, the variants' second chances, and what is refused."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cards import parse_card, parse_cards
from device.games.clock import rules
from device.games.clock.commands import next_by_itself
from device.games.clock.events import (
    CHOICE,
    Agreed,
    Chooser,
    Dealt,
    Exchanged,
    Pace,
    Paced,
    Played,
    Redealt,
    Setup,
    Skipped,
    Turned,
    Variant,
    Wished,
)
from device.games.clock.rules import CENTRE, Phase, State, apply, hidden, home, kings_turned, wish_granted
from device.games.contract import IllegalEvent
from device.shuffle import order

from .table import LOST_BY_3, WON, dealt

numbers = st.integers(0, 2**40).map(str)
variants = st.sampled_from(Variant)


def finished(state):
    """The patience played to its end by itself."""
    while state.phase is not Phase.OVER:
        state = apply(state, next_by_itself(state))
    return state


def in_exchange():
    """A Watch whose last king has come too early."""
    return apply(dealt(Variant.PEEK, LOST_BY_3), Skipped())


def in_redeal():
    """A patience that goes on after its last king."""
    return apply(dealt(Variant.CONTINUE, LOST_BY_3), Skipped())


def test_a_card_belongs_to_its_hour():
    """Ace one, ten ten, jack eleven, queen twelve, king the centre."""
    assert [home(card) + 1 for card in parse_cards("AS 2H TD JC QS")] == [1, 2, 10, 11, 12]
    assert home(parse_card("KD")) == CENTRE


def test_the_pack_is_dealt_round_the_dial_one_at_a_time():
    """The cards dealt 1st, 14th, 27th and 40th lie at one o'clock, the last of them on top; the last card tops the centre."""
    cards = [card.text for card in rules.deck(Variant.CLASSIC)]
    state = apply(State(phase=Phase.WISH), Dealt(tuple(cards), ""))
    assert [card.text for card in state.piles[0]] == [cards[0], cards[13], cards[26], cards[39]]
    assert state.piles[CENTRE][-1].text == cards[51]


def test_without_a_king_the_centre_has_three_cards():
    """51 cards: the centre is the last to be dealt to and goes short."""
    assert [len(pile) for pile in dealt(Variant.NO_KING).piles] == [4] * 12 + [3]


def test_the_row_begins_with_the_top_of_the_centre_and_follows_each_card_to_its_hour():
    """Every card turned was the top of the pile to which the card before it belongs."""
    state = dealt()
    place = CENTRE
    while state.phase is Phase.PLAYING:
        top = state.piles[place][-1]
        state = apply(state, Turned())
        assert state.path[-1] == top
        place = home(top)


def test_a_deal_that_comes_out():
    """All 52 cards are turned, the fourth king last."""
    state = finished(dealt(code=WON))
    assert wish_granted(state)
    assert len(state.path) == 52
    assert state.path[-1].rank == "K"


def test_a_deal_that_is_three_short():
    """The fourth king ends it with three cards hidden; they count though one may lie at its own hour."""
    state = finished(dealt(code=LOST_BY_3))
    assert not wish_granted(state)
    assert (hidden(state), kings_turned(state)) == (3, 4)


def test_a_card_at_its_own_hour_but_face_down_counts_as_hidden():
    """Every hour holds its own cards, and the kings come first: 48 cards are right, and hidden."""
    by_rank = {rank: [f"{rank}{suit}" for suit in "SHDC"] for rank in "A23456789TJQK"}
    cards = [by_rank[rank][turn] for turn in range(4) for rank in "A23456789TJQK"]
    state = finished(apply(State(phase=Phase.WISH), Dealt(tuple(cards), "")))
    assert (len(state.path), hidden(state)) == (4, 48)


@given(numbers, variants)
def test_no_card_is_lost_or_doubled(number, variant):
    """At every moment the hidden cards and those turned are the pack; the exchanged king may have been turned once more."""
    state = dealt(variant, number)
    while state.phase is not Phase.OVER:
        state = apply(state, next_by_itself(state))
        seen = Counter(state.path) + Counter(rules.hidden_cards(state))
        extra = seen - Counter(rules.deck(variant))
        assert extra.total() == (state.exchanged is not None)
        assert Counter(rules.deck(variant)) <= seen
    if state.exchanged is None:
        assert len(state.path) + hidden(state) == rules.cards_in(variant)


@given(numbers, st.sampled_from([variant for variant in Variant if variant not in CHOICE]))
def test_skipping_leads_where_turning_card_by_card_leads(number, variant):
    """One event in place of many, the same state."""
    by_steps = dealt(variant, number)
    skipped = apply(by_steps, Skipped())
    while by_steps.phase is Phase.PLAYING:
        by_steps = apply(by_steps, Turned())
    assert skipped == by_steps


@given(numbers)
def test_two_decks_end_at_the_eighth_king(number):
    """104 cards, eight kings turned at the end."""
    state = finished(dealt(Variant.TWO_DECKS, number))
    assert kings_turned(state) == 8


@given(numbers)
def test_going_on_always_turns_every_card(number):
    """`continue` ends with nothing hidden, each redeal starting at the first incomplete hour."""
    state = dealt(Variant.CONTINUE, number)
    while state.phase is not Phase.OVER:
        before = state
        state = apply(state, next_by_itself(state))
        if before.phase is Phase.REDEAL:
            assert state.place == min(place for place, pile in enumerate(before.piles) if pile)
            assert [len(pile) for pile in state.piles] == [len(pile) for pile in before.piles]
    assert wish_granted(state)


@given(numbers)
def test_open_play_by_advice_wins_every_winnable_deal(number):
    """The device's play keeps its promise with the whole pack; its help is noted."""
    state = finished(dealt(Variant.OPEN, number))
    assert wish_granted(state)
    assert state.helped


def test_the_last_king_is_exchanged_once():
    """He goes to the bottom of the chosen pile and its top card comes next; his second coming ends the game."""
    state = in_exchange()
    assert state.phase is Phase.EXCHANGE
    place = rules.best_place_for_king(state)
    after = apply(state, Exchanged(place))
    assert after.piles[place] == (state.path[-1], *state.piles[place])
    assert kings_turned(after) == 3
    assert apply(after, Turned()).path[-1] == state.piles[place][-1]
    assert finished(after).path[-1] == state.path[-1]


def test_the_device_exchanges_at_the_fullest_pile_and_the_lowest_hour():
    """Among the hours with the most hidden cards the first one."""
    for number in range(40):
        state = apply(dealt(Variant.PEEK, f"{number:08d}"), Skipped())
        if state.phase is Phase.EXCHANGE:
            heights = [len(pile) for pile in state.piles]
            assert rules.best_place_for_king(state) == heights.index(max(heights))


def test_a_square_turns_its_centre_and_chooses_elsewhere():
    """At the centre a card is turned, at an hour one is chosen."""
    state = dealt(Variant.SQUARE)
    assert not rules.has_choice(state)
    with pytest.raises(IllegalEvent, match="no card to choose"):
        apply(state, Played(0))
    state = apply(state, Turned())
    assert rules.has_choice(state)
    with pytest.raises(IllegalEvent, match="Choose one"):
        apply(state, Turned())
    assert apply(state, Played(2)).path[-1] == state.piles[state.place][2]


FULL = tuple(card.text for card in rules.deck(Variant.CLASSIC))


@pytest.mark.parametrize(
    ("variant", "cards", "says"),
    [
        (Variant.CLASSIC, FULL[:51], "takes 52 cards, not 51"),
        (Variant.CLASSIC, (*FULL[:51], "AS"), "AS is in the deck too often"),
        (Variant.TWO_DECKS, FULL, "takes 104 cards, not 52"),
        (Variant.TWO_DECKS, (*FULL, *FULL[:51], "AS"), "AS is in the deck too often"),
        (Variant.NO_KING, FULL, "takes 51 cards, not 52"),
        (Variant.NO_KING, FULL[1:], "takes 3 kings, not 4"),
        (Variant.CLASSIC, (*FULL[:51], "XX"), "not a card"),
    ],
)
def test_a_wrong_deck_is_refused_with_its_fault(variant, cards, says):
    """Too few, too many, twice the same, no card at all."""
    with pytest.raises(IllegalEvent, match=says):
        apply(State(setup=Setup(variant), phase=Phase.WISH), Dealt(cards, ""))


def test_any_king_may_be_the_missing_one():
    """`no_king` takes out one of the four."""
    cards = tuple(card for card in FULL if card != "KD")
    assert apply(State(setup=Setup(Variant.NO_KING), phase=Phase.WISH), Dealt(cards, "")).phase is Phase.PLAYING


EVENTS = [
    Agreed(Variant.OPEN, Pace.SLOW, Chooser.PERSON),
    Wished(),
    Dealt(FULL, "X"),
    Turned(),
    Played(0),
    Skipped(),
    Exchanged(0),
    Redealt(("AS",)),
    Paced(Pace.QUICK),
]
MOMENTS = {
    "set-up": (State(), {"Agreed", "Wished"}),
    "wish": (State(phase=Phase.WISH), {"Dealt"}),
    "playing": (dealt(), {"Turned", "Skipped", "Paced"}),
    "open": (dealt(Variant.OPEN), {"Played", "Paced"}),
    "exchange": (in_exchange(), {"Paced"}),
    "redeal": (in_redeal(), {"Paced"}),
    "over": (finished(dealt()), set()),
}


@pytest.mark.parametrize(("state", "legal"), MOMENTS.values(), ids=MOMENTS)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_each_moment_takes_its_own_events_alone(state, legal, event):
    """Every event at every moment: taken, or refused with a sentence."""
    if type(event).__name__ in legal:
        assert apply(state, event) != state
    else:
        with pytest.raises(IllegalEvent) as refused:
            apply(state, event)
        assert str(refused.value)


def test_the_king_goes_only_where_cards_are_hidden():
    """An hour without hidden cards is refused; so is a place off the dial."""
    state = in_exchange()
    empty = next(place for place, pile in enumerate(state.piles) if not pile)
    for place in (empty, CENTRE, 99):
        with pytest.raises(IllegalEvent, match="choose another hour"):
            apply(state, Exchanged(place))


def test_a_redeal_has_exactly_the_hidden_cards():
    """One card missing, or a card from elsewhere, is refused; the true cards are dealt in the same shape."""
    state = in_redeal()
    cards = tuple(card.text for card in rules.hidden_cards(state))
    for wrong in (cards[1:], ("KS", *cards[1:])):
        with pytest.raises(IllegalEvent, match="not the hidden cards"):
            apply(state, Redealt(wrong))
    assert apply(state, Redealt(tuple(order("any", cards)))).redeals == 1


def test_a_pick_outside_the_pile_is_refused():
    """The pile has four cards."""
    for pick in (-1, 4):
        with pytest.raises(IllegalEvent, match="no such card"):
            apply(dealt(Variant.OPEN), Played(pick))
