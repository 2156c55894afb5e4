"""The heavy half of `make hardware`: printed parts of every variant, their checks, harness drawings, pictures, measures.

An STL is exact from run to run, a STEP file carries its date and a picture its machine's rendering: those two are
written anew only when the sources have changed, so that a second run leaves the working tree as it was.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from build123d import export_step, export_stl

from hardware.make import documents, enclosure, fingerprint, geometry, harness, pictures
from hardware.make.enclosure import Box, Shape
from hardware.make.source import HARDWARE, ROOT, Source

COMMITTED = HARDWARE / "generated" / "enclosure"
PICTURES = HARDWARE / "generated" / "pictures"
VARIANTS = ROOT / "build" / "hardware"
"""Left-handed boxes and smaller panels: made, checked, not committed."""

FINE = {"tolerance": 0.01, "angular_tolerance": 0.3}


def variants(source: Source) -> dict[str, Box]:
    """Every box that is made and checked; the first two are committed."""
    found = {"default": Box(source), "zero": Box(source, board="zero-w"), "left-handed": Box(source.mirrored())}
    for name, panel in source.enclosure["panels"].items():
        if not panel.get("default"):
            found[f"panel-{name}"] = Box(source, panel_name=name)
    return found


def make(source: Source) -> list[str]:
    """Make and check everything; returns the complaints, and writes no measures when there are some."""
    mark = fingerprint.of(source)
    fresh = mark != _old_mark()
    found: list[str] = []
    made: dict[str, dict[str, Shape]] = {}
    for name, box in variants(source).items():
        parts = geometry.parts(box)
        folder = COMMITTED if name in {"default", "zero"} else VARIANTS / name
        paths = _export(box, parts, folder, fresh=fresh)
        found += [f"{name}: {text}" for text in geometry.complaints(box, parts, paths)]
        made[name] = parts
        print(f"{name}: {', '.join(parts)}")
    if found:
        return found
    for map_name in source.maps:
        _harness(source, map_name)
    if fresh or not PICTURES.exists():
        PICTURES.mkdir(parents=True, exist_ok=True)
        pictures.draw(Box(source), made["default"], PICTURES)
    _measure(source, made["default"], mark)
    return []


def _old_mark() -> object:
    path = HARDWARE / documents.MEASURES
    return json.loads(path.read_text(encoding="utf-8")).get("fingerprint") if path.exists() else None


def _export(box: Box, parts: dict[str, Shape], folder: Path, *, fresh: bool) -> dict[str, Path]:
    """STL as it lies on the printer's bed; STEP beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for name, shape in parts.items():
        lying = enclosure.for_printing(box, shape) if name == "shell" else shape
        file = "base-zero" if name == "base" and box.board.startswith("zero") else name
        paths[name] = folder / f"{file}.stl"
        export_stl(lying, paths[name], **FINE)
        step = folder / f"{file}.step"
        if fresh or not step.exists():
            export_step(lying, step)
    return paths


def _harness(source: Source, map_name: str) -> None:
    folder = HARDWARE / "generated" / map_name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "harness.yml").write_text(harness.description(source, map_name), encoding="utf-8")
    wireviz = Path(sys.executable).with_name("wireviz")
    subprocess.run(  # noqa: S603 - our own file, our own tool
        [wireviz, "-f", "s", "harness.yml"], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )


def _measure(source: Source, parts: dict[str, Shape], mark: str) -> None:
    """What the guide says about the printed parts."""
    grams = source.enclosure["print"]["density"] / 1000
    size = (parts["shell"] + parts["base"]).bounding_box().size
    volume = parts["shell"].volume + parts["base"].volume + 2 * parts["clamp"].volume + parts["mark"].volume
    lying = enclosure.for_printing(Box(source), parts["shell"]).bounding_box().size
    measures = {
        "fingerprint": mark,
        "size": f"{size.X:.0f} × {size.Y:.0f} × {size.Z:.0f}",
        "shell_on_bed": f"{lying.X:.0f} × {lying.Y:.0f} × {lying.Z:.0f}",
        "volume_cm3": round(volume / 1000),
        "solid_grams": round(volume * grams),
        "clamp_length": round(parts["clamp"].bounding_box().size.Y, 1),
    }
    path = HARDWARE / documents.MEASURES
    path.write_text(json.dumps(measures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
