"""What the rig asks of the machine that it runs on: programs, the tools it lacks, its Debian mirror, packages of other Debians."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Collection
from pathlib import Path

TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
    "gcc": "gcc",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "arm-linux-gnueabihf-gcc": "gcc-arm-linux-gnueabihf",
    "arm-linux-gnueabi-gcc": "gcc-arm-linux-gnueabi",
    "swig": "swig",
    "fdtput": "device-tree-compiler",
    "mke2fs": "e2fsprogs",
    "cpio": "cpio",
    "make": "make",
    "dpkg-deb": "dpkg-dev",
    "arch-test": "arch-test",
    "qemu-img": "qemu-utils",
    "xz": "xz-utils",
}
"""The programs that the rig needs, and Debian's packages that have them."""
EMULATED = ("qemu-aarch64", "qemu-arm")
"""What the kernel is to hand foreign programs to."""


def run(*words: object, **more: object) -> str:
    """Run a program; its output. Ends everything when it fails."""
    told = [str(word) for word in words]
    done = subprocess.run(told, stdout=subprocess.PIPE, text=True, check=False, **more)  # type: ignore[call-overload]
    if done.returncode:
        raise SystemExit(f"make rig: {' '.join(told)} ended with {done.returncode}")
    return str(done.stdout)


def tools(*, install: bool, needed: Collection[str] = tuple(TOOLS), emulated: Collection[str] = EMULATED) -> None:
    """See that the programs are there; as root, install what is missing."""
    missing = sorted({TOOLS[program] for program in needed if shutil.which(program) is None})
    if missing and install and os.geteuid() == 0:
        run("apt-get", "update", "-q", stderr=subprocess.STDOUT)
        run("apt-get", "install", "-q", "-y", "--no-install-recommends", *missing, stderr=subprocess.STDOUT)
    elif missing:
        raise SystemExit(f"make rig: install first: sudo apt install {' '.join(missing)}")
    if os.geteuid() != 0:
        raise SystemExit("make rig: run it as root: it bootstraps a Debian and mounts disks")
    binfmt = Path("/proc/sys/fs/binfmt_misc")
    if emulated and not (binfmt / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", binfmt)
    for name in emulated:
        if not (binfmt / name).exists():
            run("update-binfmts", "--enable", name)


def native() -> str:
    """This machine's architecture, as Debian calls it."""
    return run("dpkg", "--print-architecture").strip()


def mirror() -> str:
    """The Debian mirror that this machine itself uses."""
    told = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Component: main")
    found = [uri for uri in told.split() if uri.rstrip("/").endswith("/debian")]
    if not found:
        raise SystemExit("make rig: this machine's apt knows no Debian mirror")
    return found[0]


def apt_of(suite: str, architecture: str, cache: Path) -> dict[str, str]:
    """An environment in which apt knows a suite for an architecture, and nothing of this machine."""
    base = cache / f"apt-{suite}-{architecture}"
    for part in ("lists/partial", "cache/archives/partial"):
        (base / part).mkdir(parents=True, exist_ok=True)
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (base / "sources.list").write_text(f"deb [signed-by={keyring}] {mirror()} {suite} main\n")
    (base / "apt.conf").write_text(
        f'Dir::State "{base}"; Dir::State::lists "lists"; Dir::State::status "/dev/null"; Dir::Cache "{base}/cache";\n'
        f'Dir::Etc::sourcelist "{base}/sources.list"; Dir::Etc::sourceparts "-"; APT::Architecture "{architecture}";\n'
        f'APT::Architectures "{architecture}"; Acquire::Languages "none";\n'
    )
    environment = {**os.environ, "APT_CONFIG": str(base / "apt.conf")}
    run("apt-get", "update", "-q", env=environment, stderr=subprocess.DEVNULL)
    return environment
