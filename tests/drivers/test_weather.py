"""Any weather: whatever happens to panel and wires, in any order, the board goes on and comes out right."""

from conftest import noise, same
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.contract import Button, Lamp, Light
from drivers.simulator.box import Box
from drivers.simulator.bus import Cut
from drivers.wiring import PanelConfig, Wiring

ERRNOS = (5, 6, 11, 110, 121)

happenings = st.one_of(
    st.tuples(st.just("show"), st.integers(0, 9)),
    st.tuples(st.just("light"), st.sampled_from(Light)),
    st.tuples(st.just("lamps"), st.dictionaries(st.sampled_from(Button), st.sampled_from(Lamp))),
    st.tuples(st.just("play"), st.sampled_from(["", "x:d=8,o=5,b=200:c,e,g", "x:d=1,o=4,b=40:a"])),
    st.tuples(st.just("unplug"), st.none()),
    st.tuples(st.just("plug"), st.none()),
    st.tuples(st.just("fault"), st.tuples(st.integers(0, 6), st.sampled_from(ERRNOS), st.integers(0, 40))),
    st.tuples(st.just("tap"), st.sampled_from(Button)),
    st.tuples(st.just("wait"), st.floats(0.0, 3.0)),
)


def happen(box, what, value):
    match what:
        case "show":
            box.board.show(noise(value))
        case "light":
            box.board.shine(value)
        case "lamps":
            box.board.light(value)
        case "play":
            box.board.play(value)
        case "unplug":
            box.unplug_display()
            # A hand takes that long; what is shorter may go unseen until the minute's renewal.
            box.advance(1.1)
        case "plug" if not box.wires.plugged:
            box.plug_display()
        case "fault":
            later, number, through = value
            box.wires.fault = failing(box.wires.transfers + later, number, through)
        case "tap":
            box.push(value)
            box.advance(0.05)
            box.let_go(value)
            box.advance(0.05)
        case "wait":
            box.advance(value)


def failing(index, number, through):
    def fault(now):
        if now == index:
            raise Cut(number, through)

    return fault


@settings(max_examples=150)
@given(
    kind=st.sampled_from(["ssd1306", "sh1106", "ssd1309"]),
    story=st.lists(happenings, max_size=25),
    last=st.integers(0, 9),
)
def test_after_any_story_the_last_picture_is_on_the_glass(kind, story, last):
    """Plugged in and left alone for two seconds: the last picture, whole; every tap told; lamps and sound as asked."""
    box = Box(Wiring(panel=PanelConfig(type=kind)), virtual=True)
    told = []
    box.board.listen(told.append)
    for what, value in story:
        happen(box, what, value)
    box.wires.fault = None
    happen(box, "plug", None)
    box.board.show(noise(last))
    box.board.shine(Light.FULL)
    box.board.light({Button.OK: Lamp.ON})
    box.board.play("")
    box.advance(2.0)
    assert same(box.glass(), noise(last))
    assert [press.button for press in told] == [value for what, value in story if what == "tap"]
    assert [box.lamp(button) for button in Button] == [float(button is Button.OK) for button in Button]
    assert box.tone() is None
    assert box.board.troubles() == ()
    box.close()
    assert box.glass().getbbox() is None
