"""What a person may have otherwise while the box runs: how bright, how loud, how slow. Worked out from the settings."""

from __future__ import annotations

from device.settings import Values
from drivers.contract import Adjustment

HIGHEST = 255
"""What the setting `access.contrast = "high"` makes of the glass's contrast."""
SLOWNESS = 2.0
"""How many times as long everything takes in slow mode."""
STEP = 10
"""A step of the volume setting, in hundredths of what the buzzer can."""


def adjustment(values: Values) -> Adjustment:
    """The board's part of the settings `panel`, `sound` and `access`."""
    sound, access = values["sound"], values["access"]
    return Adjustment(
        contrast=HIGHEST if access["contrast"] == "high" else values["panel"]["contrast"],
        volume=sound["volume"] * STEP if sound["on"] else 0,
        slowness=slowness(values),
    )


def slowness(values: Values) -> float:
    """How many times the usual time everything takes."""
    return SLOWNESS if values["access"]["slow"] else 1.0
