"""The display never gives up, and nothing waits for it."""

import atexit
import gc
import logging
import threading
from itertools import count, pairwise
from pathlib import Path

import pytest
from conftest import interrupted, noise, same
from PIL import Image

from drivers.contract import Adjustment, Button, Light, Press
from drivers.display import Display
from drivers.simulator.box import Box
from drivers.simulator.bus import Cut
from drivers.wiring import PanelConfig, Wiring

ERRNOS = {5: "EIO", 6: "ENXIO", 11: "EAGAIN", 110: "ETIMEDOUT", 121: "EREMOTEIO"}
"""What buses of a Pi were seen to raise."""

PANELS = ("ssd1306", "sh1106", "ssd1309")


def evening(box, told):
    """Three pictures, two presses, a change of light: what a game does to its panel, in about five seconds."""
    box.board.listen(told.append)
    for seed in range(3):
        box.board.show(noise(seed))
        box.push(Button.OK)
        box.advance(0.1)
        box.let_go(Button.OK)
        box.advance(0.1)
    box.board.shine(Light.DIM)
    box.advance(2.5)
    box.board.shine(Light.FULL)
    box.advance(0.1)


def transfers_of_an_evening(panel):
    box = Box(Wiring(panel=PanelConfig(type=panel)), virtual=True)
    evening(box, [])
    box.close()
    return box.wires.transfers


@pytest.mark.parametrize("errno", ERRNOS, ids=ERRNOS.values())
@pytest.mark.parametrize("panel", ["ssd1306", "sh1106"])
def test_a_fault_at_any_transfer_costs_no_press_and_no_picture(panel, errno):
    """Each transfer of an evening fails in turn, with each error: all presses arrive and the last picture is whole."""
    for index in range(transfers_of_an_evening(panel)):
        box = Box(Wiring(panel=PanelConfig(type=panel)), virtual=True)
        box.wires.fault = once(index, errno)
        told = []
        evening(box, told)
        # The panel answers again at once, so the picture is back before the next retry is over.
        box.advance(2.0)
        assert [press.button for press in told] == [Button.OK] * 3, index
        assert same(box.glass(), noise(2)), index
        assert box.contrast() == 207, index
        assert box.board.troubles() == (), index
        box.close()


@pytest.mark.parametrize("through", [1, 2, 4, 20])
@pytest.mark.parametrize("panel", ["ssd1306", "sh1106"])
def test_a_transfer_that_breaks_off_leaves_no_trace(panel, through):
    """A command without its parameters, a row without its end: the controller is brought back from any of it."""
    for index in range(transfers_of_an_evening(panel)):
        box = Box(Wiring(panel=PanelConfig(type=panel)), virtual=True)
        box.wires.reset = lambda: None  # the hard way: no reset line
        box.wires.fault = once(index, Cut(121, through))
        told = []
        evening(box, told)
        box.advance(2.0)
        assert same(box.glass(), noise(2)), index
        assert box.contrast() == 207, index
        box.close()


def once(index, errno):
    """Fails one transfer."""

    def fault(now):
        if now == index:
            raise errno if isinstance(errno, OSError) else OSError(errno, ERRNOS[errno])

    return fault


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("outage", [0.01, 0.5, 1.0, 3.0, 600.0])
def test_after_a_replug_the_whole_picture_is_back_within_two_seconds(panel, outage, still_box):
    """Out and in again, its memory noise and its display off, while pictures come: the last one is there in 2 s."""
    box = still_box(type=panel)
    box.board.show(noise(0))
    box.advance(1.0)
    box.unplug_display()
    box.board.show(noise(1))
    box.advance(outage)
    box.plug_display()
    box.advance(2.0)
    assert same(box.glass(), noise(1))
    assert box.board.troubles() == ()


@pytest.mark.parametrize("outage", [1.0, 5.0])
def test_a_replug_is_noticed_although_nothing_is_drawn(outage, still_box):
    """A still picture: the panel is asked once a second, so an outage of a second is never missed."""
    box = still_box()
    box.board.show(noise(0))
    box.advance(10.3)
    box.unplug_display()
    box.advance(outage)
    box.plug_display()
    box.advance(2.0)
    assert same(box.glass(), noise(0))


def test_a_flicker_of_power_nobody_noticed_is_repaired_within_a_minute(still_box):
    """The panel lost its registers and memory between two questions: the minute's renewal starts it again."""
    box = still_box()
    box.board.show(noise(0))
    box.advance(1.5)
    box.unplug_display()
    box.plug_display()
    box.advance(60.0)
    assert same(box.glass(), noise(0))


