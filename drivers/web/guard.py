"""Who may talk to a page: only somebody who asked for it by a name that is ours, and only from the page itself.

Every web site that is open in a browser of the house can reach the server's address too. A foreign site is told apart by its
`Origin`, and one that has pointed its own name at our address (DNS rebinding) by the `Host` asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

READING = {"GET", "HEAD"}
"""Methods that change nothing, so that they may come from anywhere."""


def response_headers(host: str) -> dict[str, str]:
    """What goes with every answer to a request for `host`, which must be one of ours."""
    return {
        # The web socket is named as well: Safari did not count it as 'self' before its version 15.4.
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        # A page kept from before an update would talk to the new server in the old way.
        "Cache-Control": "no-cache",
    }


REFUSED_HEADERS = {"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff"}


def names_of_this_machine(port: int) -> Callable[[str], bool]:
    """Takes only the names that a machine has for itself, with this port."""
    names = ("localhost", "127.0.0.1", "[::1]")
    hosts = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())
    return hosts.__contains__


class Guard:
    """Wraps an ASGI application; what it refuses, with 403, never reaches the application.

    `is_ours` is asked for each `Host`, in lower case and with its port. A web socket, and a request that could change
    something, must also come from a page that was got by the same host.
    """

    def __init__(self, app: ASGIApp, is_ours: Callable[[str], bool]) -> None:
        self._app = app
        self._is_ours = is_ours

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is allowed, with the headers above; refuse the rest."""
        headers = Headers(scope=scope)
        host = _only(headers.getlist("host"))
        if host is None or not self._is_ours(host):
            await _refuse("This page does not answer to that name.", scope, receive, send)
        elif _may_change(scope) and _only(headers.getlist("origin")) != f"http://{host}":
            await _refuse("The box listens to its own page only.", scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send, response_headers(host)))


def _may_change(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in READING


def _only(values: list[str]) -> str | None:
    """The value of a header that was sent exactly once, in lower case."""
    return values[0].lower() if len(values) == 1 else None


async def _refuse(why: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        # Closed before it was accepted: the server answers the handshake with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": why})
    else:
        await PlainTextResponse(f"{why}\n", status_code=403)(scope, receive, _with_headers(send, REFUSED_HEADERS))


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(headers)
        await send(message)

    return send_with_headers
