"""By which names the mirror answers: those that no web site can point at it."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest

from device.mirror.hosts import address_in_the_house, names_in_the_house

OURS = names_in_the_house(8124, "Cardbox")


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.7:8124",
        "10.0.0.1:8124",
        "127.0.0.1:8124",
        "[fd00::7]:8124",
        "localhost:8124",
        "cardbox:8124",
        "cardbox.local:8124",
    ],
)
def test_addresses_and_the_machine_s_own_names_are_ours(host):
    """What people in the house type."""
    assert OURS(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8124",
        "192.168.1.7.evil.example:8124",
        "cardbox.evil.example:8124",
        "cardbox.local.evil.example:8124",
        "192.168.1.7",
        "192.168.1.7:80",
        "192.168.1.7:8124 ",
        "192.168.1:8124",
        "3232235783:8124",
        "0xc0a80107:8124",
        "192.168.1.7:8124:8124",
        "[fd00::7:8124",
        "fd00::7]:8124",
        "[evil.example]:8124",
        "[]:8124",
        ":8124",
        "",
    ],
)
def test_nothing_else_is(host):
    """Names of others, our address without the port, and what only looks like an address."""
    assert not OURS(host)


def test_people_are_told_an_address_or_a_name():
    """A number where there is a network, else the name that finds it on its own."""
    told = address_in_the_house()
    if not told.endswith(".local"):
        assert IPv4Address(told)
