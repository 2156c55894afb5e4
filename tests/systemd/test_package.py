"""The Debian package: the same bytes twice, all that the service needs inside, and scripts that keep what people made."""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from device.journal_file import VERSION
from device.settings import SECTIONS, load

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")
DEBIAN = ROOT / "systemd" / "debian"
EPOCH = "1767225600"


def build(folder: Path, **environment: str) -> Path:
    told = [sys.executable, DEBIAN / "build.py", folder]
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, **environment}
    subprocess.run(told, check=True, capture_output=True, env=surroundings, cwd=folder.parent)
    (package,) = folder.glob("*.deb")
    return package


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("once") / "dist")


@pytest.fixture(scope="module")
def members(package: Path) -> dict[str, tarfile.TarInfo]:
    tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
    return {member.name.removeprefix("./"): member for member in tarfile.open(fileobj=io.BytesIO(tar))}


@pytest.fixture(scope="module")
def tree(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder], check=True)
    return folder


def test_two_builds_are_the_same_bytes(package: Path, tmp_path: Path):
    """Another place, time zone, language, width of the terminal and mask change nothing."""
    before = os.umask(0o077)
    try:
        again = build(tmp_path / "dist", TZ="Asia/Kathmandu", LC_ALL="C", COLUMNS="40", PYTHONHASHSEED="7")
    finally:
        os.umask(before)
    assert again.read_bytes() == package.read_bytes()


def test_everything_belongs_to_root_and_is_for_all_to_read(members: dict[str, tarfile.TarInfo]):
    """Nothing of the builder's own account or mask is left in it."""
    assert {(member.uid, member.gid) for member in members.values()} == {(0, 0)}
    assert {member.mode for member in members.values()} == {0o755, 0o644}
    assert {name for name, member in members.items() if member.isfile() and member.mode == 0o755} == {
        "usr/bin/meneur",
        "usr/sbin/meneur-boot-settings",
        "usr/lib/systemd/system-shutdown/meneur",
        "usr/share/python3/runtime.d/meneur.rtupdate",
    }


def test_every_source_and_every_compiled_text_is_inside(members: dict[str, tarfile.TarInfo]):
    """As many catalogues as translations, every file that git knows of, nothing that Python made on the way."""
    for po in ROOT.glob("device/locale/*/LC_MESSAGES/*.po"):
        assert f"usr/share/meneur/{po.relative_to(ROOT).with_suffix('.mo')}" in members
    for source in ("device/cli.py", "drivers/pinout.toml", "device/draw/assets/fonts/Galmuri7.ttf"):
        assert f"usr/share/meneur/{source}" in members
    assert not [name for name in members if "__pycache__" in name or name.endswith((".po", ".pyc"))]


def test_nothing_inside_is_compiled_for_one_processor(tree: Path):
    """One package serves every Pi, the ARMv6 of the first ones too: no program, library or module of machine code."""
    codes = (b"\x7fELF", b"!<arch>")
    assert not [path for path in tree.rglob("*") if path.is_file() and path.read_bytes().startswith(codes)]


def test_the_installed_command_runs_from_its_own_place(tree: Path, tmp_path: Path):
    """The launcher finds its modules and its version where the package puts them, and not in the sources beside it."""
    launcher = (tree / "usr/bin/meneur").read_text().replace("/usr/share/meneur", str(tree / "usr/share/meneur"))
    (tmp_path / "meneur").write_text(launcher)
    told = [sys.executable, "-B", tmp_path / "meneur", "--version"]
    heard = subprocess.run(told, check=True, capture_output=True, text=True, cwd=tmp_path)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert heard.stdout == f"meneur {project['version']}\n"


