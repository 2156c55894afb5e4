"""The door to the mirror: lets in whoever types the code, and lets nobody guess it. Time is passed in, in monotonic seconds.

A code of four digits is short, so guesses are few: after five wrong ones an address waits, after twenty wrong ones in all
everybody does, and each further wait is twice as long. That leaves a stranger in the house one chance in sixty on the first
day and one in five hundred on each later one. Whoever stands at the box lifts every wait by taking a new code there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from secrets import compare_digest
from threading import Lock

from device.mirror.key import Key

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
ADDRESSES = 256
"""How many addresses are remembered: in a house there are not so many, and one that was forgotten still counts in all."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many wrong codes lead to a wait, how long the first one is, and how long one can become."""

    tries: int
    first: float
    longest: float


EACH = Limit(tries=5, first=MINUTE, longest=HOUR)
ALL = Limit(tries=20, first=10 * MINUTE, longest=DAY)


@dataclass(slots=True)
class Patience:
    """How often somebody was wrong, and until when they wait. A day without a mistake and all is forgotten."""

    limit: Limit
    wrong: int = 0
    waits: int = 0
    until: float = 0.0
    last: float = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next try is heard; 0 if it is heard now."""
        return max(0.0, self.until - now)

    def lose(self, now: float) -> None:
        """One more wrong code."""
        if now - max(self.last, self.until) > DAY:
            self.wrong = self.waits = 0
        self.last = now
        self.wrong += 1
        if self.wrong >= self.limit.tries:
            self.until = now + min(self.limit.longest, self.limit.first * 2**self.waits)
            self.waits += 1
            self.wrong = 0


@dataclass(frozen=True, slots=True)
class LetIn:
    """The code was right; the token opens the door from now on."""

    token: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The code was wrong, or not even looked at. `wait` is how many seconds no code will be looked at."""

    wait: float


class Door:
    """May be used from any thread."""

    def __init__(self, key: Key, renew: Callable[[], Key]) -> None:
        self._lock = Lock()
        self._key = key
        self._renew = renew
        self._all = Patience(ALL)
        self._each: OrderedDict[str, Patience] = OrderedDict()

    @property
    def code(self) -> str:
        """The code that is good now."""
        with self._lock:
            return self._key.code

    def knock(self, code: str, address: str, now: float) -> LetIn | TurnedAway:
        """Somebody at `address` has typed a code."""
        with self._lock:
            each = self._each.get(address) or Patience(EACH)
            wait = max(self._all.wait(now), each.wait(now))
            if wait > 0:
                return TurnedAway(wait)  # not even a right one is looked at, or guessing would go on
            if compare_digest(code.encode(), self._key.code.encode()):
                self._each.pop(address, None)
                return LetIn(self._key.token)
            each.lose(now)
            self._all.lose(now)
            self._remember(address, each)
            return TurnedAway(max(self._all.wait(now), each.wait(now)))

    def _remember(self, address: str, each: Patience) -> None:
        self._each[address] = each
        self._each.move_to_end(address)
        if len(self._each) > ADDRESSES:
            self._each.popitem(last=False)

    def opens(self, token: str) -> bool:
        """Whether a token is the one of the present code."""
        with self._lock:
            return compare_digest(token.encode(), self._key.token.encode())

    def wait(self, now: float) -> float:
        """How many seconds no code is looked at, from wherever it comes."""
        with self._lock:
            return self._all.wait(now)

    def new_code(self) -> None:
        """Take a new code: no old token is good any more, and every wait is over."""
        with self._lock:
            self._key = self._renew()
            self._all = Patience(ALL)
            self._each.clear()
