"""Rendered pictures (pyvista, without a screen): the box, the box taken apart, the steps of the assembly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pyvista
from build123d import Location, Plane, Pos, extrude, import_svg, mirror, scale
from PIL import Image

from device.draw.canvas import Canvas
from device.draw.fonts import Font
from device.draw.sprites import sprite
from drivers.contract import Button
from hardware.make import contents, drawings
from hardware.make.contents import Thing
from hardware.make.enclosure import Box, Shape

COLOURS = {
    "shell": "#3d3e42",
    "base": "#55565c",
    "print": "#8a8c94",
    "collar": "#1b1c1f",
    "blue": "#4a8dff",
    "red": "#ff4238",
    "yellow": "#ffc62e",
    "green": "#2fd46b",
    "white": "#e8eaf0",
}
"""The browser simulator's colours, so that both show the same object."""

Point = tuple[float, float, float]

SIZE = (1200, 840)


@dataclass(frozen=True, slots=True)
class View:
    """A picture to take: what is on it, from where, at which angle in degrees, and the lit screen if it is seen."""

    things: list[Thing]
    camera: Point
    target: Point
    angle: float
    screen: tuple[Any, Any] | None = None


def draw(box: Box, printed: dict[str, Shape], folder: Path) -> None:
    """All pictures of a variant."""
    shell, base = printed["shell"], printed["base"]
    controls = list(contents.buttons(box))
    panel, buzzer = list(contents.panel(box)), list(contents.buzzer(box))
    electronics = list(contents.electronics(box))
    glyphs = caps_print(box)
    upper = [Thing("shell", "print", "shell", shell), *controls, *panel, *buzzer, *glyphs, mark(box, printed)]
    lower = [Thing("base", "print", "base", base), *contents.feet(box)]
    inside = [thing for thing in electronics if thing.name != "plug"]
    lift = Pos(0, 0, 105)
    raised = [Thing(thing.name, thing.group, thing.colour, lift * thing.shape) for thing in upper]
    light = Thing("shell", "print", "print", shell)
    above: Point = (180, 150, 540)
    into: Point = (85, -52, 22)
    here = screen_plane(box, Pos(0, 0, 0))
    views = {
        "box": View([*upper, *lower], (235, -265, 330), (85, 62, 22), 22, here),
        "rear": View([*upper, *lower, *electronics], (-75, 420, 230), (85, 78, 24), 24, here),
        "apart": View(
            [*raised, *lower, *inside, *contents.base_screws(box)],
            (420, -420, 250),
            (85, 66, 76),
            24,
            screen_plane(box, lift),
        ),
        "base": View([*lower, *inside], (290, -230, 280), (88, 74, 12), 22),
        "panel": View(_turned(box, [light, *panel, *buzzer]), above, into, 24),
        "shell-inside": View(_turned(box, [light, *panel, *buzzer, *controls]), above, into, 24),
    }
    for name, view in views.items():
        picture(view, folder / f"{name}.png")


def _turned(box: Box, things: Iterable[Thing]) -> list[Thing]:
    """Lying on its face, the way the buttons are mounted."""
    slope = box.source.layout.shell.slope
    turn = (
        Location((0, 0, 12), (180, 0, 0))
        * Location((0, 0, 0), (-slope, 0, 0))
        * Pos(0, 0, -box.source.layout.shell.front)
    )
    return [Thing(thing.name, thing.group, thing.colour, turn * thing.shape) for thing in things]


def mark(box: Box, printed: dict[str, Shape]) -> Thing:
    """The peg in its hole."""
    return Thing(
        "mark",
        "print",
        "print",
        box.on_table(Pos(*box.source.layout.mark.centre, -box.sizes["mark"]["depth"]) * printed["mark"]),
    )


def caps_print(box: Box) -> list[Thing]:
    """What is printed on the caps, as thin solids: the simulator's own drawings."""
    things = []
    for button in Button:
        place = box.source.place(button)
        by = 0.62 * place.cap / 24
        for face in import_svg(_svg(drawings.glyphs()[button]), flip_y=False, ignore_visibility=True):
            solid = extrude(scale(mirror(face, Plane.XZ), by), 0.15, dir=(0, 0, 1))
            middle = Pos(place.centre[0] - 12 * by, place.centre[1] + 12 * by, 6.5)
            things.append(Thing(f"print {button.value}", "print", "#15161a", box.on_table(middle * solid)))
    return things


def _svg(path: str) -> StringIO:
    return StringIO(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path}" fill="black"/></svg>'
    )


def screen_picture() -> Image.Image:
    """What the panel shows in the pictures."""
    canvas = Canvas()
    canvas.text(64, 12, "Meneur", Font.LARGE, align="centre")
    canvas.line(0, 36, 127, 36)
    for number, suit in enumerate(sprite("suit_13")):
        canvas.stamp(32 * number + 16 - suit.width // 2, 44, suit)
    return canvas.image


def screen_plane(box: Box, lift: Location) -> tuple[Any, Any]:
    """The lit area as a plane with its picture."""
    wide, high = box.panel["lit"]
    x, s = box.source.layout.screen.centre
    depth = -box.source.layout.shell.wall + 0.05
    corners = [(x + a * wide / 2, s + b * high / 2, depth) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    points = [tuple((lift * box.on_table(Pos(*corner))).position) for corner in corners]
    plane = pyvista.PolyData(np.array(points), faces=[4, 0, 1, 2, 3])
    plane.active_texture_coordinates = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    pixels = screen_picture().convert("L").resize((1024, 512), Image.Resampling.NEAREST)
    shade = np.asarray(pixels, dtype=float)[..., None] / 255
    colours = (np.array([6, 8, 12]) + shade * np.array([205, 230, 243])).astype(np.uint8)
    return plane, pyvista.Texture(colours)


def picture(view: View, path: Path) -> None:
    """Render bodies into a PNG."""
    scene = pyvista.Plotter(off_screen=True, window_size=SIZE, lighting="none")
    scene.set_background("#f4efe4")
    scene.enable_anti_aliasing("ssaa")
    for place, strength in (
        ((-250, -350, 600), 0.5),
        ((500, -200, 350), 0.25),
        ((80, 500, 450), 0.25),
        (view.camera, 0.3),
    ):
        scene.add_light(pyvista.Light(position=place, focal_point=(85, 60, 20), intensity=strength))
    for thing in view.things:
        lit = thing.group.startswith("button") and thing.name.endswith("cap")
        scene.add_mesh(
            mesh(thing.shape),
            color=COLOURS.get(thing.colour, thing.colour),
            ambient=0.4 if lit else 0.2,
            diffuse=0.65 if lit else 0.9,
            specular=0.2,
            specular_power=18,
            split_sharp_edges=True,
            smooth_shading=True,
        )
    if view.screen is not None:
        scene.add_mesh(view.screen[0], texture=view.screen[1], lighting=False)
    scene.camera.position, scene.camera.focal_point, scene.camera.up = view.camera, view.target, (0, 0, 1)
    scene.camera.view_angle = view.angle
    scene.screenshot(path)
    scene.close()
    with Image.open(path) as full:
        small = full.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def mesh(shape: Shape) -> Any:
    """A build123d solid as triangles."""
    vertices, triangles = shape.tessellate(0.08, 0.2)
    points = np.array([(vertex.X, vertex.Y, vertex.Z) for vertex in vertices])
    faces = np.hstack([np.full((len(triangles), 1), 3), np.array(triangles)])
    return pyvista.PolyData(points, faces.ravel()).clean()
