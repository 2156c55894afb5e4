"""What is put into the printed parts: buttons, panel, board, HAT, screws, as plain bodies for checks and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from build123d import Align, Axis, Cylinder, Plane, Pos, fillet
from build123d import Box as Block

from drivers.contract import Button
from hardware.make.enclosure import BELOW, ON_TOP, Box, Shape, clamps_in_place

CORNER = (Align.MIN, Align.MIN, Align.MIN)


@dataclass(frozen=True, slots=True)
class Thing:
    """A body in its place on the table. Things of one `group` touch each other rightly; `colour` is for pictures."""

    name: str
    group: str
    colour: str
    shape: Shape


def everything(box: Box) -> list[Thing]:
    """All bodies inside and on the box."""
    return [*buttons(box), *panel(box), *buzzer(box), *electronics(box), *base_screws(box), *feet(box), wake(box)]


def buttons(box: Box) -> Iterator[Thing]:
    """Body, nut, collar and cap of each button."""
    wall = box.source.layout.shell.wall
    for button in Button:
        place, part = box.source.place(button), box.source.button_part(button)
        group = f"button {button.value}"

        def at(shape: Shape, up: float = 0.0, centre: tuple[float, float] = place.centre) -> Shape:
            return box.on_table(Pos(*centre, up) * shape)

        body = Cylinder(part["body"] / 2, part["depth"], align=BELOW)
        yield Thing(f"{group} body", group, "#2b2b2b", at(body))
        nut = Cylinder(part["nut"] / 2, box.sizes["nut"]["height"], align=BELOW)
        yield Thing(f"{group} nut", group, "#3a3a3a", at(nut - Cylinder(part["body"] / 2, 50), -wall))
        collar = Cylinder(place.collar / 2, 3, align=ON_TOP)
        collar = fillet(collar.faces().sort_by(Axis.Z)[-1].edges(), 1.2)
        yield Thing(f"{group} collar", group, "collar", at(collar))
        cap = Cylinder(place.cap / 2, 6.5, align=ON_TOP)
        cap = fillet(cap.faces().sort_by(Axis.Z)[-1].edges(), 2.0)
        yield Thing(f"{group} cap", group, place.colour, at(cap))


def panel(box: Box) -> Iterator[Thing]:
    """Circuit board, glass, parts on the back, clamps and their screws."""
    about, clamp, wall = box.panel, box.sizes["clamp"], box.source.layout.shell.wall
    x, s = box.board_centre
    wide, high = about["board"]

    def at(shape: Shape, w: float, centre: tuple[float, float] = (x, s)) -> Shape:
        return box.on_table(Pos(*centre, -w) * shape)

    glass = Block(about["lit"][0] + 4, about["lit"][1] + 4, about["glass"], align=BELOW)
    yield Thing("panel glass", "panel", "#101418", at(glass, wall, box.source.layout.screen.centre))
    back = wall + about["glass"]
    yield Thing("panel board", "panel", "#1f4f8f", at(Block(wide, high, about["board_thickness"], align=BELOW), back))
    back += about["board_thickness"]
    parts = Block(wide - 2 * clamp["overlap"] - 2, high - 2, about["parts"], align=BELOW)
    yield Thing("panel parts", "panel", "#333333", at(parts, back))
    for number, shape in enumerate(clamps_in_place(box), start=1):
        yield Thing(f"clamp {number}", "panel", "print", shape)
    under = wall + box.clamp_height + clamp["thickness"]
    for number, place in enumerate(box.clamp_screws(), start=1):
        head = Cylinder(clamp["head"][0] / 2, clamp["head"][1], align=BELOW)
        shank = Cylinder(clamp["pilot"] / 2, clamp["screw_length"], align=ON_TOP)
        yield Thing(f"clamp screw {number}", "panel", "#b9bcc2", at(head + shank, under, place))


def buzzer(box: Box) -> Iterator[Thing]:
    """The piezo in its ring, flush with the ring's end."""
    part, wall = box.source.part("buzzer"), box.source.layout.shell.wall
    shape = Cylinder(part["diameter"] / 2, part["height"], align=BELOW)
    yield Thing("buzzer", "buzzer", "#202020", box.on_table(Pos(*box.source.layout.buzzer.centre, -wall) * shape))


