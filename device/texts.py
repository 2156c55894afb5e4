"""Texts for people: the catalogues of a language, merged from one `.mo` file a room, and the mark for texts to translate."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

LANGUAGES = ("en", "fr")
"""English is the language of the source, so it needs no catalogue."""


SHOWABLE = frozenset(
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ–’"
)
"""The characters that every font of the panel has, so that a name made of them can be read on all screens."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for a mark
    """Mark a text for translation where it is written; it is translated where it is shown."""
    return text


def alphabetical(name: str) -> tuple[str, str]:
    """What names are sorted by, as people do it: accents and capitals count only between names that are alike without them.

    >>> sorted(["Zoé", "emma", "Émile", "Wilhelmina", "Emile"], key=alphabetical)
    ['Emile', 'Émile', 'emma', 'Wilhelmina', 'Zoé']
    """
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), name


def told(texts: NullTranslations, sentence: str, values: Mapping[str, object]) -> str:
    """A sentence (a msgid) in a language, with its values filled in; those that are words are translated too.

    >>> told(NullTranslations(), "%(first)s %(goals)d", {"first": "Reds", "goals": 3})
    'Reds 3'
    """
    say = texts.gettext
    said = {name: say(value) if isinstance(value, str) and value else value for name, value in values.items()}
    return say(sentence) % said if said else say(sentence)


@cache
def texts(language: str) -> NullTranslations:
    """The translations of a language of LANGUAGES; English also while the person has not been asked yet (`ask`).

    Raises:
        FileNotFoundError: a language without catalogues.
    """
    if language in {"en", "ask"}:
        return NullTranslations()
    folder = files("device") / "locale" / language / "LC_MESSAGES"
    merged: GNUTranslations | None = None
    for catalog in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if catalog.name.endswith(".mo"):
            with catalog.open("rb") as file:
                room = GNUTranslations(file)
            if merged is not None:
                room.add_fallback(merged)
            merged = room
    if merged is None:
        raise FileNotFoundError(f"no compiled texts for {language!r} in {folder}; `make setup` compiles them")
    return merged
