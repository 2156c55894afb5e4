"""What can be found out about the hardware without touching a pin: wiring, libraries, nodes, bus, panel.

`meneur doctor` prints these findings, then goes on with what only a person can see: lamps, buttons, the test card.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c

from drivers import pinout
from drivers.boot import switch_on
from drivers.oled import NOP
from drivers.pinout import Pinout, PinoutError
from drivers.wiring import LGPIO, Wiring

FAST_HERTZ = 400_000
"""The I2C speed the box is made for: a whole picture in 23 ms, and most changes in 3."""

PANEL_ADDRESSES = (0x3C, 0x3D)
"""The two addresses the controllers can be set to."""

GPIOMEM = "gpiomem"
"""The node through which RPi.GPIO reaches the pins, up to the Pi 4."""

LIBRARIES = ("gpiozero", "luma.oled", "luma.core", "pillow")


class Verdict(Enum):
    """How bad it is."""

    GOOD = "good"
    SLOW = "works, but could be better"
    BAD = "bad"
    UNKNOWN = "cannot be told here"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and what to do about it unless it is good."""

    subject: str
    verdict: Verdict
    found: str
    cure: str = ""


def examine(wiring: Wiring, root: Path = Path("/")) -> Iterator[Finding]:
    """Look at everything in turn. `root` is the file system looked at. End a running game first: the panel is asked too."""
    yield _machine(root)
    yield from _libraries()
    yield _pin_library(wiring, root)
    yield _header(wiring, root)
    try:
        pins = pinout.load(wiring.map, wiring.pins)
    except PinoutError as error:
        yield Finding("wiring", Verdict.BAD, str(error), "correct [pins] in the settings")
        return
    yield Finding("wiring", Verdict.GOOD, f"{pins.title}, {len(list(pins.functions()))} pins")
    node = _node(wiring, pins, root)
    reachable = _access(node, pins.bus)
    yield reachable
    if pins.bus == "i2c":
        yield _speed(node, root)
        if reachable.verdict is Verdict.GOOD:
            yield _panel(wiring, node)


def model(root: Path = Path("/")) -> str | None:
    """What the Raspberry Pi calls itself; None: this is none."""
    with suppress(OSError):
        return (root / "proc/device-tree/model").read_text("ascii").rstrip("\0")
    return None


def _machine(root: Path) -> Finding:
    if found := model(root):
        return Finding("machine", Verdict.GOOD, found)
    return Finding(
        "machine", Verdict.BAD, "this is no Raspberry Pi", "run this on the Pi; on a laptop there is meneur play"
    )


def _libraries() -> Iterator[Finding]:
    for name in LIBRARIES:
        version = metadata.version(name)
        if name == "gpiozero" and version in ("2.0.1.post1", "2.0.1.post2"):
            yield Finding(name, Verdict.BAD, f"{version} cannot be imported", "install another version of gpiozero")
        else:
            yield Finding(name, Verdict.GOOD, version)


def _pin_library(wiring: Wiring, root: Path) -> Finding:
    module, package = {"lgpio": ("lgpio", "python3-lgpio"), "rpigpio": ("RPi", "python3-rpi.gpio")}[wiring.pin_factory]
    if find_spec(module) is None:
        return Finding(
            "pin library", Verdict.BAD, f"{wiring.pin_factory} is not installed", f"sudo apt install {package}"
        )
    # rpi-lgpio calls itself RPi.GPIO too, and goes by the gpiochip as lgpio does; only the real one has this part in C.
    if wiring.pin_factory == "rpigpio" and find_spec("RPi._GPIO") is not None:
        node = root / "dev" / GPIOMEM
        if not node.exists():
            return Finding("pin library", Verdict.BAD, f"RPi.GPIO needs /dev/{GPIOMEM}, which is not there", LGPIO)
        if not os.access(node, os.R_OK | os.W_OK):
            return Finding("pin library", Verdict.BAD, f"/dev/{GPIOMEM} may not be opened", _join("gpio"))
    return Finding("pin library", Verdict.GOOD, wiring.pin_factory)


def _header(wiring: Wiring, root: Path) -> Finding:
    nodes = sorted((root / "dev").glob("gpiochip*" if wiring.gpio_chip is None else f"gpiochip{wiring.gpio_chip}"))
    if not nodes:
        return Finding(
            "header",
            Verdict.BAD,
            "there is no /dev/gpiochip",
            "run this on the Pi, or correct chip under [pins] in the settings",
        )
    open_ones = [node.name for node in nodes if os.access(node, os.R_OK | os.W_OK)]
    if not open_ones:
        return Finding("header", Verdict.BAD, f"/dev/{nodes[0].name} may not be opened", _join("gpio"))
    return Finding("header", Verdict.GOOD, ", ".join(open_ones))


def _node(wiring: Wiring, pins: Pinout, root: Path) -> Path:
    port = wiring.panel.port_or(pins.port)
    return root / "dev" / (f"i2c-{port}" if pins.bus == "i2c" else f"spidev{port}.{pins.device}")


def _access(node: Path, bus: str) -> Finding:
    if not node.exists():
        return Finding("panel's bus", Verdict.BAD, f"there is no /dev/{node.name}", f"switch it on: {switch_on(bus)}")
    if not os.access(node, os.R_OK | os.W_OK):
        return Finding("panel's bus", Verdict.BAD, f"/dev/{node.name} may not be opened", _join(bus))
    return Finding("panel's bus", Verdict.GOOD, f"/dev/{node.name}")


def _join(group: str) -> str:
    return f"sudo usermod -aG {group} $USER, then log in again"


def _speed(node: Path, root: Path) -> Finding:
    """The bus's speed as the device tree has it: a big-endian 32-bit number."""
    try:
        raw = (root / "sys/bus/i2c/devices" / node.name / "of_node/clock-frequency").read_bytes()
        (hertz,) = struct.unpack(">I", raw)
    except (OSError, struct.error):
        return Finding("bus speed", Verdict.UNKNOWN, "the kernel does not say", "see i2c_arm_baudrate in config.txt")
    found = f"{hertz // 1000} kHz"
    if hertz < FAST_HERTZ:
        return Finding("bus speed", Verdict.SLOW, found, f"for four times the speed: {switch_on('i2c')}")
    return Finding("bus speed", Verdict.GOOD, found)


def _panel(wiring: Wiring, node: Path) -> Finding:
    wanted = wiring.panel.address
    port = int(node.name.removeprefix("i2c-"))
    if answers(port, wanted):
        return Finding("panel", Verdict.GOOD, f"answers at 0x{wanted:02X}")
    for other in PANEL_ADDRESSES:
        if other != wanted and answers(port, other):
            found = f"answers at 0x{other:02X}, not at 0x{wanted:02X}"
            return Finding("panel", Verdict.BAD, found, f"set panel.address = 0x{other:02X}")
    return Finding(
        "panel", Verdict.BAD, f"nothing answers at 0x{wanted:02X}", "check its four wires, VCC and GND first"
    )


def answers(port: int, address: int) -> bool:
    """Whether something at this address of /dev/i2c-`port` takes a command that does nothing."""
    try:
        line = i2c(port=port, address=address)
    except (LumaError, OSError):
        return False
    try:
        line.command(NOP)
    except (LumaError, OSError):
        return False
    finally:
        line.cleanup()
    return True