def electronics(box: Box) -> Iterator[Thing]:
    """The Pi on its posts, the HAT on its standoffs, the plug of the supply."""
    place, floor = box.sizes["board"], box.sizes["base"]
    about = box.source.boards["boards"][box.board]
    wide, deep = about["board"]
    right, front = place["centre_x"] + 42.5, place["rear_y"] - 56.0
    under = floor["thickness"] + floor["post"]
    top = under + place["thickness"]

    def block(size: tuple[float, float, float], x: float, y: float, z: float) -> Shape:
        return Pos(x, y, z) * Block(*size, align=CORNER)

    holes = box.posts()

    def drilled(shape: Shape) -> Shape:
        for hole in holes:
            shape -= Pos(*hole, 0) * Cylinder(1.37, 300)
        return shape

    yield Thing(
        "board", "board", "#2e7d4f", drilled(block((wide, deep, place["thickness"]), right - wide, front, under))
    )
    if wide > 80:
        sockets = block((21, 52, place["usb_height"]), right - wide - place["usb_overhang"], front + 2, top)
        yield Thing("board sockets", "board", "#b9bcc2", sockets)
    card = block((15, 11, 1), right - 15 + place["card_overhang"], front + deep / 2 - 5.5, under - 1.4)
    yield Thing("board card", "board", "#222222", card)
    length, across = place["header"]
    middle = (holes[0][0] + holes[1][0]) / 2
    pins = block((length, across, place["hat_gap"] - 0.1), middle - length / 2, front + place["edge"] - across / 2, top)
    yield Thing("board header", "board", "#181818", pins)
    power = block((9, 7, 3.2), box.power_x(box.board) - 4.5, front + deep - 6, top)
    yield Thing("board power", "board", "#b9bcc2", power)

    hat_under = top + place["hat_gap"]
    hat_wide, hat_deep = place["hat"]
    hat_holes = [(x, front + place["edge"] + row) for row in (0.0, 49.0) for x in dict.fromkeys(x for x, _ in holes)]
    hat = block((hat_wide, hat_deep, 1.6), right - hat_wide, front, hat_under)
    for hole in hat_holes:
        hat -= Pos(*hole, 0) * Cylinder(1.37, 300)
    yield Thing("HAT", "board", "#20603c", hat)
    parts = block((hat_wide - 10, hat_deep - 16, place["hat_parts"]), right - hat_wide + 5, front + 9, hat_under + 1.6)
    yield Thing("HAT parts", "board", "#efe9da", parts)
    joints = block(
        (hat_wide - 10, hat_deep - 16, place["solder"]), right - hat_wide + 5, front + 9, hat_under - place["solder"]
    )
    yield Thing("HAT joints", "board", "#c9c9c9", joints)
    for number, hole in enumerate(holes, start=1):
        if hole in hat_holes:
            yield Thing(
                f"standoff {number}",
                "board",
                "#c8a850",
                Pos(*hole, top) * Cylinder(2.5, place["hat_gap"], align=ON_TOP),
            )
        head = Pos(*hole, 0) * Cylinder(2.5, floor["head_depth"], align=ON_TOP)
        shank = Pos(*hole, floor["head_depth"]) * Cylinder(1.25, 12, align=ON_TOP)
        yield Thing(f"board screw {number}", "board", "#b9bcc2", head + shank)

    plug_wide, plug_high, plug_long = box.sizes["plugs"][about["power"]]
    plug = block(
        (plug_wide, plug_long, plug_high),
        box.power_x(box.board) - plug_wide / 2,
        front + deep + 1.3,
        top + place["socket_above"] - plug_high / 2,
    )
    yield Thing("plug", "board", "#e8e8e8", plug)


def base_screws(box: Box) -> Iterator[Thing]:
    """The four screws that hold the base."""
    columns = box.sizes["columns"]
    for number, place in enumerate(box.column_screws(), start=1):
        wide, high = columns["screw_head"]
        sink = columns["head_depth"]
        head = Pos(*place, sink) * Cylinder(wide / 2, high, align=BELOW)
        shank = Pos(*place, sink) * Cylinder(columns["pilot"] / 2, columns["screw_length"], align=ON_TOP)
        yield Thing(f"base screw {number}", f"base screw {number}", "#b9bcc2", head + shank)


def wake(box: Box) -> Thing:
    """The body of the wake button inside its wall."""
    about, plan = box.sizes["wake"], box.source.layout.shell
    s, w = about["centre"]
    x = plan.wall + about["body"] / 2
    if not box.left_handed:
        x = plan.width - x
    body = Plane.YZ * Cylinder(about["hole"] / 2, about["body"] - 0.1)
    return Thing("wake button", "wake button", "#202020", box.on_table(Pos(x, s, -w) * body))


def feet(box: Box) -> Iterator[Thing]:
    """The rubber feet."""
    floor = box.sizes["base"]
    for number, place in enumerate(floor["feet"], start=1):
        shape = Pos(*place, floor["foot_depth"]) * Cylinder(6.35, 3.5, align=BELOW)
        yield Thing(f"foot {number}", f"foot {number}", "#303030", shape)
