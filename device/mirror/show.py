"""Showing the mirror to one viewer, over one web socket that is for looking only.

To the viewer: the picture as 1024 bytes in a binary message, and everything else as one JSON object with the keys that are
new (see `window.Viewer`). From the viewer: nothing. Whatever it says, the socket is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.websockets import WebSocket

from device.mirror.window import Viewer, Window
from drivers.web.telling import tell

PAUSE = 1 / 15
"""Seconds between two tellings. The glass itself changes about ten times a second at most."""
VIEWERS = 8
"""So many at a time."""

POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013


class Show:
    """Holds all the sockets that are open. Used on the server's thread, but for `viewers`."""

    def __init__(self, window: Window, changed: Callable[[], None]) -> None:
        """`changed` is called when a viewer comes or goes."""
        self._window = window
        self._changed = changed
        self.viewers = 0
        """How many look on now."""

    async def play(self, socket: WebSocket, may_look: Callable[[], bool]) -> None:
        """Show the mirror until the viewer leaves, speaks, or may not look any more."""
        await socket.accept()
        if self.viewers >= VIEWERS:
            await socket.close(TRY_AGAIN_LATER, f"{VIEWERS} are looking on already")
            return
        self._count(1)
        try:
            await self._play(socket, may_look)
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        self.viewers += more
        self._changed()

    async def _play(self, socket: WebSocket, may_look: Callable[[], bool]) -> None:
        listening = asyncio.create_task(_hear(socket))
        telling = asyncio.create_task(self._tell(socket, may_look))
        try:
            await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
            spoke = listening.done() and listening.result()
            forbidden = telling.done() and telling.result()
        finally:
            listening.cancel()
            telling.cancel()
        if spoke:
            await socket.close(POLICY_VIOLATION, "this is for looking only")
        elif forbidden:
            await socket.close(POLICY_VIOLATION, "there is a new code")

    async def _tell(self, socket: WebSocket, may_look: Callable[[], bool]) -> bool:
        """Tell all that is new. True: it may not go on; False: the viewer has gone."""
        viewer = Viewer(self._window)
        return await tell(socket, self._window.bell, lambda: viewer.news() if may_look() else None, pause=PAUSE)


async def _hear(socket: WebSocket) -> bool:
    """Whether the viewer said something, rather than leave."""
    return bool((await socket.receive())["type"] == "websocket.receive")
