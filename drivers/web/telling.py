"""Telling a page what is new, over its web socket: nothing twice, and not more often than anybody sees."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from threading import Lock
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

Facts = dict[str, Any]


class Bell:
    """Wakes whoever asked to be woken."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wakers: set[Callable[[], None]] = set()

    def ring(self) -> None:
        """Something has changed; from any thread."""
        with self._lock:
            for waker in self._wakers:
                waker()

    def wake(self, waker: Callable[[], None]) -> None:
        """Call `waker` at every ring, from any thread, until `forget`; it must return at once."""
        with self._lock:
            self._wakers.add(waker)

    def forget(self, waker: Callable[[], None]) -> None:
        """When this returns, `waker` is not being called and never will be again."""
        with self._lock:
            self._wakers.discard(waker)


class Known:
    """What one page knows already, so that it is told only what differs."""

    def __init__(self) -> None:
        self._picture = b""
        self._facts: Facts = {}

    def news(self, picture: bytes, facts: Facts) -> tuple[bytes | None, Facts]:
        """The picture if it changed, and whichever of the facts did."""
        fresh = None if picture == self._picture else picture
        changed = {name: value for name, value in facts.items() if self._facts.get(name) != value}
        self._picture, self._facts = picture, facts
        return fresh, changed


async def tell(
    socket: WebSocket, bell: Bell, news: Callable[[], tuple[bytes | None, Facts] | None], *, pause: float
) -> bool:
    """Send `news` now, and again after each ring, with `pause` seconds in between at least.

    A picture goes as a binary message, facts as one JSON object. Returns True once `news` gives None, because the page is to be
    told nothing more, and False when the page has gone.
    """
    changed = asyncio.Event()
    changed.set()
    loop = asyncio.get_running_loop()

    def wake() -> None:
        if not changed.is_set():  # many changes before the next telling are one
            loop.call_soon_threadsafe(changed.set)

    bell.wake(wake)
    try:
        while True:
            await changed.wait()
            changed.clear()
            new = news()
            if new is None:
                return True
            picture, facts = new
            try:
                if picture is not None:
                    await socket.send_bytes(picture)
                if facts:
                    await socket.send_text(json.dumps(facts, ensure_ascii=False))
            except (WebSocketDisconnect, ConnectionClosed, OSError):
                return False  # which of these it is depends on the server's version
            await asyncio.sleep(pause)
    finally:
        bell.forget(wake)
