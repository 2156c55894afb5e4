"""Which game is open and how far it has come: events, undo, resume. No I/O, no game by name.

A match is a chain: every link holds the state after one event and knows the link before it. Taking back is going one link
back. What is about to change is first proposed as a `Change`, then written by the journal, and only then accepted, so that
nothing is ever shown that is not on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

from device.games.contract import Game, IllegalEvent, Options, Refusal, Scene, Step, Thought
from device.texts import N_

State = TypeVar("State")
Event = TypeVar("Event")
View = TypeVar("View")

Chance = Callable[[tuple[Any, ...], str | None], tuple[tuple[Any, ...], str]]
"""Shuffles items, by a code if one is given: the new order and its code."""

LONG_AGO = 1e9
"""Seconds: the age of a change that nobody saw happen, so that no animation is played for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Link(Generic[State, Event]):
    """One link of a match: the state after `event`, and the link before. The first link has neither."""

    state: State
    event: Event | None = None
    before: Link[State, Event] | None = None


@dataclass(frozen=True, slots=True)
class Change(Generic[State, Event, View]):
    """What a step would do to the session: `event` is set for a new event, `undone` for a taking back, neither for a
    change of view alone.
    """

    link: Link[State, Event]
    view: View
    event: Event | None = None
    undone: bool = False


def fold(game: Game[State, Event, View], start: State, events: Iterable[Event | None]) -> Link[State, Event]:
    """Play a match again from its records: an event each, or None for an undo.

    Raises:
        IllegalEvent: the rules refuse a recorded event (it was written by another version of them).
    """
    link: Link[State, Event] = Link(start)
    for event in events:
        if event is not None:
            link = Link(game.apply(link.state, event), event, link)
        elif link.before is not None:
            link = link.before
    return link


class Session(Generic[State, Event, View]):
    """One open match of one game. Times are seconds of the monotonic clock, passed in."""

    def __init__(
        self,
        game: Game[State, Event, View],
        link: Link[State, Event],
        *,
        options: Options,
        texts: NullTranslations,
        view: View | None = None,
    ) -> None:
        self.game = game
        self.link = link
        self.view = game.look(link.state) if view is None else view
        self.options = options
        self.texts = texts
        self.slowness = 1.0
        """Seconds that pass for one of the game's own: its times are all multiplied by it."""
        self.follows = False
        """Whether there is a match before this one, into which an undo leads from its start."""
        self._changed = self._touched = -LONG_AGO
        self._came_from: Link[State, Event] | None = None
        self._refusal: Refusal | None = None
        self._insight: Any = None
        self._insight_before: Any = None
        self._insight_final = False

    def scene(self, now: float) -> Scene[State, Event, View]:
        """All that a control or screen may see at this moment."""
        came_from = self._came_from
        return Scene(
            state=self.link.state,
            view=self.view,
            options=self.options,
            before=came_from.state if came_from else None,
            event=self.link.event if came_from else None,
            elapsed=(now - self._changed) / self.slowness,
            idle=(now - self._touched) / self.slowness,
            last=self.link.event,
            can_undo=self.link.before is not None or self.follows,
            insight=self._insight,
            insight_final=self._insight_final,
            insight_before=self._insight_before,
            refusal=self._refusal,
            texts=self.texts,
        )

    def next_wake(self, now: float) -> float | None:
        """Seconds until something is due by itself, or None."""
        wait = self.game.next_wake(self.scene(now))
        return None if wait is None else wait * self.slowness

    def consider(self, step: Step[Event, View], chance: Chance) -> Change[State, Event, View] | Refusal | None:
        """What the step would change; the refusal if it is against the rules; None if it changes nothing."""
        if step.refusal is not None:
            return step.refusal
        if step.undo:
            return self._take_back(step.view)
        event = step.event
        if step.shuffle is not None:
            event = step.shuffle.into(*chance(step.shuffle.items, step.shuffle.code))
        if event is not None:
            return self._go_on(event, step.view)
        if step.view is not None and step.view != self.view:
            return Change(self.link, step.view)
        return None

    def _take_back(self, view: View | None) -> Change[State, Event, View] | Refusal:
        if self.link.before is None:
            return Refusal(N_("Nothing to take back"))
        before = self.link.before
        return Change(before, self.game.look(before.state) if view is None else view, undone=True)

    def _go_on(self, event: Event, view: View | None) -> Change[State, Event, View] | Refusal:
        try:
            state = self.game.apply(self.link.state, event)
        except IllegalEvent as refused:
            return Refusal(refused.message, refused.values)
        return Change(Link(state, event, self.link), self.game.look(state) if view is None else view, event)

    def accept(self, change: Change[State, Event, View], now: float) -> None:
        """Make a change that is on disk the present."""
        moved = change.link is not self.link
        if moved:
            self._came_from = self.link if change.event is not None else None
            self._changed = now
        past = self._thought_key()
        self.link, self.view = change.link, change.view
        self._refusal = None
        self._touched = now
        if change.undone:
            self._insight_before = None
        elif change.event is not None and self._insight is not None:
            self._insight_before = self._insight
        if self._thought_key() != past:
            self._insight, self._insight_final = None, False

    def refuse(self, refusal: Refusal, now: float) -> None:
        """Remember why the last press was refused, for the screen."""
        self._refusal = refusal
        self._touched = now

    def touch(self, now: float) -> None:
        """Note a press, whatever comes of it: it ends the refusal of the one before."""
        self._refusal = None
        self._touched = now

    def thought(self) -> Thought | None:
        """The calculation that the present state calls for."""
        return self.game.think(self.link.state, self.view)

    @property
    def knows(self) -> bool:
        """Whether the final result of the present calculation is there."""
        return self._insight_final

    def _thought_key(self) -> Hashable:
        thought = self.thought()
        return None if thought is None else thought.key

    def learn(self, thought: Thought, result: Any, *, final: bool) -> bool:
        """Take in the result of a calculation, unless it is about a state that is past. Tells whether it was taken."""
        if self._thought_key() != thought.key or (self._insight_final and not final):
            return False
        self._insight, self._insight_final = result, final
        return True