def test_the_dependencies_are_pyproject_s(tree: Path):
    """Each one with its lower bound; those of the simulator are only recommended."""
    control = (tree / "DEBIAN/control").read_text()
    fields = dict(re.findall(r"^(\w[\w-]*): (.*)$", control, re.MULTILINE))
    both = fields["Depends"] + ", " + fields["Recommends"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = [re.search(r">=([\d.]+)", requirement)[1] for requirement in project["dependencies"]]
    for bound in bounds:
        assert f"(>= {bound})" in both
    assert "python3-gpiozero (>= 2.0)" in fields["Depends"]
    assert "python3-uvicorn" not in fields["Depends"]
    # Both install a package called RPi, so only one of them can be there; a box on lgpio needs neither.
    assert "python3-rpi-lgpio | python3-rpi.gpio" in fields["Recommends"]
    assert "python3-lgpio" in fields["Depends"]
    assert "rpi" not in fields["Depends"]
    assert fields["Architecture"] == "all"


def test_the_manual_and_the_completion_know_every_command(tree: Path):
    """They are made from the command's own help."""
    from device.cli import COMMANDS

    manual = gzip.decompress((tree / "usr/share/man/man1/meneur.1.gz").read_bytes()).decode()
    completion = (tree / "usr/share/bash-completion/completions/meneur").read_text()
    for command in COMMANDS:
        assert f"meneur {command}" in manual
        assert command in completion
    assert subprocess.run(["bash", "-n"], input=completion, text=True, check=True).returncode == 0


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("replay eve", ["evening.txt", "evenings"]),
        ("export eve", ["evening.txt", "evenings"]),
        ("doctor --settings eve", ["evening.txt", "evenings"]),
        ("replay evening.txt --state eve", ["evenings"]),
        ("history --chart eve", ["evenings"]),
        ("rules great-", ["great-clock"]),
    ],
)
def test_bash_completes_the_names_of_files_and_folders(tree: Path, tmp_path: Path, words: str, offered: list[str]):
    """Asked as bash asks it: the words so far, and which of them is being typed."""
    (tmp_path / "evening.txt").touch()
    (tmp_path / "evenings").mkdir()
    ask = """
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _shtab_meneur; printf '%s\\n' "${COMPREPLY[@]}"
    """
    script = tree / "usr/share/bash-completion/completions/meneur"
    told = ["bash", "-c", ask, "bash", script, "meneur", *words.split()]
    heard = subprocess.run(told, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert sorted(heard.stdout.split()) == offered


def test_zsh_completes_the_names_of_files_and_folders(tree: Path):
    """Every argument called FILE or DIR says so in zsh's own words."""
    script = (tree / "usr/share/zsh/vendor-completions/_meneur").read_text()
    assert re.findall(r":(?:FILE|DIR):(?!_files)", script) == []
    assert "--state[where matches are kept (default\\: the system\\'s place)]:DIR:_files -/" in script
    assert "--settings[read this settings file instead of the usual ones]:FILE:_files" in script
    assert ":the script, or - for standard input:_files" in script


def test_the_example_of_the_settings_is_true(tree: Path, tmp_path: Path):
    """With every # removed it is a settings file in which nothing is wrong and everything is at its default."""
    from device.games import GAMES
    from device.settings import defaults, schema

    text = (tree / "usr/share/doc/meneur/examples/meneur.toml").read_text()
    file = tmp_path / "meneur.toml"
    file.write_text(re.sub(r"^#(?=\w)", "", text, flags=re.MULTILINE), encoding="utf-8")
    read = load([file], schema(GAMES))
    assert read.problems == ()
    assert read.values == defaults(schema(GAMES))
    assert set(SECTIONS) <= set(read.values)


@pytest.mark.skipif(shutil.which("lintian") is None, reason="needs lintian")
def test_lintian_has_nothing_to_say(package: Path):
    """Debian's own checker, warnings included."""
    told = ["lintian", "--fail-on", "error,warning", "--allow-root", package]
    heard = subprocess.run(told, capture_output=True, text=True, check=False)
    assert (heard.returncode, heard.stdout) == (0, "")


@pytest.mark.parametrize("name", ["preinst", "postinst", "prerm", "postrm", "rtupdate"])
def test_the_scripts_are_scripts(name: str):
    """Plain sh that parses, and stops at the first thing that fails."""
    script = DEBIAN / name
    subprocess.run(["sh", "-n", script], check=True)
    assert "set -e" in script.read_text()


@pytest.mark.parametrize("how", [("upgrade", "9.9-1"), ("install", "9.9-1"), ("install",)])
@pytest.mark.parametrize(("newer", "code"), [(0, 0), (1, 1)])
def test_going_back_to_an_older_package_is_refused_over_newer_matches(
    tree: Path, tmp_path: Path, how: tuple[str, ...], newer: int, code: int
):
    """The journal's version decides, also when the newer package was removed or purged before and its matches are there."""
    state = tmp_path / "state"
    state.mkdir()
    db = sqlite3.connect(state / "journal.sqlite3")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute(f"PRAGMA user_version = {VERSION + newer}")  # still in the WAL, as with a service that runs
    script = (tree / "DEBIAN/preinst").read_text().replace("/var/lib/meneur", str(state))
    heard = subprocess.run(["sh", "-s", *how], input=script, text=True, capture_output=True, check=False)
    db.close()
    assert heard.returncode == code
    assert ("nothing has been changed" in heard.stderr) == bool(code)


def test_what_is_no_journal_is_no_matter_of_the_package(tree: Path, tmp_path: Path):
    """The box puts it aside and says so; nothing of Python's is seen in the midst of an installation."""
    (tmp_path / "journal.sqlite3").write_bytes(b"garbage" * 999)
    script = (tree / "DEBIAN/preinst").read_text().replace("/var/lib/meneur", str(tmp_path))
    heard = subprocess.run(["sh", "-s", "install"], input=script, text=True, capture_output=True, check=False)
    assert (heard.returncode, heard.stderr) == (0, "")


def test_there_is_a_folder_for_settings(members: dict[str, tarfile.TarInfo]):
    """Nobody has to make one before writing the first line."""
    assert members["etc/meneur"].isdir()


def test_a_first_installation_asks_nothing_of_the_journal(tree: Path):
    """There is none."""
    subprocess.run(["sh", tree / "DEBIAN/preinst", "install"], check=True, env={"PATH": os.environ["PATH"]})


# -- the boot settings -------------------------------------------------------------------------------------------------

HELPER = ROOT / "systemd" / "bin" / "meneur-boot-settings"


def offer(config: Path, *arguments: str, answer: str = "") -> subprocess.CompletedProcess[str]:
    told = ["sh", HELPER, *arguments]
    surroundings = {**os.environ, "MENEUR_CONFIG_TXT": str(config)}
    return subprocess.run(told, input=answer, text=True, capture_output=True, check=False, env=surroundings)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.txt"
    file.write_text("dtparam=audio=on\n[pi4]\narm_boost=1\n")
    return file


def test_the_boot_settings_are_shown_and_asked_for(config: Path):
    """Without a yes the file stays as it is."""
    before = config.read_text()
    heard = offer(config, answer="n\n")
    assert "dtparam=i2c_arm=on" in heard.stdout
    assert (heard.returncode, config.read_text()) == (0, before)


def test_a_yes_adds_them_for_every_board_and_keeps_a_copy(config: Path):
    """After the section for one board, [all] comes first; the file as it was lies beside it."""
    before = config.read_text()
    assert offer(config, answer="y\n").returncode == 0
    added = config.read_text().removeprefix(before)
    lines = ["# For the panel of Meneur", "[all]", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    assert added.split("\n") == ["", *lines, ""]
    assert config.with_name("config.txt.before-meneur").read_text() == before


def test_a_second_run_changes_nothing(config: Path):
    """It may be run as often as one likes."""
    offer(config, "--yes")
    once = config.read_text()
    heard = offer(config, "--yes")
    assert (heard.returncode, config.read_text()) == (0, once)
    assert "Nothing to do" in heard.stdout


ON = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n"


@pytest.mark.parametrize(
    "text",
    [
        f"[cm4]\n{ON}",
        f"[cm4]\notg_mode=1\n[all]\n{ON}dtparam=i2c_arm=off\n",
        f"{ON}dtparam=audio=on,i2c_arm=off\n",
        f"{ON}[pi4]\ndtparam=i2c_arm=off\n",
        f"{ON}dtparam=i2c=off\n",
        f"{ON}dtparam=i2c_arm_baudrate=100000\n",
    ],
    ids=["another_board", "off_later", "off_among_others", "off_on_one_board", "off_by_its_alias", "slower_later"],
)
def test_what_does_not_hold_on_every_board_is_added(config: Path, text: str):
    """A section for another board does not count, and of two words the last does; afterwards there is nothing to do."""
    config.write_text(text)
    assert "Done" in offer(config, "--yes").stdout
    assert config.read_text().startswith(text + "\n# For the panel of Meneur\n[all]\ndtparam=i2c_arm")
    assert "Nothing to do" in offer(config, "--yes").stdout


@pytest.mark.parametrize(
    "text",
    [
        ON,
        f"[cm4]\notg_mode=1\n[all]\n{ON}",
        ON.replace("\n", "\r\n"),
        f"{ON}[pi4]\ndtparam=i2c_arm=on\n",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
        f"dtparam=i2c_arm=off\n{ON}",
        "dtparam=i2c,i2c_baudrate=400000\n",
    ],
    ids=["plain", "all", "windows", "twice", "one_line", "last_word", "alias"],
)
def test_what_holds_on_every_board_is_left_alone(config: Path, text: str):
    """In whatever way it is written."""
    config.write_text(text, newline="")
    assert "Nothing to do" in offer(config, "--yes").stdout
    assert config.read_bytes() == text.encode()


def test_the_file_as_it_was_at_first_is_kept(config: Path):
    """Each run keeps a copy of its own, and none is written over another."""
    before = config.read_text()
    offer(config, "--yes")
    between = config.read_text()
    assert "config.txt.before-meneur-2." in offer(config, "--yes", "--spi").stdout
    assert config.with_name("config.txt.before-meneur").read_text() == before
    assert config.with_name("config.txt.before-meneur-2").read_text() == between


def test_the_end_of_the_input_is_a_no_and_is_said(config: Path):
    """Ctrl-D at the question."""
    before = config.read_text()
    heard = offer(config, answer="")
    assert (heard.returncode, config.read_text()) == (0, before)
    assert heard.stdout.endswith("Add them? [y/N] \nNothing has been changed.\n")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_asked_for_help_it_only_explains_itself(config: Path, option: str):
    """Every option, in a line that a terminal has room for."""
    before = config.read_text()
    heard = offer(config, option)
    assert (heard.returncode, heard.stderr, config.read_text()) == (0, "", before)
    assert {"--spi", "--yes", "--help"} <= set(re.findall(r"^  (--\w+)", heard.stdout, re.MULTILINE))
    assert max(map(len, heard.stdout.splitlines())) <= 80


def test_what_is_commented_out_counts_as_missing(config: Path):
    """Raspberry Pi OS ships the line with a # before it."""
    config.write_text("#dtparam=i2c_arm=on\n")
    offer(config, "--yes")
    assert "\ndtparam=i2c_arm=on\n" in config.read_text()


def test_a_panel_on_spi_gets_its_own_line(config: Path):
    """Only what that panel needs of the bus, for the bus's other pins are taken; and nothing about I2C."""
    before = config.read_text()
    assert offer(config, "--spi", answer="y\n").returncode == 0
    added = config.read_text().removeprefix(before)
    assert added == "\n# For the panel of Meneur\n[all]\ndtoverlay=spi0-1cs,no_miso\n"


def test_an_option_that_it_does_not_know_changes_nothing(config: Path):
    """A slip like --Yes is said."""
    before = config.read_text()
    heard = offer(config, "--Yes", answer="y\n")
    assert (heard.returncode, heard.stdout, config.read_text()) == (2, "", before)
    assert "unknown option --Yes" in heard.stderr


def test_on_a_machine_without_such_a_file_it_says_so(tmp_path: Path):
    """Exit code 1 and a sentence."""
    heard = offer(tmp_path / "none.txt")
    assert heard.returncode == 1
    assert "is this a Raspberry Pi?" in heard.stderr
