"""The publisher: tells a broker what happens at the table, from a thread of its own.

The logic thread only puts things in a queue. paho's thread keeps the connection and, when it is lost, tries again. Ours is
between them: it alone decides what is sent.

What matters only as it is now (the standing, presses) is sent without asking for an answer, and not at all while there is no
connection: the newest standing follows at the next one. A result is kept in the journal until the broker has acknowledged it.
One is on its way at a time, so that they arrive in their order; paho sends it again after a break.
"""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from device import results
from device.mqtt.broker import KEEPALIVE_SECONDS, Broker, broker_of, client_for
from device.mqtt.topics import OFFLINE, ONLINE, discovery
from device.rows import Message
from device.sight import Sight, Standing
from drivers.contract import Press

log = logging.getLogger(__name__)

AT_LEAST_ONCE = 1
GOODBYE_SECONDS = 1.0
"""How long the end of the program waits for the broker to hear that the table is offline."""

NOTHING: dict[str, Any] = {
    "match": None,
    "game": None,
    "title": "",
    "text": "",
    "finished": False,
    "players": [],
    "winner": None,
    "score": None,
    "values": {},
    "result": {},
}
"""The standing while no match is in front."""


@dataclass(frozen=True, slots=True)
class _Connected:
    """The broker has let us in."""


@dataclass(frozen=True, slots=True)
class _Lost:
    """There is no connection, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class _Acknowledged:
    """The broker has the message of this paho number."""

    number: int


@dataclass(frozen=True, slots=True)
class _Close:
    """Say goodbye and end."""


class Publisher:
    """Publishes from the moment it is made until `close`.

    `pending` reads what the journal has yet to send, and is called on the logic thread; `delivered` is told the id of each
    message that the broker has acknowledged, on a thread of the publisher's.

    Raises UserError when the settings cannot work. A broker that does not answer is no error: it is tried again for ever.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        *,
        version: str,
        pending: Callable[[], Iterable[Message]],
        delivered: Callable[[str], None],
    ) -> None:
        self._broker: Broker = broker_of(values)
        self._topics = self._broker.topics
        self._version = version
        self._pending = pending
        self._delivered = delivered
        # The logic thread's own.
        self._seen: Standing | None = None
        self._looked = False
        self._taken: set[str] = set()
        # The publisher's thread's own.
        self._connected = False
        self._standing: dict[str, Any] = NOTHING
        self._results: deque[Message] = deque()
        self._on_its_way: int | None = None
        self._trouble = ""
        # Between the threads.
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self._client = client_for(self._broker, lambda cause: self._queue.put(_Lost(str(cause))))
        self._connect()
        self._thread = Thread(target=self._work, name="mqtt", daemon=True)
        self._thread.start()

    # -- the logic thread ----------------------------------------------------------------------------------------------

    def look(self, sight: Sight) -> None:
        """Take note of what is to be published; returns at once."""
        if sight.press is not None:
            self._queue.put(sight.press)
        if not self._looked or sight.standing != self._seen:
            self._looked, self._seen = True, sight.standing
            # Results first: whoever hears that a match is over may ask for its result.
            pending = list(self._pending())
            for message in pending:
                if message.id not in self._taken:
                    self._queue.put(message)
            self._taken = {message.id for message in pending}
            self._queue.put(NOTHING if sight.standing is None else results.as_values(sight.standing))

    def close(self) -> None:
        """Tell the broker that the table is offline, if it answers within a second. May be called twice."""
        self._queue.put(_Close())
        self._thread.join(2 * GOODBYE_SECONDS)

    # -- paho's thread -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        client, queue = self._client, self._queue
        client.will_set(self._topics.of("availability"), OFFLINE, AT_LEAST_ONCE, retain=True)

        # paho 1.6 and 2 differ in what follows these arguments, and in whether a reason is a number.
        def on_connect(_client: object, _data: object, _flags: object, reason: object, *_: object) -> None:
            queue.put(_Connected() if reason == 0 else _Lost(f"refused: {reason}"))

        def on_disconnect(*_: object) -> None:
            queue.put(_Lost("the connection broke"))

        def on_publish(_client: object, _data: object, number: int, *_: object) -> None:
            queue.put(_Acknowledged(number))

        client.on_connect = on_connect
        client.on_disconnect = on_disconnect
        client.on_publish = on_publish
        client.connect_async(self._broker.host, self._broker.port, KEEPALIVE_SECONDS)
        client.loop_start()

    # -- our thread ----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            match self._queue.get():
                case _Connected():
                    self._greet()
                case _Lost(why):
                    self._lose(why)
                case _Acknowledged(number):
                    self._check_off(number)
                case Message() as message:
                    self._results.append(message)
                    self._send_next()
                case Press() as press:
                    kind = "hold" if press.held else "press"
                    self._say(self._topics.of("button", press.button.value), {"event_type": kind}, retain=False)
                case dict() as standing:
                    self._standing = standing
                    self._say(self._topics.of("match"), standing)
                case _Close():
                    return self._say_goodbye()

    def _greet(self) -> None:
        """Tell a broker that may know nothing: one that was started anew has forgotten."""
        self._connected, self._trouble = True, ""
        log.info("connected to the broker %s:%d", self._broker.host, self._broker.port)
        for topic, entity in discovery(self._topics, self._broker.discovery_prefix, self._version).items():
            self._say(topic, entity)
        self._client.publish(self._topics.of("availability"), ONLINE, retain=True)
        self._say(self._topics.of("match"), self._standing)
        self._send_next()

    def _lose(self, why: str) -> None:
        self._connected = False
        if why != self._trouble:  # once for each kind of trouble, not at each try
            self._trouble = why
            log.warning("the broker %s:%d: %s; trying again", self._broker.host, self._broker.port, why)

    def _say(self, topic: str, values: dict[str, Any], *, retain: bool = True) -> None:
        if self._connected:
            self._client.publish(topic, json.dumps(values, ensure_ascii=False), retain=retain)

    def _send_next(self) -> None:
        """Send the oldest result, unless one is on its way: then paho still has it, even over a break."""
        if self._results and self._on_its_way is None and self._connected:
            message = self._results[0]
            sent = self._client.publish(self._topics.of(message.topic), message.payload, AT_LEAST_ONCE, retain=True)
            self._on_its_way = sent.mid

    def _check_off(self, number: int) -> None:
        if number == self._on_its_way:
            self._on_its_way = None
            self._delivered(self._results.popleft().id)
            self._send_next()

    def _say_goodbye(self) -> None:
        if self._connected:
            last = self._client.publish(self._topics.of("availability"), OFFLINE, AT_LEAST_ONCE, retain=True)
            with suppress(RuntimeError):  # the connection broke just now
                last.wait_for_publish(GOODBYE_SECONDS)
        self._client.disconnect()
        self._client.loop_stop()
