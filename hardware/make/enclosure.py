"""The printed parts (build123d): shell, base, panel clamp, mark. Everything is placed by the layout and enclosure.toml.

The shell is a prism square to the sloping face, cut off by the table: printed face down it has no overhang anywhere.
Face coordinates are x, s, -w (outwards is positive); `Box.on_table` turns them into the box standing on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from build123d import (
    Align,
    Axis,
    Cylinder,
    Location,
    Plane,
    Pos,
    RectangleRounded,
    chamfer,
    extrude,
)
from build123d import Box as Block

from hardware.make.source import Source, Table, Wedge

Shape = Any
"""A build123d solid; the library's own types are still moving."""

DEEP = 90.0
"""Deeper below the face than the box anywhere is."""

ON_TOP = (Align.CENTER, Align.CENTER, Align.MIN)
BELOW = (Align.CENTER, Align.CENTER, Align.MAX)


@dataclass(frozen=True, slots=True)
class Box:
    """One variant of the box: which sources, which panel, which board the base is for."""

    source: Source
    panel_name: str = "2.42"
    board: str = "4"

    @property
    def sizes(self) -> Table:
        """enclosure.toml."""
        return self.source.enclosure

    @property
    def panel(self) -> Table:
        """The panel's measures."""
        panels: Mapping[str, Table] = self.sizes["panels"]
        return panels[self.panel_name]

    @property
    def left_handed(self) -> bool:
        """OK on the left."""
        return bool(self.sizes.get("left_handed", False))

    @property
    def wedge(self) -> Wedge:
        """The face against the table."""
        return Wedge.of(self.source.layout)

    def on_table(self, shape: Shape) -> Shape:
        """A shape of the face where it stands on the table."""
        shell = self.source.layout.shell
        return Location((0, 0, shell.front), (shell.slope, 0, 0)) * shape

    @property
    def window(self) -> tuple[float, float]:
        """The hole for the lit area: the layout's, or the smaller panel's with the same bezel."""
        screen = self.source.layout.screen
        bezel = [(screen.window[axis] - screen.active[axis]) for axis in (0, 1)]
        return (self.panel["lit"][0] + bezel[0], self.panel["lit"][1] + bezel[1])

    @property
    def board_centre(self) -> tuple[float, float]:
        """Middle of the panel's circuit board, so that its lit area is in the window."""
        x, s = self.source.layout.screen.centre
        return (x, s - self.panel["offset"])

    @property
    def clamp_height(self) -> float:
        """From the inner face to the back of the panel's circuit board, less the preload."""
        return float(self.panel["glass"] + self.panel["board_thickness"] - self.sizes["clamp"]["preload"])

    @property
    def clamp_width(self) -> float:
        """From the panel's circuit board over the frame to the far side of the boss."""
        clamp = self.sizes["clamp"]
        return float(clamp["overlap"] + clamp["play"] / 2 + clamp["rib"] - clamp["weld"] + clamp["boss"])

    def clamp_screws(self) -> list[tuple[float, float]]:
        """Two screws on each side of the panel, on the face."""
        clamp, (x, s), (wide, high) = self.sizes["clamp"], self.board_centre, self.panel["board"]
        out = wide / 2 - clamp["overlap"] + self.clamp_width - clamp["boss"] / 2
        up = high / 2 - clamp["inset"]
        return [(x + side * out, s + end * up) for side in (-1, 1) for end in (-1, 1)]

    def column_screws(self) -> list[tuple[float, float]]:
        """Where the base's screws stand on the table: in the middle of the piece of column they cut into."""
        columns = self.sizes["columns"]
        middle = self.sizes["base"]["thickness"] + columns["pilot_depth"] / 2
        return [(x, self.wedge.table(s, self.wedge.down_to(s, middle))[0]) for x, s in columns["centres"]]

    def posts(self) -> list[tuple[float, float]]:
        """The four posts, those beside the header first: every board has its header in the same place.

        A base for all boards is not possible: a Zero's rear posts would stand under the card slot of the others.
        """
        board, holes = self.sizes["board"], self.source.boards["boards"][self.board]["holes"]
        right = board["centre_x"] + 42.5 - board["edge"]
        header = board["rear_y"] - 56.0 + board["edge"]
        return [(x, header + row) for row in (0.0, holes[1]) for x in (right, right - holes[0])]

    def power_x(self, board: str) -> float:
        """Where a board's power socket is: its header points to the player, so left and right are exchanged."""
        place = self.sizes["board"]
        return float(place["centre_x"] + 42.5 - self.source.boards["boards"][board]["power_from_left"])

    @property
    def slot(self) -> tuple[float, float]:
        """From and to, across the rear wall."""
        places = [self.power_x(name) for name in self.source.boards["boards"]]
        margin = self.sizes["slot"]["margin"]
        return (min(places) - margin, max(places) + margin)


