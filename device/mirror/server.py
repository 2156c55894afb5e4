"""The mirror's server: a page for everybody in the house, and the glass for those who typed the code."""

from __future__ import annotations

import asyncio
import math
import socket
import time
from collections.abc import Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from device.home.page import Invitation
from device.mirror.door import DAY, Door, LetIn
from device.mirror.hosts import address_in_the_house, names_in_the_house
from device.mirror.key import KeyRing
from device.mirror.show import POLICY_VIOLATION, Show
from device.mirror.window import Window
from device.sight import Sight
from drivers.web.guard import Guard
from drivers.web.server import LOCAL, Server

EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by name in the settings
COOKIE = "meneur_mirror"
COOKIE_SECONDS = int(30 * DAY)
LONGEST_CODE = 16
"""Bytes of a request to be let in; a code is four."""
PATIENCE = 5.0
"""Seconds that such a request may take to arrive."""
LONGEST_MESSAGE = 64
"""Bytes. What a viewer says is not read."""
PING_SECONDS = 20


class Mirror:
    """The mirror on its port, from the moment it is made until `close`.

    It is shown what there is to see by `look`, on the logic thread. `network` lets the house in; otherwise only this machine
    can connect. `folder` is where the code is kept. `changed` is called, on the server's thread, when the invitation is no longer
    what it was. Raises PortInUse, and OSError when the port may not be had.
    """

    def __init__(self, port: int, *, network: bool, folder: Path | None, changed: Callable[[], None]) -> None:
        keys = KeyRing(folder)
        self._network = network
        self._window = Window()
        self._changed = changed
        self._show = Show(self._window, changed)
        self._door = Door(keys.load(), keys.renew)
        app = self._application()
        self._server = Server(
            lambda port: Guard(app, names_in_the_house(port, socket.gethostname())),
            port,
            name="mirror",
            longest=LONGEST_MESSAGE,
            ping=PING_SECONDS,
            address=EVERYWHERE if network else LOCAL,
        )
        self.port = self._server.port

    def look(self, sight: Sight) -> None:
        """Show this sight from now on."""
        self._window.look(sight)

    def invitation(self) -> Invitation:
        """What the panel tells of the mirror."""
        address = address_in_the_house() if self._network else LOCAL
        closed = self._door.wait(time.monotonic()) > 0
        return Invitation(self._door.code, f"{address}:{self.port}", self._show.viewers, closed=closed)

    def new_code(self) -> None:
        """Take a new code and send away all who came in by the old one."""
        self._door.new_code()
        self._window.bell.ring()

    def close(self) -> None:
        """Send everybody away and end the thread. May be called twice."""
        self._server.close()

    def _application(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/enter", self._enter, methods=["POST"]),
                WebSocketRoute("/glass", self._glass),
                Route("/{file:path}", StaticFiles(directory=Path(__file__).with_name("page"), html=True)),
            ]
        )

    async def _enter(self, request: Request) -> Response:
        """Let somebody in who sent the right code as plain text; else tell them in JSON how many seconds to `wait`."""
        code = await _read(request)
        if code is None:
            return JSONResponse({"wait": 0}, 400)
        answer = self._door.knock(code, request.client.host if request.client else "", time.monotonic())
        if isinstance(answer, LetIn):
            response = Response(status_code=204)
            response.set_cookie(COOKIE, answer.token, max_age=COOKIE_SECONDS, httponly=True, samesite="strict")
            return response
        self._changed()
        wait = math.ceil(round(answer.wait, 3))
        return JSONResponse({"wait": wait}, 429 if wait else 403, {"Retry-After": str(wait)} if wait else None)

    async def _glass(self, viewer: WebSocket) -> None:
        token = viewer.cookies.get(COOKIE, "")
        if self._door.opens(token):
            await self._show.play(viewer, lambda: self._door.opens(token))
        else:
            await viewer.accept()  # so that the page hears why: of a refused handshake browsers tell it nothing
            await viewer.close(POLICY_VIOLATION, "type the code first")


async def _read(request: Request) -> str | None:
    """The body of a small request; None if it is too long, not text, or does not come."""
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_CODE:
                    return None
        return body.decode()
    except (TimeoutError, UnicodeDecodeError, ClientDisconnect):
        return None
