"""What a table is called at the broker, and how Home Assistant finds it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import settings
from device.errors import UserError
from device.mqtt.broker import broker_of, client_for
from device.mqtt.topics import Topics, discovery, slug
from drivers.contract import Button

CLUB = Topics("meneur", "Table 3, Café")


def mqtt(**changes):
    return settings.defaults(settings.SECTIONS)["mqtt"] | changes


@given(st.text())
def test_any_name_makes_one_level_of_a_topic(name):
    """Without separators, wildcards or an empty level."""
    assert slug(name)
    assert set(slug(name)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-")


def test_home_assistant_makes_one_device_of_the_table():
    """Five sensors and seven buttons, all of one device, under its own name, with the same availability."""
    found = discovery(CLUB, "homeassistant", "1.2")
    assert len(found) == 5 + len(Button)
    assert "homeassistant/sensor/meneur_table_3_cafe/score/config" in found
    assert "homeassistant/event/meneur_table_3_cafe/spade/config" in found
    for entity in found.values():
        assert entity["device"]["name"] == "Table 3, Café"
        assert entity["device"]["identifiers"] == ["meneur_table_3_cafe"]
        assert entity["availability_topic"] == "meneur/table_3_cafe/availability"
        assert entity["state_topic"].startswith("meneur/table_3_cafe/")
    assert len({entity["unique_id"] for entity in found.values()}) == len(found)


def test_no_two_tables_share_a_topic():
    """So that several feed one broker."""
    other = Topics("meneur", "Table 4")
    assert set(discovery(CLUB, "ha", "1")) & set(discovery(other, "ha", "1")) == set()
    assert CLUB.of("result") != other.of("result")


def test_the_port_is_the_usual_one_unless_it_is_given():
    """1883, with TLS 8883."""
    assert broker_of(mqtt()).port == 1883
    assert broker_of(mqtt(tls=True)).port == 8883
    assert broker_of(mqtt(tls=True, port=1884)).port == 1884


def test_a_table_without_a_name_has_the_machine_s(monkeypatch):
    """Two boxes fresh from the shop are told apart by what their owners called the Pi."""
    monkeypatch.setattr("socket.gethostname", lambda: "cardbox")
    assert broker_of(mqtt(table="  ")).topics.root == "meneur/cardbox"


def test_the_password_is_the_file_s_only_line(tmp_path):
    """With or without the line's end; spaces belong to it."""
    (tmp_path / "secret").write_text(" pass word \r\n")
    assert broker_of(mqtt(password_file=str(tmp_path / "secret"))).password == " pass word "


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"base_topic": ""}, "mqtt.base_topic"),
        ({"base_topic": "a/#"}, "mqtt.base_topic"),
        ({"discovery_prefix": "+"}, "mqtt.discovery_prefix"),
        ({"host": ""}, "mqtt.host"),
        ({"host": "a..b"}, "mqtt.host"),
        ({"host": "x" * 70}, "mqtt.host"),
        ({"host": "mqtt://broker.home:1883"}, "mqtt.host"),
        ({"host": "broker.home:1883"}, "mqtt.host"),
        ({"host": "broker home"}, "mqtt.host"),
        ({"host": "[::1]"}, "mqtt.host"),
        ({"password_file": "/no/such/file"}, "mqtt.password_file"),
    ],
)
def test_what_cannot_work_is_named(changes, named):
    """The key of the settings, and the cure."""
    with pytest.raises(UserError, match=named):
        broker_of(mqtt(**changes))


@pytest.mark.parametrize(
    "host", ["broker.home", "broker", "192.168.1.2", "::1", "fe80::1%eth0", "my_broker", "café.fr"]
)
def test_a_name_or_an_address_is_taken_as_it_is(host):
    """Whatever a name server or a person's list of hosts may know."""
    assert broker_of(mqtt(host=host)).host == host


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (lambda file: None, "there is no such file"),
        (lambda file: file.mkdir(), "it is a folder"),
        (lambda file: file.write_bytes(b"\xff\xfe"), "it is no text"),
    ],
    ids=["missing", "folder", "bytes"],
)
def test_why_the_password_cannot_be_read_is_a_word_of_the_house(tmp_path, make, cause):
    """A msgid, so that the panel can say it in the person's language."""
    file = tmp_path / "password"
    make(file)
    with pytest.raises(UserError) as refused:
        broker_of(mqtt(password_file=str(file)))
    assert refused.value.values == {"file": str(file), "cause": cause}


def test_a_password_that_is_for_others_alone_is_said_to_be(tmp_path, monkeypatch):
    """The usual slip: the file is root's."""

    def refused(*_args, **_more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_text", refused)
    with pytest.raises(UserError) as told:
        broker_of(mqtt(password_file=str(tmp_path / "password")))
    assert told.value.values["cause"] == "the box may not read it"


def test_certificates_that_are_none_are_named(tmp_path):
    """Another file than the one that was meant."""
    file = tmp_path / "ca.pem"
    file.write_text("no certificate", encoding="utf-8")
    with pytest.raises(UserError) as refused:
        client_for(broker_of(mqtt(tls=True, ca_file=str(file))), lambda cause: None)
    assert refused.value.values == {"file": str(file), "cause": "it holds no certificate"}
