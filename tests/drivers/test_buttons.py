"""From the pin to the press: nothing lost, nothing late, nothing made up."""

import logging
import threading

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.buttons import (
    IDLE_POLL_SECONDS,
    POLL_SECONDS,
    QUIET_AFTER_SECONDS,
    RESYNC_SECONDS,
    Buttons,
)
from drivers.chores import StillWorker, VirtualClock
from drivers.contract import HOLD_SECONDS, Adjustment, Button, Lamp, Press
from drivers.debounce import PATIENCE
from drivers.pinout import load
from drivers.simulator.box import Box
from drivers.simulator.pins import SimulatedPins

OK = Button.OK


@pytest.fixture
def box():
    box = Box(virtual=True)
    yield box
    box.close()


@pytest.fixture
def told(box):
    """The presses the box has told."""
    presses = []
    box.board.listen(presses.append)
    return presses


def tap(box, button, seconds=0.06):
    box.push(button)
    box.advance(seconds)
    box.let_go(button)
    box.advance(0.04)


@pytest.mark.parametrize("button", Button)
def test_each_button_is_told_by_its_own_name(box, told, button):
    """The pin map brings every pin to its button."""
    tap(box, button)
    assert [(press.button, press.held) for press in told] == [(button, False)]


def test_home_held_three_seconds_is_one_long_press(box, told):
    """Told while it is still down, and silent when it comes up."""
    box.push(Button.HOME)
    box.advance(HOLD_SECONDS[Button.HOME])
    assert told == [Press(Button.HOME, held=True, at=3.0)]
    box.let_go(Button.HOME)
    box.advance(5.0)
    assert len(told) == 1


@pytest.mark.parametrize(("a_second", "seconds"), [(20 * 7, 60), (200, 5)])
def test_fast_fingers_on_all_seven_buttons_lose_nothing(box, told, a_second, seconds):
    """Through pins, queue and debouncer: 20 a second on each button for a minute, and 200 a second on all for 5 s, in order."""
    buttons = list(Button)
    half = len(buttons) / a_second / 2
    moves = []
    for i in range(seconds * a_second):
        moves += [(i / a_second, box.push, buttons[i % 7]), (i / a_second + half, box.let_go, buttons[i % 7])]
    for at, move, button in sorted(moves, key=lambda move: move[0]):
        box.advance(at - box.clock.now())
        move(button)
    box.advance(1.0)
    assert [press.button for press in told] == [buttons[i % 7] for i in range(seconds * a_second)]
    assert not any(press.held for press in told)


def test_fast_fingers_while_lamps_breathe_and_a_tune_plays_lose_nothing(box, told):
    """All the other chores of the same worker do not get in the way."""
    box.board.light(dict.fromkeys(Button, Lamp.BREATHE))
    box.board.play("long:d=32,o=5,b=300:" + ",".join("cdefgab" * 20))
    for i in range(200):
        tap(box, list(Button)[i % 7], 0.02)
    assert [press.button for press in told] == [list(Button)[i % 7] for i in range(200)]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(Button), st.floats(0.01, 0.5), st.floats(0.03, 0.4)), max_size=15))
def test_lost_edges_are_repaired_by_the_levels(taps):
    """With every single edge lost, levels that stay for 2.6 seconds are all still seen: compared every two, believed after half of one."""
    box = Box(virtual=True)
    told = []
    box.board.listen(told.append)
    for contact in box._contacts.values():
        contact.when_changed = None
    for button, down, up in taps:
        box.push(button)
        box.advance(2.6 + down)
        box.let_go(button)
        box.advance(2.6 + up)
    assert [press.button for press in told] == [button for button, _, _ in taps]
    box.close()


def test_a_lost_release_is_noticed_soon(box, told):
    """While a button is in use its level is compared five times a second, and its edge waited for half a second."""
    box.push(OK)
    box.advance(0.1)
    box._contacts[OK].when_changed = None
    box.let_go(OK)
    box.advance(0.2 + 0.5 + 0.05)
    assert [press.button for press in told] == [OK]


