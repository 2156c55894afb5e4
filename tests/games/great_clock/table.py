"""A Great Clock on a table for the tests, with deals of known codes."""

from device.dominoes import parse_tiles
from device.games.great_clock import GAME
from device.games.great_clock.rules import tiles_in_play
from device.shuffle import Shuffler
from drivers.contract import Button
from tests.games.at_table import AtTable

SPADE, HEART, DIAMOND, CLUB, OK, UNDO, HOME = Button


class Table(AtTable):
    """One session of the Great Clock."""

    def __init__(self, language="en", code="00000001", tiles="", *, slow=False, **house):
        shuffler = Shuffler(lambda: code)
        if tiles:
            shuffler.stack([tile.text for tile in parse_tiles(tiles)])
        super().__init__(GAME, shuffler, {"positions": 200} | house, language=language, slow=slow)

    def key(self, text):
        """Key tiles in on the keypad, each with OK."""
        for tile in parse_tiles(text):
            for number, (less, more) in ((0, (SPADE, HEART)), (1, (DIAMOND, CLUB))):
                wanted = (tile.low, tile.high)[number]
                while (shown := self.view.ends[number]) != wanted:
                    self.press(more if shown < wanted else less)
            self.press(OK)
        return self


def in_play(size=12):
    """The codes of the tiles in play."""
    return [tile.text for tile in tiles_in_play(size)]
