"""`meneur history` and `meneur export`: what was played can be read, carried away, and brought back."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
import subprocess
import sys
import zipfile

import pytest
from PIL import Image

from device.commands.history import _lines
from device.commands.replay import new_player
from device.games import GAMES
from device.journal import Journal
from device.journal_file import FILE_NAME, VERSION
from device.texts import texts

ORACLE = [
    "open clock",
    "press heart",
    "press ok",
    "wait 1",
    "press ok",
    "wait 2",
    "press ok",
    "wait 1",
    "press club",
    "wait 9",
]
"""One wish at the bedside, skipped to its end."""


def play(folder, lines=ORACLE):
    player = new_player(folder)
    player.play(lines)
    player.box.close()
    player.table.journal.close()


def meneur(*words, config):
    return subprocess.run(
        [sys.executable, "-m", "device", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_CONFIG_HOME": str(config), "TZ": "UTC"},
    )


def test_a_finished_match_is_listed_for_people_for_programs_and_for_spreadsheets(tmp_path):
    """One oracle night as a line, as JSON and as CSV."""
    play(tmp_path)
    people = meneur("history", "--state", tmp_path, config=tmp_path)
    assert people.returncode == 0, people.stderr
    assert people.stdout.startswith("2026-01-03 20:0")
    assert people.stdout.count("\n") == 1
    (row,) = json.loads(meneur("history", "--state", tmp_path, "--json", config=tmp_path).stdout)
    assert row["game"] == "clock"
    assert "wish" in row["result"]
    (line,) = csv.DictReader(meneur("history", "--state", tmp_path, "--csv", config=tmp_path).stdout.splitlines())
    assert json.loads(line["result"]) == row["result"]


def test_only_one_games_matches_when_asked(tmp_path):
    """--game leaves the others out, and an empty list says so."""
    play(tmp_path)
    done = meneur("history", "--state", tmp_path, "--game", "hockey", config=tmp_path)
    assert (done.returncode, done.stdout) == (0, "No match is finished yet.\n")


def test_the_history_speaks_the_language_of_the_settings(tmp_path):
    """French settings, French sentences."""
    play(tmp_path)
    (tmp_path / "meneur").mkdir()
    (tmp_path / "meneur" / "meneur.toml").write_text('[table]\nlanguage = "fr"\n', encoding="utf-8")
    english = meneur("history", "--state", tmp_path, config=tmp_path / "none").stdout
    french = meneur("history", "--state", tmp_path, config=tmp_path).stdout
    assert french[:16] == english[:16]
    assert french != english


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_columns_of_the_history_are_as_wide_as_their_longest_word(language):
    """A long title and a date that is not known push nothing out of line."""
    dates = ("2026-01-03T20:00:00+00:00", None, None, None)
    rows = [{"ended": date, "game": game.key, "summary": "ALIGNED"} for date, game in zip(dates, GAMES, strict=True)]
    lines = list(zip(_lines(rows, language), GAMES, strict=True))
    assert len({line.index("ALIGNED") for line, _ in lines}) == 1
    assert len({line.index(texts(language).gettext(game.title)) for line, game in lines}) == 1


def test_an_archive_brings_matches_and_settings_back(tmp_path):
    """Exported here, restored there: the same matches, and what was there before is put aside."""
    config = tmp_path / "config"
    (config / "meneur").mkdir(parents=True)
    (config / "meneur" / "meneur.toml").write_text("[sound]\nvolume = 3  # quiet\n", encoding="utf-8")
    play(tmp_path / "here")
    archive = tmp_path / "box.zip"
    made = meneur("export", archive, "--state", tmp_path / "here", "--json", config=config)
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["matches"] == 1
    play(tmp_path / "there", ["open hockey", "press ok"])
    other = tmp_path / "other"
    new = other / "meneur" / "meneur.toml"
    back = meneur("export", archive, "--restore", "--state", tmp_path / "there", "--settings", new, config=other)
    assert back.returncode == 0, back.stderr
    assert "journal.before-restore-1.sqlite3" in back.stdout
    here, there = Journal(tmp_path / "here"), Journal(tmp_path / "there")
    assert there.matches() == here.matches()
    assert there.entries(1) == here.entries(1)
    assert (other / "meneur" / "meneur.toml").read_text(encoding="utf-8") == "[sound]\nvolume = 3  # quiet\n"
    assert (tmp_path / "there" / "journal.before-restore-1.sqlite3").exists()


def test_a_named_folder_leaves_the_users_settings_alone(tmp_path):
    """--state restores the matches there; whose settings these are is another question, answered by --settings."""
    config = tmp_path / "config" / "meneur"
    config.mkdir(parents=True)
    (config / "meneur.toml").write_text("[sound]\nvolume = 3\n", encoding="utf-8")
    play(tmp_path / "here")
    assert meneur("export", tmp_path / "box.zip", "--state", tmp_path / "here", config=config.parent).returncode == 0
    (config / "meneur.toml").write_text("[sound]\nvolume = 9\n", encoding="utf-8")
    words = ("export", tmp_path / "box.zip", "--restore", "--state", tmp_path / "there", "--json")
    back = meneur(*words, config=config.parent)
    assert json.loads(back.stdout)["settings"] is False
    assert (config / "meneur.toml").read_text(encoding="utf-8") == "[sound]\nvolume = 9\n"


def test_an_archive_is_never_written_over_another(tmp_path):
    """The name is taken: nothing happens."""
    play(tmp_path / "here")
    (tmp_path / "box.zip").write_text("mine", encoding="utf-8")
    done = meneur("export", tmp_path / "box.zip", "--state", tmp_path / "here", config=tmp_path)
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert (tmp_path / "box.zip").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04 torn"])
def test_a_file_that_is_no_archive_is_refused(tmp_path, content):
    """The matches that are there stay."""
    play(tmp_path / "there")
    before = (tmp_path / "there" / FILE_NAME).read_bytes()
    (tmp_path / "box.zip").write_bytes(content)
    done = meneur("export", tmp_path / "box.zip", "--restore", "--state", tmp_path / "there", config=tmp_path)
    assert done.returncode == 2
    assert "is not an archive made by" in done.stderr
    assert (tmp_path / "there" / FILE_NAME).read_bytes() == before


def test_an_archive_that_is_not_there_or_cannot_be_read_is_said(tmp_path):
    """A slip in its name is another thing than a file that is no archive; and nothing is made for it."""
    words = ("--restore", "--state", tmp_path / "there")
    done = meneur("export", tmp_path / "bax.zip", *words, config=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"meneur export: there is no archive {tmp_path / 'bax.zip'}")
    done = meneur("export", tmp_path, *words, config=tmp_path)
    assert done.returncode == 2
    assert f"the archive {tmp_path} cannot be read: Is a directory" in done.stderr
    assert not (tmp_path / "there").exists()


def test_an_archive_goes_back_only_to_a_folder_that_can_be_made(tmp_path):
    """Below a file there is none: a sentence, with exit code 2."""
    play(tmp_path / "here")
    assert meneur("export", tmp_path / "box.zip", "--state", tmp_path / "here", config=tmp_path).returncode == 0
    below = tmp_path / "box.zip" / "below"
    done = meneur("export", tmp_path / "box.zip", "--restore", "--state", below, config=tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"meneur export: cannot write {below}: Not a directory\n"


def test_an_archive_of_a_newer_version_is_refused(tmp_path):
    """It may hold what this version does not know."""
    archive = tmp_path / "box.zip"
    with zipfile.ZipFile(archive, "w") as file:
        manifest = {"format": 1, "journal_version": VERSION + 1, "meneur": "9.9", "settings": False, "matches": 0}
        file.writestr("manifest.json", json.dumps(manifest))
        file.writestr("journal.sqlite3", b"")
    done = meneur("export", archive, "--restore", "--state", tmp_path / "there", config=tmp_path)
    assert done.returncode == 2
    assert "newer Meneur (9.9)" in done.stderr


def test_an_archive_with_a_damaged_journal_is_refused(tmp_path):
    """Nothing is put aside for something that cannot be read."""
    play(tmp_path / "there")
    archive = tmp_path / "box.zip"
    with zipfile.ZipFile(archive, "w") as file:
        manifest = {"format": 1, "journal_version": VERSION, "meneur": "0.1.0", "settings": False, "matches": 0}
        file.writestr("manifest.json", json.dumps(manifest))
        file.writestr("journal.sqlite3", b"garbage" * 500)
    done = meneur("export", archive, "--restore", "--state", tmp_path / "there", config=tmp_path)
    assert done.returncode == 2
    assert len(Journal(tmp_path / "there").matches()) == 1


def test_the_journal_in_use_can_be_exported(tmp_path):
    """An evening need not end for a copy of it: the export reads beside the writer."""
    play(tmp_path)
    writer = sqlite3.connect(tmp_path / FILE_NAME)
    writer.execute("BEGIN IMMEDIATE")
    done = meneur("export", tmp_path / "box.zip", "--state", tmp_path, config=tmp_path)
    writer.close()
    assert done.returncode == 0, done.stderr


def everything_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def torn_book(state):
    """Twelve wishes in a book that lost the page with the last one's outcome; the bytes of everything in the folder."""
    for _ in range(12):
        play(state)
    content = (state / FILE_NAME).read_bytes()
    lost = content.rindex(b'"headline"') // 4096 * 4096
    (state / FILE_NAME).write_bytes(content[:lost] + bytes(4096) + content[lost + 4096 :])
    return everything_in(state)


