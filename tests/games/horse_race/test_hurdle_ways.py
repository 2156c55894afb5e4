"""Counting orders four at a time: the lanes never touch each other, and forgotten cards lie where they may."""

from itertools import permutations
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from device.games.horse_race.hurdle_ways import (
    CHOICES,
    FIFTH,
    LANE,
    PLACES,
    ROW,
    among,
    counts,
    flagged,
    mover,
    orders,
    rearranged,
)

COUNTS = st.lists(st.integers(0, (1 << LANE) - 1), min_size=5, max_size=5)


def side_by_side(numbers):
    """Five counts in their lanes."""
    return sum(number * place for number, place in zip(numbers, (*PLACES, FIFTH), strict=True))


@given(COUNTS)
def test_each_count_is_found_again(numbers):
    """The four horses' and the flag's."""
    ways = side_by_side(numbers)
    assert counts(ways) == tuple(numbers[:4])
    assert flagged(ways) == numbers[4]


@given(COUNTS, st.permutations(range(4)))
def test_counts_go_back_to_the_places_that_they_come_from(numbers, places):
    """As `rearranged` sends them, whichever way they are moved; and if all stay, there is nothing to do."""
    ways, move = side_by_side(numbers), mover(tuple(places))
    assert (move(ways) if move else ways) == rearranged(ways, *places)
    assert (move is None) == (places == [0, 1, 2, 3])


@given(COUNTS, st.integers(1, 4), st.data())
def test_counts_of_fewer_horses_are_at_the_last_places(numbers, horses, data):
    """Some of so many horses, in any order; the flag's count stays where it is."""
    origins = data.draw(
        st.permutations(range(horses)).map(lambda all_of_them: all_of_them[: data.draw(st.integers(1, horses))])
    )
    some = numbers[: len(origins)]
    ways, move = side_by_side([*[0] * (4 - len(some)), *some, numbers[4]]), mover(tuple(origins), horses)
    back = dict(zip(origins, some, strict=True))
    expected = [*[0] * (4 - horses), *(back.get(horse, 0) for horse in range(horses)), numbers[4]]
    assert (move(ways) if move else ways) == side_by_side(expected)


@given(COUNTS, st.permutations(range(4)))
def test_counts_go_to_the_places_they_are_sent_to(numbers, places):
    """In any order."""
    sent = [0] * 4
    for number, place in zip(numbers[:4], places, strict=True):
        sent[place] = number
    assert rearranged(side_by_side(numbers), *places) == side_by_side([*sent, numbers[4]])


def test_there_is_no_way_to_choose_too_many_cards_or_less_than_none():
    """As far beyond as a horse's reach can be from its place."""
    for cards in range(51):
        for some in range(-9, 55):
            known = comb(cards, some) if some >= 0 else 0
            assert CHOICES[ROW * cards + some] == known


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
