"""What the site does beyond mkdocs itself: it takes in the hardware guides, and no page may load anything from elsewhere.

Pages link to files outside this folder as they lie in the repository (`../hardware/README.md`), so that they can be followed
there too. The site carries those files under the same names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
OUTSIDE = ("hardware/*.md", "hardware/LICENSE", "hardware/generated/**/*", "drivers/*.toml")
"""What the site takes in from the rest of the repository."""
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?(?:https?:)?//[^>]*>"""
    r"""|<link\b(?![^>]*rel=["']?canonical)[^>]*\bhref=["']?(?:https?:)?//[^>]*>"""
    r"""|(?:url\(|@import)\s*["']?(?:https?:)?//[^)\s]*"""
)
"""What a browser would fetch from another machine by itself, in a page or a style sheet."""


def on_files(files: Any, config: Any) -> Any:
    """Add the files of OUTSIDE."""
    for path in _outside():
        files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def _outside() -> Iterator[Path]:
    for pattern in OUTSIDE:
        yield from (path for path in sorted(ROOT.glob(pattern)) if path.is_file())


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """On the site, what lies beside the folder of the pages lies in it."""
    return markdown if "/" in page.file.src_uri else markdown.replace("](../", "](")


def on_post_build(config: Any) -> None:
    """Refuse a site that would load something from elsewhere."""
    for path in sorted(Path(config["site_dir"]).rglob("*")):
        if path.suffix in {".html", ".css", ".svg"} and (found := LOADED.search(path.read_text(encoding="utf-8"))):
            raise PluginError(f"{path.name} loads something from elsewhere: {found[0]}")
