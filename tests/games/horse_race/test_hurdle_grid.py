"""The grids of the hurdles course: each list is what going from spot to spot one by one would give."""

from functools import cache
from itertools import chain, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.horse_race.hurdle_grid import (
    Lookup,
    added,
    columns_of,
    falters,
    grid,
    mirrored,
    picker,
    sorter,
    spots_of,
    stays,
    stumbles,
)
from device.games.horse_race.hurdle_ways import PLACES

TIES = list(product((False, True), repeat=3))
NONE_TIED = (False, False, False)


def positions(spots, horses=4):
    """Spots as tuples of positions."""
    return list(zip(*columns_of(spots, horses), strict=True))


def of_each(spot, tied_alike):
    """Some count of each horse at a spot, side by side, that follows tied horses when they change places."""
    kinds = list(zip(tied_alike, spot, strict=True))
    field = sum(7 ** (3 * group + at) for group, at in kinds)
    first = 4 - len(spot)
    return sum((field * (5 + group) + 3**at) * PLACES[first + horse] for horse, (group, at) in enumerate(kinds))


def groups(ties):
    """For each horse the number of its group of tied ones."""
    found = [0]
    for tie in ties:
        found.append(found[-1] + (not tie))
    return found


@given(st.lists(st.integers(0, 9), max_size=5), st.data())
def test_what_is_picked_is_what_stands_there(numbers, data):
    """Also if it is one thing or nothing; and sorting puts everything into its place."""
    places = data.draw(st.lists(st.sampled_from(range(len(numbers))), max_size=6)) if numbers else []
    assert list(picker(places)(numbers)) == [numbers[place] for place in places]
    assert list(sorter(numbers)(numbers)) == sorted(numbers)


def test_lists_are_added_number_by_number():
    """One list alone is its own sum."""
    assert added([[1, 2], (3, 4), iter([5, 6])]) == [9, 12]
    assert added([[1, 2]]) == [1, 2]


@pytest.mark.parametrize("level", [0, 1, 3])
def test_a_grid_has_the_spots_near_its_level_and_every_arrival_above(level):
    """From the last diagonal to the first; fewer than four horses may be anywhere."""
    here = grid(level, NONE_TIED)
    everywhere = list(product(range(level + 1), repeat=4))
    assert sorted(positions(here.spots)) == [spot for spot in everywhere if max(spot) >= level - 1]
    assert sorted(positions(grid(level, (False,)).spots, 2)) == list(product(range(level + 1), repeat=2))
    arrived = [spot for spot in product(range(level + 2), repeat=4) if sorted(spot)[2] <= level < max(spot)]
    assert sorted(positions(here.arrivals)) == arrived
    for spots in (here.spots, here.arrivals):
        assert [sum(spot) for spot in positions(spots)] == sorted(map(sum, positions(spots)), reverse=True)


@pytest.mark.parametrize("ties", TIES)
def test_filling_a_grid_counts_the_paths_from_each_spot(ties):
    """To the arrivals, each with a count of its own; and what else the next card brings, at every spot on the way."""
    level, group = 2, groups(ties)
    here = grid(level, ties)

    @cache
    def walk(spot, besides):
        if max(spot) > level:
            return [of_each(spot, group) >> 96 * horse & (1 << 96) - 1 for horse in range(4)]
        sums = [besides * sum(spot)] * 4
        for horse in range(4):
            onward = walk((*spot[:horse], spot[horse] + 1, *spot[horse + 1 :]), besides)
            sums = [total + more for total, more in zip(sums, onward, strict=True)]
        return sums

    arrived = [of_each(spot, group) for spot in positions(here.arrivals)]
    for besides in (0, 1):
        extra = [besides * sum(spot) * sum(PLACES) for spot in positions(here.spots)] if besides else None
        for spot, ways in zip(positions(here.spots), here.fill(arrived, extra), strict=True):
            assert ways == sum(count * place for count, place in zip(walk(spot, besides), PLACES, strict=True))


