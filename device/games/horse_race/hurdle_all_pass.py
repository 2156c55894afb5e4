"""The orders of the hurdles course by the house rule that a link is turned once all four horses have been there.

As in `hurdle_tables`, a race's count is the sum of those of the races that one more card leads to. Far fewer links are turned
before a horse is home, so there are few states and they can be walked in the plainest way. How far each horse has ever been
matters now: a horse is its reach (the position to which its unseen cards would carry it), its best level and its position,
4 bits each. As soon as no further link can be turned, only the horses that may still win matter, and of them the best level
no more.
"""

from __future__ import annotations

from itertools import permutations

from device.games.horse_race.hurdle_ways import FIFTH, HORSES, PLACES, among, mover, orders

_NO_MORE = 15
"""The best level of every horse once no further link can be turned."""


def horse_of(position: int, best: int, unseen: int) -> int:
    """A horse as one number."""
    return (position + unseen) << 8 | best << 4 | position


_HORSES = [(code & 15, code >> 4 & 15, max(0, (code >> 8) - (code & 15))) for code in range(1 << 12)]
_BEST = [best for _, best, _ in _HORSES]
_CAN_REACH = [max(best, position + unseen) for position, best, unseen in _HORSES]
_UNSEEN = [unseen for *_, unseen in _HORSES]
_PUSHED = [horse_of(position + 1, max(best, position + 1), unseen) for position, best, unseen in _HORSES]
_MOVED = [horse_of(position + 1, max(best, position + 1), max(0, unseen - 1)) for position, best, unseen in _HORSES]
_FALTERED = [horse_of(max(0, position - 1), best, max(0, unseen - 1)) for position, best, unseen in _HORSES]
"""A horse's parts, the best level it can still have, and the horse after a step by the joker, after a card and after a link of its suit."""

_SHIFTS = 36, 24, 12, 0
"""Where the four horses are in a state."""
_LIMIT, _JOKER = 1 << 12, 1 << 48
"""More than any horse, and what the joker adds to a state."""


_MOVES = {order[:-1]: mover(order) for order in permutations(range(HORSES))}
"""What moves the counts of sorted horses back to the places that they come from, of which three say the fourth."""


class AllPass(dict[int, int]):
    """The ways of each state on a course of `links` links, worked out when it is first asked for.

    A state is four horses, sorted, and a bit for the joker still to come. With a `flag` a further card is in the deck, and the
    orders in which it comes before the end are counted as well.
    """

    def __init__(self, links: int, *, flag: bool) -> None:
        super().__init__()
        self.links, self.flag = links, flag
        hopeless = horse_of(0, _NO_MORE, 0)
        self._kept = [
            horse_of(position, _NO_MORE, unseen) if position + unseen > links else hopeless
            for position, _, unseen in _HORSES
        ]
        """A horse as it counts once no further link can be turned."""
        self._forgotten = [0 if position + unseen > links else unseen for position, _, unseen in _HORSES]
        """The cards that are forgotten with it then."""

    def ask(self, a: int, b: int, c: int, d: int, *, joker: bool) -> int:
        """The ways of horses in any order."""
        passed = min(_BEST[a], _BEST[b], _BEST[c], _BEST[d])
        furthest = min(_CAN_REACH[a], _CAN_REACH[b], _CAN_REACH[c], _CAN_REACH[d])
        if joker or passed < min(furthest, self.links):
            return self._sorted(a, b, c, d, joker=joker)
        kept, forgotten = self._kept, self._forgotten
        ways = self._sorted(kept[a], kept[b], kept[c], kept[d], joker=joker)
        gone = forgotten[a], forgotten[b], forgotten[c], forgotten[d]
        return among(ways, _UNSEEN[a] + _UNSEEN[b] + _UNSEEN[c] + _UNSEEN[d], *gone) if any(gone) else ways

    def _sorted(self, a: int, b: int, c: int, d: int, *, joker: bool) -> int:
        """The ways of horses in any order, none of them to be forgotten."""
        one, two, three, four = sorted((a << 2, b << 2 | 1, c << 2 | 2, d << 2 | 3))
        ways = self[(((joker << 12 | one >> 2) << 12 | two >> 2) << 12 | three >> 2) << 12 | four >> 2]
        move = _MOVES[one & 3, two & 3, three & 3]
        return move(ways) if move else ways

    def __missing__(self, state: int) -> int:
        """Work out a state: the sum over the suits of the next card, and over the joker."""
        a, b, c, d = horses = [state >> 36 & 4095, state >> 24 & 4095, state >> 12 & 4095, state & 4095]
        joker = state >= _JOKER
        unseen = [_UNSEEN[a], _UNSEEN[b], _UNSEEN[c], _UNSEEN[d]]
        bests = [_BEST[a], _BEST[b], _BEST[c], _BEST[d]]
        passed = min(bests)
        last_one = bests.count(passed) == 1
        # While the joker is to come, it is in the deck, and all links but the passed ones lie face down.
        gaps = sum(unseen) - self.links + passed + 1 if joker else 1
        ways, next_up = 0, _LIMIT
        for place in (3, 2, 1, 0):
            horse = horses[place]
            if unseen[place]:
                moved = _MOVED[horse]
                level = moved & 15
                if level > self.links:
                    left = _with(unseen, place, unseen[place] - 1)
                    ways += orders(*left) * (gaps - joker) * PLACES[place]
                elif level > passed and last_one and bests[place] == passed:
                    ways += self._turn_link(_with(horses, place, moved), joker=joker)
                elif moved <= next_up:  # still in order
                    ways += self[state + (moved - horse << _SHIFTS[place])]
                else:
                    ways += self._sorted(*_with(horses, place, moved), joker=joker)
            next_up = horse
        if joker:
            lead = max(horse & 15 for horse in horses)
            ways += self.ask(*(_PUSHED[horse] if horse & 15 < lead else horse for horse in horses), joker=False)
        if self.flag:  # it comes now, before whatever else is in the deck
            ways += orders(*unseen) * gaps * FIFTH
        self[state] = ways
        return ways

    def _turn_link(self, horses: list[int], *, joker: bool) -> int:
        """The sum over the suits that the link may have."""
        ways = 0
        for place, horse in enumerate(horses):
            if _UNSEEN[horse]:
                ways += self.ask(*_with(horses, place, _FALTERED[horse]), joker=joker)
        return ways


def _with(four: list[int], place: int, value: int) -> list[int]:
    """The same four with another value at one place."""
    changed = [*four]
    changed[place] = value
    return changed
