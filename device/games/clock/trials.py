"""Very many deals, fast, in plain Python: a million classic ones in about a second on one core of a laptop.

How, where everything is settled by the shuffle. First, deal lazily: a card nobody has seen may as well be drawn when it is
turned, any of the unseen ones alike, and whether it is a king is all that matters for the end. Second, play thousands of
deals side by side: a batch is one long integer with a byte for each deal, so "one more king" is a handful of operations on
long integers for all its deals at once. Third, draw in bulk: `bytes.translate` turns random bytes into numbers below any
limit, without bias, since it can also delete the bytes that do not divide evenly.

The other variants are dealt and played card by card (`play` and its kin): the shuffle is a sort by random keys, each a
floating-point number of which 44 bits are random and the lowest byte is the card, so that `sorted` carries the card along;
a pile is no list but the index of its top card, since the card below card i is card i - 13. (Two keys of a deal are equal
once in 10^10 deals; then the lower rank comes first, which no figure here can show.)

The random bytes are SHAKE of the seed and the number of the batch, so the figures depend neither on the version of Python
nor on how many cores share the batches.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import shake_128
from struct import Struct

from device.games.clock import solver
from device.games.clock.events import ALONE, Variant
from device.games.clock.rules import CENTRE, PLACES, cards_in, deal, deck, home, kings_in, sizes_of

BATCH = 10_000
"""Deals that share a digest."""
WORTH_PROCESSES, WORTH_PROCESSES_ALONE = 20_000, 2_000_000
"""Below so many deals, starting processes costs more than it saves; the second where everything is settled by the shuffle."""

Shuffles = Iterator[bytes]


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of many deals: `hidden[n]` deals left n cards hidden, `redeals[n]` were dealt again n times."""

    hidden: Counter[int]
    redeals: Counter[int]

    @property
    def wins(self) -> int:
        """How many deals came out."""
        return self.hidden[0]

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.hidden + other.hidden, self.redeals + other.redeals)


