"""French playing cards: suits, ranks, cards, packs, and how they are written (`AS`, `TH`, `2C`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from device.texts import N_


class Suit(Enum):
    """The four suits, in the order of the buttons along the front."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit as printed on a card.

        >>> "".join(suit.symbol for suit in Suit)
        '♠♥♦♣'
        """
        return "♠♥♦♣"["SHDC".index(self.value)]


RANKS = "A23456789TJQK"
"""Rank letters from the ace up; the index of a letter is its rank, 0 to 12."""
COURT = {"J": N_("J"), "Q": N_("Q"), "K": N_("K")}
"""The letters in the corners of the court cards (msgids): the packs of other countries have their own, V D R in France."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pack.

    >>> Card("T", Suit.HEARTS).text
    'TH'
    """

    rank: str
    suit: Suit

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise ValueError(f"{self.rank!r} is not a rank; ranks are {' '.join(RANKS)}")

    @property
    def text(self) -> str:
        """Rank letter and suit letter."""
        return self.rank + self.suit.value

    def rank_in(self, say: Callable[[str], str]) -> str:
        """The rank as in the card's corner, `10`, in the language that `say` translates to."""
        return "10" if self.rank == "T" else say(COURT[self.rank]) if self.rank in COURT else self.rank

    def face_in(self, say: Callable[[str], str]) -> str:
        """Rank and suit as in the card's corner.

        >>> Card("T", Suit.HEARTS).face_in(str)
        '10♥'
        """
        return self.rank_in(say) + self.suit.symbol


def parse_card(text: str) -> Card:
    """Read one card, in either case, `10H` as well as `TH`.

    Raises:
        ValueError: naming the text and the form expected.
    """
    word = text.strip().upper().replace("10", "T")
    if len(word) == 2 and word[0] in RANKS and word[1] in "SHDC":
        return Card(word[0], Suit(word[1]))
    raise ValueError(f"{text!r} is not a card; write a rank ({' '.join(RANKS)}) and a suit (S H D C), as in AS or TH")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas.

    >>> [card.text for card in parse_cards("AS 10h, 2C")]
    ['AS', 'TH', '2C']
    """
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def pack(decks: int = 1) -> tuple[Card, ...]:
    """A new pack in factory order: spades, hearts, diamonds, clubs, each from the ace up; `decks` of them in a row."""
    return tuple(Card(rank, suit) for suit in Suit for rank in RANKS) * decks