@pytest.mark.parametrize(
    "words", [["history"], ["history", "--standings"], ["history", "--json"], ["history", "--csv"]]
)
def test_what_can_be_read_of_a_torn_book_is_listed_and_the_rest_is_said(tmp_path, words):
    """The list on stdout, one sentence on stderr, exit code 1; only a start may put the book aside."""
    state = tmp_path / "state"
    before = torn_book(state)
    done = meneur(*words, "--state", state, config=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"meneur history: the match book {state / FILE_NAME} is damaged: ")
    assert "could be read, at least" in done.stderr
    assert done.stderr.count("\n") == 1
    if "--json" in words:
        assert 0 < len(json.loads(done.stdout)) < 12
    else:
        assert done.stdout
    assert everything_in(state) == before


def test_a_torn_book_is_exported_as_far_as_it_can_be_read_and_as_it_is(tmp_path):
    """A box that does not start any more can be saved: the archive has what was read and the torn file, and can be restored."""
    state, archive = tmp_path / "state", tmp_path / "box.zip"
    before = torn_book(state)
    listed = json.loads(meneur("history", "--json", "--state", state, config=tmp_path).stdout)
    made = meneur("export", archive, "--json", "--state", state, config=tmp_path)
    assert made.returncode == 1
    assert f"{state / FILE_NAME} is damaged: {len(listed)} matches could be read, at least" in made.stderr
    assert everything_in(state) == before
    manifest = json.loads(made.stdout)
    assert manifest["matches"] == len(listed)
    assert manifest["lost"] > 0
    assert manifest["damaged"] == ["journal.damaged-1.sqlite3"]
    with zipfile.ZipFile(archive) as file:
        assert file.read("journal.damaged-1.sqlite3") == before[FILE_NAME]
    there = tmp_path / "there"
    back = meneur("export", archive, "--restore", "--state", there, config=tmp_path)
    assert back.returncode == 0, back.stderr
    again = meneur("history", "--json", "--state", there, config=tmp_path)
    assert (again.returncode, json.loads(again.stdout)) == (0, listed)


