"""Puts the table on a board, only what differs from what was put there last, and tells the table how the board is."""

from __future__ import annotations

from PIL import Image

from device.comfort import adjustment
from device.sight import Sight
from device.table import Table
from drivers.contract import Adjustment, Board, Lamps, Light, Press


class Presenter:
    """Remembers what a board shows, so that it is told of changes alone."""

    def __init__(self, table: Table, board: Board) -> None:
        self._table = table
        self._board = board
        self._picture: Image.Image | None = None
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
        """Bring glass, lamps and sound up to date."""
        self._table.tell_troubles(self._board.troubles(), self._board.stuck())
        adjusted = adjustment(self._table.values)
        if adjusted != self._adjustment:
            self._board.adjust(adjusted)
        light, picture, lamps = self._table.light(now), self._table.picture(now), self._table.lamps(now)
        if light != self._light:
            self._board.shine(light)
        if picture != self._picture:
            self._board.show(picture)
        if lamps != self._lamps:
            self._board.light(lamps)
        if tune := self._table.take_tune():
            self._board.play(tune)
        self._picture, self._lamps, self._light, self._adjustment = picture, lamps, light, adjusted
