"""The page's server as a program meets it that is no browser: who is refused, what is said, and how it ends."""

from __future__ import annotations

import http.client
import json
import queue
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from socket import SHUT_RDWR

import pytest
from fake_front import FakeFront
from PIL import Image
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from drivers.contract import Button, Press
from drivers.simulator.box import Box
from drivers.simulator.browser import Page, PortInUse


@pytest.fixture
def front():
    return FakeFront()


@pytest.fixture
def speeds():
    return []


@pytest.fixture
def page(front, speeds):
    with Page(front, 0, set_speed=speeds.append) as page:
        yield page


def get(page: Page, path: str = "/", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=5)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in ({"Host": f"127.0.0.1:{page.port}"} | headers).items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    response.body = response.read()
    connection.close()
    return response


def visit(page: Page, *, origin: str | None = None, host: str = "127.0.0.1") -> ClientConnection:
    return connect(
        f"ws://{host}:{page.port}/box",
        origin=origin or f"http://{host}:{page.port}",
        compression=None,
        close_timeout=1,
        proxy=None,
    )


def first_news(socket: ClientConnection) -> tuple[bytes, dict]:
    return socket.recv(5), json.loads(socket.recv(5))


def reason(socket: ClientConnection) -> ConnectionClosed:
    with pytest.raises(ConnectionClosed) as closed:
        read_on(socket)
    return closed.value


def read_on(socket: ClientConnection) -> None:
    while True:
        socket.recv(5)


@pytest.mark.parametrize("path", ["/", "/box.js", "/style.css", "/favicon.svg", "/layout.json"])
def test_every_file_comes_with_a_strict_policy(page, path):
    """Nothing from elsewhere is loaded, nothing sniffed, nothing framed, nothing told to others."""
    response = get(page, path)
    assert response.status == 200
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"


def test_a_missing_file_is_missing(page):
    """A wrong address, and one that climbs out of the page's folder, are 404."""
    assert get(page, "/nothing").status == 404
    assert get(page, "/../server.py").status == 404
    assert get(page, "/%2e%2e/server.py").status == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "localhost", ""])
def test_a_foreign_host_is_refused(page, host):
    """A name that somebody pointed at 127.0.0.1 gets nothing, on the page and on the socket."""
    response = get(page, Host=host.format(port=page.port))
    assert response.status == 403
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    handshake = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": f"http://127.0.0.1:{page.port}"}
    assert get(page, "/box", Host=host.format(port=page.port), **handshake, **key).status == 403


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_each_name_of_this_machine_is_answered(page, name):
    """A forwarded port may come in by any of the three names."""
    assert get(page, Host=f"{name}:{page.port}").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"])
def test_a_foreign_origin_is_refused(page, front, origin):
    """A web site open in the same browser cannot press buttons."""
    with pytest.raises(InvalidStatus) as refused:
        visit(page, origin=origin.format(port=page.port))
    assert refused.value.response.status_code == 403
    assert front.touched == []


def test_a_socket_without_an_origin_is_refused(page):
    """Every browser says where it comes from."""
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{page.port}/box", proxy=None)


def test_a_socket_elsewhere_is_refused(page):
    """There is one socket; any other address is told so."""
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{page.port}/", origin=f"http://127.0.0.1:{page.port}", proxy=None)


def test_a_visitor_is_first_told_everything(page, front):
    """The glass as 1024 bytes, then lamps, contrast, speed, and the lines so far."""
    glass = Image.new("1", (128, 64))
    glass.putpixel((0, 0), 1)
    glass.putpixel((127, 63), 1)
    front.show(glass=glass, contrast=100, spade=0.5)
    page.tell({"en": "a race began", "fr": "une course a commencé"})
    with visit(page) as socket:
        picture, facts = first_news(socket)
    assert picture == b"\x80" + bytes(1022) + b"\x01"
    lamps = dict.fromkeys((button.value for button in Button), 0.0) | {"spade": 0.5}
    assert facts == {
        "lamps": lamps,
        "contrast": 100,
        "speed": 1.0,
        "lines": [{"en": "a race began", "fr": "une course a commencé"}],
    }


