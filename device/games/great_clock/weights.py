"""The tuned weights of the value function."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.great_clock.values import FEATURES, SITUATIONS

_FIRST = {
    "trouble": 1.0,
    "at home": 2.0,
    "ready": 2.0,
    "out: ready": 2.0,
    "wrong double, own to come, ready beneath": 2.0,
    "wrong double, own out, ready beneath": 2.0,
    "ready: share that ruins": -2.0,
    "out: share that ruins": -2.0,
    "open: tiles that repair": 0.2,
    "open: share that repairs": 1.0,
    "out: share that repairs": 1.0,
    "out: ready beneath": 0.5,
    "open: ready beneath": 0.5,
    "number: nowhere": 0.1,
    "number: elsewhere only": -0.1,
}


def weights_for(size: int, move_in_hand: bool = False, cover_doubles: bool = False) -> Sequence[float]:
    """The weights."""
    return [_FIRST.get(name, 0.0) for name in FEATURES] * SITUATIONS


def packed(weights: Sequence[float]) -> str:
    """Weights as text."""
    return " ".join(f"{weight:.3f}" for weight in weights)
