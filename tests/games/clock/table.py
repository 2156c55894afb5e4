"""A clock on a table for the tests: pressed, watched and timed as the loop does it, with deals of known numbers."""

from device.games.clock import GAME, rules
from device.games.clock.events import Dealt, Setup, Variant
from device.games.clock.rules import Phase, State, apply
from device.games.contract import Options, Refusal, Step
from device.session import Link, Session
from device.shuffle import Shuffler, order
from device.texts import texts
from drivers.contract import Button, Press

SPADE, HEART, DIAMOND, CLUB, OK, UNDO, HOME = Button

WON, LOST_BY_3 = "00000010", "00000015"
"""Two numbers of classic deals: all cards out, and three short."""


def dealt(variant=Variant.CLASSIC, code=WON):
    """A patience just dealt."""
    cards = order(code, [card.text for card in rules.deck(variant)])
    return apply(State(setup=Setup(variant), phase=Phase.WISH), Dealt(tuple(cards), code))


class Bedside:
    """One session of the clock, its time in hand. Thoughts are thought at once."""

    def __init__(self, language="en", number=WON, **house):
        options = Options(house)
        self.now = 1000.0
        self.cues = []
        self.refusals = []
        self.shuffler = Shuffler(lambda: number)
        self.session = Session(GAME, Link(GAME.new(options, None)), options=options, texts=texts(language))
        self._think()

    @property
    def state(self):
        """The present state."""
        return self.session.link.state

    @property
    def view(self):
        """The present view."""
        return self.session.view

    @property
    def scene(self):
        """The present scene."""
        return self.session.scene(self.now)

    @property
    def picture(self):
        """What is on the glass."""
        return GAME.draw(self.scene)

    @property
    def lamps(self):
        """What is lit."""
        return GAME.lamps(self.scene)

    def press(self, *buttons, held=False):
        """Press buttons one after the other, in no time."""
        for button in buttons:
            self.do(GAME.on_press(self.scene, Press(button, held)))
        return self

    def wait(self, seconds):
        """Let time pass: the clock wakes when it asked to."""
        end = self.now + seconds
        while (wake := GAME.next_wake(self.scene)) is not None and self.now + wake <= end:
            self.now += max(wake, 0.001)
            step = GAME.on_time(self.scene)
            if step != Step():
                self.do(step)
        self.now = end
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
            self._think()

    def _think(self):
        thought = self.session.thought()
        if thought is not None:
            self.session.learn(thought, thought.full(), final=True)