def run(variant: Variant, trials: int, seed: str, *, workers: int | None = None) -> Tally:
    """Deal and play `trials` times; the open variants by perfect play, `peek` by the device's choice of the pile.

    `workers` is the number of processes, by default one for each core.
    """
    batches = [(number, min(BATCH, trials - number * BATCH)) for number in range(-(-trials // BATCH))]
    play = partial(play_batch, variant, seed)
    if workers == 1 or trials < (WORTH_PROCESSES_ALONE if variant in ALONE else WORTH_PROCESSES):
        return sum(map(play, batches), Tally(Counter(), Counter()))
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - 10 ms that only large trials are worth

    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        return sum(pool.map(play, batches), Tally(Counter(), Counter()))


def play_batch(variant: Variant, seed: str, batch: tuple[int, int]) -> Tally:
    """Play one batch: its number and how many deals it has."""
    number, deals = batch
    name = f"{seed}/{variant.value}/{number}"
    if variant in ALONE:
        return _tally(draw_until_last_king(cards_in(variant), kings_in(variant), deals, name))
    pack = bytes(home(card) for card in deck(variant))
    shuffled = shuffles(pack, deals, name)
    match variant:
        case Variant.PEEK:
            return _tally(map(play_with_exchange, shuffled))
        case Variant.CONTINUE:
            return _play_on(shuffled, name)
        case _:
            return _tally(map(play_perfectly, shuffled))


def draw_until_last_king(cards: int, kings: int, deals: int, name: str) -> bytes:
    """Turn cards until the last king in `deals` deals at once: how many cards stay hidden in each, a byte a deal.

    The kings not yet seen are numbered first among the unseen cards, so a draw below their number is a king. Numbers are
    below 128, so the highest bit of each byte is free to hold the outcome of comparing two bytes.
    """
    ones = int.from_bytes(b"\x01" * deals, "little")
    marks = ones << 7
    missing = ones * kings
    turned = 0
    for unseen in range(cards, 0, -1):
        # Adding 127 carries into the mark of every deal that still misses a king: only those go on.
        turned += (missing + (marks - ones) & marks) >> 7
        drawn = int.from_bytes(numbers_below(unseen, deals, f"{name}/{unseen}"), "little")
        not_king = (drawn | marks) - missing & marks
        missing -= (not_king ^ marks) >> 7
    return (ones * cards - turned).to_bytes(deals, "little")


def numbers_below(limit: int, count: int, name: str) -> bytes:
    """`count` random numbers from 0 to limit - 1, fixed by a name; `limit` is at most 256.

    >>> sorted(set(numbers_below(3, 100, "any")))
    [0, 1, 2]
    """
    fair = 256 // limit * limit
    numbers = bytes(byte % limit for byte in range(256))
    drawn = b""
    asked = count * 256 // fair
    while len(drawn) < count:
        asked += asked // 50 + 64
        drawn = shake_128(name.encode()).digest(asked).translate(numbers, bytes(range(fair, 256)))
    return drawn[:count]


def _tally(hidden: Iterable[int]) -> Tally:
    counts = Counter(hidden)
    return Tally(counts, Counter({0: counts.total()}))


def shuffles(pack: bytes, deals: int, name: str) -> Shuffles:
    """`deals` shuffles of a pack of small numbers, fixed by a name.

    >>> [sorted(order) for order in shuffles(bytes([0, 1, 2]), 2, "any")]
    [[0, 1, 2], [0, 1, 2]]
    """
    row = Struct(f"<{len(pack)}d")
    noise = int.from_bytes(shake_128(name.encode()).digest(row.size * deals), "little")
    # A double between 1 and 2: sign and exponent 0x3FF, then 44 random bits and the card.
    cards = b"".join(bytes([card, 0, 0, 0, 0, 0, 0xF0, 0x3F]) for card in pack) * deals
    random = bytes([0, 255, 255, 255, 255, 255, 0x0F, 0]) * (len(pack) * deals)
    keys = noise & int.from_bytes(random, "little") | int.from_bytes(cards, "little")
    for drawn in row.iter_unpack(keys.to_bytes(row.size * deals, "little")):
        yield row.pack(*sorted(drawn))[::8]


def play(ranks: Sequence[int], places: int = PLACES) -> int:
    """How many cards stay hidden when a deal (the home of each card, in the order dealt) is played.

    `places` includes the centre, which is the last.

    >>> play([1, 0, 0, 1], places=2), play([0, 1, 0, 1], places=2)
    (0, 2)
    """
    tops = list(_tops(len(ranks), places))
    _walk(ranks, tops, places - 1, places)
    return _left(tops, places)


def play_with_exchange(ranks: Sequence[int], places: int = PLACES) -> int:
    """The same for `peek`: the last king goes under the fullest pile once."""
    tops = list(_tops(len(ranks), places))
    _walk(ranks, tops, places - 1, places)
    if not _left(tops, places):
        return 0
    heights = [top // places for top in tops]
    # The pile runs out exactly when the king below it is turned, so that king needs no card of its own.
    _walk(ranks, tops, heights.index(max(heights)), places)
    return _left(tops, places)


def play_perfectly(ranks: Sequence[int], places: int = PLACES) -> int:
    """The same for `open` and `square`, which leave only what cannot be reached from the centre."""
    return solver.out_of_reach([ranks[place::places] for place in range(places)], places - 1)


@cache
def _tops(cards: int, places: int) -> tuple[int, ...]:
    """The index of each place's top card in the row as dealt."""
    return tuple((cards - 1 - place) // places * places + place for place in range(places))


def _walk(ranks: Sequence[int], tops: list[int], place: int, places: int) -> None:
    card = tops[place]
    while card >= 0:
        tops[place] = card - places
        place = ranks[card]
        card = tops[place]


def _left(tops: list[int], places: int) -> int:
    """An empty place p has top p - places, and each card on it adds `places`."""
    return (sum(tops) - places * (places - 1) // 2) // places + places


def _play_on(deals: Shuffles, name: str) -> Tally:
    """`continue`: play, gather what is hidden, shuffle, deal in the same shape, start at the first hour that has cards."""
    redeals: Counter[int] = Counter()
    for number, order in enumerate(deals):
        piles = [list(pile) for pile in deal(order, sizes_of(Variant.CONTINUE))]
        _empty(piles, CENTRE)
        again = 0
        while any(piles):
            again += 1
            [gathered] = shuffles(bytes(card for pile in piles for card in pile), 1, f"{name}/{number}/{again}")
            piles = [list(pile) for pile in deal(gathered, [len(pile) for pile in piles])]
            _empty(piles, next(place for place, pile in enumerate(piles) if pile))
        redeals[again] += 1
    return Tally(Counter({0: redeals.total()}), redeals)


def _empty(piles: list[list[int]], place: int) -> None:
    while piles[place]:
        place = piles[place].pop()
