"""The units as systemd reads them, and what the daemon and the units must agree on."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device import places
from device.commands import run
from drivers import checks, pinout

UNITS = Path(__file__).parents[2] / "systemd"
analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")

LEFT_OUT = {
    "RootDirectory=/RootImage=",
    "SupplementaryGroups=",
    "PrivateDevices=",
    "RestrictAddressFamilies=~AF_UNIX",
    "RestrictAddressFamilies=~AF_(INET|INET6)",
    "ProcSubset=",
    "PrivateNetwork=",
    "DeviceAllow=",
    "IPAddressDeny=",
}
"""What the service's own comments explain; anything else that systemd finds wanting is a mistake."""


def unit(name: str) -> configparser.ConfigParser:
    """A unit file; of a key that is given several times, the last counts here."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",), delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's keys are case-sensitive
    parser.read(UNITS / name)
    return parser


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """The units with a command that this machine has."""
    for file in (*UNITS.glob("*.service"), *UNITS.glob("*.path")):
        (tmp_path / file.name).write_text(file.read_text().replace("/usr/bin/meneur run", "/bin/true"))
    return sorted(tmp_path.iterdir())


@analyze
def test_systemd_understands_every_line(copies: list[Path]):
    """No unknown key, no wrong value, no unit that refers to one that is not there."""
    told = ["systemd-analyze", "verify", "--man=no", *copies]
    heard = subprocess.run(told, capture_output=True, text=True, check=False)
    ours = [line for line in heard.stderr.splitlines() if "meneur" in line]
    assert (heard.returncode, ours) == (0, [])


@analyze
def test_the_service_is_exposed_to_little():
    """The exposure that systemd computes is at most 1.5, and everything it finds wanting is explained in the unit."""
    told = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNITS / "meneur.service")]
    heard = subprocess.run(told, capture_output=True, text=True, check=False).stdout
    score = re.search(r"Overall exposure level .*?: ([\d.]+)", heard)
    assert score is not None, heard
    assert float(score[1]) <= 1.5
    assert {line.split()[1] for line in heard.splitlines() if line.startswith("✗")} <= LEFT_OUT


def test_what_the_service_leaves_out_is_named_with_its_reason():
    """Every hardening directive that is not set stands in a comment of the unit."""
    text = (UNITS / "meneur.service").read_text()
    reasons = " ".join(line for line in text.splitlines() if line.startswith("# Left out:"))
    for name in ("PrivateDevices=", "ProcSubset=", "PrivateNetwork=", "IPAddressDeny=", "RootDirectory=", "RootImage="):
        assert name in reasons


def test_a_wrong_configuration_is_final_and_nothing_else_is():
    """With exit code 78 the daemon stays down; after any other failure it is started again, for ever."""
    service = unit("meneur.service")
    assert service["Service"]["RestartPreventExitStatus"] == str(run.MISCONFIGURED)
    assert service["Service"]["Restart"] == "on-failure"
    assert service["Service"]["RestartSec"] == "3"
    assert service["Unit"]["StartLimitIntervalSec"] == "0"


def test_the_panel_s_request_is_the_file_that_systemd_waits_for():
    """The path unit watches, and its service removes, the very file that the daemon leaves in its runtime directory."""
    runtime = Path("/run") / unit("meneur.service")["Service"]["RuntimeDirectory"]
    request = str(runtime / run.POWEROFF_REQUEST)
    assert unit("meneur-poweroff.path")["Path"]["PathExists"] == request
    assert unit("meneur-poweroff.service")["Service"]["ExecStartPre"].split()[-1] == request


def test_lgpio_finds_a_directory_that_it_may_write_to():
    """The FIFO that lgpio makes goes to the runtime directory, which is also where the daemon starts."""
    service = unit("meneur.service")["Service"]
    environment = re.findall(r"^Environment=(.*)$", (UNITS / "meneur.service").read_text(), re.MULTILINE)
    assert service["WorkingDirectory"] == f"%t/{service['RuntimeDirectory']}"
    assert f"LG_WD={service['WorkingDirectory']}" in environment


def test_the_service_may_open_what_the_header_is_made_of():
    """The pins, and the bus of every pin map: the group that owns it, and the device that the sandbox lets through."""
    service = (UNITS / "meneur.service").read_text()
    buses = {pinout.load(name).bus for name in pinout.names()}
    assert set(unit("meneur.service")["Service"]["SupplementaryGroups"].split()) == {"gpio", *buses}
    allowed = set(re.findall(r"^DeviceAllow=char-(\S+) rw$", service, re.MULTILINE))
    assert allowed == {"gpiochip", f"bcm2835-{checks.GPIOMEM}", *buses}


def test_the_service_s_user_and_groups_are_made_by_sysusers():
    """Whoever the service runs as, and every group it asks for, is in the package's sysusers.d file."""
    service = unit("meneur.service")["Service"]
    assert service["User"] == places.SERVICE_USER
    assert service["ProtectHome"] == "yes"
    assert {str(folder) for folder in places.HIDDEN_FROM_SERVICE} == {"/home", "/root", "/run/user"}
    made = [line.split()[:2] for line in (UNITS / "sysusers.d/meneur.conf").read_text().splitlines()]
    assert ["u", service["User"]] in made
    for group in service["SupplementaryGroups"].split():
        assert ["g", group] in made
        assert f'GROUP="{group}"' in (UNITS / "rules.d/60-meneur.rules").read_text()
