"""Makes the virtual Pi's disk, kernel and modules, once: everything is kept in the cache folder, with a note of what it was made from,
and made again when that has changed.

A Debian for ARM is bootstrapped by running its own programs under qemu-user; kernel and modules come beside it, since a kernel
package inside a foreign bootstrap would spend its time on an initramfs that nobody needs. The kernel has 64 bits; the Debian may
have 32, as on every Pi 3 and later with the 32-bit Raspberry Pi OS.
"""

from __future__ import annotations

import gzip
import hashlib
import inspect
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from host import apt_of, mirror, native, run, tools
from stand_ins import stand_ins

__all__ = ["MACHINE", "QEMU", "Cache", "debian", "note_of", "recipe", "run", "tools"]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SUITE = "bookworm"
GUEST_PACKAGES = (
    "systemd-sysv,udev,dbus,kmod,python3,iproute2,procps,adduser,"
    # All that our package depends on or recommends, as Debian has it: installing it downloads nothing.
    "python3-pil,python3-luma.oled,python3-cattr,python3-tomlkit,python3-starlette,python3-uvicorn,python3-websockets,"
    "python3-colorzero,python3-pkg-resources,python3-paho-mqtt,python3-spidev"
)
ARM_PACKAGES = ",python3-rpi.gpio"
"""What Debian has for such processors alone."""
MODULES = ("virtio_blk", "ext4", "virtio_console", "virtio_rng", "i2c-dev")
IMAGE_MEGABYTES = 900


def recipe(*parts: object) -> str:
    """A digest of what something is made from: a file by its content, a function by its source, anything else by its text."""
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            digest.update(part.name.encode() + part.read_bytes())
        else:
            digest.update((inspect.getsource(part) if callable(part) else str(part)).encode())
    return digest.hexdigest()


_ONE_AT_A_TIME = threading.Lock()
"""Two checks at once may want the same thing made."""


def keep(made: Path, made_from: str, make: Callable[[], None]) -> None:
    """Make a thing, unless it is there and was made from the same."""
    note = note_of(made)
    with _ONE_AT_A_TIME:
        if made.exists() and note.exists() and note.read_text() == made_from:
            return
        print(f"rig: making {made.name}", flush=True)
        note.unlink(missing_ok=True)
        make()
        note.write_text(made_from)


def note_of(made: Path) -> Path:
    """Where it is noted what a thing was made from."""
    return made.with_name(f"{made.name}.made-from")


def debian(suite: str, architecture: str, cache: Path) -> Path:
    """A Debian as a tar, bootstrapped when the cache has it not."""
    tar = cache / f"debians/{suite}-{architecture}.tar"
    tar.parent.mkdir(parents=True, exist_ok=True)
    packages = GUEST_PACKAGES + (ARM_PACKAGES if architecture.startswith("arm") else "")
    options = [
        *("--mode=root", "--variant=minbase", f"--architectures={architecture}", "--quiet", f"--include={packages}"),
        *('--aptopt=APT::Install-Recommends "false"', '--aptopt=Acquire::Languages "none"'),
        *(f"--dpkgopt=path-exclude=/usr/share/{what}/*" for what in ("man", "doc", "locale")),
    ]

    def bootstrap() -> None:
        fresh = tar.with_suffix(".new.tar")
        run("mmdebstrap", *options, suite, fresh, mirror())
        fresh.rename(tar)

    keep(tar, recipe(suite, *options), bootstrap)
    return tar


