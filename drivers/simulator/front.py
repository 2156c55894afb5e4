"""The front of the simulated box: what a person in front of it can see, hear and touch, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PIL import Image

from drivers.contract import Button

Line = Mapping[str, str]
"""Something that happened, by language (`en`, `fr`): whoever shows it takes the language of the person before it."""


class Front(Protocol):
    """All that the browser page and the terminal know of the box. No method waits; all may be called from any thread."""

    def push(self, button: Button) -> None:
        """Put a finger on the button."""

    def let_go(self, button: Button) -> None:
        """Take the finger off."""

    def release_all(self) -> None:
        """Take every finger off."""

    def glass(self) -> Image.Image:
        """The 128×64 mode "1" picture that the controller's memory shows now."""

    def contrast(self) -> int:
        """The brightness register, 0–255."""

    def lamp(self, button: Button) -> float:
        """How bright the lamp of the button is now, 0–1."""

    def tone(self) -> float | None:
        """What the buzzer sounds now, in hertz; None is silence."""

    def watch(self, callback: Callable[[], None]) -> None:
        """Call `callback` after any change, from whichever thread made it."""
