"""The workers: newest thought first, estimates never behind exact answers, nothing worked out twice for asking twice."""

from __future__ import annotations

import threading

import pytest

from device.games.contract import Thought
from device.thinker import Thinker

SOON = 5.0
"""Seconds that a test waits for a thread before it calls it stuck."""


@pytest.fixture
def results():
    """Collects what is delivered; `wait(n)` until there are n."""

    class Results(list):
        def __init__(self):
            super().__init__()
            self.changed = threading.Condition()

        def deliver(self, thought, result, final):
            with self.changed:
                self.append((thought.key, result, final))
                self.changed.notify_all()

        def wait(self, count):
            with self.changed:
                assert self.changed.wait_for(lambda: len(self) >= count, SOON), f"only {list(self)}"

    return Results()


def test_an_estimate_comes_and_then_the_answer(results):
    """Both are delivered, each marked."""
    thinker = Thinker(results.deliver)
    thinker.want(Thought("a", full=lambda: 1, quick=lambda: 0.9))
    results.wait(2)
    assert sorted(results) == [("a", 0.9, False), ("a", 1, True)]
    thinker.close()


def test_a_new_estimate_does_not_wait_for_an_old_answer(results):
    """While the first thought's exact answer is still being worked out, the second one's estimate arrives."""
    thinker, hold, begun = Thinker(results.deliver), threading.Event(), threading.Event()

    def old():
        begun.set()
        return hold.wait(SOON)

    thinker.want(Thought("old", full=old))
    assert begun.wait(SOON)
    thinker.want(Thought("new", full=lambda: 2, quick=lambda: 1.9))
    results.wait(1)
    assert results[0] == ("new", 1.9, False)
    hold.set()
    results.wait(3)
    thinker.close()


def test_a_thought_that_is_replaced_before_its_turn_is_never_begun(results):
    """Ten cards turned quickly: only the first, under way already, and the last are worked out."""
    thinker, hold, begun = Thinker(results.deliver), threading.Event(), threading.Event()

    def first():
        begun.set()
        return hold.wait(SOON)

    thinker.want(Thought(0, full=first))
    assert begun.wait(SOON)
    for number in range(1, 10):
        thinker.want(Thought(number, full=lambda number=number: number))
    hold.set()
    results.wait(2)
    assert [key for key, _, _ in results] == [0, 9]
    thinker.close()


def test_asking_again_is_not_working_again_but_coming_back_is(results):
    """The loop asks every turn; an undo that comes back to a state asks anew."""
    thinker = Thinker(results.deliver)
    for key in ("a", "a", "a"):
        thinker.want(Thought(key, full=lambda: 1))
    results.wait(1)
    thinker.want(None)
    thinker.want(Thought("a", full=lambda: 2))
    results.wait(2)
    assert list(results) == [("a", 1, True), ("a", 2, True)]
    thinker.close()


def test_a_calculation_that_fails_is_logged_and_the_next_one_still_runs(results, caplog):
    """The game goes on without the result."""
    thinker = Thinker(results.deliver)
    thinker.want(Thought("bad", full=lambda: 1 // 0))
    thinker.want(None)
    thinker.want(Thought("good", full=lambda: 1))
    results.wait(1)
    assert results[0] == ("good", 1, True)
    thinker.close()


def test_after_closing_nothing_is_delivered(results):
    """A calculation under way ends by itself and is forgotten."""
    thinker, hold, begun = Thinker(results.deliver), threading.Event(), threading.Event()

    def late():
        begun.set()
        hold.wait(SOON)

    thinker.want(Thought("late", full=late))
    assert begun.wait(SOON)
    thinker.close()
    hold.set()
    for thread in threading.enumerate():
        if thread.name in {"estimator", "reckoner"}:
            thread.join(SOON)
    assert list(results) == []
