"""Build hook: compiles the translations (`.po`, read by people) to the catalogues (`.mo`, read by gettext)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling leaves its parameter open
    """Runs before every wheel, also an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write each catalogue beside its source and add it to the wheel."""
        root = Path(self.root)
        for source in sorted(root.glob("device/locale/*/LC_MESSAGES/*.po")):
            target = source.with_suffix(".mo")
            with source.open("rb") as texts, target.open("wb") as catalog:
                write_mo(catalog, read_po(texts))
            build_data["artifacts"].append(str(target.relative_to(root)))