def prism(box: Box, inset: float, top: float) -> Shape:
    """The shell's outline less `inset` on all sides, from `top` below the face to deep under the table."""
    shell = box.source.layout.shell
    outline = RectangleRounded(shell.width - 2 * inset, shell.depth - 2 * inset, max(shell.corner - inset, 1.0))
    solid = extrude(outline, -(DEEP - top))
    return Pos(shell.width / 2, shell.depth / 2, -top) * solid


def above(height: float) -> Shape:
    """Everything higher than this above the table."""
    return Pos(100, 80, height) * Block(600, 600, 400, align=ON_TOP)


def shell(box: Box) -> Shape:
    """Face and walls in one piece."""
    plan, sizes = box.source.layout, box.sizes
    wall = plan.shell.wall
    outer = prism(box, 0, 0)
    outer = chamfer(outer.faces().sort_by(Axis.Z)[-1].edges(), 1.0)
    body = box.on_table(outer - prism(box, wall, wall)) & above(0)
    columns = [
        Pos(x, s, -wall) * Cylinder(sizes["columns"]["diameter"] / 2, DEEP, align=BELOW)
        for x, s in sizes["columns"]["centres"]
    ]
    inside = box.on_table(prism(box, wall / 2, wall / 2))
    for column in columns:
        body += box.on_table(column) & above(sizes["base"]["thickness"]) & inside
    for addition in _additions(box):
        body += box.on_table(addition)
    for cut in _cuts(box):
        body -= cut
    return body


def _additions(box: Box) -> Iterator[Shape]:
    """What stands on the inner side of the face."""
    wall, clamp = box.source.layout.shell.wall, box.sizes["clamp"]
    x, s = box.board_centre
    wide, high = (side + clamp["play"] for side in box.panel["board"])
    deep = box.clamp_height - 0.4
    frame = Block(wide + 2 * clamp["rib"], high + 2 * clamp["rib"], deep, align=BELOW)
    yield Pos(x, s, -wall) * (frame - Block(wide, high, deep, align=BELOW))
    for place in box.clamp_screws():
        yield Pos(*place, -wall) * Cylinder(clamp["boss"] / 2, box.clamp_height, align=BELOW)
    buzzer, ring = box.source.part("buzzer"), box.sizes["buzzer"]
    hole = buzzer["diameter"] / 2 + ring["play"]
    tube = Cylinder(hole + ring["ring"], buzzer["height"], align=BELOW) - Cylinder(hole, buzzer["height"], align=BELOW)
    yield Pos(*box.source.layout.buzzer.centre, -wall) * tube


def _cuts(box: Box) -> Iterator[Shape]:
    """What is cut out, on the table."""
    plan, sizes = box.source.layout, box.sizes
    wall, play = plan.shell.wall, sizes["print"]["hole_play"]
    x, s = plan.screen.centre
    yield box.on_table(Pos(x, s, 1) * window_cutter(box))
    for button in plan.buttons.values():
        yield box.on_table(Pos(*button.centre, 1) * Cylinder((button.hole + play) / 2, wall + 2, align=BELOW))
    for place in grille(box):
        yield box.on_table(Pos(*place, 1) * Cylinder(sizes["buzzer"]["hole"] / 2, wall + 2, align=BELOW))
    for place in box.clamp_screws():
        pilot = Cylinder(sizes["clamp"]["pilot"] / 2, box.clamp_height + wall / 2, align=BELOW)
        yield box.on_table(Pos(*place, -wall / 2) * pilot)
    mark = sizes["mark"]
    peg = Cylinder(plan.mark.diameter / 2 + mark["play"] / 2, mark["depth"] + 1, align=BELOW)
    yield box.on_table(Pos(*plan.mark.centre, 1) * peg)
    columns = sizes["columns"]
    for place in box.column_screws():
        yield Pos(*place, sizes["base"]["thickness"] - 1) * Cylinder(
            columns["pilot"] / 2, columns["pilot_depth"] + 1, align=ON_TOP
        )
    yield slot_cutter(box)
    yield box.on_table(wake_cutter(box))


def window_cutter(box: Box) -> Shape:
    """The window through the face, from 1 mm above it, with its edge broken outside."""
    wall, bevel = box.source.layout.shell.wall, box.sizes["window"]["chamfer"]
    wide, high = box.window
    hole = Block(wide, high, wall + 2, align=BELOW)
    rim = Block(wide + 2 * bevel + 2, high + 2 * bevel + 2, 1 + bevel, align=BELOW)
    lower = rim.faces().sort_by(Axis.Z)[0].edges()
    return hole + chamfer(lower, 1 + bevel - 0.001)


def grille(box: Box) -> list[tuple[float, float]]:
    """The holes that the buzzer sounds through, the middle seven first: one, six round it, twelve round those."""
    buzzer = box.source.layout.buzzer
    x, s = buzzer.centre
    step = (buzzer.diameter - box.sizes["buzzer"]["hole"]) / 4
    found = []
    for ring in (0, 1, 2):
        holes = max(1, 6 * ring)
        turns = (2 * pi * number / holes for number in range(holes))
        found += [(x + ring * step * cos(turn), s + ring * step * sin(turn)) for turn in turns]
    return found


