"""Whose matches a command is about: the service's on a Pi, whoever asks, else a person's own."""

import os

import pytest

from device.commands.common import box_places
from device.errors import UserError
from device.files import write_whole
from device.places import Places, of_the_box, own


@pytest.fixture
def service(tmp_path, monkeypatch):
    """A machine on which the service has its folder."""
    folder = tmp_path / "service"
    folder.mkdir()
    monkeypatch.setattr("device.places.SERVICE", folder)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return folder


def test_the_service_keeps_all_in_the_folder_that_systemd_names(tmp_path, monkeypatch):
    """What is set on the panel lies beside the matches: the service may write nowhere else."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert own() == of_the_box() == Places(tmp_path, tmp_path / "meneur.toml")


def test_a_person_keeps_all_at_home(tmp_path, monkeypatch):
    """In the places that XDG names."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert own() == Places(tmp_path / "state/meneur", tmp_path / "config/meneur/meneur.toml")


def test_on_a_pi_the_matches_asked_about_are_the_services(service):
    """Somebody who logs in and asks for the history means the evenings at the box."""
    assert box_places(None) == Places(service, service / "meneur.toml")


def test_a_folder_that_is_named_is_the_one_that_is_meant(service, tmp_path):
    """Whatever the machine has."""
    assert box_places(tmp_path / "other").matches == tmp_path / "other"


def test_who_may_not_look_at_the_services_matches_is_told_how(service, monkeypatch):
    """Never an empty history instead."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(UserError, match="ask with sudo"):
        of_the_box()


def test_what_root_writes_into_the_services_folder_is_the_services(service, monkeypatch):
    """A journal that root restores must be writable for the service."""
    given = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", lambda _, user, group: given.append((user, group)))
    write_whole(service / "journal.sqlite3", b"")
    owner = service.stat()
    assert given == [(owner.st_uid, owner.st_gid)]
