"""The rules of Red or Black at hand."""

from __future__ import annotations

from device.games.contract import RulePage
from device.texts import N_

MANUAL: tuple[RulePage, ...] = (
    RulePage(
        N_("Which colour?"),
        N_("The box shuffles a pack. Say whether the next card is red or black; then it is turned over."),
    ),
    RulePage(
        N_("Saying it"),
        N_("Every suit key says its own colour: ♠ and ♣ are black, ♥ and ♦ are red. The suit itself is not guessed."),
    ),
    RulePage(
        N_("A run"),
        N_("Every right guess makes the run one longer. A wrong one ends it, and the next run begins at nothing."),
    ),
    RulePage(
        N_("The score"),
        N_("The longest run of the game counts. How many guesses were right is told too, but it is only a comfort."),
    ),
    RulePage(
        N_("How long?"),
        N_("13, 26 or all 52 cards: ♠ on the first screen. The box remembers it for the next game."),
    ),
    RulePage(
        N_("Counting"),
        N_("The glass counts the cards that are left: say the colour that has more. The house may switch this off."),
    ),
    RulePage(
        N_("Luck"),
        N_(
            "Let a coin guess for you, and five in a row are one chance in thirty-two. Who counts does better: the last cards are a gift."
        ),
    ),
    RulePage(
        N_("A slip"),
        N_("UNDO puts the last card back, face down. Who has seen it should guess the same again, or own up."),
    ),
)
"""A screen each: a heading and at most five lines."""
