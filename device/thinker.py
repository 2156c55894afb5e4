"""The workers of the application: long calculations off the loop, newest first, each result handed back with its thought.

Estimates have a worker of their own, so that a new card's estimate never waits behind the last card's exact answer.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Hashable
from typing import Any

from device.games.contract import Thought

log = logging.getLogger(__name__)

Deliver = Callable[[Thought, Any, bool], None]
"""Takes (thought, result, final); called from a worker thread and must only queue them."""


class Thinker:
    """Works on the newest thought; one that is replaced before its turn is never begun."""

    def __init__(self, deliver: Deliver) -> None:
        self._estimator = _Worker("estimator", lambda thought: thought.quick, deliver, final=False)
        self._reckoner = _Worker("reckoner", lambda thought: thought.full, deliver, final=True)

    def want(self, thought: Thought | None) -> None:
        """Work on this next, unless it is being worked on already; None: on nothing."""
        self._estimator.want(thought if thought is not None and thought.quick is not None else None)
        self._reckoner.want(thought)

    def close(self) -> None:
        """Begin nothing more. A calculation under way ends by itself and is not delivered."""
        self._estimator.close()
        self._reckoner.close()


class _Worker:
    """One thread with a slot for the newest thought."""

    def __init__(
        self, name: str, part: Callable[[Thought], Callable[[], Any] | None], deliver: Deliver, *, final: bool
    ) -> None:
        self._part = part
        self._deliver = deliver
        self._final = final
        self._wanted: Thought | None = None
        self._asked: Hashable = None
        """The key of the thought that was wanted last, so that asking again is not working again."""
        self._changed = threading.Condition()
        self._closed = False
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def want(self, thought: Thought | None) -> None:
        with self._changed:
            key = None if thought is None else thought.key
            if key != self._asked:
                self._asked, self._wanted = key, thought
                self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted is not None or self._closed)
                if self._closed:
                    return
                assert self._wanted is not None
                thought, self._wanted = self._wanted, None
            self._think(thought)

    def _think(self, thought: Thought) -> None:
        calculate = self._part(thought)
        assert calculate is not None
        try:
            result = calculate()
        except Exception:
            # The game goes on without the result; the log has the cause.
            log.exception("the calculation %r failed", thought.key)
            return
        if not self._closed:
            self._deliver(thought, result, self._final)
