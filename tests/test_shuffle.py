"""Shuffles: uniform, and the same for the same code for ever."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cards import pack
from device.errors import UserError
from device.shuffle import ALPHABET, CODE_LENGTH, Shuffler, Stream, new_code, order, parse_code

PINNED = (
    "3S QD 8S AC KH JD 2D 8D 4C QH 9C AS TD AH 3H 9H 4D 2H 6H 5C 5H KD 9S TH 6D 7D "
    "2C 8H QC 6S 2S 7S 5S AD JC TC JH 7C 4H QS 3D 5D 6C KS 7H 3C JS 9D TS KC 8C 4S"
)
CODES = st.text(ALPHABET, min_size=CODE_LENGTH, max_size=CODE_LENGTH)


def test_a_code_stands_for_the_same_deal_for_ever():
    """Written down once: another Python, another machine, another year must deal the same."""
    dealt = " ".join(card.text for card in order("K7QM2XPA", pack()))
    assert dealt == PINNED


@given(CODES, st.lists(st.integers(), max_size=60))
def test_a_shuffle_loses_and_adds_nothing(code, items):
    """The shuffled items are the items."""
    assert Counter(order(code, items)) == Counter(items)


def test_fresh_shuffles_of_a_small_pack_are_uniform():
    """Chi-square over the 120 orders of five cards, codes from the operating system: false alarm once in a million."""
    shuffles = 24_000
    found = Counter(tuple(order(new_code(), range(5))) for _ in range(shuffles))
    expected = shuffles / 120
    chi_square = sum((found[way] - expected) ** 2 / expected for way in permutations(range(5)))
    # The 0.999999 quantile of chi-square with 119 degrees of freedom.
    assert chi_square < 207.5


def test_numbers_below_a_limit_are_without_bias():
    """A limit that does not divide 2**32 gives every number its share; pinned stream, so no false alarm."""
    numbers = Stream("bias")
    found = Counter(numbers.below(7) for _ in range(70_000))
    assert all(abs(found[value] - 10_000) < 500 for value in range(7))


@pytest.mark.parametrize("written", ["K7QM-2XPA", "k7qm 2xpa", " K7QM2XPA "])
def test_a_code_is_read_however_it_is_written(written):
    """Case, blanks and dashes do not matter."""
    assert parse_code(written) == "K7QM2XPA"


def test_letters_that_look_like_digits_are_read_as_digits():
    """O is 0, I and L are 1."""
    assert parse_code("OIL00000") == "01100000"


@pytest.mark.parametrize("written", ["", "K7QM", "K7QM2XPA9", "K7QM2XP!"])
def test_a_wrong_code_is_refused_with_an_example(written):
    """The message shows what a code looks like."""
    with pytest.raises(UserError, match="K7QM-2XPA"):
        parse_code(written)


def test_a_letter_that_no_code_has_is_named():
    """Eight letters, and still no code: U is not one of Crockford's."""
    with pytest.raises(UserError, match=r"no code has a 'U'; it is 8 digits or letters, U not among them"):
        parse_code("K7QM-2XPU")


def test_a_stacked_deck_comes_out_in_its_order_once():
    """The named cards first, the others after them; the next shuffle is real again."""
    shuffler = Shuffler(codes=lambda: "K7QM2XPA")
    shuffler.stack(["TH", "2C"])
    dealt, code = shuffler.shuffle(pack())
    assert [card.text for card in dealt[:3]] == ["TH", "2C", "AS"]
    assert code == ""
    assert shuffler.shuffle(pack()) == (tuple(order("K7QM2XPA", pack())), "K7QM2XPA")


@pytest.mark.parametrize(
    ("names", "packs", "said"),
    [
        (["TH", "th"], 1, "the deck of line 3 names th too often: it is there once"),
        (["TH", "TH", "TH"], 2, "the deck of line 3 names TH too often: it is there 2 times"),
        (["TH", "6-6"], 1, "the deck of line 3 names 6-6, which is not among the 52 to be shuffled"),
    ],
)
def test_a_stacked_deck_that_cannot_be_is_refused(names, packs, said):
    """The message names the deck and the card; a card may be there as often as there are packs."""
    shuffler = Shuffler()
    shuffler.stack(names[:packs])
    shuffler.shuffle(pack() * packs)
    shuffler.stack(names, "the deck of line 3")
    with pytest.raises(UserError) as refusal:
        shuffler.shuffle(pack() * packs)
    assert str(refusal.value) == said


def test_a_stacked_deck_that_nobody_dealt_is_still_known():
    """By what it is called, until its shuffle comes."""
    shuffler = Shuffler()
    shuffler.stack(["TH"], "the deck of line 3")
    assert shuffler.stacked == ["the deck of line 3"]
    shuffler.shuffle(pack())
    assert shuffler.stacked == []
