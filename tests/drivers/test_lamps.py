"""Lamps: lit, dark, blinking, breathing, and never left on."""

from itertools import pairwise

import pytest
from gpiozero import PWMLED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from drivers.chores import StillWorker, VirtualClock
from drivers.contract import Button, Lamp
from drivers.lamps import LampRow
from drivers.pinout import load
from drivers.simulator.box import Box
from drivers.wiring import Wiring

OK, SPADE, HEART = Button.OK, Button.SPADE, Button.HEART


@pytest.fixture
def box():
    box = Box(virtual=True)
    yield box
    box.close()


def levels(box, button, seconds, step=0.01):
    """The lamp's brightness, step by step."""
    seen = []
    for _ in range(round(seconds / step)):
        seen.append(box.lamp(button))
        box.advance(step)
    return seen


def test_on_and_off_at_once(box):
    """A lamp that is set is lit before anything else happens; one that is not named is off."""
    box.board.light({OK: Lamp.ON, SPADE: Lamp.OFF})
    assert [box.lamp(button) for button in Button] == [1.0 if button is OK else 0.0 for button in Button]
    box.board.light({SPADE: Lamp.ON})
    assert (box.lamp(OK), box.lamp(SPADE)) == (0.0, 1.0)


def test_blinking_is_twice_a_second_starting_lit(box):
    """A quarter of a second on, a quarter off."""
    box.board.light({OK: Lamp.BLINK})
    assert levels(box, OK, 1.0, 0.125) == [1, 1, 0, 0, 1, 1, 0, 0]


def test_all_blinking_lamps_keep_one_beat(box):
    """One that joins later blinks with the others, not after them."""
    box.board.light({OK: Lamp.BLINK})
    box.advance(0.1)
    box.board.light({OK: Lamp.BLINK, HEART: Lamp.BLINK})
    assert all(box.lamp(OK) == box.lamp(HEART) for _ in range(100) if box.advance(0.017) is None)


def test_a_blinking_lamp_keeps_its_beat_when_another_joins(box):
    """Half-way through its light it goes on for the other half, no longer."""
    box.board.light({OK: Lamp.BLINK})
    box.advance(0.125)
    box.board.light({OK: Lamp.BLINK, HEART: Lamp.BLINK})
    assert levels(box, OK, 0.5, 0.125) == [1, 0, 0, 1]


def test_breathing_rises_and_falls_slowly_and_never_goes_out(box):
    """Three seconds a breath, without a jump the eye would see."""
    box.board.light({OK: Lamp.BREATHE})
    breath = levels(box, OK, 3.0)
    assert max(breath) == 1.0
    assert 0.1 < min(breath) < 0.2
    assert max(abs(later - earlier) for earlier, later in pairwise(breath)) < 0.1
    assert breath == pytest.approx(levels(box, OK, 3.0), abs=0.1)


def test_lamps_that_stand_still_wake_nobody(box):
    """On and off are done once: only the buttons' and the display's own looks are left."""
    box.board.light({OK: Lamp.ON})
    assert box.board._lamps.due() is None
    box.board.light({OK: Lamp.BLINK})
    assert box.board._lamps.due() is not None
    box.board.light({})
    assert box.board._lamps.due() is None


def test_a_lamp_that_is_on_is_not_pulsed(box):
    """Pulses cost the processor; only a half-bright lamp needs them."""
    pin = box.pins.pin(24)
    box.board.light({OK: Lamp.BREATHE})
    box.advance(0.7)
    assert pin.frequency == 200
    box.board.light({OK: Lamp.ON})
    assert (pin.frequency, pin.state) == (None, 1.0)


def test_a_lamp_that_has_never_been_lit_is_not_pulsed():
    """Neither from the start on, ahead of all work, nor after a breath."""
    factory, clock = MockFactory(revision="a02082", pin_class=MockPWMPin), VirtualClock()
    row = LampRow({OK: 24}, factory, clock)
    assert factory.pin(24).frequency is None
    row.light({OK: Lamp.BREATHE})
    row.work(0.0)
    row.work(0.5)
    assert factory.pin(24).frequency == 200
    row.light({})
    row.work(0.6)
    assert factory.pin(24).frequency is None


def test_without_pulses_breathing_is_a_slow_blink():
    """Pins without PWM: the same rhythm, on and off."""
    clock = VirtualClock()
    pins = MockFactory(revision="a02082")
    row = LampRow({OK: 24}, pins, clock)
    worker = StillWorker(clock)
    worker.add(row)
    row.light({OK: Lamp.BREATHE})
    seen = []
    for _ in range(6):
        worker.poke()
        seen.append(bool(pins.pin(24).state))
        worker.advance(0.5)
    assert seen == [True] * 3 + [False] * 3


def test_lamps_are_off_at_the_start_whatever_was_before():
    """A killed process leaves its lamps lit; the next one puts them out before anything else."""
    pins = MockFactory(revision="a02082")
    for pin in load("i2c").lamps.values():
        pins.pin(pin).function = "output"
        pins.pin(pin).state = 1
    LampRow(load("i2c").lamps, pins, VirtualClock())
    assert not any(pins.pin(pin).state for pin in load("i2c").lamps.values())


def test_lamps_are_off_before_their_pins_are_let_go(box, monkeypatch):
    """The kernel leaves a pin that is let go as it was: a lamp has to be put out first."""
    let_go, close = [], PWMLED.close

    def noting(led):
        if not led.closed:
            let_go.append(led.value)
        close(led)

    monkeypatch.setattr(PWMLED, "close", noting)
    pins = [box.pins.pin(number) for number in load("i2c").lamps.values()]
    box.board.light(dict.fromkeys(Button, Lamp.ON))
    assert [pin.state for pin in pins] == [1.0] * 7
    box.close()
    assert let_go == [0.0] * 7
    assert [pin.state for pin in pins] == [0.0] * 7


def test_a_button_without_a_lamp_is_left_out():
    """The SPI map has no lamps for HOME and UNDO: setting them does nothing and harms nothing."""
    box = Box(Wiring(map="spi"), virtual=True)
    box.board.light(dict.fromkeys(Button, Lamp.ON))
    assert {button for button in Button if box.lamp(button)} == set(Button) - {Button.HOME, Button.UNDO}
    box.close()
