"""The wiring harness for WireViz: one pigtail for each plug, since one big bundle cannot be read."""

from __future__ import annotations

from hardware.make import wiring
from hardware.make.source import Source


def description(source: Source, map_name: str) -> str:
    """The harness as WireViz reads it (YAML, written by hand: it needs no library and keeps its order)."""
    leads = wiring.leads(source, map_name)[::-1]  # drawn from the bottom up
    lines = ["# Generated from drivers/pinout.toml and hardware/*.toml.", "connectors:"]
    for lead in leads:
        lines += [
            f"  {lead.label}:",
            f"    type: JST XH {lead.ways} pins",
            f"    subtype: {_quoted(lead.name)}",
            f"    pinlabels: [{', '.join(_quoted(wire.signal) for wire in lead.wires)}]",
            f"  {lead.label}-end:",
            f"    type: {_quoted(lead.name)}",
            f"    pinlabels: [{', '.join(_quoted(wire.terminal) for wire in lead.wires)}]",
        ]
    lines.append("cables:")
    for lead in leads:
        lines += [
            f"  W{lead.label[1:]}:",
            f"    gauge: {source.part('wire')['mm2']} mm2",
            f"    length: {lead.length / 1000:.2f}",
            f"    colors: [{', '.join(wire.colour_code for wire in lead.wires)}]",
        ]
    lines.append("connections:")
    for lead in leads:
        pins = f"[1-{len(lead.wires)}]"
        lines += [
            "  -",
            f"    - {lead.label}: {pins}",
            f"    - W{lead.label[1:]}: {pins}",
            f"    - {lead.label}-end: {pins}",
        ]
    return "\n".join(lines) + "\n"


def _quoted(words: str) -> str:
    return f'"{words}"'
