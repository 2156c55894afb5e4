"""What a game is: one frozen record of pure functions, and the values that pass between a game and the loop.

The loop owns the clock, the chance and the disk. A game only answers questions about values: what does this press
mean, what is the next state, how does it look. So a whole evening can be folded again from its list of events.

    press or due time ─► on_press / on_time ─► Step ─► apply ─► journal ─► draw, lamps, cues

Three kinds of value make up a match:

* the **state**: all the rules know; changed by events only, and every event is in the journal;
* the **view**: what the screen knows beyond the rules (a cursor, an open page); changed freely, saved but not undone;
* the **insight**: what a long calculation found out about the state (exact odds, a solver's move); worked out off the
  loop, never saved, and thrown away as soon as it is about a state that is no longer the present one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any, Generic, TypeVar

from PIL import Image

from device.draw.unfold import Box
from device.standings import Finished, Table
from drivers.contract import Lamps, Press

State = TypeVar("State")
Event = TypeVar("Event")
View = TypeVar("View")

REFUSAL_SECONDS = 2.5
"""How long the reason why a press was refused is to be read."""


class IllegalEvent(Exception):
    """The rules refuse an event; nothing has changed.

    The message is one short English sentence (a gettext msgid) for the person at the table: what is wrong and what to do.
    `values` fill its named placeholders, `%(suit)s`, after translation.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message % self.values if self.values else self.message


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One setting of a game, in its table of the settings file: its default, what else it may be, and what it does.

    The type is the default's. An integer lies within `low` and `high` (both included), or is one of `choices`; a string is
    one of `choices` if there are any; a tuple is a list of short strings, its length within `low` and `high`.
    """

    name: str
    default: bool | int | str | tuple[str, ...]
    help: str
    """One English sentence for the settings reference and the panel (a msgid)."""
    choices: tuple[int | str, ...] = ()
    low: int | None = None
    high: int | None = None
    seconds: bool = False
    """Whether the integer is a time in seconds, which the panel shows in minutes and hours."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the box is set to that a game may need to know: from the settings file, never changed by the game.

    `house` has a checked value for every HouseRule of this game.
    """

    house: Mapping[str, Any] = field(default_factory=dict)
    large: bool = False
    """Whether figures are to be as large as can be (24 pixels high and more), though fewer fit on a screen."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a press was refused: an English msgid and the values for its `%(name)s` placeholders."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def said(self, texts: NullTranslations) -> str:
        """In a language."""
        return texts.gettext(self.message) % self.values


@dataclass(frozen=True, slots=True)
class Told:
    """Something in words: an English msgid, and the values for its placeholders. A value that is Told itself is told in the
    person's language too; any other, as a name, stays as it is.
    """

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)

    def said(self, texts: NullTranslations) -> str:
        """In a language.

        >>> Told("%(who)s: %(what)s", {"who": "Ana", "what": Told("pass")}).said(NullTranslations())
        'Ana: pass'
        """
        values = {name: value.said(texts) if isinstance(value, Told) else value for name, value in self.values.items()}
        return texts.gettext(self.sentence) % values if values else texts.gettext(self.sentence)


@dataclass(frozen=True, slots=True)
class Shuffle(Generic[Event]):
    """A wish for chance: the loop shuffles `items` and makes the event from the order that came out.

    `into(order, code)` gets the shuffled items and the short code that reproduces this shuffle.
    `code` asks for one particular earlier shuffle again; None asks for a new one.
    """

    items: tuple[Any, ...]
    into: Callable[[tuple[Any, ...], str], Event]
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[Event, View]):
    """What a press, or a moment that has come, leads to. The empty step does nothing.

    At most one of `event`, `shuffle`, `undo`, `leave`, `again` is given. `view` is the new view, or None to keep it.
    """

    event: Event | None = None
    shuffle: Shuffle[Event] | None = None
    undo: bool = False
    """Take back the last event of the match; at its start, go back into the match before it."""
    view: View | None = None
    refusal: Refusal | None = None
    leave: bool = False
    """Go to the home menu; the match waits there."""
    again: bool = False
    """This match is over: begin a new one of the same game."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A calculation about the present state that may take long: run off the loop, its result shown when it is there.

    `key` tells what the result is about; a result whose key is no longer the present thought's key is thrown away.
    `quick` gives an estimate at once (≤ 20 ms on a Pi), `full` the real answer. Both are pure;
    they run in a thread of the same process, one after the other.
    """

    key: Hashable
    full: Callable[[], Any]
    quick: Callable[[], Any] | None = None


