"""The virtual Pi as an object: switch it on, ask its agent, switch it off; and scripts pressed on its lines."""

from __future__ import annotations

import base64
import json
import shlex
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from PIL import Image
from prepare import MACHINE, QEMU, Cache, run

LONGEST_MOTION = 8.0
"""Seconds: nothing on the glass moves longer than this after a press, but a patience that plays itself out."""


class Machine:
    """A running guest. Its disk is a layer over the cache's, thrown away afterwards."""

    def __init__(self, cache: Cache, work: Path, *, state_disk: tuple[Path, Path] | None = None) -> None:
        """`state_disk`: a raw disk for the matches, and the file that is to log all that is written to it."""
        self.work = work
        work.mkdir(parents=True, exist_ok=True)
        layer, port = work / "layer.qcow2", work / "agent.sock"
        layer.unlink(missing_ok=True)
        port.unlink(missing_ok=True)
        run("qemu-img", "create", "-q", "-f", "qcow2", "-b", cache.disk.resolve(), "-F", "raw", layer)
        extra: list[object] = []
        if state_disk is not None:
            disk, log = state_disk
            extra = [
                *("-blockdev", f"driver=file,filename={disk},node-name=raw"),
                *("-blockdev", f"driver=file,filename={log},node-name=log"),
                *("-blockdev", "driver=blklogwrites,file=raw,log=log,node-name=state"),
                *("-device", "virtio-blk-pci,drive=state,serial=state"),
            ]
        told = [
            *QEMU,
            *("-machine", MACHINE, "-dtb", cache.dtb, "-kernel", cache.kernel, "-initrd", cache.initrd),
            *("-append", "root=/dev/vda rw console=ttyAMA0 panic=-1 quiet systemd.journald.forward_to_console=1"),
            *(
                "-drive",
                f"file={layer},if=none,id=root,format=qcow2,cache=unsafe",
                "-device",
                "virtio-blk-pci,drive=root",
            ),
            *extra,
            *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
            *("-chardev", f"socket,id=agent,path={port},server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=rig"),
            *("-serial", f"file:{work / 'console.log'}"),
        ]
        self.began = time.monotonic()
        with (work / "qemu.log").open("wb") as log_file:
            self._process = subprocess.Popen([str(word) for word in told], stdout=log_file, stderr=log_file)
        self._rest = b""
        try:
            self._wire = self._connect(port)
            self._line(180)
        except TimeoutError:
            self._process.kill()
            raise SystemExit(f"rig: the guest does not answer; its console is {work / 'console.log'}") from None
        self.boot_seconds = time.monotonic() - self.began

    def _connect(self, port: Path) -> socket.socket:
        for _ in range(200):
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
                raise SystemExit("rig: the guest has gone")
            self._rest += chunk
        told, self._rest = self._rest.split(b"\n", 1)
        return dict(json.loads(told))

    def ask(self, do: str, *, patience: float = 180, **more: Any) -> dict[str, Any]:
        """Have the agent do something; its answer."""
        self._wire.sendall(json.dumps({"do": do, **more}).encode() + b"\n")
        answer = self._line(patience)
        if "fault" in answer:
            raise RuntimeError(f"the agent could not {do} {more}: {answer['fault']}")
        return answer

    def sh(self, command: str, *, may_fail: bool = False, timeout: float = 150) -> str:
        """Run a command in the guest; its output."""
        answer = self.ask("shell", command=command, timeout=timeout, patience=timeout + 30)
        if answer["code"] and not may_fail:
            raise RuntimeError(f"in the guest, {command!r} ended with {answer['code']}: {answer['out']}{answer['err']}")
        return str(answer["out"] + (answer["err"] if may_fail else "")).strip()

    def put(self, path: str, content: bytes, mode: int = 0o644) -> None:
        """Write a file in the guest."""
        self.ask("put", path=path, content=base64.b64encode(content).decode(), mode=mode)

    def glass(self) -> Image.Image:
        """What the panel shows."""
        return picture(self.ask("see")["picture"])

    def until(self, wanted: Image.Image, timeout: float = 20) -> float | None:
        """Seconds until the glass shows exactly this; None: never within the time."""
        answer = self.ask("until", picture=wanted.tobytes().hex(), timeout=timeout, patience=timeout + 30)
        return float(answer["seconds"]) if answer["reached"] else None

    def off(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()
        self._wire.close()

    def ended(self, timeout: float) -> bool:
        """Whether the machine switched itself off within the time."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True


def picture(told: str) -> Image.Image:
    """The agent's hexadecimal picture as an image."""
    return Image.frombytes("1", (128, 64), bytes.fromhex(told))


def play(machine: Machine, script: Path, expected: dict[str, Image.Image]) -> dict[str, bool]:
    """Press a script on the guest's lines; for each `shot`, whether the glass came to show the expected picture."""
    seen, patience = {}, 0.0
    for text in script.read_text(encoding="utf-8").splitlines():
        words = shlex.split(text, comments=True)
        match words:
            case ["press", button, *times]:
                time.sleep(patience)
                machine.ask("press", button=button, times=int(*times or ["1"]))
                patience = 0.0
            case ["wait", seconds]:
                patience += float(seconds)
            case ["shot", name]:
                # A blinking picture can be right before its time, and the next press would fall into what still moves.
                time.sleep(min(patience, LONGEST_MOTION))
                seen[name] = machine.until(expected[name], 15 + 2 * patience) is not None
                if not seen[name]:
                    machine.glass().save(machine.work / f"{name}.png")
                patience = 0.0
    return seen
