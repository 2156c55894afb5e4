"""Whole evenings of ten races, against the notes of a bystander; and one worked out chip by chip."""

import pytest
from conftest import AtTable
from PIL import Image

from device.games.horse_race.evening import Phase, called
from device.shuffle import order

NAMES = ("Ana", "Ben", "Cléo", "Dan")


class Bystander:
    """Who knows the rules of the source, looks at the cards and the price board, and keeps a ledger of their own."""

    def __init__(self, *, links=7, joker=False, hurdles="off", bank="rotating", **_):
        self.links, self.joker, self.hurdles, self.bank = links, joker, hurdles, bank
        self.chips = dict.fromkeys(NAMES, 100)
        self.dealers = list(NAMES)

    def cards(self, number):
        """The cards of a race: a row that can be run, and the rest of the pack, with the joker (J) if it is in the game."""
        for attempt in "ABCDEFGH":
            pack = order(f"HRSE{number:02d}0{attempt}", "SHDC" * 12)
            row, deck = pack[: self.links], pack[self.links :]
            if all(12 - row.count(suit) > self.links for suit in "SHDC"):
                return row, order(f"HRSE{number:02d}1{attempt}", [*deck, "J"]) if self.joker else deck
        raise AssertionError("eight hopeless rows one after the other")

    def race(self, row, deck):
        """The presses of a race, card by card and link by link, and its winner."""
        steps, best, presses = dict.fromkeys("SHDC", 0), dict.fromkeys("SHDC", 0), ""
        for card in deck:
            if card == "J":
                lead = max(steps.values())
                steps = {horse: step + (step < lead) for horse, step in steps.items()}
                best = {horse: max(best[horse], steps[horse]) for horse in best}
                presses += "O"
                continue
            been = self.line(best)
            steps[card] += 1
            best[card] = max(best[card], steps[card])
            presses += card.lower()
            if steps[card] > self.links:
                return presses, card
            if self.hurdles != "off" and steps[card] == self.line(best) > been:
                link = row[steps[card] - 1]
                steps[link] = max(0, steps[link] - 1)
                presses += link.lower()
        raise AssertionError("nobody came home")

    def line(self, best):
        """The furthest level at which the first, or the last, of the horses has been."""
        return max(best.values()) if self.hurdles == "first" else min(best.values())

    def pass_the_deal(self):
        """To the next in the circle, who must have chips where the dealer pays."""
        self.dealers.append(self.dealers.pop(0))
        while self.bank == "rotating" and not self.chips[self.dealers[0]]:
            self.dealers.append(self.dealers.pop(0))

    def settle(self, bets, winner, board):
        """Pay the bets (name, suit, chips) at the prices that stood on the board, as 7-2."""
        for name, suit, stake in bets:
            gain, per = map(int, board[suit].split("-"))
            won = stake * gain // per if suit == winner else -stake
            self.chips[name] += won
            if self.bank == "rotating":
                self.chips[self.dealers[0]] -= won


def ten_races(box, bystander):
    """Play ten races by presses alone; the screens of every winner, settlement and standings."""
    screens = []
    box.keys("o")
    for number in range(10):
        row, deck = bystander.cards(number)
        if bystander.hurdles == "off":
            box.keys("".join(row).lower())
        board = dict(zip("SHDC", (price.text for price in box.state.prices), strict=True))
        while box.keys("o").state.phase is Phase.PRICES:
            bystander.pass_the_deal()
        assert box.state.players[box.state.dealer].name == bystander.dealers[0]
        bets = place_bets(box, number)
        presses, winner = bystander.race(row, deck)
        box.keys("o" + presses)
        assert box.refused is None
        assert (box.state.phase, box.state.winner.value) == (Phase.FINISH, winner)
        bystander.settle(bets, winner, board)
        for key in "oo":
            screens.append(box.screen())
            box.keys(key)
        assert {player.name: player.chips for player in box.state.players} == bystander.chips
        screens.append(box.screen())
        box.keys("oo")
        bystander.pass_the_deal()
    assert box.state.race == 11
    return screens


