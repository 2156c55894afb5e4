"""The mirror beside a running box: what is pressed there is seen here, and the end of the one ends the other."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import time
from contextlib import closing

from websockets.sync.client import connect

from device.mirror.key import FILE_NAME
from device.mirror.server import COOKIE
from tests.test_play import ENGLISH, visiting


def enter(port, folder):
    """The cookie for the code that the box keeps, once its mirror is up."""
    deadline = time.monotonic() + 20
    here = f"127.0.0.1:{port}"
    while True:
        try:
            code = json.loads((folder / FILE_NAME).read_text())["code"]
            with closing(http.client.HTTPConnection(here, timeout=5)) as connection:
                connection.request("POST", "/enter", code, {"Origin": f"http://{here}"})
                return connection.getresponse().headers["Set-Cookie"].split(";")[0]
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_what_is_pressed_at_the_box_is_seen_in_the_mirror(tmp_path):
    """The same 1024 bytes, the game's name beside them; a stop of the box says goodbye to the viewer."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    mirror = f"[mirror]\nenabled = true\nport = {port}\n"
    with visiting(tmp_path, settings=ENGLISH + mirror) as (process, box):
        cookie = enter(port, tmp_path)
        assert cookie.startswith(COOKIE)
        here = f"127.0.0.1:{port}"
        with connect(
            f"ws://{here}/glass", origin=f"http://{here}", additional_headers={"Cookie": cookie}, proxy=None
        ) as viewer:
            box.press("ok")
            shown = box.still()
            picture, title = b"", ""
            while (picture, title) != (shown, "Horse Race"):
                message = viewer.recv(timeout=10)
                if isinstance(message, bytes):
                    picture = message
                else:
                    title = json.loads(message).get("title", title)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=5) == 0
            assert process.stderr.read() == ""
