"""Cards: how they are written and read, and what is printed in their corners."""

from __future__ import annotations

import pytest

from device.cards import RANKS, Card, Suit, pack, parse_card
from device.games.clock import dial
from device.texts import texts


@pytest.mark.parametrize(
    ("language", "court"), [("en", ["J♠", "Q♠", "K♠"]), ("fr", ["V♠", "D♠", "R♠"])], ids=["English", "French"]
)
def test_court_cards_wear_the_letters_of_the_persons_own_pack(language, court):
    """Valet, dame, roi in France; the other ranks are the same everywhere."""
    say = texts(language).gettext
    assert [Card(rank, Suit.SPADES).face_in(say) for rank in "JQK"] == court
    assert [Card(rank, Suit.SPADES).rank_in(say) for rank in RANKS[:10]] == [*"A23456789", "10"]


def test_what_is_stored_and_typed_stays_the_same_in_every_language():
    """A deal's notation is no matter of language."""
    assert all(parse_card(card.text) == card for card in pack())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_large_court_cards(golden, language):
    """The clock's card faces, one of each rank that has a letter."""
    for card in (Card("A", Suit.CLUBS), Card("J", Suit.SPADES), Card("Q", Suit.HEARTS), Card("K", Suit.DIAMONDS)):
        picture = dial.card_face(card, texts(language).gettext)
        assert golden == picture.crop((0, 0, picture.width, picture.height + picture.height % 2))
