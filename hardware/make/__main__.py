"""`python -m hardware.make texts|check|all`: `texts` writes the guide, tables and drawings; `all` the printed parts too."""

from __future__ import annotations

import argparse
import shutil
import sys
from importlib.util import find_spec

from hardware.make import checks, documents
from hardware.make.source import HARDWARE, Source, read


def main() -> int:
    """Make what is asked for; 1 when the sources cannot be built from, 2 when a tool is missing."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make", description=__doc__)
    parser.add_argument("what", choices=("check", "texts", "all"))
    what = parser.parse_args().what
    source = read()
    if found := [*checks.complaints(source), *(f"left-handed: {text}" for text in checks.face(source.mirrored()))]:
        return _fail(found)
    if what == "check":
        print("the sources can be built from")
        return 0
    if what == "all":
        if missing := _missing():
            print(f"missing: {', '.join(missing)}; see hardware/README.md, “Making it all anew”", file=sys.stderr)
            return 2
        from hardware.make import production  # noqa: PLC0415 - needs the hardware group

        if found := production.make(source):
            return _fail(found)
    _write(source)
    return 0


def _write(source: Source) -> None:
    for name, content in documents.texts(source, documents.read_measures()).items():
        path = HARDWARE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def _missing() -> list[str]:
    tools = [] if shutil.which("dot") else ["graphviz (Debian package)"]
    return tools + [name for name in ("build123d", "trimesh", "pyvista", "wireviz") if find_spec(name) is None]


def _fail(found: list[str]) -> int:
    for text in found:
        print(text, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
