"""`make deb-check`: the package in bare Debian 12 and 13 containers, with the versions of every dependency that they carry.

No hardware and no booted systemd here, that is the virtual Pi's; but installing, every unit read by that Debian's own systemd, a
whole evening replayed with that Debian's own libraries, removing and purging. A few seconds each once the containers are made.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from host import native, run, tools  # noqa: E402 - the path comes first
from prepare import debian  # noqa: E402
from stand_ins import stand_ins  # noqa: E402

SUITES = ("bookworm", "trixie")
NEEDED = ("mmdebstrap", "dpkg-deb", "gcc", "swig")
EVENING = HERE / "evenings/three_games.txt"
INSIDE = """
mount -t proc proc "$1/proc" && mount -t tmpfs run "$1/run" && mount -t devpts devpts "$1/dev/pts"
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
exec chroot "$1" sh -c "$2"
"""
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


def check(suite: str, cache: Path, package: Path, expected: dict[str, object]) -> None:
    """All that can be seen of the package in one Debian."""
    began = time.monotonic()
    container = Container(suite, native(), cache)
    container.install(package)
    (container.tree / "var/cache/versions.py").write_text(VERSIONS)
    print(f"{suite}: {container.sh('meneur --version')} on {container.sh('python3 /var/cache/versions.py')}")
    container.sh("systemd-analyze verify --man=no /usr/lib/systemd/system/meneur*")
    container.sh("systemd-analyze security --offline=true --threshold=15 /usr/lib/systemd/system/meneur.service")
    shutil.copy(EVENING, container.tree / "var/cache/evening.txt")
    played = json.loads(container.sh("meneur replay /var/cache/evening.txt --json"))
    assert played == expected, "the evening ends differently with this Debian's libraries"
    container.sh("mkdir -p /var/lib/meneur && touch /var/lib/meneur/journal.sqlite3")
    container.sh("dpkg --remove meneur && test -e /var/lib/meneur/journal.sqlite3 && ! test -e /usr/share/meneur")
    container.sh("dpkg --purge meneur && ! test -e /var/lib/meneur")
    container.sh("! ls /etc/systemd/system/*.wants/meneur* 2>/dev/null")
    container.close()
    print(f"{suite}: installed, verified, an evening replayed, removed, purged in {time.monotonic() - began:.0f} s")


def main() -> int:
    """Check the package in every suite."""
    tools(install=True, needed=NEEDED, emulated=())
    package = Path(run(sys.executable, ROOT / "systemd/debian/build.py", ROOT / "dist").strip())
    told = [sys.executable, "-m", "device", "replay", str(EVENING), "--json"]
    expected = json.loads(subprocess.run(told, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    for suite in SUITES:
        check(suite, ROOT / ".rig", package, expected)
    return 0


if __name__ == "__main__":
    sys.exit(main())
