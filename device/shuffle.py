"""The only randomness: shuffles, each reproducible from a short code that does not depend on Python's version.

A code is eight letters of Crockford's base 32 (40 bits from the operating system). The shuffle it stands for is a
Fisher-Yates over numbers from SHA-256 of the code and a counter, without bias.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from device.errors import UserError

Item = TypeVar("Item")

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U, so that a code can be read aloud."""
CODE_LENGTH = 8
_LOOKALIKES = str.maketrans("ILO", "110", "- ")


def new_code(entropy: Callable[[int], int] = secrets.randbelow) -> str:
    """A fresh code from the operating system's entropy."""
    return "".join(ALPHABET[entropy(32)] for _ in range(CODE_LENGTH))


def parse_code(text: str) -> str:
    """Read a code as people write it: any case, with blanks or dashes, O for 0 and I or L for 1.

    Raises:
        UserError: when it is not eight characters of the alphabet.
    """
    code = text.upper().translate(_LOOKALIKES)
    if len(code) != CODE_LENGTH or set(code) - set(ALPHABET):
        strange = next((f": no code has a {letter!r}" for letter in code if letter not in ALPHABET), "")
        raise UserError(
            f"{text!r} is not a deal's code{strange}; it is {CODE_LENGTH} digits or letters, U not among them, as in K7QM-2XPA"
        )
    return code


class Stream:
    """An endless row of numbers fixed by a text: SHA-256 of the text and a block number, read in 32-bit words.

    >>> numbers = Stream("K7QM2XPA")
    >>> [numbers.below(6) for _ in range(6)]
    [5, 1, 3, 2, 4, 0]
    """

    def __init__(self, text: str) -> None:
        self._seed = text.encode()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = sha256(self._seed + b"/" + str(self._block).encode()).digest()
            self._block += 1
            self._words = [int.from_bytes(digest[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each equally likely; limit is at most 2**32."""
        fair = (1 << 32) // limit * limit
        while (word := self._word()) >= fair:
            pass
        return word % limit


def order(code: str, items: Iterable[Item]) -> list[Item]:
    """The items in the order that the code stands for.

    >>> order("K7QM2XPA", "abcdef") == order("K7QM2XPA", "abcdef")
    True
    """
    numbers = Stream(code)
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = numbers.below(last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


class Shuffler:
    """Shuffles for the loop: by a new code each time, or by a code or an order that was asked for."""

    def __init__(self, codes: Callable[[], str] = new_code) -> None:
        self._codes = codes
        self._stacked: list[tuple[str, tuple[str, ...]]] = []

    def stack(self, names: Sequence[str], called: str = "the deck") -> None:
        """Let the next shuffle come out in this order, as a test script wants it; items not named follow in their own.

        `called` is what a sentence about a mistake in it calls it.
        """
        self._stacked.append((called, tuple(names)))

    @property
    def stacked(self) -> list[str]:
        """What the orders are called that no shuffle has come for yet."""
        return [called for called, _ in self._stacked]

    def shuffle(self, items: Sequence[Any], code: str | None = None) -> tuple[tuple[Any, ...], str]:
        """The items in a new order, and the code that reproduces it (empty for a stacked deck).

        Raises:
            UserError: a stacked deck names an item that is not there, or one twice.
        """
        if self._stacked and code is None:
            called, names = self._stacked.pop(0)
            return _arrange(items, names, called), ""
        code = code or self._codes()
        return tuple(order(code, items)), code


def _arrange(items: Sequence[Any], names: Sequence[str], called: str) -> tuple[Any, ...]:
    left = list(items)
    first: list[Any] = []
    for name in names:
        found = next((item for item in left if name_of(item) == name.upper()), None)
        if found is None:
            if name.upper() in map(name_of, first):
                raise UserError(f"{called} names {name} too often: it is there {_times(map(name_of, items), name)}")
            raise UserError(f"{called} names {name}, which is not among the {len(items)} to be shuffled")
        left.remove(found)
        first.append(found)
    return (*first, *left)


def _times(names: Iterable[str], name: str) -> str:
    times = list(names).count(name.upper())
    return "once" if times == 1 else f"{times} times"


def name_of(item: object) -> str:
    """How a script names an item: its `text` if it has one (a card's `TH`, a tile's `3-5`), else itself as a string."""
    return str(getattr(item, "text", item)).upper()
