"""The conversation with one page, over one web socket.

To the page: the glass as 1024 bytes in a binary message, and everything else as one JSON object with the keys that are new
(see `feed.Reader`), at most 30 times a second. From the page: `{"down": "spade"}`, `{"up": "spade"}` or `{"speed": 10}`.

Listening and telling are two tasks: a page that is slow to read misses pictures, but its presses arrive at once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket

from drivers.contract import Button
from drivers.simulator.browser.feed import Feed, Reader
from drivers.simulator.browser.hands import Hands
from drivers.web.telling import tell

PAUSE = 1 / 30
"""Seconds between two tellings: more pictures a second than this nobody sees."""

SPEEDS = (1, 10, 60)
"""How fast the time of the box may run."""

UNSUPPORTED_DATA = 1003


class BadMessage(Exception):
    """A message that no page of ours sends; says what was expected."""


class Talk:
    """Holds the conversations of all pages that are open."""

    def __init__(self, feed: Feed, set_speed: Callable[[float], None]) -> None:
        self._feed = feed
        self._set_speed = set_speed
        self._hands = Hands(feed.front)

    async def converse(self, socket: WebSocket) -> None:
        """Talk until the page leaves, errs, or the server stops; then every button it held comes up."""
        await socket.accept()
        listening = asyncio.create_task(self._listen(socket))
        telling = asyncio.create_task(tell(socket, self._feed.bell, Reader(self._feed).news, pause=PAUSE))
        try:
            await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Fingers come off first: nothing that follows may hold them down.
            self._hands.leave(socket)
            listening.cancel()
            telling.cancel()
        heard, told = await asyncio.gather(listening, telling, return_exceptions=True)
        if isinstance(heard, BadMessage):
            await socket.close(UNSUPPORTED_DATA, str(heard))
        for end in (heard, told):
            if isinstance(end, Exception) and not isinstance(end, BadMessage):
                raise end

    async def _listen(self, socket: WebSocket) -> None:
        while (message := await socket.receive())["type"] == "websocket.receive":
            self._heed(socket, _read(message.get("text")))

    def _heed(self, visitor: object, message: tuple[str, Any]) -> None:
        match message:
            case ("down", str(name)) if name in _BUTTONS:
                self._hands.down(visitor, _BUTTONS[name])
            case ("up", str(name)) if name in _BUTTONS:
                self._hands.up(visitor, _BUTTONS[name])
            case ("speed", int(factor)) if factor in SPEEDS and not isinstance(factor, bool):
                self._set_speed(float(factor))
                self._feed.speed = factor
            case _:
                raise BadMessage('expected {"down": button}, {"up": button} or {"speed": 1, 10 or 60}')


_BUTTONS = {button.value: button for button in Button}


def _read(text: str | None) -> tuple[str, Any]:
    """The single key and value of a message."""
    try:
        message = json.loads(text or "")
    except ValueError:
        message = None
    if not isinstance(message, dict) or len(message) != 1:
        raise BadMessage("expected a JSON object with one key")
    [(key, value)] = message.items()
    return key, value
