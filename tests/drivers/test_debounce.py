"""The debouncer: every deliberate press once, in its place, and nothing else."""

import pytest
from conftest import interrupted
from hypothesis import given
from hypothesis import strategies as st

from drivers.contract import HOLD_SECONDS, Button, Press
from drivers.debounce import LOCKOUT, PATIENCE, SETTLE, STUCK, Debouncer

OK, HOME = Button.OK, Button.HOME
ALL_UP = dict.fromkeys(Button, False)

milliseconds = st.floats(min_value=0.05, max_value=20.0).map(lambda ms: ms / 1000)


def play(edges, end, *, levels=ALL_UP, late=False):
    """The presses told for (moment, button, down) edges; `late` reads nothing until the end, as a stalled process does."""
    debouncer = Debouncer(levels, at=-1.0)
    told = []
    for at, button, down in sorted(edges, key=lambda edge: edge[0]):
        while not late and (due := debouncer.due()) is not None and due <= at:
            told += debouncer.tick(due)
        debouncer.feed(at, button, down)
        if not late:
            told += debouncer.tick(at)
    while not late and (due := debouncer.due()) is not None and due <= end:
        told += debouncer.tick(due)
    # Late, a hold is seen only once the press before it is: ask until there is nothing due.
    told += debouncer.tick(end)
    while (due := debouncer.due()) is not None and due <= end:
        told += debouncer.tick(end)
    return told


def train(start, gaps, down):
    """Edges of a chattering contact from `start`, no longer than 20 ms, ending `down`."""
    moments = [start]
    for gap in gaps:
        if moments[-1] + gap - start > 0.020:
            break
        moments.append(moments[-1] + gap)
    # The last edge leaves the contact as it is meant to be.
    return [(at, down ^ bool((len(moments) - 1 - i) % 2)) for i, at in enumerate(moments)]


@given(st.lists(milliseconds, max_size=30), st.lists(milliseconds, max_size=30), st.floats(0.026, 0.3), st.booleans())
def test_chatter_up_to_20_ms_is_one_press(closing, opening, held, late):
    """However a contact chatters within 20 ms of closing and of opening, it is one press."""
    closes = train(1.0, closing, down=True)
    opened = train(closes[-1][0] + held, opening, down=False)
    edges = [(at, OK, down) for at, down in closes + opened]
    told = play(edges, end=2.0, late=late)
    assert [(press.button, press.held) for press in told] == [(OK, False)]


@given(st.lists(st.tuples(st.floats(0.0001, 0.0049), st.floats(0.0001, 0.2)), max_size=40))
def test_spikes_under_5_ms_are_nothing(spikes):
    """Radio on a long wire closes the contact for less than 5 ms at a time, however often: no press."""
    edges, at = [], 1.0
    for length, pause in spikes:
        edges += [(at, OK, True), (at + length, OK, False)]
        at += length + pause
    assert play(edges, end=at + 1) == []


@given(st.lists(st.tuples(st.floats(0.0001, 0.0049), st.floats(0.0061, 0.1)), max_size=20))
def test_spikes_do_not_end_a_hold(spikes):
    """The same spikes upwards, while the button is down, make neither a release nor a second press."""
    edges, at = [(1.0, OK, True)], 1.03
    for length, pause in spikes:
        edges += [(at, OK, False), (at + length, OK, True)]
        at += length + pause
    edges.append((at + 0.7, OK, False))
    assert play(edges, end=at + 2) == [Press(OK, held=True, at=1.0 + HOLD_SECONDS[OK])]


@given(st.lists(st.tuples(st.floats(0.0061, 0.0339), st.floats(0.040, 0.2)), min_size=1, max_size=40))
def test_presses_40_ms_apart_are_never_lost(taps):
    """Presses 40 ms apart or more are all told, whatever part of that the button is down."""
    edges, at, releases = [], 1.0, [0.0]
    for down, apart in taps:
        # A quick tap after a long one: its release must not fall into the chatter of the one before.
        at = max(at, releases[-1] + LOCKOUT + 0.0001 - down)
        edges += [(at, OK, True), (at + down, OK, False)]
        releases.append(at + down)
        at += apart
    assert [press.at for press in play(edges, end=at + 1)] == releases[1:]


