"""The one worker thread of the application: long calculations, newest first, each result handed back with its thought."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from device.games.contract import Thought

log = logging.getLogger(__name__)

Deliver = Callable[[Thought, Any, bool], None]
"""Takes (thought, result, final); called from the worker thread and must only queue them."""


class Thinker:
    """Works on the newest thought; one that is replaced before its turn is never begun."""

    def __init__(self, deliver: Deliver) -> None:
        self._deliver = deliver
        self._wanted: Thought | None = None
        self._present: Thought | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        self._thread.start()

    def want(self, thought: Thought | None) -> None:
        """Work on this next, unless it is what is being worked on already; None: on nothing."""
        with self._changed:
            busy_with = self._present.key if self._present else None
            if thought is not None and (thought.key == busy_with or (self._wanted and thought.key == self._wanted.key)):
                return
            self._wanted = thought
            self._changed.notify()

    def close(self) -> None:
        """Begin nothing more. A calculation under way ends by itself and is not delivered."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._present = None
                self._changed.wait_for(lambda: self._wanted is not None or self._closed)
                if self._closed:
                    return
                self._present, self._wanted = self._wanted, None
            assert self._present is not None
            self._think(self._present)

    def _think(self, thought: Thought) -> None:
        try:
            if thought.quick is not None:
                self._hand_over(thought, thought.quick(), final=False)
            if self._wanted is None:
                self._hand_over(thought, thought.full(), final=True)
        except Exception:
            # The game goes on without the result; the log has the cause.
            log.exception("the calculation %r failed", thought.key)

    def _hand_over(self, thought: Thought, result: Any, *, final: bool) -> None:
        if not self._closed:
            self._deliver(thought, result, final)
