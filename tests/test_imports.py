"""Who may import whom: the shape of the house, read from the imports themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PURE = {
    "device.cards",
    "device.dominoes",
    "device.games.contract",
    "device.games.cards",
    "device.texts",
    "device.errors",
}
"""What rules, odds and solvers may know, besides their own game."""


def modules():
    for room in ("device", "drivers"):
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path):
    """Every module of the project that a file names, at any depth of nesting."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(path, *starts):
    return sorted(name for name in set(imports(path)) if name.startswith(starts))


def games():
    return sorted(path.name for path in (ROOT / "device" / "games").iterdir() if (path / "__init__.py").exists())


ALL = list(modules())
IDS = [name for _, name in ALL]


@pytest.mark.parametrize(("path", "name"), [pair for pair in ALL if pair[1].startswith("drivers")])
def test_drivers_never_know_the_application(path, name):
    """The hardware is below; it hears of presses and pictures only."""
    assert imported(path, "device") == []


@pytest.mark.parametrize(("path", "name"), [pair for pair in ALL if pair[1].startswith("drivers.web")], ids=str)
def test_the_page_server_knows_nothing_of_what_it_shows(path, name):
    """The simulator's page and the mirror stand on the same server, which knows of neither."""
    assert [item for item in imported(path, "device", "drivers") if not item.startswith("drivers.web")] == []


@pytest.mark.parametrize(("path", "name"), [pair for pair in ALL if pair[1].startswith("device")], ids=str)
def test_the_application_knows_the_hardware_by_its_contract_alone(path, name):
    """Real or simulated is chosen by the commands; everything else knows `drivers.contract`."""
    if not name.startswith("device.commands"):
        allowed = ("drivers.contract", "drivers.web") if name.startswith("device.mirror") else ("drivers.contract",)
        assert [item for item in imported(path, "drivers") if not item.startswith(allowed)] == []


@pytest.mark.parametrize(("path", "name"), [pair for pair in ALL if pair[1].startswith("device.games.")], ids=str)
def test_a_game_never_knows_another_game(path, name):
    """Adding or removing a game touches its own folder and the list of games."""
    own = name.split(".")[2]
    for other in games():
        if other != own:
            assert imported(path, f"device.games.{other}") == []


def rooms_of_rules(game):
    """A game's rules, odds, book and solver, and every module of the game that they are built on."""
    paths = {name: path for path, name in ALL}
    todo = [f"device.games.{game}.{room}" for room in ("rules", "odds", "hurdle_odds", "book", "solver")]
    seen = set()
    while todo:
        name = todo.pop()
        if name in paths and name not in seen:
            seen.add(name)
            todo += imported(paths[name], f"device.games.{game}.")
    return [(paths[name], name) for name in sorted(seen)]


@pytest.mark.parametrize(("path", "name"), [pair for game in games() for pair in rooms_of_rules(game)], ids=str)
def test_rules_know_neither_pixels_nor_clocks_nor_chance(path, name):
    """Rules, odds, books and solvers import cards, dominoes, the contract and their own game; no clock, file or chance."""
    own = ".".join(name.split(".")[:3])
    assert [item for item in imported(path, "device", "drivers") if not item.startswith((own, *PURE))] == []
    barred = {"time", "datetime", "random", "secrets", "os", "pathlib", "sqlite3", "PIL", "threading", "io"}
    assert barred & {item.split(".")[0] for item in imports(path)} == set()
    assert imported(path, f"{own}.screens", f"{own}.controls") == []


@pytest.mark.parametrize("room", ["session", "journal", "records", "present", "loop", "thinker", "script", "table"])
def test_the_spine_names_no_game(room):
    """The rooms between press and picture work for any game."""
    path = ROOT / "device" / f"{room}.py"
    for game in games():
        assert imported(path, f"device.games.{game}") == []


def test_only_the_commands_choose_the_hardware():
    """One place where real or simulated is chosen."""
    choosers = [name for path, name in ALL if imported(path, "drivers.choose", "drivers.simulator.box")]
    assert [name for name in choosers if not name.startswith(("device.commands", "drivers"))] == []


@pytest.mark.parametrize(("path", "name"), [pair for pair in ALL if pair[1].startswith("device.draw")], ids=str)
def test_drawing_knows_no_game_and_no_rules(path, name):
    """The canvas and its parts stand on Pillow alone."""
    assert [item for item in imported(path, "device") if not item.startswith("device.draw")] == []


@pytest.mark.parametrize(("path", "name"), ALL, ids=IDS)
def test_every_module_says_in_its_first_sentence_what_lives_there(path, name):
    """A module opens with a docstring that ends its first sentence."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", ":"))
