"""How the clock's values are said: names of variants and paces, the rules in a sentence, chances, deal numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from device.games.clock.events import Pace, Variant
from device.games.clock.odds import Chance
from device.texts import N_

Translate = Callable[[str], str]

VARIANT_NAMES = {
    Variant.CLASSIC: N_("Classic"),
    Variant.TWO_DECKS: N_("Two decks"),
    Variant.NO_KING: N_("One king less"),
    Variant.PEEK: N_("Watch"),
    Variant.CONTINUE: N_("Go on"),
    Variant.OPEN: N_("Sundial"),
    Variant.SQUARE: N_("Square"),
}
RULE_TEXTS = {
    Variant.CLASSIC: N_("Four cards an hour, four kings. The fourth king ends it: is every card turned?"),
    Variant.TWO_DECKS: N_(
        "104 cards, eight an hour. The eighth king ends it. It takes longer, the chance is the same."
    ),
    Variant.NO_KING: N_("One king is taken out; the third king ends it. People say it helps: it does not."),
    Variant.PEEK: N_("Once, the last king is swapped: he goes under a pile, and its top card is turned."),
    Variant.CONTINUE: N_("After the last king the hidden cards are shuffled and dealt again, until all are out."),
    Variant.OPEN: N_("All cards lie open. Choose which card of the pile to play next."),
    Variant.SQUARE: N_("The hours lie open: choose there. The centre is turned from the top."),
}
PACE_NAMES = {
    Pace.SLOW: N_("slow"),
    Pace.NORMAL: N_("normal"),
    Pace.QUICK: N_("quick"),
    Pace.PRESS: N_("card by card"),
}


def fraction_words(chance: Fraction, _: Translate) -> str:
    """A probability as people say it.

    >>> fraction_words(Fraction(4, 52), str)
    '1 in 13'
    """
    if chance == 1:
        return _("certain")
    return _("%(good)d in %(all)d") % {"good": chance.numerator, "all": chance.denominator}


def chance_words(chance: Chance, _: Translate) -> str:
    """A variant's chance: a simple fraction as such, certainty as a word, others in percent with as many decimals as it
    takes to tell them from certainty.
    """
    if chance.win == 1:
        return _("always")
    if chance.win.denominator < 100:
        return fraction_words(chance.win, _)
    percent = 100 * float(chance.win)
    return _("%s %%") % decimal(percent, 3 if percent > 99 else 1, _)


def decimal(value: float, places: int, _: Translate) -> str:
    """A number with the language's decimal mark."""
    return f"{value:.{places}f}".replace(".", _("."))


def grouped(number: str) -> str:
    """A deal's number in two groups, easier to read aloud.

    >>> grouped("K7QM2XPA")
    'K7QM-2XPA'
    """
    return "-".join(number[start : start + 4] for start in range(0, len(number), 4))
