"""`meneur odds` and `meneur rules horse-race`: a race told on the command line, and what the odds and the rules say of it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from device.cards import Suit
from device.errors import UserError
from device.games.horse_race import course, hurdle_odds
from device.games.horse_race.book import HURDLES_PRICE
from device.games.horse_race.course import A_SUIT, SUITS, Course, at
from device.games.horse_race.house import LINKS, Hurdles, Settings
from device.games.horse_race.live import hurdle_race, open_race
from device.games.horse_race.odds import chances, expected_cards, expected_return, fair_price, traditional_price

_NAMES = {Suit.SPADES: "spade", Suit.HEARTS: "heart", Suit.DIAMONDS: "diamond", Suit.CLUBS: "club"}
_JOKER = "J"


def add_odds_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the course and the cards seen so far to the parser of `meneur odds`."""
    parser.add_argument(
        "--links", type=int, choices=LINKS, default=7, help="how many links the course has (default: 7)"
    )
    parser.add_argument("--row", metavar="SSHHDDC", help="the suits of the links, on the open course")
    parser.add_argument(
        "--turned", default="", metavar="SHDJ…", help="the suits of the cards turned so far; J is the joker"
    )
    parser.add_argument("--joker", action="store_true", help="a joker was shuffled into the deck")
    parser.add_argument("--hurdles", action="store_true", help="the links lie face down and make horses falter")
    parser.add_argument("--shown", metavar="HDS…", help="with --hurdles, the suits of the links turned over, in order")
    parser.add_argument(
        "--all-pass",
        action="store_true",
        help="with --hurdles, a link is turned when the last of the four horses comes level with it, but never by a "
        "joker's step: a link reached so stays face down",
    )


add_rules_arguments = add_odds_arguments


def odds(arguments: argparse.Namespace) -> dict[str, Any]:
    """Exact chances and prices of a race as it stands.

    Raises:
        UserError: the cards cannot be, with the number of the card that is wrong; or the race is over.
    """
    told = _told(arguments)
    now, settings = told.now, told.settings
    if now.winner is not None:
        raise UserError(
            f"{_NAMES[now.winner]}s won with card {len(now.turned)}: the race is over, there are no odds left"
        )
    joker = settings.joker and not now.joker_turned
    if settings.open_course:
        race = open_race(settings, now, joker=joker)
        win = [float(chance) for chance in chances(race)]
        cards = float(expected_cards(race))
        prices = [traditional_price(now.links.count(suit)) for suit in SUITS]
    else:
        over = hurdle_race(settings, now, joker=joker)
        shares, cards = hurdle_odds.outlook(over)
        win = list(shares)
        prices = [HURDLES_PRICE.gain] * 4
    returns = [
        None if price is None else expected_return(chance, price) for chance, price in zip(win, prices, strict=True)
    ]
    return {
        "win": _by_suit(win),
        "fair": _by_suit([fair_price(chance) for chance in win]),
        "traditional": _by_suit(prices),
        "expected_return": _by_suit(returns),
        "expected_cards": cards,
    }


def describe_odds(result: dict[str, Any]) -> str:
    """The same for people: a line a horse, prices as x-1, and what a chip at the traditional price brings back."""
    lines = ["horse   wins     fair  traditional  a chip brings back"]
    for suit in SUITS:
        win, fair, traditional, back = (
            result[key][suit.value] for key in ("win", "fair", "traditional", "expected_return")
        )
        lines.append(
            f"{suit.symbol} {suit.value}  {win:7.2%}  {_price(fair):>7}  {_price(traditional):>11}"
            f"  {'–' if back is None else f'{back:.3f}':>18}"
        )
    lines.append(f"expected: {result['expected_cards']:.1f} more cards")
    return "\n".join(lines)


def rules(arguments: argparse.Namespace) -> dict[str, Any]:
    """Where the horses stand by the rules alone, which of them faltered, which links a joker spared, and who has won.

    Raises:
        UserError: the cards cannot be, with the number of the card that is wrong.
    """
    told = _told(arguments)
    winner = told.now.winner
    return {
        "positions": _by_suit(list(told.now.positions)),
        "falters": [
            {"link": fall.link, "suit": fall.suit.value, "card": fall.card, "steps_back": fall.steps}
            for fall in told.falls
        ],
        "stay_face_down": [{"link": spared.link, "card": spared.card} for spared in told.spared],
        "winner": winner.value if winner else None,
        "cards": len(told.now.turned),
    }


def describe(result: dict[str, Any]) -> str:
    """The same for people."""
    lines = [", ".join(f"{suit.symbol} {result['positions'][suit.value]}" for suit in SUITS)]
    for fall in result["falters"]:
        what = "steps back" if fall["steps_back"] else "stays on the start line"
        lines.append(f"link {fall['link']}, turned after card {fall['card']}: {Suit(fall['suit']).symbol} {what}")
    lines += [
        f"link {spared['link']} stays face down: with card {spared['card']} the joker brought the last horse there"
        for spared in result["stay_face_down"]
    ]
    winner = result["winner"]
    lines.append(f"{Suit(winner).symbol} wins with card {result['cards']}" if winner else "nobody is home yet")
    return "\n".join(lines)


