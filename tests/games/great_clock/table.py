"""A Great Clock on a table for the tests: pressed, watched and timed as the loop does it, with deals of known codes."""

from device.dominoes import parse_tiles
from device.games.contract import Options, Refusal, Step
from device.games.great_clock import GAME
from device.games.great_clock.rules import State, tiles_in_play
from device.session import Link, Session
from device.shuffle import Shuffler
from device.texts import texts
from drivers.contract import Button, Press

SPADE, HEART, DIAMOND, CLUB, OK, UNDO, HOME = Button


class Table:
    """One session of the Great Clock, its time in hand. Thoughts are thought at once, unless `slow`."""

    def __init__(self, language="en", code="00000001", tiles="", *, slow=False, **house):
        options = Options({"positions": 200} | house)
        self.now = 1000.0
        self.slow = slow
        self.cues = []
        self.refusals = []
        self.shuffler = Shuffler(lambda: code)
        if tiles:
            self.shuffler.stack([tile.text for tile in parse_tiles(tiles)])
        self.session = Session(GAME, Link(GAME.new(options, None)), options=options, texts=texts(language))
        self._think()

    @property
    def state(self) -> State:
        return self.session.link.state

    @property
    def view(self):
        return self.session.view

    @property
    def scene(self):
        return self.session.scene(self.now)

    @property
    def picture(self):
        return GAME.draw(self.scene)

    @property
    def lamps(self):
        return GAME.lamps(self.scene)

    def press(self, *buttons):
        """Press buttons one after the other, in no time."""
        for button in buttons:
            self.do(GAME.on_press(self.scene, Press(button)))
        return self

    def wait(self, seconds):
        """Let time pass: the game wakes when it asked to."""
        end = self.now + seconds
        while (wake := GAME.next_wake(self.scene)) is not None and self.now + wake <= end:
            self.now += max(wake, 0.001)
            step = GAME.on_time(self.scene)
            if step != Step():
                self.do(step)
        self.now = end
        return self

    def key(self, text):
        """Key tiles in on the keypad, each with OK."""
        for tile in parse_tiles(text):
            for number, (less, more) in ((0, (SPADE, HEART)), (1, (DIAMOND, CLUB))):
                wanted = (tile.low, tile.high)[number]
                while (shown := self.view.ends[number]) != wanted:
                    self.press(more if shown < wanted else less)
            self.press(OK)
        return self

    def do(self, step):
        """Carry out a step as the loop does."""
        before = self.state
        change = self.session.consider(step, self.shuffler.shuffle)
        if isinstance(change, Refusal):
            self.refusals.append(change.message)
            self.session.refuse(change, self.now)
        elif change is None:
            self.session.touch(self.now)
        else:
            if change.event is not None:
                self.cues.append(GAME.cues(before, change.event, change.link.state))
            self.session.accept(change, self.now)
            if not self.slow:
                self._think()

    def _think(self):
        thought = self.session.thought()
        if thought is not None:
            self.session.learn(thought, thought.full(), final=True)


def in_play(size=12):
    """The codes of the tiles in play."""
    return [tile.text for tile in tiles_in_play(size)]
