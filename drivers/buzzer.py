"""The buzzer: plays RTTTL tunes note by note, and never keeps anybody waiting."""

from __future__ import annotations

from collections import deque
from typing import Any

from gpiozero import TonalBuzzer
from gpiozero.exc import PinPWMUnsupported
from gpiozero.tones import Tone

from drivers.chores import Clock
from drivers.rtttl import Note, parse

GAP_SECONDS = 0.012
"""Silence at the end of each note, so that two of the same pitch are two."""


class Buzzer:
    """A passive piezo, as a chore. Silent without a pin, at volume 0, and where the pin library gives no pulses."""

    def __init__(self, pin: int | None, factory: Any, clock: Clock, *, volume: int) -> None:
        self._clock = clock
        self._troubles: tuple[str, ...] = ()
        self._device: Any = None
        self.adjust(volume)
        if pin is not None:
            try:
                # G1 to G9: everything RTTTL can ask for.
                self._device = TonalBuzzer(pin, mid_tone=Tone("G5"), octaves=4, pin_factory=factory)
            except PinPWMUnsupported:
                self._troubles = ("the buzzer is silent: this pin library gives no pulses, use lgpio",)
        self._notes: deque[tuple[float, float | None]] = deque()
        # Only the newest wish counts; a deque hands it from thread to thread without a lock.
        self._asked: deque[tuple[Note, ...]] = deque(maxlen=1)

    def adjust(self, volume: int) -> None:
        """Set the volume, 0 to 100, from the next note on."""
        # A piezo is loudest on a square wave; the narrower its pulses, the softer it is.
        self._duty = 0.5 * (volume / 100) ** 2

    def play(self, tune: str) -> None:
        """Play from the start instead of what is playing; the worker must be poked afterwards. Raises ValueError on a bad tune."""
        self._asked.append(parse(tune))

    def due(self) -> float | None:
        """Now if a tune was asked for, else at the next note."""
        if self._asked:
            return self._clock.now()
        return self._notes[0][0] if self._notes else None

    def work(self, now: float) -> None:
        """Start the note, or the silence, whose time has come."""
        asked = self._asked.pop() if self._asked else None
        if asked is not None:
            self._notes = deque(_score(asked, now))
        hertz: float | None = None
        changed = False
        # Late by several notes: catch up silently rather than play them all at once.
        while self._notes and self._notes[0][0] <= now:
            _, hertz = self._notes.popleft()
            changed = True
        if changed or (asked is not None and not asked):
            self._sound(hertz)

    def troubles(self) -> tuple[str, ...]:
        """Why it is silent, if it should not be."""
        return self._troubles if self._duty else ()

    def close(self) -> None:
        """Be still."""
        self._notes.clear()
        if self._device is not None:
            self._device.close()
            self._device = None

    def _sound(self, hertz: float | None) -> None:
        if self._device is None:
            return
        if hertz is None or not self._duty:
            self._device.stop()
        else:
            self._device.play(Tone.from_frequency(hertz))
            self._device.pwm_device.value = self._duty


def _score(notes: tuple[Note, ...], start: float) -> list[tuple[float, float | None]]:
    """When which pitch begins; None is silence, and the last entry always is."""
    score: list[tuple[float, float | None]] = []
    at = start
    for note in notes:
        score.append((at, note.hertz))
        at += note.seconds
        if note.hertz is not None:
            score.append((at - min(GAP_SECONDS, note.seconds / 4), None))
    return score
