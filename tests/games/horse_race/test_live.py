"""The live chances that a state asks for."""

import pytest

from device.games.horse_race import odds
from device.games.horse_race.evening import Phase

ROW = "sshhddc"


def chances(box):
    """The chances on the screen now."""
    return box.session.thought().full()


def test_a_position_of_the_open_course(at_table):
    """Row 2 2 2 1, positions 3 1 0 2: worked out in exact fractions elsewhere."""
    box = at_table().keys("o" + ROW + "o" + "sshscc")
    assert box.state.course.positions == (3, 1, 0, 2)
    expected = (0.3348337134309036, 0.156934173220501, 0.10956891935822474, 0.3986631939903706)
    assert chances(box) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("house", "keys"),
    [
        ({}, "o" + ROW + "o" + "schcc"),
        ({"joker": True}, "o" + ROW + "o" + "schcc"),
        ({"hurdles": "first", "links": 5}, "oo" + "shsch" + "cd" + "s"),
        ({"hurdles": "first", "links": 5, "joker": True}, "oo" + "sh" + "h"),
        ({"hurdles": "all_pass", "links": 5, "joker": True}, "oo" + "shd" + "ss"),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_the_chance_now_is_the_mean_of_the_chances_after_the_next_card(at_table, house, keys):
    """Each unseen card is equally likely, in the pack as among the links face down; the joker is in the pack alone."""
    box = at_table(thinking=False, **house).keys(keys)
    assert (box.state.phase, box.refused) == (Phase.RACE, None)
    cards = {suit: 12 - seen for suit, seen in zip("shdc", box.state.course.seen, strict=True)}
    total, face_down = sum(cards.values()), box.state.course.links.count(None)
    joker = 1 / (total - face_down + 1) if box.state.joker_to_come and not box.state.course.due else 0.0
    weights = {suit: (1 - joker) * number / total for suit, number in cards.items()} | ({"O": joker} if joker else {})
    now, mean = chances(box), [0.0] * 4
    for key, weight in weights.items():
        after = chances(box.keys(key))
        mean = [sofar + weight * chance for sofar, chance in zip(mean, after, strict=True)]
        box.keys("u")
    assert mean == pytest.approx(now, abs=1e-12)


def test_the_joker_once_turned_is_out_of_the_reckoning(at_table):
    """The chances are those of a pack without one."""
    box = at_table(joker=True).keys("o" + ROW + "o" + "sO")
    plain = odds.OpenRace(links=7, positions=(1, 1, 1, 1), unseen=(9, 10, 10, 11), joker=False)
    assert chances(box) == pytest.approx([float(chance) for chance in odds.chances(plain)], abs=1e-12)


def test_a_result_for_a_past_state_is_not_shown(at_table):
    """It comes when another card has been turned meanwhile."""
    box = at_table(thinking=False).keys("o" + ROW + "o" + "s")
    late = box.session.thought()
    box.keys("h")
    assert not box.session.learn(late, late.full(), final=True)
    assert box.scene.insight is None


def test_nothing_is_asked_outside_a_race(at_table):
    """No chances before the row lies, nor after the finish."""
    box = at_table()
    assert box.session.thought() is None
    assert box.keys("o" + ROW + "o" + "s" * 8).session.thought() is None


def test_while_a_horse_moves_the_chances_ahead_of_its_card_are_at_hand(at_table):
    """The screen shows them until the horse has arrived; a card taken back leaves none."""
    box = at_table().keys("o" + ROW + "o" + "s")
    known = box.scene.insight
    assert known is not None
    box.keys("h")
    assert box.scene.insight_before == known != box.scene.insight
    box.keys("u")
    assert box.scene.insight_before is None
