"""Large figures at the races: chances, bets, the race between two cards, and the lists after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.draw.canvas import Canvas
from device.draw.digits import Digits, number
from device.games.horse_race.controls import pages_after
from device.games.horse_race.evening import Phase
from device.games.horse_race.screens.marks import signed_number
from tests.wire import KINDS, LIMIT, Panel

ROW = "sshhddc"
NAMES = ("Ana", "Benedikta", "Cleo", "Édouard")


@pytest.fixture
def large(at_table):
    """A table of four that wants large figures."""

    def sit_down(language="en", **house):
        box = at_table(language, players=NAMES, **house)
        box.session.options = replace(box.session.options, large=True)
        return box

    return sit_down


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_race_in_large_figures(golden, large, language):
    """Chances and prices; a bet; all bets; cards turned; who is paid what; who has how much; who deals."""
    box = large(language, book="traditional", joker=True).keys("o" + ROW)
    assert golden == box.screen()
    assert golden == box.keys("oSssh").screen()
    assert golden == box.keys("oooo" if box.state.phase is not Phase.BETS else "ooo").screen()
    assert box.state.phase is Phase.CLOSED
    assert golden == box.keys("o" + "shsd").screen()
    box.keys("s" * 6)
    assert box.state.phase is Phase.FINISH
    for _ in range(5):
        assert golden == box.keys("o").screen()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_link_is_turned_over_below_the_large_figures(golden, large, language):
    """It is asked for, turns over, and its suit stays to be read; the chances stay in sight all the while."""
    box = large(language, thinking=False, hurdles="first", joker=True, book="none").keys("oo")
    assert box.state.phase is Phase.RACE
    box.keys("s")
    assert golden(name="due") == box.screen()
    box.keys("s", wait=0.1)
    assert golden(name="turning") == box.screen()
    box.now += 0.7
    assert golden(name="faltering") == box.screen()
    assert golden(name="turned") == box.wait(5).screen()


def test_a_step_is_seen_among_the_large_figures(golden, large):
    """The suit in light at once, its horse on its bar, and in the end the new chances: nothing of it is another screen."""
    box = large().keys("o" + ROW + "o")
    panels = [Panel(kind) for kind in KINDS]
    for panel in panels:
        panel.show(box.screen())
    for elapsed in (0.0, 0.3, 0.6):
        box.keys("s", wait=0.0) if not elapsed else None
        box.now += 0.3 * bool(elapsed)
        assert golden == box.screen()
        assert max(panel.show(box.screen()) for panel in panels) <= LIMIT
    box.now += 5
    assert golden == box.screen()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_joker_leaves_the_figures_where_they_are(golden, large, language):
    """It is named at once; then three horses gallop on their bars while the leader stumbles, and the chances follow."""
    box = large(language, joker=True).keys("o" + ROW + "o" + "ssshd")
    panels = [Panel(kind) for kind in KINDS]
    for panel in panels:
        panel.show(box.screen())
    figures = box.screen().crop((0, 16, 128, 40)).tobytes()
    box.keys("O", wait=0.0)
    for moment in (0.0, 0.1, 0.4):
        box.now += moment
        assert golden(name=f"joker {moment}") == box.screen()
        assert box.screen().crop((0, 16, 128, 40)).tobytes() == figures
        assert max(panel.show(box.screen()) for panel in panels) <= LIMIT
    assert golden(name="joker turned") == box.wait(5).screen()
    assert box.screen().crop((0, 16, 128, 40)).tobytes() != figures


def test_large_lists_have_two_players_a_page_and_lose_nobody(large):
    """Four players: two pages of payments, two of standings; OK goes through all of them to the next dealer."""
    box = large(book="traditional").keys("o" + ROW + "oooo" + "o" + "s" * 8 + "o")
    assert pages_after(box.scene) == 4
    pages = [box.screen()] + [box.keys("o").screen() for _ in range(4)]
    assert len({page.tobytes() for page in pages}) == 5
    box.keys("o")
    assert box.state.race == 2


def test_the_mark_ahead_of_chips_won_is_drawn_and_counted(large):
    """A plus is no digit; it takes room to the left."""
    won, plain = Canvas(), Canvas()
    assert signed_number(won, 128, 0, "+36", Digits.MEDIUM) == signed_number(plain, 128, 0, "36", Digits.MEDIUM) - 11
    assert won.image != plain.image
    lost, minus = Canvas(), Canvas()
    signed_number(lost, 128, 0, "–36", Digits.MEDIUM)
    number(minus, 128, 0, "-36", Digits.MEDIUM, align="right")
    assert lost.image == minus.image
