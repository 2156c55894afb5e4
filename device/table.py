"""The table: everything that happens between a press and a picture, without a thread, a wire or a clock of its own.

The live loop and the script player both drive this one object: they tell it of presses, of the time and of finished
calculations, and put its picture, lamps and tunes on a board. Times are seconds of the monotonic clock, passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from device import settings
from device.draw.unfold import Box
from device.errors import UserError
from device.flash import Flash
from device.games.contract import Game, Refusal, Step, Thought, earliest
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
    ShutDown,
    Stack,
    StartAgain,
)
from device.home.questions import AskLanguage, AskShutDown, Goodbye, Notice, SafeMode, StuckButton, not_saved
from device.home.reading import Manual
from device.journal import Journal
from device.matches import Front, Matches
from device.session import Change, Session
from device.settings import Values
from device.shuffle import Shuffler
from device.sight import Standing
from device.texts import N_, texts
from device.times import Times
from device.tunes import tune
from drivers.contract import Button, Lamp, Lamps, Light, Press

AnyGame = Game[Any, Any, Any]
AnySession = Session[Any, Any, Any]

_LIGHTS: Mapping[str, Mapping[Light, Light]] = {
    "usual": {},
    "high": {Light.DIM: Light.FULL},
    "low": {Light.FULL: Light.DIM},
}
"""What becomes of the light at each choice of contrast; the bedside clock is as faint as ever."""
STUCK_LOOK = 1.0
"""Seconds: how soon the glass sees that a stuck button was let go."""
SOONEST = 0.02
"""Seconds: a game is not asked again earlier, so that a mistake in one cannot keep the processor busy."""


class Mirror(Protocol):
    """The mirror as the panel knows it."""

    def invitation(self) -> Invitation:
        """How to get to it now."""

    def new_code(self) -> None:
        """Take a new code."""


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
        self._flash = Flash()
        self._log: Callable[[Mapping[str, str]], None] = lambda _line: None
        self.values: Values = settings.defaults(settings.schema(games)) if values is None else values
        self._texts = texts(self.values["table"]["language"])
        self._night = Night(**self.values["night"])
        self._sleep = Sleep(self._night, times.now())
        self._home = Stack((Menu(),))
        self._troubles: tuple[str, ...] = ()
        self._stuck: tuple[Button, ...] = ()
        self._told_not_saved = False
        self._mirror: Mirror | None = None
        self._matches = Matches(self.games, journal, times, self.notify)
        self._matches.settle(self.values, self._texts)
        self._front: Front | None = self._matches.resume()
        if self.values["table"]["language"] == "ask":
            self._home = self._home.push(AskLanguage())
        self._told_put_aside: Path | None = None
        self._tell_of_the_disk()

    # -- telling the table ---------------------------------------------------------------------------------------------

    def press(self, press: Press, now: float) -> None:
        """One press of a person."""
        self._press(press, now)
        self._tell_of_the_disk()

    def _press(self, press: Press, now: float) -> None:
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
            self._tell_of_the_disk()

    def next_wake(self, now: float) -> float | None:
        """When something is due by itself, or None: not before the next press."""
        wakes = [self._sleep.next_wake(now, self._times.wall()), self._flash.end(now)]
        front = self._playing
        if front is not None and not self._sleep.deep(now):
            wait = front.session.next_wake(now)
            wakes.append(None if wait is None else now + max(wait, SOONEST))
        if self._stuck and not self._sleep.deep(now):
            wakes.append(now + STUCK_LOOK)
        return earliest(*wakes)

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

    def notify(self, sentence: str, values: Mapping[str, object] | None = None) -> None:
        """Show the person a sentence (a msgid with its values, or already in their language) before anything else, until it
        is confirmed.
        """
        self._home = self._home.push(Notice(sentence, values or {}))

    def _tell_of_the_disk(self) -> None:
        """Say it in words once each time that the match book is found torn, and that the disk begins to fail. A journal
        without a folder was never to be saved.
        """
        aside = self.journal.put_aside
        if aside is not None and aside != self._told_put_aside:
            self.notify(self._told_of(aside, self.journal.carried))
        self._told_put_aside = aside
        failing = bool(self.journal.troubled) and self.journal.folder is not None
        if failing and not self._told_not_saved:
            self._home = self._home.push(not_saved(self.journal.troubled))
        self._told_not_saved = failing

    def _told_of(self, aside: Path, carried: int) -> str:
        """That the match book was torn, and what has become of it."""
        if not carried:
            told = self._texts.gettext(N_("The match book was damaged. It is kept as %(file)s; a new one is begun."))
            return told % {"file": aside.name}
        told = self._texts.ngettext(
            "The match book was damaged. It is kept as %(file)s; %(count)d match goes on in a new one.",
            "The match book was damaged. It is kept as %(file)s; %(count)d matches go on in a new one.",
            carried,
        )
        return told % {"file": aside.name, "count": carried}

    def stay(self, sentence: str) -> None:
        """Do not halt, although a person asked for it: say why, and go on behind that. `sentence` is a msgid."""
        self.halting = False
        self._home = self._home.without(Goodbye())
        self.notify(sentence)

    def tell_safe_mode(self, cause: str) -> None:
        """Show why this start is not a normal one, and offer to try one. `cause` is a msgid or the words of an error."""
        self._home = self._home.push(SafeMode(cause))

    def tell_troubles(self, troubles: tuple[str, ...], stuck: tuple[Button, ...] = ()) -> None:
        """What the board finds wrong with itself now, for the page about the box, and which buttons are stuck.

        A button that is stuck is told to the person once, and no longer than it is.
        """
        self._troubles = troubles
        for button in stuck:
            if button not in self._stuck:
                self._home = self._home.push(StuckButton(button))
        for button in self._stuck:
            if button not in stuck:
                self._home = self._home.without(StuckButton(button))
        self._stuck = stuck

    def tell_mirror(self, mirror: Mirror) -> None:
        """There is a mirror: give it a page."""
        self._mirror = mirror

    def watch_log(self, log: Callable[[Mapping[str, str]], None]) -> None:
        """Tell every event as one line of text, in each of LANGUAGES, to `log`."""
        self._log = log

    def settle(self, values: Values, now: float) -> None:
        """Go on with other settings. House rules count from the next match on."""
        self.values = values
        self._texts = texts(values["table"]["language"])
        self._night = Night(**values["night"])
        self._sleep = Sleep(self._night, now)
        self._matches.settle(values, self._texts)
        if self._front is not None:
            self._matches.suit(self._front.session)

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
        return mark_not_saved(picture) if self.journal.troubled and self._sleep.resting(now) else picture

    def first(self, now: float) -> Sequence[Box]:
        """Where on the picture the answer to the last press is, as far as its game says."""
        front = self._playing
        return () if front is None else front.session.game.first(front.session.scene(now))

    def light(self, now: float) -> Light:
        """How bright the glass is to be."""
        light = self._sleep.light(now, self._times.wall())
        return _LIGHTS[self.values["access"]["contrast"]].get(light, light)

    def lamps(self, now: float) -> Lamps:
        """What the lamps are to do."""
        if self._sleep.deep(now):
            return {}
        front = self._playing
        if front is not None:
            lamps = {Button.HOME: Lamp.ON, **front.session.game.lamps(front.session.scene(now))}
            return self._flash.over(lamps, now)
        return self._home.top.lamps(self._facts())

    def take_tune(self) -> str:
        """The tune to begin now, in RTTTL, or an empty string; asked once it is gone."""
        taken, self._tune = self._tune, ""
        return taken

    def standing(self) -> Standing | None:
        """How the match in front stands, or None."""
        return None if self._front is None else self._matches.standing(self._front)

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
                self.notify(cause.sentence, cause.values)

    def _facts(self) -> Facts:
        return Facts(
            games=tuple(
                GameRow(game.key, game.title, game.manual, self._matches.waits(game.key))
                for game in self.games.values()
            ),
            values=self.values,
            schema=settings.schema(self.games.values()),
            texts=self._texts,
            version=self._version,
            played=self._matches.played,
            standings=self._matches.standings,
            troubles=(*([self.journal.troubled] if self.journal.troubled else []), *self._troubles),
            mirror=None if self._mirror is None else self._mirror.invitation(),
        )

    def open(self, key: str, now: float) -> None:
        """Open a game: the match that waits there, or else a new one.

        Raises:
            KeyError: no such game.
        """
        self._front = self._matches.open(key)
        self._home = self._home.home()
        self._sleep.stir(now)

    def _leave(self) -> None:
        """To the menu, its cursor on the game that was left."""
        assert self._front is not None
        keys = list(self.games)
        self._home = Stack((Menu(keys.index(self._front.session.game.key)),))
        self._matches.leave()
        self._front = None
        self._play("press")

    # -- a press or a due time in a match ------------------------------------------------------------------------------

    def _press_game(self, front: Front, press: Press, now: float) -> None:
        step = front.session.game.on_press(front.session.scene(now), press)
        front.session.touch(now)
        self._perform(front, step, now)

    def _perform(self, front: Front, step: Step[Any, Any], now: float) -> bool:
        """Carry out a step: apply, write, then show. Tells whether the match moved on."""
        if step.leave:
            self._leave()
            return False
        if step.again:
            self._front = self._matches.begin(front.session.game)
            self._play("press")
            return False
        if step.undo and front.session.link.before is None and (earlier := self._matches.before(front)) is not None:
            self._front = earlier
            self._play("undo")
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
        line = self._matches.write(front, change)
        front.session.accept(change, now)
        if line:
            self._log(line)
        self._play(self._cue(front.session.game, before, change))
        return moved

    def _cue(self, game: AnyGame, before: Any, change: Change[Any, Any, Any]) -> str:
        if change.undone:
            return "undo"
        if change.event is None:
            return "press"
        return game.cues(before, change.event, change.link.state)

    def _play(self, cue: str) -> None:
        """Sound a cue, or show it by the lamps where no sound may be."""
        if self.values["sound"]["on"] and not self._sleep.silent(self._times.wall()):
            self._tune = tune(cue) or self._tune
        else:
            self._flash.begin(cue, self._times.now())
