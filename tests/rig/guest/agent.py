"""Inside the virtual Pi: presses the header's lines, models the panel on the bus, and does what the host asks, line by line.

Requests and answers are JSON objects, one a line, on the virtio port. The guest's time is counted in instructions and leaps to the
next alarm when everything sleeps. So somebody must be awake while the host thinks: this process, at the lowest priority (while a
disk of the host's works, `kernel/rig-awake.c` is). Where time is to pass it is slept through. What crosses the bus waits in the
kernel with its moments and is looked at when asked for, so that the chip model takes no time from the program it watches.
"""

from __future__ import annotations

import base64
import contextlib
import json
import mmap
import os
import select
import signal
import struct
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from chips import CHIPS

PORT = "/dev/virtio-ports/rig"
BUS = "/dev/rig-i2c"
KNOBS = Path("/sys/module/rig_i2c/parameters")
LINES = Path("/run/rig-gpio")
RECORD = struct.Struct("<QHHHH")
"""Of the bus: nanoseconds, address, flags, length, error; then the bytes."""
PINS = tomllib.loads(Path("/opt/rig/pinout.toml").read_text())["map"]["i2c"]
LOOK_SECONDS = 0.05
"""How often the glass is looked at while a picture is waited for."""


class Glass:
    """The panel: a chip model that is fed all that has crossed the bus."""

    def __init__(self, kind: str) -> None:
        self.chip = CHIPS[kind]()
        self.messages = self.bytes = 0
        self.bus, self._rest = os.open(BUS, os.O_RDONLY | os.O_NONBLOCK), b""

    def _records(self):
        """What has crossed since the last look: moment and bytes of each write that was answered."""
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self.bus, 65536):
                self._rest += chunk
        while len(self._rest) >= RECORD.size:
            at, _, flags, length, error = RECORD.unpack_from(self._rest)
            data, self._rest = self._rest[RECORD.size : RECORD.size + length], self._rest[RECORD.size + length :]
            if not error and not flags & 1 and data:
                yield at, data

    def _take(self, data: bytes) -> None:
        self.messages, self.bytes = self.messages + 1, self.bytes + len(data)
        (self.chip.data if data[0] == 0x40 else self.chip.command)(data[1:])

    def picture(self) -> bytes:
        """What the glass shows now."""
        for _, data in self._records():
            self._take(data)
        return self.chip.glass().tobytes()

    def changes(self):
        """Every change since the last look: its moment, and the picture after it."""
        before = self.chip.glass().tobytes()
        for at, data in self._records():
            self._take(data)
            after = self.chip.glass().tobytes()
            if after != before:
                before = after
                yield at, after

    def until(self, wanted: bytes, timeout: float) -> bool:
        """Wait until the glass shows a picture."""
        return wait_for(lambda: self.picture() == wanted, timeout)

    def lose_power(self) -> None:
        """As a panel pulled off its wires: dark, memory noise."""
        self.picture()
        self.chip.power_up(int(time.monotonic()))


def wait_for(so: Callable[[], bool], timeout: float) -> bool:
    """Sleep until something is so; whether it was within the time."""
    end = time.monotonic() + timeout
    while not (now := so()) and time.monotonic() < end:
        rest(LOOK_SECONDS)
    return now


glass = Glass("ssd1306")
wire = -1
"""To the host."""


