"""The mirror's server as a program meets it that is no browser: who is refused, and that nothing can be done by it."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from device.mirror import Mirror, PortInUse
from device.mirror.door import EACH
from device.mirror.server import COOKIE
from device.mirror.show import VIEWERS
from drivers.contract import Button, Lamp, Light
from drivers.web.server import CONNECTIONS
from tests.mirror.sights import MATCH, noise, sight

client = pytest.importorskip("websockets.sync.client", reason="the viewers of these tests need websockets 11")
ClientConnection, connect = client.ClientConnection, client.connect


@pytest.fixture
def news():
    return []


@pytest.fixture
def mirror(news):
    mirror = Mirror(0, network=False, folder=None, changed=lambda: news.append("changed"))
    yield mirror
    mirror.close()


def ask(mirror: Mirror, method: str, path: str, body: str | None = None, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", mirror.port, timeout=5)
    host = f"127.0.0.1:{mirror.port}"
    headers = {"Host": host, "Origin": f"http://{host}"} | headers
    connection.request(method, path, body, {name: value for name, value in headers.items() if value})
    response = connection.getresponse()
    response.body = response.read()
    connection.close()
    return response


def enter(mirror: Mirror, code: str | None = None, **headers: str) -> http.client.HTTPResponse:
    return ask(mirror, "POST", "/enter", mirror.invitation().code if code is None else code, **headers)


def token(mirror: Mirror) -> str:
    return enter(mirror).headers["Set-Cookie"].split(";")[0].removeprefix(f"{COOKIE}=")


def visit(mirror: Mirror, cookie: str | None = None, *, origin: str | None = None) -> ClientConnection:
    address = f"127.0.0.1:{mirror.port}"
    return connect(
        f"ws://{address}/glass",
        origin=origin or f"http://{address}",
        additional_headers={"Cookie": f"{COOKIE}={token(mirror) if cookie is None else cookie}"},
        compression=None,
        close_timeout=1,
        proxy=None,
    )


def closed(socket: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as end:
        read_on(socket)
    return end.value.rcvd.code, end.value.rcvd.reason


def read_on(socket: ClientConnection) -> None:
    while True:
        socket.recv(5)


def test_the_right_code_gives_a_cookie_that_scripts_and_other_sites_do_not_see(mirror):
    """It is sent to this server alone, for a month."""
    response = enter(mirror)
    assert response.status == 204
    cookie = response.headers["Set-Cookie"]
    for word in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=2592000"):
        assert word in cookie


def test_a_viewer_is_first_shown_everything(mirror):
    """Picture, lamps, light, the game and its headline."""
    shown = sight(light=Light.DIM)
    mirror.look(shown)
    with visit(mirror) as viewer:
        assert viewer.recv(5) == shown.picture.tobytes()
        facts = json.loads(viewer.recv(5))
    lamps = dict.fromkeys((button.value for button in Button), "off") | {"ok": "blink"}
    assert facts == {"lamps": lamps, "light": "dim", "title": "Hockey", "text": "Reds 2-1 Blacks, period 2"}


def test_then_only_what_changed(mirror):
    """A lamp sends no picture; leaving a match sends its texts away."""
    picture = noise()
    mirror.look(sight(picture))
    with visit(mirror) as viewer:
        viewer.recv(5), viewer.recv(5)
        mirror.look(sight(picture, {Button.SPADE: Lamp.ON}))
        assert list(json.loads(viewer.recv(5))) == ["lamps"]
        mirror.look(sight(picture, {Button.SPADE: Lamp.ON}, standing=None))
        assert json.loads(viewer.recv(5)) == {"title": "", "text": ""}


@pytest.mark.parametrize("cookie", ["", "wrong", "None"])
def test_without_the_cookie_nothing_is_shown(mirror, cookie):
    """The socket is closed with the reason before a single picture."""
    mirror.look(sight())
    with visit(mirror, cookie) as viewer, pytest.raises(ConnectionClosed) as end:
        viewer.recv(5)
    assert (end.value.rcvd.code, end.value.rcvd.reason) == (1008, "type the code first")


@pytest.mark.parametrize("message", ["", "x", '{"down": "spade"}', b"\x00", b"", "[" * 60])
def test_whatever_a_viewer_says_closes_its_socket(mirror, message):
    """The mirror is for looking: there is nothing to say to it, and nobody there to hear it."""
    mirror.look(sight())
    with visit(mirror) as viewer:
        viewer.recv(5)
        viewer.send(message)
        assert closed(viewer) == (1008, "this is for looking only")
    assert ask(mirror, "GET", "/").status == 200


def test_a_long_message_closes_it_too(mirror):
    """Without being read."""
    with visit(mirror) as viewer:
        viewer.send("x" * 5000)
        assert closed(viewer)[0] == 1009


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", "/glass", "/box", "/press", "/mirror.js"])
def test_there_is_nothing_else_to_send_to(mirror, method, path):
    """One address takes a code; no other takes anything."""
    assert ask(mirror, method, path, "{}").status in (404, 405)


def test_a_wrong_code_is_refused_and_the_fifth_must_wait(mirror):
    """403 without a word about how wrong it was, then 429 with the seconds to wait, also for the right one."""
    right = mirror.invitation().code
    wrong = "0000" if right != "0000" else "1111"
    answers = [enter(mirror, wrong) for _ in range(EACH.tries)]
    assert [answer.status for answer in answers] == [403] * 4 + [429]
    assert json.loads(answers[0].body) == {"wait": 0}
    assert answers[-1].headers["Retry-After"] == "60"
    late = enter(mirror, right)
    assert late.status == 429
    assert "Set-Cookie" not in late.headers


def test_nobody_gets_new_tries_by_claiming_another_address(mirror):
    """What a proxy would say of the client counts for nothing: there is none."""
    wrong = "0000" if mirror.invitation().code != "0000" else "1111"
    for number in range(EACH.tries):
        status = enter(mirror, wrong, **{"X-Forwarded-For": f"10.0.0.{number}"}).status
    assert status == 429


@pytest.mark.parametrize("body", ["x" * 17, "x" * 100_000, "\udcff"])
def test_a_code_that_is_none_is_not_read(mirror, body):
    """Too long, or not text: 400, and no try is counted."""
    sent = body.encode("utf-8", "surrogateescape")
    for _ in range(EACH.tries + 1):
        assert enter(mirror, sent).status == 400


def test_a_new_code_sends_the_viewers_away(mirror):
    """At once, and their cookies open nothing any more."""
    mirror.look(sight())
    old = token(mirror)
    with visit(mirror, old) as viewer:
        viewer.recv(5)
        mirror.new_code()
        assert closed(viewer) == (1008, "there is a new code")
    with visit(mirror, old) as viewer:
        assert closed(viewer)[0] == 1008


def test_at_most_eight_look_on(mirror):
    """The ninth is told so; when one leaves there is room again."""
    mirror.look(sight())
    cookie = token(mirror)
    with ExitStack() as viewers:
        first = [viewers.enter_context(visit(mirror, cookie)) for _ in range(VIEWERS)]
        for viewer in first:
            viewer.recv(5)
        assert mirror.invitation().viewers == VIEWERS
        with visit(mirror, cookie) as ninth:
            assert closed(ninth) == (1013, "8 are looking on already")


def test_the_panel_hears_of_viewers_and_of_wrong_codes(mirror, news):
    """So that the page about the mirror is drawn anew."""
    mirror.look(sight())
    with visit(mirror) as viewer:
        viewer.recv(5)
        assert news == ["changed"]
    enter(mirror, "no")
    assert len(news) >= 2


@pytest.mark.parametrize("path", ["/", "/mirror.js", "/words.js", "/style.css", "/favicon.svg"])
def test_every_file_comes_with_a_strict_policy(mirror, path):
    """Nothing from elsewhere is loaded, nothing sniffed, nothing framed, nothing told to others."""
    response = ask(mirror, "GET", path, Origin="")
    assert response.status == 200
    policy = response.headers["Content-Security-Policy"]
    here = f"127.0.0.1:{mirror.port}"
    assert f"connect-src 'self' ws://{here};" in policy
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert b"://" not in response.body.replace(b"ws://${location.host}", b"").replace(
        b"http://www.w3.org/2000/svg", b""
    )


@pytest.mark.parametrize("host", ["evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "cardbox.evil.example:{port}"])
def test_a_name_that_is_not_ours_is_refused(mirror, host):
    """A web site that points its own name at the box gets neither the page nor a try."""
    named = host.format(port=mirror.port)
    assert ask(mirror, "GET", "/", Host=named).status == 403
    assert enter(mirror, Host=named, Origin=f"http://{named}").status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_foreign_page_can_neither_guess_nor_look(mirror, origin):
    """Not even with the right code or cookie, and its guesses use up no tries."""
    for _ in range(EACH.tries + 1):
        assert enter(mirror, "0000", Origin=origin).status == 403
    with pytest.raises(InvalidStatus) as refused:
        visit(mirror, origin=origin or "http://evil.example")
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(("network", "address"), [(False, "127.0.0.1"), (True, "0.0.0.0")])
def test_the_house_is_let_in_only_when_the_settings_say_so(network, address):
    """Otherwise nothing listens on the network at all, and the panel names an address that can be opened."""
    mirror = Mirror(0, network=network, folder=None, changed=lambda: None)
    assert mirror._server.address == address
    assert mirror.invitation().address.endswith(f":{mirror.port}")
    assert mirror.invitation().address.startswith("127.0.0.1") is not network
    mirror.close()


def test_a_restart_finds_the_same_code_and_cookie(tmp_path):
    """The television that was let in stays in."""
    first = Mirror(0, network=False, folder=tmp_path, changed=lambda: None)
    cookie = token(first)
    first.close()
    again = Mirror(0, network=False, folder=tmp_path, changed=lambda: None)
    again.look(sight())
    with visit(again, cookie) as viewer:
        assert len(viewer.recv(5)) == 1024
    again.close()


def test_a_port_in_use_is_named(mirror):
    """So that the box can say which."""
    with pytest.raises(PortInUse, match=f"port {mirror.port} is in use"):
        Mirror(mirror.port, network=False, folder=None, changed=lambda: None)


def test_looking_on_waits_for_no_viewer(mirror):
    """One that does not read takes nothing from the table: a thousand sights are put in the slot all the same."""
    cookie = token(mirror)
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        lazy.connect(("127.0.0.1", mirror.port))
        here = f"127.0.0.1:{mirror.port}"
        lazy.sendall(
            f"GET /glass HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\nCookie: {COOKIE}={cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        for number in range(1000):
            last = sight(standing=MATCH if number % 2 else None)
            mirror.look(last)
        with visit(mirror, cookie) as viewer:
            assert viewer.recv(5) == last.picture.tobytes()


def test_too_many_connections_are_hung_up_on(mirror):
    """The game keeps its file handles, and who is connected already goes on."""
    mirror.look(sight())
    with ExitStack() as crowd:
        viewer = crowd.enter_context(visit(mirror))
        viewer.recv(5)
        idle = []
        for _ in range(2 * CONNECTIONS):
            one = crowd.enter_context(socket.create_connection(("127.0.0.1", mirror.port)))
            one.settimeout(5)
            idle.append(one)
        hung_up = 0
        for one in idle[CONNECTIONS:]:
            try:
                hung_up += one.recv(1) == b""
            except ConnectionError:
                hung_up += 1
        assert hung_up == CONNECTIONS
        mirror.look(sight())
        assert viewer.recv(5)
