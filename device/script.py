"""Scripts: a person's evening as lines of text, played in virtual time on a table and a simulated box.

One command a line; `#` begins a comment:

    press NAME [TIMES]     a short press of spade heart diamond club ok undo home
    hold NAME SECONDS      down for so long
    wait SECONDS           nothing happens, but time passes
    open GAME              horse_race hockey clock great_clock
    set KEY VALUE          a setting, as in `set table.language fr` or `set horse_race.links 6`
    deck CARDS…            the next shuffle comes out in this order, first card dealt first
    shot NAME              keep a picture of the glass
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from PIL import Image

from device import records
from device.errors import UserError
from device.games.contract import earliest
from device.present import Presenter
from device.settings import schema, unmet
from device.shuffle import Shuffler
from device.table import Table
from drivers.contract import Board, Button, Press

PRESS_SECONDS = 0.1
"""How long a short press is down, and how long the finger is away after it."""
SWITCHED_ON = 0.5
"""Seconds that pass before the first line: the panel has its reset and its first picture behind it."""
MOST_PRESSES = 10_000
"""In one line: more is a slip of the pen."""
LONGEST = 2_678_400
"""Seconds: nothing that a script could wait for takes longer."""
INSTANT = 0.001
"""Seconds: the least that time moves on."""
EVENING = datetime(2026, 1, 3, 20, 0, tzinfo=UTC)
"""When every script begins: a Saturday evening."""


class VirtualBox(Protocol):
    """The simulated box as scripts use it."""

    board: Board

    def push(self, button: Button) -> None:
        """Press the button down."""

    def let_go(self, button: Button) -> None:
        """Let the button up."""

    def advance(self, seconds: float) -> None:
        """Let virtual time pass."""

    def next_due(self) -> float | None:
        """When the board next has something to do, in seconds since it was switched on."""

    def glass(self) -> Image.Image:
        """What the panel shows."""

    def lamp(self, button: Button) -> float:
        """How bright a lamp is, 0 to 1."""

    def close(self) -> None:
        """Switch off."""


class VirtualTimes:
    """Both clocks, moved by the script alone."""

    def __init__(self, evening: datetime = EVENING) -> None:
        self._evening = evening
        self.passed = 0.0

    def now(self) -> float:
        """Seconds since the script began."""
        return self.passed

    def wall(self) -> datetime:
        """The time of day on the evening of the script."""
        return self._evening + timedelta(seconds=self.passed)

    def sure(self) -> bool:
        """Always: a script's clock is right."""
        return True


