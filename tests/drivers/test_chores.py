"""Workers: every chore at its moment, in a thread or in virtual time."""

import threading

import pytest

from drivers.chores import MonotonicClock, StillWorker, ThreadWorker, VirtualClock


class Repeating:
    """Due every `seconds`; notes when it was done."""

    def __init__(self, clock, seconds):
        self.clock = clock
        self.seconds = seconds
        self.next = clock.now() + seconds
        self.done = []

    def due(self):
        return self.next

    def work(self, now):
        self.done.append(round(now, 6))
        self.next += self.seconds


class Waiting:
    """Due only once asked; says when it was done."""

    def __init__(self):
        self.asked = False
        self.done = threading.Event()

    def due(self):
        return 0.0 if self.asked else None

    def work(self, now):
        self.asked = False
        self.done.set()


def test_in_virtual_time_every_chore_is_done_at_its_moment():
    """Two rhythms, interleaved as they would be in life."""
    clock = VirtualClock()
    worker = StillWorker(clock)
    twos, threes = Repeating(clock, 2.0), Repeating(clock, 3.0)
    worker.add(twos, threes)
    worker.advance(6.5)
    assert (twos.done, threes.done) == ([2, 4, 6], [3, 6])
    assert clock.now() == 6.5
    assert worker.next_due() == 8.0


def test_virtual_time_moves_without_chores():
    """Nothing to do is no reason to stand still."""
    clock = VirtualClock()
    StillWorker(clock).advance(3.0)
    assert clock.now() == 3.0


def test_a_poke_from_within_a_chore_does_not_nest():
    """A press lights a lamp: the lamp is done by the same round, not inside the press."""
    clock = VirtualClock()
    worker = StillWorker(clock)
    lamp = Waiting()

    class Press(Waiting):
        def work(self, now):
            lamp.asked = True
            worker.poke()
            assert not lamp.done.is_set()
            super().work(now)

    press = Press()
    worker.add(press, lamp)
    press.asked = True
    worker.poke()
    assert lamp.done.is_set()


def test_a_thread_sleeps_until_it_is_poked():
    """A chore that is not due costs nothing; poked, it is done at once."""
    worker = ThreadWorker("test", MonotonicClock())
    chore = Waiting()
    worker.add(chore)
    chore.asked = True
    worker.poke()
    assert chore.done.wait(10.0)
    assert worker.close(10.0)


def test_a_thread_does_a_chore_when_its_time_has_come():
    """Nobody pokes: the worker wakes by itself."""
    clock = MonotonicClock()
    worker = ThreadWorker("test", clock)
    enough = threading.Event()

    class Counting(Repeating):
        def work(self, now):
            super().work(now)
            if len(self.done) == 3:
                enough.set()

    worker.add(Counting(clock, 0.005))
    assert enough.wait(10.0)
    assert worker.close(10.0)


def test_closing_is_not_dying():
    """A worker that was asked to end is alive to the end, and may be closed twice."""
    worker = ThreadWorker("test", MonotonicClock())
    assert worker.close(10.0)
    assert worker.close(10.0)
    assert worker.alive()


def test_a_chore_that_raises_ends_its_thread_and_says_so(caplog):
    """A defect is not papered over: logged with its traceback, and the worker is no longer alive."""
    worker = ThreadWorker("test", MonotonicClock())

    class Broken(Waiting):
        def work(self, now):
            raise ZeroDivisionError("broken")

    chore = Broken()
    chore.asked = True
    worker.add(chore)
    worker._thread.join(10.0)
    assert not worker.alive()
    assert "test stopped; the process must be started again" in caplog.text
    assert "ZeroDivisionError: broken" in caplog.text


def test_a_chore_that_raises_in_virtual_time_raises_where_time_is_moved():
    """A replay stops at the defect."""
    clock = VirtualClock()
    worker = StillWorker(clock)

    class Broken(Repeating):
        def work(self, now):
            raise ZeroDivisionError

    worker.add(Broken(clock, 1.0))
    with pytest.raises(ZeroDivisionError):
        worker.advance(2.0)
