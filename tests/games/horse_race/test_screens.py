"""Every screen of a race, in both languages, as pictures; and the movements, frame by frame."""

from dataclasses import replace

import pytest

from device.draw.canvas import Canvas
from device.draw.fonts import width
from device.games.horse_race.controls import DEAL

ROW = "sshhddc"
BOOKED = {"book": "traditional", "players": ("Ana", "Benoît", "Cléo", "Maximilienne")}

pytestmark = pytest.mark.parametrize("language", ["en", "fr"])


def test_set_up(at_table, language, golden):
    """All pages of choices, with everything in the game."""
    box = at_table(language, book="margin", joker=True, hurdles="all_pass", cards="itself", several=True)
    for page in range(5):
        assert golden(name=f"{page + 1}") == box.screen()
        box.keys("c")


def test_row(at_table, language, golden):
    """Half laid, refused, hopeless, and a card more after that."""
    box = at_table(language).keys("o" + "ssh")
    assert golden(name="half") == box.screen()
    assert golden(name="refused") == box.keys("o", wait=0.1).screen()
    box.wait(5)
    assert golden(name="hopeless") == box.keys("sss").screen()
    assert golden(name="told again") == box.keys("d", wait=0.1).screen()


def test_row_by_the_box(at_table, language, golden):
    """Before the box deals, and while it lays the row."""
    box = at_table(language, cards="press", book="traditional").keys("o")
    box.shuffler.stack(["2S", "3S", "4S", "5S", "6S", "2H", "2D"])
    assert golden(name="before") == box.screen()
    box.keys("o", wait=DEAL / 2)
    assert golden(name="dealing") == box.screen()
    box.wait(5)
    assert golden(name="hopeless") == box.screen()


def test_chances_and_prices(at_table, language, golden):
    """Without a book, with one, one price open, and what is to be done with links face down."""
    assert golden(name="chances") == at_table(language).keys("o" + ROW).screen()
    box = at_table(language, **BOOKED).keys("o" + "ssssdhc")
    assert golden(name="prices") == box.screen()
    assert golden(name="change") == box.keys("sh").screen()
    assert golden(name="face down") == at_table(language, hurdles="first").keys("o").screen()
    assert golden(name="face down, booked") == at_table(language, hurdles="first", book="fair").keys("o").screen()


def test_bets(at_table, language, golden):
    """A player called, refused, and all bets closed."""
    box = at_table(language, **BOOKED).keys("o" + ROW + "o" + "So" + "hh")
    assert golden(name="called") == box.screen()
    assert golden(name="refused") == box.keys("HHHH", wait=0.1).screen()
    box.wait(5)
    assert golden(name="closed") == box.keys("o" + "CC" + "o").screen()
    assert golden(name="the dealer") == box.keys("s", wait=0.1).screen()


