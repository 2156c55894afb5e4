"""Inside the virtual Pi: presses the header's lines, models the panel on the bus, and does what the host asks, line by line.

Requests and answers are JSON objects, one a line, on the virtio port. What was pressed and what the glass then showed is timed
here, by the guest's own monotonic clock, so that the emulated wire to the host does not count.
"""

from __future__ import annotations

import base64
import contextlib
import json
import mmap
import os
import struct
import subprocess
import threading
import time
import tomllib
from pathlib import Path

from chips import CHIPS

PORT = "/dev/virtio-ports/rig"
BUS = "/dev/rig-i2c"
KNOBS = Path("/sys/module/rig_i2c/parameters")
LINES = Path("/run/rig-gpio")
RECORD = struct.Struct("<QHHHH")
"""Of the bus: nanoseconds, address, flags, length, error; then the bytes."""
PINS = tomllib.loads(Path("/opt/rig/pinout.toml").read_text())["map"]["i2c"]


class Glass:
    """The panel: a chip model that is fed all that crosses the bus, and remembers when its picture last changed."""

    def __init__(self, kind: str) -> None:
        self.chip = CHIPS[kind]()
        self.changed = threading.Condition()
        self.picture = self.chip.glass().tobytes()
        self.at = 0
        self.messages = self.bytes = 0
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        bus, rest = os.open(BUS, os.O_RDONLY), b""
        while True:
            rest += os.read(bus, 65536)
            while len(rest) >= RECORD.size:
                at, _, flags, length, error = RECORD.unpack_from(rest)
                if len(rest) < RECORD.size + length:
                    break
                data, rest = rest[RECORD.size : RECORD.size + length], rest[RECORD.size + length :]
                if not error and not flags & 1 and data:
                    self._take(at, data)

    def _take(self, at: int, data: bytes) -> None:
        with self.changed:
            self.messages, self.bytes = self.messages + 1, self.bytes + len(data)
            (self.chip.data if data[0] == 0x40 else self.chip.command)(data[1:])
            picture = self.chip.glass().tobytes()
            if picture != self.picture:
                self.picture, self.at = picture, at
                self.changed.notify_all()

    def until(self, reached, timeout: float) -> bool:
        """Wait until a picture is reached."""
        with self.changed:
            return self.changed.wait_for(lambda: reached(self.picture), timeout)

    def lose_power(self) -> None:
        """As a panel pulled off its wires: dark, memory noise."""
        with self.changed:
            self.chip.power_up(int(time.monotonic()))
            self.picture = self.chip.glass().tobytes()


glass = Glass("ssd1306")


