"""Those who look on while the box runs: the mirror and the publisher, if the settings want them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Protocol

from device.errors import UserError
from device.loop import Loop
from device.sight import Sight
from device.table import Table
from device.texts import N_

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that the end of the program waits for those who are only just coming."""
MIRROR_LACKS = N_("The mirror needs python3-starlette, python3-uvicorn and python3-websockets: install them.")
MQTT_LACKS = N_("MQTT needs python3-paho-mqtt, or the extra meneur[mqtt]: install it.")
PORT_IN_USE = N_("mirror.port: %(port)d is in use, choose another from 1024 to 65535.")


class _Onlooker(Protocol):
    def look(self, sight: Sight) -> None: ...
    def close(self) -> None: ...


class Onlookers:
    """Asked in once the first picture is there, in a thread: what they need takes a small Pi seconds to import.

    What keeps one of them away is said on the panel and in the log; the game goes on without it.
    """

    def __init__(self, table: Table, loop: Loop, state: Path) -> None:
        self._table = table
        self._loop = loop
        self._state = state
        self._came: list[_Onlooker] = []
        self._thread: Thread | None = None
        wanted: dict[str, Callable[[], _Onlooker]] = {"mirror": self._mirror, "mqtt": self._publisher}
        self._wanted = [ask for section, ask in wanted.items() if table.values[section]["enabled"]]
        if self._wanted:
            loop.soon(self._begin)

    def close(self) -> None:
        """Send them away."""
        if self._thread is not None:
            self._thread.join(PATIENCE)
        for onlooker in self._came:
            onlooker.close()

    def _begin(self) -> None:
        self._thread = Thread(target=self._ask_in, name="onlookers", daemon=True)
        self._thread.start()

    def _ask_in(self) -> None:
        for ask in self._wanted:
            try:
                onlooker = ask()
            except UserError as cause:
                log.error("%s", cause)  # noqa: TRY400 - the sentence says all; a traceback would hide it
                self._tell(cause.sentence, cause.values)
            except Exception:
                log.exception("an onlooker cannot come")
                self._tell(N_("The mirror or MQTT could not start. The log says why."))
            else:
                self._came.append(onlooker)
                self._watch(onlooker)

    def _tell(self, sentence: str, values: Mapping[str, object] | None = None) -> None:
        self._loop.soon(lambda: self._table.notify(sentence, values))

    def _watch(self, onlooker: _Onlooker) -> None:
        self._loop.soon(lambda: self._loop.watch(onlooker.look))

    def _mirror(self) -> _Onlooker:
        try:
            from device.mirror import Mirror, PortInUse  # noqa: PLC0415 - only who wants it waits for its libraries
        except ImportError:
            raise UserError(MIRROR_LACKS) from None

        settings = self._table.values["mirror"]
        port = settings["port"]
        try:
            mirror = Mirror(port, network=settings["bind"] == "network", folder=self._state, changed=self._loop.poke)
        except PortInUse:
            raise UserError(PORT_IN_USE, {"port": port}) from None
        except OSError as cause:
            log.error("mirror.port: %s", cause)  # noqa: TRY400 - the system's own word; the sentence follows
            raise UserError(N_("mirror.port: %(port)d cannot be had, choose another."), {"port": port}) from None
        self._loop.soon(lambda: self._table.tell_mirror(mirror))
        return mirror

    def _publisher(self) -> _Onlooker:
        try:
            from device.mqtt import Publisher  # noqa: PLC0415 - paho-mqtt is an extra
        except ImportError:
            raise UserError(MQTT_LACKS) from None
        journal, soon = self._table.journal, self._loop.soon
        return Publisher(
            self._table.values["mqtt"],
            version=version("meneur"),
            pending=journal.outbox,
            delivered=lambda message: soon(lambda: journal.delivered(message)),
        )
