"""Counting orders four at a time: the lanes never touch each other, and forgotten cards lie where they may."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.horse_race import hurdle_ways
from device.games.horse_race.hurdle_ways import FIFTH, LANE, PLACES, among, counts, flagged, orders, rearranged

COUNTS = st.lists(st.integers(0, (1 << LANE) - 1), min_size=5, max_size=5)
MOVES = [(a, b) for a in range(4) for b in range(a + 1, 4)]


def side_by_side(numbers):
    """Five counts in their lanes."""
    return sum(number * place for number, place in zip(numbers, (*PLACES, FIFTH), strict=True))


@given(COUNTS)
def test_each_count_is_found_again(numbers):
    """The four horses' and the flag's."""
    ways = side_by_side(numbers)
    assert counts(ways) == tuple(numbers[:4])
    assert flagged(ways) == numbers[4]


@pytest.mark.parametrize(("from_place", "to_place"), MOVES)
@given(numbers=COUNTS)
def test_a_count_moves_up_and_the_ones_it_passes_move_down(from_place, to_place, numbers):
    """What no horse's is stays."""
    moved = [*numbers[:4]]
    moved.insert(to_place, moved.pop(from_place))
    move = getattr(hurdle_ways, f"from_{from_place}_to_{to_place}")
    assert move(side_by_side(numbers)) == side_by_side([*moved, numbers[4]])


@given(COUNTS, st.permutations(range(4)))
def test_counts_go_to_the_places_they_are_sent_to(numbers, places):
    """In any order."""
    sent = [0] * 4
    for number, place in zip(numbers[:4], places, strict=True):
        sent[place] = number
    assert rearranged(side_by_side(numbers), *places) == side_by_side([*sent, numbers[4]])


def test_orders_are_those_that_one_can_write_down():
    """Of a few cards of each suit."""
    assert orders(2, 1, 3, 1) == len(set(permutations("SSHDDDC")))


def test_a_lane_holds_every_order_of_the_pack():
    """With the joker at any place among them. The flag's lane has no other above it."""
    assert orders(12, 12, 12, 12) * 49 < 1 << LANE


def test_forgotten_cards_lie_anywhere_among_the_others():
    """And the flag among them all: as often before the end as the share of the pack before it was."""
    # Two cards of a suit, two of another; the flag before the end in every place but the last.
    ways = orders(2, 2, 0, 0) * PLACES[0] + orders(2, 2, 0, 0) * 4 * FIFTH
    found = among(ways, 7, 0, 0, 2, 1)
    assert counts(found)[0] == orders(2, 2, 2, 1)
    assert flagged(found) * 5 == orders(2, 2, 2, 1) * 8 * 4
