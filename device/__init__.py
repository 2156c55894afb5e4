"""Meneur, the one who runs the game: the application. `drivers/` is the hardware below it."""
