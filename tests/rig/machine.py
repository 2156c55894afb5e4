"""The virtual Pi as an object: switch it on, ask its agent, freeze it and go on from there; and scripts pressed on its lines."""

from __future__ import annotations

import base64
import json
import shlex
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host import run
from PIL import Image
from powercut import new_disk
from prepare import MACHINE, QEMU, Cache

LONGEST_MOTION = 8.0
"""Seconds: nothing on the glass moves longer than this after a press, but a patience that plays itself out."""
QUICK = "cache.no-flush=on"
"""A flush is the guest's own matter, and noted in the log of writes; this machine's disk need not wait for it."""
HOST_SECONDS = 900
"""How long the host waits for any answer. A guest's seconds take longer than ours while it works, and no time while it sleeps."""


@dataclass(frozen=True)
class Frozen:
    """A machine that was stopped in mid-life: its disk, and all the rest of its state. Any number may go on from there."""

    disk: Path
    state: Path

    @classmethod
    def at(cls, place: Path) -> Frozen:
        """The two files of a place."""
        return cls(place / "disk.qcow2", place / "state")

    def exists(self) -> bool:
        """Whether it was kept whole: the state is written last, and moved to its name when complete."""
        return self.state.exists()


class Machine:
    """A running guest. Its disks are thrown away afterwards."""

    def __init__(
        self,
        cache: Cache,
        work: Path,
        *,
        frozen: Frozen | None = None,
        writes: Path | None = None,
        patience: float = 400,
    ) -> None:
        """Go on from a frozen one, or boot. `writes`: the file that is to log all that is written to the disk for matches."""
        self.work = work
        work.mkdir(parents=True, exist_ok=True)
        self._layer, port, control = work / "layer.qcow2", work / "agent.sock", work / "control.sock"
        for old in (self._layer, port, control):
            old.unlink(missing_ok=True)
        below, form = (cache.disk.resolve(), "raw") if frozen is None else (frozen.disk.resolve(), "qcow2")
        run("qemu-img", "create", "-q", "-f", "qcow2", "-b", below, "-F", form, self._layer)
        self.matches_disk = work / "matches.img"
        new_disk(self.matches_disk)
        told = [
            # It ends with the thread that has made it, however that ends.
            *("setpriv", "--pdeathsig", "KILL", *QEMU),
            *("-machine", MACHINE, "-dtb", cache.dtb, "-kernel", cache.kernel, "-initrd", cache.initrd),
            *(
                "-append",
                "root=/dev/vda rw console=ttyAMA0 panic=-1 quiet nokaslr mitigations=off systemd.journald.forward_to_console=1",
            ),
            *("-drive", f"file={self._layer},if=none,id=root,format=qcow2,cache=unsafe"),
            *("-device", "virtio-blk-pci,drive=root"),
            *(
                "-blockdev",
                f"driver=file,{QUICK},filename={self.matches_disk},node-name={'raw' if writes else 'matches'}",
            ),
            *(_logged(writes) if writes is not None else ()),
            *("-device", "virtio-blk-pci,drive=matches,serial=matches"),
            *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
            *("-chardev", f"socket,id=agent,path={port},server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=rig"),
            *("-serial", f"file:{work / 'console.log'}"),
            # The monitor for machines, in JSON, has a thread that wakes whenever the guest's clock moves; the one for people has none.
            *("-monitor", f"unix:{control},server=on,wait=off"),
            *(("-incoming", f"exec:cat {frozen.state}") if frozen is not None else ()),
        ]
        began = time.monotonic()
        with (work / "qemu.log").open("wb") as log_file:
            self._process = subprocess.Popen([str(word) for word in told], stdout=log_file, stderr=log_file)
        self._rest = b""
        try:
            self._control = self._connect(control)
            self._wire = self._connect(port)
            self._prompt()
            if frozen is None:
                self._line(patience)
            else:
                while "inmigrate" in self._tell("info status"):
                    time.sleep(0.02)
                self._tell("cont")
        except TimeoutError:
            self._process.kill()
            raise SystemExit(f"rig: the guest does not answer; its console is {work / 'console.log'}") from None
        self.boot_seconds = time.monotonic() - began

    def _connect(self, port: Path) -> socket.socket:
        for _ in range(400):
            wire = socket.socket(socket.AF_UNIX)
            try:
                wire.connect(str(port))
            except OSError:
                wire.close()
                if self._process.poll() is not None:
                    raise SystemExit(f"rig: qemu ended; see {port.with_name('qemu.log')}") from None
                time.sleep(0.05)
            else:
                return wire
        raise SystemExit("rig: qemu opens no port")

    def _line(self, timeout: float) -> dict[str, Any]:
        self._wire.settimeout(timeout)
        while b"\n" not in self._rest:
            chunk = self._wire.recv(65536)
            if not chunk:
                raise EOFError("the guest has gone")
            self._rest += chunk
        told, self._rest = self._rest.split(b"\n", 1)
        return dict(json.loads(told))

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Have the agent do something; its answer."""
        self._wire.sendall(json.dumps({"do": do, **more}).encode() + b"\n")
        answer = self._line(HOST_SECONDS)
        if "fault" in answer:
            raise RuntimeError(f"the agent could not {do} {more}: {answer['fault']}")
        return answer

    def sh(self, command: str, *, may_fail: bool = False) -> str:
        """Run a command in the guest; its output."""
        answer = self.ask("shell", command=command)
        if answer["code"] and not may_fail:
            raise RuntimeError(f"in the guest, {command!r} ended with {answer['code']}: {answer['out']}{answer['err']}")
        return str(answer["out"] + (answer["err"] if may_fail else "")).strip()

    def put(self, path: str, content: bytes, mode: int = 0o644) -> None:
        """Write a file in the guest."""
        self.ask("put", path=path, content=base64.b64encode(content).decode(), mode=mode)

    def rest(self, seconds: float) -> None:
        """Let time pass in the guest."""
        self.ask("rest", seconds=seconds)

    def press(self, button: str, times: int = 1, **more: float) -> None:
        """Press a button, 100 ms down each time unless told otherwise."""
        self.ask("press", button=button, times=times, **more)

    def glass(self) -> Image.Image:
        """What the panel shows."""
        return picture(self.ask("see")["picture"])

    def until(self, wanted: Image.Image, timeout: float = 20) -> float | None:
        """Seconds until the glass shows exactly this; None: never within the time. Both are the guest's seconds."""
        answer = self.ask("until", picture=wanted.tobytes().hex(), timeout=timeout)
        return float(answer["seconds"]) if answer["reached"] else None

    def last_picture(self) -> Image.Image:
        """What the panel shows when the machine has ended by itself."""
        last = Image.new("1", (128, 64))
        self._wire.sendall(b'{"do": "follow"}\n')
        try:
            while True:
                last = picture(self._line(HOST_SECONDS)["picture"])
        except (OSError, EOFError):
            return last

    def freeze(self, place: Path) -> Frozen:
        """Stop in mid-life and keep everything; this object is done with then."""
        place.mkdir(parents=True, exist_ok=True)
        frozen = Frozen.at(place)
        frozen.state.unlink(missing_ok=True)
        half = frozen.state.with_suffix(".half")
        self._tell("stop")
        self._tell(f'migrate -d "exec:cat > {half}"')
        while "completed" not in (told := self._tell("info migrate")):
            if "failed" in told:
                raise SystemExit(f"rig: the machine does not freeze: {told}")
            time.sleep(0.05)
        self._control.sendall(b"quit\n")
        self._process.wait(60)
        shutil.copyfile(self._layer, frozen.disk)
        half.rename(frozen.state)
        self.off()
        return frozen

    def _tell(self, command: str) -> str:
        """Tell the emulator itself something; its answer."""
        self._control.sendall(f"{command}\n".encode())
        return self._prompt()

    def _prompt(self) -> str:
        """Read until the emulator's monitor waits for a command; what it said before."""
        told = b""
        self._control.settimeout(HOST_SECONDS)
        while not told.endswith(b"(qemu) "):
            told += self._control.recv(65536)
        return told.decode(errors="replace")

    def off(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()
        self._wire.close()
        self._control.close()

    def ended(self, timeout: float) -> bool:
        """Whether the machine switched itself off within the time."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True


def _logged(writes: Path) -> tuple[str, ...]:
    return (
        *("-blockdev", f"driver=file,{QUICK},filename={writes},node-name=log"),
        *("-blockdev", "driver=blklogwrites,file=raw,log=log,node-name=matches"),
    )


def picture(told: str) -> Image.Image:
    """The agent's hexadecimal picture as an image."""
    return Image.frombytes("1", (128, 64), bytes.fromhex(told))


def play(machine: Machine, script: str, expected: dict[str, Image.Image]) -> dict[str, bool]:
    """Press a script on the guest's lines; for each `shot`, whether the glass came to show the expected picture."""
    seen, patience = {}, 0.0
    for text in script.splitlines():
        words = shlex.split(text, comments=True)
        match words:
            case ["press", button, *times]:
                machine.rest(patience)
                machine.press(button, int(*times or ["1"]))
                patience = 0.0
            case ["wait", seconds]:
                patience += float(seconds)
            case ["shot", name]:
                # A blinking picture can be right before its time, and the next press would fall into what still moves.
                machine.rest(min(patience, LONGEST_MOTION))
                seen[name] = machine.until(expected[name], 15 + 2 * patience) is not None
                if not seen[name]:
                    machine.glass().save(machine.work / f"{name}.png")
                patience = 0.0
    return seen