@dataclass(frozen=True, slots=True)
class Scene(Generic[State, Event, View]):
    """All that a control or a screen may look at. Two equal scenes give equal pictures.

    `before` and `event` are the last change and the state ahead of it, for animation; both None after a resume or an
    undo. `elapsed` is the time in seconds since the last event or undo; `idle` since the last press, event or view change,
    whichever is later. Both are large when a match is opened, so that every animation is at its end.
    """

    state: State
    view: View
    options: Options = Options()
    before: State | None = None
    event: Event | None = None
    elapsed: float = 1e9
    idle: float = 1e9
    last: Event | None = None
    """The last event of the match, which an undo takes back, however long ago it was; None at the start."""
    can_undo: bool = False
    """Whether there is an event to take back, or a match before this one to go back into."""
    insight: Any = None
    """The result of the present Thought, or None while there is none."""
    insight_final: bool = False
    """False while `insight` is only the quick estimate: mark it with ≈."""
    insight_before: Any = None
    """The last result about a state ahead of `event`: what a screen may go on showing while the event is still on its way."""
    refusal: Refusal | None = None
    """The refusal of the last press, however long ago that was; a screen shows `refused`."""
    texts: NullTranslations = field(default_factory=NullTranslations)
    """gettext translations of the person's language: `_ = scene.texts.gettext`."""

    @property
    def refused(self) -> Refusal | None:
        """The refusal of the last press while it is to be read."""
        return self.refusal if self.idle < REFUSAL_SECONDS else None

    @property
    def until_read(self) -> float | None:
        """Seconds for which `refused` is still to be read; None if nothing is. For `next_wake`."""
        return REFUSAL_SECONDS - self.idle if self.refused else None


def earliest(*moments: float | None) -> float | None:
    """The first of some moments, None if there is none: what `next_wake` answers.

    >>> earliest(2.5, None, 0.1)
    0.1
    """
    return min((moment for moment in moments if moment is not None), default=None)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in one line for menus and the history: an English msgid, its values, and whether it is over.

    `players` and `result` are plain values for tables and exports.
    """

    headline: str
    values: Mapping[str, object] = field(default_factory=dict)
    finished: bool = False
    players: tuple[str, ...] = ()
    result: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RulePage:
    """One short screen of a game's rules: a heading and a few sentences (msgids) that fit below it."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Event, View]):
    """One game: what the loop needs to run it. Every function is pure."""

    key: str
    """The name in commands, settings and the journal: `horse_race`."""
    title: str
    """The name on the menu, an English msgid."""
    events: Sequence[type[Any]]
    """Every event class; the journal writes an event as its class name and fields (frozen dataclasses of plain values,
    enums and tuples of these)."""

    state_type: type[State]
    """The class of the state. A match's first state is stored, so that later settings do not change an old match."""
    view_type: type[View]
    """The class of the view, written and read back by the journal like an event."""

    new: Callable[[Options, State | None], State]
    """The first state of a new match; the second argument is the last match's final state, for "same as last time"."""
    apply: Callable[[State, Event], State]
    """The rules. Raises IllegalEvent and changes nothing if the event is not allowed."""
    look: Callable[[State], View]
    """The view to begin with on a state: after opening, and after an event or an undo unless the step gave a view."""

    on_press: Callable[[Scene[State, Event, View], Press], Step[Event, View]]
    """What a press means. Called for every button but a short HOME (always: leave) and a held HOME (always: shut down)."""
    on_time: Callable[[Scene[State, Event, View]], Step[Event, View]]
    """What happens by itself now, if anything: called when `next_wake` has come and when an insight arrives."""
    next_wake: Callable[[Scene[State, Event, View]], float | None]
    """Seconds from now until the picture or the lamps change or something is due; None: not before the next press."""

    draw: Callable[[Scene[State, Event, View]], Image.Image]
    """The picture: 128×64, mode "1"."""
    lamps: Callable[[Scene[State, Event, View]], Lamps]
    """The lamps now."""
    cues: Callable[[State, Event, State], str]
    """The tune for an event (before, event, after): the name of a tune in `device/tunes.py`, or empty."""
    summary: Callable[[State], Summary]
    """The match in one line."""
    first: Callable[[Scene[State, Event, View]], Sequence[Box]] = lambda _scene: ()
    """Where on the picture the answer to the last press is: what is put on the glass first when the panel's bus cannot carry all at once."""
    tell: Callable[[State, Event, State], Told] | None = None
    """An event (before, event, after) in words, for the list of what happened; None: by its class's name and fields, in English."""
    think: Callable[[State, View], Thought | None] = lambda _state, _view: None
    """The calculation that this state calls for, if any."""
    standings: Callable[[Sequence[Finished]], Sequence[Table]] = lambda _matches: ()
    """What its finished matches, oldest first, add up to: the tables of the history."""
    house: Sequence[HouseRule] = ()
    """This game's settings."""
    manual: Sequence[RulePage] = ()
    """The rules at hand: about a dozen short screens."""
