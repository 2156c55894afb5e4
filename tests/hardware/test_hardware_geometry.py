"""The printed parts: sound as they are, and refused when something is moved, closed, split or too large.

These run where the `hardware` dependency group is installed (`make hardware`).
"""

from copy import deepcopy
from dataclasses import replace

import pytest

from drivers.contract import Button
from hardware.make.source import read

build123d = pytest.importorskip("build123d", reason="needs the hardware dependency group")

from hardware.make import contents, enclosure, geometry, production  # noqa: E402 - only where build123d is

SOURCE = read()
BOX = enclosure.Box(SOURCE)
PARTS = geometry.parts(BOX)


def sizes(path: str, value) -> enclosure.Box:
    """The box with one value of enclosure.toml changed."""
    copy = deepcopy(SOURCE.enclosure)
    *way, last = path.split(".")
    inner = copy
    for step in way:
        inner = inner[step]
    inner[last] = value
    return enclosure.Box(replace(SOURCE, enclosure=copy))


def clashes(box: enclosure.Box) -> list[str]:
    """The complaints about bodies, of a box with its own shell and base."""
    return list(geometry.clashes(box, geometry.parts(box), contents.everything(box)))


def test_every_variant_is_made():
    """Both bases, both hands, three panels."""
    assert list(production.variants(SOURCE)) == ["default", "zero", "left-handed", "panel-1.3", "panel-0.96"]


def test_the_committed_parts_are_closed_and_in_one_piece():
    """Each file as a printer's program reads it."""
    files = sorted(production.COMMITTED.glob("*.stl"), key=lambda path: path.stem)
    assert [path.stem for path in files] == ["base", "base-zero", "clamp", "mark", "shell"]
    assert [text for path in files for text in geometry.mesh(path)] == []


def test_nothing_touches_in_the_box():
    """Buttons, nuts, panel, board, HAT, screws, plug and buzzer among each other and with the printed parts."""
    assert clashes(BOX) == []


def test_a_hole_that_is_closed_is_refused():
    """Watertight and in one body, and yet no screw goes in."""
    place = BOX.column_screws()[0]
    plug = build123d.Pos(*place, 3) * build123d.Cylinder(1.3, 10, align=enclosure.ON_TOP)
    found = list(geometry.holes(BOX, PARTS["shell"] + plug, PARTS["base"]))
    assert found == ["the pilot hole at (8.5, 16.3) is closed"]


def test_a_screw_beside_its_column_is_refused():
    """The pilot hole must have plastic all round."""
    box = sizes("columns.diameter", 4.0)
    assert any("breaks out of its column" in text for text in geometry.holes(box, enclosure.shell(box), PARTS["base"]))


def test_a_part_in_two_pieces_is_refused(tmp_path):
    """A base with an island is two bodies, each of them watertight."""
    island = build123d.Pos(80, 60, 30) * build123d.Box(5, 5, 5)
    parts = {"base": PARTS["base"] + island}
    build123d.export_stl(parts["base"], tmp_path / "base.stl")
    assert list(geometry.mesh(tmp_path / "base.stl")) == ["the mesh has 2 bodies"]


def test_an_open_mesh_is_refused(tmp_path):
    """One triangle less."""
    import trimesh

    mesh = trimesh.creation.box()
    mesh.update_faces([False] + [True] * (len(mesh.faces) - 1))
    mesh.export(tmp_path / "open.stl")
    assert "the mesh is not watertight" in list(geometry.mesh(tmp_path / "open.stl"))


def test_a_button_over_the_screen_is_refused():
    """Its body would go through the panel."""
    buttons = {**SOURCE.layout.buttons, Button.OK: replace(SOURCE.layout.buttons[Button.OK], centre=(118.0, 90.0))}
    box = enclosure.Box(replace(SOURCE, layout=replace(SOURCE.layout, buttons=buttons)))
    found = clashes(box)
    assert any("button ok" in text and "panel board" in text for text in found), found


def test_a_button_that_is_too_deep_is_refused():
    """It would stand on the floor."""
    parts = deepcopy(SOURCE.parts)
    parts["parts"]["suit_button"]["depth"] = 44.0
    box = enclosure.Box(replace(SOURCE, parts=parts))
    assert any("button spade body and base share" in text for text in clashes(box))


def test_a_board_too_far_to_the_rear_is_refused():
    """It would stick in the wall."""
    found = clashes(sizes("board.rear_y", 127.0))
    assert any("and shell share" in text for text in found), found


def test_a_zero_on_the_base_of_the_others_is_refused():
    """The posts must be where the board's holes are."""
    zero = enclosure.Box(SOURCE, board="zero-w")
    base_of_a_four = PARTS["base"]
    assert [text for text in geometry.holes(zero, PARTS["shell"], base_of_a_four) if "post" in text]


def test_a_window_that_hides_pixels_is_refused():
    """A millimetre must be free around the lit area."""
    screen = replace(SOURCE.layout.screen, window=(55.5, 28.0))
    box = enclosure.Box(replace(SOURCE, layout=replace(SOURCE.layout, screen=screen)))
    assert [text for text in geometry.bezel(box, enclosure.shell(box)) if "too small" in text]


def test_a_box_that_does_not_fit_the_bed_is_refused():
    """170 mm on a bed of 160."""
    assert [text for text in geometry.bed(sizes("print.bed", 160.0), PARTS) if text.startswith("shell")]
