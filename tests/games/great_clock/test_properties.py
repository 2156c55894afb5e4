"""What holds in every deal of the Great Clock, whatever is played."""

from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.games.great_clock.events import Dealt, Drawn, Moved, Placed
from device.games.great_clock.rules import (
    Outcome,
    Phase,
    State,
    apply,
    at_home,
    choices,
    laying_order,
    placements,
    tiles_in_play,
    trouble,
    unseen,
)

few = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow])


@st.composite
def games(draw, sizes=(6, 9), **fixed):
    """A deal played by lot for some turns: its states in order and the events between them."""
    size = draw(st.sampled_from(sizes))
    house = {name: draw(st.booleans()) for name in ("move_in_hand", "cover_doubles")} | fixed
    state = apply(State(size=size, **house), Dealt(tuple(draw(st.permutations(tiles_in_play(size))))))
    states, events = [state], []
    for _ in range(draw(st.integers(0, 80))):
        if not (open_choices := choices(state)):
            break
        event = draw(st.sampled_from(open_choices))
        state = apply(state, event)
        states.append(state)
        events.append(event)
    return states, events


def tiles_of(state):
    in_hand = (state.hand,) if state.hand else ()
    return sorted([tile for pile in state.piles for tile in pile] + [*state.aside, *in_hand, *state.boneyard])


@few
@given(games())
def test_no_tile_is_lost_or_doubled(game):
    """Piles, hand, boneyard and tiles set aside are the whole set at any time."""
    states, _ = game
    for state in states:
        assert tuple(tiles_of(state)) == tiles_in_play(state.size)
        assert state.left == len(state.boneyard)
        assert unseen(state) == tuple(sorted(state.boneyard))


@few
@given(games(cover_doubles=False))
def test_a_double_is_never_covered(game):
    """Without the house rule, every double of a pile is its top."""
    states, _ = game
    for state in states:
        assert not any(tile.is_double for pile in state.piles for tile in pile[:-1])


@few
@given(games())
def test_no_slot_is_ever_left_empty(game):
    """An emptied slot is filled at once."""
    states, _ = game
    assert all(all(state.piles) for state in states)


@few
@given(games())
def test_tiles_that_lie_on_each_other_have_an_end_in_common(game):
    """Only the bottom tile of a pile is laid without matching."""
    states, _ = game
    for state in states:
        for pile in state.piles:
            assert all(upper.shares_end(lower) for lower, upper in pairwise(pile))


@few
@given(games(move_in_hand=False))
def test_moves_are_made_in_trouble_only_and_never_with_an_ordinary_tile_in_hand(game):
    """Unless the house rule is played."""
    states, events = game
    for before, event in zip(states, events, strict=False):
        if isinstance(event, Moved):
            assert trouble(before)
            assert before.hand is None or before.stuck


@few
@given(games())
def test_a_won_deal_shows_every_double_at_home_and_ended_with_a_drawn_double(game):
    """And only such a deal is won; no move from top to top is the last step, unless the emptied slot took the double."""
    states, events = game
    for number, state in enumerate(states):
        assert (state.outcome is Outcome.WON) == (len(at_home(state)) == state.size)
        if state.outcome is Outcome.WON and number:
            last = events[number - 1]
            assert (
                isinstance(last, Placed) or state.left < states[number - 1].left or states[number - 1].hand is not None
            )


@few
@given(games())
def test_a_deal_that_goes_on_offers_a_choice_or_holds_a_stuck_double(game):
    """Never a dead end without a word."""
    states, _ = game
    for state in states:
        if state.phase is not Phase.OVER:
            assert choices(state) or state.stuck or (state.cover_doubles and state.left == 0)


@few
@given(games(move_in_hand=False, cover_doubles=False))
def test_a_move_can_be_taken_back_by_a_move_while_trouble_lasts(game):
    """A tile lies on one with an end in common, so it may return there; only an emptied slot is gone for good."""
    states, events = game
    for before, event, state in zip(states, events, states[1:], strict=False):
        if isinstance(event, Moved) and state.left == before.left and state.phase is before.phase and trouble(state):
            returned = apply(state, Moved(event.target, event.source))
            assert returned.piles == before.piles


@given(st.permutations(tiles_in_play(6)))
def test_the_layout_and_the_boneyard_are_the_deal_in_its_order(tiles):
    """Slot n first, then 1, 2 …; then the boneyard from its first tile."""
    state = apply(State(size=6), Dealt(tuple(tiles)))
    for slot, tile in zip(laying_order(6), tiles, strict=False):
        assert state.piles[slot - 1] == (tile,)
    if state.phase is not Phase.OVER:
        drawn = apply(state, Drawn())
        assert drawn.hand == tiles[6]
        assert all(drawn.hand.shares_end(state.piles[slot - 1][-1]) for slot in placements(drawn))