def pull(pin: int, up: bool) -> int:
    """Move a line; when that was."""
    at = time.monotonic_ns()
    (LINES / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")
    return at


def rest(seconds: float) -> dict:
    """Let time pass."""
    time.sleep(seconds)
    return {}


def press(button: str, times: int = 1, down: float = 0.1, up: float = 0.15) -> dict:
    pin = PINS["buttons"][button]
    for _ in range(times):
        pull(pin, up=False)
        rest(down)
        pull(pin, up=True)
        rest(up)
    return {}


def line(button: str, up: bool) -> dict:
    pull(PINS["buttons"][button], up)
    return {}


def grip(button: str, seconds: float) -> dict:
    """Hold a button down by force. gpio-sim has one pull for the outside and for the pin's own, which is set at every start."""
    if os.fork() == 0:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pull(PINS["buttons"][button], up=False)
            time.sleep(0.0003)
        os._exit(0)
    return {}


def bounce(button: str, gaps: list[float]) -> dict:
    """A contact that chatters when it closes and when it opens, with so many seconds between its edges; each train's milliseconds."""
    pin, trains = PINS["buttons"][button], []
    for closing in (True, False):
        began = ended = pull(pin, up=not closing)
        for edge, gap in enumerate(gaps):
            time.sleep(gap)
            ended = pull(pin, up=closing == (edge % 2 == 0))
        trains.append((ended - began) / 1e6)
        rest(0.1)
    return {"milliseconds": trains}


def latency(button: str, count: int, gap: float = 0.5) -> dict:
    """Milliseconds from letting a button go to the first changed pixel and to the last, `count` times."""
    pin, first, last, missed = PINS["buttons"][button], [], [], 0
    for _ in range(count):
        pull(pin, up=False)
        rest(0.1)
        at = pull(pin, up=True)
        rest(gap)
        moments = [moment for moment, _ in glass.changes() if moment >= at]
        if moments:
            first.append((moments[0] - at) / 1e6)
            last.append((moments[-1] - at) / 1e6)
        else:
            missed += 1
    return {"milliseconds": first, "whole": last, "missed": missed}


def begin(unit: str, timeout: float = 60) -> dict:
    """Start a unit; seconds to the first picture on the glass, at which it is looked only when something has crossed the bus."""
    glass.picture()
    at, shown = time.monotonic_ns(), []
    subprocess.run(["systemctl", "start", "--no-block", unit], check=True)
    while not shown and select.select([glass.bus], [], [], timeout)[0]:
        time.sleep(1)
        shown = [moment for moment, picture in glass.changes() if moment > at and any(picture)]
    return {"seconds": (shown[0] - at) / 1e9 if shown else None}


def see() -> dict:
    return {
        "picture": glass.picture().hex(),
        "on": glass.chip.on,
        "contrast": glass.chip.contrast,
        "messages": glass.messages,
        "bytes": glass.bytes,
    }


def until(picture: str, timeout: float) -> dict:
    began = time.monotonic()
    reached = glass.until(bytes.fromhex(picture), timeout)
    return {"reached": reached, "seconds": time.monotonic() - began}


def follow() -> dict:
    """Tell every picture as it comes, until the machine ends: the last is there for hundredths of a second."""
    shown = b""
    while True:
        now = glass.picture()
        if now != shown:
            shown = now
            os.write(wire, json.dumps({"picture": now.hex()}).encode() + b"\n")
        time.sleep(0.002)


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


def shell(command: str, timeout: float = 600) -> dict:
    with tempfile.TemporaryFile("w+", dir="/run") as out, tempfile.TemporaryFile("w+", dir="/run") as err:
        done = subprocess.Popen(["sh", "-c", command], stdout=out, stderr=err, start_new_session=True)
        if not wait_for(lambda: done.poll() is not None, timeout):
            os.killpg(done.pid, signal.SIGKILL)
            raise TimeoutError(f"after {timeout} s: {command}")
        out.seek(0)
        err.seek(0)
        return {"code": done.returncode, "out": out.read(), "err": err.read()}


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
        press(buttons[number % len(buttons)], down=0.08, up=0.0)
        if not glass.until(wanted[number % len(wanted)], 120):
            break  # longer than any disk takes: this press was lost
        told += 1
        page[:16] = b"CONFIRMD" + struct.pack("<Q", told)
        os.pwrite(disk, page, offset)
        rest(gap)
    os.close(disk)
    return {"confirmed": told}


DOES = {
    each.__name__: each
    for each in (
        *(
            rest,
            press,
            line,
            grip,
            bounce,
            latency,
            begin,
            see,
            follow,
            until,
            lamps,
            knob,
            unplug,
            plug,
            shell,
            put,
            stream,
        ),
    )
}


def main() -> None:
    for pin in PINS["buttons"].values():
        pull(pin, up=True)
    global wire  # noqa: PLW0603 - one process, one wire
    with Path(PORT).open("r+b", buffering=0) as port:
        wire = port.fileno()
        port.write(b'{"ready": true}\n')
        asked_of = b""
        while True:
            asked_of += heard(port)
            while b"\n" in asked_of:
                told, asked_of = asked_of.split(b"\n", 1)
                try:
                    asked = json.loads(told)
                    answer = DOES[asked.pop("do")](**asked)
                except Exception as fault:  # noqa: BLE001 - the host is told of whatever it is
                    answer = {"fault": f"{type(fault).__name__}: {fault}"}
                with contextlib.suppress(BrokenPipeError):
                    written = json.dumps(answer).encode() + b"\n"
                    while written:
                        written = written[port.write(written) :]


def heard(port) -> bytes:
    """What the host says next. Until then nothing sleeps, so that time hardly passes; but everybody else goes first."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    try:
        while True:
            if select.select([port], [], [], 0)[0] and (chunk := port.read(65536)):
                return chunk
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


if __name__ == "__main__":
    main()