def slot_cutter(box: Box) -> Shape:
    """The slot in the rear wall."""
    slot = box.sizes["slot"]
    left, right = box.slot
    rear = box.sizes["board"]["rear_y"]
    block = Block(right - left, 40, slot["top"] - slot["bottom"], align=(Align.CENTER, Align.MIN, Align.MIN))
    return Pos((left + right) / 2, rear + 1, slot["bottom"]) * block


def wake_cutter(box: Box) -> Shape:
    """The blind hole in the side wall for the wake button."""
    wake, shell_ = box.sizes["wake"], box.source.layout.shell
    s, w = wake["centre"]
    depth = shell_.wall - wake["skin"]
    drill = Plane.YZ * Cylinder(wake["hole"] / 2, depth + 1, align=BELOW)
    if box.left_handed:
        drill = Plane.YZ * Cylinder(wake["hole"] / 2, depth + 1, align=ON_TOP)
        return Pos(-1, s, -w) * drill
    return Pos(shell_.width + 1, s, -w) * drill


def base(box: Box) -> Shape:
    """The floor with the board's posts."""
    sizes = box.sizes
    floor, columns = sizes["base"], sizes["columns"]
    thick = floor["thickness"]
    inset = box.source.layout.shell.wall + floor["gap"]
    slab = Pos(100, 80, 0) * Block(600, 600, thick, align=ON_TOP)
    body = box.on_table(prism(box, inset, 5)) & slab
    for place in box.posts():
        body += Pos(*place, thick) * Cylinder(floor["post_diameter"] / 2, floor["post"], align=ON_TOP)
    for place in box.posts():
        body -= Pos(*place, -1) * Cylinder(floor["board_screw"] / 2, thick + floor["post"] + 2, align=ON_TOP)
        body -= Pos(*place, -1) * Cylinder(floor["head"] / 2, 1 + floor["head_depth"], align=ON_TOP)
    for place in box.column_screws():
        body -= Pos(*place, -1) * Cylinder(columns["clearance"] / 2, thick + 2, align=ON_TOP)
        body -= Pos(*place, -1) * Cylinder(columns["head"] / 2, 1 + columns["head_depth"], align=ON_TOP)
    for place in floor["feet"]:
        body -= Pos(*place, -1) * Cylinder(floor["foot"] / 2, 1 + floor["foot_depth"], align=ON_TOP)
    for place in vents(box):
        body -= Pos(*place, -1) * Block(*floor["vent"], thick + 2, align=ON_TOP)
    return body


def vents(box: Box) -> list[tuple[float, float]]:
    """Slots under the board, between its posts."""
    floor, pitch = box.sizes["base"], 6.0
    middle = sum(place[1] for place in box.posts()) / 4
    first = middle - pitch * (floor["vents"] - 1) / 2
    x = sum(place[0] for place in box.posts()) / 4
    return [(x, first + pitch * number) for number in range(floor["vents"])]


def clamp(box: Box) -> Shape:
    """The bar that holds one side of the panel, lying flat; the other side takes a second one."""
    sizes = box.sizes["clamp"]
    wide = box.clamp_width
    high = box.panel["board"][1]
    bar = Block(wide, high, sizes["thickness"], align=ON_TOP)
    x = wide / 2 - sizes["boss"] / 2
    for end in (-1, 1):
        bar -= Pos(x, end * (high / 2 - sizes["inset"]), -1) * Cylinder(
            sizes["screw"] / 2, sizes["thickness"] + 2, align=ON_TOP
        )
    return bar


def mark(box: Box) -> Shape:
    """The peg beside HOME, standing on its end."""
    sizes, diameter = box.sizes["mark"], box.source.layout.mark.diameter
    peg = Cylinder(diameter / 2 - sizes["play"] / 2, sizes["depth"] + sizes["height"], align=ON_TOP)
    return chamfer(peg.faces().sort_by(Axis.Z)[-1].edges(), 0.5)


def clamps_in_place(box: Box) -> list[Shape]:
    """Both bars where they hold the panel, on the table."""
    wall = box.source.layout.shell.wall
    sizes, (x, s) = box.sizes["clamp"], box.board_centre
    wide = box.clamp_width
    out = box.panel["board"][0] / 2 - sizes["overlap"] + wide / 2
    under = -wall - box.clamp_height - sizes["thickness"]
    right = Pos(x + out, s, under) * clamp(box)
    left = Pos(x - out, s, under) * Location((0, 0, 0), (0, 0, 180)) * clamp(box)
    return [box.on_table(left), box.on_table(right)]


def for_printing(box: Box, shape: Shape) -> Shape:
    """The shell as it lies on the bed: on its face."""
    slope = box.source.layout.shell.slope
    turned = Location((0, 0, 0), (180, 0, 0)) * Location((0, 0, 0), (-slope, 0, 0)) * shape
    low = turned.bounding_box().min
    return Pos(-low.X, -low.Y, -low.Z) * turned
