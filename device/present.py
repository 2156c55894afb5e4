"""Puts the table on a board, only what differs from what was put there last, and tells the table how the board is.

A picture that the panel's bus cannot carry at once is put there in steps (see `draw/unfold.py`). So the answer to a press is on
the glass in 5 ms whatever was on its way there: what is left of an earlier picture waits behind the first step of the newest.
"""

from __future__ import annotations

from PIL import Image

from device.comfort import adjustment
from device.draw.unfold import towards
from device.sight import Sight
from device.table import Table
from drivers.contract import Adjustment, Board, Lamps, Light, Press

STEP_SECONDS = 0.02
"""From step to step of a picture that unfolds: a whole screen takes a tenth of a second, and the bus is free three quarters of it."""
WATCHED = (Light.FULL, Light.DIM)
"""The lights in which somebody may be looking. In the others a picture is put there in one go, and the box sleeps on."""


class Presenter:
    """Remembers what a board shows, so that it is told of changes alone. Times are seconds of the monotonic clock."""

    def __init__(self, table: Table, board: Board) -> None:
        self.due: float | None = None
        """When the next step of a picture is to be presented, None if it is all there."""
        self._table = table
        self._board = board
        self._picture: Image.Image | None = None
        self._glass: Image.Image | None = None
        """As much of the picture as is on the glass."""
        self._lamps: Lamps | None = None
        self._light: Light | None = None
        self._adjustment: Adjustment | None = None

    def sight(self, press: Press | None) -> Sight:
        """What the board shows, for those who only look on; after the first `present`."""
        assert self._picture is not None
        assert self._lamps is not None
        assert self._light is not None
        return Sight(self._picture, self._lamps, self._light, self._table.standing(), press)

    def present(self, now: float) -> None:
        """Bring glass, lamps and sound up to date, the glass by one step."""
        self._table.tell_troubles(self._board.troubles(), self._board.stuck())
        adjusted = adjustment(self._table.values)
        if adjusted != self._adjustment:
            self._board.adjust(adjusted)
        light, picture, lamps = self._table.light(now), self._table.picture(now), self._table.lamps(now)
        if light != self._light:
            self._board.shine(light)
        glass = picture
        if self._glass is not None and light in WATCHED:
            glass = towards(self._glass, picture, *self._table.first(now))
        if glass != self._glass:
            self._board.show(glass)
        if lamps != self._lamps:
            self._board.light(lamps)
        if tune := self._table.take_tune():
            self._board.play(tune)
        self.due = None if glass == picture else now + STEP_SECONDS
        self._picture, self._glass = picture, glass
        self._lamps, self._light, self._adjustment = lamps, light, adjusted

    def finish(self) -> None:
        """Put the whole picture on the glass now: nobody will present the rest of it."""
        if self._picture is not None and self._glass != self._picture:
            self._board.show(self._picture)
            self._glass, self.due = self._picture, None
