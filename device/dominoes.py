"""Dominoes: tiles, the three usual sets, and how they are written (`3-5`, `0-7`, `12-12`)."""

from __future__ import annotations

from dataclasses import dataclass

SETS = (12, 9, 6)
"""The usual sets by their highest double: double-twelve, double-nine, double-six."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile, its lower end first. A blank is a 0.

    >>> Tile(3, 5).text, Tile(4, 4).is_double
    ('3-5', True)
    """

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise ValueError(f"{self.low}-{self.high} is not a tile; write the lower end first, as in 3-5")

    @property
    def is_double(self) -> bool:
        """Both ends alike."""
        return self.low == self.high

    @property
    def text(self) -> str:
        """Both ends, the lower first: `3-5`."""
        return f"{self.low}-{self.high}"

    def shares_end(self, other: Tile) -> bool:
        """Whether the two have a number in common.

        >>> Tile(3, 5).shares_end(Tile(0, 3)), Tile(3, 5).shares_end(Tile(4, 4))
        (True, False)
        """
        return self.low in (other.low, other.high) or self.high in (other.low, other.high)


def tile(one: int, other: int) -> Tile:
    """The tile with these two ends, in whichever order they are given."""
    return Tile(min(one, other), max(one, other))


def parse_tile(text: str) -> Tile:
    """Read one tile, its ends in either order.

    Raises:
        ValueError: naming the text and the form expected.
    """
    ends = text.strip().split("-")
    if len(ends) == 2 and all(end.isascii() and end.isdigit() for end in ends):
        return tile(int(ends[0]), int(ends[1]))
    raise ValueError(f"{text!r} is not a tile; write its two ends with a dash between them, as in 3-5")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles parted by spaces or commas.

    >>> [tile.text for tile in parse_tiles("3-5 7-0, 12-12")]
    ['3-5', '0-7', '12-12']
    """
    return tuple(parse_tile(word) for word in text.replace(",", " ").split())


def full_set(highest: int) -> tuple[Tile, ...]:
    """Every tile of a double-`highest` set, in order from 0-0.

    >>> [len(full_set(highest)) for highest in SETS]
    [91, 55, 28]
    """
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))
