"""The rules of the clock patience at hand: how it goes, its variants, and the keys."""

from __future__ import annotations

from device.games.contract import RulePage
from device.texts import N_

MANUAL: tuple[RulePage, ...] = (
    RulePage(
        N_("The oracle"),
        N_(
            "Make a wish. If the patience comes out, it comes true. There is nothing to decide: the shuffle "
            "knows already."
        ),
    ),
    RulePage(
        N_("The dial"),
        N_(
            "52 cards, face down, in 13 piles: twelve hours and the centre. Ace is 1 o'clock, jack 11, queen "
            "12. Kings belong to the centre."
        ),
    ),
    RulePage(
        N_("How it goes"),
        N_(
            "The centre's top card is turned and goes face up under the pile of its hour; then that pile's top "
            "card, and so on."
        ),
    ),
    RulePage(
        N_("The end"),
        N_(
            "The last king ends it. If no card is face down any more, the wish is granted. That happens once in "
            "thirteen."
        ),
    ),
    RulePage(
        N_("The keys"),
        N_(
            "OK to wish, and again to deal. Then it plays by itself: OK pauses, ♠ slower, ♥ faster, ♣ straight "
            "to the end."
        ),
    ),
    RulePage(
        N_("Two decks"),
        N_("Eight cards an hour, eight kings. It takes longer, but the chance is the same: one in thirteen."),
    ),
    RulePage(
        N_("One king less"),
        N_(
            "Three kings, three cards in the centre; the third king ends it. People say it helps: it is one in "
            "seventeen."
        ),
    ),
    RulePage(
        N_("Watch"),
        N_(
            "Once, the last king is swapped for a hidden card: he goes under its pile. The box chooses, or you. "
            "It comes out 37 times in 100."
        ),
    ),
    RulePage(
        N_("Go on"),
        N_(
            "After the last king the hidden cards are shuffled and dealt again, until all are out: after two "
            "redeals or so."
        ),
    ),
    RulePage(
        N_("Sundial"),
        N_(
            "All cards lie open, and the keys ♠ ♥ ♦ ♣ are those of the pile: which one next? In Square the "
            "centre stays hidden."
        ),
    ),
    RulePage(
        N_("Finding the way"),
        N_(
            "Nearly every deal can be won. Keep for last, in each hour, the card that leads back to the centre. "
            "OK, then ♦: a hint."
        ),
    ),
    RulePage(
        N_("The number"),
        N_("At the end ♠ shows the number of the deal. To play it again: ♣ Rules on the first screen, then ♠ Number."),
    ),
)
"""A screen each: a heading and at most five lines."""
