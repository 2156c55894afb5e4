"""Builds the Debian package: `python systemd/debian/build.py DIST`, or `make deb`. The same sources give the same bytes.

Plain dpkg-deb, no debhelper: what goes where is the table in `install`, and one package serves Bookworm and Trixie whichever
of them it was built on. Man page, completions and the settings example come from the program itself.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
sys.path.insert(0, str(ROOT))

import reference  # noqa: E402 - beside this file; the path comes first
from babel.messages.mofile import write_mo  # noqa: E402
from babel.messages.pofile import read_po  # noqa: E402

from device.journal_file import VERSION as JOURNAL_VERSION  # noqa: E402

NAMES = {
    "gpiozero": "python3-gpiozero",
    "luma.oled": "python3-luma.oled",
    "pillow": "python3-pil",
    "cattrs": "python3-cattr",
    "tomlkit": "python3-tomlkit",
    "starlette": "python3-starlette",
    "uvicorn": "python3-uvicorn",
    "websockets": "python3-websockets",
    "paho-mqtt": "python3-paho-mqtt",
}
"""What Debian calls each dependency of pyproject.toml."""
OPTIONAL = {"starlette", "uvicorn", "websockets", "paho-mqtt"}
"""Imported only for the simulator, the second screen and MQTT; the box plays without them."""
MAINTAINER = "The Meneur authors <maintainers@meneur.invalid>"


class MissingTool(Exception):
    """The build needs a program that this machine lacks."""


def main() -> int:
    """Build into the folder named; print the package's path."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("dist", type=Path, help="folder for the .deb")
    parser.add_argument("--revision", type=int, default=1, help="of the packaging of this version (default: 1)")
    arguments = parser.parse_args()
    try:
        print(build(arguments.dist, arguments.revision))
    except MissingTool as cause:
        print(f"make deb: {cause}", file=sys.stderr)
        return 2
    return 0


def build(folder: Path, revision: int = 1) -> Path:
    """Build the package into a folder; its path.

    Raises:
        MissingTool: there is no dpkg-deb.
    """
    if shutil.which("dpkg-deb") is None:
        raise MissingTool("dpkg-deb is missing: build on Debian or Raspberry Pi OS, or install the package dpkg")
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, packages = told["project"], told["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    version = f"{project['version']}-{revision}"
    epoch = _epoch()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        _install(tree, packages, project, version, epoch)
        _control(tree, project, version)
        for path in (tree, *tree.rglob("*")):
            os.utime(path, (epoch, epoch), follow_symlinks=False)
        package = folder / f"meneur_{version}_all.deb"
        subprocess.run(
            # One thread: xz splits its work, and so its output, by the number of them.
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", str(tree), str(package)],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
        )
    return package


def _epoch() -> int:
    """The date of the sources: what the caller says, else the last commit's, else the changelog's."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    git = subprocess.run(
        ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False
    )
    return int(git.stdout) if git.returncode == 0 else int((ROOT / "CHANGELOG.md").stat().st_mtime)


# -- the files ---------------------------------------------------------------------------------------------------------


def _install(tree: Path, packages: list[str], project: dict[str, Any], version: str, epoch: int) -> None:
    """Everything that the package puts on the machine."""
    private = tree / "usr/share/meneur"
    for source in _sources(packages):
        _put(private / source.relative_to(ROOT), source.read_bytes())
    for source in sorted(ROOT.glob("device/locale/*/LC_MESSAGES/*.po")):
        _put(private / source.relative_to(ROOT).with_suffix(".mo"), _compiled(source, epoch))
    # By this `importlib.metadata` knows the version, as it does from a wheel.
    metadata = f"Metadata-Version: 2.1\nName: meneur\nVersion: {project['version']}\n"
    _put(private / f"meneur-{project['version']}.dist-info/METADATA", metadata.encode())

    systemd = ROOT / "systemd"
    for unit in ("meneur.service", "meneur-poweroff.path", "meneur-poweroff.service"):
        _put(tree / "usr/lib/systemd/system" / unit, (systemd / unit).read_bytes())
    _put(tree / "usr/lib/sysusers.d/meneur.conf", (systemd / "sysusers.d/meneur.conf").read_bytes())
    _put(tree / "usr/lib/modules-load.d/meneur.conf", (systemd / "modules-load.d/meneur.conf").read_bytes())
    _put(tree / "usr/lib/udev/rules.d/60-meneur.rules", (systemd / "rules.d/60-meneur.rules").read_bytes())
    _put(tree / "usr/lib/systemd/system-shutdown/meneur", (systemd / "shutdown/meneur").read_bytes(), program=True)
    _put(tree / "usr/bin/meneur", (systemd / "bin/meneur").read_bytes(), program=True)
    _put(tree / "usr/sbin/meneur-boot-settings", (systemd / "bin/meneur-boot-settings").read_bytes(), program=True)
    _put(tree / "usr/share/python3/runtime.d/meneur.rtupdate", (HERE / "rtupdate").read_bytes(), program=True)

    command = reference.command()
    _put(tree / "usr/share/man/man1/meneur.1.gz", _gzip(reference.manual(command, project["version"], epoch)))
    _put(tree / "usr/share/man/man8/meneur-boot-settings.8.gz", _gzip(reference.boot_manual(project["version"], epoch)))
    _put(tree / "usr/share/bash-completion/completions/meneur", reference.completion(command, "bash"))
    _put(tree / "usr/share/zsh/vendor-completions/_meneur", reference.completion(command, "zsh"))

    documents = tree / "usr/share/doc/meneur"
    _put(documents / "examples/meneur.toml", reference.example())
    _put(documents / "changelog.gz", _gzip((ROOT / "CHANGELOG.md").read_bytes()))
    date = format_datetime(datetime.fromtimestamp(epoch, UTC))
    entry = f"meneur ({version}) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- {MAINTAINER}  {date}\n"
    _put(documents / "changelog.Debian.gz", _gzip(entry.encode()))
    _put(documents / "copyright", _copyright().encode())
    _put(tree / "usr/share/lintian/overrides/meneur", (HERE / "lintian-overrides").read_bytes())
    _make_folder(tree / "etc/meneur")  # for the settings of whoever has some


def _sources(packages: list[str]) -> Iterator[Path]:
    """The files of the packages: those in git, or in a folder without git all but what is made from others."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", *packages], capture_output=True, text=True, check=False
    )
    if listed.returncode == 0:
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for room in packages for path in (ROOT / room).rglob("*") if path.is_file()]
    for path in sorted(found):
        made = "__pycache__" in path.parts or path.suffix == ".mo"
        if path.exists() and not made and path.suffix != ".po" and path.name != "OFL.txt":
            yield path