def place_bets(box, number):
    """Everybody who is called stakes something, on one horse or on two if that is allowed; what stands, as a bystander sees it."""
    bets = []
    while box.state.phase is Phase.BETS:
        seat = called(box.state)
        for horse in range(1 + box.state.settings.several):
            suit = "SHDC"[(number * 3 + seat + horse) % 4]
            before = box.state.stakes[seat]
            box.keys(suit if (seat + horse) % 3 == 0 else suit.lower() * (1 + (number + horse) % 4))
            staked = sum(box.state.stakes[seat]) - sum(before)
            bets.append((box.state.players[seat].name, suit, staked))
        box.keys("o")
    return bets


def panorama(screens):
    """All screens below one another, as one picture."""
    picture = Image.new("1", (128, 64 * len(screens)))
    for number, screen in enumerate(screens):
        picture.paste(screen, (0, 64 * number))
    return picture


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ten_races_look_as_they_did(golden, language):
    """The traditional book, the dealers' chips: every winner, settlement and standings."""
    screens = ten_races(AtTable(language, book="traditional", players=NAMES), Bystander())
    assert golden == panorama(screens)


@pytest.mark.parametrize(
    "house",
    [
        {"book": "traditional"},
        {"book": "margin", "several": True, "joker": True},
        {"book": "fair", "links": 5, "bank": "device", "several": True},
        {"book": "fair", "links": 6, "rounding": "nearest", "unit": 3},
        {"book": "traditional", "hurdles": "first"},
        {"book": "fair", "hurdles": "all_pass", "joker": True, "links": 6},
    ],
    ids=lambda house: " ".join(map(str, house.values())),
)
def test_ten_races_agree_with_a_bystanders_ledger(house):
    """Every winner, and every chip after every race; in the rotating bank none appears or is lost."""
    bystander = Bystander(**house)
    ten_races(AtTable(thinking=False, players=NAMES, **house), bystander)
    if bystander.bank == "rotating":
        assert sum(bystander.chips.values()) == 400
    assert len({*bystander.chips.values()}) > 1, "somebody won something"


def test_one_evening_chip_by_chip():
    """Three players, 50 chips each, three races, every number worked out by hand."""
    box = AtTable(book="traditional", players=("Ana", "Ben", "Cleo"), chips=50, unit=5)

    def chips():
        return [player.chips for player in box.state.players]

    # Ana deals. Row 2 2 2 1: 3-1 3-1 3-1 2-1. Ben 10 on spades, Cleo 15 on clubs; spades win.
    box.keys("o" + "sshhddc" + "o" + "sso" + "ccco" + "o" + "s" * 8 + "o")
    assert box.state.payments == (-15, 30, -15)  # Ana pays 30 and takes 15
    assert chips() == [35, 80, 35]
    # Ben deals. Row 4 2 1 0: 10-1 3-1 2-1 1-1. Cleo 5 on spades, Ana 20 on clubs; clubs win.
    box.keys("ooo" + "sssshhd" + "o" + "so" + "cccco" + "o" + "c" * 8 + "o")
    assert box.state.payments == (20, -15, -5)
    assert chips() == [55, 65, 30]
    # Cleo deals with 30. Row 3 2 1 1: 5-1 3-1 2-1 2-1. Ana asks for 10 at 5-1, which would cost 50: refused; 5 stand.
    box.keys("ooo" + "ssshhdc" + "o" + "ss")
    assert box.refused == "The dealer can take 1 more on ♠"
    # Taken back, it is five at 5-1: 25. Ben stakes 10 on hearts, which would bring 30. Spades win.
    box.keys("o" + "hho" + "o" + "s" * 8 + "o")
    assert box.state.payments == (25, -10, -15)
    assert chips() == [80, 55, 15]
