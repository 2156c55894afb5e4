"""A game on a table for the tests: pressed, watched and timed as the loop does it."""

from device.games.contract import Options, Refusal, Step
from device.session import Link, Session
from device.texts import texts
from drivers.contract import Press


class AtTable:
    """One session of a game, its time in hand. Thoughts are thought at once, unless `slow`."""

    def __init__(self, game, shuffler, house, *, language="en", slow=False):
        options = Options(house)
        self.game = game
        self.now = 1000.0
        self.slow = slow
        self.cues = []
        self.refusals = []
        self.shuffler = shuffler
        self.session = Session(game, Link(game.new(options, None)), options=options, texts=texts(language))
        self.think()

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
        return self.game.draw(self.scene)

    @property
    def lamps(self):
        """What is lit."""
        return self.game.lamps(self.scene)

    def press(self, *buttons, held=False):
        """Press buttons one after the other, in no time."""
        for button in buttons:
            self.do(self.game.on_press(self.scene, Press(button, held)))
        return self

    def wait(self, seconds):
        """Let time pass: the game wakes when it asked to."""
        end = self.now + seconds
        while (wake := self.game.next_wake(self.scene)) is not None and self.now + wake <= end:
            self.now += max(wake, 0.001)
            step = self.game.on_time(self.scene)
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
                self.cues.append(self.game.cues(before, change.event, change.link.state))
            self.session.accept(change, self.now)
            if not self.slow:
                self.think()

    def think(self):
        """Think what there is to think, to its end."""
        thought = self.session.thought()
        if thought is not None:
            self.session.learn(thought, thought.full(), final=True)
