"""Where the broker is and how to get in, from the settings; and a paho client that is ready to go there."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from ssl import SSLError
from typing import Any
from uuid import uuid4

from paho.mqtt import client as paho

from device.errors import UserError
from device.mqtt.topics import Topics
from device.texts import N_

PORT, TLS_PORT = 1883, 8883
KEEPALIVE_SECONDS = 30
FIRST_PAUSE, LONGEST_PAUSE = 1, 60
"""Seconds until the next try to connect; each pause is twice the one before."""
_NEVER_IN_A_NAME = frozenset(" \t:/@?#[]")


@dataclass(frozen=True, slots=True)
class Broker:
    """The section `mqtt` of the settings, with what is left empty there filled in."""

    host: str
    port: int
    tls: bool
    ca_file: str | None
    username: str | None
    password: str | None
    topics: Topics
    discovery_prefix: str


def broker_of(values: Mapping[str, Any]) -> Broker:
    """Read the section `mqtt`.

    Raises:
        UserError: something in it cannot work.
    """
    for name in ("base_topic", "discovery_prefix"):
        topic = values[name].strip("/")
        if not topic or set(topic) & set("+#\0"):
            raise UserError(
                N_('%(key)s is "%(found)s": write a topic without + and #, such as meneur.'),
                {"key": f"mqtt.{name}", "found": values[name]},
            )
    if not _is_host(values["host"]):
        raise UserError(
            N_('mqtt.host is "%(found)s": write only the name or the address of the broker, without mqtt:// and port.'),
            {"found": values["host"]},
        )
    return Broker(
        host=values["host"],
        port=values["port"] or (TLS_PORT if values["tls"] else PORT),
        tls=values["tls"],
        ca_file=values["ca_file"] or None,
        username=values["username"] or None,
        password=_password(values["password_file"]),
        topics=Topics(values["base_topic"].strip("/"), values["table"].strip() or socket.gethostname()),
        discovery_prefix=values["discovery_prefix"].strip("/"),
    )


def _is_host(text: str) -> bool:
    """Whether it can be a name or an address. A whole URL, or a port behind the name, would be looked up for ever."""
    try:
        ip_address(text)
    except ValueError:
        pass
    else:
        return True
    try:
        return bool(text.encode("idna")) and not set(text) & _NEVER_IN_A_NAME
    except UnicodeError:
        return False


def _password(file: str) -> str | None:
    if not file:
        return None
    try:
        return Path(file).read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as cause:
        raise UserError(
            N_("mqtt.password_file: %(file)s cannot be read: %(cause)s."), {"file": file, "cause": _in_words(cause)}
        ) from None


def _in_words(cause: Exception) -> str:
    """Why a file cannot be used, in a few English words, which are a msgid."""
    match cause:
        case FileNotFoundError() | NotADirectoryError():
            return N_("there is no such file")
        case PermissionError():
            return N_("the box may not read it")
        case IsADirectoryError():
            return N_("it is a folder")
        case UnicodeDecodeError():
            return N_("it is no text")
        case SSLError() | ValueError():
            return N_("it holds no certificate")
        case _:
            return N_("the disk does not answer")


class _Client(paho.Client):
    """A client that tells why it cannot connect; paho itself keeps that for itself."""

    failed: Callable[[OSError], None]

    def reconnect(self) -> Any:
        """Connect, now or again."""
        try:
            return super().reconnect()
        except OSError as cause:
            self.failed(cause)
            raise


def client_for(broker: Broker, failed: Callable[[OSError], None]) -> paho.Client:
    """A client that has not connected yet. `failed` is told, on paho's thread, why a try to connect came to nothing.

    Raises:
        UserError: the certificates cannot be read.
    """
    # A name of its own each time: a broker throws out the older of two clients with the same one.
    name = f"{broker.topics.node}-{uuid4().hex[:8]}"
    # Debian 12 has paho 1.6, which knows of no versions yet; our callbacks suit both.
    make: Any = _Client
    client: _Client = make(*([paho.CallbackAPIVersion.VERSION2] if hasattr(paho, "CallbackAPIVersion") else []), name)
    client.failed = failed
    if broker.username is not None:
        client.username_pw_set(broker.username, broker.password)
    if broker.tls:
        try:
            client.tls_set(ca_certs=broker.ca_file)
        except (OSError, ValueError) as cause:
            raise UserError(
                N_("mqtt.ca_file: %(file)s cannot be used: %(cause)s."),
                {"file": broker.ca_file, "cause": _in_words(cause)},
            ) from None
    client.reconnect_delay_set(FIRST_PAUSE, LONGEST_PAUSE)
    return client
