"""Settings changed on the panel reach the file: whole, at once, and with every comment still there."""

from __future__ import annotations

import pytest

from device.errors import UserError
from device.keep import keep_setting


def test_comments_and_order_are_kept(tmp_path):
    """Only the one value differs afterwards."""
    file = tmp_path / "meneur.toml"
    text = '# Our box\n[night]\nfrom_hour = 22  # the children\n\n[table]\nlanguage = "fr"\n'
    file.write_text(text, encoding="utf-8")
    keep_setting(file, "night", "from_hour", 21)
    assert file.read_text(encoding="utf-8") == text.replace("22", "21")


def test_a_new_section_and_a_new_file_are_made(tmp_path):
    """The first change of all makes the folder and the file."""
    file = tmp_path / "deep" / "meneur.toml"
    keep_setting(file, "horse_race", "players", ("Ana", "Léo"))
    assert file.read_text(encoding="utf-8") == '[horse_race]\nplayers = ["Ana", "Léo"]\n'


def test_a_file_with_a_mistake_is_not_touched(tmp_path):
    """The person's own mistake is theirs to mend; nothing of it is overwritten."""
    file = tmp_path / "meneur.toml"
    file.write_text("[night\nfrom_hour = 22\n", encoding="utf-8")
    with pytest.raises(UserError, match="mend that first"):
        keep_setting(file, "night", "from_hour", 21)
    assert file.read_text(encoding="utf-8") == "[night\nfrom_hour = 22\n"


def test_a_section_that_is_no_table_is_not_touched(tmp_path):
    """`night = 3` at the top of the file is a mistake too."""
    file = tmp_path / "meneur.toml"
    file.write_text("night = 3\n", encoding="utf-8")
    with pytest.raises(UserError):
        keep_setting(file, "night", "from_hour", 21)
    assert file.read_text(encoding="utf-8") == "night = 3\n"


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    """The setting still counts until the box is switched off."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="counts until the box is switched off"):
        keep_setting(tmp_path / "file" / "meneur.toml", "night", "from_hour", 21)