@given(
    st.lists(
        st.tuples(st.sampled_from(Button), st.floats(0.0, 3.0), st.floats(0.007, 0.5), st.integers(0, 4)), max_size=25
    )
)
def test_a_stalled_process_sees_the_same_presses_in_the_same_order(taps):
    """Presses depend on the edges' own moments, not on when somebody got round to reading them."""
    edges, free_at = [], dict.fromkeys(Button, 0.0)
    for button, at, down, chatter in taps:
        start = max(at, free_at[button])
        bounce = [(start + i * 0.001, bool(i % 2 == 0)) for i in range(2 * chatter + 1)]
        edges += [(moment, button, level) for moment, level in bounce] + [(bounce[-1][0] + down, button, False)]
        free_at[button] = bounce[-1][0] + down + 0.03
    end = max(free_at.values()) + 5
    prompt, late = play(edges, end), play(edges, end, late=True)
    assert prompt == late
    assert [press.at for press in prompt] == sorted(press.at for press in prompt)


@given(
    st.lists(st.tuples(st.floats(0.0, 2.0), st.sampled_from(Button), st.booleans()), max_size=60),
    st.lists(st.floats(0.0, 3.0), max_size=20),
)
def test_no_edges_whatever_confuse_it(edges, looks):
    """Any edges at all, doubled and missing ones too, and it is at rest again once everything has been up for a while."""
    debouncer = Debouncer(ALL_UP, at=0.0)
    for at, button, down in sorted(edges, key=lambda edge: edge[0]):
        debouncer.feed(at, button, down)
    for at in sorted(looks):
        debouncer.tick(at)
    for button in Button:
        debouncer.feed(3.0, button, down=False)
    debouncer.tick(3.1)
    assert debouncer.at_rest()
    assert debouncer.due() is None


def test_a_short_press_is_told_when_it_is_let_go():
    """The press carries the moment of its release, and is told as soon as the release is certain."""
    debouncer = Debouncer(ALL_UP, at=0.0)
    debouncer.feed(1.0, OK, down=True)
    assert debouncer.tick(1.2) == []
    debouncer.feed(1.2, OK, down=False)
    assert debouncer.due() == 1.2 + SETTLE
    assert debouncer.tick(1.2 + SETTLE) == [Press(OK, at=1.2)]


@pytest.mark.parametrize("button", Button)
def test_a_hold_is_told_at_its_threshold_and_its_release_is_silent(button):
    """Held for HOLD_SECONDS: one press, held, at that moment; letting go tells nothing more."""
    hold = HOLD_SECONDS[button]
    told = play([(1.0, button, True), (1.0 + hold + 0.5, button, False)], end=10.0)
    assert told == [Press(button, held=True, at=1.0 + hold)]


def test_a_release_that_settles_past_the_threshold_is_still_a_short_press():
    """Let go 2 ms before the threshold: the release is certain only after it, and no hold is told meanwhile."""
    release = 1.0 + HOLD_SECONDS[OK] - 0.002
    assert play([(1.0, OK, True), (release, OK, False)], end=3.0) == [Press(OK, at=release)]


def test_a_spike_across_the_threshold_delays_the_hold_and_no_more():
    """The contact opens for 3 ms just as the hold is due: the hold is told when it has closed again."""
    spike = 1.0 + HOLD_SECONDS[OK] - 0.001
    told = play([(1.0, OK, True), (spike, OK, False), (spike + 0.003, OK, True), (3.0, OK, False)], end=4.0)
    assert told == [Press(OK, held=True, at=1.0 + HOLD_SECONDS[OK])]


def test_presses_of_two_buttons_keep_their_order():
    """Let go within the first button's lock-out, the second is certain earlier, and still told later."""
    edges = [(1.0, OK, True), (1.010, OK, False), (0.9, HOME, True), (1.012, HOME, False)]
    assert [press.button for press in play(edges, end=2.0)] == [OK, HOME]


