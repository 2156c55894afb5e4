"""Evenings as people have them, for the benchmarks: ten races with real cards, a hockey match, wishes at the bedside, a Great
Clock. Each is a script for the simulated box, the cards from numbered shuffles, so that every run is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from device.cards import Suit, pack
from device.commands.replay import new_player
from device.shuffle import Shuffler, order

BUTTONS = {Suit.SPADES: "spade", Suit.HEARTS: "heart", Suit.DIAMONDS: "diamond", Suit.CLUBS: "club"}
PAUSE = 2.5
"""Seconds from one card or play to the next at a real table."""


def races(count: int = 10, pause: float = PAUSE) -> Iterator[str]:
    """A race evening with real cards: the row, the chances, a press a card, the winner, the next dealer."""
    yield from ("open horse_race", "press ok")
    for number in range(count):
        deck = order(f"RACE{number:04d}", [card for card in pack() if card.rank != "A"])
        row, rest = deck[:7], deck[7:]
        while max(sum(card.suit is suit for card in row) for suit in Suit) > 4:
            row, rest = rest[:7], [*rest[7:], *row]
        for card in row:
            yield from (f"press {BUTTONS[card.suit]}", f"wait {min(1, pause)}")
        yield from ("wait 4", "press ok", "wait 2")
        steps = dict.fromkeys(Suit, 0)
        for card in rest:
            steps[card.suit] += 1
            yield from (f"press {BUTTONS[card.suit]}", f"wait {pause}")
            if steps[card.suit] == 8:
                break
        yield from ("wait 8", "press ok", "wait 2", "press ok", "wait 1")


def hockey() -> Iterator[str]:
    """A match of three periods: plain cards, jacks and equal ranks as they come from a shuffled pack."""
    yield from ("open hockey", "press ok", "wait 2")
    for period in range(3):
        ranks = [card.rank for card in order(f"HOCKEY{period:02d}", pack())]
        top = ranks[3]
        for number, rank in enumerate(ranks[4:]):
            if number % 16 == 0:
                yield from ("press ok", "wait 2")
            matches = rank == top and rank != "J"
            yield from (f"press {'heart' if rank == 'J' else 'spade' if matches else 'ok'}", f"wait {PAUSE}")
            top = "" if rank == "J" or matches else rank
        yield from ("wait 4", "press ok", "wait 3", "press ok", "wait 2")


def wishes(count: int = 3) -> Iterator[str]:
    """Wishes at the bedside, played to their ends at the usual pace."""
    yield "open clock"
    for _ in range(count):
        yield from ("press ok", "wait 4", "press ok", "wait 120", "press ok", "wait 2")


def great_clock() -> Iterator[str]:
    """The box plays the domino patience for ten minutes."""
    yield from ("set great_clock.positions 50", "set great_clock.set 6", "open great_clock", "press ok", "wait 600")


def flows() -> Iterator[tuple[str, Iterator[str]]]:
    """The scripts of tests/flows by name: short, and with every screen in them."""
    for script in sorted((Path(__file__).parents[1] / "tests" / "flows").glob("*.txt")):
        yield script.stem, iter(script.read_text(encoding="utf-8").splitlines())


EVENINGS = {"ten races": races, "a hockey match": hockey, "three wishes": wishes, "a great clock": great_clock}


class Drawn(NamedTuple):
    """A picture, as much of it as was put on the glass at that moment, and the scene of the match in front; None at the menu."""

    picture: Image.Image
    glass: Image.Image
    scene: Any


def drawn(lines: Iterator[str]) -> list[Drawn]:
    """Every picture that is drawn in an evening, also one that equals the picture before it, as it unfolds on the glass."""
    numbers = count()
    player = new_player(None, shuffler=Shuffler(lambda: f"EVEN{next(numbers):04d}"))
    pictures: list[Drawn] = []
    draw, show = player.table.picture, player.box.board.show

    def keep(now: float) -> Image.Image:
        picture = draw(now)
        session = player.table.session
        glass = pictures[-1].glass if pictures else picture
        pictures.append(Drawn(picture, glass, None if session is None else session.scene(now)))
        return picture

    def put(picture: Image.Image) -> None:
        pictures[-1] = pictures[-1]._replace(glass=picture)
        show(picture)

    player.table.picture = keep  # type: ignore[method-assign] # looked over the shoulder
    player.box.board.show = put  # type: ignore[method-assign] # likewise
    player.play(lines)
    player.box.close()
    player.table.journal.close()
    return pictures