def test_a_lost_edge_of_one_button_holds_up_no_other(box, told):
    """While the edge of one is waited for, the others are told as ever."""
    box.push(OK)
    box.advance(0.1)
    box._contacts[OK].when_changed = None
    box.let_go(OK)
    box.advance(RESYNC_SECONDS)
    for _ in range(4):
        tap(box, Button.UNDO, 0.04)
    assert [press.button for press in told] == [Button.UNDO] * 4
    box.advance(RESYNC_SECONDS + PATIENCE)
    assert [press.button for press in told] == [Button.UNDO] * 4 + [OK]


def test_a_lost_release_makes_no_hold(box, told):
    """The level is read before a hold is told: HOME, let go with its edge lost, does not shut the box down."""
    box.push(Button.HOME)
    box.advance(2.95)
    box._contacts[Button.HOME].when_changed = None
    box.let_go(Button.HOME)
    box.advance(1.0)
    assert [(press.button, press.held) for press in told] == [(Button.HOME, False)]


def test_an_edge_whose_return_was_lost_makes_no_press(box, told):
    """A spike of which only the first edge arrived: the level is read before the press is believed."""
    pin = box._contacts[OK]
    box.advance(10.0)
    pin.drive_low()
    pin.when_changed, kept = None, pin.when_changed
    pin.drive_high()
    pin.when_changed = kept
    box.advance(2.0)
    assert told == []


def test_a_lost_edge_at_the_bedside_is_repaired_within_half_a_minute(box, told):
    """Nobody has pressed for an hour, and the edge of a button that is now held down is lost."""
    box.advance(3600.0)
    contact = box._contacts[OK]
    contact.when_changed, kept = None, contact.when_changed
    box.push(OK)
    contact.when_changed = kept
    box.advance(30.0 + 0.6 + 0.1)
    assert [(press.button, press.held) for press in told] == [(OK, True)]


def test_a_box_nobody_touches_hardly_wakes(box):
    """A minute after the last press, the buttons cost two looks at the levels a minute."""
    box.advance(QUIET_AFTER_SECONDS + 1.0)
    looks = []
    work = Buttons.work
    buttons = box.board._buttons
    buttons.work = lambda now: (looks.append(now), work(buttons, now))
    box.advance(3600.0)
    assert len(looks) <= 2 * 60 + 1


def test_held_down_at_the_start_it_is_ignored_and_reported():
    """Something lies on the box when it is switched on: reported, no press, and well again once lifted."""
    box = Box(virtual=True)
    box.close()
    clock = VirtualClock()
    pins = SimulatedPins(clock, lambda pin: None)
    pins.pin(12).pull = "up"
    pins.pin(12).drive_low()
    worker = StillWorker(clock)
    buttons = Buttons(load("i2c").buttons, _keeping(pins), clock, worker.poke)
    told = []
    buttons.listen(told.append)
    worker.add(buttons)
    worker.advance(10.0)
    assert buttons.troubles() == ("button ok has been down since the start and is ignored until it is let go",)
    assert buttons.stuck() == (OK,)
    pins.pin(12).drive_high()
    worker.advance(1.0)
    assert (buttons.troubles(), buttons.stuck(), told) == ((), (), [])
    pins.pin(12).drive_low()
    worker.advance(0.1)
    pins.pin(12).drive_high()
    worker.advance(0.1)
    assert [press.button for press in told] == [OK]


def _keeping(pins):
    """Pins that a pull-up does not lift: a finger is on them."""
    for pin in (pins.pin(12),):
        pin._set_pull = lambda value: None
    return pins


def test_a_button_that_stays_down_is_reported(box, told):
    """Half a minute down: a trouble by name, gone when it comes up."""
    box.push(Button.CLUB)
    box.advance(31.0)
    assert box.board.troubles() == ("button club has been down for more than 30 seconds",)
    assert box.board.stuck() == (Button.CLUB,)
    box.let_go(Button.CLUB)
    box.advance(3.0)
    assert (box.board.troubles(), box.board.stuck()) == ((), ())


