"""Failed starts: three in a row within a minute each make the next a safe one, and nothing else does."""

from __future__ import annotations

import pytest

from device.starts import FILE_NAME, NO_WORD, PROVEN_SECONDS, Failures, Starts


def killed_start(folder, now=0.0):
    """A start that is killed before it can say anything."""
    return Starts(folder).begin(now)


def test_three_killed_starts_make_the_fourth_a_safe_one(tmp_path):
    """Not the third: the count is of starts that have failed, not of starts."""
    assert [killed_start(tmp_path).too_many for _ in range(4)] == [False, False, False, True]


def test_the_cause_is_the_last_failure_s_own_word(tmp_path):
    """What the last start said before it failed is what the safe one shows."""
    killed_start(tmp_path)
    starts = Starts(tmp_path)
    starts.begin(0.0)
    starts.fail("ValueError: no such horse")
    assert Starts(tmp_path).begin(0.0) == Failures(2, "ValueError: no such horse")


def test_a_killed_start_is_said_to_have_ended_without_a_word(tmp_path):
    """An older cause does not stand for a newer silence."""
    starts = Starts(tmp_path)
    starts.begin(0.0)
    starts.fail("ValueError: no such horse")
    killed_start(tmp_path)
    assert killed_start(tmp_path).cause == NO_WORD


@pytest.mark.parametrize(("ran", "failed"), [(PROVEN_SECONDS - 1, 1), (PROVEN_SECONDS, 0)])
def test_a_start_that_ran_for_a_minute_did_not_fail(tmp_path, ran, failed):
    """From the sixtieth second on, an end of any kind is no failed start."""
    starts = Starts(tmp_path)
    starts.begin(100.0)
    starts.progress(100.0 + ran)
    assert Starts(tmp_path).begin(0.0).count == failed


def test_a_failure_after_a_minute_is_not_counted(tmp_path):
    """A crash in the third hour of an evening leads to a normal start."""
    starts = Starts(tmp_path)
    starts.begin(0.0)
    starts.progress(3600.0)
    starts.fail("ValueError: no such horse")
    assert Starts(tmp_path).begin(0.0) == Failures()


def test_an_end_that_was_asked_for_is_no_failure(tmp_path):
    """Stopped in its first second by its owner, the box has not failed."""
    starts = Starts(tmp_path)
    starts.begin(0.0)
    starts.succeed()
    assert Starts(tmp_path).begin(0.0) == Failures()


def test_without_a_folder_nothing_is_counted():
    """A start by hand in a terminal is not repeated by anybody."""
    starts = Starts(None)
    assert starts.begin(0.0) == Failures()
    starts.fail("anything")
    starts.progress(99.0)


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"count": "many", "cause": ""}', '{"count": 3}'])
def test_a_torn_file_begins_the_count_anew(tmp_path, torn):
    """A count that cannot be read is no reason for not starting."""
    (tmp_path / FILE_NAME).write_text(torn, encoding="utf-8")
    assert killed_start(tmp_path) == Failures()
    assert killed_start(tmp_path).count == 1


def test_a_folder_that_cannot_be_written_does_not_keep_the_box_from_starting(tmp_path):
    """The count is a help, never a condition."""
    missing = tmp_path / "missing"
    assert killed_start(missing) == Failures()
    assert killed_start(missing) == Failures()