def test_on_spi_where_nobody_acknowledges_the_picture_is_back_within_two_seconds():
    """SPI tells nothing of a lost panel; everything is simply written again often enough."""
    box = Box(Wiring(map="spi"), virtual=True)
    box.board.show(noise(0))
    box.advance(1.0)
    box.unplug_display()
    box.advance(7.0)
    box.plug_display()
    box.advance(2.0)
    assert same(box.glass(), noise(0))
    box.close()


def test_noise_on_the_wires_stays_a_minute_at_most(still_box):
    """Bytes in the controller's memory that nobody sent there: the minute's renewal writes over them."""
    box = still_box()
    box.board.show(noise(0))
    box.advance(1.0)
    box.wires.chip.memory[:100] = bytes(100)
    assert not same(box.glass(), noise(0))
    box.advance(60.0)
    assert same(box.glass(), noise(0))


def test_started_without_a_panel_it_comes_up_when_one_is_plugged(still_box):
    """No panel at the start is no error; the trouble says what to look at."""
    box = Box(virtual=True)
    box.unplug_display()
    box.board.show(noise(0))
    box.advance(30.0)
    (trouble,) = box.board.troubles()
    assert "0x3C on /dev/i2c-1" in trouble
    assert "check its wires" in trouble
    box.plug_display()
    box.advance(2.0)
    assert same(box.glass(), noise(0))
    box.close()


def strike_off(display, moment):
    """At the instruction of this number the panel is up again."""
    instructions = count()

    def instruction():
        if next(instructions) == moment:
            display._fault = None

    return instruction


def test_a_panel_that_comes_up_while_its_trouble_is_told_leaves_no_hole(still_box):
    """The display's thread may strike the trouble off at any instruction: it is told whole or not at all."""
    display = still_box().board._display
    told = []
    for moment in range(30):
        display._fault = "no panel answers"
        with interrupted(Display.troubles, strike_off(display, moment)):
            told.append(display.troubles())
    assert set(told) == {(), ("no panel answers",)}


def test_an_unplugged_panel_is_asked_at_most_once_a_second():
    """Retries slow down to one a second, and none is later than that."""
    box = Box(virtual=True)
    box.advance(1.0)
    box.unplug_display()
    asked = []
    box.wires.fault = lambda index: asked.append(box.clock.now())
    box.advance(60.0)
    pauses = [later - earlier for earlier, later in pairwise(asked)]
    assert max(pauses) <= 1.0 + 1e-9
    assert len(asked) < 70
    box.close()


def test_every_outage_begins_with_quick_tries(still_box):
    """A panel that was out for long, and is out again for a moment, is not waited for as if it were out for long."""
    box = still_box()
    box.board.show(noise(0))
    for number, (outage, patience) in enumerate(((30.0, 1.0), (0.05, 0.1)), 1):
        box.advance(10.0)
        box.unplug_display()
        box.board.show(noise(number))
        box.advance(outage)
        box.plug_display()
        assert not same(box.glass(), noise(number))
        box.advance(patience)
        assert same(box.glass(), noise(number))


def test_the_line_is_opened_once_whatever_the_panel_does(still_box):
    """On a Pi each opening takes a descriptor of the bus: after a thousand tries there would be none left."""
    box = still_box()
    display, opened = box.board._display, []
    connect = display._connect
    display._connect = lambda: opened.append(1) or connect()
    display._connected = False  # as at the start: the box itself has long shown something
    for _ in range(20):
        box.unplug_display()
        box.advance(5.0)
        box.plug_display()
        box.advance(5.0)
    assert opened == [1]


def test_ten_thousand_replugs_leak_nothing(monkeypatch):
    """No descriptor, no exit hook, no object more after ten thousand outages."""
    # pytest keeps every line that is logged; that is not the driver's memory.
    monkeypatch.setattr(logging.getLogger("drivers.display"), "disabled", True)
    box = Box(virtual=True)
    box.board.show(noise(0))

    def replug(times):
        for _ in range(times):
            box.unplug_display()
            box.advance(1.2)
            box.plug_display()
            box.advance(1.2)
        gc.collect()
        return len(list(Path("/proc/self/fd").iterdir())), atexit._ncallbacks(), len(gc.get_objects())

    files, hooks, objects = replug(100)
    files_after, hooks_after, objects_after = replug(10_000)
    assert (files_after, hooks_after) == (files, hooks)
    assert objects_after < objects + 200
    assert same(box.glass(), noise(0))
    box.close()


