"""Perfect play for the open clock and the square: whether a deal can still be won, and the card to play next.

Think of places as towns and of every card as a one-way road from the place it lies at to the place it belongs to. Each
place has as many roads in as out, so a winning play is an Eulerian circuit from the centre, and there is one if and only
if every place that holds cards can be reached. In each hour the road that leads back towards the centre is kept for last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Piles = Sequence[Sequence[int]]
"""For each place, the places to which its cards belong, from the bottom to the top of the pile."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What perfect play says: how many cards it leaves hidden (0: the dial comes out), and which card to play.

    `pick` is the card's index in the pile of the present place, None at an empty pile.
    """

    lost: int
    pick: int | None

    @property
    def winnable(self) -> bool:
        """Whether every card can still be turned."""
        return self.lost == 0


def out_of_reach(piles: Piles, place: int) -> int:
    """How many cards lie at places to which no row of cards leads from `place`.

    >>> out_of_reach(([1], [0], [2]), 0)
    1
    """
    reached = {place}
    waiting = [place]
    while waiting:
        for other in piles[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return sum(len(pile) for at, pile in enumerate(piles) if at not in reached)


def advise(piles: Piles, place: int, *, blind: int | None = None) -> Advice:
    """The best card of the pile at `place`: the one after which the fewest cards are out of reach.

    `blind` is a place whose pile is turned from the top, without a choice.

    >>> advise(([1, 1], [1, 0, 0], []), 1)
    Advice(lost=0, pick=0)
    """
    lost = out_of_reach(piles, place)
    pile = piles[place]
    if not pile:
        return Advice(lost, None)
    if place == blind:
        return Advice(lost, len(pile) - 1)
    after = [out_of_reach(_without(piles, place, index), pile[index]) for index in range(len(pile))]
    return Advice(lost, after.index(min(after)))


def _without(piles: Piles, place: int, index: int) -> Piles:
    pile = piles[place]
    return [*piles[:place], [*pile[:index], *pile[index + 1 :]], *piles[place + 1 :]]