def test_how_long_a_hold_takes_is_set_while_the_box_runs(box, told):
    """Twice as slow, from the next press on; HOME, which shuts down, keeps its three seconds."""
    box.board.adjust(Adjustment(contrast=207, volume=60, slowness=2.0))
    for button, seconds in ((OK, 1.1), (OK, 1.3), (Button.HOME, 3.1)):
        box.push(button)
        box.advance(seconds)
        box.let_go(button)
        box.advance(0.1)
    assert [press.held for press in told] == [False, True, True]


class EdgelessPins(MockFactory):
    """Pins as RPi.GPIO has them on kernel 6.6 and later: levels, and no edges."""

    def __init__(self):
        super().__init__(revision="a02082")

    def pin(self, name, **kwargs):
        pin = super().pin(name, **kwargs)
        pin._enable_event_detect = _refuse
        return pin


def _refuse():
    raise RuntimeError("Failed to add edge detection")


def test_where_edges_are_refused_the_levels_are_read_200_times_a_second(caplog):
    """RPi.GPIO on a new kernel: buttons work by polling, and the log says so once."""
    clock = VirtualClock()
    pins = EdgelessPins()
    worker = StillWorker(clock)
    with caplog.at_level(logging.WARNING):
        buttons = Buttons(load("i2c").buttons, pins, clock, worker.poke)
    assert [record.message for record in caplog.records] == [
        "this kernel refuses RPi.GPIO's edges; reading the buttons 200 times a second instead"
    ]
    told = []
    buttons.listen(told.append)
    worker.add(buttons)
    for i in range(20):
        button = list(Button)[i % 7]
        pin = pins.pins[next(info for _, info in pins.board_info.find_pin(load("i2c").buttons[button]))]
        pin._change_state(False)
        worker.advance(0.05)
        pin._change_state(True)
        worker.advance(0.05)
    assert [press.button for press in told] == [list(Button)[i % 7] for i in range(20)]
    assert POLL_SECONDS == 1 / 200 < IDLE_POLL_SECONDS


def test_an_edge_never_raises_into_the_notifier(box, caplog):
    """Whatever goes wrong with an edge is logged where it happens: an exception would end lgpio's only thread."""
    contact = box.board._buttons._contacts[OK]
    contact._poke = lambda: 1 / 0
    with caplog.at_level(logging.ERROR):
        contact._changed(0.0, 0)
    assert "an edge of button ok was lost" in caplog.text


def test_a_dead_notifier_is_a_trouble_and_the_end(box):
    """With lgpio's thread gone the board says it is no longer alive, so that the process ends and is started again."""
    assert box.board.alive()
    gone = threading.Thread(target=lambda: None)
    gone.start()
    gone.join()
    box.board._buttons._notifiers = (gone,)
    assert not box.board.alive()
    assert "no button is heard any more: lgpio's notifier thread has ended" in box.board.troubles()


def test_a_listener_that_raises_ends_the_board_loudly(caplog):
    """A defect above is no reason to go deaf silently: logged, and alive says no."""
    box = Box()

    def broken(press):
        raise ZeroDivisionError

    box.board.listen(broken)
    box.push(OK)
    threading.Event().wait(0.05)
    box.let_go(OK)
    for _ in range(500):
        if not box.board.alive():
            break
        threading.Event().wait(0.01)
    assert not box.board.alive()
    assert "the drivers have stopped" in box.board.troubles()
    assert "panel stopped" in caplog.text
    box.close()


@pytest.mark.parametrize("ticks", [0.0, 1.7e9])
def test_timestamps_of_another_clock_are_not_believed(box, told, ticks):
    """Old kernels stamp edges with the date's time: the moment of reading is taken then."""
    box.advance(100.0)
    contact = box.board._buttons._contacts[OK]
    box._contacts[OK].when_changed = None
    box.push(OK)
    contact._changed(ticks, 0)
    box.advance(0.1)
    box.let_go(OK)
    contact._changed(ticks + 0.1, 1)
    box.advance(0.1)
    assert [press.at for press in told] == [pytest.approx(100.1)]


