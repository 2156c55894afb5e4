"""The rules of Hockey at hand: the match, its calls, and the two ways to keep it."""

from __future__ import annotations

from device.games.contract import RulePage
from device.texts import N_

MANUAL: tuple[RulePage, ...] = (
    RulePage(
        N_("The match"),
        N_(
            "Two teams of two, partners face to face. 52 cards, no jokers. Three periods, a whole pack each. "
            "Most goals win."
        ),
    ),
    RulePage(
        N_("The deal"),
        N_(
            "Four cards each, then four face up in the middle: remember them! The last one tops the pile. Four "
            "each again after 16 and 32 cards."
        ),
    ),
    RulePage(
        N_("The referee"),
        N_(
            "Tell the box each card: ♠ the same rank as the top card, ♥ a jack, OK anything else. It knows "
            "whose turn it is."
        ),
    ),
    RulePage(
        N_("A pass"),
        N_(
            "The same rank as the top card, or a jack on anything. The pile is taken away, and the next player "
            "starts a new one."
        ),
    ),
    RulePage(
        N_("A goal"),
        N_(
            "After a pass an opponent plays a card. If the passer's partner puts the same rank on it: goal! A "
            "jack never scores."
        ),
    ),
    RulePage(
        N_("Interception"),
        N_(
            "A jack straight after a pass, by the opponent: that pass is undone, and the jack is a pass for the "
            "other team."
        ),
    ),
    RulePage(
        N_("For example"),
        N_("Jack, 9, 9: pass, nothing, goal. Jack, jack, 9, 9: the second jack intercepts, and its team scores."),
    ),
    RulePage(
        N_("Once more"),
        N_(
            "The card of a goal is a pass too: the same team may score again. House rule: the goal clears the "
            "pile, and that is all."
        ),
    ),
    RulePage(
        N_("Level?"),
        N_(
            "Agree on it before: the next goal wins, one whole period more, or a draw. The deal passes on with "
            "every period."
        ),
    ),
    RulePage(
        N_("Only the score"),
        N_("Scoreboard: you judge the play. ♠ and ♥ are goals of the two teams, OK is the end of the period."),
    ),
    RulePage(
        N_("Out of step?"),
        N_(
            "UNDO takes cards back, as many as you like. ♦ opens a menu: disallow a goal, keep only the score, abandon."
        ),
    ),
    RulePage(
        N_("Recap"),
        N_("♣ shows the goals by period, then by player: goals, assists for the pass before, interceptions."),
    ),
)
"""A screen each: a heading and at most five lines."""
