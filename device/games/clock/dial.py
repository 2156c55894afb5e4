"""The pictures of the table: the dial with its thirteen places, a card's face and back, the count of kings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from device.cards import Card, Suit
from device.draw import digits
from device.draw.canvas import Canvas
from device.draw.digits import Digits
from device.draw.fonts import Font, width
from device.draw.sprites import sprite
from device.games.clock.rules import CENTRE, home
from device.games.clock.words import Translate

DIAL_X, DIAL_Y = 31, 27
"""The middle of the dial, in pixels."""
RADIUS_X, RADIUS_Y = 27, 23
CARD_WIDTH, CARD_HEIGHT = 32, 40
"""A large card, in pixels. It fills five of the panel's pages: a row more would be a sixth to send."""

Point = tuple[int, int]


def position(place: int) -> Point:
    """The middle of a place on the glass.

    >>> position(11), position(CENTRE)
    ((31, 4), (31, 27))
    """
    if place == CENTRE:
        return DIAL_X, DIAL_Y
    angle = (place + 1) * pi / 6
    return DIAL_X + round(RADIUS_X * sin(angle)), DIAL_Y - round(RADIUS_Y * cos(angle))


def draw_dial(
    canvas: Canvas, piles: Sequence[Sequence[Card]], *, hand: int | None = None, flying: Card | None = None
) -> None:
    """Draw every place with what is still hidden there, a pip a card; an hour that is complete shows its numeral.

    The hand points at the place where the next card is turned. An hour is not complete before the `flying` card has landed.
    """
    hidden_homes = {home(card) for pile in piles for card in pile}
    if flying is not None:
        hidden_homes.add(home(flying))
    for place, pile in enumerate(piles):
        draw_pile(canvas, place, len(pile), complete=not pile and place not in hidden_homes)
    if hand is not None:
        draw_hand(canvas, hand)


