"""Under which topics a table speaks, and the words by which Home Assistant makes a device of it. Pure values.

BASE/TABLE/availability      online or offline, retained; offline is also the last will
BASE/TABLE/match             how the match in front stands, as JSON, retained
BASE/TABLE/result            every match that ended, as JSON, at least once each; the last one is retained
BASE/TABLE/button/NAME       a press, {"event_type": "press" or "hold"}
PREFIX/KIND/BASE_TABLE/ENTITY/config    Home Assistant's discovery, retained
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from drivers.contract import Button

ONLINE, OFFLINE = "online", "offline"


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table. `base` is what all of them begin with, `table` the name that people gave it."""

    base: str
    table: str

    @property
    def root(self) -> str:
        """What the topics of this table begin with."""
        return f"{self.base}/{slug(self.table)}"

    def of(self, *levels: str) -> str:
        """A topic below the root."""
        return "/".join((self.root, *levels))

    @property
    def node(self) -> str:
        """The table's name among all devices of a home."""
        return slug(self.root.replace("/", "_"))


def slug(name: str) -> str:
    """A name as one level of a topic: lower case, no accents, nothing that MQTT or Home Assistant reads otherwise.

    >>> slug("Table 3, Café"), slug("+/#")
    ('table_3_cafe', 'table')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9-]+", "_", plain).strip("_") or "table"


def discovery(topics: Topics, prefix: str, version: str) -> dict[str, dict[str, Any]]:
    """Every discovery topic and what it says."""
    device = {
        "identifiers": [topics.node],
        "name": topics.table,
        "manufacturer": "Meneur",
        "model": "Meneur",
        "sw_version": version,
    }
    shared = {
        "availability_topic": topics.of("availability"),
        "device": device,
        "origin": {"name": "Meneur", "sw_version": version},
    }
    entities = {f"sensor/{name}": sensor for name, sensor in _sensors(topics).items()}
    entities |= {f"event/{button.value}": _button(topics, button) for button in Button}
    found = {}
    for place, entity in entities.items():
        kind, name = place.split("/")
        found[f"{prefix}/{kind}/{topics.node}/{name}/config"] = {
            **entity,
            **shared,
            "unique_id": f"{topics.node}_{name}",
            "object_id": f"{topics.node}_{name}",
        }
    return found


def _sensors(topics: Topics) -> dict[str, dict[str, Any]]:
    match, result = topics.of("match"), topics.of("result")
    return {
        "game": {
            "name": "Game",
            "icon": "mdi:cards-playing-outline",
            "state_topic": match,
            "value_template": "{{ value_json.title }}",
        },
        "match": {
            "name": "Match",
            "icon": "mdi:scoreboard",
            "state_topic": match,
            "value_template": "{{ value_json.text[:255] }}",
            "json_attributes_topic": match,
        },
        "score": {
            "name": "Score",
            "icon": "mdi:counter",
            "state_topic": match,
            "value_template": "{{ (value_json.score or '')[:255] }}",
        },
        "winner": {
            "name": "Winner",
            "icon": "mdi:trophy",
            "state_topic": match,
            "value_template": "{{ value_json.winner or '' }}",
        },
        "result": {
            "name": "Last result",
            "icon": "mdi:flag-checkered",
            "state_topic": result,
            "value_template": "{{ value_json.text[:255] if value_json.status == 'final' else '' }}",
            "json_attributes_topic": result,
        },
    }


def _button(topics: Topics, button: Button) -> dict[str, Any]:
    name = button.value
    return {
        "name": name.upper() if button in (Button.OK, Button.UNDO, Button.HOME) else name.capitalize(),
        "device_class": "button",
        "event_types": ["press", "hold"],
        "state_topic": topics.of("button", name),
    }
