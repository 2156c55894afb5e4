"""The last words: the bytes left behind light the panel and show them, whatever state the panel was left in."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from gettext import NullTranslations
from pathlib import Path

import pytest

from device.home.questions import safe_to_unplug
from drivers.farewell import LAST_WORDS, last_words
from drivers.simulator.chips import CHIPS
from drivers.wiring import PanelConfig, Wiring

HOOK = Path(__file__).parents[2] / "systemd" / "shutdown" / "meneur"
PICTURE = safe_to_unplug(NullTranslations())


@pytest.mark.parametrize("kind", CHIPS)
@pytest.mark.parametrize("noise", range(3))
def test_the_panel_shows_them_after_any_past(kind, noise):
    """A chip fresh from power-up, memory full of noise and display off, ends with exactly that picture on the glass."""
    words = json.loads(last_words(Wiring(panel=PanelConfig(type=kind)), PICTURE))
    chip = CHIPS[kind]()
    chip.power_up(noise)
    for message in map(bytes.fromhex, words["messages"]):
        (chip.data if message[0] == 0x40 else chip.command)(message[1:])
    assert chip.glass() == PICTURE
    assert (words["bus"], words["address"]) == (1, 0x3C)


def test_they_wear_the_glass_as_little_as_can_be():
    """They may stay for days: the lowest contrast, and few pixels lit."""
    words = json.loads(last_words(Wiring(panel=PanelConfig(type="ssd1306")), PICTURE))
    chip = CHIPS["ssd1306"]()
    for message in map(bytes.fromhex, words["messages"]):
        (chip.data if message[0] == 0x40 else chip.command)(message[1:])
    assert chip.contrast == 1
    assert PICTURE.histogram()[255] < 128 * 64 * 0.08


def test_on_spi_there_are_none():
    """Half a word would be noise on the glass."""
    assert last_words(Wiring(map="spi"), PICTURE) is None


def test_the_hook_looks_where_the_daemon_leaves_them():
    """Both name the same file in the service's runtime directory."""
    assert runpy.run_path(str(HOOK))["WORDS"] == f"/run/meneur/{LAST_WORDS}"


def test_the_hook_sends_every_message_to_the_panel_s_address(monkeypatch):
    """In order, and to a bus given by its number alone."""
    hook = runpy.run_path(str(HOOK))
    sent = []
    send = hook["send"]
    monkeypatch.setattr("os.open", lambda path, _flags: sent.append(path) or 7)
    monkeypatch.setattr("os.write", lambda _bus, message: sent.append(message))
    monkeypatch.setattr("os.close", sent.append)
    monkeypatch.setattr("fcntl.ioctl", lambda _bus, request, address: sent.append((request, address)))
    send({"bus": 1, "address": 60, "messages": ["00ae", "40ff"]})
    assert sent == ["/dev/i2c-1", (0x0703, 60), b"\x00\xae", b"\x40\xff", 7]
    with pytest.raises(ValueError, match="invalid literal"):
        send({"bus": "1/../../sda", "address": 60, "messages": []})


@pytest.mark.parametrize("act", ["poweroff", "halt", "reboot", "kexec"])
def test_the_hook_keeps_still_where_the_service_never_ran(act):
    """No file, no word, no error: a shutdown is not to be disturbed."""
    heard = subprocess.run([sys.executable, "-IS", HOOK, act], capture_output=True, text=True, check=False)
    assert (heard.returncode, heard.stdout, heard.stderr) == (0, "", "")
