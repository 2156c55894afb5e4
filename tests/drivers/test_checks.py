"""The doctor's look at the hardware: each thing that is wrong is found, with what to do."""

import importlib.util
import os
import struct
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import drivers.boot
from drivers import checks
from drivers.boot import CHECKOUT, switch_on
from drivers.checks import Verdict, examine
from drivers.wiring import PanelConfig, Wiring


@pytest.fixture
def pi(tmp_path, monkeypatch):
    """A healthy Pi's file system, with a panel at 0x3C and lgpio installed; tests then break it."""
    for node in ("gpiochip0", "i2c-1", "spidev0.0"):
        (tmp_path / "dev").mkdir(exist_ok=True)
        (tmp_path / "dev" / node).touch()
    tree = tmp_path / "proc/device-tree"
    tree.mkdir(parents=True)
    (tree / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    speed = tmp_path / "sys/bus/i2c/devices/i2c-1/of_node"
    speed.mkdir(parents=True)
    (speed / "clock-frequency").write_bytes(struct.pack(">I", 400_000))
    monkeypatch.setattr(checks, "answers", lambda port, address: (port, address) == (1, 0x3C))
    monkeypatch.setattr(checks, "find_spec", lambda name: importlib.util.spec_from_loader(name, None))
    return tmp_path


def bad(root, wiring=None):
    """What is not good, as {subject: (verdict, found, cure)}."""
    findings = examine(wiring or Wiring(), root)
    return {f.subject: (f.verdict, f.found, f.cure) for f in findings if f.verdict is not Verdict.GOOD}


def test_a_healthy_pi_has_nothing_wrong(pi):
    """Everything good, on either bus."""
    assert bad(pi) == {}
    assert bad(pi, Wiring(map="spi")) == {}
    found = {finding.subject: finding.found for finding in examine(Wiring(), pi)}
    assert found["machine"] == "Raspberry Pi 4 Model B Rev 1.5"
    assert found["wiring"] == "I2C panel, 18 pins"
    assert found["panel"] == "answers at 0x3C"


def test_every_bad_finding_says_what_to_do(tmp_path, monkeypatch):
    """On a bare laptop nearly all is wrong, and nothing without a cure."""
    monkeypatch.setattr(checks, "find_spec", lambda name: None)
    found = bad(tmp_path)
    assert set(found) == {"machine", "pin library", "header", "panel's bus", "bus speed"}
    assert all(cure for _, _, cure in found.values())


def test_rpi_gpio_needs_its_own_node(pi, monkeypatch):
    """A Pi 5 has none, and a group may be missing; its successor rpi-lgpio, of the same name, goes by the gpiochip."""
    wiring = Wiring(pin_factory="rpigpio")
    assert bad(pi, wiring)["pin library"] == (
        Verdict.BAD,
        "RPi.GPIO needs /dev/gpiomem, which is not there",
        'write factory = "lgpio" under [pins] in the settings',
    )
    (pi / "dev/gpiomem").touch()
    assert bad(pi, wiring) == {}
    honest = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "gpiomem" and honest(path, mode))
    assert bad(pi, wiring)["pin library"][1:] == (
        "/dev/gpiomem may not be opened",
        "sudo usermod -aG gpio $USER, then log in again",
    )
    monkeypatch.setattr(
        checks, "find_spec", lambda name: None if name == "RPi._GPIO" else importlib.util.spec_from_loader(name, None)
    )
    assert bad(pi, wiring) == {}


def test_a_missing_bus_is_found(pi):
    """I2C is off until it is switched on."""
    (pi / "dev/i2c-1").unlink()
    assert bad(pi)["panel's bus"] == (
        Verdict.BAD,
        "there is no /dev/i2c-1",
        f"switch it on: sudo sh {CHECKOUT}, then sudo reboot",
    )


def test_the_advice_for_a_bus_that_is_off_can_be_typed_as_it_is(pi, monkeypatch, tmp_path):
    """From the sources it is a script beside them, with the package a command; either knows the bus."""
    assert CHECKOUT.is_file()
    monkeypatch.setattr(drivers.boot, "CHECKOUT", tmp_path / "not here")
    (pi / "dev/i2c-1").unlink()
    (pi / "dev/spidev0.0").unlink()
    assert bad(pi)["panel's bus"][2] == "switch it on: sudo meneur-boot-settings, then sudo reboot"
    spi = bad(pi, Wiring(map="spi"))["panel's bus"]
    assert spi[1:] == (
        "there is no /dev/spidev0.0",
        "switch it on: sudo meneur-boot-settings --spi, then sudo reboot",
    )


def test_missing_permission_is_found(pi, monkeypatch):
    """The user is in none of the groups."""
    monkeypatch.setattr(checks.os, "access", lambda path, mode: False)
    found = bad(pi)
    assert found["header"][2] == "sudo usermod -aG gpio $USER, then log in again"
    assert found["panel's bus"][2] == "sudo usermod -aG i2c $USER, then log in again"


def test_a_slow_bus_is_found(pi):
    """100 kHz is the Pi's default: it works, four times slower."""
    (pi / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency").write_bytes(struct.pack(">I", 100_000))
    verdict, found, cure = bad(pi)["bus speed"]
    assert (verdict, found) == (Verdict.SLOW, "100 kHz")
    assert cure == f"for four times the speed: {switch_on('i2c')}"


def test_a_panel_at_the_other_address_is_found(pi):
    """Half of all modules are at 0x3D."""
    assert bad(pi, Wiring(panel=PanelConfig(address=0x3D)))["panel"] == (
        Verdict.BAD,
        "answers at 0x3C, not at 0x3D",
        "set panel.address = 0x3C",
    )


def test_no_panel_at_all_is_found(pi, monkeypatch):
    """Nobody answers at either address."""
    monkeypatch.setattr(checks, "answers", lambda port, address: False)
    assert bad(pi)["panel"][1] == "nothing answers at 0x3C"


def test_a_wiring_that_cannot_work_ends_the_examination(pi):
    """The wiring's own message, with cause and cure."""
    found = bad(pi, Wiring(pins={"lamps.ok": 27}))
    assert found["wiring"][1].startswith("lamps.ok and lamps.heart are both on GPIO 27")


@pytest.mark.parametrize("broken", ["2.0.1.post1", "2.0.1.post2"])
def test_a_gpiozero_that_cannot_be_imported_is_not_installed(broken):
    """The project asks for another one, before and after it."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    [wanted] = [each for each in map(Requirement, project["dependencies"]) if each.name == "gpiozero"]
    assert broken not in wanted.specifier
    assert all(version in wanted.specifier for version in ("2.0", "2.0.1", "2.0.1.post3"))


def test_a_broken_gpiozero_is_found(pi, monkeypatch):
    """The two releases that cannot be imported."""
    monkeypatch.setattr(checks.metadata, "version", lambda name: "2.0.1.post1" if name == "gpiozero" else "9")
    assert bad(pi)["gpiozero"][0] is Verdict.BAD


def test_asking_a_bus_that_is_not_there_is_no_error():
    """No answer is an answer."""
    assert not checks.answers(99, 0x3C)
