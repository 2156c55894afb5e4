"""The table: everything that happens between a press and a picture, without a thread, a wire or a clock of its own.

The live loop and the script player both drive this one object: they tell it of presses, of the time and of finished
calculations, and put its picture, lamps and tunes on a board. Times are seconds of the monotonic clock, passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Protocol
from uuid import uuid4

from PIL import Image

from device import records, results, settings
from device.errors import UserError
from device.games.contract import Game, IllegalEvent, Options, Refusal, Step, Summary, Thought
from device.home.marks import mark_not_saved
from device.home.menu import Menu
from device.home.night import Night, Sleep, bedside_clock
from device.home.page import (
    ChangeSetting,
    Facts,
    GameRow,
    Invitation,
    NewCode,
    OpenGame,
    PlayedMatch,
    ShutDown,
    Stack,
    StartAgain,
)
from device.home.questions import AskLanguage, AskShutDown, Notice, SafeMode
from device.home.reading import Manual
from device.journal import Entry, Journal, Message, Place, StoredMatch
from device.session import Change, Link, Session, fold
from device.settings import Values
from device.shuffle import Shuffler
from device.sight import Standing, standing
from device.standings import Table as StandingsTable
from device.standings import standings
from device.texts import N_, texts
from device.times import Times
from device.tunes import tune
from drivers.contract import Button, Lamp, Lamps, Light, Press

AnyGame = Game[Any, Any, Any]
AnySession = Session[Any, Any, Any]

SOONEST = 0.02
"""Seconds: a game is not asked again earlier, so that a mistake in one cannot keep the processor busy."""


class Mirror(Protocol):
    """The mirror as the panel knows it."""

    def invitation(self) -> Invitation:
        """How to get to it now."""

    def new_code(self) -> None:
        """Take a new code."""


@dataclass(slots=True)
class Front:
    """The match in front of the person."""

    number: int
    """Its number in the journal."""
    session: AnySession


class Table:
    """The present home page or match, and all that changes it."""

    def __init__(
        self,
        games: Sequence[AnyGame],
        journal: Journal,
        times: Times,
        *,
        values: Values | None = None,
        shuffler: Shuffler | None = None,
        keep: Callable[[str, str, Any], None] | None = None,
        version: str = "",
    ) -> None:
        """Take the person back to where the journal saw them last.

        `values` are the settings by section and name, the defaults if there are none. `keep` writes a setting that the
        person changed on the panel to where it is read from next time, and raises UserError if it cannot.
        """
        self.games = {game.key: game for game in games}
        self.journal = journal
        self.halting = False
        """Whether the person asked to shut down."""
        self.starting_again = False
        """Whether the person asked to leave safe mode."""
        self._times = times
        self._shuffler = shuffler or Shuffler()
        self._keep = keep
        self._version = version
        self._tune = ""
        self._log: Callable[[str], None] = lambda _line: None
        self.values: Values = settings.defaults(settings.schema(games)) if values is None else values
        self._texts = texts(self.values["table"]["language"])
        self._night = Night(**self.values["night"])
        self._sleep = Sleep(self._night, times.now())
        self._home = Stack((Menu(),))
        self._troubles: tuple[str, ...] = ()
        self._mirror: Mirror | None = None
        self._drawn_up: tuple[int, list[StandingsTable]] = (-1, [])
        self._front: Front | None = self._resume()
        if self.values["table"]["language"] == "ask":
            self._home = self._home.push(AskLanguage())
        if journal.put_aside is not None:
            told = self._texts.gettext(N_("The match book was damaged. It is kept as %(file)s; a new one is begun."))
            self.notify(told % {"file": journal.put_aside.name})

    # -- telling the table ---------------------------------------------------------------------------------------------

    def press(self, press: Press, now: float) -> None:
        """One press of a person."""
        if self._sleep.wakes_only(now):
            self._sleep.stir(now)
            self._play("wake")
            return
        self._sleep.stir(now)
        front = self._front
        if press.button is Button.HOME and press.held:
            self._home = self._home.push(AskShutDown())
        elif front is None or not self._home.at_menu:
            self._press_home(press, now)
        elif press.button is Button.HOME:
            self._leave()
        elif press.button is Button.UNDO and press.held:
            self._home = self._home.push(Manual(front.session.game.key))
        else:
            self._press_game(front, press, now)

    @property
    def _playing(self) -> Front | None:
        """The match that is on the glass: the one in front, unless a page lies over it."""
        return self._front if self._home.at_menu else None

    def wake(self, now: float) -> None:
        """The moment that `next_wake` named has come."""
        front = self._playing
        if front is None or self._sleep.deep(now):
            return
        step = front.session.game.on_time(front.session.scene(now))
        if self._perform(front, step, now):
            self._sleep.stir(now)

    def next_wake(self, now: float) -> float | None:
        """When something is due by itself, or None: not before the next press."""
        wakes = [self._sleep.next_wake(now, self._times.wall())]
        front = self._playing
        if front is not None and not self._sleep.deep(now):
            wait = front.session.game.next_wake(front.session.scene(now))
            wakes.append(None if wait is None else now + max(wait, SOONEST))
        due = [wake for wake in wakes if wake is not None]
        return min(due) if due else None

    def thought(self) -> Thought | None:
        """The calculation wanted now, if its result is not there yet."""
        front = self._playing
        if front is None or front.session.knows:
            return None
        return front.session.thought()

    def learn(self, thought: Thought, result: Any, now: float, *, final: bool) -> None:
        """A calculation has a result; one about a state that is past is thrown away."""
        front = self._front
        if front is not None and front.session.learn(thought, result, final=final):
            self.wake(now)

    def notify(self, sentence: str) -> None:
        """Show the person a sentence (a msgid, or already in their language) before anything else, until it is confirmed."""
        self._home = self._home.push(Notice(sentence))

    def tell_safe_mode(self, cause: str) -> None:
        """Show why this start is not a normal one, and offer to try one. `cause` is a msgid or the words of an error."""
        self._home = self._home.push(SafeMode(cause))

    def tell_troubles(self, troubles: tuple[str, ...]) -> None:
        """What the board finds wrong with itself now, for the page about the box."""
        self._troubles = troubles

    def tell_mirror(self, mirror: Mirror) -> None:
        """There is a mirror: give it a page."""
        self._mirror = mirror

    def watch_log(self, log: Callable[[str], None]) -> None:
        """Tell every event as one line of text to `log`."""
        self._log = log

    def settle(self, values: Values, now: float) -> None:
        """Go on with other settings. House rules count from the next match on."""
        self.values = values
        self._texts = texts(values["table"]["language"])
        self._night = Night(**values["night"])
        self._sleep = Sleep(self._night, now)
        if self._front is not None:
            self._front.session.texts = self._texts

    # -- asking the table ----------------------------------------------------------------------------------------------

    def picture(self, now: float) -> Image.Image:
        """What belongs on the glass."""
        if self._sleep.deep(now):
            return bedside_clock(self._night, self._times.wall(), sure=self._times.sure())
        front = self._playing
        if front is not None:
            picture = front.session.game.draw(front.session.scene(now))
        else:
            picture = self._home.top.draw(self._facts())
        return mark_not_saved(picture) if self.journal.troubled else picture

    def light(self, now: float) -> Light:
        """How bright the glass is to be."""
        return self._sleep.light(now, self._times.wall())

    def lamps(self, now: float) -> Lamps:
        """What the lamps are to do."""
        if self._sleep.deep(now):
            return {}
        front = self._playing
        if front is not None:
            return {Button.HOME: Lamp.ON, **front.session.game.lamps(front.session.scene(now))}
        return self._home.top.lamps(self._facts())

    def take_tune(self) -> str:
        """The tune to begin now, in RTTTL, or an empty string; asked once it is gone."""
        taken, self._tune = self._tune, ""
        return taken

    def standing(self) -> Standing | None:
        """How the match in front stands, or None."""
        front = self._front
        if front is None:
            return None
        return self._standing(front, front.session.game.summary(front.session.link.state))

    def _standing(self, front: Front, summary: Summary) -> Standing:
        game = front.session.game
        return standing(front.number, game.key, game.title, summary, self._texts)

    @property
    def session(self) -> AnySession | None:
        """The match in front, if there is one."""
        return self._front.session if self._front else None

    # -- home ----------------------------------------------------------------------------------------------------------

    def _press_home(self, press: Press, now: float) -> None:
        self._home, wish = self._home.press(press, self._facts())
        match wish:
            case OpenGame(key):
                self.open(key, now)
            case ChangeSetting():
                self._change(wish, now)
            case ShutDown():
                self.halting = True
            case StartAgain():
                self.starting_again = True
            case NewCode() if self._mirror is not None:
                self._mirror.new_code()
            case _:
                pass
        self._play("goodbye" if self.halting else "press")

    def _change(self, change: ChangeSetting, now: float) -> None:
        """Go on with a setting changed on the panel, and have it kept."""
        self.settle({**self.values, change.section: {**self.values[change.section], change.name: change.value}}, now)
        if self._keep is not None:
            try:
                self._keep(change.section, change.name, change.value)
            except UserError as cause:
                self.notify(str(cause))

    def _facts(self) -> Facts:
        return Facts(
            games=tuple(
                GameRow(game.key, game.title, game.manual, self._waits(game.key)) for game in self.games.values()
            ),
            values=self.values,
            schema=settings.schema(self.games.values()),
            texts=self._texts,
            version=self._version,
            played=self._played,
            standings=self._standings,
            troubles=(*([self.journal.troubled] if self.journal.troubled else []), *self._troubles),
            mirror=None if self._mirror is None else self._mirror.invitation(),
        )

    def _waits(self, key: str) -> bool:
        stored = self.journal.latest(key)
        return stored is not None and not stored.finished and bool(self.journal.entries(stored.id))

    def _played(self) -> list[PlayedMatch]:
        """The finished matches, newest first."""
        return [
            PlayedMatch(
                stored.game,
                self.games[stored.game].title if stored.game in self.games else stored.game,
                stored.ended,
                stored.summary["headline"],
                stored.summary["values"],
            )
            for stored in reversed(self.journal.matches())
            if stored.finished and stored.summary is not None
        ]

    def _standings(self) -> list[StandingsTable]:
        """What the finished matches add up to; drawn up anew only after something was written."""
        if self._drawn_up[0] != self.journal.writes:
            stored = [match.as_finished for match in self.journal.matches()]
            tables = standings(self.games.values(), [match for match in stored if match is not None])
            self._drawn_up = (self.journal.writes, tables)
        return self._drawn_up[1]

    def open(self, key: str, now: float) -> None:
        """Open a game: the match that waits there, or else a new one.

        Raises:
            KeyError: no such game.
        """
        game = self.games[key]
        self._home = self._home.home()
        stored = self.journal.latest(key)
        front = self._restore(game, stored, view=None) if stored is not None and not stored.finished else None
        if front is not None and front.session.link.before is None:
            front = self._begin(game, unused=stored)  # nobody played it: the settings may have changed since
        self._front = front or self._begin(game)
        self._move()
        self._sleep.stir(now)

    def _leave(self) -> None:
        """To the menu, its cursor on the game that was left."""
        assert self._front is not None
        keys = list(self.games)
        self._home = Stack((Menu(keys.index(self._front.session.game.key)),))
        self.journal.move(Place())
        self._front = None
        self._play("press")

    # -- matches -------------------------------------------------------------------------------------------------------

    def _options(self, game: AnyGame) -> Options:
        return Options(self.values.get(game.key, {}))

    def _resume(self) -> Front | None:
        """The match that was in front when the journal was last written."""
        place = self.journal.place()
        if place.match is None:
            return None
        stored = self.journal.match(place.match)
        game = self.games.get(stored.game)
        return None if game is None else self._restore(game, stored, place.view)

    def _restore(self, game: AnyGame, stored: StoredMatch, view: str | None) -> Front | None:
        """Play a stored match again; None, and a note in the journal, when that cannot be done."""
        try:
            link = self._fold(game, stored)
        except (records.UnreadableRecord, IllegalEvent) as cause:
            self.journal.condemn(stored.id, str(cause))
            sentence = self._texts.gettext(
                N_("A match of %(game)s is from another version and cannot go on. It is kept.")
            )
            self.notify(sentence % {"game": self._texts.gettext(game.title)})
            return None
        session = Session(game, link, options=self._options(game), texts=self._texts)
        if view is not None:
            # The view of another version: the one that the state calls for will do.
            with suppress(records.UnreadableRecord):
                session.view = records.load(view, game.view_type)
        return Front(stored.id, session)

    def _fold(self, game: AnyGame, stored: StoredMatch) -> Link[Any, Any]:
        start = records.load(stored.start, game.state_type)
        events = (
            None if entry.event is None else records.load_named(entry.event, entry.fields or "{}", game.events)
            for entry in self.journal.entries(stored.id)
        )
        return fold(game, start, events)

    def _begin(self, game: AnyGame, unused: StoredMatch | None = None) -> Front:
        """Start a match; `unused` is one that nobody played yet, to be taken instead of a new row."""
        options = self._options(game)
        session = Session(game, Link(game.new(options, self._last_state(game))), options=options, texts=self._texts)
        start, view = records.dump(session.link.state), records.dump(session.view)
        if unused is not None:
            self.journal.renew(unused.id, start, view)
            return Front(unused.id, session)
        return Front(self.journal.begin(game.key, start, self._moment(), view), session)

    def _last_state(self, game: AnyGame) -> Any:
        """The final state of the last match of a game that was played, for "same as last time"."""
        for stored in reversed(self.journal.matches()):
            if stored.game == game.key and stored.problem is None:
                try:
                    link = self._fold(game, stored)
                except (records.UnreadableRecord, IllegalEvent):
                    continue
                if link.before is not None:
                    return link.state
        return None

    def _move(self) -> None:
        if self._front is not None:
            self.journal.move(Place(self._front.number, records.dump(self._front.session.view)))

    def _moment(self) -> str | None:
        """The wall time as the journal keeps it, if it is to be trusted."""
        return self._times.wall().astimezone(UTC).isoformat(timespec="seconds") if self._times.sure() else None

    # -- a press or a due time in a match ------------------------------------------------------------------------------

    def _press_game(self, front: Front, press: Press, now: float) -> None:
        step = front.session.game.on_press(front.session.scene(now), press)
        self._perform(front, step, now)

    def _perform(self, front: Front, step: Step[Any, Any], now: float) -> bool:
        """Carry out a step: apply, write, then show. Tells whether the match moved on."""
        if step.leave:
            self._leave()
            return False
        if step.again:
            self._front = self._begin(front.session.game)
            self._play("press")
            return False
        change = front.session.consider(step, self._shuffler.shuffle)
        if isinstance(change, Refusal):
            front.session.refuse(change, now)
            self._play("refused")
            return False
        if change is None:
            return False
        moved = change.event is not None or change.undone
        before = front.session.link.state
        self._write(front, change)
        front.session.accept(change, now)
        self._play(self._cue(front.session.game, before, change))
        return moved

    def _write(self, front: Front, change: Change[Any, Any, Any]) -> None:
        view = records.dump(change.view)
        if change.event is None and not change.undone:
            self.journal.move(Place(front.number, view))
            return
        if change.event is None:
            entry = Entry(None)
            self._log(f"{front.session.game.key}: undo")
        else:
            entry = Entry(type(change.event).__name__, records.dump(change.event))
            self._log(f"{front.session.game.key}: {entry.event} {entry.fields}")
        summary = front.session.game.summary(change.link.state)
        self.journal.append(
            front.number, entry, view, _outcome(summary), self._moment(), message=self._message(front, summary)
        )

    def _message(self, front: Front, summary: Summary) -> Message | None:
        """What a broker is to be told of the change that leads to `summary`, if one is to be told at all."""
        if not self.values["mqtt"]["enabled"]:
            return None
        return results.announcement(
            self._standing(front, front.session.game.summary(front.session.link.state)),
            self._standing(front, summary),
            identity=uuid4().hex,
            began=self.journal.match(front.number).began,
            ended=self._moment(),
        )

    def _cue(self, game: AnyGame, before: Any, change: Change[Any, Any, Any]) -> str:
        if change.undone:
            return "undo"
        if change.event is None:
            return "press"
        return game.cues(before, change.event, change.link.state)

    def _play(self, cue: str) -> None:
        if self.values["sound"]["on"] and not self._sleep.silent(self._times.wall()):
            self._tune = tune(cue) or self._tune


def _outcome(summary: Summary) -> dict[str, Any] | None:
    """A finished match's summary as the journal keeps it; None while the match goes on."""
    return records.plain(summary) if summary.finished else None
