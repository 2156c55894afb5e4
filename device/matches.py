"""The matches of this box: begun, written, resumed, listed. Here values become rows of the journal, and rows values again."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC
from gettext import NullTranslations
from typing import Any, overload
from uuid import uuid4

from device import comfort, records, results
from device.games.contract import Game, IllegalEvent, Options, Summary, Told
from device.home.page import PlayedMatch
from device.journal import Journal
from device.rows import Entry, Message, Place, StoredMatch
from device.session import Change, Link, Session, fold
from device.settings import Values
from device.sight import Standing, standing
from device.standings import Table as StandingsTable
from device.standings import standings
from device.texts import LANGUAGES, N_, texts
from device.times import Times

log = logging.getLogger(__name__)

AnyGame = Game[Any, Any, Any]
GARBLED = N_("How it ended can no longer be read. The match is kept.")
"""What the history says of a match whose outcome is garbled."""


@dataclass(slots=True)
class Front:
    """The match in front of the person."""

    number: int
    """Its number in the journal."""
    began: str | None
    """When it began, as the journal keeps it."""
    session: Session[Any, Any, Any]


class Matches:
    """Every match of every game. `notify` is told, in the person's language, of a match that cannot be played again."""

    def __init__(
        self, games: Mapping[str, AnyGame], journal: Journal, times: Times, notify: Callable[[str], None]
    ) -> None:
        self._games = games
        self._journal = journal
        self._times = times
        self._notify = notify
        self._values: Values = {}
        self._texts = NullTranslations()
        self._drawn_up: tuple[int, list[StandingsTable]] = (-1, [])

    def settle(self, values: Values, texts: NullTranslations) -> None:
        """Go on with other settings and another language. Matches that are open have to be suited to them."""
        self._values = values
        self._texts = texts

    def suit(self, session: Session[Any, Any, Any]) -> None:
        """Fit an open match to the person: language, size, pace. House rules count from the next match on."""
        session.texts = self._texts
        session.options = replace(session.options, large=self._values["access"]["large"])
        session.slowness = comfort.slowness(self._values)

    def _session(self, game: AnyGame, link: Link[Any, Any]) -> Session[Any, Any, Any]:
        session = Session(game, link, options=self._options(game), texts=self._texts)
        self.suit(session)
        return session

    # -- in front ------------------------------------------------------------------------------------------------------

    def resume(self) -> Front | None:
        """The match that was in front when the journal was last written, its view as it was."""
        place = self._journal.place()
        if place.match is None:
            return None
        stored = self._journal.match(place.match)
        if stored is None or stored.game not in self._games:
            return None
        return self._restore(self._games[stored.game], stored, place.view)

    def open(self, key: str) -> Front:
        """The match of a game that waits, or else a new one; it is the one in front from now on.

        Raises:
            KeyError: no such game.
        """
        game = self._games[key]
        stored = next(self._journal.played(key), None)
        front = self._restore(game, stored, view=None) if stored is not None and not stored.finished else None
        if front is None:
            return self.begin(game)
        self._journal.move(Place(front.number, records.dump(front.session.view)))
        return front

    def begin(self, game: AnyGame) -> Front:
        """Start a match; one that nobody played yet is taken instead of a new row, as the settings are now."""
        last = self._last_state(game)
        session = self._session(game, Link(game.new(self._options(game), last)))
        session.follows = last is not None
        start, view = records.dump(session.link.state), records.dump(session.view)
        unused = self._journal.unused(game.key)
        if unused is not None:
            self._journal.renew(unused.id, start, view)
            return Front(unused.id, unused.began, session)
        began = self._moment()
        return Front(self._journal.begin(game.key, start, began, view), began, session)

    def before(self, front: Front) -> Front | None:
        """The match of the same game that was played before this one, in front again as it was left; None if there is none."""
        game = front.session.game
        for stored in self._journal.played(game.key, before=front.number):
            earlier = self._restore(game, stored, view=None)
            if earlier is not None:
                self._journal.move(Place(earlier.number, records.dump(earlier.session.view)))
                return earlier
        return None

    def leave(self) -> None:
        """Note that no match is in front any more."""
        self._journal.move(Place())

    def write(self, front: Front, change: Change[Any, Any, Any]) -> dict[str, str]:
        """Write a change before it is accepted; what was written, as a line for the list of what happened in each language.

        There is no line for what changes nothing but the view.
        """
        view = records.dump(change.view)
        if change.event is None and not change.undone:
            self._journal.move(Place(front.number, view))
            return {}
        entry, game = Entry(None), front.session.game
        if change.event is not None:
            entry = Entry(type(change.event).__name__, records.dump(change.event))
        line = Told(
            N_("%(game)s: %(happened)s"),
            {"game": Told(game.title), "happened": _happened(game, front.session.link.state, change)},
        )
        summary = game.summary(change.link.state)
        self._journal.append(
            front.number, entry, view, _outcome(summary), self._moment(), message=self._message(front, summary)
        )
        return {language: line.said(texts(language)) for language in LANGUAGES}

    def standing(self, front: Front, summary: Summary | None = None) -> Standing:
        """How a match stands: now, or with another summary."""
        game = front.session.game
        if summary is None:
            summary = game.summary(front.session.link.state)
        return standing(front.number, game.key, game.title, summary, self._texts)

    def _message(self, front: Front, summary: Summary) -> Message | None:
        """What a broker is to be told of the change that leads to `summary`, if one is to be told at all."""
        if not self._values["mqtt"]["enabled"]:
            return None
        return results.announcement(
            self.standing(front),
            self.standing(front, summary),
            identity=uuid4().hex,
            began=front.began,
            ended=self._moment(),
        )

    # -- from the journal ----------------------------------------------------------------------------------------------

    def waits(self, key: str) -> bool:
        """Whether a match of this game is waiting to be resumed."""
        stored = next(self._journal.played(key), None)
        return stored is not None and not stored.finished

    def played(self) -> Sequence[PlayedMatch]:
        """The finished matches, newest first."""
        return _Played(self._journal, {key: game.title for key, game in self._games.items()})

    def standings(self) -> list[StandingsTable]:
        """What the finished matches add up to; drawn up anew only when something was written since."""
        if self._drawn_up[0] != self._journal.writes:
            stored = [match.as_finished for match in self._journal.matches()]
            tables = standings(self._games.values(), [match for match in stored if match is not None])
            self._drawn_up = (self._journal.writes, tables)
        return self._drawn_up[1]

    def _restore(self, game: AnyGame, stored: StoredMatch, view: str | None) -> Front | None:
        """Play a stored match again; None, and a note in the journal, when that cannot be done."""
        try:
            link = self._fold(game, stored)
        except records.UnreadableRecord as cause:
            self._journal.condemn(stored.id, str(cause))
            sentence = self._texts.gettext(
                N_("A match of %(game)s is damaged or from another version and cannot go on. It is kept.")
            )
            self._notify(sentence % {"game": self._texts.gettext(game.title)})
            return None
        session = self._session(game, link)
        session.follows = next(self._journal.played(game.key, before=stored.id), None) is not None
        if view is not None:
            # The view of another version: the one that the state calls for will do.
            with suppress(records.UnreadableRecord):
                session.view = records.load(view, game.view_type)
        return Front(stored.id, stored.began, session)

    def _fold(self, game: AnyGame, stored: StoredMatch) -> Link[Any, Any]:
        """Play a match again from its records.

        Raises:
            UnreadableRecord: another version wrote them, or the disk has garbled them.
        """
        start = records.load(stored.start, game.state_type)
        events = [
            None if entry.event is None else records.load_named(entry.event, entry.fields or "{}", game.events)
            for entry in self._journal.entries(stored.id)
        ]
        try:
            return fold(game, start, events)
        except IllegalEvent as cause:
            raise records.UnreadableRecord(str(cause)) from cause
        except Exception as cause:
            # A garbled figure is on no list of what the rules expect; the other matches must not suffer from it.
            log.exception("match %d cannot be played again", stored.id)
            raise records.UnreadableRecord(f"{type(cause).__name__}: {cause}") from cause

    def _last_state(self, game: AnyGame) -> Any:
        """The final state of the last match of a game that was played, for "same as last time"."""
        for stored in self._journal.played(game.key):
            with suppress(records.UnreadableRecord):  # the match before it will do
                return self._fold(game, stored).state
        return None

    def _options(self, game: AnyGame) -> Options:
        return Options(self._values.get(game.key, {}))

    def _moment(self) -> str | None:
        """The wall time as the journal keeps it, if it is to be trusted."""
        return self._times.wall().astimezone(UTC).isoformat(timespec="seconds") if self._times.sure() else None


