"""The idle box at the bedside: how often it wakes, draws and writes in a night, counted in virtual time."""

from __future__ import annotations

from device.games import GAMES
from device.journal import Journal
from device.loop import LONGEST_WAIT
from device.present import Presenter
from device.script import VirtualTimes
from device.table import Table
from drivers.contract import Button, Press
from drivers.simulator.box import Box

HOURS = 8


def run() -> None:
    """Open the clock, leave it alone for a night, count."""
    times, box, journal = VirtualTimes(), Box(virtual=True), Journal(None)
    table = Table(GAMES, journal, times)
    presenter = Presenter(table, box.board)
    table.press(Press(Button.SPADE), 0.0)
    table.press(Press(Button.OK), 0.0)
    table.open("clock", 0.0)
    presenter.present(0.0)
    # The first minutes dim the glass and put it to sleep; the night begins after them.
    asleep = 600.0
    wakes = pictures = board_wakes = 0
    written = 0
    shown = table.picture(0.0)
    while times.passed < asleep + HOURS * 3600:
        due = table.next_wake(times.passed)
        stop = times.passed + LONGEST_WAIT if due is None else min(due, times.passed + LONGEST_WAIT)
        while (own := box.next_due()) is not None and own < stop:
            box.advance(max(own - times.passed, 0.001))
            times.passed = max(own, times.passed + 0.001)
            board_wakes += times.passed > asleep
        box.advance(max(0.0, stop - times.passed))
        times.passed = max(stop, times.passed)
        table.wake(times.passed)
        presenter.present(times.passed)
        if times.passed <= asleep:
            written = journal.writes
            continue
        wakes += 1
        picture = table.picture(times.passed)
        pictures += picture != shown
        shown = picture
    minutes = HOURS * 60
    # Each picture wakes the display's worker, beside what the drivers ask for by themselves.
    board_wakes += pictures
    print(f"over {HOURS} hours asleep, a minute: {wakes / minutes:.2f} wakes of the loop (the watchdog's among them)")
    print(f"and {board_wakes / minutes:.2f} of the drivers: {(wakes + board_wakes) / minutes:.2f} in all;")
    print(f"{pictures / minutes:.2f} new pictures a minute; disk writes: {journal.writes - written}")
    box.close()
    journal.close()
