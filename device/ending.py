"""Why a box stops."""

from __future__ import annotations

from enum import Enum


class Ending(Enum):
    """Why the loop ended."""

    STOPPED = "stopped"  # somebody called `stop`
    HALT = "halt"  # the person asked to shut down
    AGAIN = "again"  # the person asked for a normal start after a safe one
    BOARD_DEAD = "board dead"  # no press can arrive any more; only a new process helps
