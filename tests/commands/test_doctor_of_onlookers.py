"""The doctor looks at the mirror and at MQTT where they are switched on, with the rights of the user who runs Meneur."""

from __future__ import annotations

import json
import os
import socket
import sys

import pytest

from device.cli import main
from device.commands import doctor, onlooker_checks
from device.commands.rights import Runner
from device.files import use_alone
from drivers.checks import Finding, Verdict


@pytest.fixture
def examined(tmp_path, capsys, monkeypatch):
    """Calls the doctor with these lines in the settings; the exit code, and the findings by their subjects."""
    monkeypatch.setattr(doctor, "examine", lambda wiring: [Finding("machine", Verdict.GOOD, "Raspberry Pi 4")])

    def examine(*lines):
        file = tmp_path / "meneur.toml"
        file.write_text("\n".join(lines), encoding="utf-8")
        code = main(["doctor", "--json", "--state", str(tmp_path), "--settings", str(file)])
        return code, {row["subject"]: row for row in json.loads(capsys.readouterr().out)}

    return examine


@pytest.fixture
def port():
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def test_nobody_is_asked_about_what_is_off(examined):
    """Both are off by default."""
    _, rows = examined("")
    assert not {"mirror", "mqtt"} & set(rows)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('base_topic = "a/#"', 'mqtt.base_topic is "a/#": write a topic without + and #, such as meneur.'),
        ('host = "mqtt://broker.home:1883"', "mqtt.host is"),
        ('password_file = "/etc/meneur/nope"', "/etc/meneur/nope cannot be read: there is no such file."),
        ('tls = true\nca_file = "/etc/meneur/nope"', "/etc/meneur/nope cannot be used: there is no such file."),
    ],
)
def test_what_keeps_mqtt_away_from_the_table_is_a_finding(examined, line, said):
    """The sentence that the panel shows."""
    code, rows = examined("[mqtt]", "enabled = true", line)
    assert code == 1
    assert rows["mqtt"]["verdict"] == "bad"
    assert said in rows["mqtt"]["found"]


def test_a_broker_that_answers_is_good(examined):
    """Somebody listens on its port."""
    with socket.create_server(("127.0.0.1", 0)) as broker:
        port = broker.getsockname()[1]
        code, rows = examined("[mqtt]", "enabled = true", 'host = "127.0.0.1"', f"port = {port}")
    assert code == 0
    assert rows["mqtt"]["found"] == f"the broker 127.0.0.1, port {port}, answers"


def test_a_broker_that_is_out_is_told_but_is_no_alarm(examined, port):
    """The box is in order, and sends later what has been played."""
    code, rows = examined("[mqtt]", "enabled = true", 'host = "127.0.0.1"', f"port = {port}")
    assert code == 0
    assert rows["mqtt"]["verdict"] == "slow"
    assert "does not answer (Connection refused)" in rows["mqtt"]["found"]
    assert "mqtt.host" in rows["mqtt"]["cure"]


def test_a_password_that_only_root_may_read_is_named_with_the_cure(tmp_path, examined, monkeypatch):
    """It stays a secret: its group is changed, it is not shown to everybody."""
    secret = tmp_path / "password"
    secret.write_text("pass", encoding="utf-8")
    monkeypatch.setattr("device.commands.checkup.runner_of", lambda state: Runner("meneur", os.getuid(), frozenset()))
    honest = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(secret) and honest(path, mode))
    code, rows = examined("[mqtt]", "enabled = true", f'password_file = "{secret}"')
    assert code == 1
    assert rows["mqtt"]["found"].startswith(f"mqtt.password_file: {secret} belongs to ")
    assert rows["mqtt"]["cure"] == f"sudo chgrp meneur {secret} && sudo chmod g+r {secret}"


def test_a_missing_library_is_named(examined, monkeypatch):
    """paho-mqtt is an extra, and Debian only recommends what the mirror needs."""
    for name in [name for name in sys.modules if name.startswith(("device.mqtt", "paho"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "paho.mqtt", None)
    monkeypatch.setattr(onlooker_checks, "find_spec", lambda name: None)
    code, rows = examined("[mqtt]", "enabled = true", "[mirror]", "enabled = true")
    assert code == 1
    assert "python3-paho-mqtt" in rows["mqtt"]["found"]
    assert "python3-starlette" in rows["mirror"]["found"]


def test_the_mirror_s_port_is_tried_unless_a_box_has_it(tmp_path, examined):
    """A running box has it itself."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, rows = examined("[mirror]", "enabled = true", f"port = {port}")
        assert code == 1
        assert rows["mirror"]["found"] == f"mirror.port: {port} is in use, choose another from 1024 to 65535."
        with use_alone(tmp_path):
            code, rows = examined("[mirror]", "enabled = true", f"port = {port}")
    assert code == 0
    assert rows["mirror"]["found"] == f"for this machine, on port {port}"
