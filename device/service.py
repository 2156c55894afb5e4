"""What the daemon tells systemd: ready, still making progress, stopping. One datagram each, as in sd_notify(3)."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Notifier:
    """Sends to the socket that systemd named; without one (a terminal, a test) it is silent."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ means Linux's abstract namespace.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) if address else None
        self.watchdog_seconds = _watchdog_seconds(environment)
        """After how many seconds without progress systemd restarts us; None: never."""

    def ready(self) -> None:
        """Starting is done."""
        self._send("READY=1")

    def progress(self) -> None:
        """The loop has gone round once more: feed the watchdog."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The end has begun."""
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._send(f"STATUS={text}")

    def _send(self, message: str) -> None:
        if self._socket is not None:
            try:
                self._socket.sendto(message.encode(), self._address)
            except OSError:
                # systemd itself is restarting: the next word, half a watchdog later, reaches it.
                return


def _watchdog_seconds(environment: Mapping[str, str]) -> float | None:
    microseconds = environment.get("WATCHDOG_USEC", "")
    meant_for = environment.get("WATCHDOG_PID", str(os.getpid()))
    return int(microseconds) / 1e6 if microseconds.isdecimal() and meant_for == str(os.getpid()) else None