def test_only_what_changed_is_told_again(page, front):
    """A lamp that changes sends no picture."""
    with visit(page) as socket:
        first_news(socket)
        front.show(heart=1.0)
        news = json.loads(socket.recv(5))
        assert list(news) == ["lamps"]
        assert news["lamps"]["heart"] == 1.0


def test_tones_keep_their_order_and_their_times(page, front):
    """A tone shorter than the pause between two tellings is still heard."""
    with visit(page) as socket:
        first_news(socket)
        for hertz in (440.0, None, 660.0, None):
            front.sound(hertz)
        tones = []
        while len(tones) < 4:
            tones += json.loads(socket.recv(5))["tones"]
    assert [hertz for _, hertz in tones] == [440.0, None, 660.0, None]
    assert [at for at, _ in tones] == sorted(at for at, _ in tones)


def test_many_changes_are_told_as_one(page, front):
    """At most thirty pictures a second, and the last one always arrives."""
    with visit(page) as socket:
        first_news(socket)
        glass = Image.new("1", (128, 64))
        began = time.monotonic()
        for count in range(3000):
            glass.putpixel((count % 128, count // 128), 1)
            front.show(glass=glass.copy())
        pictures = [socket.recv(5)]
        while pictures[-1] != glass.tobytes():
            pictures.append(socket.recv(5))
        assert len(pictures) <= 31 * (time.monotonic() - began) + 2


def test_presses_reach_the_box(page, front):
    """Down and up, two buttons at once, each once."""
    with visit(page) as socket:
        for message in (
            {"down": "spade"},
            {"down": "spade"},
            {"down": "ok"},
            {"up": "spade"},
            {"up": "ok"},
            {"up": "ok"},
        ):
            socket.send(json.dumps(message))
        front.wait_for(("down", "spade"), ("down", "ok"), ("up", "spade"), ("up", "ok"))


def test_a_socket_that_closes_lets_go(page, front):
    """Whatever it held comes up."""
    with visit(page) as socket:
        socket.send('{"down": "home"}')
        front.wait_for(("down", "home"))
    front.wait_for(("down", "home"), ("up", "home"))


def test_a_connection_that_breaks_lets_go(page, front):
    """Not every browser says goodbye."""
    with visit(page) as socket:
        socket.send('{"down": "home"}')
        front.wait_for(("down", "home"))
        socket.socket.shutdown(SHUT_RDWR)
    front.wait_for(("down", "home"), ("up", "home"))


def test_two_pages_hold_one_button(page, front):
    """It comes up when the last finger leaves, and nobody takes off another's finger."""
    with visit(page) as one, visit(page) as other:
        one.send('{"down": "ok"}')
        front.wait_for(("down", "ok"))
        other.send('{"down": "ok"}')
        other.send('{"down": "spade"}')
        front.wait_for(("down", "ok"), ("down", "spade"))
        one.send('{"up": "spade"}')
        one.close()
        other.send('{"up": "spade"}')
        front.wait_for(("down", "ok"), ("down", "spade"), ("up", "spade"))
        other.send('{"up": "ok"}')
        front.wait_for(("down", "ok"), ("down", "spade"), ("up", "spade"), ("up", "ok"))


def test_the_speed_is_set_and_told_to_all(page, speeds):
    """One page asks, every page shows it."""
    with visit(page) as one, visit(page) as other:
        first_news(one)
        first_news(other)
        one.send('{"speed": 60}')
        assert json.loads(other.recv(5)) == {"speed": 60}
        assert json.loads(one.recv(5)) == {"speed": 60}
    assert speeds == [60.0]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "press",
        "[]",
        "null",
        "{}",
        '{"down": "joker"}',
        '{"down": ["spade"]}',
        '{"down": null}',
        '{"up": 1}',
        '{"speed": 7}',
        '{"speed": true}',
        '{"speed": "10"}',
        '{"speed": 1e999}',
        '{"shout": "spade"}',
        '{"down": "spade", "up": "heart"}',
        "[" * 200,
        b'{"down": "spade"}',
    ],
)
def test_a_bad_message_closes_the_socket_with_a_reason(page, front, message):
    """It says what was expected, lets go of what was held, and the server lives on."""
    with visit(page) as socket:
        socket.send('{"down": "club"}')
        socket.send(message)
        closed = reason(socket)
    assert closed.rcvd.code == 1003
    assert "expected" in closed.rcvd.reason
    front.wait_for(("down", "club"), ("up", "club"))
    assert get(page).status == 200


