"""The weights of the value function: what each feature of a position is worth to the player of the Great Clock.

They follow from how the game is won. Moves can nearly always be taken back by moves, so in trouble it matters little where a
tile lies; what counts is how many slots are *grounded*: show their double, or would show their number once a wrong double has
left. Each such slot is worth the same, 2, so that walking tiles about neither gains nor loses. Trouble itself is worth a
little, because it is the licence to move. What may ruin or repair a grounded slot is counted by how likely it is to be drawn.
Changing any one of them by a half loses deals with every set (`benchmarks/tune_great_clock.py` tries it).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from device.games.great_clock.values import FEATURES, SITUATIONS

COMMON = {
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
    "open: ready beneath": 0.5,
    "out: share that repairs": 1.0,
    "out: ready beneath": 0.5,
    "number: nowhere": 0.1,
    "number: elsewhere only": -0.1,
}
COVERED = {
    "own double buried": -3.0,
    "other double buried": -4.0,
}
"""With doubles that may be covered: a buried one must be dug out again."""
CHANGES: dict[tuple[int, bool, bool], dict[str, float]] = {}
"""What tuning changed for one set and its house rules (`move_in_hand`, `cover_doubles`)."""


@cache
def weights_for(size: int, move_in_hand: bool = False, cover_doubles: bool = False) -> Sequence[float]:
    """The weights for a set and house rules: of every feature, for each number of doubles to come."""
    named = COMMON | (COVERED if cover_doubles else {}) | CHANGES.get((size, move_in_hand, cover_doubles), {})
    return tuple(named.get(feature, 0.0) for feature in FEATURES) * SITUATIONS
