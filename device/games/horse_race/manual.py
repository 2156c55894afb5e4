"""The rules of Horse Race at hand: the course, the prices, the bets, and what a table decides about chips."""

from __future__ import annotations

from device.games.contract import RulePage
from device.texts import N_

MANUAL: tuple[RulePage, ...] = (
    RulePage(
        N_("The course"),
        N_(
            "The four aces race, each in its lane, along a row of cards: 7, 6 or 5, as agreed. A card of its "
            "suit: one step. The first past the row wins."
        ),
    ),
    RulePage(
        N_("Laying the row"),
        N_(
            "Press the suit of every card laid. Five of one suit in seven, or six in six: that horse cannot "
            "finish, and the row is dealt again. In five all can."
        ),
    ),
    RulePage(
        N_("The prices"),
        N_(
            "5-1: a winning stake of 1 gains 5 and comes back. A suit key shows what a chip brings on average; "
            "there the dealer may change it."
        ),
    ),
    RulePage(
        N_("Four books"),
        N_(
            "Traditional: the dealers' table. Fair: the exact chances. Margin: fair, less the bank's share. No "
            "book: only the race, bet as you like."
        ),
    ),
    RulePage(
        N_("Know the odds"),
        N_(
            "The traditional table is against the dealer on 93.4 % of rows. Gains are rounded down to whole "
            "chips: 1 at 4-5 gains 0, 5 gains 4."
        ),
    ),
    RulePage(
        N_("The bets"),
        N_(
            "The box calls the players. A suit key stakes on that horse, held it stakes ten times as much. OK: "
            "the next player. UNDO takes it back."
        ),
    ),
    RulePage(
        N_("The bank"),
        N_(
            "The dealer does not bet, and pays from their own chips. A stake that the dealer could not pay is "
            "refused. Or the box is the bank: it always pays."
        ),
    ),
    RulePage(
        N_("Out of chips"),
        N_(
            "Without chips one watches: no bet, no deal. A dealer who cannot pay any bet passes the deal on; "
            "the row and its prices stay."
        ),
    ),
    RulePage(
        N_("Come and go"),
        N_(
            "After a race, ♠: who joins or buys gets the starting chips; who leaves may come back with theirs. Three "
            "stay, and two of them with chips."
        ),
    ),
    RulePage(
        N_("The race"),
        N_(
            "Turn the cards and press each suit. The box shows every horse's exact chance. A wrong press? UNDO, "
            "as often as you like."
        ),
    ),
    RulePage(
        N_("The joker"),
        N_(
            "Shuffled in after the row. Hold OK: all but the leaders step forward. A hurdle to which the joker "
            "takes the last horse stays face down."
        ),
    ),
    RulePage(
        N_("Hurdles"),
        N_(
            "The row lies face down. A card is turned when the first horse, or the last, comes level with it. "
            "The horse of its suit falters: one step back."
        ),
    ),
)
"""A screen each: a heading and at most five lines."""
