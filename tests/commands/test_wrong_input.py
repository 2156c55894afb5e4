"""Whatever a newcomer types: one sentence on stderr, exit code 2, no traceback; and output that suits whoever reads it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import INTERRUPTED, main

COMMAND = [sys.executable, "-m", "device"]


def meneur(*words, **surroundings):
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        capture_output=True,
        check=False,
        env={**os.environ, "XDG_CONFIG_HOME": "/nowhere", **surroundings},
    )


def sentence(capsys, *words):
    """The one sentence of a command that was called wrongly."""
    assert main([str(word) for word in words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def usage(capsys, *words):
    """What argparse says of a wrong argument: the last line, after the usage of the command that was called."""
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert told.err.startswith(f"usage: meneur {words[0]}")
    return told.err.splitlines()[-1]


@pytest.fixture
def book(tmp_path, capsys):
    """A folder with a match book in it."""
    script = tmp_path / "script.txt"
    script.write_text("open clock\npress heart\n", encoding="utf-8")
    assert main(["replay", str(script), "--state", str(tmp_path / "book")]) == 0
    capsys.readouterr()
    return tmp_path / "book"


def test_a_word_too_many_is_told_by_the_command_that_it_was_given_to(capsys):
    """With its own usage, not that of all commands."""
    assert usage(capsys, "history", "hockey") == "meneur history: error: unrecognized arguments: hockey"


@pytest.mark.parametrize(
    "words",
    [
        ["replay", ""],
        ["export", ""],
        ["history", "--state", ""],
        ["history", "--chart", ""],
        ["doctor", "--settings", ""],
        ["replay", "x", "--frames", ""],
    ],
)
def test_an_empty_name_is_no_file(capsys, words):
    """As a shell makes it of a variable that is not set; it would mean the folder one stands in."""
    assert usage(capsys, *words).endswith("the name is empty")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("great-clock", ["--trials", "100001"]),
        ("great-clock", ["--positions", "1000001"]),
        ("great-clock", ["--known", "--budget", "10001"]),
        ("clock", ["--trials", "100000001"]),
        ("hockey", ["--plays", "NX"]),
        ("horse-race", ["--turned", "S"]),
    ],
)
def test_what_the_rules_refuse_is_told_by_the_game_that_was_asked(capsys, game, words):
    """As argparse names it; and a slip in a number keeps nobody waiting for days."""
    assert sentence(capsys, "rules", game, *words).startswith(f"meneur rules {game}: ")


def test_an_archive_cannot_be_written_to_standard_output(capsys):
    """`-` would be a file of that name."""
    assert usage(capsys, "export", "-").endswith("an archive is a file: give it a name")


def test_a_name_that_is_too_long_is_said(capsys):
    """Not that there are no matches."""
    assert "File name too long" in sentence(capsys, "history", "--state", "x" * 300)


def test_settings_that_are_named_must_be_a_file_that_is_there(capsys, tmp_path, book):
    """For the export too, which would leave them out without a word."""
    for words in (["replay", tmp_path / "script.txt"], ["export", tmp_path / "box.zip", "--state", book]):
        assert f"no settings file {tmp_path / 'none'}" in sentence(capsys, *words, "--settings", tmp_path / "none")
        assert "are a folder: name a file" in sentence(capsys, *words, "--settings", tmp_path)
    assert not (tmp_path / "box.zip").exists()


def test_settings_that_are_no_text_are_told_in_words(capsys, tmp_path, caplog):
    """Of Python's codecs a person knows nothing."""
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "script").touch()
    assert main(["replay", str(tmp_path / "script"), "--settings", str(tmp_path / "binary")]) == 0
    assert "found bytes that are no UTF-8, expected a readable text file in UTF-8" in caplog.text


def test_an_archive_below_a_file_cannot_be_written(capsys, tmp_path, book):
    """No folder has that name."""
    (tmp_path / "file").touch()
    said = sentence(capsys, "export", tmp_path / "file" / "box.zip", "--state", book)
    assert said == f"meneur export: cannot write {tmp_path / 'file' / 'box.zip'}: Not a directory\n"


def test_what_may_not_be_looked_at_is_said(capsys, monkeypatch, tmp_path):
    """A folder that belongs to somebody else is not one without matches."""

    def refused(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refused)
    for words in (["history"], ["export", tmp_path / "box.zip"]):
        assert "cannot be looked at (Permission denied)" in sentence(capsys, *words, "--state", tmp_path)


def test_pictures_that_cannot_be_kept_are_said(capsys, tmp_path):
    """The folder is there, but a folder is also where the picture should be."""
    (tmp_path / "frames" / "one.png").mkdir(parents=True)
    (tmp_path / "script").write_text("shot one\n", encoding="utf-8")
    said = sentence(capsys, "replay", tmp_path / "script", "--frames", tmp_path / "frames")
    assert said == f"meneur replay: cannot write {tmp_path / 'frames' / 'one.png'}: Is a directory\n"


@pytest.mark.parametrize("times", ["10001", "99999999999", "9" * 5000])
def test_a_slip_in_the_number_of_presses_does_not_keep_anybody_waiting(capsys, tmp_path, times):
    """A script with a key that is pressed for a year is a mistake."""
    (tmp_path / "script").write_text(f"press ok {times}\n", encoding="utf-8")
    assert "write 1 to 10000" in sentence(capsys, "replay", tmp_path / "script")


def test_a_game_may_be_named_as_the_rules_name_it(capsys, book):
    """horse-race there, horse_race in the results: both are understood."""
    assert main(["history", "--game", "horse-race", "--state", str(book)]) == 0
    assert main(["history", "--game", "great_clock", "--state", str(book)]) == 0


def test_letters_that_the_terminal_lacks_become_question_marks(tmp_path):
    """And JSON stays the same JSON."""
    people = meneur("odds", "--row", "SSHHDDC", PYTHONIOENCODING="ascii")
    assert people.returncode == 0, people.stderr
    assert b"\n? S " in people.stdout
    plain, ascii_ = (meneur("odds", "--row", "SSHHDDC", "--json", PYTHONIOENCODING=c) for c in ("utf-8", "ascii"))
    assert json.loads(plain.stdout) == json.loads(ascii_.stdout)


def test_a_reader_that_has_seen_enough_is_no_trouble():
    """`| head -1` and a pipe that nobody reads: nothing on stderr."""
    with subprocess.Popen([*COMMAND, "odds", "--row", "SSHHDDC"], stdout=-1, stderr=-1) as command:
        command.stdout.close()
        assert command.stderr.read() == b""
    assert command.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
def test_a_disk_that_is_full_under_the_output_is_said():
    """Written over to a file with `>`: a list that is cut off must not look whole."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "odds", "--row", "SSHHDDC"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"meneur odds: the output cannot be written: No space left on device\n"


def test_without_an_output_nothing_is_told():
    """Closed, as some schedulers start a command."""
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "odds", "--row", "SSHHDDC"], check=False)
    assert done.returncode == 0


def test_ctrl_c_ends_a_long_calculation_without_a_word(monkeypatch, capsys):
    """The exit code is the shell's for it."""

    def interrupted(_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("device.commands.odds.run", interrupted)
    assert main(["odds", "--row", "SSHHDDC"]) == INTERRUPTED == 128 + signal.SIGINT
    assert capsys.readouterr() == ("", "")
