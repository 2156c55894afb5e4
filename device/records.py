"""Events, views and states to and from JSON: a class name and its fields, read back strictly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import cattrs
import cattrs.errors


class UnreadableRecord(Exception):
    """A record does not fit the class it was written from: another version wrote it, or the file is damaged."""


@cache
def _converter() -> cattrs.Converter:
    return cattrs.Converter(forbid_extra_keys=True)


def plain(value: object) -> Any:
    """A frozen dataclass as dictionaries, lists, strings and numbers."""
    return json.loads(dump(value))


def dump(value: object) -> str:
    """A frozen dataclass as one line of JSON."""
    return json.dumps(_converter().unstructure(value), separators=(",", ":"), ensure_ascii=False)


def load(text: str, kind: type[Any]) -> Any:
    """Read back what `dump` wrote.

    Raises:
        UnreadableRecord: the text does not fit the class.
    """
    try:
        return _converter().structure(json.loads(text), kind)
    except (ValueError, TypeError, KeyError, AttributeError, cattrs.errors.BaseValidationError) as cause:
        raise UnreadableRecord(f"a {kind.__name__} cannot be read from {text[:80]!r}") from cause


def load_named(name: str, text: str, kinds: Sequence[type[Any]]) -> Any:
    """Read back a value that was written beside its class name.

    Raises:
        UnreadableRecord: no such class, or the text does not fit it.
    """
    for kind in kinds:
        if kind.__name__ == name:
            return load(text, kind)
    raise UnreadableRecord(f"there is no event {name!r}")