def draw_pile(canvas: Canvas, place: int, height: int, *, complete: bool = False) -> None:
    """Draw one place: its hidden cards as pips, or its mark when it is complete."""
    x, y = position(place)
    if complete and place == CENTRE:
        canvas.disc(x, y, 4, fill=True)
    elif complete:
        canvas.text(x + 1, y - 3, str(place + 1), Font.TINY, align="centre")
    elif height > 4:
        for pip in range(height):
            canvas.box(x - 4 + pip % 3 * 3, y - 4 + pip // 3 * 3, 2, 2, fill=True)
    elif height:
        for pip in range(height):
            canvas.box(x - 3 + pip % 2 * 4, y - 3 + pip // 2 * 4, 3, 3, fill=True)
    else:
        canvas.point(x, y)


def draw_hand(canvas: Canvas, place: int) -> None:
    """Draw the hand of the clock pointing at an hour, or a ring about the centre."""
    if place == CENTRE:
        canvas.disc(DIAL_X, DIAL_Y, 8)
        return
    x, y = position(place)
    along = ((x - DIAL_X), (y - DIAL_Y))
    start, end = 0.3, 0.68
    canvas.line(*(_towards(along, start)), *(_towards(along, end)))
    tip = _towards(along, end)
    canvas.box(tip[0] - 1, tip[1] - 1, 3, 3, fill=True)


def _towards(along: Point, part: float) -> Point:
    return DIAL_X + round(along[0] * part), DIAL_Y + round(along[1] * part)


def frame_place(canvas: Canvas, place: int) -> None:
    """Mark a place as the one pointed at: its square is inverted."""
    x, y = position(place)
    canvas.invert(x - 5, y - 5, 11, 11)


def draw_flying(canvas: Canvas, start: Point, end: Point, part: float) -> None:
    """Draw a small card on its way; `part` runs from 0 to 1 and slows down towards the end."""
    eased = 1 - (1 - part) ** 2
    x = round(start[0] + (end[0] - start[0]) * eased)
    y = round(start[1] + (end[1] - start[1]) * eased)
    canvas.box(x - 4, y - 5, 9, 11, fill=True, ink=0)
    canvas.box(x - 3, y - 4, 7, 9, fill=True)


def card_face(card: Card, say: Translate) -> Image.Image:
    """A card face up, 32×40, its rank in a language: the lit pixels are the paper."""
    return _face(card.rank_in(say), card.suit)


@cache
def _face(rank: str, suit: Suit) -> Image.Image:
    picture = _paper()
    x = 4
    for mark in rank:
        picture.paste(0, (x, 3), _rank_mark(mark))
        x += 13
    picture.paste(0, (16, 24), sprite("suit_13")[tuple(Suit).index(suit)])
    return picture


RANK_LETTERS = "AJQKVDR"
"""In the order of the frames in the sprite file: the English letters, and the court of the French pack."""


def _rank_mark(mark: str) -> Image.Image:
    if mark.isdigit():
        return sprite("digits_small")[int(mark)]
    return sprite("clock_ranks")[RANK_LETTERS.index(mark)]


@cache
def card_back() -> Image.Image:
    """A card face down, 32×40: a lattice inside a border."""
    picture = _paper()
    for y in range(3, CARD_HEIGHT - 3):
        for x in range(3, CARD_WIDTH - 3):
            if (x + y) % 6 and (x - y) % 6:
                picture.putpixel((x, y), 0)
    return picture


def _paper() -> Image.Image:
    picture = Image.new("1", (CARD_WIDTH, CARD_HEIGHT))
    ImageDraw.Draw(picture).rounded_rectangle((0, 0, CARD_WIDTH - 1, CARD_HEIGHT - 1), radius=3, fill=1)
    return picture


def draw_turning(canvas: Canvas, x: int, y: int, card: Card, part: float, *, say: Translate) -> None:
    """Draw a card being turned over on the spot: its back from `part` 0 on, its face in the end.

    Between the two it is blank paper, narrower and wider again: it moves too fast to be read, and the panel's bus is slow.
    """
    if part > 0.75:
        canvas.stamp(x, y, card_face(card, say))
        return
    wide = max(6, round(CARD_WIDTH * abs(cos(pi * (0.25 + 0.75 * part)))) // 2 * 2)
    left = x + (CARD_WIDTH - wide) // 2
    canvas.box(left, y, wide, CARD_HEIGHT, fill=True)
    if part < 0.4 and wide > 8:
        canvas.box(left + 3, y + 3, wide - 6, CARD_HEIGHT - 6, ink=0)


def draw_kings(canvas: Canvas, left: int, kings: int, *, beat: bool) -> None:
    """Draw the number of kings turned, large under a crown, 25 pixels wide; on a heartbeat the ground lights up."""
    if beat:
        canvas.box(left, 0, 25, 54, fill=True)
    ink = 0 if beat else 1
    canvas.stamp(left + 3, 2, sprite("clock_crown")[0], ink=ink)
    digits.number(canvas, left + 2, 16, str(kings), Digits.LARGE, ink=ink)


def draw_open_cards(
    canvas: Canvas, left: int, top: int, cards: Sequence[Card], *, say: Translate, marked: int | None = None
) -> None:
    """Draw up to four open cards in two rows of two, in the order of the buttons; the marked one in a double frame."""
    for number, card in enumerate(cards):
        x, y = left + number % 2 * 31, top + number // 2 * 22
        canvas.box(x, y, 30, 21, fill=number == marked)
        ink = 0 if number == marked else 1
        face = sprite("suit_9")[tuple(Suit).index(card.suit)]
        rank = card.rank_in(say)
        wide = width(rank, Font.LARGE) + 2 + face.width
        canvas.text(x + (30 - wide) // 2, y + 3, rank, Font.LARGE, ink=ink)
        canvas.stamp(x + (30 - wide) // 2 + wide - face.width, y + 6, face, ink=ink)


def counts_dealt(sizes: Sequence[int], dealt: int) -> list[int]:
    """How many cards lie at each place once `dealt` of them are dealt one at a time round the places.

    >>> counts_dealt((2, 1, 2), 4)
    [2, 1, 1]
    """
    rounds = [(height, place) for height in range(max(sizes)) for place in range(len(sizes)) if sizes[place] > height]
    counts = [0] * len(sizes)
    for _, place in rounds[:dealt]:
        counts[place] += 1
    return counts
