"""`meneur run`: the daemon on a Raspberry Pi, from its panel's first picture to its exit code.

What plays on the panel is `serve`. It is imported once the panel is lit: the games alone take a small Pi a second.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import time
from pathlib import Path

from device.commands.common import add_settings, add_state, keep_alone, read_hardware, state_folder, wiring_of
from device.draw.welcome import welcome
from device.ending import Ending
from device.starts import Starts
from device.texts import texts
from drivers.choose import open_board
from drivers.contract import BoardBusy, BoardError
from drivers.wiring import Wiring

log = logging.getLogger(__name__)

MISCONFIGURED = 78
"""Exit code (EX_CONFIG) for what no restart can cure; systemd leaves it at that."""
FAILED = 1
"""Exit code for what a restart may cure."""
ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals that end the box."""
POWEROFF_REQUEST = "poweroff"
"""The file in the runtime directory that a path unit waits for: the daemon itself may not switch the machine off."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which settings and matches."""
    add_state(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run until a signal, a shutdown from the panel, or a board that has died."""
    state = state_folder(arguments.state)
    starts = Starts(_runtime_folder())
    # From here on: until the loop hears the signals itself, an end that was asked for must not count as a failed start.
    for number in ENDS:
        signal.signal(number, lambda *_: sys.exit(0))
    with keep_alone(state):
        try:
            return _light_and_serve(arguments, state, starts)
        except SystemExit:
            starts.succeed()
            return 0
        except Exception as fault:
            starts.fail(f"{type(fault).__name__}: {fault}")
            raise


def _light_and_serve(arguments: argparse.Namespace, state: Path, starts: Starts) -> int:
    failures = starts.begin(time.monotonic())
    settings = read_hardware(arguments.settings, state, safely=failures.too_many)
    wiring = wiring_of(settings)
    try:
        board = open_board("pi", wiring)
    except BoardBusy as cause:
        # At boot the pins may be there a moment after us. This is nothing that safe mode could help.
        starts.succeed()
        print(f"meneur run: {cause}", file=sys.stderr)
        return FAILED
    except BoardError as cause:
        print(f"meneur run: {cause}", file=sys.stderr)
        _say_on_the_glass(wiring, str(cause), settings.section("table")["language"])
        return MISCONFIGURED
    ending = None
    try:
        board.show(welcome())
        from device.commands.serve import Service  # noqa: PLC0415 - the panel is lit first

        service = Service(board, wiring, starts, settings=arguments.settings, state=state, runtime=_runtime_folder())
        ending = service.run(failures)
    finally:
        board.close(keep_picture=ending is Ending.HALT)
    return _conclude(ending, starts)


def _say_on_the_glass(wiring: Wiring, cause: str, language: str) -> None:
    """No press can be heard and this program ends; but who only has the card's boot partition reads no log."""
    from device.home.questions import no_pins  # noqa: PLC0415 - only now, as above
    from drivers.placard import put_up  # noqa: PLC0415 - likewise

    put_up(wiring, no_pins(texts(language), cause))


def _conclude(ending: Ending, starts: Starts) -> int:
    match ending:
        case Ending.STOPPED:
            starts.succeed()
            return 0
        case Ending.HALT:
            starts.succeed()
            return _request_poweroff()
        case Ending.AGAIN:
            starts.succeed()
            log.warning("leaving safe mode: ending, so that a new process starts normally")
            return FAILED
        case Ending.BOARD_DEAD:
            cause = "no press can arrive any more"
            starts.fail(cause)
            log.error("%s: ending, so that a new process takes over", cause)
            return FAILED


def _runtime_folder() -> Path | None:
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return None if folder is None else Path(folder)


def _request_poweroff() -> int:
    folder = _runtime_folder()
    if folder is None:
        print("meneur run: to switch off from the panel, run as the service meneur.service", file=sys.stderr)
        return 0
    request = folder / POWEROFF_REQUEST
    try:
        request.touch()
    except OSError as cause:
        print(
            f"meneur run: cannot switch off, {request} cannot be made ({cause.strerror}): "
            "ending, so that a new process takes over",
            file=sys.stderr,
        )
        return FAILED
    return 0
