"""Settings files, right and wrong: every wrong entry is named with its place, and the box starts all the same."""

from __future__ import annotations

import pytest

from device.settings import BOOT_FILES, SECTIONS, HouseRule, default_files, line_of, load, schema, unmet
from tests.tally import TALLY

SCHEMA = schema([TALLY])


def read(tmp_path, *texts, last_good=None):
    files = []
    for number, text in enumerate(texts):
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return load(files, SCHEMA, last_good)


def test_without_files_every_rule_has_its_default(tmp_path):
    """A box with no settings file plays."""
    settings = load([tmp_path / "none.toml"], SCHEMA)
    assert settings.problems == ()
    assert settings.section("table") == {"language": "ask"}
    assert settings.section("tally") == {"limit": 5}


def test_a_later_file_is_laid_over_an_earlier_one(tmp_path):
    """The user's file changes only what it names."""
    settings = read(tmp_path, '[table]\nlanguage = "fr"\n[tally]\nlimit = 9', "[tally]\nlimit = 12")
    assert settings.section("table")["language"] == "fr"
    assert settings.section("tally")["limit"] == 12


@pytest.mark.parametrize(
    ("text", "line", "key", "found", "expected"),
    [
        ("[tally]\nlimit = 99", 2, "tally.limit", "99", "a whole number from 1 to 50"),
        ('[tally]\n\nlimit = "five"', 3, "tally.limit", '"five"', "a whole number from 1 to 50"),
        ("[tally]\nlimit = true", 2, "tally.limit", "true", "a whole number from 1 to 50"),
        ('[table]\nlanguage = "de"', 2, "table.language", '"de"', 'one of "ask", "en", "fr"'),
        ("[sound]\non = 1", 2, "sound.on", "1", "true or false"),
        ("[tally]\n# a remark\nlimits = 3", 3, "tally.limits", "an unknown key", "one of limit"),
        ("[sounds]\non = true", 1, "sounds", "an unknown section", "one of [table], [sound], "),
        ('language = "fr"', 1, "language", "a key before any section", "a heading above it, such as [table]"),
        ("sound = 3", 1, "sound", "3", "a section [sound]"),
        ("[panel]\naddress = 0x3E", 2, "panel.address", "62", "one of 60, 61"),
        ("[panel]\ntype = 'ssd1305'", 2, "panel.type", '"ssd1305"', 'one of "ssd1306", "sh1106", "ssd1309"'),
    ],
)
def test_a_wrong_entry_is_named_with_its_place(tmp_path, text, line, key, found, expected):
    """File, line, key, what was found, what is expected; the default is used."""
    settings = read(tmp_path, text)
    (problem,) = settings.problems
    assert (problem.file.name, problem.line, problem.key, problem.found) == ("0.toml", line, key, found)
    assert problem.expected.startswith(expected)
    assert str(problem) == f"{problem.file}:{line}: {key}: found {found}, expected {problem.expected}"
    assert settings.section("tally") == {"limit": 5}
    assert settings.section("table") == {"language": "ask"}


def test_the_rest_of_a_wrong_file_still_counts(tmp_path):
    """One wrong key does not lose the right ones beside it."""
    settings = read(tmp_path, '[table]\nlanguage = "fr"\ncolour = "red"\n[tally]\nlimit = 7')
    assert len(settings.problems) == 1
    assert settings.section("table")["language"] == "fr"
    assert settings.section("tally")["limit"] == 7


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("[table\n", 1, "at column 7: no ']' at the end of a table declaration"),
        ("[table]\nlanguage = fr", 2, "at column 12: invalid value"),
        ("[table]\nlanguage 'fr'\n", 2, "at column 10: no '=' after a key in a key/value pair"),
        ("[table]\nlanguage = 'fr", 2, 'at its end: no "\'"'),
    ],
)
def test_a_file_that_is_not_toml_is_named_with_its_line(tmp_path, text, line, found):
    """A syntax error gives one problem with the line, in a sentence that says what to write there."""
    settings = read(tmp_path, text)
    (problem,) = settings.problems
    assert str(problem) == (
        f"{problem.file}:{line}: found a line that is not TOML ({found}), "
        'expected a heading such as [table], or a key with its value, as in language = "fr"'
    )


def test_a_file_in_another_encoding_is_a_problem_not_a_crash(tmp_path):
    """Bytes that are not UTF-8 are said to be that."""
    file = tmp_path / "latin.toml"
    file.write_bytes('[table]\n# réglages\nlanguage = "fr"'.encode("latin-1"))
    (problem,) = load([file], SCHEMA).problems
    assert "UTF-8" in problem.expected


