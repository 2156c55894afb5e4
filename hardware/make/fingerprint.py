"""A fingerprint of all that shapes the printed parts: a committed part whose fingerprint is another one is stale."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from hardware.make.drawings import glyphs
from hardware.make.source import Source

SHAPING = ("enclosure.py", "contents.py", "pictures.py")


def of(source: Source) -> str:
    """The fingerprint of measures and program."""
    parts = [source.part(name) for name in ("suit_button", "corner_button", "buzzer")]
    data = {
        "layout": source.layout.as_json(),
        "enclosure": source.enclosure,
        "parts": [{key: value for key, value in part.items() if isinstance(value, float)} for part in parts],
        "boards": source.boards["boards"],
        "glyphs": list(glyphs().values()),
    }
    code = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in SHAPING]
    text = json.dumps([data, code], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