def test_a_book_of_which_nothing_can_be_read_is_exported_all_the_same(tmp_path):
    """Somebody else may read more of it."""
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / FILE_NAME).write_bytes(b"torn" * 5000)
    made = meneur("export", tmp_path / "box.zip", "--state", tmp_path / "state", config=tmp_path)
    assert made.returncode == 1
    assert made.stderr.endswith("is damaged: no match could be read\n")
    assert made.stdout == (
        f"wrote 0 matches to {tmp_path / 'box.zip'}\nwith it the damaged journal.damaged-1.sqlite3\n"
    )
    with zipfile.ZipFile(tmp_path / "box.zip") as file:
        assert file.read("journal.damaged-1.sqlite3") == b"torn" * 5000


@pytest.mark.parametrize("words", [["history"], ["history", "--standings"], ["history", "--csv"], ["export"]])
def test_a_garbled_match_is_left_out_and_said_and_the_others_are_listed(tmp_path, words):
    """SQLite finds nothing wrong; one sentence on stderr names the match, exit code 1, and the archive has it as it is."""
    state, archive = tmp_path / "state", tmp_path / "box.zip"
    for _ in range(3):
        play(state)
    book = sqlite3.connect(state / FILE_NAME)
    book.execute("UPDATE match SET summary = CAST(X'7B22FF' AS TEXT) WHERE id = 2")
    book.commit()
    book.close()
    done = meneur(*words, *([archive] if words == ["export"] else []), "--state", state, config=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        f"meneur {words[0]}: a part of 1 match in {state / FILE_NAME} can no longer be read (number 2): "
        "all else is whole, but the disk gives back other letters than were written\n"
    )
    if words == ["history"]:
        assert done.stdout.count("\n") == 2
    if words == ["export"]:
        there = tmp_path / "there"
        assert meneur("export", archive, "--restore", "--state", there, config=tmp_path).returncode == 0
        summary = sqlite3.connect(there / FILE_NAME).execute("SELECT CAST(summary AS BLOB) FROM match WHERE id = 2")
        assert summary.fetchone() == (b'{"\xff',)


