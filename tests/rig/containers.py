"""`make deb-check`: the package in bare Debian 12 and 13 containers, with the versions of every dependency that they carry.

No hardware and no booted systemd here, that is the virtual Pi's; but installing, every unit read by that Debian's own systemd, a
whole evening replayed with that Debian's own libraries, removing and purging. A few seconds each once the containers are made.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from prepare import GUEST_PACKAGES, mirror, run, stand_in  # noqa: E402 - the path comes first

SUITES = ("bookworm", "trixie")
EVENING = HERE / "evenings/three_games.txt"
VERSIONS = """
import sys
from importlib.metadata import version
names = ("pillow", "luma.oled", "cattrs", "starlette", "uvicorn", "websockets")
print("Python", sys.version.split()[0], *(f"{name} {version(name)}" for name in names))
"""


class Container:
    """A Debian in a folder, entered by chroot in mounts of its own."""

    def __init__(self, suite: str, cache: Path) -> None:
        tar, self.tree = cache / f"{suite}.tar", cache / f"{suite}.d"
        cache.mkdir(parents=True, exist_ok=True)
        if not tar.exists():
            fresh = tar.with_suffix(".new.tar")
            options = ('--aptopt=APT::Install-Recommends "false"', '--aptopt=Acquire::Languages "none"')
            told = (f"--include={GUEST_PACKAGES}", suite, fresh, mirror())
            run("mmdebstrap", "--mode=root", "--variant=minbase", "--quiet", *options, *told)
            fresh.rename(tar)
        shutil.rmtree(self.tree, ignore_errors=True)
        self.tree.mkdir()
        run("tar", "xf", tar, "-C", self.tree)

    def sh(self, command: str) -> str:
        """Run a command inside; its output. Raises RuntimeError when it fails."""
        inside = 'mount -t proc proc "$1/proc" && mount -t tmpfs run "$1/run" && exec chroot "$1" sh -c "$2"'
        told = ["unshare", "-m", "sh", "-c", inside, "_", str(self.tree), command]
        done = subprocess.run(told, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(
                f"in {self.tree.stem}, {command!r} ended with {done.returncode}: {done.stdout}{done.stderr}"
            )
        return done.stdout.strip()


def check(suite: str, cache: Path, package: Path, expected: dict[str, object]) -> None:
    """All that can be seen of the package in one Debian."""
    began = time.monotonic()
    container = Container(suite, cache)
    for name in ("gpiozero", "lgpio"):
        shutil.copy(stand_in(name, cache, empty=name == "lgpio"), container.tree / "var/cache")
        container.sh(f"dpkg -i /var/cache/python3-{name}.deb")
    shutil.copy(package, container.tree / "var/cache/meneur.deb")
    shutil.copy(EVENING, container.tree / "var/cache/evening.txt")
    container.sh("dpkg -i /var/cache/meneur.deb")
    (container.tree / "var/cache/versions.py").write_text(VERSIONS)
    print(f"{suite}: {container.sh('meneur --version')} on {container.sh('python3 /var/cache/versions.py')}")
    for unit in ("meneur.service", "meneur-poweroff.path"):
        assert container.sh(f"systemctl is-enabled {unit}") == "enabled", unit
    container.sh("systemd-analyze verify --man=no /usr/lib/systemd/system/meneur*")
    container.sh("systemd-analyze security --offline=true --threshold=15 /usr/lib/systemd/system/meneur.service")
    played = json.loads(container.sh("LC_ALL=C.UTF-8 meneur replay /var/cache/evening.txt --json"))
    assert played == expected, "the evening ends differently with this Debian's libraries"
    container.sh("mkdir -p /var/lib/meneur && touch /var/lib/meneur/journal.sqlite3")
    container.sh("dpkg --remove meneur && test -e /var/lib/meneur/journal.sqlite3 && ! test -e /usr/share/meneur")
    container.sh("dpkg --purge meneur && ! test -e /var/lib/meneur")
    container.sh("! ls /etc/systemd/system/*.wants/meneur* 2>/dev/null")
    shutil.rmtree(container.tree)
    print(f"{suite}: installed, verified, an evening replayed, removed, purged in {time.monotonic() - began:.0f} s")


def main() -> int:
    """Check the package in every suite."""
    cache = ROOT / ".rig" / "containers"
    package = Path(run(sys.executable, ROOT / "systemd/debian/build.py", ROOT / "dist").strip())
    told = [sys.executable, "-m", "device", "replay", str(EVENING), "--json"]
    expected = json.loads(subprocess.run(told, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    for suite in SUITES:
        check(suite, cache, package, expected)
    return 0


if __name__ == "__main__":
    sys.exit(main())