def test_the_reset_line_is_pulsed_before_the_panel_is_started(still_box):
    """SSD1309 asks for 10 ms of it; other panels do not mind."""
    box = Box(virtual=True)
    reset = box.pins.pin(25)
    levels = []
    box.watch(lambda: levels.append((box.clock.now(), bool(reset.state))) if levels[-1:] != [] else None)
    box.unplug_display()
    box.advance(1.5)
    box.plug_display()
    levels.append((box.clock.now(), bool(reset.state)))
    box.advance(1.5)
    low = [at for at, level in levels if not level]
    assert max(low) - min(low) <= 0.0101
    high_after = min(at for at, level in levels if level and at > max(low))
    assert high_after - min(low) >= 0.01 - 1e-9
    box.close()


def test_an_equal_picture_sends_nothing_but_the_question_whether_it_is_there(still_box):
    """The same picture ten times in a second: no byte for any of them."""
    box = still_box()
    box.board.show(noise(0))
    box.advance(1.0)
    box.wires.log = []
    for _ in range(10):
        box.board.show(noise(0))
        box.advance(0.09)
    assert set(box.wires.log) <= {bytes([0x78, 0x00, 0xE3])}


def test_light_is_contrast_and_off_is_sleep(still_box):
    """Full, dim and faint are levels of contrast; off puts the panel to sleep, and it wakes with the newest picture."""
    box = still_box(contrast=180)
    box.board.show(noise(0))
    levels = []
    for light in (Light.FULL, Light.DIM, Light.FAINT):
        box.board.shine(light)
        box.advance(0.1)
        levels.append(box.contrast())
    assert levels == [180, 30, 1]
    box.board.shine(Light.OFF)
    box.advance(0.1)
    assert box.glass().getbbox() is None
    sleeping = box.wires.transfers
    box.board.show(noise(1))
    box.advance(3600.0)
    assert box.wires.transfers == sleeping
    box.board.shine(Light.DIM)
    box.advance(0.1)
    assert same(box.glass(), noise(1))
    assert box.contrast() == 30


def test_a_faint_glass_is_not_asked_between_its_pictures(still_box):
    """The bedside clock has a picture a minute: one wake a minute is all that the panel costs."""
    box = still_box()
    box.board.shine(Light.FAINT)
    box.board.show(noise(0))
    box.advance(1.0)
    before = box.wires.transfers
    box.advance(3600.0)
    assert box.wires.transfers == before
    assert box.board._display.due() is None


@pytest.mark.parametrize("panel", PANELS)
def test_a_faint_glass_replugged_is_whole_with_its_next_picture(panel, still_box):
    """Nobody noticed that it was out: the minute's picture starts the panel again, and is written whole."""
    box = still_box(type=panel)
    box.board.shine(Light.FAINT)
    box.board.show(noise(0))
    box.advance(10.0)
    box.unplug_display()
    box.plug_display()
    box.advance(1.0)
    box.board.show(noise(1))
    box.advance(0.1)
    assert same(box.glass(), noise(1))
    assert box.contrast() == 1


def test_a_faint_glass_that_is_out_is_asked_again_for_each_picture_and_by_the_first_press(still_box):
    """Lost at night: a few tries, then one a minute; as soon as somebody is awake it is asked every second again."""
    box = still_box()
    box.board.shine(Light.FAINT)
    box.board.show(noise(0))
    box.advance(10.0)
    box.unplug_display()
    asked = []
    box.wires.fault = lambda index: asked.append(box.clock.now())
    for minute in range(60):
        box.board.show(noise(minute))
        box.advance(60.0)
    assert len(asked) < 60 + 10
    box.wires.fault = None
    box.plug_display()
    box.board.show(noise(60))
    box.advance(0.1)
    assert same(box.glass(), noise(60))
    box.unplug_display()
    box.board.show(noise(61))
    box.advance(600.0)
    box.board.shine(Light.FULL)
    box.advance(30.0)
    box.plug_display()
    box.advance(2.0)
    assert same(box.glass(), noise(61))


def test_the_lowest_contrast_dimmed_is_still_a_contrast(still_box):
    """A sixth of 3 is nothing; a dim glass is never darker than a faint one."""
    box = still_box(contrast=3)
    for light, level in ((Light.FULL, 3), (Light.DIM, 1), (Light.FAINT, 1)):
        box.board.shine(light)
        box.advance(0.1)
        assert box.contrast() == level