def test_looking_at_the_history_changes_no_file(tmp_path):
    """Neither in a folder at rest nor beside a writer, and an empty file gets no tables."""
    state = tmp_path / "state"
    play(state)
    before = everything_in(state)
    assert meneur("history", "--state", state, config=tmp_path).returncode == 0
    assert everything_in(state) == before
    writer = sqlite3.connect(state / FILE_NAME)
    writer.execute("UPDATE match SET began = NULL")
    writer.commit()
    beside = everything_in(state)
    assert set(beside) > set(before)
    (row,) = json.loads(meneur("history", "--json", "--state", state, config=tmp_path).stdout)
    assert row["began"] is None
    assert everything_in(state).keys() == beside.keys()
    assert (state / FILE_NAME).read_bytes() == beside[FILE_NAME]
    writer.close()
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / FILE_NAME).touch()
    done = meneur("history", "--state", tmp_path / "empty", config=tmp_path)
    assert (done.returncode, done.stdout) == (0, "No match is finished yet.\n")
    assert everything_in(tmp_path / "empty") == {FILE_NAME: b""}


def test_a_journal_that_was_put_aside_travels_in_the_archive(tmp_path):
    """The torn bytes and their -wal go along for whoever can read them; restoring leaves them there, and says so."""
    state = tmp_path / "state"
    play(state)
    torn = (state / FILE_NAME).read_bytes()[:10_000]
    (state / FILE_NAME).write_bytes(torn)
    play(state)
    (state / "journal.damaged-1.sqlite3-wal").write_bytes(b"the last press")
    made = meneur("export", tmp_path / "box.zip", "--state", state, config=tmp_path)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("wrote 2 matches to ")  # the new one, and what could be read of the torn book
    assert "with it the damaged journal.damaged-1.sqlite3" in made.stdout
    with zipfile.ZipFile(tmp_path / "box.zip") as archive:
        assert archive.read("journal.damaged-1.sqlite3") == torn
        assert archive.read("journal.damaged-1.sqlite3-wal") == b"the last press"
    there = tmp_path / "there"
    back = meneur("export", tmp_path / "box.zip", "--restore", "--state", there, config=tmp_path)
    assert back.returncode == 0, back.stderr
    assert "the damaged journal.damaged-1.sqlite3 stays in the archive" in back.stdout
    assert list(there.glob("*damaged*")) == []
    assert len(Journal(there).matches()) == 2


def an_evening(*, book="traditional"):
    """Two races on keys alone: the second player backs spades, spades wins; nobody bets in the second."""
    row = [f"press {suit}" for suit in ("spade", "spade", "heart", "heart", "diamond", "diamond", "club")]
    bets = [] if book == "none" else ["press ok", "hold spade 1", "press ok 4"]
    no_bets = [] if book == "none" else ["press ok 5"]
    pages = 1 if book == "none" else 3
    return [
        f"set horse_race.book {book}",
        "open horse_race",
        *["press ok", *row, "wait 3", *bets, "press ok", "press spade 8", "wait 9", f"press ok {pages + 1}"],
        *[*row, "wait 3", *no_bets, "press ok", "press heart 8", "wait 9", f"press ok {pages}"],
        *["press club", "press ok"],
    ]


