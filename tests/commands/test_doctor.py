"""`meneur doctor`: every trouble is named with its cure, for people and for programs, and nobody's evening is disturbed."""

from __future__ import annotations

import io
import json

import pytest

from device.cli import main
from device.commands import doctor
from device.files import use_alone
from device.journal import Journal
from device.journal_file import FILE_NAME
from device.rows import Entry
from drivers.checks import Finding, Verdict
from drivers.contract import Button
from drivers.simulator.box import Box


@pytest.fixture
def well(monkeypatch):
    """A machine whose hardware findings are all good."""
    monkeypatch.setattr(doctor, "examine", lambda wiring: [Finding("machine", Verdict.GOOD, "Raspberry Pi 4")])


def findings(capsys, *words):
    code = main(["doctor", "--json", *words])
    return code, {row["subject"]: row for row in json.loads(capsys.readouterr().out)}


def test_a_box_in_order_is_exit_code_0(tmp_path, capsys, well):
    """Settings, disk, matches and clock are all told."""
    code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 0
    assert {"meneur", "settings", "disk", "matches", "clock", "machine"} <= set(rows)


def test_no_raspberry_pi_is_said_with_what_to_do(tmp_path, capsys):
    """On a laptop the doctor points to `meneur play`, and the exit code tells."""
    code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 1
    assert rows["machine"]["verdict"] == "bad"
    assert "meneur play" in rows["machine"]["cure"]


def test_a_wrong_settings_entry_is_a_finding_with_its_line(tmp_path, capsys, well):
    """The person reads which line to change to what."""
    file = tmp_path / "meneur.toml"
    file.write_text("[sound]\nvolume = 11\n", encoding="utf-8")
    code, rows = findings(capsys, "--state", str(tmp_path), "--settings", str(file))
    assert code == 1
    assert rows["settings"]["found"] == "sound.volume: 11"
    assert "from 0 to 10" in rows["settings"]["cure"]
    assert "line 2" in rows["settings"]["cure"]


def test_a_wrong_settings_entry_is_told_once(tmp_path, capsys, caplog, well):
    """As a finding, and not in the log besides; commands without findings have the log alone."""
    file = tmp_path / "meneur.toml"
    file.write_text("[sound]\nvolume = 11\n", encoding="utf-8")
    assert main(["doctor", "--quick", "--state", str(tmp_path), "--settings", str(file)]) == 1
    assert "!! settings: sound.volume: 11" in capsys.readouterr().out
    assert caplog.messages == []
    (tmp_path / "script").write_text("", encoding="utf-8")
    assert main(["replay", str(tmp_path / "script"), "--settings", str(file)]) == 0
    assert caplog.messages == [f"settings: {file}:2: sound.volume: found 11, expected a whole number from 0 to 10"]


def test_a_damaged_journal_is_a_finding_and_is_not_touched(tmp_path, capsys, well):
    """The doctor looks; putting aside is for the next start."""
    (tmp_path / FILE_NAME).write_bytes(b"torn" * 5000)
    code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 1
    assert "damaged" in rows["matches"]["found"]
    assert (tmp_path / FILE_NAME).read_bytes() == b"torn" * 5000


def test_a_garbled_match_is_a_finding_with_its_number(tmp_path, capsys, well):
    """The others are counted as always; what to do is said. It is no alarm: no cure brings the letters back."""
    journal = Journal(tmp_path)
    for _ in range(2):
        journal.append(journal.begin("tally", "{}", None, "{}"), Entry("Counted", "{}"), "{}", None, None)
    journal._db.execute("UPDATE record SET fields = CAST(X'FF' AS TEXT) WHERE match = 2")
    journal.close()
    code, found = findings(capsys, "--state", str(tmp_path))
    assert code == 0
    assert found["matches"]["found"].startswith("2 in ")
    assert "(number 2)" in found["matches garbled"]["found"]
    assert "`meneur export FILE`" in found["matches garbled"]["cure"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("journal.damaged-1.sqlite3", "a damaged match book is kept as"),
        ("journal.before-restore-2.sqlite3", "the match book from before an archive was restored is kept as"),
    ],
)
def test_a_match_book_put_aside_is_named_but_is_no_alarm(tmp_path, capsys, well, name, found):
    """Somebody may miss its matches; the box is in order all the same."""
    (tmp_path / name).write_bytes(b"torn")
    code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 0
    assert rows["matches put aside"]["found"] == f"{found} {tmp_path / name}"
    assert rows["matches put aside"]["verdict"] == "slow"
    assert "remove it" in rows["matches put aside"]["cure"]


