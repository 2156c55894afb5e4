"""The last words on the glass: that the plug may be pulled now. They are true only when nothing writes to the card any more.

By then this program has long ended. So it leaves the words behind, as the bytes that bring the panel up and draw them, and the
last thing systemd runs before it cuts the power, `systemd/shutdown/meneur`, sends them. The panel keeps its power and shows
them until somebody pulls the plug. On SPI there can be no such word: there the meaning of a byte hangs on a second pin.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from PIL import Image

from drivers import pinout
from drivers.oled import show_once
from drivers.wiring import Wiring

LAST_WORDS = "last-words.json"
"""The name under which the hook looks for them, in the service's runtime directory."""
_CONTRAST = 1
"""They may stay for days, and an OLED wears."""


class _Recorder:
    """A line to the panel that keeps what is written, as messages on the I2C bus: a control byte, then commands or data."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def command(self, *cmd: int) -> None:
        self.messages.append(bytes([0x00, *cmd]))

    def data(self, data: Sequence[int]) -> None:
        self.messages.append(bytes([0x40, *data]))

    def cleanup(self) -> None:
        """Nothing to close."""


def last_words(wiring: Wiring, picture: Image.Image) -> bytes | None:
    """What the hook is to send so that the panel of this wiring, whatever its state, shows a picture; None on SPI.

    It is a JSON object: `bus` (1 is /dev/i2c-1), `address`, and `messages`, each in hexadecimal digits.
    """
    pins = pinout.load(wiring.map, wiring.pins)
    if pins.bus != "i2c":
        return None
    recorder = _Recorder()
    show_once(wiring.panel, recorder, picture, contrast=_CONTRAST)
    words = {
        "bus": wiring.panel.port_or(pins.port),
        "address": wiring.panel.address,
        "messages": [message.hex() for message in recorder.messages],
    }
    return json.dumps(words).encode()
