"""A web server in a thread of its own, which leaves signals alone and ends when it is told to."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from threading import Thread

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import WS_PROTOCOLS
from uvicorn.protocols.http.h11_impl import H11Protocol

LOCAL = "127.0.0.1"
PATIENCE = 0.3
"""Seconds that the pages have to hear the server say goodbye."""
REQUEST_SECONDS = 10.0
"""How long a connection may stay without a request."""
CONNECTIONS = 48
"""At most so many at a time. A browser opens half a dozen; more would take the file handles that the game needs."""


class PortInUse(Exception):
    """Another program listens on the port already."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is in use")
        self.port = port


class Server:
    """Serves an application from the moment it is made until `close`.

    `build` makes the application and is given the port that it is served on: `port` 0 takes any free one. `address` is what
    to listen on, `longest` the most bytes in a message of a web socket, `ping` how many seconds a socket whose other end
    vanished without a word (a closed laptop, a pulled network) may live on.

    Raises PortInUse, and OSError when the port may not be had for another reason.
    """

    def __init__(
        self, build: Callable[[int], ASGIApp], port: int, *, name: str, longest: int, ping: int, address: str = LOCAL
    ) -> None:
        self._socket = _listen(address, port)
        self.address, self.port = self._socket.getsockname()
        self._server = _Server(
            uvicorn.Config(
                build(self.port),
                http=_Connection,
                # Newer uvicorns warn of the older of their two implementations, older ones have only that.
                ws="websockets-sansio" if "websockets-sansio" in WS_PROTOCOLS else "websockets",
                ws_max_size=longest,
                ws_ping_interval=ping,
                ws_ping_timeout=ping,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                # Nothing stands in front of it, so who claims to speak for another address does so wrongly.
                proxy_headers=False,
            )
        )
        self._thread = Thread(target=self._server.run, args=([self._socket],), name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Say goodbye to all pages and end the thread, in well under a second. May be called twice."""
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # The polite end waits until all has been said, which a page that does not read would put off for ever.
        asyncio.get_running_loop().call_later(PATIENCE, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in self.server_state.connections:
            connection.transport.abort()


class _Connection(H11Protocol):
    """A connection that is not kept open for nothing, and not beside too many others."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own does
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            self.loop.call_later(REQUEST_SECONDS, self._hang_up_if_silent)

    def _hang_up_if_silent(self) -> None:
        # One that became a web socket is no longer among the connections itself.
        if self in self.connections and self.cycle is None:
            self.transport.abort()


def _listen(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        # Else a restart within a minute finds its own old connections in the way. On Windows it does not, and there this
        # option would let two servers share the port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(port) from None
        raise
    return listener
