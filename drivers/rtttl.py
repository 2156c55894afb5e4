"""Ring tones (RTTTL, Nokia's text format) as pitches and lengths."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A pitch in Hz, or None for a rest, and how long it lasts in seconds."""

    hertz: float | None
    seconds: float


_NOTE = re.compile(r"(?P<length>1|2|4|8|16|32)?(?P<name>[a-gph]#?)(?P<dot1>\.)?(?P<octave>[4-8])?(?P<dot2>\.)?")
_SEMITONES = {"c": -9, "d": -7, "e": -5, "f": -4, "g": -2, "a": 0, "b": 2, "h": 2}
_LENGTHS = (1, 2, 4, 8, 16, 32)


def parse(tune: str) -> tuple[Note, ...]:
    """The notes of an RTTTL tune; none for an empty one.

    A tune is `name:defaults:notes`; defaults are d (length: 4 is a quarter), o (octave; a in octave 4 is 440 Hz) and b (beats
    a minute, counted in quarters), 4, 6 and 63 where not given. Raises ValueError naming what cannot be read.

    >>> parse("call:d=8,o=5,b=120:a,p,2c#.6")
    (Note(hertz=880.0, seconds=0.25), Note(hertz=None, seconds=0.25), Note(hertz=1108.73, seconds=1.5))
    """
    if not tune.strip():
        return ()
    try:
        _, defaults, notes = tune.split(":")
    except ValueError:
        raise ValueError(f'a tune is "name:d=8,o=5,b=120:notes", with two colons; this one is {tune!r}') from None
    length, octave, beats = _defaults(defaults, tune)
    return tuple(_note(text.strip().lower(), length, octave, beats, tune) for text in notes.split(",") if text.strip())


def _defaults(text: str, tune: str) -> tuple[int, int, int]:
    values = {"d": 4, "o": 6, "b": 63}
    for item in filter(None, (part.strip().lower() for part in text.split(","))):
        key, _, value = item.partition("=")
        if key.strip() not in values or not value.strip().isdecimal():
            raise ValueError(f"{item!r} in the tune {tune!r} is not one of d=…, o=…, b=…")
        values[key.strip()] = int(value)
    if values["d"] not in _LENGTHS or not 4 <= values["o"] <= 8 or not 5 <= values["b"] <= 900:
        raise ValueError(f"the tune {tune!r} needs d of {_LENGTHS}, o from 4 to 8 and b from 5 to 900")
    return values["d"], values["o"], values["b"]


def _note(text: str, length: int, octave: int, beats: int, tune: str) -> Note:
    match = _NOTE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a note of RTTTL, in the tune {tune!r}")
    seconds = 240 / beats / int(match["length"] or length)
    if match["dot1"] or match["dot2"]:
        seconds *= 1.5
    name = match["name"]
    if name.startswith("p"):
        return Note(None, seconds)
    semitones = _SEMITONES[name[0]] + name.endswith("#") + 12 * (int(match["octave"] or octave) - 4)
    return Note(round(440 * 2 ** (semitones / 12), 2), seconds)
