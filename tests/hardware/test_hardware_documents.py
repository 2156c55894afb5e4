"""The guide, the tables and the drawings are what the sources say now, complete and without a dead link."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET

import pytest

from drivers.contract import Button
from hardware.make import documents, drawings, fingerprint
from hardware.make.source import HARDWARE, pins_of, read

SOURCE = read()
MEASURES = documents.read_measures()
TEXTS = documents.texts(SOURCE, MEASURES)
GUIDES = ("README.md", "ASSEMBLY.md", "BRINGUP.md")


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_committed_is_what_the_sources_say(name):
    """`python -m hardware.make texts` would change nothing."""
    assert (HARDWARE / name).read_text(encoding="utf-8") == TEXTS[name], "run: make hardware"


def test_nothing_lies_in_generated_that_nobody_generates():
    """A table that lost its source would go on lying."""
    heavy = {".stl", ".step", ".png", ".json"}
    there = {path.relative_to(HARDWARE).as_posix() for path in (HARDWARE / "generated").rglob("*") if path.is_file()}
    text = {name for name in there if not any(name.endswith(end) for end in heavy) and not name.endswith("harness.svg")}
    assert text == {name for name in TEXTS if name.startswith("generated/")}


def test_the_printed_parts_and_pictures_are_not_stale():
    """They were made from these very measures and this very program."""
    assert MEASURES["fingerprint"] == fingerprint.of(SOURCE), "run: make hardware"


@pytest.mark.parametrize("guide", GUIDES)
def test_every_link_and_picture_of_the_guide_exists(guide):
    """Files beside the guide, and headings inside the files."""
    for target in re.findall(r"\]\(([^)]+)\)", TEXTS[guide]):
        path, _, heading = target.partition("#")
        assert (HARDWARE / path).exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", (HARDWARE / path).read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [title.lower().replace(" ", "-") for title in titles], target


@pytest.mark.parametrize("guide", GUIDES)
def test_every_pin_in_the_guide_has_both_its_numbers(guide):
    """`GPIO 17 (pin 11)`: neither number can be taken for the other, and the pair is right."""
    prose = re.sub(r"GPIO 18 to 21", "", TEXTS[guide])
    for gpio, pin in re.findall(r"GPIO (\d+)(?: \(pin (\d+)\))?", prose):
        assert pin == str(SOURCE.header_pin(int(gpio))), f"GPIO {gpio} (pin {pin})"


@pytest.mark.parametrize("guide", GUIDES)
def test_no_template_has_a_pin_or_a_quantity_typed_in(guide):
    """Pins come from pinout.toml; the few in prose explain how pins are named or are supplies."""
    template = (documents.TEMPLATES / guide).read_text(encoding="utf-8")
    typed = set(re.findall(r"GPIO \d+ \(pin \d+\)", template))
    assert typed <= {"GPIO 17 (pin 11)"}
    assert not re.search(r"\b\d+ mA\b|\b\d+ Ω\b", template.replace("about 0 Ω", ""))


def test_the_guide_says_that_nothing_was_built_yet():
    """Until somebody posts a photo."""
    assert "Not built yet" in TEXTS["README.md"]


def test_every_step_of_the_assembly_has_a_picture_a_table_or_a_list():
    """A step of prose alone is where novices get lost."""
    steps = re.split(r"^## \d+\. ", TEXTS["ASSEMBLY.md"].split("## Options")[0], flags=re.MULTILINE)[1:]
    assert len(steps) == 11
    for step in steps:
        shown = "![" in step or "\n|" in step or "\n- " in step or "\n1. " in step
        assert shown or "never by a picture" in step, step[:60]


def test_an_unknown_placeholder_is_refused():
    """A typing error in a template does not become an empty place in the guide."""
    with pytest.raises(KeyError, match="nosuch"):
        documents.fill("{{nosuch}}", {})


@pytest.mark.parametrize("map_name", SOURCE.maps)
def test_the_cutting_list_has_every_wire_once(map_name):
    """Each signal pin of the map, with a length that the noise allows."""
    rows = list(csv.DictReader(io.StringIO(TEXTS[f"generated/{map_name}/cutting-list.csv"])))
    assert len({(row["plug"], row["pin"]) for row in rows}) == len(rows)
    assert all(100 <= int(row["length_mm"]) <= 300 for row in rows)
    signals = [row["signal"] for row in rows]
    for purpose, pin in pins_of(SOURCE.maps[map_name]):
        if purpose.startswith(("button", "panel")):
            assert signals.count(SOURCE.pin_text(pin)) == 1, purpose


@pytest.mark.parametrize("name", [name for name in TEXTS if name.endswith(".svg")])
def test_every_drawing_is_well_formed(name):
    """A browser shows it."""
    assert ET.fromstring(TEXTS[name]).tag.endswith("svg")


@pytest.mark.parametrize("map_name", SOURCE.maps)
def test_the_header_drawing_names_every_use(map_name):
    """As many labels as pins, each beside its number."""
    drawn = [element.text for element in ET.fromstring(drawings.header(SOURCE, map_name)).iter() if element.text]
    for purpose, pin in pins_of(SOURCE.maps[map_name]):
        assert any(purpose in text and f"GPIO {pin}" in text for text in drawn)


@pytest.mark.parametrize("map_name", SOURCE.maps)
def test_the_harness_drawing_has_every_wire(map_name):
    """It was drawn from the harness as it is now."""
    drawn = "".join(ET.parse(HARDWARE / "generated" / map_name / "harness.svg").getroot().itertext())
    description = TEXTS[f"generated/{map_name}/harness.yml"]
    for label in re.findall(r'"([^"]+)"', description):
        assert label in drawn, label


def test_the_caps_are_the_simulators_own():
    """All seven drawings are found in the page's program."""
    assert set(drawings.glyphs()) == set(Button)


def test_the_repository_stays_light():
    """Pictures below 200 kB each, the printed parts below 2 MB together."""
    folder = HARDWARE / "generated"
    assert all(path.stat().st_size < 200_000 for path in folder.rglob("*.png"))
    assert sum(path.stat().st_size for path in (folder / "enclosure").iterdir()) < 2_000_000


def test_the_measures_are_of_a_box_that_fits_the_bed():
    """The guide quotes them."""
    size = [
        float(side) for side in json.loads((HARDWARE / documents.MEASURES).read_text())["shell_on_bed"].split(" × ")
    ]
    assert max(size) <= SOURCE.enclosure["print"]["bed"]


def test_the_licence_is_whole():
    """CERN-OHL-P-2.0, all seven sections."""
    text = (HARDWARE / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("CERN Open Hardware Licence Version 2 - Permissive")
    assert re.findall(r"^(\d) [A-Z]", text, re.MULTILINE) == list("1234567")
