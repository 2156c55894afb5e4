"""Markdown and CSV tables, each from the sources."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from drivers.contract import Button
from hardware.make import checks, wiring
from hardware.make.source import NAMES, Source, pins_of


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table.

    >>> print(markdown(["a", "b"], [[1, 2]]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def comma_separated(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV file with a header line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def pin_map(source: Source, map_name: str) -> str:
    """Every pin of a map with both its numbers."""
    rows = [(purpose, gpio, source.header_pin(gpio)) for purpose, gpio in pins_of(source.maps[map_name])]
    return markdown(["what", "GPIO", "header pin"], rows)


def buttons(source: Source, map_name: str) -> str:
    """Buttons and lamps side by side, with plug and colour."""
    pins = source.maps[map_name]
    rows = []
    for number, button in enumerate(Button, start=1):
        lamp = pins["lamps"].get(button.value)
        rows.append(
            (
                f"J{number}",
                NAMES[button],
                source.place(button).colour,
                f"{source.place(button).hole:.0f} mm",
                source.pin_text(pins["buttons"][button.value]),
                "–" if lamp is None else source.pin_text(lamp),
            )
        )
    return markdown(["plug", "button", "colour", "hole", "switch", "lamp"], rows)


def header(source: Source, map_name: str) -> str:
    """The 40 pins in their two rows."""
    used = {pin: purpose for purpose, pin in pins_of(source.maps[map_name])}
    cells = {}
    for pin, what in source.boards["header"].items():
        name = f"GPIO {what}" if isinstance(what, int) else what
        cells[int(pin)] = f"**{used[what]}** {name}" if what in used else name
    rows = [(cells[odd], odd, odd + 1, cells[odd + 1]) for odd in range(1, 40, 2)]
    return markdown(["", "pin", "pin", ""], rows)


def joints(source: Source, map_name: str) -> str:
    """What to solder on the HAT, group by group, numbered."""
    blocks, count = [], 0
    for title, group in wiring.joints(source, map_name):
        rows = []
        for joint in group:
            count += 1
            rows.append((count, joint.start, joint.through, joint.end))
        blocks.append(f"**{title}**\n\n" + markdown(["no.", "from", "through", "to"], rows))
    return "\n\n".join(blocks)


def wires(source: Source, map_name: str) -> str:
    """One kind of button lead, for the guide."""
    lead = wiring.leads(source, map_name)[0]
    return markdown(["pin", "colour", "terminal"], [(w.pin, w.colour, w.terminal) for w in lead.wires])


def panel_wires(source: Source, map_name: str) -> str:
    """The panel's lead."""
    lead = next(lead for lead in wiring.leads(source, map_name) if lead.name == "panel")
    return markdown(
        ["pin of J8", "colour", "from", "label on the panel"],
        [(w.pin, w.colour, w.signal, w.terminal) for w in lead.wires],
    )


def cutting(source: Source, map_name: str) -> str:
    """The cutting list as CSV: every wire, its colour, its length."""
    rows = [
        (lead.label, lead.name, wire.pin, wire.colour, f"{lead.length:.0f}", wire.signal, wire.terminal)
        for lead in wiring.leads(source, map_name)
        for wire in lead.wires
    ]
    return comma_separated(["plug", "lead", "pin", "colour", "length_mm", "signal", "terminal"], rows)


def cutting_summary(source: Source, map_name: str) -> str:
    """How many wires of which length and colour: what to cut before anything is crimped."""
    found: dict[tuple[str, float], int] = {}
    for lead in wiring.leads(source, map_name):
        for wire in lead.wires:
            found[wire.colour, lead.length] = found.get((wire.colour, lead.length), 0) + 1
    colours = dict.fromkeys(colour for colour, _ in found)
    rows = []
    for colour in colours:
        lengths = sorted((length, count) for (name, length), count in found.items() if name == colour)
        total = sum(length * count for length, count in lengths) / 1000
        rows.append((colour, ", ".join(f"{count} × {length:.0f} mm" for length, count in lengths), f"{total:.2f} m"))
    return markdown(["colour", "cut", "together"], rows)


def bill(source: Source, map_name: str) -> str:
    """The bill of materials as CSV."""
    head = ["quantity", "part", "maker", "number", "alternates", "only_for", "note", "source", "measured"]
    rows = [
        (
            number,
            part["name"],
            part["maker"],
            part["number"],
            part["alternates"],
            part.get("option", ""),
            part.get("note", ""),
            part["source"],
            "yes" if part.get("measured") else "to be measured",
        )
        for number, part in wiring.bill(source, map_name)
    ]
    return comma_separated(head, rows)


def bill_summary(source: Source, map_name: str) -> str:
    """The bill of materials for the guide."""
    rows = [
        (number, part["name"], f"{part['maker']} {part['number']}".removeprefix("any "), part.get("option", ""))
        for number, part in wiring.bill(source, map_name)
    ]
    return markdown(["no.", "part", "number", "only for"], rows)


def boards(source: Source) -> str:
    """The boards the box takes."""
    rows = [
        (
            board["title"],
            board["header"],
            f"{board['holes'][0]:.0f} × {board['holes'][1]:.0f} mm",
            f"{board['power']}, {board['psu_ma'] / 1000:.1f} A",
            board["clock"],
            board["wake"],
        )
        for board in source.boards["boards"].values()
    ]
    return markdown(["board", "40-pin header", "holes", "supply", "clock", "wake after a shutdown"], rows)


def panels(source: Source) -> str:
    """The panels the face can be cut for."""
    rows = [
        (
            panel["title"] + (" (default)" if panel.get("default") else ""),
            f"{panel['lit'][0]:.1f} × {panel['lit'][1]:.1f} mm",
            f"{panel['board'][0]:.1f} × {panel['board'][1]:.1f} mm",
            f'`type = "{panel["type"]}"`',
        )
        for panel in source.enclosure["panels"].values()
    ]
    return markdown(["panel", "lit area", "circuit board (to be measured)", "in `meneur.toml`"], rows)


def budget(source: Source, map_name: str) -> str:
    """Where the current goes."""
    panel = source.part("panel" if map_name == "i2c" else "panel_spi")["ma"]
    rows = [
        ("lamps, all on", f"{checks.lamps_ma(source, map_name):.0f} mA", "5 V"),
        ("panel, every pixel lit (assumed, to be measured)", f"{panel:.0f} mA", "3V3"),
        (
            "driver inputs and buzzer",
            f"{checks.gpio_ma(source, map_name):.0f} of {source.boards['pins']['total_ma']} mA",
            "GPIO",
        ),
        ("together, with a clock", f"{checks.total_ma(source, map_name):.0f} of {source.box_ma:.0f} mA", "supply"),
    ]
    return markdown(["what", "current", "from"], rows)


def depths(source: Source) -> str:
    """How deep each button may be."""
    rows = [
        (NAMES[button], f"{checks.deepest(source, button):.1f} mm", f"{source.button_part(button)['depth']:.0f} mm")
        for button in Button
    ]
    return markdown(["button", "room below the face", "assumed depth (to be measured)"], rows)
