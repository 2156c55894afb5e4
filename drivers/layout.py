"""Where everything sits on the panel, in millimetres: `layout.toml`, read once and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from drivers.contract import Button

Point = tuple[float, float]
"""x to the right and y up the slope, from the front left corner of the face."""


@dataclass(frozen=True, slots=True)
class Shell:
    """The wedge. `depth` runs along the slope, `front` is the height of its front edge."""

    width: float
    depth: float
    slope: float
    front: float
    corner: float
    wall: float


@dataclass(frozen=True, slots=True)
class Screen:
    """The window in the face, the lit area behind it and the module that carries both: (width, height) each."""

    centre: Point
    window: Point
    active: Point
    module: Point


@dataclass(frozen=True, slots=True)
class Round:
    """A round feature of the face that is no button."""

    centre: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class Place:
    """A button's place and the three diameters of its size; `colour` is the name the part is sold under."""

    centre: Point
    hole: float
    collar: float
    cap: float
    colour: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole panel."""

    shell: Shell
    screen: Screen
    buttons: Mapping[Button, Place]
    mark: Round
    buzzer: Round

    def as_json(self) -> dict[str, Any]:
        """The same as plain values, buttons by name."""
        plain = asdict(self)
        plain["buttons"] = {button.value: asdict(place) for button, place in self.buttons.items()}
        return plain


@cache
def layout() -> Layout:
    """The panel as `layout.toml` has it.

    >>> layout().buttons[Button.SPADE].hole
    30.0
    """
    table = tomllib.loads(files("drivers").joinpath("layout.toml").read_text(encoding="utf-8"))
    return Layout(
        shell=Shell(**table["shell"]),
        screen=Screen(**{name: _point(value) for name, value in table["screen"].items()}),
        buttons={button: _place(table["buttons"][button.value], table["sizes"]) for button in Button},
        mark=_round(table["mark"]),
        buzzer=_round(table["buzzer"]),
    )


def _point(pair: list[float]) -> Point:
    first, second = pair
    return (first, second)


def _round(table: dict[str, Any]) -> Round:
    return Round(centre=_point(table["centre"]), diameter=table["diameter"])


def _place(button: dict[str, Any], sizes: dict[str, Any]) -> Place:
    return Place(centre=_point(button["centre"]), colour=button["colour"], **sizes[button["size"]])
