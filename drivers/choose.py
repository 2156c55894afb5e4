"""The one place where real or simulated is chosen. What was asked for cannot be had: an error says why, nothing else is taken."""

from __future__ import annotations

from typing import Literal

from drivers.contract import Board
from drivers.wiring import Wiring


def open_board(kind: Literal["pi", "simulated"], wiring: Wiring) -> Board:
    """The whole panel, opened. Raises BoardError naming cause and cure.

    A display that is not there is no error: the board tries until it is, and says so in `troubles`.
    """
    if kind == "pi":
        from drivers.header import open_pi_board  # noqa: PLC0415 - a laptop has none of what this imports

        return open_pi_board(wiring)
    from drivers.simulator.box import Box  # noqa: PLC0415 - nor a Pi any use for this

    return Box(wiring).board
