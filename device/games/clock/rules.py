"""The rules of the clock patience, after the traditional French rules of "L'Horloge".

How a patience goes. A person makes a wish. 52 cards are dealt face down, one at a time, to thirteen places: the hours 1, 2
… 12 and the centre, four times round. An ace belongs to one o'clock, the cards 2 to 10 to their own hour, the jack to
eleven, the queen to twelve, a king to the centre. The top card of the centre is turned and put face up under the pile of
its hour; then the top face-down card of that pile is turned, and so on. As every place gets as many cards as it has given,
the row can only break at the centre, at the last king: the wish is granted if no card is face down any more. A card that
lies at its own hour but face down still counts as face down.

There is nothing to decide, except in three of the variants: in `peek` the last king is exchanged once for another pile, in
`open` and `square` the next card is chosen among the cards of a pile. In `continue` the hidden cards are dealt again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from device.cards import RANKS, Card, Suit, pack, parse_card
from device.games.clock.events import (
    Agreed,
    Dealt,
    Event,
    Exchanged,
    Pace,
    Paced,
    Played,
    Redealt,
    Setup,
    Skipped,
    Turned,
    Variant,
    Wished,
)
from device.games.contract import IllegalEvent
from device.texts import N_

PLACES = len(RANKS)
"""Twelve hours and the centre. A place is numbered as the rank that belongs there: 0 is one o'clock, 12 the centre."""
CENTRE = PLACES - 1

Anything = TypeVar("Anything")


class Phase(Enum):
    """What a patience waits for, in the order in which it goes."""

    SETUP = "setup"
    WISH = "wish"
    PLAYING = "playing"
    EXCHANGE = "exchange"  # peek: the last king seeks a pile
    REDEAL = "redeal"  # continue: the hidden cards are to be shuffled
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A patience at one moment."""

    setup: Setup = field(default_factory=Setup)
    phase: Phase = Phase.SETUP
    code: str = ""
    """The number of the deal: it reproduces the shuffle. Empty for a deck that was stacked by hand."""
    piles: tuple[tuple[Card, ...], ...] = ((),) * PLACES
    """The cards still to be turned at each place, the top card last."""
    place: int = CENTRE
    """Where the next card is turned."""
    path: tuple[Card, ...] = ()
    """Every card in the order in which it was turned."""
    exchanged: int | None = None
    """`peek`: under which pile the last king was put."""
    redeals: int = 0
    """`continue`: how many times the hidden cards were dealt again."""
    helped: bool = False
    """`open` and `square`: the device played a card of its own choice."""


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        IllegalEvent: it is not the moment for this event, or the cards do not fit.
    """
    match event:
        case Agreed():
            return _agree(state, event)
        case Wished():
            return _wish(state)
        case Dealt():
            return _begin(state, event)
        case Turned():
            return _turn_next(state)
        case Played():
            return _play_chosen(state, event)
        case Skipped():
            return _skip(state)
        case Exchanged():
            return _exchange(state, event.place)
        case Redealt():
            return _deal_again(state, event.order)
        case Paced():
            return _set_pace(state, event.pace)


def deck(variant: Variant) -> tuple[Card, ...]:
    """The cards a variant is played with, in factory order: 52, 104 with two decks, 51 without the king of spades."""
    match variant:
        case Variant.TWO_DECKS:
            return pack(2)
        case Variant.NO_KING:
            return tuple(card for card in pack() if card != Card("K", Suit.SPADES))
        case _:
            return pack()


def cards_in(variant: Variant) -> int:
    """How many cards a variant is played with."""
    return len(deck(variant))


def kings_in(variant: Variant) -> int:
    """How many of them are kings; as many lie at the centre."""
    return sum(home(card) == CENTRE for card in deck(variant))


def home(card: Card) -> int:
    """The place where a card belongs.

    >>> home(parse_card("AS")), home(parse_card("KH")) == CENTRE
    (0, True)
    """
    return RANKS.index(card.rank)


def deal(cards: Sequence[Anything], sizes: Sequence[int]) -> tuple[tuple[Anything, ...], ...]:
    """Deal one card at a time round the places, passing over a place that has its `sizes` already; the last is on top.

    >>> deal("abcdefg", (3, 0, 2, 2))
    (('a', 'd', 'g'), (), ('b', 'e'), ('c', 'f'))
    """
    piles: list[list[Anything]] = [[] for _ in sizes]
    cards = list(reversed(cards))
    for height in range(max(sizes, default=0)):
        for place, size in enumerate(sizes):
            if size > height:
                piles[place].append(cards.pop())
    return tuple(tuple(pile) for pile in piles)


def sizes_of(variant: Variant) -> tuple[int, ...]:
    """How many cards each place receives."""
    rounds, rest = divmod(cards_in(variant), PLACES)
    return tuple(rounds + (place < rest) for place in range(PLACES))


def hidden(state: State) -> int:
    """How many cards are still to be turned."""
    return sum(len(pile) for pile in state.piles)


def kings_turned(state: State) -> int:
    """How many kings lie face up at the centre."""
    return kings_in(state.setup.variant) - sum(home(card) == CENTRE for pile in state.piles for card in pile)


def wish_granted(state: State) -> bool:
    """Whether the dial came out."""
    return state.phase is Phase.OVER and hidden(state) == 0


def homes(state: State) -> tuple[tuple[int, ...], ...]:
    """For each place, where its cards belong: all that matters for perfect play."""
    return tuple(tuple(home(card) for card in pile) for pile in state.piles)


def has_choice(state: State) -> bool:
    """Whether the next card is chosen from the pile's open cards, even from a single one."""
    match state.setup.variant:
        case Variant.OPEN:
            return state.phase is Phase.PLAYING
        case Variant.SQUARE:
            return state.phase is Phase.PLAYING and state.place != CENTRE
        case _:
            return False


