"""The door: the code lets in, guessing does not, and whoever stands at the box can always mend it."""

from __future__ import annotations

import json
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.mirror.door import ADDRESSES, ALL, DAY, EACH, Door, LetIn, TurnedAway
from device.mirror.key import FILE_NAME, Key, KeyRing, fresh_key

PHONE, OTHER = "192.168.1.20", "192.168.1.30"


def door():
    return Door(Key("4711", "token"), lambda: Key("2209", "new token"))


def guess(door, times, address=PHONE, now=0.0):
    return [door.knock("0000", address, now).wait for _ in range(times)]


def test_the_code_lets_in():
    """Whoever types it is given the token, and the token opens from then on."""
    assert door().knock("4711", PHONE, 0.0) == LetIn("token")
    assert door().opens("token")
    assert not door().opens("")
    assert not door().opens("tökén")


@pytest.mark.parametrize("code", ["0000", "", "471", "47110", " 4711", "４７１１", "4711\0"])
def test_any_other_code_does_not(code):
    """Not even a part of it, or digits of another script."""
    assert door().knock(code, PHONE, 0.0) == TurnedAway(0.0)


def test_the_fifth_wrong_code_of_an_address_is_its_last_for_a_minute():
    """Then not even the right one is looked at; after the minute it is."""
    closed = door()
    assert guess(closed, 5) == [0, 0, 0, 0, 60]
    assert closed.knock("4711", PHONE, 59.0) == TurnedAway(1.0)
    assert closed.knock("4711", PHONE, 60.0) == LetIn("token")


def test_one_address_that_guesses_keeps_no_other_out():
    """The child with the phone does not lock out the television."""
    closed = door()
    guess(closed, 5)
    assert closed.knock("4711", OTHER, 1.0) == LetIn("token")


def test_each_wait_of_an_address_is_twice_as_long_up_to_an_hour():
    """1, 2, 4, 8 … minutes."""
    closed, now, waits = door(), 0.0, []
    while len(waits) < 4:
        wait = guess(closed, EACH.tries, now=now)[-1]
        now += wait
        waits.append(wait)
        closed._all = type(closed._all)(ALL)  # only this address counts here
    assert waits == [60, 120, 240, 480]


def test_twenty_wrong_codes_from_anywhere_close_the_door_to_all():
    """A guesser with many addresses gets no further than one with few."""
    closed = door()
    for number in range(ALL.tries):
        guess(closed, 1, address=f"10.0.0.{number}")
    assert closed.wait(0.0) == ALL.first
    assert closed.knock("4711", "10.0.1.1", 1.0) == TurnedAway(ALL.first - 1)


def test_a_right_code_does_not_give_a_guesser_new_tries():
    """The family coming and going does not help the stranger."""
    closed = door()
    for number in range(ALL.tries):
        closed.knock("4711", PHONE, 0.0)
        guess(closed, 1, address=f"10.0.0.{number}")
    assert closed.wait(0.0) > 0


@given(st.lists(st.floats(0.0, 7200.0), max_size=400))
def test_no_guesser_gets_more_than_a_few_tries_a_day(pauses):
    """However tries are spread over a day, fewer than two hundred codes are looked at: two in a hundred of all there are."""
    closed, now, looked_at = door(), 0.0, 0
    for number, pause in enumerate(pauses):
        now += pause
        if now > DAY:
            break
        if closed.wait(now) == 0:
            looked_at += 1
        guess(closed, 1, address=f"10.0.{number // 200}.{number % 200}", now=now)
    assert looked_at < 200


def test_an_eager_guesser_is_heard_160_times_on_the_first_day():
    """Trying at every moment at which a try is heard, from a new address each: eight rounds of twenty."""
    closed, now, looked_at = door(), 0.0, 0
    while now < DAY:
        guess(closed, 1, address=f"10.{looked_at // 200}.0.{looked_at % 200}", now=now)
        looked_at += 1
        now += closed.wait(now)
    assert looked_at == 8 * ALL.tries


def test_a_day_without_a_mistake_forgets_the_earlier_ones():
    """Four slips today and four tomorrow are no siege."""
    closed = door()
    guess(closed, 4)
    assert guess(closed, 4, now=DAY + 1) == [0, 0, 0, 0]


def test_a_new_code_at_the_box_lifts_every_wait_and_closes_the_old_way_in():
    """Whoever stands at the box is trusted; whoever came in by the old code is not any more."""
    closed = door()
    for number in range(ALL.tries):
        guess(closed, 1, address=f"10.0.0.{number}")
    guess(closed, 5)
    closed.new_code()
    assert closed.code == "2209"
    assert not closed.opens("token")
    assert closed.knock("4711", PHONE, 1.0) == TurnedAway(0.0)
    assert closed.knock("2209", PHONE, 1.0) == LetIn("new token")


def test_the_list_of_addresses_does_not_grow_for_ever():
    """What is forgotten of an address is not forgotten in all."""
    closed = door()
    for number in range(3 * ADDRESSES):
        closed._all = type(closed._all)(ALL)
        guess(closed, 1, address=str(number))
    assert len(closed._each) == ADDRESSES


def test_the_code_is_kept_over_a_restart_for_the_owner_alone(tmp_path):
    """The television is let in once; nobody else on the machine reads its token."""
    key = KeyRing(tmp_path).load()
    assert KeyRing(tmp_path).load() == key
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    new = KeyRing(tmp_path).renew()
    assert new.token != key.token
    assert KeyRing(tmp_path).load() == new


@pytest.mark.parametrize("torn", ["", '{"code": "47', "[]", '{"code": "4711"}'])
def test_a_torn_file_gives_a_new_code(tmp_path, torn):
    """Power cuts are no reason to stay dark."""
    (tmp_path / FILE_NAME).write_text(torn)
    key = KeyRing(tmp_path).load()
    assert json.loads((tmp_path / FILE_NAME).read_text()) == {"code": key.code, "token": key.token}


def test_a_disk_that_cannot_be_written_keeps_nobody_out(tmp_path):
    """The code is then good until the box is switched off."""
    (tmp_path / "file").write_text("")
    assert len(KeyRing(tmp_path / "file" / "below").load().code) == 4
    assert len(KeyRing(None).load().code) == 4


def test_codes_are_four_digits_and_tokens_cannot_be_guessed():
    """Also a code that begins with zeros."""
    keys = [fresh_key() for _ in range(300)]
    assert all(len(key.code) == 4 and key.code.isdecimal() for key in keys)
    assert any(key.code.startswith("0") for key in keys)
    assert all(len(key.token) >= 43 for key in keys)
    assert len({key.token for key in keys}) == 300