class Cache:
    """What is made once, for a virtual Pi whose Debian has this architecture: arm64 or armhf."""

    def __init__(self, shared: Path, architecture: str = "arm64") -> None:
        """`shared` has what serves every architecture, and is the place of all else for arm64; another has a folder in it."""
        self.shared = shared
        self.architecture = architecture
        self.folder = shared if architecture == "arm64" else shared / architecture
        self.kernel = shared / "vmlinuz"
        self.modules = shared / "modules"
        self.initrd = shared / "initrd"
        self.dtb = shared / "pi.dtb"
        self.disk = self.folder / f"{architecture}.ext4"
        self.folder.mkdir(parents=True, exist_ok=True)

    def make(self) -> None:
        """Make whatever is not there yet, or was made from something else."""
        of_kernel = recipe(*sorted((HERE / "kernel").iterdir()), Cache._kernel, Cache._build_modules)
        keep(self.modules, of_kernel, self._kernel)
        keep(self.initrd, recipe(of_kernel, Cache._initrd), self._initrd)
        keep(self.dtb, recipe(QEMU, MACHINE, Cache._device_tree), self._device_tree)
        root = debian(SUITE, self.architecture, self.shared)
        packages = stand_ins(SUITE, self.architecture, self.shared / "stand-ins")
        of_disk = (note_of(root), note_of(self.modules), *self._programs(), *(package.name for package in packages))
        keep(self.disk, recipe(*of_disk, Cache._disk), lambda: self._disk(root, packages))

    def made_from(self) -> str:
        """A digest of all that the machine is."""
        notes = map(note_of, (self.modules, self.initrd, self.dtb, self.disk))
        return recipe(*notes, QEMU, run(QEMU[0], "--version"))

    @staticmethod
    def _programs() -> list[Path]:
        """The rig's own programs in the guest. The chip model is the simulator's: one idea of what the glass shows."""
        return [*sorted((HERE / "guest").iterdir()), ROOT / "drivers/simulator/chips.py", ROOT / "drivers/pinout.toml"]

    # -- kernel --------------------------------------------------------------------------------------------------------

    def _kernel(self) -> None:
        """Kernel and headers of the guest's suite, unpacked; our modules built with a cross compiler."""
        work = self.shared / "kernel"
        shutil.rmtree(work, ignore_errors=True)
        shutil.rmtree(self.modules, ignore_errors=True)
        foreign = apt_of(SUITE, "arm64", self.shared)
        image = next(
            word for word in run("apt-cache", "depends", "linux-image-arm64", env=foreign).split() if "-image-6" in word
        )
        version = image.removeprefix("linux-image-")
        series = ".".join(version.split(".")[:2])
        common = f"linux-headers-{version.removesuffix('-arm64')}-common"
        (work / "debs").mkdir(parents=True)
        here = {"cwd": work / "debs", "stderr": subprocess.DEVNULL}
        wanted = [image, f"linux-headers-{version}", common, f"linux-source-{series}", "busybox-static"]
        run("apt-get", "download", "-q", *wanted, env=foreign, **here)
        # The build's own programs run here, so they are this machine's.
        own = apt_of(SUITE, native(), self.shared)
        run("apt-get", "download", "-q", f"linux-kbuild-{series}", env=own, **here)
        source = next((work / "debs").glob("linux-source-*"))
        for deb in (work / "debs").iterdir():
            if deb != source:
                run("dpkg-deb", "-x", deb, work / "tree")
        shutil.copy(next((work / "tree/boot").glob("vmlinuz-*")), self.kernel)
        self._build_modules(work, source, version, series)
        shutil.copytree(work / "tree/lib/modules" / version, work / "made/lib/modules" / version, symlinks=True)
        extra = work / "made/lib/modules" / version / "extra"
        extra.mkdir()
        for module in (work / "build").glob("*.ko"):
            shutil.copy(module, extra)
        run("depmod", "-b", work / "made", version)
        shutil.copy(work / "tree/bin/busybox", self.shared / "busybox")
        (work / "made").rename(self.modules)
        shutil.rmtree(work)

    def _build_modules(self, work: Path, source: Path, version: str, series: str) -> None:
        build, headers = work / "build", work / "tree/usr/src"
        shutil.copytree(HERE / "kernel", build)
        unpack = f"dpkg-deb --fsys-tarfile {source} | tar xOf - ./usr/src/linux-source-{series}.tar.xz | tar xJf - -C {build}"
        wanted = "'*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'"
        run("sh", "-c", f"{unpack} --transform 's#.*/##' --wildcards {wanted}")
        (build / "gpio-sim.c").rename(build / "gpio-sim-core.c")
        # The headers' own paths are those of an installed package.
        for name in ("Makefile", ".kernelvariables"):
            file = headers / f"linux-headers-{version}" / name
            file.write_text(file.read_text().replace("/usr/src", str(headers)).replace("gcc-12", "gcc"))
        run(
            *("make", "-s", "-C", headers / f"linux-headers-{version}", f"M={build}", "ARCH=arm64"),
            *("CROSS_COMPILE=aarch64-linux-gnu-", "modules"),
            stderr=subprocess.STDOUT,
        )

    def _initrd(self) -> None:
        """Busybox and the modules that find the root disk: 2 MB instead of Debian's 36."""
        (version,) = (path.name for path in (self.modules / "lib/modules").iterdir())
        home = self.modules / "lib/modules" / version
        needs = dict(line.split(":") for line in (home / "modules.dep").read_text().splitlines())
        by_name = {Path(path).name.split(".ko")[0].replace("-", "_"): path for path in needs}
        order: list[str] = []

        def add(path: str) -> None:
            for other in reversed(needs[path].split()):
                add(other)
            if path not in order:
                order.append(path)

        for name in ("crc32c_generic", "virtio_pci", "virtio_blk", "ext4"):
            if name in by_name:
                add(by_name[name])
        tree = self.shared / "initrd.d"
        shutil.rmtree(tree, ignore_errors=True)
        for folder in ("bin", "proc", "sys", "dev", "m", "new"):
            (tree / folder).mkdir(parents=True)
        shutil.copy(self.shared / "busybox", tree / "bin/busybox")
        for name in ("sh", "mount", "insmod", "switch_root", "sleep"):
            (tree / "bin" / name).symlink_to("busybox")
        lines = ["#!/bin/sh", "mount -t proc p /proc; mount -t sysfs s /sys; mount -t devtmpfs d /dev"]
        for path in order:
            name = Path(path).name.split(".ko")[0] + ".ko"
            content = (home / path).read_bytes()
            if path.endswith(".xz"):
                content = subprocess.run(["xz", "-dc"], input=content, stdout=subprocess.PIPE, check=True).stdout
            (tree / "m" / name).write_bytes(content)
            lines.append(f"insmod /m/{name}")
        lines += [
            "n=0; while [ ! -b /dev/vda ] && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done",
            "mount -t ext4 -o noatime /dev/vda /new || exec sh",
            "mount --move /dev /new/dev; mount --move /proc /new/proc; mount --move /sys /new/sys",
            "exec switch_root /new /sbin/init",
        ]
        (tree / "init").write_text("\n".join(lines) + "\n")
        (tree / "init").chmod(0o755)
        archive = subprocess.run(
            "find . | cpio -o -H newc --quiet", shell=True, cwd=tree, stdout=subprocess.PIPE, check=True
        ).stdout
        self.initrd.write_bytes(gzip.compress(archive, 1))
        shutil.rmtree(tree)

    def _device_tree(self) -> None:
        """The machine's own description, with a Raspberry Pi's name and revision in it: gpiozero asks for them."""
        run(*QEMU, "-machine", f"{MACHINE},dumpdtb={self.dtb}", stderr=subprocess.DEVNULL)
        # The machine's own GPIO chip would be gpiochip0, which a Pi 4's header is.
        run("fdtput", "-r", self.dtb, "/gpio-keys", "/pl061@9030000")
        run("fdtput", "-t", "s", self.dtb, "/", "model", "Raspberry Pi 4 Model B Rev 1.4")
        run("fdtput", "-c", self.dtb, "/system")
        run("fdtput", "-t", "x", self.dtb, "/system", "linux,revision", "c03114")

    # -- disk ----------------------------------------------------------------------------------------------------------

    def _disk(self, root: Path, packages: list[Path]) -> None:
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir()
        run("tar", "xf", root, "-C", tree, "--exclude=./dev/*")
        run("cp", "-a", f"{self.modules}/lib/modules", tree / "usr/lib/")
        for package in packages:
            shutil.copy(package, tree / "var/cache")
            run("chroot", tree, "dpkg", "-i", f"/var/cache/{package.name}")
            (tree / "var/cache" / package.name).unlink()
        (tree / "etc/fstab").write_text("/dev/vda / ext4 defaults,noatime 0 1\n")
        (tree / "etc/hostname").write_text("rig\n")
        rig = tree / "opt/rig"
        rig.mkdir(parents=True)
        for file in self._programs():
            shutil.copy(file, rig)
        for unit in rig.glob("*.service"):
            shutil.copy(unit, tree / "etc/systemd/system")
        wants = tree / "etc/systemd/system/multi-user.target.wants"
        wants.mkdir(parents=True, exist_ok=True)
        (wants / "rig-agent.service").symlink_to("/etc/systemd/system/rig-agent.service")
        fresh = self.disk.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        run("mke2fs", "-q", "-t", "ext4", "-d", tree, fresh, f"{IMAGE_MEGABYTES}M", stderr=subprocess.DEVNULL)
        fresh.rename(self.disk)
        shutil.rmtree(tree)


MACHINE = "virt,gic-version=3"
"""Its interrupt controller is the third kind: with a single core the second lets no core interrupt itself, as gpio-sim does."""
NANOSECONDS = 0
"""The guest's processor takes 2 to this power nanoseconds for an instruction: with one each, Python is between a Zero and a Zero 2."""
QEMU = (
    *("qemu-system-aarch64", "-cpu", "cortex-a76", "-accel", "tcg,thread=single,tb-size=256", "-smp", "1", "-m", "512"),
    *("-icount", f"shift={NANOSECONDS},sleep=off", "-display", "none", "-nodefaults", "-no-reboot"),
)
"""The machine: one core and the memory of a Zero. Its time is counted in instructions, so it is as fast on any host however
busy, waiting takes no time, and what was measured once is measured again.
"""
