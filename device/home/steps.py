"""How far a key moves a number: the larger the number, the further, as on a kitchen timer; held, further still."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from device.texts import N_

MINUTE, HOUR = 60, 3600

Stairs = Sequence[tuple[int, int]]
"""Steps from small to large, each with the number up to which it counts; that is a multiple of it and of the next one."""

NUMBERS: Stairs = tuple((10**digits, 10 ** (digits - 2)) for digits in range(2, 10))
NUMBERS_HELD: Stairs = tuple((10**digits, 10 ** (digits - 1)) for digits in range(2, 10))
"""A press moves the second figure of a number, a held key the first; of small ones the last, and the one before it."""
TIMES: Stairs = (
    (MINUTE, 10),
    (5 * MINUTE, 30),
    (15 * MINUTE, MINUTE),
    (HOUR, 5 * MINUTE),
    (4 * HOUR, 30 * MINUTE),
    (24 * HOUR, HOUR),
)
TIMES_HELD: Stairs = (
    (MINUTE, 30),
    (5 * MINUTE, MINUTE),
    (15 * MINUTE, 5 * MINUTE),
    (HOUR, 15 * MINUTE),
    (4 * HOUR, HOUR),
    (24 * HOUR, 4 * HOUR),
)


def stairs(*, seconds: bool, held: bool) -> Stairs:
    """The steps of a key, for a time in seconds or another number."""
    if seconds:
        return TIMES_HELD if held else TIMES
    return NUMBERS_HELD if held else NUMBERS


def beyond(value: int, steps: Stairs, *, up: bool) -> int:
    """The next multiple of the step that counts here, above or below.

    >>> [beyond(value, TIMES, up=True) for value in (5, 60, 299, 300)]
    [10, 90, 300, 360]
    >>> [beyond(value, NUMBERS, up=False) for value in (0, 100, 101, 207)]
    [-1, 99, 100, 200]
    """
    if up:
        step = next((step for top, step in steps if value < top), steps[-1][1])
        return (value // step + 1) * step
    step = next((step for top, step in steps if value <= top), steps[-1][1])
    return (value - 1) // step * step


def in_words(seconds: int, texts: NullTranslations) -> str:
    """A time as people say it.

    >>> [in_words(seconds, NullTranslations()) for seconds in (0, 45, 90, 300, 3601, 86400)]
    ['0 s', '45 s', '1 min 30 s', '5 min', '1 h 1 s', '24 h']
    """
    minutes, rest = divmod(seconds, MINUTE)
    hours, minutes = divmod(minutes, HOUR // MINUTE)
    parts = ((hours, N_("%d h")), (minutes, N_("%d min")), (rest, N_("%d s")))
    said = [texts.gettext(form) % count for count, form in parts if count]
    return " ".join(said) or texts.gettext("%d s") % 0
