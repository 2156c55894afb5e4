"""`meneur doctor`: looks at everything, then asks a person what only a person can see; says what to do about each trouble."""

from __future__ import annotations

import argparse
import queue
import sys
import time
from collections.abc import Iterable, Iterator

from PIL import Image

from device.commands.checkup import check
from device.commands.common import (
    TROUBLE,
    add_settings,
    add_state,
    box_places,
    print_json,
    read_settings,
    settings_files,
    wiring_of,
)
from device.draw.blocks import half_blocks
from device.files import in_use
from device.times import SystemTimes
from device.tunes import tune
from drivers import testcard
from drivers.checks import Finding, Verdict, examine, model
from drivers.choose import open_board
from drivers.contract import Board, BoardError, Button, Lamp, Press
from drivers.wiring import Wiring

MARKS = {Verdict.GOOD: "ok ", Verdict.SLOW: "-- ", Verdict.BAD: "!! ", Verdict.UNKNOWN: "?  "}
PATIENCE = 30.0
"""Seconds that a person has for each button."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How much to look at, and how to tell it."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON; nobody is asked")
    parser.add_argument("--quick", action="store_true", help="look only; do not try panel, lamps, buzzer and buttons")
    add_state(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Tell every finding; exit code 1 if anything is bad."""
    places = box_places(arguments.state)
    state = places.matches
    settings = read_settings(arguments.settings, None, panel_file=places.settings, logged=False)
    wiring = wiring_of(settings)
    free = not in_use(state)
    files = settings_files(arguments.settings, places.settings)
    findings = [*check(settings, files, state, SystemTimes(), running=not free)]
    findings += examine(wiring) if free or model() is None else [_busy()]
    if not free and model() is None:
        findings.append(_simulated())
    if arguments.json:
        print_json([_plain(finding) for finding in findings])
    else:
        _tell(findings)
        if free and not arguments.quick and sys.stdin.isatty():
            tried = list(_try_with_a_person(wiring))
            _tell(tried)
            findings += tried
    return TROUBLE if any(finding.verdict is Verdict.BAD for finding in findings) else 0


def _busy() -> Finding:
    return Finding(
        "hardware",
        Verdict.UNKNOWN,
        "a Meneur is running, and has the pins and the panel unless it is the simulator",
        "end it (the service: sudo systemctl stop meneur), and call the doctor again",
    )


def _simulated() -> Finding:
    """No header, so whoever plays here does so on the simulator, and has nothing that the doctor could disturb."""
    return Finding("simulator", Verdict.GOOD, "running, and left alone")


def _plain(finding: Finding) -> dict[str, str]:
    return {
        "subject": finding.subject,
        "verdict": finding.verdict.name.lower(),
        "found": finding.found,
        "cure": finding.cure,
    }


def _tell(findings: Iterable[Finding]) -> None:
    for finding in findings:
        print(f"{MARKS[finding.verdict]}{finding.subject}: {finding.found}")
        if finding.cure:
            print(f"     → {finding.cure}")


def _try_with_a_person(wiring: Wiring) -> Iterator[Finding]:
    """Show the test card, light the lamps, sound the buzzer, wait for each button."""
    try:
        board = open_board("pi", wiring)
    except BoardError as cause:
        yield Finding("board", Verdict.BAD, str(cause), "")
        return
    try:
        yield _ask_about_the_card(board, wiring)
        yield _ask(board, "lamps", "Do all lamps blink?", dict.fromkeys(Button, Lamp.BLINK))
        board.play(tune("win"))
        yield _ask(board, "buzzer", "Did you hear a tune?", {})
        yield from _wait_for_buttons(board)
    finally:
        board.close()


def _ask_about_the_card(board: Board, wiring: Wiring) -> Finding:
    board.show(testcard.draw_card())
    looks = testcard.looks(wiring.panel)
    for number, look in enumerate(looks, 1):
        print(f"\n{number}:")
        print(half_blocks(_halved(look.picture)))
    answer = _answer(f"\nWhich of these does the panel show (1–{len(looks)})? ")
    if not answer.isdecimal() or not 1 <= int(answer) <= len(looks):
        return Finding("panel", Verdict.UNKNOWN, f"no picture {answer!r}", "call the doctor again and look closely")
    look = looks[int(answer) - 1]
    return Finding("panel", Verdict.BAD if look.cure else Verdict.GOOD, look.means, look.cure)


def _ask(board: Board, subject: str, question: str, lamps: dict[Button, Lamp]) -> Finding:
    board.light(lamps)
    answer = _answer(f"{question} (y/n) ").lower()
    board.light({})
    if answer in {"y", "yes", "o", "oui"}:
        return Finding(subject, Verdict.GOOD, "as it should be")
    if answer in {"n", "no", "non"}:
        return Finding(subject, Verdict.BAD, "not as it should be", "see hardware/BRINGUP.md")
    return Finding(
        subject, Verdict.UNKNOWN, f"neither yes nor no: {answer!r}", "call the doctor again and answer y or n"
    )


def _answer(question: str) -> str:
    """What a person writes; nothing where the input ends, which is Ctrl-D."""
    try:
        return input(question).strip()
    except EOFError:
        print()
        return ""


def _wait_for_buttons(board: Board) -> Iterator[Finding]:
    pressed: queue.SimpleQueue[Press] = queue.SimpleQueue()
    board.listen(pressed.put)
    for button in Button:
        board.light({button: Lamp.BLINK})
        print(f"Press {button.name} …", flush=True)
        yield _wait_for(button, pressed)
    board.light({})


def _wait_for(button: Button, pressed: queue.SimpleQueue[Press]) -> Finding:
    name, until = f"button {button.name}", time.monotonic() + PATIENCE
    while (left := until - time.monotonic()) > 0:
        try:
            press = pressed.get(timeout=left)
        except queue.Empty:
            break
        if press.button is button:
            return Finding(name, Verdict.GOOD, "pressed")
        return Finding(
            name, Verdict.BAD, f"{press.button.name} answered instead", "these two are swapped: see the pin map"
        )
    return Finding(name, Verdict.BAD, "no press arrived", "check its two wires, and the pin map")


def _halved(picture: Image.Image) -> Image.Image:
    """A picture at half its width and height, every thin line kept, so that it fits a terminal."""
    small = picture.convert("L").resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)
    return small.point(lambda value: 255 if value else 0, "1")