def test_edges_told_late_one_by_one_are_taken_at_their_own_moments(box, told):
    """A notifier half a second behind hands over edge after edge, each with its moment: both presses are told."""
    contact = box.board._buttons._contacts[OK]
    box._contacts[OK].when_changed = None
    box.advance(10.0)
    for at, level in ((9.50, 0), (9.54, 1), (9.60, 0), (9.64, 1)):
        contact._changed(at, level)
        box.advance(0.001)
    box.advance(0.1)
    assert [press.at for press in told] == [9.54, 9.64]


def test_a_level_that_runs_ahead_of_its_edge_costs_no_press(box, told):
    """A busy machine: the button is up again before the edges of its press are handed over. The press is told."""
    contact = box.board._buttons._contacts[OK]
    box._contacts[OK].when_changed = None
    box.advance(10.0)
    for at, level, pause in ((9.985, 0, 0.0), (9.986, 1, 0.0), (9.987, 0, 0.010), (9.997, 1, 0.0)):
        contact._changed(at, level)
        box.advance(pause)
    box.advance(0.1)
    assert [press.at for press in told] == [9.997]


def pressed_with_late_edges(moves, lags):
    """The presses told for (moment, button, level) moves of the pins whose edges the notifier hands over so much later."""
    box = Box(virtual=True)
    told = []
    box.board.listen(told.append)
    for contact in box._contacts.values():
        contact.when_changed = None
    happenings, heard_at = [], 0.0
    for (at, button, level), lag in zip(moves, lags, strict=True):
        heard_at = max(heard_at, at + lag)
        happenings += [(at, False, button, level, at), (heard_at, True, button, level, at)]
    for moment, heard, button, level, at in sorted(happenings, key=lambda happening: happening[:2]):
        box.advance(moment - box.clock.now())
        if heard:
            box.board._buttons._contacts[button]._changed(at, level)
        else:
            (box.let_go if level else box.push)(button)
    box.advance(3.0)
    box.close()
    return [(press.button, press.held) for press in told]


lag = st.floats(0.0, PATIENCE - 0.05)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(Button), st.floats(0.03, 0.15), st.floats(0.05, 1.0), lag, lag), max_size=12))
def test_however_late_edges_are_told_every_press_counts_once(taps):
    """A starved machine: the pins have moved on long before the notifier hands over the edges, one by one, chatter and all."""
    moves, lags, at = [], [], 1.0
    for button, down, apart, pushed, released in taps:
        moves += [(at, button, 0), (at + 0.001, button, 1), (at + 0.002, button, 0), (at + down, button, 1)]
        lags += [pushed, pushed, pushed, released]
        at += down + apart
    assert pressed_with_late_edges(moves, lags) == [(button, False) for button, *_ in taps]


@settings(deadline=None)
@given(st.floats(0.03, 0.5), st.floats(0.0, 10.0), st.floats(0.0, 10.0))
def test_a_press_whose_edges_come_seconds_late_counts_once(down, pushed, released):
    """Later than an edge is waited for, the guess made in its place gives way to it."""
    moves = [(1.0, OK, 0), (1.001, OK, 1), (1.002, OK, 0), (1.0 + down, OK, 1)]
    assert pressed_with_late_edges(moves, [pushed, pushed, pushed, released]) == [(OK, False)]


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0.0005, 0.0049), st.floats(0.0, 2.0), st.floats(0.0, 2.0)), min_size=1, max_size=5))
def test_spikes_whose_edges_come_late_are_nothing(spikes):
    """Radio on a starved machine: the pin is up again before anybody hears of its edges."""
    moves, lags = [], []
    for number, (length, pushed, released) in enumerate(spikes):
        moves += [(5.0 * number + 1.0, OK, 0), (5.0 * number + 1.0 + length, OK, 1)]
        lags += [pushed, released]
    assert pressed_with_late_edges(moves, lags) == []
