"""A real Mosquitto that can be frozen, killed and started again, and a receiver that remembers what it heard."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from paho.mqtt import client as paho

MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")

needs_mosquitto = pytest.mark.skipif(
    # Where the tests are the gate, a missing broker is a failure.
    MOSQUITTO is None and "CI" not in os.environ,
    reason="mosquitto is not installed",
)


class Mosquitto:
    """One broker on one port, its sessions kept in `folder` over a kill."""

    def __init__(self, folder: Path, *lines: str) -> None:
        folder.mkdir(exist_ok=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._store = folder / "mosquitto.db"
        self._file = folder / "mosquitto.conf"
        self._file.write_text(
            "\n".join(
                [
                    f"listener {self.port} 127.0.0.1",
                    "user root" if os.getuid() == 0 else "",
                    "log_type all",
                    "persistence true",
                    f"persistence_location {folder}/",
                    *(lines or ["allow_anonymous true"]),
                ]
            )
        )
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO is not None, "the tests need Debian's mosquitto"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", self._file], stdout=log, stderr=log)
        wait(self._listens, "mosquitto listens")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def save(self) -> None:
        """Write the sessions to disk, so that the next start knows who has subscribed to what."""
        before = self._store.stat().st_mtime_ns if self._store.exists() else 0
        self._signal(signal.SIGUSR1)
        wait(lambda: self._store.exists() and self._store.stat().st_mtime_ns > before, "mosquitto saved")

    def freeze(self) -> None:
        """It is still connected, but reads nothing."""
        self._signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Without a word to anybody."""
        if self._process is not None:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)


class Receiver:
    """Subscribes to everything, in a session that the broker keeps. `heard` is each topic and text, in order."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, str]] = []
        self._subscribed = False
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, "receiver", clean_session=False)
        client.on_connect = lambda *_: client.subscribe("#", qos=1)
        client.on_subscribe = lambda *_: setattr(self, "_subscribed", True)
        client.on_message = lambda _client, _data, message: self.heard.append((message.topic, message.payload.decode()))
        client.reconnect_delay_set(1, 1)
        client.connect_async("127.0.0.1", port)
        client.loop_start()
        self._client = client
        wait(lambda: self._subscribed, "the receiver has subscribed")

    def of(self, topic: str) -> list[str]:
        """The texts heard under a topic."""
        return [text for heard, text in list(self.heard) if heard == topic]

    def values(self, topic: str) -> list[dict]:
        return [json.loads(text) for text in self.of(topic)]

    def wait_for(self, topic: str, text: str, seconds: float = 10) -> None:
        wait(lambda: self.of(topic)[-1:] == [text], f"{topic} {text}", seconds)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def wait(holds: Callable[[], object], what: str, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.02)
