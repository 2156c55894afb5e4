"""Runs the real board on the real lgpio, without a GPIO: run as a script in a directory of its own.

lgpio's functions that reach the kernel are replaced; its notifier thread is not. What the kernel would tell is written into
the pipe that this thread reads, as lgpio's C half writes it: `QBBBBI`, the moment in ns, chip, GPIO, level, flags, padding.
"""

import glob
import json
import struct
import sys
import threading
import time

import lgpio

from drivers import header
from drivers.contract import Button
from drivers.pinout import load
from drivers.wiring import Wiring

PINS = load("i2c").buttons
levels = {}

lgpio.gpiochip_open = lambda chip: chip
lgpio.gpiochip_close = lambda handle: 0
lgpio.gpio_get_chip_info = lambda handle: [0, 54, "gpiochip0", "pinctrl-bcm2711"]
lgpio.gpio_get_line_info = lambda handle, gpio: [0, gpio, 0, "", ""]
lgpio.gpio_claim_input = lambda handle, gpio, flags=0: levels.setdefault(gpio, 1)
lgpio.gpio_claim_output = lambda handle, gpio, level=0, flags=0: levels.update({gpio: level}) or 0
lgpio.gpio_claim_alert = lambda handle, gpio, edges, flags=0, notify=0: 0
lgpio.gpio_get_mode = lambda handle, gpio: 0x02 if gpio in set(load("i2c").lamps.values()) | {13, 25} else 0x20
lgpio.gpio_set_debounce_micros = lambda handle, gpio, micros: 0
lgpio.gpio_free = lambda handle, gpio: 0
lgpio.gpio_read = lambda handle, gpio: levels.get(gpio, 1)
lgpio.gpio_write = lambda handle, gpio, level: levels.update({gpio: level}) or 0
lgpio.tx_pwm = lambda handle, gpio, frequency, duty, offset=0, cycles=0: 0
lgpio._lgpio._notify_close = lambda handle: 0
# No Pi, no revision in /proc.
sys.modules["gpiozero.pins.local"] = __import__("gpiozero.pins.local", fromlist=["local"])
sys.modules["gpiozero.pins.local"].get_pi_revision = lambda: 0xA03111

pipe = open(glob.glob(".lgd-nfy*")[0], "wb", buffering=0)  # noqa: PTH123, PTH207, SIM115 - open as long as the script


def train(button, *edges):
    """What the kernel tells of a pin: (moment in ns, level) at one go, so that no busy machine stretches it."""
    levels[PINS[button]] = edges[-1][1]
    pipe.write(b"".join(struct.pack("QBBBBI", at, 0, PINS[button], level, 0, 0) for at, level in edges))


def chatter(button, level):
    """The button goes to a level within two milliseconds, up to now."""
    now = time.monotonic_ns()
    train(button, (now - 2_000_000, level), (now - 1_000_000, 1 - level), (now, level))


def presses(board, taps, wanted):
    """The presses told while `taps` are played."""
    told, enough = [], threading.Event()

    def on_press(press):
        told.append((press.button.value, press.held))
        if len(told) >= wanted:
            enough.set()

    board.listen(on_press)
    taps()
    enough.wait(10)
    return told


def tap(button):
    """A press that chatters both ways."""
    chatter(button, 0)
    time.sleep(0.03)
    chatter(button, 1)
    time.sleep(0.03)


def burst():
    """Three presses that are told half a second late, all at once: a machine that was busy."""
    time.sleep(0.6)
    start = time.monotonic_ns() - 500_000_000
    train(Button.SPADE, *((start + i * 40_000_000, i % 2) for i in range(6)))


def main():
    """Print what happened as JSON."""
    board = header.open_pi_board(Wiring(gpio_chip=0))
    report = {"alive": board.alive()}
    report["presses"] = presses(board, lambda: [tap(button) for button in Button], len(Button))
    report["late"] = presses(board, burst, 3)
    # What any other program's callback may do: raise in the one thread that brings all edges.
    lgpio.callback(0, 4, lgpio.BOTH_EDGES, lambda *_: 1 / 0)
    threading.excepthook = lambda _: None
    pipe.write(struct.pack("QBBBBI", time.monotonic_ns(), 0, 4, 1, 0, 0))
    lgpio._notify_thread.join(10)
    report["alive after"] = board.alive()
    report["troubles"] = [trouble for trouble in board.troubles() if "display" not in trouble]
    board.close()
    print(json.dumps(report))


main()
