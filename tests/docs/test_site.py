"""The pages are true: what they link to is there, what they list is all there is. `make docs` then builds them, with warnings as errors."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from device.cli import COMMANDS
from device.games import GAMES
from device.settings import schema
from docs.conf import LOADED, MENU, root_doc
from docs.generate import filled, pages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:device|drivers|tests|docs|web|hardware|systemd)/[^`\s]+)`")
READ = [ROOT / "README.md", *pages()]


def prose(page):
    """A page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page):
    """The anchors of a page's headings, as the site makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


@pytest.mark.parametrize("page", READ, ids=lambda page: page.name)
def test_every_link_and_picture_is_there(page):
    """Files, and headings of pages; nothing is linked on another machine."""
    targets = LINK.findall(prose(page))
    missing = []
    for target in targets:
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            missing.append(target)
    assert missing == []
    assert not re.search(r"!\[[^\]]*\]\(https?:", prose(page)), "a picture from another machine"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_says_what_the_code_says_today(page):
    """Settings, commands, rules and code on the pages are made from the source. If this fails: `make docs`."""
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, f"{page.name} is stale: run `make docs`"


def test_the_site_has_every_page_once():
    """A page that no menu names would be found by nobody."""
    named = [name for names in MENU.values() for name in names]
    assert sorted([root_doc, *named]) == sorted(
        [f"docs/{page.stem}" for page in pages()] + [f"hardware/{page.stem}" for page in ROOT.glob("hardware/*.md")]
    )


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ('<img alt="" src="https://example.org/x.png">', True),
        ('<script src="//example.org/x.js">', True),
        ('<link rel="stylesheet" href="https://example.org/x.css">', True),
        ('@import "https://example.org/x.css"', True),
        ("src: url(https://example.org/x.woff2)", True),
        ('<img src="../pictures/x.gif"> <a href="https://example.org/">', False),
    ],
)
def test_a_page_that_fetches_from_elsewhere_is_told(text, loads):
    """Links may lead away; what a browser would fetch by itself may not."""
    assert bool(LOADED.search(text)) is loads


def test_the_reference_has_every_setting():
    """A row for each, below the heading of its section, with its default."""
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    headings = [match.start() for match in re.finditer(r"^## `\[", text, re.MULTILINE)]
    parts = {
        text[start:end].split("]")[0].partition("[")[2]: text[start:end] for start, end in pairwise([*headings, None])
    }
    assert list(parts) == list(schema(GAMES))
    for section, rules in schema(GAMES).items():
        assert re.findall(r"^\| `(\w+)` \|", parts[section], re.MULTILINE) == [rule.name for rule in rules]
        for rule in rules:
            assert rule.help.rstrip(".") in parts[section]


def test_every_command_is_described():
    """Each has its heading, in the order of `meneur --help`."""
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^## `meneur (\w+)`", text, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_its_page(game):
    """With its moving picture, its buttons, its rules and its house rules."""
    text = (DOCS / f"{game.key}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {game.title}\n")
    assert f"](pictures/{game.key}.gif)" in text
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert [heading for heading in headings if heading in {"Buttons", "The rules", "House rules"}] == [
        "Buttons",
        "The rules",
        "House rules",
    ]
    assert all(page.text in text for page in game.manual)
    assert all(f"| `{rule.name}` |" in text for rule in game.house)


def test_the_layout_names_what_is_there():
    """Every file and folder that the page for contributors names exists."""
    named = PATH.findall((DOCS / "code.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [path for path in named if not list(ROOT.glob(path.replace("GAME", "*")))] == []
