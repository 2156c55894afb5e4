"""The doctor called by root: it judges by the rights of the user who runs Meneur, for whom root's files may be closed."""

from __future__ import annotations

import json
import os
import pwd
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.cli import main
from device.commands import doctor, rights
from device.journal import Journal
from device.journal_file import FILE_NAME
from drivers.checks import Finding, Verdict

MENEUR, PI = 998, 1000


@pytest.fixture
def owned(monkeypatch):
    """Everything belongs to meneur, and root asks; the entries made here are the owners and modes of other files."""
    others: dict[Path, tuple[int, int]] = {}
    names = {0: "root", MENEUR: "meneur", PI: "pi"}

    def seen(path):
        there = path.stat()
        uid, mode = others.get(path, (MENEUR, there.st_mode | 0o700))
        return SimpleNamespace(st_uid=uid, st_gid=uid, st_mode=mode)

    def known(uid):
        if uid not in names:
            raise KeyError(uid)
        return SimpleNamespace(pw_name=names[uid], pw_uid=uid, pw_gid=uid)

    monkeypatch.setattr(rights, "seen", seen)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path).exists())
    monkeypatch.setattr(os, "getgrouplist", lambda _name, gid: [gid])
    monkeypatch.setattr(pwd, "getpwuid", known)
    monkeypatch.setattr(doctor, "examine", lambda wiring: [Finding("machine", Verdict.GOOD, "Raspberry Pi 4")])
    return others


@pytest.fixture
def box(tmp_path):
    """A box on which a match book and a settings file are."""
    Journal(tmp_path).close()
    (tmp_path / "settings.toml").write_text("[sound]\nvolume = 4\n", encoding="utf-8")
    return tmp_path


def examined(capsys, box):
    code = main(["doctor", "--json", "--state", str(box), "--settings", str(box / "settings.toml")])
    return code, {row["subject"]: row for row in json.loads(capsys.readouterr().out)}


def test_a_box_whose_files_are_the_user_s_own_is_in_order(box, owned, capsys):
    """Root asks, meneur plays."""
    code, rows = examined(capsys, box)
    assert code == 0
    assert {rows[subject]["verdict"] for subject in ("settings", "disk", "matches")} == {"good"}


def test_a_match_book_that_was_copied_back_by_root_is_named_with_its_owner(box, owned, capsys):
    """Root could write it, the service cannot: the matches of tonight are not saved."""
    book = box / FILE_NAME
    owned[book] = (0, 0o100644)
    code, rows = examined(capsys, box)
    assert code == 1
    assert rows["disk"]["verdict"] == "good"
    assert rows["matches"]["found"] == (
        f"not saved now: {book} belongs to root and may not be written by meneur, who runs Meneur"
    )
    assert rows["matches"]["cure"] == f"sudo chown meneur: {book}"


def test_a_match_book_that_is_write_protected_gets_its_right_back(box, owned, capsys):
    """It is the user's own: no other owner would help."""
    owned[box / FILE_NAME] = (MENEUR, 0o100400)
    code, rows = examined(capsys, box)
    assert code == 1
    assert rows["matches"]["cure"] == f"sudo chmod u+rw {box / FILE_NAME}"


def test_what_sqlite_keeps_beside_the_book_counts_too(box, owned, capsys):
    """A -wal that root has made keeps the service out of the book as a whole."""
    beside = box / f"{FILE_NAME}-wal"
    beside.touch()
    owned[beside] = (0, 0o100644)
    code, rows = examined(capsys, box)
    assert code == 1
    assert rows["matches"]["cure"] == f"sudo chown meneur: {beside}"


def test_settings_that_are_root_s_alone_are_named_with_the_cure(box, owned, capsys):
    """The doctor reads them, the box does not."""
    file = box / "settings.toml"
    owned[file] = (0, 0o100600)
    code, rows = examined(capsys, box)
    assert code == 1
    assert rows["settings"]["found"] == f"{file} belongs to root and may not be read by meneur, who runs Meneur"
    assert rows["settings"]["cure"] == f"sudo chmod a+r {file}"


def test_settings_of_a_group_that_the_user_is_in_may_be_read(box, owned, capsys):
    """Owner, group, others: the first that fits counts."""
    owned[box / "settings.toml"] = (MENEUR, 0o100040)
    assert examined(capsys, box)[0] == 1  # the owner's right counts, not the group's
    runner = rights.Runner("meneur", MENEUR, frozenset({0}))
    owned[box / "settings.toml"] = (0, 0o100640)
    assert runner.hindrance(box / "settings.toml", os.R_OK) is None
    assert runner.hindrance(box / "settings.toml", os.W_OK) is not None


def test_a_closed_folder_on_the_way_is_what_is_named(box, owned, capsys):
    """Whatever the file's own mode says; the folder need only be opened to pass through."""
    (box / "deep").mkdir()
    file = box / "deep" / "file"
    file.touch()
    owned[box / "deep"] = (0, 0o040700)
    hindrance = rights.runner_of(box).hindrance(file, os.R_OK)
    assert str(hindrance) == f"{box / 'deep'} belongs to root and may not be entered by meneur, who runs Meneur"
    assert {hindrance.cure_by_owner, hindrance.cure_by_group, hindrance.cure_for_all} == {
        f"sudo chmod a+x {box / 'deep'}"
    }


def test_the_folder_of_a_person_is_judged_by_that_person(box, owned):
    """`sudo meneur doctor --state` for one's own matches."""
    owned[box] = (PI, 0o040755)
    assert rights.runner_of(box).name == "pi"


def test_the_service_s_folder_is_judged_by_the_service_whoever_owns_it(box, owned, monkeypatch):
    """A folder that was copied back by root is still the service's."""
    monkeypatch.setattr("device.places.SERVICE", box)
    monkeypatch.setattr(pwd, "getpwnam", lambda name: SimpleNamespace(pw_name=name, pw_uid=MENEUR, pw_gid=MENEUR))
    owned[box] = (0, 0o040755)
    assert rights.runner_of(box).name == "meneur"


def test_what_the_sandbox_hides_cannot_be_read_whatever_its_rights(box, owned, monkeypatch):
    """A password in somebody's home, for all to read."""
    monkeypatch.setattr("device.places.SERVICE", box)
    monkeypatch.setattr("device.places.HIDDEN_FROM_SERVICE", (box,))
    monkeypatch.setattr(pwd, "getpwnam", lambda name: SimpleNamespace(pw_name=name, pw_uid=MENEUR, pw_gid=MENEUR))
    hindrance = rights.runner_of(box).hindrance(box / "settings.toml", os.R_OK)
    assert str(hindrance) == f"{box / 'settings.toml'} is in {box}, which the service does not see"
    assert hindrance.cure_by_group == "move it to /etc/meneur"


def test_on_a_disk_that_is_read_only_no_owner_is_blamed(box, owned, monkeypatch):
    """No change of owner would help."""
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    monkeypatch.setattr(os, "statvfs", lambda _path: SimpleNamespace(f_flag=os.ST_RDONLY))
    hindrance = rights.runner_of(box).hindrance(box, os.W_OK)
    assert str(hindrance) == f"{box} is on a disk that is read-only"
    assert "chown" not in hindrance.cure_by_owner