def places_for_king(state: State) -> tuple[int, ...]:
    """The hours under which the exchanged king may be put: those that still have hidden cards."""
    return tuple(place for place, pile in enumerate(state.piles) if pile)


def best_place_for_king(state: State) -> int:
    """The device's choice: the fullest pile, the lowest hour on a tie. It is also the best choice there is."""
    return max(places_for_king(state), key=lambda place: (len(state.piles[place]), -place))


def _agree(state: State, event: Agreed) -> State:
    _expect(state, Phase.SETUP, N_("The cards are dealt: take them back first"))
    return replace(state, setup=Setup(event.variant, event.pace, event.chooser))


def _wish(state: State) -> State:
    _expect(state, Phase.SETUP, N_("The wish is made already"))
    return replace(state, phase=Phase.WISH)


def _begin(state: State, event: Dealt) -> State:
    _expect(state, Phase.WISH, N_("Make a wish first"))
    cards = _read(event.order)
    check_deck(cards, state.setup.variant)
    return replace(state, phase=Phase.PLAYING, code=event.code, piles=deal(cards, sizes_of(state.setup.variant)))


def check_deck(cards: Sequence[Card], variant: Variant) -> None:
    """See that the cards are those of the variant; which king is missing in `no_king` does not matter.

    Raises:
        IllegalEvent: naming the first card that is there too often, or how many cards there should be.
    """
    copies = 2 if variant is Variant.TWO_DECKS else 1
    doubled = [card.text for card, count in Counter(cards).items() if count > copies]
    if doubled:
        raise IllegalEvent(N_("%(card)s is in the deck too often"), card=doubled[0])
    if len(cards) != cards_in(variant):
        raise IllegalEvent(
            N_("This variant takes %(wanted)d cards, not %(found)d"), wanted=cards_in(variant), found=len(cards)
        )
    kings = sum(home(card) == CENTRE for card in cards)
    if kings != kings_in(variant):
        raise IllegalEvent(
            N_("This variant takes %(wanted)d kings, not %(found)d"), wanted=kings_in(variant), found=kings
        )


def _turn_next(state: State) -> State:
    _expect(state, Phase.PLAYING, N_("There is no card to turn now"))
    if has_choice(state):
        raise IllegalEvent(N_("Choose one of the open cards"))
    return _turn(state, len(state.piles[state.place]) - 1)


def _play_chosen(state: State, event: Played) -> State:
    if not has_choice(state):
        raise IllegalEvent(N_("There is no card to choose now"))
    if not 0 <= event.pick < len(state.piles[state.place]):
        raise IllegalEvent(N_("There is no such card in this pile"))
    return replace(_turn(state, event.pick), helped=state.helped or event.helped)


def _turn(state: State, index: int) -> State:
    pile = state.piles[state.place]
    card = pile[index]
    piles = _with_pile(state.piles, state.place, (*pile[:index], *pile[index + 1 :]))
    turned = replace(state, piles=piles, path=(*state.path, card), place=home(card))
    return turned if piles[turned.place] else _row_breaks(turned)


def _row_breaks(state: State) -> State:
    """There is no card to turn at the place of the card just turned: won, lost, or the variant's second chance."""
    if hidden(state) == 0:
        return replace(state, phase=Phase.OVER)
    match state.setup.variant:
        case Variant.PEEK if state.exchanged is None:
            return replace(state, phase=Phase.EXCHANGE)
        case Variant.CONTINUE:
            return replace(state, phase=Phase.REDEAL)
        case _:
            return replace(state, phase=Phase.OVER)


def _skip(state: State) -> State:
    _expect(state, Phase.PLAYING, N_("There is no card to turn now"))
    while state.phase is Phase.PLAYING:
        state = _turn_next(state)
    return state


def _exchange(state: State, place: int) -> State:
    _expect(state, Phase.EXCHANGE, N_("There is no king to exchange now"))
    if place not in places_for_king(state):
        raise IllegalEvent(N_("No hidden card is left there: choose another hour"))
    king = state.path[-1]
    piles = _with_pile(state.piles, place, (king, *state.piles[place]))
    return replace(state, phase=Phase.PLAYING, piles=piles, place=place, exchanged=place)


def _deal_again(state: State, order: tuple[str, ...]) -> State:
    _expect(state, Phase.REDEAL, N_("There is nothing to deal again now"))
    cards = _read(order)
    if Counter(cards) != Counter(hidden_cards(state)):
        raise IllegalEvent(N_("These are not the hidden cards"))
    piles = deal(cards, [len(pile) for pile in state.piles])
    first = next(place for place, pile in enumerate(piles) if pile)
    return replace(state, phase=Phase.PLAYING, piles=piles, place=first, redeals=state.redeals + 1)


def hidden_cards(state: State) -> tuple[Card, ...]:
    """The cards still to be turned, gathered hour by hour."""
    return tuple(card for pile in state.piles for card in pile)


def _set_pace(state: State, pace: Pace) -> State:
    if state.phase in (Phase.SETUP, Phase.WISH, Phase.OVER):
        raise IllegalEvent(N_("The clock is not playing"))
    return replace(state, setup=replace(state.setup, pace=pace))


def _with_pile(piles: tuple[tuple[Card, ...], ...], place: int, pile: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*piles[:place], pile, *piles[place + 1 :])


def _read(order: Iterable[str]) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text) for text in order)
    except ValueError as cause:
        raise IllegalEvent(N_("The deck holds something that is not a card")) from cause


def _expect(state: State, phase: Phase, otherwise: str) -> None:
    if state.phase is not phase:
        raise IllegalEvent(otherwise)
