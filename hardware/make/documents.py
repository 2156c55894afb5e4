"""Every generated text file, as path -> content: what is committed must be equal to this."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from drivers.contract import Button
from hardware.make import checks, drawings, harness, tables, wiring
from hardware.make.source import HARDWARE, Source, config_lines

TEMPLATES = HARDWARE / "templates"
MEASURES = Path("generated/enclosure/measures.json")
"""What the enclosure's run measured; the guide quotes it. Written by `make hardware` only."""

_ABOUT_PINS = """\
Generated from `drivers/pinout.toml`, which the software reads too. GPIO numbers are Broadcom's (BCM); header pins are
counted on the board."""

_PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")


def fill(template: str, values: Mapping[str, object]) -> str:
    """The template with every `{{name}}` replaced. An unknown name raises KeyError.

    >>> fill("{{pins}} pins", {"pins": 40})
    '40 pins'
    """
    return _PLACEHOLDER.sub(lambda found: str(values[found[1].strip()]), template)


def texts(source: Source, measures: Mapping[str, object]) -> dict[str, str]:
    """Path below `hardware/` -> content of every text that is generated."""
    found = {}
    for map_name in source.maps:
        folder = f"generated/{map_name}"
        found[f"{folder}/pins.md"] = _pins_page(source, map_name)
        found[f"{folder}/header.svg"] = drawings.header(source, map_name)
        found[f"{folder}/circuit.svg"] = drawings.circuit(source, map_name)
        found[f"{folder}/bill-of-materials.csv"] = tables.bill(source, map_name)
        found[f"{folder}/cutting-list.csv"] = tables.cutting(source, map_name)
        found[f"{folder}/harness.yml"] = harness.description(source, map_name)
        for board in source.boards["boards"]:
            found[f"{folder}/config-{board}.txt"] = _config(source, map_name, board)
    found["generated/face.svg"] = drawings.face(source)
    found["generated/caps.svg"] = drawings.caps(source)
    values = _values(source, measures)
    for template in sorted(TEMPLATES.glob("*.md")):
        content = fill(template.read_text(encoding="utf-8"), values)
        found[template.name] = (
            f"<!-- Generated from templates/{template.name}: edit that, then `make hardware`. -->\n{content}"
        )
    return found


def read_measures() -> dict[str, object]:
    """What the last run of the enclosure measured."""
    measures: dict[str, object] = json.loads((HARDWARE / MEASURES).read_text(encoding="utf-8"))
    return measures


def _pins_page(source: Source, map_name: str) -> str:
    pins = source.maps[map_name]
    default = " (the default)" if source.pinout["default"] == map_name else ""
    return "\n\n".join(
        [
            f"# Pins of the map `{map_name}`{default}: {pins['title']}",
            _ABOUT_PINS,
            "![The header with its pins](header.svg)",
            "## By purpose",
            tables.pin_map(source, map_name),
            "## By header pin",
            tables.header(source, map_name),
            "## Joints on the HAT",
            tables.joints(source, map_name),
            "## Current",
            tables.budget(source, map_name) + "\n",
        ]
    )


def _config(source: Source, map_name: str, board: str) -> str:
    about = source.boards["boards"][board]
    clock = config_lines(source, map_name, board, clock=True)
    plain = config_lines(source, map_name, board)
    lines = [
        f'# {about["title"]}, pin map "{map_name}": append to /boot/firmware/config.txt and reboot.',
        *plain,
        "# With the bedside clock also:",
        *(f"#{line}" for line in clock if line not in plain),
    ]
    return "\n".join(lines) + "\n"


def _values(source: Source, measures: Mapping[str, object]) -> dict[str, object]:
    """What the templates may ask for."""
    shell, screen, box = source.layout.shell, source.layout.screen, source.enclosure
    board = box["board"]
    longest = max(lead.length for lead in wiring.leads(source, "i2c"))
    values: dict[str, object] = {
        "width": _mm(shell.width),
        "slope": _mm(shell.slope),
        "front": _mm(shell.front),
        "wall": _mm(shell.wall),
        "window": f"{_mm(screen.window[0])} × {_mm(screen.window[1])}",
        "buttons": len(Button),
        "longest_lead": _mm(longest),
        "lead_limit": _mm(checks.HAND_LEAD),
        "between_caps": _mm(box["least"]["between_caps"]),
        "box_ma": _mm(source.box_ma),
        "lamp_ma": _mm(source.part("suit_button")["lamp_ma"]),
        "buzzer_ohm": _mm(source.part("buzzer_resistor")["ohm"]),
        "buzzer_ma": f"{checks.buzzer_ma(source):.0f}",
        "hat_gap": _mm(board["hat_gap"]),
        "panel_addresses": " or ".join(f"0x{address:02X}" for address in source.boards["addresses"]["panel"]),
        "panel_address": f"{source.boards['addresses']['panel'][0]:02x}",
        "clock_address": f"{source.boards['addresses']['DS3231 clock'][0]:02x}",
        "reset_pin": source.pin_text(source.maps["i2c"]["panel"]["reset"]),
        "sda_pin": source.pin_text(source.maps["i2c"]["panel"]["sda"]),
        "scl_pin": source.pin_text(source.maps["i2c"]["panel"]["scl"]),
        "buzzer_pin": source.pin_text(source.maps["i2c"]["buzzer"]["pin"]),
        "home_pin": source.pin_text(source.maps["i2c"]["buttons"]["home"]),
        "spade_pin": source.pin_text(source.maps["i2c"]["buttons"]["spade"]),
        "spade_lamp_pin": source.pin_text(source.maps["i2c"]["lamps"]["spade"]),
        "spade_lamp_gpio": source.maps["i2c"]["lamps"]["spade"],
        "spi_home_pin": source.pin_text(source.maps["spi"]["buttons"]["home"]),
        "wake_hole": _mm(box["wake"]["hole"]),
        "wake_body": _mm(box["wake"]["body"]),
        "boards": tables.boards(source),
        "panels": tables.panels(source),
        "depths": tables.depths(source),
        **{f"print_{name}": _mm(value) for name, value in box["print"].items()},
        **{f"measured_{name}": _mm(value) for name, value in measures.items()},
    }
    by_map = {
        "button_table": tables.buttons,
        "joints": tables.joints,
        "wires": tables.wires,
        "panel_wires": tables.panel_wires,
        "cutting": tables.cutting_summary,
        "bill": tables.bill_summary,
        "budget": tables.budget,
    }
    for name, table in by_map.items():
        for map_name in source.maps:
            values[f"{name}:{map_name}"] = _Lazy(partial(table, source, map_name))
    for part in source.parts["parts"]:
        values[f"part:{part}"] = source.part(part)["name"]
        values[f"number:{part}"] = source.part(part)["number"]
        values[f"quantity:{part}"] = wiring.quantity(source, "i2c", source.part(part))
    return values


def _mm(value: object) -> object:
    return drawings.number(value) if isinstance(value, float) else value


class _Lazy:
    """A table that is made only where a template asks for it."""

    def __init__(self, make: partial[str]) -> None:
        self._make = make

    def __str__(self) -> str:
        return self._make()