class _Played(Sequence[PlayedMatch]):
    """The finished matches, newest first. Each is read when it is looked at: after some years there are thousands."""

    def __init__(self, journal: Journal, titles: Mapping[str, str]) -> None:
        self._journal = journal
        self._titles = titles

    def __len__(self) -> int:
        return self._journal.finished_count()

    @overload
    def __getitem__(self, place: int) -> PlayedMatch: ...

    @overload
    def __getitem__(self, place: slice) -> list[PlayedMatch]: ...

    def __getitem__(self, place: int | slice) -> PlayedMatch | list[PlayedMatch]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        stored = self._journal.finished(range(len(self))[place])
        if stored is None:
            raise IndexError(place)
        title = self._titles.get(stored.game, stored.game)
        if stored.summary is None:
            return PlayedMatch(stored.game, title, stored.ended, GARBLED, {})
        return PlayedMatch(stored.game, title, stored.ended, stored.summary["headline"], stored.summary["values"])


def _happened(game: AnyGame, before: Any, change: Change[Any, Any, Any]) -> Told:
    if change.event is None:
        return Told(N_("undone"))
    return game.tell(before, change.event, change.link.state) if game.tell else Told(_in_words(change.event))


def _in_words(event: Any) -> str:
    """An event by its name and what it says: `turn C`, `give seconds 3`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    return " ".join([name, *_said(records.plain(event))])


def _said(value: Any, name: str = "") -> Iterator[str]:
    """The plain words of a value; a number or a switch is told with its name, what is empty or off not at all."""
    match value:
        case None | False | "":
            pass
        case True:
            yield name.replace("_", " ")
        case dict():
            for key, item in value.items():
                yield from _said(item, key)
        case list() | tuple():
            for item in value:
                yield from _said(item)
        case int() | float() if name:
            yield f"{name.replace('_', ' ')} {value}"
        case _:
            yield str(value)


def _outcome(summary: Summary) -> dict[str, Any] | None:
    """A finished match's summary as the journal keeps it; None while the match goes on."""
    return records.plain(summary) if summary.finished else None
