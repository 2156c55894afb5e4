"""A small table for the tests: events applied in a row, and presses through the controls as the loop would do it."""

from device.games.contract import IllegalEvent, Refusal, Scene
from device.games.hockey import GAME
from device.games.hockey.events import Dealt, Kind, NextPeriod, Play, Start
from device.games.hockey.rules import Phase, State, apply
from device.texts import texts
from drivers.contract import Button, Press

SPADE, HEART, DIAMOND, CLUB, OK, UNDO, HOME = Button


def started(**agreed):
    """A match about to deal (referee) or running (scoreboard)."""
    return apply(State(), Start(**agreed))


def ready(state):
    """Past the deal or the break ahead of the next card."""
    if state.phase is Phase.INTERMISSION:
        state = apply(state, NextPeriod())
    return apply(state, Dealt()) if state.phase is Phase.DEAL else state


def played(plays, state=None, **agreed):
    """The match after the cards of a string, deals and breaks passing by themselves."""
    state = state or started(**agreed)
    for letter in plays:
        state = apply(ready(state), Play(Kind(letter)))
    return state


class Evening:
    """One match played by presses: the last scene, every state, the tunes, and the refusals."""

    def __init__(self, state=None, language="en"):
        self.states = [state or State()]
        self.view = GAME.look(self.states[-1])
        self.texts = texts(language)
        self.tunes = []
        self.event = self.before = self.refusal = None
        self.step = None

    @property
    def state(self):
        """The present state."""
        return self.states[-1]

    def scene(self, elapsed=1e9):
        """The scene so long after the last change."""
        return Scene(
            state=self.state,
            view=self.view,
            before=self.before,
            event=self.event,
            elapsed=elapsed,
            idle=elapsed,
            can_undo=len(self.states) > 1,
            refusal=self.refusal,
            texts=self.texts,
        )

    def press(self, *buttons, elapsed=1e9):
        """Press buttons one after the other, so long after the last change."""
        for button in buttons:
            self.step = step = GAME.on_press(self.scene(elapsed), Press(button))
            self.refusal = step.refusal
            if step.undo and len(self.states) > 1:
                self.states.pop()
                self.before = self.event = None
                self.view = step.view or GAME.look(self.state)
            elif step.event is not None:
                self._apply(step)
            elif step.view is not None:
                self.view = step.view
        return self

    def _apply(self, step):
        try:
            after = GAME.apply(self.state, step.event)
        except IllegalEvent as refused:
            self.refusal = Refusal(refused.message, refused.values)
            return
        self.tunes.append(GAME.cues(self.state, step.event, after))
        self.before, self.event = self.state, step.event
        self.states.append(after)
        self.view = step.view or GAME.look(after)

    def picture(self, elapsed=1e9):
        """What the glass shows so long after the last change."""
        return GAME.draw(self.scene(elapsed))
