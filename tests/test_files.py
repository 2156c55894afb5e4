"""Files in a folder that somebody else owns: nothing laid there leads what is written elsewhere."""

from __future__ import annotations

import os

import pytest

from device.errors import UserError
from device.files import LOCK, in_use, use_alone, write_whole


@pytest.fixture
def victim(tmp_path):
    """A file that is nobody's business."""
    file = tmp_path / "shadow"
    file.write_text("secret")
    return file


@pytest.fixture
def folder(tmp_path):
    """The folder of the matches, which its owner may lay links in."""
    (tmp_path / "state").mkdir()
    if os.geteuid() == 0:
        os.chown(tmp_path / "state", 1234, 1234)
    return tmp_path / "state"


def owner(file):
    return os.lstat(file).st_uid


def test_a_link_in_place_of_the_lock_is_refused_and_leads_nowhere(folder, victim):
    """Root would empty the file it leads to, and give it away."""
    (folder / LOCK).symlink_to(victim)
    before = owner(victim)
    with pytest.raises(UserError, match="in-use is a link"):
        use_alone(folder)
    assert not in_use(folder)
    assert (victim.read_text(), owner(victim)) == ("secret", before)


def test_a_link_in_place_of_a_half_written_file_is_replaced(folder, victim):
    """So is one in place of the file itself."""
    before = owner(victim)
    (folder / "journal.new").symlink_to(victim)
    (folder / "journal").symlink_to(victim)
    write_whole(folder / "journal", b"matches")
    assert not (folder / "journal").is_symlink()
    assert (folder / "journal").read_bytes() == b"matches"
    assert (victim.read_text(), owner(victim)) == ("secret", before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_writes_is_the_folder_s_owner_s(folder):
    """Or the service could not write there any more."""
    write_whole(folder / "journal", b"matches")
    with use_alone(folder):
        assert owner(folder / LOCK) == owner(folder / "journal") == 1234


def test_who_asks_whether_a_folder_is_in_use_changes_nothing(folder):
    """Not even the lock is made."""
    assert not in_use(folder)
    assert list(folder.iterdir()) == []
    with use_alone(folder):
        assert in_use(folder)
    assert not in_use(folder)


def test_a_private_file_is_for_its_owner_alone(folder):
    """Also when a file of that name, open to all, was left half written."""
    (folder / "key.new").write_text("half")
    write_whole(folder / "key", b"key", private=True)
    assert (folder / "key").stat().st_mode & 0o777 == 0o600
