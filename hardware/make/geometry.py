"""The checks of the printed parts: closed and in one piece, nothing touches, holes are open, everything fits the bed.

Watertight alone is not enough (a pilot hole that was sealed by mistake is watertight), so holes are probed one by one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import trimesh
from build123d import Box as Block
from build123d import Cylinder, Pos

from hardware.make import enclosure
from hardware.make.contents import Thing, everything
from hardware.make.enclosure import BELOW, ON_TOP, Box, Shape

TOUCH = 0.05
"""Cubic millimetres that two bodies may share: rounding, no clash."""


def parts(box: Box) -> dict[str, Shape]:
    """The printed parts by name, the shell and the base as they stand on the table."""
    return {
        "shell": enclosure.shell(box),
        "base": enclosure.base(box),
        "clamp": enclosure.clamp(box),
        "mark": enclosure.mark(box),
    }


def complaints(box: Box, printed: dict[str, Shape], stl: dict[str, Path]) -> Iterator[str]:
    """Everything that is wrong with one variant."""
    for name, path in stl.items():
        yield from (f"{name}: {text}" for text in mesh(path))
    for name, shape in printed.items():
        if (bodies := len(shape.solids())) != 1:
            yield f"{name}: {bodies} bodies, one is wanted"
    yield from holes(box, printed["shell"], printed["base"])
    yield from bed(box, printed)
    yield from bezel(box, printed["shell"])
    yield from clashes(box, printed, everything(box))


def mesh(path: Path) -> Iterator[str]:
    """The exported file: watertight, one body, not inside out."""
    loaded = trimesh.load_mesh(path)
    if not loaded.is_watertight:
        yield "the mesh is not watertight"
    if (count := loaded.body_count) != 1:
        yield f"the mesh has {count} bodies"
    if loaded.volume <= 0:
        yield "the mesh is inside out"


def shared(one: Shape, other: Shape) -> float:
    """The volume that two shapes share."""
    if not _near(one, other, 0):
        return 0.0
    common = one & other
    return float(common.volume) if common else 0.0


def clashes(box: Box, printed: dict[str, Shape], things: list[Thing]) -> Iterator[str]:
    """Bodies that share room, and bodies of different groups with too little air between them."""
    fixed = {name: printed[name] for name in ("shell", "base")}
    if (volume := shared(fixed["shell"], fixed["base"])) > TOUCH:
        yield f"shell and base share {volume:.1f} mm³"
    for thing in things:
        for name, shape in fixed.items():
            if (volume := shared(thing.shape, shape)) > TOUCH:
                yield f"{thing.name} and {name} share {volume:.1f} mm³"
    gap = box.sizes["least"]["part_gap"]
    for one, other in combinations(things, 2):
        if one.group != other.group and _near(one.shape, other.shape, gap):
            apart = one.shape.distance_to(other.shape)
            if apart < gap - 1e-6:
                yield f"{one.name} and {other.name} are {apart:.2f} mm apart, at least {gap}"
        elif one.group == other.group and (volume := shared(one.shape, other.shape)) > TOUCH and not _worn(one, other):
            yield f"{one.name} and {other.name} share {volume:.1f} mm³"


def _worn(one: Thing, other: Thing) -> bool:
    """A cap sits in its collar, a screw in its thread, a clamp bends: they share room rightly."""
    names = {one.name.split()[-1], other.name.split()[-1]}
    screwed = any(" screw" in thing.name for thing in (one, other))
    clamped = {one.name, other.name} & {"clamp 1", "clamp 2"} and "panel board" in {one.name, other.name}
    return bool(clamped) or names == {"cap", "collar"} or screwed or names == {"plug", "power"}


def _near(one: Shape, other: Shape, gap: float) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return all(
        getattr(a.min, axis) <= getattr(b.max, axis) + gap and getattr(b.min, axis) <= getattr(a.max, axis) + gap
        for axis in "XYZ"
    )


def holes(box: Box, shell: Shape, base: Shape) -> Iterator[str]:
    """Every hole is open where it must be, and closed where it must not break through the face."""
    sizes, wall = box.sizes, box.source.layout.shell.wall
    columns, floor, clamp = sizes["columns"], sizes["base"], sizes["clamp"]
    thin = 0.4
    for place in box.column_screws():
        pilot = Pos(*place, floor["thickness"] - 1) * Cylinder(
            columns["pilot"] / 2 - thin / 2, columns["pilot_depth"], align=ON_TOP
        )
        if shared(pilot, shell) > TOUCH:
            yield f"the pilot hole at {_place(place)} is closed"
        around = Pos(*place, floor["thickness"] + 1) * Cylinder(
            columns["pilot"] / 2 + 1.2, columns["pilot_depth"] - 2, align=ON_TOP
        )
        core = Pos(*place, 0) * Cylinder(columns["pilot"] / 2, 100, align=ON_TOP)
        ring = around - core
        if shared(ring, shell) < 0.98 * ring.volume:
            yield f"the pilot hole at {_place(place)} breaks out of its column"
        through = Pos(*place, -2) * Cylinder(columns["clearance"] / 2 - thin / 2, 10, align=ON_TOP)
        if shared(through, base) > TOUCH:
            yield f"the base's hole at {_place(place)} is closed"
    for place in box.posts():
        through = Pos(*place, -2) * Cylinder(floor["board_screw"] / 2 - thin / 2, 20, align=ON_TOP)
        if shared(through, base) > TOUCH:
            yield f"the post at {_place(place)} is closed"
    for place in box.clamp_screws():
        depth = box.clamp_height + wall / 2
        pilot = box.on_table(
            Pos(*place, -wall / 2 - 0.1) * Cylinder(clamp["pilot"] / 2 - thin / 2, depth + 1, align=BELOW)
        )
        if shared(pilot, shell) > TOUCH:
            yield f"the clamp's pilot hole at {_place(place)} is closed"
        skin = box.on_table(Pos(*place, 0) * Cylinder(0.5, sizes["least"]["skin"], align=BELOW))
        if shared(skin, shell) < 0.98 * skin.volume:
            yield f"the clamp's pilot hole at {_place(place)} breaks through the face"
    for button, spot in box.source.layout.buttons.items():
        drill = box.on_table(Pos(*spot.centre, 1) * Cylinder(spot.hole / 2, wall + 2, align=BELOW))
        if shared(drill, shell) > TOUCH:
            yield f"the hole of {button.value} is not open"
    for place in enclosure.grille(box)[:7]:
        drill = box.on_table(Pos(*place, 1) * Cylinder(sizes["buzzer"]["hole"] / 2 - thin / 2, wall + 4, align=BELOW))
        if shared(drill, shell) > TOUCH:
            yield f"the buzzer's hole at {_place(place)} is closed"
    mark = sizes["mark"]
    peg = Pos(*box.source.layout.mark.centre, 0) * Cylinder(
        box.source.layout.mark.diameter / 2, mark["depth"] - 0.1, align=BELOW
    )
    if shared(box.on_table(peg), shell) > TOUCH:
        yield "the hole of the mark is closed"
    (x, y), (left, _), (_, rear), _ = box.posts()
    wanted = box.source.boards["boards"][box.board]["holes"]
    if not (math.isclose(x - left, wanted[0]) and math.isclose(rear - y, wanted[1])):
        yield f"the posts are {x - left:.1f} × {rear - y:.1f} mm apart, the board wants {wanted[0]} × {wanted[1]}"


def _place(place: tuple[float, float]) -> str:
    return f"({place[0]:.1f}, {place[1]:.1f})"


def bed(box: Box, printed: dict[str, Shape]) -> Iterator[str]:
    """Each part on the printer's bed, the shell on its face."""
    limit = box.sizes["print"]["bed"]
    for name, shape in printed.items():
        lying = enclosure.for_printing(box, shape) if name == "shell" else shape
        size = lying.bounding_box().size
        if max(size.X, size.Y, size.Z) > limit:
            yield f"{name}: {size.X:.0f} × {size.Y:.0f} × {size.Z:.0f} mm do not fit a bed of {limit:.0f} mm"


def bezel(box: Box, shell: Shape) -> Iterator[str]:
    """The window shows all of the lit area and the least bezel around it; the panel's board is not seen beyond the glass."""
    lit, least = box.panel["lit"], box.sizes["least"]["bezel"]
    wall = box.source.layout.shell.wall
    view = Block(lit[0] + 2 * least, lit[1] + 2 * least, wall + 2)
    x, s = box.source.layout.screen.centre
    if shared(box.on_table(Pos(x, s, -wall / 2) * view), shell) > TOUCH:
        yield f"the window is too small: {least} mm around the lit area are wanted"
    board = box.panel["board"]
    if box.window[0] > board[0] - 2 * least or box.window[1] + 2 * abs(box.panel["offset"]) > board[1] - 2 * least:
        yield "the window is larger than the panel's board"