def test_a_disk_that_forgets_is_bad_for_the_matches(tmp_path, capsys, monkeypatch, well):
    """The matches of tonight are read, but would be gone with the power."""
    Journal(tmp_path).close()
    monkeypatch.setattr("device.journal_file.forgets", lambda folder: True)
    code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 1
    assert rows["matches"]["found"] == "not saved now: the disk forgets (overlay)"


def test_the_doctor_makes_no_tables_in_an_empty_file(tmp_path, capsys, well):
    """The next start does."""
    (tmp_path / FILE_NAME).touch()
    code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 0
    assert rows["matches"]["found"].startswith("0 in ")
    assert (tmp_path / FILE_NAME).read_bytes() == b""


def test_looking_makes_no_folder(tmp_path, capsys, well):
    """A folder that is not there yet is judged by the one it would be in, and still is not there afterwards."""
    code, rows = findings(capsys, "--state", str(tmp_path / "typo" / "deep"))
    assert code == 0
    assert str(tmp_path) in rows["disk"]["found"]
    assert not (tmp_path / "typo").exists()


def test_a_running_box_keeps_its_pins(tmp_path, capsys, monkeypatch):
    """The hardware is not asked while another Meneur has it."""
    monkeypatch.setattr(doctor, "model", lambda: "Raspberry Pi 4")
    monkeypatch.setattr(doctor, "examine", lambda wiring: pytest.fail("the pins were touched"))
    lock = use_alone(tmp_path)
    code, rows = findings(capsys, "--state", str(tmp_path))
    lock.close()
    assert code == 0
    assert "systemctl stop" in rows["hardware"]["cure"]


def test_on_a_laptop_a_running_meneur_is_the_simulator(tmp_path, capsys, monkeypatch):
    """It has no pins and no panel, and there is no service to stop."""
    monkeypatch.setattr(doctor, "model", lambda: None)
    with use_alone(tmp_path):
        code, rows = findings(capsys, "--state", str(tmp_path))
    assert code == 1
    assert rows["machine"]["found"] == "this is no Raspberry Pi"
    assert rows["simulator"] == {
        "subject": "simulator",
        "verdict": "good",
        "found": "running, and left alone",
        "cure": "",
    }
    assert "systemctl" not in str(rows)


def with_a_person(monkeypatch, tmp_path, answers, box):
    """Run the interactive part on a simulated box with these answers."""
    given = iter(answers)
    monkeypatch.setattr("builtins.input", lambda prompt: next(given))
    monkeypatch.setattr(doctor.sys, "stdin", type("Terminal", (io.StringIO,), {"isatty": lambda self: True})())
    monkeypatch.setattr(doctor, "open_board", lambda kind, wiring: box.board)
    monkeypatch.setattr(doctor, "PATIENCE", 0.3)
    return main(["doctor", "--state", str(tmp_path)])


def test_a_panel_that_looks_wrong_is_told_by_its_picture(tmp_path, capsys, monkeypatch, well):
    """The person names the picture they see, the doctor names the setting."""
    box = Box()
    code = with_a_person(monkeypatch, tmp_path, ["2", "y", "y"], box)
    out = capsys.readouterr().out
    assert code == 1
    assert 'set panel.type = "sh1106"' in out
    box.close()


def test_a_button_that_does_not_answer_is_named(tmp_path, capsys, monkeypatch, well):
    """Nobody presses: each button is a finding with the wires to check."""
    box = Box()
    code = with_a_person(monkeypatch, tmp_path, ["1", "y", "n"], box)
    out = capsys.readouterr().out
    assert code == 1
    for button in Button:
        assert f"!! button {button.name}: no press arrived" in out
    assert "!! buzzer: not as it should be" in out
    assert "ok lamps" in out
    box.close()


def test_an_answer_that_is_none_condemns_nothing(tmp_path, capsys, monkeypatch, well):
    """A slip of the finger, or Ctrl-D: it is not known, and the doctor goes on."""
    box = Box()

    def ended(_prompt):
        raise EOFError

    code = with_a_person(monkeypatch, tmp_path, ["1", "maybe", "y"], box)
    assert code == 1  # for the buttons, which nobody presses
    assert "?  lamps: neither yes nor no: 'maybe'" in capsys.readouterr().out
    monkeypatch.setattr("builtins.input", ended)
    main(["doctor", "--state", str(tmp_path)])
    out = capsys.readouterr().out
    assert "?  panel: no picture ''" in out
    assert "?  buzzer: neither yes nor no: ''" in out
    box.close()
