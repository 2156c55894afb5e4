"""Drawing on a one-bit 128×64 glass: a canvas, bitmap fonts, and the parts that screens share. Knows Pillow, no game."""