def test_another_contrast_is_seen_at_once(still_box):
    """Full and dim follow the setting while the box runs; the bedside stays as faint as it can be."""
    box = still_box(contrast=180)
    box.advance(0.1)
    box.board.adjust(Adjustment(contrast=120, volume=60))
    box.advance(0.01)
    assert box.contrast() == 120
    box.board.shine(Light.DIM)
    box.board.adjust(Adjustment(contrast=60, volume=60))
    box.advance(0.01)
    assert box.contrast() == 10
    box.board.shine(Light.FAINT)
    box.board.adjust(Adjustment(contrast=255, volume=60))
    box.advance(0.01)
    assert box.contrast() == 1


def test_a_panel_replugged_while_asleep_wakes_whole(still_box):
    """Nobody asks a sleeping panel; waking it starts it anew."""
    box = still_box()
    box.board.show(noise(0))
    box.advance(1.0)
    assert same(box.glass(), noise(0))
    box.board.shine(Light.OFF)
    box.advance(5.0)
    box.unplug_display()
    box.plug_display()
    box.board.shine(Light.FULL)
    box.advance(0.1)
    assert same(box.glass(), noise(0))


def test_a_picture_changed_after_it_was_shown_stays_as_it_was(still_box):
    """The slot holds a copy: the caller may draw on."""
    box = Box()
    picture = noise(0)
    box.board.show(picture)
    picture.paste(0, (0, 0, 128, 64))
    wait_for(box, lambda: same(box.glass(), noise(0)))
    box.close()


@pytest.mark.parametrize("wrong", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_a_picture_of_another_kind_is_refused(wrong, still_box):
    """Converting would dither; the caller is told at once."""
    with pytest.raises(ValueError, match='128×64 pictures of mode "1"'):
        still_box().board.show(wrong)


def test_close_leaves_the_glass_dark_and_the_bus_alone():
    """Off at the end, and luma's exit hook has nothing left to write to."""
    box = Box(virtual=True)
    box.board.show(noise(0))
    box.advance(1.0)
    box.close()
    assert box.glass().getbbox() is None
    after = box.wires.transfers
    box.board._display._device.cleanup()
    box.close()
    assert box.wires.transfers == after


def test_a_faint_glass_with_a_loose_wire_is_tried_a_few_times_before_it_is_given_up(still_box):
    """The minute's picture meets a panel that is out for half a second: it is there soon, not a minute later."""
    box = still_box()
    box.board.show(noise(0))
    box.board.shine(Light.FAINT)
    box.advance(10.0)
    box.unplug_display()
    box.board.show(noise(1))
    box.advance(0.5)
    box.plug_display()
    box.advance(1.0)
    assert same(box.glass(), noise(1))


@pytest.mark.parametrize(("keep_picture", "sent"), [(True, []), (False, [bytes([0x78, 0x00, 0xAE])])])
def test_close_says_nothing_to_a_panel_that_shall_keep_its_picture(keep_picture, sent):
    """Somebody who shuts the box down shall read so to the end; otherwise the display is switched off."""
    box = Box(virtual=True)
    box.board.show(noise(0))
    box.advance(1.0)
    box.wires.log = []
    box.board.close(keep_picture=keep_picture)
    box.close()
    assert box.wires.log == sent


def wait_for(box, condition):
    """Wait until the box has changed so that `condition` holds."""
    changed = threading.Event()
    box.watch(changed.set)
    # The panel is asked once a second, so something always changes: it is the number of changes that is limited.
    for _ in range(200):
        if condition():
            return
        assert changed.wait(10.0), "nothing more happened"
        changed.clear()
    raise AssertionError("much happened, but not that")


def test_a_bus_that_hangs_keeps_no_press_waiting():
    """While a transfer hangs, with no end in sight, presses are told and pictures left in the slot; then the newest is shown."""
    box = Box()
    box.board.show(noise(0))
    wait_for(box, lambda: same(box.glass(), noise(0)))
    hanging, go_on, pressed = threading.Event(), threading.Event(), threading.Event()
    told = []

    def on_press(press: Press):
        told.append(press.button)
        pressed.set()

    def hang(index):
        hanging.set()
        assert go_on.wait(10.0)

    box.board.listen(on_press)
    box.wires.fault = hang
    for seed in (1, 2, 3):
        box.board.show(noise(seed))
    assert hanging.wait(10.0)
    box.push(Button.OK)
    threading.Event().wait(0.05)  # a finger stays down for so long
    box.let_go(Button.OK)
    assert pressed.wait(10.0)
    assert not go_on.is_set()
    box.board.show(noise(4))
    box.wires.fault = None
    go_on.set()
    wait_for(box, lambda: same(box.glass(), noise(4)))
    assert told == [Button.OK]
    box.close()
