"""The course alone: what one card does to four horses."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cards import Suit
from device.games.contract import IllegalEvent
from device.games.horse_race.course import Course, advance, falter, hopeless, most_in_row, stumble
from device.games.horse_race.house import LINKS, Hurdles
from device.games.horse_race.manual import MANUAL

S, H, D, C = Suit
OPEN = Course((S, S, H, H, D, D, C))
DOWN = Course((None,) * 7)


def run(course, cards, hurdles=Hurdles.OFF, links=""):
    """Turn the cards (J is the joker), and the links that fall due in the order of `links`."""
    shown = iter(links)
    for card in cards:
        course = stumble(course) if card == "J" else advance(course, Suit(card), hurdles)
        if course.due:
            course = falter(course, Suit(next(shown)))
    assert next(shown, None) is None, "a link was not turned over"
    return course


def test_the_rules_at_hand_say_which_rows_are_hopeless():
    """Five of one suit in seven cards, six in six; in five all can finish."""
    counts = ("none", "one", "two", "three", "four", "five", "six", "seven")
    text = next(page.text for page in MANUAL if page.title == "Laying the row").lower()
    for links in LINKS:
        of_a_suit = most_in_row(links) + 1
        several = rf"{counts[of_a_suit]}( of one suit)? in {counts[links]}"
        assert re.search(several if of_a_suit <= links else f"in {counts[links]} all can", text), links


def test_a_card_advances_the_horse_of_its_suit():
    """One card, one step."""
    assert run(OPEN, "SHSC").positions == (2, 1, 0, 1)


def test_the_eighth_step_wins_on_seven_links():
    """The finish is one step past the last link."""
    assert run(OPEN, "S" * 7).winner is None
    assert run(OPEN, "S" * 8).winner is S
    assert run(OPEN, "HHHHHH" + "S" * 8).lengths == 2


@pytest.mark.parametrize(("links", "most"), [(7, 4), (6, 5), (5, 6)])
def test_a_row_is_hopeless_with_one_link_too_many(links, most):
    """Five of a suit in seven, six in six, never in five."""
    assert most_in_row(links) == most
    filler = (H, D, C, H, D, C, H)
    enough = (S,) * min(most, links)
    assert hopeless((enough + filler)[:links]) is None
    if most < links:
        assert hopeless((S, *enough, *filler)[:links]) is S


def test_the_joker_advances_all_but_the_leader():
    """The leader stumbles."""
    assert run(OPEN, "SSHJ").positions == (2, 2, 1, 1)


def test_leaders_who_share_the_lead_all_stumble():
    """All who share the highest position stay."""
    assert run(OPEN, "SSHHJ").positions == (2, 2, 1, 1)


def test_with_all_level_the_joker_moves_nobody():
    """At the start, or level later on."""
    assert run(OPEN, "J").positions == (0, 0, 0, 0)
    assert run(OPEN, "SHDCJ").positions == (1, 1, 1, 1)


def test_a_thirteenth_card_of_a_suit_is_refused():
    """Row and turned cards together: two spades lie in the row, so the eleventh turned is one too many."""
    many = Course((S, S, S, S, S, H, H), turned=(S,) * 7)
    with pytest.raises(IllegalEvent, match="13th ♠"):
        advance(many, S, Hurdles.OFF)


def test_the_first_horse_at_a_level_turns_its_link():
    """The horse of the link's suit steps back by one."""
    after = run(DOWN, "SHHS", Hurdles.FIRST, links="CS")
    assert after.links[:3] == (C, S, None)
    assert after.positions == (1, 2, 0, 0)


def test_a_horse_never_falters_behind_the_start():
    """It is on the start line: it does not step back further."""
    assert run(DOWN, "S", Hurdles.FIRST, links="D").positions == (1, 0, 0, 0)


def test_the_arriving_horse_may_falter_itself_and_nothing_cascades():
    """It comes back to the level later, and that is not the first time any more."""
    once = run(DOWN, "S", Hurdles.FIRST, links="S")
    assert once.positions == (0, 0, 0, 0)
    again = advance(once, S, Hurdles.FIRST)
    assert (again.positions, again.due) == ((1, 0, 0, 0), 0)


def test_with_all_pass_the_last_of_four_horses_turns_the_link():
    """The link waits until all four have been there, one that has faltered since included."""
    after = run(DOWN, "SSHD", Hurdles.ALL_PASS)
    assert after.due == 0
    assert run(after, "C", Hurdles.ALL_PASS, links="S").positions == (1, 1, 1, 1)


def test_the_joker_never_turns_a_link():
    """With all_pass it may bring the last horse to a level; that link stays face down for good."""
    after = run(DOWN, "SSHDJ", Hurdles.ALL_PASS)
    assert after.positions == (2, 2, 2, 1)
    assert after.links == (None,) * 7
    assert run(after, "C", Hurdles.ALL_PASS, links="H").links == (None, H, *(None,) * 5)


@given(st.permutations("SHDC" * 12), st.sampled_from([5, 6, 7]), st.sampled_from(list(Hurdles)), st.integers(0, 40))
def test_every_shuffled_pack_brings_a_horse_home(pack, links, hurdles, joker_at):
    """Positions, links and the card count agree all the way, and the pack never runs out."""
    row, deck = pack[:links], [*pack[links:]]
    deck.insert(joker_at, "J")
    face_up = tuple(Suit(card) for card in row)
    if hurdles is Hurdles.OFF and hopeless(face_up):
        return
    course = Course(face_up if hurdles is Hurdles.OFF else (None,) * links)
    while course.winner is None:
        before = course
        if course.due:
            course = falter(course, Suit(row[course.due - 1]))
            assert sum(before.positions) - sum(course.positions) in {0, 1}
        elif (card := deck.pop(0)) == "J":
            course = stumble(course)
            assert max(course.positions) == max(before.positions)
        else:
            course = advance(course, Suit(card), hurdles)
            assert sum(course.positions) == sum(before.positions) + 1
        known = links - course.links.count(None) + len(course.turned) - course.joker_turned
        assert sum(course.seen) == known
        assert max(course.seen) <= 12
        assert all(0 <= at <= best for at, best in zip(course.positions, course.reached, strict=True))