def _by_suit(values: list[Any]) -> dict[str, Any]:
    return {suit.value: value for suit, value in zip(SUITS, values, strict=True)}


def _price(gain: float | None) -> str:
    return "–" if gain is None else f"{round(gain, 2):g}-1"


# A race told card by card


@dataclass(frozen=True, slots=True)
class _Fall:
    """A link turned over after a card: the horse that falters, by how many steps."""

    link: int
    suit: Suit
    card: int
    steps: int


@dataclass(frozen=True, slots=True)
class _Spared:
    """A link that a joker's step kept from being turned over, and the number of that card."""

    link: int
    card: int


@dataclass(frozen=True, slots=True)
class _Told:
    """The race after all cards."""

    settings: Settings
    now: Course
    falls: tuple[_Fall, ...]
    spared: tuple[_Spared, ...]


def _told(arguments: argparse.Namespace) -> _Told:
    settings, now = _start(arguments)
    shown = _suits(arguments.shown or "", "--shown")
    falls: list[_Fall] = []
    spared: list[_Spared] = []
    for number, letter in enumerate(_letters(arguments.turned), 1):
        before, now = now, _turned(now, number, letter, settings)
        last = min(now.reached)
        if settings.hurdles is Hurdles.ALL_PASS and letter == _JOKER and last > min(before.reached):
            spared.append(_Spared(last, number))
        if now.due:
            if len(falls) == len(shown):
                raise UserError(f"card {number} brings link {now.due} to be turned over: say its suit in --shown")
            suit = shown[len(falls)]
            _check(now, suit, f"link {now.due}, turned over after card {number},")
            after = course.falter(now, suit)
            falls.append(_Fall(now.due, suit, number, at(now.positions, suit) - at(after.positions, suit)))
            now = after
    if len(falls) < len(shown):
        raise UserError(f"these cards turn {len(falls)} links over, but --shown names {len(shown)}")
    return _Told(settings, now, tuple(falls), tuple(spared))


def _start(arguments: argparse.Namespace) -> tuple[Settings, Course]:
    """What is agreed, and the course before the first card."""
    links = arguments.links
    joker = arguments.joker or _JOKER in _letters(arguments.turned)
    if arguments.hurdles:
        if arguments.row is not None:
            raise UserError("with --hurdles the links lie face down: say those turned over in --shown, not a --row")
        hurdles = Hurdles.ALL_PASS if arguments.all_pass else Hurdles.FIRST
        return Settings(links=links, joker=joker, hurdles=hurdles), Course((None,) * links)
    if arguments.shown is not None or arguments.all_pass:
        raise UserError("--shown and --all-pass go with --hurdles only")
    if arguments.row is None:
        raise UserError(f"say the suits of the {links} links in --row, as in --row {'SSHHDDC'[:links]}, or --hurdles")
    row = _suits(arguments.row, "--row")
    if len(row) != links:
        raise UserError(f"the course has {links} links, but --row names {len(row)}: say {links} suits, or --links")
    hopeless = course.hopeless(row)
    if hopeless is not None:
        number = [n for n, suit in enumerate(row, 1) if suit is hopeless][course.most_in_row(links)]
        raise UserError(
            f"card {number} of --row leaves the {_NAMES[hopeless]}s only {A_SUIT - row.count(hopeless)} cards for"
            f" {links + 1} steps: deal the row again"
        )
    return Settings(links=links, joker=joker), Course(row)


def _turned(now: Course, number: int, letter: str, settings: Settings) -> Course:
    """The race after one more card."""
    if letter in {suit.value for suit in SUITS}:
        _check(now, Suit(letter), f"card {number}")
    if now.winner is not None:
        raise UserError(
            f"card {number} comes after the finish: {_NAMES[now.winner]}s won with card {len(now.turned)}; leave it out"
        )
    if letter == _JOKER:
        if now.joker_turned:
            raise UserError(f"card {number} is a second joker: there is only one")
        return course.stumble(now)
    if letter not in {suit.value for suit in SUITS}:
        raise UserError(f"card {number} of --turned is {letter!r}: a card is S, H, D or C, or J for the joker")
    return course.advance(now, Suit(letter), settings.hurdles)


def _check(now: Course, suit: Suit, what: str) -> None:
    if at(now.seen, suit) >= A_SUIT:
        raise UserError(f"{what} is a 13th {_NAMES[suit]}: there are {A_SUIT} besides the ace, one letter is wrong")


def _suits(text: str, option: str) -> tuple[Suit, ...]:
    letters = _letters(text)
    for number, letter in enumerate(letters, 1):
        if letter not in {suit.value for suit in SUITS}:
            raise UserError(f"card {number} of {option} is {letter!r}: a link is S, H, D or C")
    return tuple(Suit(letter) for letter in letters)


def _letters(text: str) -> str:
    return "".join(text.replace(",", " ").split()).upper()
