"""What a picture costs on the panel's bus: our drivers on a line that counts what the wires would carry."""

from __future__ import annotations

from drivers.oled import SH1106, SSD1306

LIMIT = 5.0
"""Milliseconds at 400 kHz that the answer to a press may take."""
KINDS = {"ssd1306": SSD1306, "sh1106": SH1106}


class Panel:
    """A panel of a kind; its first picture is written whole."""

    def __init__(self, kind):
        self.bits = 0
        self._device = KINDS[kind](rotation=0, column_offset=None)
        self._device.persist = True  # no exit hook
        self._device.connect(self)
        self._device.initialise()

    def command(self, *commands):
        """Start, address, control byte, commands, stop."""
        self.bits += 9 * (2 + len(commands)) + 2

    def data(self, data):
        """The same with data."""
        self.bits += 9 * (2 + len(data)) + 2

    def cleanup(self):
        """Nothing to close."""

    def show(self, picture):
        """Show a picture; the milliseconds at 400 kHz that it took."""
        before = self.bits
        self._device.display(picture)
        return (self.bits - before) / 400
