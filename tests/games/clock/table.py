"""A clock on a table for the tests, with deals of known numbers."""

from device.games.clock import GAME, rules
from device.games.clock.events import Dealt, Setup, Variant
from device.games.clock.rules import Phase, State, apply
from device.shuffle import Shuffler, order
from drivers.contract import Button
from tests.games.at_table import AtTable

SPADE, HEART, DIAMOND, CLUB, OK, UNDO, HOME = Button

WON, LOST_BY_3 = "00000010", "00000015"
"""Two numbers of classic deals: all cards out, and three short."""


def dealt(variant=Variant.CLASSIC, code=WON):
    """A patience just dealt."""
    cards = order(code, [card.text for card in rules.deck(variant)])
    return apply(State(setup=Setup(variant), phase=Phase.WISH), Dealt(tuple(cards), code))


class Bedside(AtTable):
    """One session of the clock."""

    def __init__(self, language="en", number=WON, **house):
        super().__init__(GAME, Shuffler(lambda: number), house, language=language)
