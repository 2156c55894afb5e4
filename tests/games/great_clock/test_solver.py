"""The device's player: legal, honest about what it knows, and right against exhaustive search."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.dominoes import Tile, parse_tiles
from device.games.great_clock.clairvoyant import find_win
from device.games.great_clock.commands import deal, play_deal
from device.games.great_clock.events import Dealt, Drawn, GivenUp, ProvedLost
from device.games.great_clock.rules import (
    Outcome,
    Phase,
    State,
    apply,
    choices,
    moves,
    placements,
    tiles_in_play,
    trouble,
)
from device.games.great_clock.search import Act, Do
from device.games.great_clock.solver import decide, event_of, play, search_of, tiles_of
from device.games.great_clock.values import FEATURES, Piles
from device.games.great_clock.weights import weights_for

SETS = (6, 9, 12)
HOUSES = [(False, False), (True, False), (False, True), (True, True)]


def dealt(size, number=0, **house):
    return apply(State(size=size, positions=100, **house), Dealt(deal(size, "solver", number)))


def laid(piles, boneyard="", *, size=6, **fields):
    """A double-six state in the middle of a deal, its piles given from slot 1, bottom first; other tiles are set aside."""
    stacks, coming = tuple(parse_tiles(pile) for pile in piles), parse_tiles(boneyard)
    known = {tile for stack in stacks for tile in stack} | set(coming)
    gone = tuple(tile for tile in tiles_in_play(size) if tile not in known)
    base = State(phase=Phase.DRAW, size=size, piles=stacks, boneyard=coming, left=len(coming), aside=gone)
    return replace(base, **fields)


@pytest.mark.parametrize(("move_in_hand", "cover_doubles"), HOUSES)
@pytest.mark.parametrize("size", [6, 9])
def test_every_step_of_the_player_is_one_that_the_rules_offer(size, move_in_hand, cover_doubles):
    """Whole deals under all house rules: each event is among the choices listed by the rules, and the deal ends."""
    for number in range(2):
        state = dealt(size, number, move_in_hand=move_in_hand, cover_doubles=cover_doubles)
        for event, after in play(state, partial(decide, positions=2000 if size == 6 else 30)):
            assert event in choices(state) or isinstance(event, ProvedLost | GivenUp)
            state = after
        assert state.phase is Phase.OVER


def test_a_whole_double_twelve_deal_is_played_legally():
    """The largest set too."""
    state = dealt(12)
    for event, after in play(state, partial(decide, positions=20)):
        assert event in choices(state) or isinstance(event, ProvedLost | GivenUp)
        state = after
    assert state.phase is Phase.OVER


@settings(max_examples=10, deadline=None)
@given(st.permutations(range(15)))
def test_the_player_does_not_peek(order):
    """It decides the same whatever the order of the tiles to come."""
    state = dealt(6, 3)
    for _ in range(6):
        for act in decide(state, 60).acts:
            state = apply(state, event_of(act))
    assert state.phase is not Phase.OVER
    shuffled = replace(state, boneyard=tuple(state.boneyard[at] for at in order if at < state.left))
    shuffled = replace(
        shuffled, boneyard=(*shuffled.boneyard, *(t for t in state.boneyard if t not in shuffled.boneyard))
    )
    assert decide(shuffled, 60) == decide(state, 60)


def reachable(state):
    """Every state that moves alone can lead to without a tile being drawn, found by the rules one by one."""
    seen, todo = {state.piles: state}, [state]
    while todo:
        present = todo.pop()
        for move in moves(present):
            after = apply(present, move)
            if after.left == state.left and after.hand == state.hand and after.piles not in seen:
                seen[after.piles] = after
                todo.append(after)
    return seen


@pytest.mark.parametrize("number", range(12))
def test_the_search_meets_exactly_the_positions_that_moves_can_reach(number):
    """Against exhaustive search by the rules, from states in trouble of played deals."""
    state = dealt(6, number)
    turns = 0
    for _event, after in play(state, partial(decide, positions=30)):
        state = after
        if state.phase is Phase.DRAW and trouble(state) and state.left:
            turns += 1
            search = search_of(state, weights_for(6))
            found = search.run(100_000)
            piles = search.piles
            met = {tuple(tuple(piles.stack(pile)) for pile in position) for position in search.positions}
            numbers = tiles_of(6).number
            wanted = {
                tuple(tuple(numbers[tile.low, tile.high] for tile in stack) for stack in stacks)
                for stacks in reachable(state)
            }
            assert found.everything
            assert met == wanted
        if turns == 6:
            return


def test_a_stuck_double_is_proved_lost_only_when_no_reachable_position_takes_it():
    """Every position was tried, by the search and by the rules."""
    state = apply(laid(["0-2 1-1", "1-2 2-2", "0-3 3-3", "0-4 4-4", "0-1 0-5", "0-6 6-6"], "5-5 1-6"), Drawn())
    assert not state.stuck
    state = apply(laid(["0-2 1-1", "1-2 2-2", "0-3 3-3", "0-4 4-4", "0-5 5-5", "1-6 1-3"], "6-6"), Drawn())
    assert state.stuck
    decision = decide(state)
    ends = [after for after in reachable(state).values() if placements(after)]
    if decision.acts == (Act(Do.DECLARE_LOST),):
        assert ends == []
    else:
        assert ends != []


def test_a_way_out_of_several_moves_is_found():
    """The double in hand gets home although it fits nowhere when drawn: 1-1 goes home, and 6-6 comes where it lay."""
    state = apply(laid(["0-2 1-2", "2-2", "3-3", "4-4", "5-5", "2-6 1-6 1-1"], "6-6"), Drawn())
    assert state.stuck
    for act in decide(state).acts:
        state = apply(state, event_of(act))
    assert state.outcome is Outcome.WON


@pytest.mark.parametrize("move_in_hand", [False, True])
def test_a_slot_to_be_filled_is_worth_what_may_come_into_it_in_the_mean(move_in_hand):
    """Worked out in the middle of a search, and without disturbing what other piles are worth."""
    search = search_of(dealt(6, move_in_hand=move_in_hand), weights_for(6, move_in_hand))
    piles = search.piles
    for slot in range(1, 7):
        unknown = piles.unknown(slot)
        singles = [piles.worth[piles.push(0, tile, slot)] for tile in piles.unseen]
        of_its_own = piles.weights[FEATURES.index("unknown")]
        assert piles.worth[unknown] == pytest.approx(of_its_own + sum(singles) / len(singles))
    for pile in range(1, len(piles.top)):
        assert piles.worth[pile] == pytest.approx(
            sum(piles.weights[feature] * amount for feature, amount in piles.features(pile))
        )


def test_a_search_that_stopped_early_gives_up_and_claims_nothing():
    """Many positions, no twelve among them: with few tries allowed the player says none was found, not that it is lost."""
    pairs = [f"{low}-{high}" for low in range(12) for high in range(low + 1, 12)]
    piles = [f"{pairs[at]} {pairs[at + 1]}" for at in range(0, 20, 2)]
    piles = [*piles[:10], "2-3 3-4", "4-5 5-6"]
    state = apply(laid(piles, "12-12", size=12), Drawn())
    assert state.stuck
    assert len(moves(state)) > 20
    assert decide(state, positions=5).acts == (Act(Do.GIVE_UP),)


def test_a_proof_is_told_from_a_search_that_stopped():
    """The same question with every position tried."""
    state = apply(laid(["0-1 1-1", "2-2", "3-3", "4-4", "5-5", "0-2 2-4 4-5"], "6-6"), Drawn())
    assert state.stuck
    assert all(not placements(after) for after in reachable(state).values())
    assert decide(state).acts == (Act(Do.DECLARE_LOST),)


def test_the_player_wins_at_least_half_of_its_deals():
    """A fixed handful with a small cap; `make bench` measures in earnest."""
    table = State(size=6, positions=60)
    assert sum(play_deal(table, deal(6, "half", number)).outcome is Outcome.WON for number in range(10)) >= 5


def test_who_sees_the_boneyard_wins_by_legal_steps():
    """The clairvoyant's events win the deal under the rules."""
    for number in range(4):
        state = dealt(6, number)
        events = find_win(state, beam=12)
        if events is None:
            continue
        for event in events:
            assert event in choices(state)
            state = apply(state, event)
        assert state.outcome is Outcome.WON
        return
    pytest.fail("none of four deals was won")


def test_a_pile_is_one_number_however_it_came_about():
    """So equal positions are met once."""
    tiles = tiles_of(6)
    piles = Piles(tiles, [], 1, weights_for(6))
    stack = [tiles.number[0, 1], tiles.number[1, 3], tiles.number[3, 3]]
    assert piles.pile(2, stack) == piles.pile(2, stack)
    assert piles.stack(piles.pile(2, stack)) == stack
    assert piles.pile(2, stack) != piles.pile(3, stack)


def test_tiles_are_numbered_like_the_set():
    """The solver's numbers are places in the set without the double blank."""
    for size in SETS:
        numbers = tiles_of(size).number
        assert [numbers[tile.low, tile.high] for tile in tiles_in_play(size)] == list(range(len(tiles_in_play(size))))
    assert tiles_of(6).mask[tiles_of(6).number[2, 5]] == 0b100100
    assert Tile(2, 5) in tiles_in_play(6)
