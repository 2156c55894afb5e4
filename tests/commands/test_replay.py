"""`meneur replay`: what a script says, where it ends, and one sentence for every mistake in it."""

from __future__ import annotations

import json

import pytest
from PIL import Image

from device.cli import main
from device.files import use_alone
from device.journal_file import FILE_NAME


def replay(tmp_path, text, *words):
    script = tmp_path / "script.txt"
    script.write_bytes(text if isinstance(text, bytes) else text.encode())
    return main(["replay", str(script), *words])


def test_the_final_state_is_told_as_json(tmp_path, capsys):
    """Game, phase, state, and the glass as 64 rows of 128 marks."""
    assert replay(tmp_path, "open horse_race\npress ok\npress spade 2 # two spades\n", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"game", "phase", "state", "screen"}
    assert (told["game"], told["phase"]) == ("horse_race", "row")
    assert len(told["screen"]) == 64
    assert {len(row) for row in told["screen"]} == {128}
    assert set("".join(told["screen"])) == {".", "#"}


def test_at_home_there_is_no_game(tmp_path, capsys):
    """An empty script ends at the menu."""
    assert replay(tmp_path, "", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["phase"], told["state"]) == (None, "home", None)


def test_a_shot_is_the_glass_as_a_picture(tmp_path, capsys):
    """128×64 pixels, one a pixel of the panel, equal to the screen that is told."""
    frames = tmp_path / "frames"
    assert replay(tmp_path, "wait 1\nshot menu\n", "--frames", str(frames), "--json") == 0
    screen = json.loads(capsys.readouterr().out)["screen"]
    with Image.open(frames / "menu.png") as picture:
        assert picture.size == (128, 64)
        lit = picture.convert("1").load()
        assert ["".join("#" if lit[x, y] else "." for x in range(128)) for y in range(64)] == screen


def test_matches_are_kept_only_with_a_state(tmp_path, capsys):
    """The same script twice: a clean table each time, unless it is told where to keep matches."""
    text = "open hockey\npress ok 3\n"
    assert replay(tmp_path, text, "--json") == replay(tmp_path, text, "--json") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
    state = ["--state", str(tmp_path / "state"), "--json"]
    assert replay(tmp_path, text, *state) == replay(tmp_path, "open hockey\n", *state) == 0
    first, second = (json.loads(line)["state"] for line in capsys.readouterr().out.splitlines())
    assert first == second


def test_the_matches_of_a_running_box_are_refused(tmp_path, capsys):
    """A script's invented matches stay out of an evening's journal: the refusal that a second `play` gets."""
    with use_alone(tmp_path):
        assert replay(tmp_path, "open hockey\n", "--state", str(tmp_path)) == 2
        assert "another Meneur is using" in capsys.readouterr().err
        assert not (tmp_path / FILE_NAME).exists()
    assert replay(tmp_path, "open hockey\n", "--state", str(tmp_path)) == 0
    assert (tmp_path / FILE_NAME).exists()


def test_matches_that_cannot_be_kept_are_not_played(tmp_path, capsys):
    """A file for a folder, or a folder that cannot be made: exit code 2 and a sentence, and the file is as it was."""
    file = tmp_path / "passwd"
    file.write_text("root", encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        replay(tmp_path, "", "--state", str(file))
    assert end.value.code == 2
    assert f"argument --state: {file} is a file: name a folder" in capsys.readouterr().err
    assert replay(tmp_path, "", "--state", str(file / "below")) == 2
    assert "nothing can be kept in" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "root"


def test_a_disk_that_forgets_keeps_no_script(tmp_path, capsys, monkeypatch):
    """--state asks for matches to stay: where they would not, nothing is played."""
    monkeypatch.setattr("device.journal_file.forgets", lambda folder: True)
    assert replay(tmp_path, "open hockey\n", "--state", str(tmp_path / "state")) == 2
    assert "the disk forgets" in capsys.readouterr().err


@pytest.mark.parametrize("value", ['["Ana", "Ben", "Cleo"]', '\'["Ana", "Ben", "Cleo"]\''])
def test_a_list_is_set_with_or_without_quotes_around_it(tmp_path, capsys, value):
    """Both ways people write it."""
    assert replay(tmp_path, f"set horse_race.players {value}\nopen horse_race\npress ok\n", "--json") == 0
    assert "Cleo" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("press spades", "line 1, 'press spades': there is no button 'spades'; there are spade, heart"),
        ("\n\npress ok 0", "line 3, 'press ok 0': '0' is not a number of times"),
        ("hold ok -1", "'-1' is not a number of seconds"),
        ("wait 1e9", "which is a month"),
        ("open chess", "there is no game 'chess'; there are horse_race"),
        ("set table.tongue fr", "there is no setting 'table.tongue'"),
        ("set table.language de", 'found "de", expected one of "ask", "en", "fr"'),
        ("set table.language", "expected set KEY VALUE"),
        ("jump", "expected press NAME [TIMES]"),
        ("shot ../../x", "'../../x' is no name for a picture"),
        ("press 'ok", "No closing quotation"),
        (
            "open clock\npress heart\npress ok\nwait 1\ndeck ZZ\npress ok\nwait 1\npress ok",
            "line 6, 'press ok': the deck of line 5 names ZZ, which",
        ),
        (
            "open clock\npress heart\npress ok\nwait 1\ndeck AS as\npress ok\nwait 1\npress ok",
            "the deck of line 5 names as too often: it is there once",
        ),
        ("wait 1\ndeck AS AS", "the deck of line 2 was never dealt: no shuffle came after it"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path, capsys, text, said):
    """Exit code 2 and one line on stderr."""
    assert replay(tmp_path, text) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("raw", ["é".encode("latin-1"), "press ok".encode("utf-16")])
def test_a_script_in_another_encoding_is_refused(tmp_path, capsys, raw):
    """Save it as UTF-8."""
    assert replay(tmp_path, raw) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_a_byte_order_mark_is_no_mistake(tmp_path):
    """Some editors put one there."""
    assert replay(tmp_path, "\ufeffopen clock\n".encode()) == 0


def test_pictures_need_a_folder_that_can_be_made(tmp_path, capsys):
    """A file of that name is there already: said before anything is played."""
    (tmp_path / "taken").write_text("", encoding="utf-8")
    assert replay(tmp_path, "shot a\n", "--frames", str(tmp_path / "taken")) == 2
    assert "no folder can be made there" in capsys.readouterr().err


def test_a_script_that_is_not_there_is_said(tmp_path, capsys):
    """With its name and the system's word for it."""
    assert main(["replay", str(tmp_path / "none.txt")]) == 2
    assert "No such file" in capsys.readouterr().err
