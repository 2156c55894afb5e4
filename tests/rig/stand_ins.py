"""Packages of gpiozero and lgpio for any Debian of the rig. Only the Raspberry Pi archive has them as packages (Debian has no
lgpio, and a gpiozero too old), so they are made here, from what their authors published.

gpiozero is Python alone, and one wheel fits all. lgpio's wheels are for 64 bits and one Python; the source that its author
publishes has the whole C library, so it is built for each Debian by a cross compiler, against that Debian's own headers.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from host import apt_of, native, run

GPIOZERO, LGPIO = "2.0", "0.2.2.0"
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
"""The Python of each suite."""
TRIPLETS = {
    "amd64": "x86_64-linux-gnu",
    "arm64": "aarch64-linux-gnu",
    "armhf": "arm-linux-gnueabihf",
    "armel": "arm-linux-gnueabi",
}
"""What compilers call each architecture."""
TIME_64 = ("-D_FILE_OFFSET_BITS=64", "-D_TIME_BITS=64")
"""How Debian builds for 32 bits since Trixie: with times beyond 2038."""
PYTHON_FOLDER = "usr/lib/python3/dist-packages"
_ONE_AT_A_TIME = threading.Lock()
"""Two checks at once may want the same packages made."""


def stand_ins(suite: str, architecture: str, cache: Path) -> list[Path]:
    """The two packages for a Debian, made when the cache has them not."""
    gpiozero = cache / f"python3-gpiozero_{GPIOZERO}_all.deb"
    lgpio = cache / f"python3-lgpio_{LGPIO}_{suite}_{architecture}.deb"
    cache.mkdir(parents=True, exist_ok=True)
    with _ONE_AT_A_TIME, tempfile.TemporaryDirectory() as scratch:
        if not gpiozero.exists():
            _gpiozero(cache, Path(scratch), gpiozero)
        if not lgpio.exists():
            _lgpio(suite, architecture, cache, Path(scratch), lgpio)
    return [lgpio, gpiozero]


def _gpiozero(cache: Path, work: Path, deb: Path) -> None:
    wheel = _published("gpiozero", GPIOZERO, cache, "--only-binary=:all:")
    tree = work / "gpiozero"
    run(sys.executable, "-m", "zipfile", "-e", wheel, tree / PYTHON_FOLDER)
    _pack("python3-gpiozero", GPIOZERO, "all", tree, deb)


def _lgpio(suite: str, architecture: str, cache: Path, work: Path, deb: Path) -> None:
    """As the source's own setup.py builds for the package index: the library and the wrapper as one module."""
    run("tar", "xf", _published("lgpio", LGPIO, cache, "--no-binary=:all:"), "-C", work)
    source, python, triplet = work / f"lgpio-{LGPIO}", PYTHONS[suite], TRIPLETS[architecture]
    debian = _headers(suite, architecture, work)
    run("swig", "-python", "lgpio.i", cwd=source)
    tree = work / "lgpio"
    modules = tree / PYTHON_FOLDER
    modules.mkdir(parents=True)
    shutil.copy(source / "lgpio.py", modules)
    run(
        "gcc" if architecture == native() else f"{triplet}-gcc",
        *(f"--sysroot={debian}", f"-I{debian}/usr/include/python{python}", "-Isrc"),
        *("-O3", "-pthread", "-shared", "-fPIC", *(TIME_64 if suite == "trixie" else ())),
        *("lgpio_wrap.c", *sorted(source.glob("src/lg*.c")), "src/rgpiod.c"),
        *("-o", modules / f"_lgpio.cpython-{python.replace('.', '')}-{triplet}.so"),
        cwd=source,
    )
    _pack("python3-lgpio", LGPIO, architecture, tree, deb)


def _published(name: str, version: str, cache: Path, kind: str) -> Path:
    """A file from the package index: downloaded once."""
    if not (found := list(cache.glob(f"{name}-{version}*"))):
        told = ("-q", "--disable-pip-version-check", "--no-deps", kind, "-d", cache, f"{name}=={version}")
        run(sys.executable, "-m", "pip", "download", *told, stderr=subprocess.DEVNULL)
        found = list(cache.glob(f"{name}-{version}*"))
    return found[0]


def _headers(suite: str, architecture: str, work: Path) -> Path:
    """The C library, the kernel's and Python's headers of a Debian, unpacked in a folder."""
    environment = apt_of(suite, architecture, work)
    debs, tree = work / "debs", work / "debian"
    debs.mkdir()
    wanted = ("libc6", "libc6-dev", "linux-libc-dev", f"libpython{PYTHONS[suite]}-dev")
    run("apt-get", "download", "-q", *wanted, env=environment, cwd=debs, stderr=subprocess.DEVNULL)
    for folder in ("lib", "lib64"):
        (tree / "usr" / folder).mkdir(parents=True)
        (tree / folder).symlink_to(f"usr/{folder}")
    for package in debs.iterdir():
        run("sh", "-c", f"dpkg-deb --fsys-tarfile {package} | tar x --keep-directory-symlink -C {tree}")
    return tree


def _pack(name: str, version: str, architecture: str, tree: Path, deb: Path) -> None:
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: {version}-0rig1\nArchitecture: {architecture}\n"
        "Maintainer: The rig <root@localhost>\nDescription: stand-in for the Raspberry Pi archive's package\n"
    )
    fresh = deb.with_suffix(".new")
    run("dpkg-deb", "--root-owner-group", "--build", tree, fresh)
    fresh.rename(deb)
