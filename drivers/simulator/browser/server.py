"""The server of the page, in a thread of its own."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from uvicorn.config import WS_PROTOCOLS

from drivers.layout import layout
from drivers.simulator.browser.feed import Feed
from drivers.simulator.browser.guard import Guard
from drivers.simulator.browser.talk import Talk
from drivers.simulator.front import Front

ADDRESS = "127.0.0.1"
LONGEST_MESSAGE = 256
"""Bytes. What a page sends is a tenth of that."""

PATIENCE = 0.3
"""Seconds that the pages have to hear the server say goodbye."""


class PortInUse(Exception):
    """Another program listens on the port already."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is in use")
        self.port = port


class Page:
    """The page of one box, on http://127.0.0.1:PORT/ from the moment it is made until `close`.

    The server has its own thread and leaves signals alone, so that the main thread is the game's:

        with Page(box, 8123, set_speed=clock.set_speed) as page:
            print(page.url)
            page.tell("♠ pressed")
            loop.run()

    `port` 0 takes any free one. `set_speed` is called from the server's thread with 1.0, 10.0 or 60.0: how many seconds of
    the box shall pass in one of ours. Raises PortInUse, and OSError when the port may not be had for another reason.
    """

    def __init__(self, front: Front, port: int, *, set_speed: Callable[[float], None]) -> None:
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{ADDRESS}:{self.port}/"
        self._feed = Feed(front)
        self._server = _Server(
            uvicorn.Config(
                Guard(_application(Talk(self._feed, set_speed)), self.port),
                http="h11",
                # Newer uvicorns warn of the older of their two implementations, older ones have only that.
                ws="websockets-sansio" if "websockets-sansio" in WS_PROTOCOLS else "websockets",
                ws_max_size=LONGEST_MESSAGE,
                # A page that vanished without a word (a closed laptop, a pulled network) must not hold a button for long.
                ws_ping_interval=3,
                ws_ping_timeout=3,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
            )
        )
        self._thread = Thread(target=self._server.run, args=([self._socket],), name="page", daemon=True)
        self._thread.start()

    def tell(self, line: str) -> None:
        """Add a line to the page's list of what happened; from any thread."""
        self._feed.tell(line)

    def close(self) -> None:
        """Release what the pages hold, close them and end the thread, in well under a second. May be called twice."""
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # The polite end waits until all has been said, which a page that does not read would put off for ever.
        asyncio.get_running_loop().call_later(PATIENCE, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in self.server_state.connections:
            connection.transport.abort()


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        # Else a restart within a minute finds its own old connections in the way. On Windows it does not, and there this
        # option would let two servers share the port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(port) from None
        raise
    return listener


def _application(talk: Talk) -> Starlette:
    async def panel(_request: Request) -> Response:
        return JSONResponse(layout().as_json())

    return Starlette(
        routes=[
            Route("/layout.json", panel),
            WebSocketRoute("/box", talk.converse),
            Route("/{file:path}", StaticFiles(directory=Path(__file__).with_name("page"), html=True)),
        ]
    )
