"""Whose finger is on which button, when several pages are open on one box."""

from __future__ import annotations

from drivers.contract import Button
from drivers.simulator.front import Front


class Hands:
    """A button goes down with the first finger on it and comes up with the last.

    Used from the server's event loop only.
    """

    def __init__(self, front: Front) -> None:
        self._front = front
        self._fingers: dict[Button, set[object]] = {button: set() for button in Button}

    def down(self, visitor: object, button: Button) -> None:
        """Put this visitor's finger on a button; a finger already there stays."""
        fingers = self._fingers[button]
        if not fingers:
            self._front.push(button)
        fingers.add(visitor)

    def up(self, visitor: object, button: Button) -> None:
        """Take this visitor's finger off a button, if it is on it."""
        fingers = self._fingers[button]
        if visitor in fingers:
            fingers.remove(visitor)
            if not fingers:
                self._front.let_go(button)

    def leave(self, visitor: object) -> None:
        """Take off every finger of a visitor who has gone."""
        for button in Button:
            self.up(visitor, button)
