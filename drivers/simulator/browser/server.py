"""The page of one box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from drivers.layout import layout
from drivers.simulator.browser.feed import Feed
from drivers.simulator.browser.talk import Talk
from drivers.simulator.front import Front, Line
from drivers.web.guard import Guard, names_of_this_machine
from drivers.web.server import Server

LONGEST_MESSAGE = 256
"""Bytes. What a page sends is a tenth of that."""

PING_SECONDS = 3
"""A page that vanished must not hold a button for long."""


class Page:
    """The page of one box, on http://127.0.0.1:PORT/ from the moment it is made until `close`.

    The server has its own thread and leaves signals alone, so that the main thread is the game's:

        with Page(box, 8123, set_speed=clock.set_speed) as page:
            print(page.url)
            page.tell({"en": "♠ pressed", "fr": "♠ enfoncé"})
            loop.run()

    `port` 0 takes any free one. `set_speed` is called from the server's thread with 1.0, 10.0 or 60.0: how many seconds of
    the box shall pass in one of ours. Raises PortInUse, and OSError when the port may not be had for another reason.
    """

    def __init__(self, front: Front, port: int, *, set_speed: Callable[[float], None]) -> None:
        self._feed = Feed(front)
        app = _application(Talk(self._feed, set_speed))
        self._server = Server(
            lambda port: Guard(app, names_of_this_machine(port)),
            port,
            name="page",
            longest=LONGEST_MESSAGE,
            ping=PING_SECONDS,
        )
        self.port = self._server.port
        self.url = f"http://{self._server.address}:{self.port}/"

    def tell(self, line: Line) -> None:
        """Add a line to the page's list of what happened; from any thread. A page shows it in its own language."""
        self._feed.tell(line)

    def close(self) -> None:
        """Release what the pages hold, close them and end the thread, in well under a second. May be called twice."""
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


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