def _put(path: Path, content: bytes, *, program: bool = False) -> None:
    _make_folder(path.parent)
    path.write_bytes(content)
    path.chmod(0o755 if program else 0o644)


def _make_folder(path: Path) -> None:
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir()
            folder.chmod(0o755)


def _compiled(source: Path, epoch: int) -> bytes:
    with source.open("rb") as texts:
        catalog = read_po(texts)
    # Babel would put the present moment in.
    catalog.creation_date = catalog.revision_date = datetime.fromtimestamp(epoch, UTC)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    return compiled.getvalue()


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _copyright() -> str:
    """Debian's form of it: the two licences in full, indented, empty lines as dots."""
    licences = {"Expat": ROOT / "LICENSE", "OFL-1.1": ROOT / "device/draw/assets/fonts/OFL.txt"}
    told = "\n\n".join(
        f"License: {name}\n" + "\n".join(f" {line}" if line.strip() else " ." for line in _lines(file))
        for name, file in licences.items()
    )
    return (HERE / "copyright").read_text(encoding="utf-8").replace("@LICENSES@", told)


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").strip().splitlines()


# -- the control files -------------------------------------------------------------------------------------------------


def _control(tree: Path, project: dict[str, Any], version: str) -> None:
    control = tree / "DEBIAN"
    needed, wished = _dependencies([*project["dependencies"], *project["optional-dependencies"]["mqtt"]])
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file())
    fields = {
        "Package": "meneur",
        "Version": version,
        "Architecture": "all",
        "Maintainer": MAINTAINER,
        "Installed-Size": str(-(-size // 1024)),
        "Depends": ", ".join(needed),
        "Recommends": ", ".join(wished),
        "Section": "misc",
        "Priority": "optional",
        "Description": "box for the card table, on a Raspberry Pi\n"
        " Meneur is croupier, referee, scorekeeper and bedside oracle: a Raspberry Pi\n"
        " with a small screen, seven lit buttons and a buzzer. It assists at a horse\n"
        " race with cards, at card hockey, and at two patiences.\n"
        " .\n"
        " The package installs the service, which starts at once and at every boot.",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    _put(control / "control", text.encode())
    for name in ("preinst", "postinst", "prerm", "postrm"):
        script = (HERE / name).read_text(encoding="utf-8").replace("@JOURNAL_VERSION@", str(JOURNAL_VERSION))
        _put(control / name, script.encode(), program=True)
    sums = "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n"  # noqa: S324 - dpkg's own format
        for path in sorted(tree.rglob("*"))
        if path.is_file() and control not in path.parents
    )
    _put(control / "md5sums", sums.encode())


def _dependencies(requirements: list[str]) -> tuple[list[str], list[str]]:
    """What must be there, and what is installed too unless refused, from pyproject's own list."""
    needed = ["python3 (>= 3.11)", "python3-lgpio", "systemd (>= 252)", "udev"]
    wished = ["python3-spidev", "python3-rpi-lgpio | python3-rpi.gpio"]
    for requirement in requirements:
        name, _, bounds = requirement.partition(">=")
        package = f"{NAMES[name]} (>= {bounds.partition(',')[0]})"
        (wished if name in OPTIONAL else needed).append(package)
    return needed, wished


if __name__ == "__main__":
    sys.exit(main())
