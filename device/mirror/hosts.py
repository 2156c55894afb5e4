"""By which names the mirror may be asked for, and which address people are told.

In a house it is reached by an address, by the machine's own name, or by that name with `.local`. Any other name is somebody's
who has pointed it at us: a web site cannot do that with a plain address.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address

NOWHERE = "192.0.2.1"
"""An address that is nobody's (RFC 5737). Nothing is sent to it: the system only says by which of our own it would go."""


def names_in_the_house(port: int, hostname: str) -> Callable[[str], bool]:
    """Takes an address, `localhost` and the machine's own names, each with this port."""
    names = {"localhost", hostname.lower(), f"{hostname.lower()}.local"}

    def is_ours(host: str) -> bool:
        name, colon, number = host.rpartition(":")
        return bool(colon) and number == str(port) and (name in names or _is_address(name))

    return is_ours


def _is_address(name: str) -> bool:
    """Whether it is an IP address as it stands in a URL."""
    try:
        if name.startswith("["):
            IPv6Address(name.removeprefix("[").removesuffix("]"))
            return name.endswith("]")
        IPv4Address(name)
    except ValueError:
        return False
    return True


def address_in_the_house() -> str:
    """Under which address the house reaches this machine: a number, or its name while it is on no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return f"{socket.gethostname()}.local"
