"""The outbox: a match's end and the message of it are written together, and stay until the broker has it."""

from __future__ import annotations

import json
import sqlite3

import pytest

from device.journal import MOST_MESSAGES, Entry, Journal, Message
from device.journal_file import FILE_NAME
from device.results import announcement
from device.script import VirtualTimes
from device.settings import defaults, schema
from device.sight import Standing
from device.table import Table
from drivers.contract import Button, Press
from tests.tally import TALLY


def table_at(folder, *, mqtt=True):
    values = defaults(schema([TALLY]))
    values["table"]["language"] = "en"
    values["mqtt"]["enabled"] = mqtt
    values["tally"]["limit"] = 2
    return Table([TALLY], Journal(folder), VirtualTimes(), values=values)


def press(table, *buttons):
    for button in buttons:
        table.press(Press(button), 1.0)


def told(journal):
    return [json.loads(message.payload) for message in journal.outbox()]


def test_a_match_that_ends_is_put_out(tmp_path):
    """With all that a scoreboard shows, and an id."""
    table = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE)
    assert told(table.journal) == []
    press(table, Button.HEART)
    [message] = table.journal.outbox()
    assert message.topic == "result"
    payload = json.loads(message.payload)
    assert payload == {
        "id": message.id,
        "status": "final",
        "began": "2026-01-03T20:00:00+00:00",
        "ended": "2026-01-03T20:00:00+00:00",
        "match": 1,
        "game": "tally",
        "title": "Tally",
        "text": "2 counted",
        "finished": True,
        "players": [],
        "winner": None,
        "score": None,
        "values": {"n": 2},
        "result": {},
    }


def test_an_end_that_is_taken_back_is_withdrawn_and_told_anew(tmp_path):
    """UNDO at the end, then another end: three messages in this order, each with an id of its own."""
    table = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE, Button.HEART, Button.UNDO, Button.CLUB)
    assert [payload["status"] for payload in told(table.journal)] == ["final", "withdrawn", "final"]
    assert len({payload["id"] for payload in told(table.journal)}) == 3


def test_an_event_after_the_end_that_changes_nothing_is_not_told(tmp_path):
    """Only what came out counts."""
    table = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE, Button.HEART)
    table.press(Press(Button.OK, held=True), 1.0)  # draws cards, which the summary does not know
    assert len(table.journal.entries(1)) == 3
    assert len(told(table.journal)) == 1


def test_nothing_is_put_out_while_mqtt_is_off(tmp_path):
    """Or it would pile up for nobody."""
    table = table_at(tmp_path, mqtt=False)
    press(table, Button.OK, Button.SPADE, Button.HEART)
    assert table.journal.match(1).finished
    assert table.journal.outbox() == []


def test_the_end_and_its_message_are_written_together_or_not_at_all(tmp_path):
    """A cut between the two cannot be: a second reader sees both or neither, in one transaction."""
    table = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE)
    statements = []
    table.journal._db.set_trace_callback(statements.append)
    press(table, Button.HEART)
    table.journal._db.set_trace_callback(None)
    begins = [number for number, text in enumerate(statements) if text.startswith("BEGIN")]
    ends = [number for number, text in enumerate(statements) if text.startswith("COMMIT")]
    written = [number for number, text in enumerate(statements) if "INTO outbox" in text or "UPDATE match" in text]
    assert len(written) == 2
    assert any(begin < written[0] < written[1] < end for begin, end in zip(begins, ends, strict=True))


def test_it_waits_over_a_restart_until_it_is_delivered(tmp_path):
    """The process may be killed: the next one finds it. Once delivered it is gone with the next write."""
    table = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE, Button.HEART)
    again = Journal(tmp_path)
    [message] = again.outbox()
    again.delivered(message.id)
    assert again.outbox() == []
    assert len(Journal(tmp_path).outbox()) == 1  # not yet on disk: at worst it is sent twice
    again.close()
    assert Journal(tmp_path).outbox() == []


def test_a_delivery_costs_no_write_of_its_own(tmp_path):
    """No press waits for the disk on its account: it goes with the next write."""
    table = table_at(tmp_path)
    press(table, Button.OK, Button.SPADE, Button.HEART)
    before = table.journal._db.total_changes
    table.journal.delivered(table.journal.outbox()[0].id)
    assert table.journal._db.total_changes == before
    press(table, Button.HOME)
    rows = sqlite3.connect(tmp_path / FILE_NAME).execute("SELECT count(*) FROM outbox").fetchone()
    assert rows == (0,)


def test_for_a_broker_that_never_comes_only_the_newest_are_kept(tmp_path):
    """It is forgotten in the settings for years: neither the card nor any press bears the load of all its results."""
    journal = Journal(tmp_path)
    match = journal.begin("tally", "{}", None, "{}")
    for number in range(MOST_MESSAGES + 20):
        journal.append(match, Entry("Counted", "{}"), "{}", None, None, message=Message(str(number), "result", "{}"))
    assert [message.id for message in journal.outbox()] == [str(number) for number in range(20, MOST_MESSAGES + 20)]


@pytest.mark.parametrize("delivered", [False, True])
def test_it_lives_through_a_disk_that_fails_and_heals(tmp_path, monkeypatch, delivered):
    """Written while the disk was full, it is on disk afterwards; delivered meanwhile, it is not sent again."""
    journal = Journal(tmp_path)
    match = journal.begin("tally", "{}", None, "{}")

    def end(id_):
        journal.append(match, Entry("Counted", "{}"), "{}", None, None, message=Message(id_, "result", "{}"))

    end("before")
    journal._db.execute("PRAGMA max_page_count = 1")  # full
    journal._db.execute("PRAGMA cache_size = 1")
    opens = journal._heal
    monkeypatch.setattr(journal, "_heal", lambda: None)
    big = "x" * 100_000
    journal.append(match, Entry("Counted", big), "{}", None, None, message=Message("during", "result", "{}"))
    assert journal.troubled
    assert [message.id for message in journal.outbox()] == ["before", "during"]
    if delivered:
        journal.delivered("before")
    monkeypatch.setattr(journal, "_heal", opens)
    end("after")
    assert not journal.troubled
    journal.close()
    kept = [message.id for message in Journal(tmp_path).outbox()]
    assert kept == (["during", "after"] if delivered else ["before", "during", "after"])


def standing(**changes):
    values = {"match": 1, "game": "g", "title": "G", "text": "", "finished": True, "players": (), "values": {}}
    return Standing(**({**values, "result": {}} | changes))


@pytest.mark.parametrize(
    ("result", "players", "winner", "score"),
    [
        ({"score": [3, 2], "winner": "Reds"}, (), "Reds", "3–2"),
        ({"winners": ["hearts", "clubs"], "chips": [120, 80]}, ("Ann", "Bob"), "clubs", "Ann 120, Bob 80"),
        ({"winners": []}, (), None, None),
        ({"won": True}, (), None, None),
        ({}, (), None, None),
    ],
)
def test_winner_and_score_are_read_from_what_the_games_say(result, players, winner, score):
    """The four words that are understood whatever the game."""
    before, after = standing(finished=False), standing(result=result, players=players)
    message = announcement(before, after, identity="1", began=None, ended=None)
    payload = json.loads(message.payload)
    assert (payload["winner"], payload["score"]) == (winner, score)
