"""The buttons' pins, from below: what they are set to, edges told out of order, a button that is down from the start."""

import pytest
from gpiozero.pins.mock import MockFactory

from drivers.buttons import Buttons
from drivers.chores import VirtualClock
from drivers.contract import Button, Press
from drivers.debounce import STUCK, Debouncer

OK, SPADE = Button.OK, Button.SPADE


@pytest.fixture
def factory():
    factory = MockFactory(revision="a02082")
    yield factory
    factory.close()


def test_no_debouncing_but_ours_is_left_on_a_pin(factory):
    """A pin that was debounced for somebody else tells its edges late, or not at all."""
    pin = factory.pin(5)
    pin.bounce = 0.05
    Buttons({OK: 5}, factory, VirtualClock(), lambda: None)
    assert pin.bounce is None
    assert (pin.pull, pin.edges) == ("up", "both")


def test_an_edge_that_cannot_be_told_on_never_ends_the_thread_that_brings_it(factory, caplog):
    """The one notifier of lgpio serves all buttons, and what a callback raises ends it: it goes to the log instead."""

    def poke():
        raise RuntimeError("nobody is there")

    buttons = Buttons({OK: 5}, factory, VirtualClock(), poke)
    factory.pin(5).when_changed(1.0, 0)
    buttons.close()
    assert "an edge of button ok was lost" in caplog.text


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "the wrong way round"])
def test_edges_count_in_the_order_of_their_moments(factory, order):
    """The notifier may tell of two pins, or of one, in any order: a press is a press, and the earlier one comes first."""
    clock, told = VirtualClock(), []
    buttons = Buttons({OK: 5, SPADE: 6}, factory, clock, lambda: None)
    buttons.listen(told.append)
    clock.move_to(10.0)
    edges = [(9.60, 5, 0), (9.70, 6, 0), (9.80, 5, 1), (9.90, 6, 1)]
    for at, pin, state in edges[::order]:
        factory.pin(pin).when_changed(at, state)
    for _ in range(200):
        due = buttons.due()
        if due is None or due > 10.3:
            break
        clock.move_to(due)
        buttons.work(clock.now())
    assert [(press.button, press.at) for press in told] == [(OK, 9.80), (SPADE, 9.90)]


def test_a_button_down_since_the_start_is_reported_as_that_and_as_nothing_else():
    """However long: two sentences about one button would be one too many. Let go and pressed again, it is like any other."""
    debouncer = Debouncer({OK: True, SPADE: False}, at=0.0)
    debouncer.tick(2 * STUCK)
    assert (debouncer.held_since_start(), debouncer.stuck(2 * STUCK)) == ((OK,), ())
    for at, down in ((70.0, False), (71.0, True), (71.2, False)):
        debouncer.feed(at, OK, down)
    assert debouncer.tick(72.0) == [Press(OK, at=71.2)]
    assert (debouncer.held_since_start(), debouncer.stuck(72.0)) == ((), ())
