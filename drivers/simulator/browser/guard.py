"""Who may talk to the page: only a browser on this machine, and only from the page itself.

The server listens on 127.0.0.1, yet every web site open in the same browser can reach that address too. A foreign site is
told apart by its `Origin`, and one that has pointed its own name at 127.0.0.1 (DNS rebinding) by the `Host` asked for.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

RESPONSE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    # A page kept from before an update would talk to the new server in the old way.
    "Cache-Control": "no-cache",
}


class Guard:
    """Wraps an ASGI application that serves `port`; what it refuses never reaches the application.

    A refused request, and a refused web socket, is answered with 403.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        names = ("localhost", "127.0.0.1", "[::1]")
        self._hosts = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is allowed, with the headers above; refuse the rest."""
        headers = Headers(scope=scope)
        if not _only(headers.getlist("host"), self._hosts):
            await _refuse("This page answers to localhost only.", scope, receive, send)
        elif scope["type"] == "websocket":
            if _only(headers.getlist("origin"), self._origins):
                await self._app(scope, receive, send)
            else:
                await _refuse("The box listens to its own page only.", scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send))


def _only(values: list[str], allowed: set[str]) -> bool:
    """Whether the header was sent exactly once and with an allowed value."""
    return len(values) == 1 and values[0].lower() in allowed


async def _refuse(why: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        # Closed before it was accepted: the server answers the handshake with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": why})
    else:
        await PlainTextResponse(f"{why}\n", status_code=403)(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(RESPONSE_HEADERS)
        await send(message)

    return send_with_headers
