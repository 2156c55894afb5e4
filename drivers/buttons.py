"""The seven buttons: gpiozero inputs whose edges and levels go to the debouncer.

Edges arrive in the pin library's only notifier thread, where an exception or a slow callback would cost every button; so a
callback does nothing but put the edge in a queue. Edges get lost on a busy machine, so levels are compared from time to time:
five times a second while a button is down or shortly after an edge, else every two seconds, every half minute once nobody has
touched the box for a minute, and always before a press is told.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any

from gpiozero import InputDevice

from drivers.chores import Clock
from drivers.contract import Button, Press
from drivers.debounce import PATIENCE, STUCK, Debouncer

log = logging.getLogger(__name__)

RESYNC_SECONDS = 0.2
"""How often the levels are compared while buttons are in use."""

IDLE_RESYNC_SECONDS = 2.0
"""How often while nobody touches them."""

QUIET_RESYNC_SECONDS = 30.0
"""How often at the bedside. A box that nobody touches loses no edges, and should not wake for nothing."""

BUSY_SECONDS, QUIET_AFTER_SECONDS = 2.0, 60.0
"""How long after an edge the buttons count as in use, and from when on nobody is thought to be near."""

LAG_SECONDS = 0.02
"""An edge older than this was told late: the notifier is behind, and more edges of that time are on their way."""

CATCH_UP_SECONDS = 0.03
"""How long nothing must arrive for the notifier to have caught up."""

OLDEST_SECONDS = 60.0
"""No edge waits longer than this: the watchdog would have ended a process that is so far behind."""

POLL_SECONDS = 0.005
"""How often levels are read where the pin library refuses edges (RPi.GPIO on kernel 6.6 and later)."""

IDLE_POLL_SECONDS = 0.02
"""The same while nobody touches the box: still two looks at the quickest tap."""


class Buttons:
    """All the buttons, as one chore."""

    def __init__(
        self,
        pins: Mapping[Button, int],
        factory: Any,
        clock: Clock,
        poke: Callable[[], None],
        *,
        slowness: float = 1.0,
    ) -> None:
        self._clock = clock
        self._on_press: Callable[[Press], None] | None = None
        self._edges: queue.SimpleQueue[tuple[float, Button, bool]] = queue.SimpleQueue()
        self._contacts = {
            button: _Contact(button, InputDevice(pin, pull_up=True, pin_factory=factory), self._edges, poke)
            for button, pin in pins.items()
        }
        watched = [contact.watch() for contact in self._contacts.values()]
        self.polling = not all(watched)
        if self.polling:
            log.warning("this kernel refuses RPi.GPIO's edges; reading the buttons 200 times a second instead")
        # lgpio tells all edges from one thread of its own. Nothing else notices when it is gone.
        self._notifiers = tuple(t for t in threading.enumerate() if type(t).__module__ == "lgpio")
        now = clock.now()
        self._debouncer = Debouncer(self._levels(), at=now, slowness=slowness)
        self._touched_at = now - BUSY_SECONDS
        self._look_at = now
        self._behind_until: float | None = None

    def listen(self, on_press: Callable[[Press], None]) -> None:
        """Tell presses to `on_press` from now on."""
        self._on_press = on_press

    def adjust(self, slowness: float) -> None:
        """Set how many times the usual seconds make a hold, for all but HOME."""
        self._debouncer.adjust(slowness)

    def due(self) -> float | None:
        """Now if an edge waits, else when something is decided or the levels are compared."""
        if not self._edges.empty():
            return self._clock.now()
        if self._behind_until is not None:
            return self._behind_until
        decided = self._debouncer.due()
        return self._look_at if decided is None else min(decided, self._look_at)

    def work(self, now: float) -> None:
        """Take the edges, compare the levels if it is time, and tell the presses."""
        edges = self._take_edges(now)
        for at, button, down in edges:
            self._debouncer.feed(at, button, down)
            self._touched(now)
        if edges:
            # Behind, the time is what the last edge says: the levels of now would be believed too early.
            behind = now - edges[-1][0] > LAG_SECONDS
            self._behind_until = now + CATCH_UP_SECONDS if behind else None
        if self._behind_until is not None and now < self._behind_until:
            self._tell(self._debouncer.tick(edges[-1][0]) if edges else [])
            return
        self._behind_until = None
        decided = self._debouncer.due()
        if self._look_at <= now or (decided is not None and decided <= now):
            if not self._debouncer.compare(now, self._levels(), patience=0.0 if self.polling else PATIENCE):
                self._touched(now)
            self._look_at = now + self._look_seconds(now)
        self._tell(self._debouncer.tick(now))

    def troubles(self) -> tuple[str, ...]:
        """Buttons that are not as they should be, and a notifier that is gone."""
        return (
            *(
                f"button {button.value} has been down since the start and is ignored until it is let go"
                for button in self._debouncer.held_since_start()
            ),
            *(
                f"button {button.value} has been down for more than {STUCK:.0f} seconds"
                for button in self._debouncer.stuck(self._clock.now())
            ),
            *(() if self.alive() else ("no button is heard any more: lgpio's notifier thread has ended",)),
        )

    def stuck(self) -> tuple[Button, ...]:
        """Buttons that are down, and ignored, until somebody sees to them."""
        stuck = (*self._debouncer.held_since_start(), *self._debouncer.stuck(self._clock.now()))
        return tuple(button for button in Button if button in stuck)

    def alive(self) -> bool:
        """Whether edges can still arrive."""
        return all(thread.is_alive() for thread in self._notifiers)

    def close(self) -> None:
        """Let the pins go."""
        for contact in self._contacts.values():
            contact.close()

    def _tell(self, presses: list[Press]) -> None:
        for press in presses:
            if self._on_press is not None:
                self._on_press(press)

    def _levels(self) -> dict[Button, bool]:
        return {button: contact.down() for button, contact in self._contacts.items()}

    def _take_edges(self, now: float) -> list[tuple[float, Button, bool]]:
        edges: list[tuple[float, Button, bool]] = []
        while True:
            try:
                ticks, button, down = self._edges.get_nowait()
            except queue.Empty:
                return sorted(edges, key=lambda edge: edge[0])
            # The kernel's own moment where it is on our clock (kernels before 5.7 give the date's).
            edges.append((ticks if now - OLDEST_SECONDS < ticks <= now else now, button, down))

    def _touched(self, now: float) -> None:
        self._touched_at = now
        self._look_at = min(self._look_at, now + self._look_seconds(now))

    def _look_seconds(self, now: float) -> float:
        idle = now - self._touched_at
        if self.polling:
            return POLL_SECONDS if idle < BUSY_SECONDS else IDLE_POLL_SECONDS
        in_use = idle < BUSY_SECONDS or (idle < STUCK and not self._debouncer.at_rest())
        if in_use:
            return RESYNC_SECONDS
        return IDLE_RESYNC_SECONDS if idle < QUIET_AFTER_SECONDS else QUIET_RESYNC_SECONDS


class _Contact:
    """One button's pin: pulled up, and low while the button is down."""

    def __init__(
        self,
        button: Button,
        device: Any,
        edges: queue.SimpleQueue[tuple[float, Button, bool]],
        poke: Callable[[], None],
    ) -> None:
        self._button = button
        self._device = device
        self._edges = edges
        self._poke = poke

    def watch(self) -> bool:
        """Ask for both edges. False if the pin library can not give them."""
        pin = self._device.pin
        pin.bounce = None  # gpiozero's own debouncing loses or delays presses; see debounce.py
        pin.edges = "both"
        try:
            pin.when_changed = self._changed
        except RuntimeError:
            return False
        return True

    def down(self) -> bool:
        """Whether the button is down by its level now."""
        return not self._device.pin.state

    def close(self) -> None:
        self._device.close()

    def _changed(self, ticks: float, state: float) -> None:
        try:
            self._edges.put((ticks, self._button, not state))
            self._poke()
        except Exception:
            # Raised further, this would end the notifier thread and with it every button.
            log.exception("an edge of button %s was lost", self._button.value)