def test_a_button_held_at_the_start_is_ignored_until_it_is_let_go():
    """Down from the start: reported, silent however long, silent when let go, and a button like any other after that."""
    debouncer = Debouncer({**ALL_UP, HOME: True}, at=0.0)
    assert debouncer.tick(20.0) == []
    assert debouncer.held_since_start() == (HOME,)
    debouncer.feed(21.0, HOME, down=False)
    assert debouncer.tick(22.0) == []
    assert debouncer.held_since_start() == ()
    debouncer.feed(23.0, HOME, down=True)
    debouncer.feed(23.2, HOME, down=False)
    assert debouncer.tick(24.0) == [Press(HOME, at=23.2)]


def test_a_press_is_not_taken_for_a_stuck_button_in_the_middle_of_being_believed():
    """The game's thread may ask at any instruction of the drivers' thread; a page would come up for nothing."""
    debouncer = Debouncer(ALL_UP, at=0.0)
    debouncer.feed(1000.0, OK, down=True)
    found = []
    with interrupted(Debouncer._advance, lambda: found.append(debouncer.stuck(1000.1))):
        debouncer.tick(1000.1)
    assert len(found) > 50
    assert set(found) == {()}


def test_a_stuck_button_is_reported_until_it_comes_up():
    """Down for STUCK seconds is a pinched wire, not a person."""
    debouncer = Debouncer(ALL_UP, at=0.0)
    debouncer.feed(1.0, OK, down=True)
    debouncer.tick(2.0)
    assert debouncer.stuck(1.0 + STUCK - 0.1) == ()
    assert debouncer.stuck(1.0 + STUCK) == (OK,)
    debouncer.feed(50.0, OK, down=False)
    debouncer.tick(51.0)
    assert debouncer.stuck(100.0) == ()


@pytest.mark.parametrize(
    ("a_second", "seconds", "what"), [(20 * 7, 60, "each button 20 times"), (200, 5, "all together 200")]
)
def test_fast_fingers_lose_nothing(a_second, seconds, what):
    """20 presses a second on each of the seven buttons for a minute, and 200 a second on the seven together for 5 s."""
    edges, expected = [], []
    period = len(Button) / a_second
    for i in range(int(seconds * a_second)):
        button = list(Button)[i % len(Button)]
        start = 1.0 + i / a_second
        release = start + period / 2
        # A real contact: it chatters for a millisecond both ways.
        edges += [(start, button, True), (start + 0.0004, button, False), (start + 0.001, button, True)]
        edges += [(release, button, False), (release + 0.0004, button, True), (release + 0.001, button, False)]
        expected.append((button, release))
    told = play(edges, end=seconds + 3)
    assert [press.button for press in told] == [button for button, _ in expected]
    assert max(abs(press.at - release) for press, (_, release) in zip(told, expected, strict=True)) < 0.002
    assert not any(press.held for press in told)


def test_the_lockout_is_longer_than_the_worst_chatter():
    """The numbers of the module's text: a press settles in 5 to 10 ms, and the lock outlasts 20 ms of chatter."""
    assert 0.005 <= SETTLE <= 0.010
    assert 0.020 < LOCKOUT <= 0.030


def test_the_worst_chatter_of_20_ms_is_one_press():
    """Closed long enough to be believed, open just as long, and closed for good at the last moment."""
    edges = [(1.0, OK, True), (1.0070, OK, False), (1.0199, OK, True), (1.3, OK, False)]
    edges += [(1.3070, OK, True), (1.3199, OK, False)]
    assert [press.held for press in play(edges, end=2.0)] == [False]


def test_a_level_read_late_still_forbids_the_hold_that_was_due():
    """HOME came up unseen, and the process wakes 50 ms after the hold was due: a short press, no shutdown."""
    debouncer = Debouncer(ALL_UP, at=0.0)
    debouncer.feed(1.0, HOME, down=True)
    assert debouncer.tick(2.0) == []
    assert not debouncer.compare(4.05, ALL_UP)
    assert debouncer.tick(4.05) == []
    debouncer.compare(4.05 + PATIENCE, ALL_UP)
    assert [press.held for press in debouncer.tick(5.0)] == [False]