@dataclass(slots=True)
class Player:
    """Plays a script. `shots` has the pictures that were kept, by name."""

    table: Table
    box: VirtualBox
    times: VirtualTimes
    shuffler: Shuffler
    shots: dict[str, Image.Image] = field(default_factory=dict)
    frames: Callable[[Image.Image], None] | None = None
    """Told the glass after everything that may have changed it, once the picture is whole: for films, which are slower."""
    _presses: list[Press] = field(default_factory=list)
    _presenter: Presenter = field(init=False)

    def __post_init__(self) -> None:
        self.box.board.listen(self._presses.append)
        self._presenter = Presenter(self.table, self.box.board)
        self._show()
        self.wait(SWITCHED_ON)

    def play(self, lines: Iterable[str]) -> None:
        """Play all lines.

        Raises:
            UserError: naming the line that is not a command, and what is expected.
        """
        for number, line in enumerate(lines, 1):
            try:
                words = shlex.split(line, comments=True)
                if words and words[0] == "set":
                    self._set(words[1:], line)
                elif words:
                    self._command(words[0], words[1:], number)
            except (UserError, ValueError) as cause:
                raise UserError(f"line {number}, {line.strip()!r}: {cause}") from None

    def _command(self, command: str, words: list[str], number: int) -> None:
        match command, words:
            case "press", [name]:
                self._press(_button(name), PRESS_SECONDS)
            case "press", [name, times]:
                for _ in range(_count(times)):
                    self._press(_button(name), PRESS_SECONDS)
            case "hold", [name, seconds]:
                self._press(_button(name), _seconds(seconds))
            case "wait", [seconds]:
                self.wait(_seconds(seconds))
            case "open", [game]:
                self._open(game)
            case "deck", [_, *_]:
                self.shuffler.stack(words, f"the deck of line {number}")
            case "shot", [name]:
                _check_name(name)
                self._settle()
                self.shots[name] = self.box.glass()
            case _:
                raise UserError(
                    "expected press NAME [TIMES], hold NAME SECONDS, wait SECONDS, open GAME, set KEY VALUE, "
                    "deck CARDS or shot NAME"
                )

    def _press(self, button: Button, seconds: float) -> None:
        self.box.push(button)
        self.wait(seconds)
        self.box.let_go(button)
        self.wait(PRESS_SECONDS)

    def _open(self, game: str) -> None:
        if game not in self.table.games:
            raise UserError(f"there is no game {game!r}; there are {', '.join(self.table.games)}")
        self.table.open(game, self.times.now())
        self._show()

    def _set(self, words: list[str], line: str) -> None:
        if len(words) < 2:
            raise UserError("expected set KEY VALUE, as in set table.language fr")
        key = words[0]
        section, _, name = key.partition(".")
        rule = next((rule for rule in schema(self.table.games.values()).get(section, ()) if rule.name == name), None)
        if rule is None:
            raise UserError(f"there is no setting {key!r}; write section.name, as in table.language")
        value = _value(line.split(None, 2)[2].strip(), " ".join(words[1:]))
        if expected := unmet(rule, value):
            raise UserError(f"found {json.dumps(value, ensure_ascii=False)}, expected {expected}")
        values = self.table.values
        self.table.settle({**values, section: {**values[section], name: value}}, self.times.now())
        self._show()

    def wait(self, seconds: float) -> None:
        """Let time pass, with everything that happens in it."""
        end = self.times.passed + seconds
        while self.times.passed < end:
            waking = self.table.next_wake(self.times.passed)
            due = earliest(waking, self._presenter.due)
            self._advance(end if due is None else min(end, due))
            if waking is not None and self.times.passed >= waking:
                self.table.wake(self.times.passed)
            if due is not None and self.times.passed >= due:
                self._show()

    def _advance(self, stop: float) -> None:
        """Go to a moment, but no further than the first press on the way."""
        while self.times.passed < stop and not self._presses:
            due = self.box.next_due()
            step = stop if due is None else max(self.times.passed + INSTANT, min(stop, due))
            self.box.advance(step - self.times.passed)
            self.times.passed = step
        for press in self._presses:
            self.table.press(press, self.times.passed)
            self._show()
        self._presses.clear()

    def _show(self) -> None:
        self._think()
        self._presenter.present(self.times.passed)
        if self.frames is not None and self._presenter.due is None:
            self.frames(self.box.glass())

    def _settle(self) -> None:
        """Let what was just shown unfold and cross the bus."""
        while (due := self._presenter.due) is not None:
            self.wait(max(INSTANT, due - self.times.passed))
        self.wait(INSTANT)

    def _think(self) -> None:
        """Finish every calculation at once: in virtual time it takes none."""
        done = set()
        while (thought := self.table.thought()) is not None and thought.key not in done:
            done.add(thought.key)
            self.table.learn(thought, thought.full(), self.times.passed, final=True)

    def report(self) -> dict[str, Any]:
        """Where the script ended: game, phase, state and screen as JSON-able values."""
        self._settle()
        session = self.table.session
        state = session.link.state if session else None
        glass = self.box.glass()
        pixels = glass.load()
        assert pixels is not None
        return {
            "game": session.game.key if session else None,
            "phase": state.phase.value if state is not None else "home",
            "state": records.plain(state) if state is not None else None,
            "screen": ["".join("#" if pixels[x, y] else "." for x in range(glass.width)) for y in range(glass.height)],
        }


def _value(*texts: str) -> Any:
    """The first of these readings that is a value (`7`, `true`, `["Ana", "Ben"]`), or the last one as it stands."""
    for text in texts:
        try:
            return json.loads(text)
        except ValueError:
            continue
    return texts[-1]


def _button(name: str) -> Button:
    try:
        return Button(name)
    except ValueError:
        raise UserError(
            f"there is no button {name!r}; there are {', '.join(button.value for button in Button)}"
        ) from None


def _count(text: str) -> int:
    if text.isdecimal() and len(text) <= len(str(MOST_PRESSES)) and 1 <= int(text) <= MOST_PRESSES:
        return int(text)
    raise UserError(f"{text!r} is not a number of times; write 1 to {MOST_PRESSES}")


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[\w-]+", name):
        raise UserError(f"{name!r} is no name for a picture; write letters, digits, - and _")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= LONGEST:
        raise UserError(f"{text!r} is not a number of seconds; write 0 to {LONGEST}, which is a month")
    return seconds