def test_standings_are_printed_for_people_for_programs_and_for_spreadsheets(tmp_path):
    """An evening of races and a wish: three tables, each with the time it spans."""
    play(tmp_path, [*an_evening(), "press home", *ORACLE])
    people = meneur("history", "--standings", "--state", tmp_path, config=tmp_path).stdout
    assert "Horse Race · Players (2026-01-03)\nPlayer  Evenings  Won  Chips  Races  Best evening\nP2 " in people
    assert "Clock · The oracle's diary (2026-01-03)" in people
    tables = json.loads(meneur("history", "--standings", "--json", "--state", tmp_path, config=tmp_path).stdout)
    assert [table["table"] for table in tables] == ["horse_race.players", "horse_race.horses", "clock.diary"]
    best = tables[0]["rows"][0]
    assert best["player"] == "P2"
    assert best["chips"] > 0
    assert sum(row["chips"] for row in tables[0]["rows"]) == 0
    assert (tables[0]["matches"], tables[0]["undated"], tables[0]["first"]) == (1, 0, tables[0]["last"])
    sheet = meneur("history", "--standings", "--csv", "--state", tmp_path, config=tmp_path).stdout.splitlines()
    lines = list(csv.DictReader(sheet))
    assert next(line["player"] for line in lines if line["table"] == "horse_race.players") == "P2"
    (diary,) = [line for line in lines if line["table"] == "clock.diary"]
    assert (diary["variant"], diary["wishes"], diary["player"]) == ("Classic", "1", "")


def test_standings_of_one_game_or_of_none(tmp_path):
    """--game leaves the others out, and nothing to add up is said."""
    play(tmp_path)
    done = meneur("history", "--standings", "--game", "hockey", "--state", tmp_path, config=tmp_path)
    assert (done.returncode, done.stdout) == (0, "No match is finished yet.\n")


def test_a_match_whose_date_is_unknown_is_said_to_be_undated(tmp_path):
    """In the table and for programs."""
    play(tmp_path)
    writer = sqlite3.connect(tmp_path / FILE_NAME)
    writer.execute("UPDATE match SET ended = NULL")
    writer.commit()
    writer.close()
    people = meneur("history", "--standings", "--state", tmp_path, config=tmp_path).stdout
    assert people.startswith("Clock · The oracle's diary (1 undated)\n")
    (table,) = json.loads(meneur("history", "--standings", "--json", "--state", tmp_path, config=tmp_path).stdout)
    assert (table["undated"], table["first"], table["last"]) == (1, None, None)


def test_every_evening_with_bets_has_its_picture(tmp_path):
    """One file an evening, named after the day and the match, the same bytes each time."""
    play(tmp_path / "state", [*an_evening(), "press home", *ORACLE])
    charts = tmp_path / "new" / "charts"
    first = meneur("history", "--chart", charts, "--state", tmp_path / "state", config=tmp_path)
    assert first.returncode == 0, first.stderr
    (file,) = charts.iterdir()
    assert first.stdout == f"{file}\n"
    assert file.name == "horse-race-2026-01-03-1.png"
    drawn = file.read_bytes()
    with Image.open(file) as picture:
        assert picture.size == (1280, 720)
    meneur("history", "--chart", charts, "--state", tmp_path / "state", config=tmp_path)
    assert [file.read_bytes() for file in charts.iterdir()] == [drawn]


def test_without_an_evening_with_bets_there_is_nothing_to_draw(tmp_path):
    """Said in a sentence; likewise a folder that cannot be written, and two wishes at once."""
    play(tmp_path / "none", an_evening(book="none"))
    done = meneur("history", "--chart", tmp_path, "--state", tmp_path / "none", config=tmp_path)
    assert done.returncode == 2
    assert "no Horse Race evening with bets" in done.stderr
    both = meneur("history", "--chart", tmp_path, "--standings", "--state", tmp_path / "none", config=tmp_path)
    assert both.returncode == 2
    play(tmp_path / "some", an_evening())
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    done = meneur("history", "--chart", tmp_path / "file", "--state", tmp_path / "some", config=tmp_path)
    assert done.returncode == 2
    assert f"cannot write {tmp_path / 'file'}" in done.stderr
