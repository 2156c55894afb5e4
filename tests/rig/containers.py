"""`make deb-check`: the package in bare Debian 12 and 13 containers, with the versions of every dependency that they carry.

No hardware and no booted systemd here, that is the virtual Pi's; but installing, every unit read by that Debian's own systemd, a
whole evening replayed with that Debian's own libraries, a newer package and an older one over its matches, removing and purging.
Ten seconds each once the containers are made.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from bench import package_of  # noqa: E402 - the path comes first
from host import native, run, tools  # noqa: E402
from prepare import debian  # noqa: E402
from stand_ins import stand_ins  # noqa: E402

from device.journal_file import VERSION  # noqa: E402

CACHE = ROOT / ".rig"
SUITES = ("bookworm", "trixie")
NEEDED = ("mmdebstrap", "dpkg-deb", "gcc", "swig")
EVENING = HERE / "evenings/three_games.txt"
INSIDE = """
mount -t proc proc "$1/proc" && mount -t tmpfs run "$1/run" && mount -t devpts devpts "$1/dev/pts"
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
exec chroot "$1" sh -c "$2"
"""
SETTINGS = '[table]\nlanguage = "fr"\n'
KEPT = "cat /etc/meneur/meneur.toml && meneur history --json --state /var/lib/meneur"
"""What must be there unchanged."""
VERSIONS = """
import sys
from importlib.metadata import version
names = ("pillow", "luma.oled", "cattrs", "starlette", "uvicorn", "websockets")
print("Python", sys.version.split()[0], *(f"{name} {version(name)}" for name in names))
"""


class Container:
    """A Debian in a folder, entered by chroot in mounts of its own; a foreign architecture's programs run under qemu-user."""

    def __init__(self, suite: str, architecture: str, cache: Path, processor: str = "") -> None:
        """Unpack a fresh one; `cache` is the rig's, `processor` the one that qemu-user plays."""
        self.suite, self.architecture, self.cache = suite, architecture, cache
        self.environment = {**os.environ, "QEMU_CPU": processor} if processor else None
        self.tree = cache / f"containers/{suite}-{architecture}"
        shutil.rmtree(self.tree, ignore_errors=True)
        self.tree.mkdir(parents=True)
        run("tar", "xf", debian(suite, architecture, cache), "-C", self.tree)

    def ask(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command inside, whatever comes of it."""
        told = ["unshare", "-m", "sh", "-ec", INSIDE, "_", str(self.tree), command]
        return subprocess.run(told, capture_output=True, text=True, check=False, env=self.environment)

    def sh(self, command: str) -> str:
        """Run a command inside; its output. Raises RuntimeError when it fails."""
        done = self.ask(command)
        if done.returncode:
            raise RuntimeError(
                f"in {self.tree.name}, {command!r} ended with {done.returncode}: {done.stdout}{done.stderr}"
            )
        return done.stdout.strip()

    def install(self, package: Path) -> None:
        """Our package by apt, with all that it asks for and recommends, as its user installs it."""
        for file in (package, *stand_ins(self.suite, self.architecture, self.cache / "stand-ins")):
            shutil.copy(file, self.tree / "var/cache")
        self.sh("cd /var/cache && apt-get install -q -y -o APT::Install-Recommends=true ./*.deb")
        assert self.sh("dpkg-query -W -f '${db:Status-Status}' meneur") == "installed"
        for unit in ("meneur.service", "meneur-poweroff.path"):
            assert self.sh(f"systemctl is-enabled {unit}") == "enabled", unit

    def close(self) -> None:
        """Throw it away."""
        shutil.rmtree(self.tree)


def check(suite: str, packages: tuple[Path, Path], expected: dict[str, object]) -> None:
    """All that can be seen of the package and of a newer one in one Debian."""
    began = time.monotonic()
    container = Container(suite, native(), CACHE)
    container.install(packages[0])
    (container.tree / "var/cache/versions.py").write_text(VERSIONS)
    print(f"{suite}: {container.sh('meneur --version')} on {container.sh('python3 /var/cache/versions.py')}")
    container.sh("systemd-analyze verify --man=no /usr/lib/systemd/system/meneur*")
    container.sh("systemd-analyze security --offline=true --threshold=15 /usr/lib/systemd/system/meneur.service")
    shutil.copy(EVENING, container.tree / "var/cache/evening.txt")
    played = json.loads(container.sh("meneur replay /var/cache/evening.txt --json"))
    assert played == expected, "the evening ends differently with this Debian's libraries"
    _packages_come_and_go(container, *packages)
    container.close()
    print(
        f"{suite}: installed, verified, an evening replayed, upgraded, removed, purged in {time.monotonic() - began:.0f} s"
    )


def _packages_come_and_go(container: Container, older: Path, newer: Path) -> None:
    """Matches and settings are kept by an upgrade and a removal; no older package over newer matches; a purge takes all."""
    shutil.copy(newer, container.tree / "var/cache")
    (container.tree / "etc/meneur/meneur.toml").write_text(SETTINGS)
    container.sh("meneur replay /var/cache/evening.txt --state /var/lib/meneur && chown -R meneur: /var/lib/meneur")
    before = container.sh(KEPT)
    assert json.loads(before.rpartition("\n")[2]), "the evening has left no match"
    container.sh(f"dpkg -i /var/cache/{newer.name}")
    assert container.sh(KEPT) == before, "the upgrade has changed matches or settings"

    _of_version(container, 99)
    refused = container.ask(f"dpkg -i /var/cache/{older.name}")
    assert refused.returncode, "an older package was installed over newer matches"
    assert "nothing has been changed" in refused.stderr, refused.stderr
    assert container.sh("dpkg-query -W -f '${Version} ${db:Status-Status}' meneur") == f"{_version(newer)} installed"
    _of_version(container, VERSION)
    assert container.sh(KEPT) == before, "the refusal has changed matches or settings"
    container.sh(f"dpkg -i /var/cache/{older.name}")
    assert container.sh(KEPT) == before, "going back has changed matches or settings"

    container.sh("dpkg --remove meneur && ! test -e /usr/share/meneur")
    _of_version(container, 99)
    refused = container.ask(f"dpkg -i /var/cache/{older.name}")
    assert "nothing has been changed" in refused.stderr, "removed in between, it was installed over newer matches"
    container.sh("test -e /var/lib/meneur/journal.sqlite3 && test -e /etc/meneur/meneur.toml")
    container.sh("mount --bind /var/lib/meneur /var/lib/meneur && dpkg --purge meneur && umount /var/lib/meneur")
    container.sh("! ls /var/lib/meneur/* 2>/dev/null && ! test -e /etc/meneur")
    container.sh("! ls /etc/systemd/system/*.wants/meneur* 2>/dev/null")


def _of_version(container: Container, version: int) -> None:
    """Make the match book one of this version."""
    book = sqlite3.connect(container.tree / "var/lib/meneur/journal.sqlite3")
    book.execute(f"PRAGMA user_version = {version}")
    book.close()


def _version(package: Path) -> str:
    return run("dpkg-deb", "--field", package, "Version").strip()


def main() -> int:
    """Check the package in every suite."""
    tools(install=True, needed=NEEDED, emulated=())
    packages = (package_of(CACHE / "deb", "1"), package_of(CACHE / "deb", "2"))
    told = [sys.executable, "-m", "device", "replay", str(EVENING), "--json"]
    expected = json.loads(subprocess.run(told, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    for suite in SUITES:
        check(suite, packages, expected)
    return 0


if __name__ == "__main__":
    sys.exit(main())
