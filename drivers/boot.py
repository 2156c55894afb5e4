"""How the panel's bus is switched on: the one advice for whoever finds it off or slow."""

from __future__ import annotations

import shlex
from pathlib import Path

HELPER = "meneur-boot-settings"
"""Writes what the panel needs into config.txt; the package puts it on root's path."""
CHECKOUT = Path(__file__).parents[1] / "systemd" / "bin" / HELPER
"""Where it lies when Meneur runs from its sources."""


def switch_on(bus: str) -> str:
    """What to type where the panel's bus, `i2c` or `spi`, is off or slow."""
    helper = f"sh {shlex.quote(str(CHECKOUT))}" if CHECKOUT.exists() else HELPER
    return f"sudo {helper}{' --spi' if bus == 'spi' else ''}, then sudo reboot"
