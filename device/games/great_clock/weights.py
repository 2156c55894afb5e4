"""The tuned weights of the value function."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.great_clock.values import FEATURES, SITUATIONS

_FIRST = {
    "one": -3.0,
    "at home": 1.0,
    "ready": 0.7,
    "wrong double": 0.2,
    "number: nowhere": 0.2,
    "number: elsewhere only": -0.3,
    "open: tiles that repair": 0.1,
    "ready: share that ruins": -1.0,
    "out: ready": 0.4,
    "open: ready beneath": 0.1,
}


def weights_for(size: int, move_in_hand: bool, cover_doubles: bool) -> Sequence[float]:
    """The weights."""
    row = [x for name in FEATURES for x in (_FIRST.get(name, 0.0), 0.0)]
    return row * SITUATIONS


def packed(weights: Sequence[float]) -> str:
    """Weights as text."""
    return " ".join(f"{weight:.3f}" for weight in weights)
