"""The exact chances of the hurdles course by the house rule that a link is turned once all four horses have been there.

Far fewer links are turned before a horse is home, so there are few states and a plain walk through them is quick. How far
each horse has ever been matters now: a horse is its position, its best level and its unseen cards, 4 bits each. As soon as
no further link can be turned, only the horses that may still win matter, and of them the best level no more.
"""

from __future__ import annotations

from device.games.horse_race.hurdle_tables import Answer

_NO_MORE = 15
"""The best level of every horse once no further link can be turned."""

Horses = tuple[int, int, int, int]


def horse_of(position: int, best: int, unseen: int) -> int:
    """A horse as one number."""
    return position << 8 | best << 4 | unseen


_HORSES = [(code >> 8, code >> 4 & 15, code & 15) for code in range(10 << 8)]
_UNSEEN = [unseen for _, _, unseen in _HORSES]
_BEST = [best for _, best, _ in _HORSES]
_REACH = [max(best, position + unseen) for position, best, unseen in _HORSES]
_PUSHED = [horse_of(position + 1, max(best, position + 1), unseen) for position, best, unseen in _HORSES]
_FALTERED = [horse_of(max(0, position - 1), best, max(0, unseen - 1)) for position, best, unseen in _HORSES]
"""Tables by horse: its parts, the best level it can still reach, and the horse after a step and after a link of its suit."""


class AllPass:
    """What is known about a course of `links` links.

    A state is its four horses, sorted, and whether the joker is still to come.
    """

    def __init__(self, links: int) -> None:
        self.links = links
        self.known: dict[tuple[int, int, int, int, bool], Answer] = {}
        hopeless = horse_of(0, _NO_MORE, 0)
        self._kept = [
            horse_of(position, _NO_MORE, unseen) if position + unseen > links else hopeless
            for position, _, unseen in _HORSES
        ]
        """A horse as it counts once no further link can be turned."""

    def ask(self, one: int, two: int, three: int, four: int, joker: bool) -> Answer:
        """The chances of horses in any order, and the expected number of cards."""
        longer = 1.0
        if not joker:
            passed = min(_BEST[one], _BEST[two], _BEST[three], _BEST[four])
            if passed >= self.links or passed >= min(_REACH[one], _REACH[two], _REACH[three], _REACH[four]):
                total = _UNSEEN[one] + _UNSEEN[two] + _UNSEEN[three] + _UNSEEN[four]
                kept = self._kept
                one, two, three, four = kept[one], kept[two], kept[three], kept[four]
                # The cards of the forgotten horses lie evenly between the others.
                longer = (total + 1) / (_UNSEEN[one] + _UNSEEN[two] + _UNSEEN[three] + _UNSEEN[four] + 1)
        a, b, c, d = sorted((one << 2, two << 2 | 1, three << 2 | 2, four << 2 | 3))
        state = a >> 2, b >> 2, c >> 2, d >> 2, joker
        answer = self.known.get(state)
        if answer is None:
            answer = self.known[state] = self._solve(*state)
        found = [0.0] * 4
        found[a & 3], found[b & 3], found[c & 3], found[d & 3], cards = answer
        return found[0], found[1], found[2], found[3], cards * longer

    def _solve(self, a: int, b: int, c: int, d: int, joker: bool) -> Answer:
        """The mean over the next card."""
        horses = a, b, c, d
        total = _UNSEEN[a] + _UNSEEN[b] + _UNSEEN[c] + _UNSEEN[d]
        passed = min(_BEST[a], _BEST[b], _BEST[c], _BEST[d])
        # While the joker is to come, it is in the deck, and all links but the passed ones lie face down.
        comes = 1 / (total - self.links + passed + 1) if joker else 0.0
        share = (1 - comes) / total if total else 0.0
        w = x = y = z = e = 0.0
        for place, horse in enumerate(horses):
            if _UNSEEN[horse]:
                p, q, r, s, t = self._advance(horses, place, passed, joker)
                weight = _UNSEEN[horse] * share
                w += weight * p
                x += weight * q
                y += weight * r
                z += weight * s
                e += weight * t
        if joker:
            lead = d >> 8
            one, two, three, four = (_PUSHED[horse] if horse >> 8 < lead else horse for horse in horses)
            p, q, r, s, t = self.ask(one, two, three, four, joker=False)
            return w + comes * p, x + comes * q, y + comes * r, z + comes * s, e + comes * t + 1
        return w, x, y, z, e + 1

    def _advance(self, horses: Horses, place: int, passed: int, joker: bool) -> Answer:
        """A card moves one horse; if it is the last of the four to reach a level, the link there is turned."""
        position = (horses[place] >> 8) + 1
        if position > self.links:
            return float(place == 0), float(place == 1), float(place == 2), float(place == 3), 0.0
        moved = [*horses]
        moved[place] = _PUSHED[horses[place]] - 1
        one, two, three, four = moved
        if passed < position <= min(_BEST[one], _BEST[two], _BEST[three], _BEST[four]):
            return self._turn_link(moved, joker)
        return self.ask(one, two, three, four, joker)

    def _turn_link(self, horses: list[int], joker: bool) -> Answer:
        """The mean over the suits that the link may have."""
        total = sum(_UNSEEN[horse] for horse in horses)
        w = x = y = z = e = 0.0
        for place, horse in enumerate(horses):
            if _UNSEEN[horse]:
                faltered = [*horses]
                faltered[place] = _FALTERED[horse]
                one, two, three, four = faltered
                p, q, r, s, t = self.ask(one, two, three, four, joker)
                weight = _UNSEEN[horse] / total
                w += weight * p
                x += weight * q
                y += weight * r
                z += weight * s
                e += weight * t
        return w, x, y, z, e
