"""The light cues: what a silent box does with its lamps instead of a tune."""

from __future__ import annotations

from drivers.contract import SUIT_BUTTONS, Button, Lamp, Lamps

SECONDS = 1.0
"""How long a light cue lasts: two blinks."""
UNNOTICED = {"", "press", "tick", "wake", "undo"}
"""Cues too small for a light: they only answer the finger that is on the button."""
SUITS = dict(zip(("spades", "hearts", "diamonds", "clubs"), SUIT_BUTTONS, strict=True))


class Flash:
    """The light cue that is on, if one is. Times are seconds of the monotonic clock."""

    def __init__(self) -> None:
        self._buttons: tuple[Button, ...] = ()
        self._until = 0.0

    def begin(self, cue: str, now: float) -> None:
        """Blink for a cue: a card's own suit, or for anything greater all seven."""
        if cue not in UNNOTICED:
            suit = SUITS.get(cue.removeprefix("card_"))
            self._buttons = tuple(Button) if suit is None else (suit,)
            self._until = now + SECONDS

    def over(self, lamps: Lamps, now: float) -> Lamps:
        """The lamps with the light cue over them."""
        return {**lamps, **dict.fromkeys(self._buttons, Lamp.BLINK)} if now < self._until else lamps

    def end(self, now: float) -> float | None:
        """When it is over, None if none is on."""
        return self._until if now < self._until else None