def test_a_huge_message_closes_the_socket(page):
    """Nothing that a page sends is long."""
    with visit(page) as socket:
        socket.send('{"down": "' + "x" * 5000)
        assert reason(socket).rcvd.code == 1009
    assert get(page).status == 200


def test_presses_of_a_page_that_does_not_read_arrive_at_once(page, front):
    """Pictures wait for a slow page, presses do not."""
    with slow_visitor(page, front) as raw:
        raw.sendall(masked(b'{"down": "diamond"}'))
        front.wait_for(("down", "diamond"))


def slow_visitor(page: Page, front: FakeFront) -> socket.socket:
    """A connection that never reads, with so much on its way that the server cannot send to it any more."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", page.port))
    raw.sendall(
        f"GET /box HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nOrigin: http://127.0.0.1:{page.port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    line = "long " * 4000
    for _ in range(200):
        page.tell({"en": line, "fr": line})
    time.sleep(0.3)
    return raw


def masked(text: bytes) -> bytes:
    """A text frame as a client has to send it, with the mask of all zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def test_a_page_that_does_not_read_cannot_keep_the_server(front):
    """Closing comes to its end even then, and releases what was held."""
    page = Page(front, 0, set_speed=print)
    with slow_visitor(page, front) as raw:
        raw.sendall(masked(b'{"down": "diamond"}'))
        front.wait_for(("down", "diamond"))
        page.close()
    front.wait_for(("down", "diamond"), ("up", "diamond"))


def test_closing_ends_conversations_and_lets_go(front):
    """The page hears that the server goes, and the box is left with no finger on it."""
    page = Page(front, 0, set_speed=print)
    with visit(page) as socket:
        socket.send('{"down": "undo"}')
        front.wait_for(("down", "undo"))
        page.close()
        page.close()
        reason(socket)
    front.wait_for(("down", "undo"), ("up", "undo"))


def test_a_page_can_be_closed_before_anybody_came(front):
    """Even before its thread has got going."""
    for _ in range(5):
        Page(front, 0, set_speed=print).close()


def test_a_port_in_use_is_named(page, front):
    """So that the command can say which, and how to take another."""
    with pytest.raises(PortInUse, match=f"port {page.port} is in use") as refused:
        Page(front, page.port, set_speed=print)
    assert refused.value.port == page.port


def test_a_port_is_free_again_at_once(front):
    """Restarting finds its own port, although a page was open on it."""
    with Page(front, 0, set_speed=print) as page, visit(page) as socket:
        first_news(socket)
    with Page(front, page.port, set_speed=print) as again:
        assert get(again).status == 200


def test_only_this_machine_can_connect(page):
    """The address of the machine on its network is not listened on."""
    assert page.url.startswith("http://127.0.0.1:")
    assert page._server._socket.getsockname()[0] == "127.0.0.1"


def test_the_terminal_needs_none_of_the_browser():
    """Starlette, uvicorn and websockets are loaded when the page is wanted, and not before."""
    code = (
        "import sys, drivers.layout, drivers.simulator.front, drivers.simulator.terminal\n"
        "print([name for name in ('starlette', 'uvicorn', 'websockets') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_signals_stay_the_game_s(front):
    """The server takes neither Ctrl-C nor the service manager's stop for itself."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with Page(front, 0, set_speed=print) as page:
        assert get(page).status == 200
        assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_press_on_the_page_is_a_press_of_the_box():
    """All the way down the real drivers on their modelled wires, and the picture all the way up."""
    presses: queue.Queue[Press] = queue.Queue()
    with closing(Box()) as box, Page(box, 0, set_speed=print) as page, visit(page) as socket:
        box.board.listen(presses.put)
        glass = Image.effect_noise((128, 64), 90).convert("1")
        box.board.show(glass)
        while socket.recv(5) != glass.tobytes():
            pass
        socket.send('{"down": "heart"}')
        time.sleep(0.1)
        socket.send('{"up": "heart"}')
        press = presses.get(timeout=5)
        assert (press.button, press.held) == (Button.HEART, False)
