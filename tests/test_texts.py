"""Texts: every English sentence has its French, with the same placeholders, in letters that the fonts have."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from device.draw.fonts import Font, load
from device.texts import SHOWABLE, texts

ROOT = Path(__file__).parent.parent
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|\{\w*\}")


def sentences():
    """Every msgid (and plural) that the source marks, once."""
    keywords = {"N_": None, "_": None, "gettext": None, "ngettext": (1, 2)}
    found = {}
    for file, line, message, *_ in extract_from_dir(str(ROOT / "device"), keywords=keywords):
        for text in message if isinstance(message, tuple) else (message,):
            if text:
                found.setdefault(text, f"device/{file}:{line}")
    return found


SENTENCES = sentences()


def test_the_source_has_texts():
    """The collector finds them: without this, the tests below could pass on nothing."""
    assert len(SENTENCES) > 10


def catalogs():
    for path in sorted((ROOT / "device" / "locale").glob("*/LC_MESSAGES/*.po")):
        yield path, read_po(io.BytesIO(path.read_bytes()))


def test_every_sentence_is_translated():
    """A sentence added without its French is found here."""
    known = set()
    for _, catalog in catalogs():
        for message in catalog:
            if message.id and message.string and not message.fuzzy:
                known |= set(message.id) if isinstance(message.id, tuple) else {message.id}
    missing = {text: place for text, place in SENTENCES.items() if text not in known}
    assert missing == {}


def test_translations_keep_their_placeholders():
    """What is filled in at run time is named alike in both languages."""
    for path, catalog in catalogs():
        for message in catalog:
            if message.id:
                sources = message.id if isinstance(message.id, tuple) else (message.id,)
                targets = message.string if isinstance(message.string, tuple) else (message.string,)
                wanted = sorted(PLACEHOLDER.findall(sources[-1]))
                assert all(sorted(PLACEHOLDER.findall(text)) == wanted for text in targets[-1:]), (
                    f"{path.name}: {sources[0]}"
                )


def test_no_translation_is_left_over():
    """A translation whose sentence is gone from the source is removed with it."""
    for path, catalog in catalogs():
        stale = [m.id for m in catalog if m.id and (m.id[0] if isinstance(m.id, tuple) else m.id) not in SENTENCES]
        assert stale == [], path.name


def test_rooms_agree_on_a_sentence():
    """The catalogues are merged: a sentence that two rooms share has one translation, else one room gets the other's."""
    said: dict[str, set[str]] = {}
    for _, catalog in catalogs():
        for message in catalog:
            if message.id and isinstance(message.id, str):
                said.setdefault(message.id, set()).add(message.string)
    assert {text: strings for text, strings in said.items() if len(strings) > 1} == {}


def test_french_is_set_as_it_is_printed():
    """A no-break space ahead of : ; ? ! and the printer's apostrophe, everywhere."""
    for path, catalog in catalogs():
        for message in catalog:
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id and path.parent.parent.name == "fr":
                assert [text for text in strings if re.search(r" [:;?!]|'", text)] == [], path.name


@pytest.mark.parametrize("font", Font)
def test_every_character_of_every_text_has_a_glyph(font):
    """No text shows an empty box: each character draws differently from the missing-glyph box."""
    letters = {letter for text in SENTENCES for letter in text}
    for _, catalog in catalogs():
        for message in catalog:
            if message.id:
                strings = message.string if isinstance(message.string, tuple) else (message.string,)
                letters |= {letter for text in strings for letter in text}
    letters -= {"\n", " ", "\xa0", "\u202f"} | ABSENT.get(font, set())
    face = load(font)
    missing = bytes(face.getmask("\ue123", mode="1"))
    assert sorted(letter for letter in letters if bytes(face.getmask(letter, mode="1")) == missing) == []


@pytest.mark.parametrize("font", Font)
def test_every_font_has_the_letters_of_names(font):
    """What the settings accept in a name can be read on every screen."""
    face = load(font)
    missing = bytes(face.getmask("\ue123", mode="1"))
    assert sorted(letter for letter in SHOWABLE - {" "} if bytes(face.getmask(letter, mode="1")) == missing) == []


ABSENT = {Font.BOLD: {"œ", "≈"}, Font.TINY: {"≈"}, Font.LARGE: {"≈"}}
"""Characters that a font lacks; no screen writes them in it."""


def test_french_speaks_french():
    """The merged catalogues answer for texts of different rooms."""
    assert texts("fr").gettext("Shut down?") == "Éteindre\N{NO-BREAK SPACE}?"
    assert texts("en").gettext("Shut down?") == "Shut down?"
