"""The weights of the value function: what each feature of a position is worth to the player of the Great Clock.

Those common to all follow from how the game is won. Moves can nearly always be taken back by moves, so in trouble it matters
little where a tile lies; what counts is how many slots are *grounded*: show their double, or would show their number once a
wrong double has left. Each such slot is worth the same, 2, so that walking tiles about neither gains nor loses. Trouble itself
is worth a little, because it is the licence to move. What may ruin or repair a grounded slot is counted by how likely it is to
be drawn.

How far that tells the chance of winning was learned from played deals, for each set and its house rules (`tuned.py`). With
three or more doubles to come hardly at all: nearly everything can still be put right. With one to come it decides, so there
each set has weights of its own for every feature wherever these won more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from device.games.great_clock.tuned import TUNED
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
UNTUNED = 2 / 3
"""The log-odds that one of the common weights stands for where nothing was learned; even odds are half a slot short of a win."""


@cache
def weights_for(size: int, move_in_hand: bool = False, cover_doubles: bool = False) -> Sequence[float]:
    """The weights for a set and house rules: of every feature, for each number of doubles to come.

    Both house rules together are played with what is common to all.
    """
    tuned = TUNED.get((size, move_in_hand, cover_doubles))
    if tuned is None:
        return common_weights(size, cover_doubles)
    return tuple(weight for situation in tuned for weight in written_out(situation, cover_doubles))


@cache
def common_weights(size: int, cover_doubles: bool = False) -> Sequence[float]:
    """The weights common to all sets, the same for any number of doubles to come."""
    return written_out({"common": UNTUNED, "always": UNTUNED * (1 - 2 * size)}, cover_doubles) * SITUATIONS


def written_out(situation: Mapping[str, float], cover_doubles: bool) -> tuple[float, ...]:
    """The weights of a situation for every feature: named ones, and `common` times those common to all."""
    common = COMMON | (COVERED if cover_doubles else {})
    scale = situation.get("common", 0.0)
    return tuple(situation.get(feature, 0.0) + scale * common.get(feature, 0.0) for feature in FEATURES)
