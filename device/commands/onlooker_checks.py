"""What the doctor finds out about the mirror and MQTT, if the settings want them: what they lack, who may not read what, who answers."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from device.commands.onlookers import MIRROR_LACKS, MQTT_LACKS, PORT_IN_USE
from device.commands.rights import Runner
from device.errors import UserError
from device.settings import Settings
from drivers.checks import Finding, Verdict

PATIENCE = 3.0
"""Seconds that the broker has to answer."""


def check_onlookers(settings: Settings, runner: Runner, *, running: bool) -> Iterator[Finding]:
    """Look at those that are switched on. `running`: a box is at it now, and has the mirror's port."""
    mirror, mqtt = settings.section("mirror"), settings.section("mqtt")
    if mirror["enabled"]:
        yield _mirror(mirror, running=running)
    if mqtt["enabled"]:
        yield from _mqtt(mqtt, runner)


def _mirror(values: Mapping[str, Any], *, running: bool) -> Finding:
    if not all(map(find_spec, ("starlette", "uvicorn", "websockets"))):
        return Finding("mirror", Verdict.BAD, MIRROR_LACKS)
    network, port = values["bind"] == "network", values["port"]
    if not running and _is_taken(port, network=network):
        return Finding("mirror", Verdict.BAD, PORT_IN_USE % {"port": port})
    return Finding("mirror", Verdict.GOOD, f"for {'the house' if network else 'this machine'}, on port {port}")


def _is_taken(port: int, *, network: bool) -> bool:
    try:
        socket.create_server(("" if network else "127.0.0.1", port)).close()
    except OSError:
        return True
    return False


def _mqtt(values: Mapping[str, Any], runner: Runner) -> Iterator[Finding]:
    try:
        from device.mqtt.broker import broker_of, client_for  # noqa: PLC0415 - paho-mqtt is an extra
    except ImportError:
        yield Finding("mqtt", Verdict.BAD, MQTT_LACKS)
        return
    closed = [*_closed(values, runner)]
    yield from closed
    if closed:
        return
    try:
        broker = broker_of(values)
        client_for(broker, lambda _cause: None)  # reads the certificates, and goes nowhere
    except UserError as cause:
        yield Finding("mqtt", Verdict.BAD, str(cause))
        return
    yield _answer(broker.host, broker.port)


def _closed(values: Mapping[str, Any], runner: Runner) -> Iterator[Finding]:
    """The files that are there, and that the user who runs Meneur cannot read."""
    for name in ("password_file", "ca_file"):
        file = Path(values[name])
        if values[name] and os.path.exists(file) and (hindrance := runner.hindrance(file, os.R_OK)):  # noqa: PTH110 - Path.exists fails where one may not look
            cure = hindrance.cure_by_group if name == "password_file" else hindrance.cure_for_all
            yield Finding("mqtt", Verdict.BAD, f"mqtt.{name}: {hindrance}", cure)


def _answer(host: str, port: int) -> Finding:
    """Whether anybody listens there. If not, it may be the broker's night: nothing is lost, and the box tries again."""
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as cause:
        return Finding(
            "mqtt",
            Verdict.SLOW,
            f"the broker {host}, port {port}, does not answer ({cause.strerror or cause})",
            "see that it runs, and that mqtt.host and mqtt.port are its; results wait in the match book until it answers",
        )
    return Finding("mqtt", Verdict.GOOD, f"the broker {host}, port {port}, answers")
