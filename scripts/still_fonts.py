"""Keeps FreeType's autohinter away from pixel fonts: `python scripts/still_fonts.py FONT.ttf ...`, with fontTools installed.

A pixel font without hints of its own is handed to the autohinter, and that of FreeType 2.14 moves accents apart from their
letters and into pieces. A font with a program of its own is left alone, even if that program does nothing; every version then
draws the outlines as they are, which at the font's own size is pixel for pixel as they were drawn.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.ttProgram import Program

NOTHING = bytes([0xB0, 0x00, 0x21]) * 4
"""PUSHB 0, POP, four times: FreeType counts programs of up to 7 bytes as none."""

for path in map(Path, sys.argv[1:]):
    font = TTFont(path, recalcTimestamp=False)
    font["prep"] = newTable("prep")
    font["prep"].program = Program()
    font["prep"].program.fromBytecode(NOTHING)
    font.save(path)
