"""Where a box keeps its matches and what was set on its panel: the service in its own folder, a person at home."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from device.errors import UserError

SERVICE = Path("/var/lib/meneur")
"""The service's folder, made by systemd at its first start."""
SERVICE_USER = "meneur"
"""The user that the service runs as."""
HIDDEN_FROM_SERVICE = (Path("/home"), Path("/root"), Path("/run/user"))
"""What the service's sandbox (ProtectHome=) hides from it, whatever the rights of a file there."""
PANEL_FILE = "meneur.toml"
"""The settings file that the panel writes to."""


@dataclass(frozen=True, slots=True)
class Places:
    """The folder of the matches, and the settings file that the panel writes to."""

    matches: Path
    settings: Path


def own() -> Places:
    """Those of this process: the service's if systemd says so, else the XDG places of the person."""
    if service := os.environ.get("STATE_DIRECTORY"):
        return _in(Path(service))
    matches = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Places(Path(matches) / "meneur", Path(settings) / "meneur" / PANEL_FILE)


def of_the_box() -> Places:
    """Those of the service where this machine has one, whoever asks; else one's own.

    Raises:
        UserError: the service's are not for the eyes of this user.
    """
    if "STATE_DIRECTORY" in os.environ or not SERVICE.is_dir():
        return own()
    if not os.access(SERVICE, os.R_OK | os.X_OK):
        raise UserError(
            f"the matches of this box are in {SERVICE}, which is not yours: ask with sudo, or say --state DIR"
        )
    return _in(SERVICE)


def _in(folder: Path) -> Places:
    return Places(folder, folder / PANEL_FILE)
