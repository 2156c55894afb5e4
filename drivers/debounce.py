"""Bouncing contacts into presses and holds: a pure machine fed with timestamps, knowing neither pins nor clocks.

How a press goes. A contact closes and chatters; the press counts once the level has stood still for SETTLE. From the edge
that began this stillness the contact is locked for LOCKOUT: whatever it does meanwhile is bounce. At the end of the lock
the level decides: unchanged, all is well; changed and still for SETTLE, it is the release, and a lock of its own begins
*at the edge where it changed*. So nothing is added up: presses 35 ms apart are told, and chatter of 20 ms is not.

The numbers. A spike shorter than SETTLE is no press, however often it comes. A train of bounces no longer than LOCKOUT - 5 ms
gives one press. Taps count when the contact is closed and open for SETTLE at least, and neither closes nor opens again within
LOCKOUT: 40 taps a second.

Moments are the edges' own (the kernel's timestamps), not the moment somebody got round to reading them: a process that was
held up for a second still sees each press where it was.

Late and lost edges. The pins are read from time to time, and a contact whose pin denies what its last edge said is in doubt:
nothing is decided about it. On a starved machine the missing edge is on its way and settles the matter. After PATIENCE it counts
as lost, and the level as changed at a guessed moment; should the edge come even then, it takes the guess's place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from drivers.contract import HOLD_SECONDS, Button, Press

SETTLE = 0.006
"""Seconds a level must stand still to be believed. Radio and motor spikes on a metre of wire last under 5 ms."""

LOCKOUT = 0.025
"""Seconds after a believed edge in which the contact is not listened to. Arcade switches chatter for 5 to 20 ms."""

PATIENCE = 0.5
"""Seconds for which an edge may be late before it counts as lost. Edges are late on a starved machine; lost ones are rare."""

STUCK = 30.0
"""Seconds after which a button that is still down is reported: something lies on it, or its wire is pinched."""


_RANK = {button: rank for rank, button in enumerate(Button)}


@dataclass(slots=True)
class _Contact:
    """One contact. `level` is what the pin says, `down` what is believed; True is pressed."""

    level: bool = False
    changed_at: float = 0.0  # when the level last changed
    down: bool = False
    edge_at: float = 0.0  # the edge that was believed last
    silent: bool = False  # held already told, or down since the start: its release tells nothing
    since_start: bool = False
    doubted_at: float | None = None  # since when the pin has denied the level
    guess: float | None = None  # the moment given to the last change, if no edge has told of it yet
    before_guess: float = 0.0  # when the level had changed before that

    def decides_at(self) -> float | None:
        """When the level, if it stays, will be believed; None while there is nothing to decide."""
        if self.level == self.down:
            return None
        return max(self.changed_at + SETTLE, self.edge_at + LOCKOUT)

    def suppose(self, moment: float, level: bool) -> None:
        """The level has changed, and no edge has told when."""
        self.before_guess = self.changed_at
        self.level = level
        self.doubted_at = None
        self.guess = self.changed_at = max(moment, self.changed_at)

    def hears(self, at: float, down: bool) -> bool:
        """Whether an edge is to be taken, after doubt and guess have given way to it: not if it is chatter from before the guess."""
        self.doubted_at = None
        if self.guess is None:
            return True
        if self.edge_at == self.guess:  # believed already, and perhaps told: only its moment can be mended
            if at < self.guess and (down != self.level or at < self.before_guess + LOCKOUT):
                return False
            self.edge_at = self.changed_at = min(at, self.guess)
        elif down == self.level:
            self.level, self.changed_at = not down, self.before_guess
        self.guess = None
        return True


class Debouncer:
    """All buttons' contacts. Feed edges in order of time, then `tick`; each returns the presses that became certain.

    >>> debouncer = Debouncer({Button.OK: False}, at=0.0)
    >>> for at, down in ((1.0, True), (1.002, False), (1.003, True), (1.2, False)):
    ...     debouncer.feed(at, Button.OK, down)
    >>> debouncer.tick(1.3)
    [Press(button=<Button.OK: 'ok'>, held=False, at=1.2)]
    """

    def __init__(self, levels: Mapping[Button, bool], *, at: float, slowness: float = 1.0) -> None:
        """Begin with the levels at a moment."""
        self.adjust(slowness)
        # A believed edge long ago: the first press after the start needs no lock to end.
        self._contacts = {
            button: _Contact(level=down, changed_at=at, down=down, edge_at=at - LOCKOUT, silent=down, since_start=down)
            for button, down in levels.items()
        }
        self._certain: list[Press] = []

    def adjust(self, slowness: float) -> None:
        """Set how many times the usual seconds make a hold, for all but HOME."""
        self._hold = {
            button: seconds * (1.0 if button is Button.HOME else slowness) for button, seconds in HOLD_SECONDS.items()
        }

    def feed(self, at: float, button: Button, down: bool) -> None:
        """The contact's level at a moment. Saying the same level again changes nothing."""
        contact = self._contacts[button]
        if not contact.hears(at, down):
            return
        self._advance(button, contact, at)
        if down != contact.level:
            contact.level = down
            # An edge told late (by an overloaded machine) must not reach back before what was decided since.
            contact.changed_at = max(at, contact.changed_at)

    def tick(self, now: float) -> list[Press]:
        """The presses that became certain up to `now`, in the order in which they were made."""
        for button, contact in self._contacts.items():
            if contact.doubted_at is None:
                self._advance(button, contact, now)
        # A release that still has to settle may be the earlier one: those after it wait, 25 ms at most.
        undecided = min((c.changed_at for c in self._contacts.values() if c.down and not c.level), default=math.inf)
        told = sorted((press for press in self._certain if press.at < undecided), key=_order)
        self._certain = [press for press in self._certain if press.at >= undecided]
        return told

    def due(self) -> float | None:
        """When `tick` can next find something, if no level changes meanwhile."""
        moments: list[float] = []
        for button, contact in self._contacts.items():
            if contact.doubted_at is not None:
                moments.append(contact.doubted_at + PATIENCE)
            else:
                moments += self._decisions(button, contact)
        return min(moments, default=None)

    def compare(self, now: float, levels: Mapping[Button, bool], *, patience: float = PATIENCE) -> bool:
        """Compare with the levels of the pins, as read now, before a `tick` that may decide something; whether all agree.

        Nobody knows when a lost edge was. It counts as just before the next decision, so that nothing is believed, and above
        all no hold is told, that the pin denies. Where there are no edges at all, `patience` is 0.
        """
        agree = all(contact.level == levels[button] for button, contact in self._contacts.items())
        for button, contact in self._contacts.items():
            if contact.level == levels[button]:
                contact.doubted_at = None
            elif contact.doubted_at is None and patience:
                contact.doubted_at = now
            elif contact.doubted_at is None or contact.doubted_at + patience <= now:
                contact.suppose(min([now, *self._decisions(button, contact)]), levels[button])
        return agree

    def at_rest(self) -> bool:
        """Whether every button is up and nothing waits to be decided."""
        return not any(c.down or c.level for c in self._contacts.values())

    def held_since_start(self) -> tuple[Button, ...]:
        """Buttons that were down at the start and have not been seen up since; they tell nothing."""
        return tuple(button for button, c in self._contacts.items() if c.since_start)

    def stuck(self, now: float) -> tuple[Button, ...]:
        """Buttons that went down and have not come up for STUCK seconds."""
        return tuple(
            button for button, c in self._contacts.items() if c.down and not c.since_start and now - c.edge_at >= STUCK
        )

    def _decisions(self, button: Button, contact: _Contact) -> Iterator[float]:
        """When a contact's level, if it stays, will be believed or make a hold; nothing while it is at rest."""
        if (decides_at := contact.decides_at()) is not None:
            yield decides_at
        if contact.down and contact.level and not contact.silent:
            yield contact.edge_at + self._hold[button]

    def _advance(self, button: Button, contact: _Contact, now: float) -> None:
        """Decide everything about one contact that its level up to `now` decides."""
        decides_at = contact.decides_at()
        released_at = contact.changed_at if contact.down and not contact.level else None
        hold_at = contact.edge_at + self._hold[button]
        # A release on its way is no hold, even while it settles; if it proves a spike, the hold is told then.
        if contact.down and not contact.silent and hold_at <= now and (released_at is None or hold_at < released_at):
            contact.silent = True
            self._certain.append(Press(button, held=True, at=hold_at))
        if decides_at is None or decides_at > now:
            return
        if contact.down and not contact.silent:
            self._certain.append(Press(button, at=contact.changed_at))
        # Other threads ask `stuck` at any moment: down last, or a press would seem as old as the edge before it.
        contact.edge_at = contact.changed_at
        contact.silent = False
        contact.since_start = False
        contact.down = contact.level


def _order(press: Press) -> tuple[float, int]:
    return press.at, _RANK[press.button]