@pytest.mark.parametrize(
    ("text", "found"),
    [("[tally]\nlimit = " + "9" * 4400, "a number too long"), ("x = " + "[" * 3000, "brackets too deep")],
)
def test_what_python_gives_up_on_is_a_problem_not_a_crash(tmp_path, text, found):
    """No file keeps the box from starting."""
    (problem,) = read(tmp_path, text).problems
    assert problem.found == f"{found} for a settings file"


@pytest.mark.parametrize("broken", ["[tally]\nlimit = 0", "[tally\nlimit = 8"])
def test_the_value_that_was_good_last_stands_in_for_a_wrong_one(tmp_path, broken):
    """After one good start, a later mistake falls back to what was in force then, also for a file that cannot be read."""
    last_good = tmp_path / "state" / "good.json"
    assert read(tmp_path, "[tally]\nlimit = 8", last_good=last_good).problems == ()
    settings = read(tmp_path, broken, last_good=last_good)
    assert len(settings.problems) == 1
    assert settings.section("tally")["limit"] == 8


@pytest.mark.parametrize(
    "memory",
    [b'{"tally": {"lim', b"[5]", b'{"tally": 5}', b'{"tally": {"limit": [8]}}', b"\xff\xfe\x00x", b"[" * 100_000],
    ids=lambda memory: str(memory[:20]),
)
def test_a_torn_memory_of_good_values_is_ignored(tmp_path, memory):
    """The memory is a help, never a condition for starting, and the next start finds it mended."""
    last_good = tmp_path / "good.json"
    last_good.write_bytes(memory)
    assert read(tmp_path, "[tally]\nlimit = 99", last_good=last_good).section("tally")["limit"] == 5
    assert read(tmp_path, "[tally]\nlimit = 9", last_good=last_good).section("tally")["limit"] == 9
    assert read(tmp_path, "[tally]\nlimit = 99", last_good=last_good).section("tally")["limit"] == 9


def test_lists_of_names_are_checked_for_length_and_kind():
    """Players and teams are lists of texts within bounds."""
    rule = HouseRule("players", ("A", "B", "C"), "", low=3, high=10)
    assert unmet(rule, ["A", "B", "C"]) == ""
    assert unmet(rule, ["A", "B"]) == 'a list of 3 to 10 texts, as in ["A", "B"]'
    assert unmet(rule, ["A", "B", 3]) != ""
    assert unmet(rule, "ABC") != ""


def test_a_key_is_found_only_in_its_own_section():
    """The same key in another section is not the culprit."""
    text = '[night]\nfrom_hour = 1\n["tally"]\n"limit" = 3\n'
    assert line_of(text, "tally", "limit") == 4
    assert line_of(text, "night", "limit") == 0


def test_every_default_meets_its_own_rule():
    """No default is refused by the rule it belongs to."""
    for section, rules in SECTIONS.items():
        for rule in rules:
            assert unmet(rule, rule.default) == "", f"{section}.{rule.name}"


def test_the_boot_partition_is_read_after_the_system_and_before_the_panel(tmp_path, monkeypatch):
    """A file written on another computer counts over /etc, and what was set at the panel counts over both."""
    places = [tmp_path / name for name in ("etc.toml", "boot.toml", "firmware.toml")]
    monkeypatch.setattr("device.settings.SYSTEM_FILE", places[0])
    monkeypatch.setattr("device.settings.BOOT_FILES", tuple(places[1:]))
    files = default_files(tmp_path / "meneur.toml")
    assert files == [*places, tmp_path / "meneur.toml"]
    for limit, file in enumerate(files, 1):
        file.write_text(f"[tally]\nlimit = {limit}\n", encoding="utf-8")
        assert load(files, SCHEMA).section("tally")["limit"] == limit


def test_the_boot_partition_has_one_place_on_each_raspberry_pi_os():
    """The paths that the guide tells people, the newer system's last."""
    assert list(map(str, BOOT_FILES)) == ["/boot/meneur.toml", "/boot/firmware/meneur.toml"]


def test_a_file_from_a_windows_editor_is_read(tmp_path):
    """Its byte order mark and line ends are no fault of the person's."""
    file = tmp_path / "meneur.toml"
    file.write_bytes(b"\xef\xbb\xbf[tally]\r\nlimit = 9\r\n")
    settings = load([file], SCHEMA)
    assert (settings.section("tally")["limit"], settings.problems) == (9, ())


NAMES = HouseRule("players", (), "", low=0, high=8)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Zoé", "Jean-Luc", "O'Neill"], ""),
        (["日本"], "letters that the panel has"),
        (["Ana\n"], "letters that the panel has"),
        (["Ana", "ana "], "no text twice"),
    ],
)
def test_names_can_be_read_on_the_panel_and_told_apart(names, expected):
    """A letter that no font has would be an empty place on the glass."""
    assert unmet(NAMES, names) == expected
