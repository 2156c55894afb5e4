"""The games, and the explicit list of them."""
