"""How Sphinx builds the site: which pages, in which menu, and that no page loads anything from elsewhere.

The source is the whole repository, so that pages link to the hardware guides and to files as they lie, and can be followed there
too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

MENU = {
    "Games": ["docs/horse_race", "docs/hockey", "docs/clock", "docs/great_clock"],
    "The box": ["docs/install", "docs/build", "hardware/README", "hardware/ASSEMBLY", "hardware/BRINGUP"],
    "Reference": ["docs/settings", "docs/commands", "docs/onlookers", "docs/troubleshooting"],
    "The code": ["docs/code", "docs/fifth_game"],
}
"""The menu beside every page, in its order."""

project = "Meneur"
project_copyright = "The Meneur authors; MIT licence, the hardware under CERN-OHL-P-2.0"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["docs/*.md", "hardware/*.md", "hardware/generated/*/*.md"]
suppress_warnings = ["toc.not_included"]  # the pin tables are linked from the guides; MENU is checked by a test
myst_heading_anchors = 3
highlight_language = "none"

html_theme = "furo"
html_title = project
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    f"{light}_css_variables": {"color-brand-primary": green, "color-brand-content": green}
    for light, green in (("light", "#1b7a43"), ("dark", "#4cc27c"))
}

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?(?:https?:)?//[^>]*>"""
    r"""|<link\b[^>]*\bhref=["']?(?:https?:)?//[^>]*>"""
    r"""|(?:url\(|@import)\s*["']?(?:https?:)?//[^)\s]*"""
)
"""What a browser would fetch from another machine by itself, in a page, a style sheet or a drawing."""


def setup(app: Any) -> None:
    """What Sphinx calls first."""
    app.connect("source-read", add_menu)
    app.connect("build-finished", refuse_what_is_elsewhere)


def add_menu(_app: Any, page: str, source: list[str]) -> None:
    """Put the menu below the first page, where Sphinx looks for it; readers of the file itself are spared."""
    if page == root_doc:
        for title, names in MENU.items():
            source[0] += "\n```{toctree}\n:hidden:\n:caption: " + title + "\n\n/" + "\n/".join(names) + "\n```\n"


def refuse_what_is_elsewhere(app: Any, failed: Exception | None) -> None:
    """Fail a site that would load something from another machine; lead from its door to the first page.

    Raises:
        ValueError: naming the file and what it would load.
    """
    if failed is not None:
        return
    site = Path(app.outdir)
    (site / "index.html").write_text('<meta http-equiv="refresh" content="0; url=docs/index.html">\n', encoding="utf-8")
    for path in sorted(site.rglob("*")):
        if path.suffix in {".html", ".css", ".svg"} and (found := LOADED.search(path.read_text(encoding="utf-8"))):
            raise ValueError(f"{path.name} loads something from elsewhere: {found[0]}")
