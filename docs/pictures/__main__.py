"""`make pictures`: makes every moving picture anew."""

from __future__ import annotations

from docs.pictures.film import film, save, scripts

for script in scripts():
    target = script.with_suffix(".gif")
    save(film(script), target)
    print(f"{target.name}: {target.stat().st_size // 1024} kB")
