"""The loop feeds the watchdog by what it has done: a turn that hangs or fails feeds nothing."""

from __future__ import annotations

import pytest

from device.journal import Journal
from device.loop import Loop
from device.settings import defaults, schema
from device.table import Table
from drivers.contract import Button
from tests.tally import TALLY
from tests.test_onlookers import QuietBoard, Times, play


@pytest.fixture
def beats():
    """What had been counted at the table each time that the loop told of progress; None: at the menu."""
    return []


@pytest.fixture
def loop(beats):
    values = defaults(schema([TALLY]))
    values["table"]["language"] = "en"
    table = Table([TALLY], Journal(None), Times(), values=values)

    def progress():
        beats.append(None if table.session is None else sum(table.session.link.state.counts))

    loop = Loop(table, QuietBoard(), Times(), progress=progress)
    yield loop
    loop.close()


def test_progress_is_told_after_every_turn(loop, beats):
    """Once for the first picture, then for each press when all that came of it is done."""
    play(loop, Button.OK, Button.SPADE, Button.CLUB)
    assert [beat for beat, before in zip(beats, [0, *beats], strict=False) if beat != before] == [None, 0, 1, 2]


def test_a_turn_that_fails_is_no_progress(loop, beats):
    """The process ends by it, and the watchdog had nothing from it."""
    loop.soon(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        loop.run()
    assert beats == [None]
