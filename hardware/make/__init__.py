"""Makes everything in `hardware/` from its sources: guide, tables, drawings, harness, printed parts, pictures.

`python -m hardware.make texts` needs the standard library and Meneur itself; `all` needs the `hardware` dependency group.
"""