def test_the_bank_is_named_and_never_taken_for_the_stakes(at_table, language, golden, monkeypatch):
    """However many chips it has, in no two texts that touch."""
    written = []
    text = Canvas.text

    def noted(canvas, x, y, words, font, **more):
        written.append((y, x - width(words, font) * (more.get("align") == "right"), width(words, font), words))
        text(canvas, x, y, words, font, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    for chips in (50, 1000, 10000):
        box = at_table(language, chips=chips, **BOOKED).keys("o" + ROW + "o" + "ooo")
        written.clear()
        assert golden(name=str(chips)) == box.screen()
        heading, bank = sorted(line[1:] for line in written if line[0] < 9 and line[3])
        assert bank[2] == {"en": f"bank {chips}", "fr": f"banque {chips}"}[language]
        assert heading[0] + heading[1] + 5 <= bank[0]


def test_a_stake_that_loses_by_rounding(at_table, language, golden):
    """Clubs at 4-5: what 1 gains and what 5 does; said of the horse staked on last; the price page speaks of 5 chips."""
    box = at_table(language, book="margin", rounding="nearest", several=True, players=BOOKED["players"])
    box.keys("o" + "sssshhd")
    assert [price.text for price in box.state.prices][3] == "4-5"
    assert golden(name="price") == box.keys("c").screen()
    assert golden(name="one") == box.keys("o" + "o" + "c").screen()
    assert golden(name="eleven") == box.keys("C").screen()
    assert golden(name="another") == box.keys("h").screen()


def test_a_dealer_who_can_take_no_bet(at_table, language, golden):
    """The deal passes on."""
    box = at_table(language, **BOOKED, chips=1).keys("o" + ROW)
    assert golden == box.screen()


def test_race(at_table, language, golden):
    """The start, on the way, and a horse that gallops to its next place."""
    box = at_table(language, joker=True).keys("o" + ROW + "o")
    assert golden(name="start") == box.screen()
    assert golden(name="on the way") == box.keys("shcsscdscs").screen()
    box.keys("h", wait=0)
    for moment in (0.0, 0.2, 0.4, 0.6):
        box.now = box.session.scene(0).elapsed * -1 + moment
        assert golden(name=f"gallop {moment}") == box.screen()
    assert golden(name="stumble") == box.wait(5).keys("O", wait=0.3).screen()


def test_hurdles(at_table, language, golden):
    """A link is due, is turned over, and its horse falters; the chances are an estimate at first."""
    box = at_table(language, thinking=False, hurdles="first").keys("oo" + "s")
    box.session.learn(box.session.thought(), (0.31, 0.23, 0.23, 0.23), final=False)
    assert golden(name="due") == box.screen()
    box.keys("h" + "h", wait=0.3)
    assert golden(name="second") == box.wait(5).screen()
    box.keys("s", wait=1).keys("s", wait=0)
    for moment in (0.1, 0.4, 0.7, 1.0):
        box.now = -box.session.scene(0).elapsed + moment
        assert golden(name=f"falter {moment}") == box.screen()


def test_by_the_box(at_table, language, golden):
    """The card just dealt is shown with its rank."""
    box = at_table(language, cards="press")
    box.shuffler.stack(["2S", "3S", "2H", "3H", "2D", "3D", "2C", "TS"])
    assert golden == box.keys("oooo").screen()


def test_the_box_waits(at_table, language, golden):
    """What it deals by itself was stopped: OK goes on."""
    box = at_table(language, cards="itself")
    box.shuffler.stack(["2S", "3S", "2H", "3H", "2D", "3D", "2C", "TS"])
    box.keys("oo").keys("o", wait=0).wait(2.0).keys("u")
    assert golden == box.screen()


def test_winner(at_table, language, golden):
    """On the line, the lap of honour, a length only, an upset."""
    box = at_table(language).keys("o" + ROW + "o" + "s" * 7 + "h" * 3).keys("s", wait=0.3)
    assert golden(name="on the line") == box.screen()
    assert golden(name="lap of honour") == box.wait(2.0).screen()
    assert golden(name="by five") == box.wait(10).screen()
    box = at_table(language).keys("o" + ROW + "o" + "s" * 7 + "h" * 7).keys("h", wait=0.8)
    assert golden(name="flash") == box.screen()
    assert golden(name="photo finish") == box.wait(1.5).screen()
    assert golden(name="by a length") == box.wait(10).screen()
    box = at_table(language).keys("o" + "ssssdhc" + "o" + "s" * 8)
    assert golden(name="upset") == box.screen()


def test_after_the_race(at_table, language, golden):
    """Who is paid, how everybody stands, who deals next, who sits there, and the end."""
    box = at_table(language, **BOOKED).keys(
        "o" + ROW + "s" + "h" + "oo" + "sss" + "o" + "Ho" + "co" + "o" + "s" * 8 + "o"
    )
    assert golden(name="paid, rounded") == box.screen()
    assert golden(name="standings") == box.keys("o").screen()
    assert golden(name="next dealer") == box.keys("o").screen()
    assert golden(name="seats") == box.keys("s").screen()
    assert golden(name="joined") == box.keys("h").screen()
    assert golden(name="rules") == box.keys("o" + "h").screen()
    assert golden(name="end?") == box.keys("o" + "c").screen()
    assert golden(name="end") == box.keys("o").screen()
    assert golden(name="end, second page") == box.keys("s").screen()


def test_one_who_left_stays_in_the_standings(at_table, language, golden):
    """Marked as gone, in the place that the gains give; also in large figures."""
    for large in (False, True):
        box = at_table(language, **BOOKED)
        box.session.options = replace(box.session.options, large=large)
        box.keys("o" + ROW + "o" + "Hoooo" + "s" * 8 + "o" + "o" * (4 if large else 2))
        box.keys("ssdo" + "co")
        assert [player.name for player in box.state.gone] == ["Benoît"]
        assert golden(name="large" if large else "end") == box.screen()
    assert golden(name="large, second page") == box.keys("s").screen()


def test_one_who_left_comes_back(at_table, language, golden):
    """After those at the table stands who has left, with the chips taken along; ♥ seats them again."""
    box = at_table(language, **BOOKED).keys("o" + ROW + "o" + "Hoooo" + "s" * 8 + "ooo" + "ssdss")
    assert [player.name for player in box.state.gone] == ["Benoît"]
    box.keys("s")
    assert golden(name="has left") == box.screen()
    assert box.lit() == "shou"
    assert golden(name="is back") == box.keys("h").screen()
    assert (box.state.players[-1].name, box.state.players[-1].chips, box.state.gone) == ("Benoît", 90, ())
    assert box.keys("u").state.gone, "UNDO lets them go again"


def test_without_a_book(at_table, language, golden):
    """Nobody's chips are shown."""
    box = at_table(language).keys("o" + ROW + "o" + "s" * 8 + "o")
    assert golden(name="next dealer") == box.screen()
    assert golden(name="seats") == box.keys("s").screen()
    assert golden(name="end") == box.keys("o" + "co").screen()