@pytest.mark.parametrize("ties", TIES)
def test_tied_horses_stand_in_order_and_are_read_as_mirror_images(ties):
    """In whatever order the horses come, each has the count that is its own."""
    level, group = 2, groups(ties)
    here = grid(level, ties)
    assert all(not tie or spot[k] <= spot[k + 1] for spot in positions(here.spots) for k, tie in enumerate(ties))
    known = [of_each(spot, group) for spot in positions(here.spots)]
    everywhere = positions(grid(level, NONE_TIED).spots)
    at = Lookup(level, list(zip(*everywhere, strict=True)))
    for order in permutations(range(4)):
        group_of = [group[order.index(horse)] for horse in range(4)]
        assert list(at.find(order, ties)(known)) == [of_each(spot, group_of) for spot in everywhere]


@pytest.mark.parametrize("ties", TIES)
def test_a_mirror_image_is_the_same_horses_in_order(ties):
    """Each in the group that it was in."""
    group = groups(ties)
    for spot in product(range(3), repeat=4):
        image, order = mirrored(spots_of([[at] for at in spot])[0], ties)
        (found,) = positions([image])
        assert found == tuple(spot[horse] for horse in order)
        assert [group[horse] for horse in order] == group
        assert all(not tie or found[k] <= found[k + 1] for k, tie in enumerate(ties))


@pytest.mark.parametrize("theirs", [0, 1, 2])
def test_forgotten_cards_lie_anywhere_but_between_an_arrival_and_its_link(theirs):
    """Written down one by one: two cards of a suit and one of another, of which so many are turned as links."""
    known = set()
    for forgotten in permutations("xxy"):
        # Two arrivals with their links, L if it is of another horse, and one more card.
        links = [*forgotten[:theirs], *["L"] * (2 - theirs)]
        for deal in permutations([*forgotten[theirs:], *["."] * 3]):
            others = iter(["A" + links[0], "A" + links[1], "o"])
            known.add("".join(next(others) if card == "." else card for card in deal))
    places = 3 + 3 - theirs
    lies = Lookup(0, [[0], [0]]).lies(places, 0, 2, ((0, 2), (1, 1)))
    assert sum(ways for links, (ways,) in lies if links == theirs) == len(known)


@pytest.mark.parametrize("ties", [NONE_TIED, (True, False, True)])
def test_a_link_takes_its_horse_back_from_every_arrival(ties):
    """By a step, and two off its reach; on the start line it stays, and loses one of its reach."""
    level = 2
    arrivals = positions(grid(level, ties).arrivals)
    assert list(zip(*stays(level, ties).columns, strict=True)) == arrivals
    for horse, branches in enumerate(falters(level, ties)):
        less = [[part] * at.count for part, at in branches.lookups.items()]
        landed = [spot for at in branches.lookups.values() for spot in zip(*at.columns, strict=True)]
        for arrival, part, spot in zip(
            arrivals, branches.together([*chain(*less)]), branches.together(landed), strict=True
        ):
            assert spot == (*arrival[:horse], max(0, arrival[horse] - 1), *arrival[horse + 1 :])
            assert part == (2 if arrival[horse] else 1)


def test_the_joker_takes_all_but_the_leaders_up():
    """From every spot, and says who they are."""
    branches = stumbles(2, NONE_TIED)
    leaders = [[part] * at.count for part, at in branches.lookups.items()]
    landed = [spot for at in branches.lookups.values() for spot in zip(*at.columns, strict=True)]
    spots = positions(grid(2, NONE_TIED).spots)
    for spot, part, after in zip(spots, branches.together([*chain(*leaders)]), branches.together(landed), strict=True):
        lead = max(spot)
        assert after == tuple(min(at + 1, lead) for at in spot)
        assert [part >> horse & 1 for horse in range(4)] == [at == lead for at in spot]