def pull(pin: int, up: bool) -> int:
    """Move a line; when that was."""
    at = time.monotonic_ns()
    (LINES / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")
    return at


def press(button: str, times: int = 1, down: float = 0.1, up: float = 0.15) -> dict:
    pin = PINS["buttons"][button]
    for _ in range(times):
        pull(pin, up=False)
        time.sleep(down)
        pull(pin, up=True)
        time.sleep(up)
    return {}


def line(button: str, up: bool) -> dict:
    pull(PINS["buttons"][button], up)
    return {}


def grip(button: str, seconds: float) -> dict:
    """Hold a button down by force. gpio-sim has one pull for the outside and for the pin's own, which is set at every start."""
    end = time.monotonic() + seconds

    def hold() -> None:
        while time.monotonic() < end:
            pull(PINS["buttons"][button], up=False)
            time.sleep(0.001)

    threading.Thread(target=hold, daemon=True).start()
    return {}


def bounce(button: str, edges: int = 5) -> dict:
    """A contact that chatters when it closes and when it opens; how long the longer of the two trains was, in milliseconds."""
    pin, longest = PINS["buttons"][button], 0
    for closing in (True, False):
        began = time.monotonic_ns()
        for edge in range(edges):
            ended = pull(pin, up=(edge % 2 == 1) if closing else (edge % 2 == 0))
        longest = max(longest, ended - began)
        time.sleep(0.1)
    time.sleep(0.15)
    return {"milliseconds": longest / 1e6}


def latency(button: str, count: int, gap: float = 0.35) -> dict:
    """Milliseconds from letting a button go to the first changed pixel, `count` times."""
    pin, found, missed = PINS["buttons"][button], [], 0
    for _ in range(count):
        pull(pin, up=False)
        time.sleep(0.1)
        before = glass.at
        at = pull(pin, up=True)
        with glass.changed:
            if glass.changed.wait_for(lambda before=before: glass.at != before, 3):
                found.append((glass.at - at) / 1e6)
            else:
                missed += 1
        time.sleep(gap)
    return {"milliseconds": found, "missed": missed}


def begin(unit: str, timeout: float = 90) -> dict:
    """Start a unit; seconds to the first picture on the glass."""
    dark = bytes(1024)
    at = time.monotonic_ns()
    subprocess.run(["systemctl", "start", "--no-block", unit], check=True)
    with glass.changed:
        seen = glass.changed.wait_for(lambda: glass.at > at and glass.picture != dark, timeout)
    return {"seconds": (glass.at - at) / 1e9 if seen else None}


def see() -> dict:
    with glass.changed:
        return {
            "picture": glass.picture.hex(),
            "on": glass.chip.on,
            "contrast": glass.chip.contrast,
            "messages": glass.messages,
            "bytes": glass.bytes,
        }


def until(picture: str, timeout: float) -> dict:
    began = time.monotonic()
    wanted = bytes.fromhex(picture)
    reached = glass.until(lambda shown: shown == wanted, timeout)
    return {"reached": reached, "seconds": time.monotonic() - began, "picture": glass.picture.hex()}


def lamps() -> dict:
    return {
        name: (LINES / f"sim_gpio{pin}" / "value").read_text().strip() == "1" for name, pin in PINS["lamps"].items()
    }


def knob(name: str, value: int) -> dict:
    (KNOBS / name).write_text(str(value))
    return {}


def unplug() -> dict:
    knob("addr", -1)
    glass.lose_power()
    return {}


def plug() -> dict:
    return knob("addr", 0x3C)


def shell(command: str, timeout: float = 120) -> dict:
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=timeout, check=False)
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def put(path: str, content: str, mode: int = 0o644) -> dict:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(base64.b64decode(content))
    Path(path).chmod(mode)
    return {}


def stream(buttons: list[str], shown: list[str], count: int, device: str, offset: int, gap: float = 0.02) -> dict:
    """Press in turn; each time the glass has come to the picture that confirms the press, write how many there were past the
    file system's end, at the same disk's mercy.
    """
    told = 0
    wanted = [bytes.fromhex(picture) for picture in shown]
    disk = os.open(device, os.O_WRONLY | os.O_DIRECT)
    page = mmap.mmap(-1, 4096)
    for number in range(count):
        pin = PINS["buttons"][buttons[number % len(buttons)]]
        pull(pin, up=False)
        time.sleep(0.08)
        pull(pin, up=True)
        picture = wanted[number % len(wanted)]
        if not glass.until(lambda seen, picture=picture: seen == picture, 10):
            break
        told += 1
        page[:16] = b"CONFIRMD" + struct.pack("<Q", told)
        os.pwrite(disk, page, offset)
        time.sleep(gap)
    os.close(disk)
    return {"confirmed": told}


DOES = {
    each.__name__: each
    for each in (press, line, grip, bounce, latency, begin, see, until, lamps, knob, unplug, plug, shell, put, stream)
}


def main() -> None:
    for pin in PINS["buttons"].values():
        pull(pin, up=True)
    with Path(PORT).open("r+b", buffering=0) as port:
        port.write(b'{"ready": true}\n')
        rest = b""
        while True:
            chunk = port.read(65536)
            if not chunk:
                time.sleep(0.05)
                continue
            rest += chunk
            while b"\n" in rest:
                told, rest = rest.split(b"\n", 1)
                try:
                    asked = json.loads(told)
                    answer = DOES[asked.pop("do")](**asked)
                except Exception as fault:  # noqa: BLE001 - the host is told of whatever it is
                    answer = {"fault": f"{type(fault).__name__}: {fault}"}
                with contextlib.suppress(BrokenPipeError):
                    written = json.dumps(answer).encode() + b"\n"
                    while written:
                        written = written[port.write(written) :]


if __name__ == "__main__":
    main()
