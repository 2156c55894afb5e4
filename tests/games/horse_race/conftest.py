"""A box on the table, without a loop: presses go in as letters, the clock is set by hand, nothing is written."""

import pytest

from device.games.contract import Options, Refusal
from device.games.horse_race import GAME
from device.games.horse_race.house import HOUSE
from device.session import Link, Session
from device.shuffle import Shuffler
from device.texts import texts
from drivers.contract import Button, Lamp, Press

BUTTONS = {
    "s": Button.SPADE,
    "h": Button.HEART,
    "d": Button.DIAMOND,
    "c": Button.CLUB,
    "o": Button.OK,
    "u": Button.UNDO,
}
RULES = {rule.name: rule.default for rule in HOUSE}
LATER = 30.0
"""Seconds after which nothing moves any more."""


class AtTable:
    """One session of the game. `keys("osshhddc")` presses the buttons by their first letters; a capital is a hold."""

    def __init__(self, language="en", *, thinking=True, **house):
        codes = iter(f"K7QM2{number:03d}" for number in range(1000))
        self.shuffler = Shuffler(lambda: next(codes))
        self.now = 0.0
        self.thinking = thinking
        options = Options(RULES | house)
        self.session = Session(GAME, Link(GAME.new(options, None)), options=options, texts=texts(language))
        self.refused = None
        self.cues = []
        self.happened = []
        self.think()

    @property
    def state(self):
        return self.session.link.state

    @property
    def scene(self):
        return self.session.scene(self.now)

    def keys(self, letters, wait=LATER):
        """Press buttons, and wait that long after each."""
        for letter in letters:
            self.take(GAME.on_press(self.scene, Press(BUTTONS[letter.lower()], held=letter.isupper())))
            self.now += wait
        return self

    def wait(self, seconds):
        """Let time pass, waking whenever the game asked for it."""
        end = self.now + seconds
        while (due := GAME.next_wake(self.scene)) is not None and self.now + due <= end:
            self.now += max(due, 0.001)
            self.take(GAME.on_time(self.scene))
        self.now = end
        return self

    def take(self, step):
        before = self.state
        change = self.session.consider(step, self.shuffler.shuffle)
        self.refused = change.message % change.values if isinstance(change, Refusal) else None
        if self.refused is not None:
            self.session.refuse(change, self.now)
        elif change is None:
            self.session.touch(self.now)
        else:
            self.session.accept(change, self.now)
            if change.event is not None:
                self.cues.append(GAME.cues(before, change.event, self.state))
                self.happened.append(change.event)
        self.think()

    def think(self):
        thought = self.session.thought()
        if thought is not None and self.thinking:
            self.session.learn(thought, thought.full(), final=True)

    def screen(self):
        return GAME.draw(self.scene)

    def lit(self):
        """The first letters of the lit buttons, in the order of the panel; HOME apart."""
        lamps = GAME.lamps(self.scene)
        return "".join(letter for letter, button in BUTTONS.items() if lamps.get(button, Lamp.OFF) is not Lamp.OFF)


@pytest.fixture
def at_table():
    """Sit down: `at_table(book="fair", players=("Ana", "Ben", "Cleo"))`, with settings as in the settings file."""
    return AtTable
