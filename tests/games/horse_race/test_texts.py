"""The French texts: nothing forgotten, nothing left over, and every key's label fits above its button."""

import ast
import re
from pathlib import Path

import pytest

from device import games
from device.draw.fonts import Font, width
from device.draw.parts import CELL
from device.games.horse_race.choices import CHOICES
from device.texts import texts

ROOM = Path(games.__file__).parent / "horse_race"
PO = Path(games.__file__).parent.parent / "locale/fr/LC_MESSAGES/horse_race.po"
ELSEWHERE = {"commands.py", "odds.py", "hurdle_odds.py", "manual.py"}
KEYS = ["more", "lower", "higher", "seats", "rules", "chips", "end", "next", "join", "leave", "buy"]


def written():
    """Every text marked in the room's source."""
    found = set()
    for path in ROOM.rglob("*.py"):
        if path.name in ELSEWHERE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in {"N_", "_", "gettext", "ngettext"}:
                    found.add(node.args[0].value)
    return found


def test_every_text_is_translated_and_no_translation_is_left_over():
    """The catalogue has the room's texts, no more and no less."""
    translated = set(re.findall(r'^msgid "(.+)"$', PO.read_text(encoding="utf-8"), re.MULTILINE))
    assert translated == written()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_key_labels_fit_above_their_buttons(language):
    """At most one pixel less than a quarter of the screen."""
    _ = texts(language).gettext
    labels = [_(text) for text in [*KEYS, *(choice.key for choice in CHOICES)]]
    assert {label: width(label, Font.TINY) for label in labels if width(label, Font.TINY) > CELL - 1} == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_choice_fits_on_its_line(language):
    """Name and value side by side, the value in the smallest typeface if need be."""
    _ = texts(language).gettext
    for choice in CHOICES:
        for name in choice.names.values():
            assert width(_(choice.name), Font.SMALL) + 6 + width(_(name), Font.TINY) <= 128, (choice.setting, name)
