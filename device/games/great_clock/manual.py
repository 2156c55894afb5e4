"""The rules of the Great Clock at hand: how it goes, what trouble is, and the keys."""

from __future__ import annotations

from device.games.contract import RulePage
from device.texts import N_

MANUAL: tuple[RulePage, ...] = (
    RulePage(
        N_("The aim"),
        N_(
            "A patience with dominoes on a clock face. Every hour is to show its double on top: 1-1 at one "
            "o'clock, 12-12 at noon."
        ),
    ),
    RulePage(
        N_("The set"),
        N_(
            "Double-twelve, double-nine or double-six. The double blank is the hand. A tile for each hour, the "
            "rest is the boneyard."
        ),
    ),
    RulePage(
        N_("Drawing"),
        N_(
            "Draw a tile. If it shares an end with a top tile it must be put on one; you choose which. If with "
            "none, it is out."
        ),
    ),
    RulePage(
        N_("Doubles"),
        N_(
            "A double is never covered and never set aside. On a wrong hour, or in hand and fitting nowhere, it "
            "is in trouble."
        ),
    ),
    RulePage(
        N_("In trouble"),
        N_(
            "While a double is in trouble, any top tile may be moved onto another with an end in common, as "
            "often as you like."
        ),
    ),
    RulePage(
        N_("The trick"),
        N_("Put a double on a wrong hour on purpose: then you may move tiles. That is the heart of the game."),
    ),
    RulePage(
        N_("An empty hour"),
        N_(
            "It is filled at once: by its own double if that is in hand, else by the next tile, whatever it is. "
            "So moves cost tiles."
        ),
    ),
    RulePage(
        N_("The end"),
        N_(
            "Won when every double is home. Lost when the boneyard is empty, or when a double in hand can go "
            "nowhere, whatever the moves."
        ),
    ),
    RulePage(
        N_("Your keys"),
        N_(
            "OK draws, places or sets aside. ♠ ♥ go round the hours, ♦ gives a hint, ♣ moves a tile when there "
            "is trouble."
        ),
    ),
    RulePage(
        N_("The box plays"),
        N_(
            "It looks ahead, yet cannot see the boneyard. OK pauses it, ♠ slower, ♥ faster; while it waits, ♦ "
            "is one step."
        ),
    ),
    RulePage(
        N_("Real dominoes"),
        N_("Key every tile you draw: ♠ ♥ for one end, ♦ ♣ for the other, then OK. The box says what it would do."),
    ),
    RulePage(
        N_("House rules"),
        N_(
            "Easy: in trouble, moves also with a drawn tile in hand. Cover: doubles may be covered, and moves "
            "outlast the boneyard."
        ),
    ),
)
"""A screen each: a heading and at most five lines."""
