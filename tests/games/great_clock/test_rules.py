"""The rules of the Great Clock, each by example."""

from dataclasses import replace

import pytest

from device.dominoes import Tile, full_set, parse_tile, parse_tiles
from device.games.contract import IllegalEvent
from device.games.great_clock.events import (
    Chosen,
    Dealt,
    Drawn,
    GivenUp,
    Keyed,
    Mode,
    Moved,
    Opened,
    Placed,
    ProvedLost,
    SetAside,
)
from device.games.great_clock.rules import (
    BLANK,
    Outcome,
    Phase,
    State,
    apply,
    at_home,
    choices,
    hopeless,
    laying_order,
    may_set_aside,
    moves,
    placements,
    tiles_in_play,
    tops,
    trouble,
    unseen,
)


def deal(first, *, size=6, **house):
    """A dealt state whose first tiles are these: slot n, 1, 2 …, then the boneyard; the others follow in order."""
    named = parse_tiles(first)
    rest = tuple(tile for tile in tiles_in_play(size) if tile not in named)
    return apply(State(size=size, **house), Dealt((*named, *rest)))


def after(state, *events):
    for event in events:
        state = apply(state, event)
    return state


def laid(piles, boneyard="", *, size=6, **fields):
    """A double-six state in the middle of a deal, its piles given from slot 1, bottom first."""
    stacks = tuple(parse_tiles(pile) for pile in piles)
    coming = parse_tiles(boneyard)
    base = State(phase=Phase.DRAW, size=size, piles=stacks, boneyard=coming, left=len(coming))
    return replace(base, **fields)


PLAIN = "0-1 0-2 0-3 0-4 0-5 0-6"
"""A layout without doubles: slot 6 shows 0-1, slot 1 shows 0-2, and so on."""


@pytest.mark.parametrize(("size", "whole", "in_play", "boneyard"), [(12, 91, 90, 78), (9, 55, 54, 45), (6, 28, 27, 21)])
def test_counts_of_a_set(size, whole, in_play, boneyard):
    """A set less the double blank is in play, and n tiles of it are laid out."""
    assert len(full_set(size)) == whole
    assert len(tiles_in_play(size)) == in_play
    assert BLANK not in tiles_in_play(size)
    assert deal("0-1", size=size).left == boneyard


def test_the_top_slot_is_laid_first():
    """Slot n comes first, on top of the clock, then 1, 2 …"""
    assert laying_order(6) == (6, 1, 2, 3, 4, 5)
    assert tops(deal(PLAIN)) == parse_tiles("0-2 0-3 0-4 0-5 0-6 0-1")


def test_a_tile_goes_on_any_top_with_an_end_in_common():
    """All slots that show one of its ends are offered, and no other."""
    state = after(deal(f"{PLAIN} 2-3"), Drawn())
    assert placements(state) == (1, 2)
    assert choices(state) == (Placed(1), Placed(2))
    assert tops(after(state, Placed(2)))[1] == Tile(2, 3)


def test_blanks_match_blanks():
    """A blank end fits a blank end."""
    assert placements(after(deal("1-2 0-3 4-5 1-4 3-5 2-5 0-6"), Drawn())) == (1,)


def test_a_tile_that_fits_must_be_placed():
    """It may not be set aside, nor another drawn first."""
    state = after(deal(f"{PLAIN} 2-3"), Drawn())
    with pytest.raises(IllegalEvent, match="must be placed"):
        apply(state, SetAside())
    with pytest.raises(IllegalEvent, match="First the tile in hand"):
        apply(state, Drawn())


def test_a_tile_without_an_end_in_common_is_refused():
    """The reason is told and nothing changes."""
    state = after(deal(f"{PLAIN} 2-3"), Drawn())
    with pytest.raises(IllegalEvent, match="No end in common"):
        apply(state, Placed(5))


def test_a_tile_that_fits_nowhere_is_set_aside_for_good():
    """It leaves the game, and the boneyard goes on."""
    state = after(deal("1-2 1-3 1-4 1-5 2-3 2-4 0-6"), Drawn())
    assert may_set_aside(state)
    assert choices(state) == (SetAside(),)
    gone = apply(state, SetAside())
    assert (gone.hand, gone.aside, gone.left) == (None, (Tile(0, 6),), 20)
    assert Tile(0, 6) not in unseen(gone)


def test_a_double_is_never_covered():
    """Not even a wrong one, not even by a tile with an end in common; the house rule lifts it."""
    layout = "0-1 2-2 0-3 0-4 0-5 0-6 2-5"
    state = after(deal(layout), Drawn())
    assert placements(state) == (4,)
    with pytest.raises(IllegalEvent, match="never covered"):
        apply(state, Placed(1))
    assert placements(after(deal(layout, cover_doubles=True), Drawn())) == (1, 4)


def test_without_trouble_nothing_moves():
    """A home double is no trouble."""
    state = deal("0-1 1-1 0-3 0-4 0-5 0-6")
    assert at_home(state) == (1,)
    assert not trouble(state)
    assert moves(state) == ()
    with pytest.raises(IllegalEvent, match="only while a double is in trouble"):
        apply(state, Moved(6, 2))


def test_a_double_in_a_wrong_slot_frees_every_top():
    """Any top tile moves onto any other with an end in common, home doubles too, but never onto a double."""
    state = laid(["1-1", "3-4 2-3", "1-2 1-3", "0-6 5-5", "4-5", "0-4"], "3-6 2-4")
    assert trouble(state)
    assert moves(state) == (Moved(1, 3), Moved(2, 3), Moved(3, 2), Moved(4, 5), Moved(5, 6), Moved(6, 5))
    again = after(state, Moved(1, 3))
    assert again.piles[2] == parse_tiles("1-2 1-3 1-1")


def test_trouble_ends_when_the_double_is_home():
    """Then moves end too."""
    state = after(laid(["0-1", "0-2", "0-3", "0-6 5-5", "4-5", "0-4"], "3-6"), Moved(4, 5))
    assert at_home(state) == (5,)
    assert not trouble(state)
    assert moves(state) == ()


def test_a_drawn_tile_that_fits_is_placed_before_any_move():
    """Also a double; the house rule lets an ordinary tile wait."""
    piles, coming = ["0-1", "0-2", "0-3", "0-6 5-5", "4-5", "0-4"], "3-6 1-1"
    state = after(laid(piles, coming), Drawn())
    assert choices(state) == (Placed(3),)
    with pytest.raises(IllegalEvent, match="First the tile in hand"):
        apply(state, Moved(4, 5))
    easy = after(laid(piles, coming, move_in_hand=True), Drawn())
    assert Moved(4, 5) in choices(easy)
    assert after(easy, Moved(4, 5)).hand == Tile(3, 6)
    double = after(laid(piles, "1-1", move_in_hand=True), Drawn())
    assert choices(double) == (Placed(1),)


def test_a_double_may_be_placed_in_a_wrong_slot_on_purpose():
    """That is the licence to move."""
    state = after(deal("0-1 0-2 1-3 0-4 0-5 0-6 1-1"), Drawn())
    assert placements(state) == (2, 6)
    wrong = after(state, Placed(2))
    assert trouble(wrong)
    assert Moved(2, 6) in moves(wrong)


def test_a_stuck_double_waits_in_hand_while_tiles_move():
    """It is not set aside, moves are free, and it may stay in hand after a move has made room for it."""
    state = after(laid(["0-1", "0-2", "1-3 0-3", "0-4", "4-5", "0-6"], "1-1 5-6", cover_doubles=False), Drawn())
    assert not state.stuck  # slot 1 shows a 1
    state = after(laid(["0-2", "1-2", "1-3 0-3", "0-4", "4-5", "1-1"], "6-6 5-6"), Drawn())
    assert state.stuck
    assert trouble(state)
    with pytest.raises(IllegalEvent, match="not set aside"):
        apply(state, SetAside())
    assert Moved(3, 1) in moves(state)
    state = after(laid(["0-2", "1-2", "3-6 0-3", "0-4", "4-5", "1-4"], "6-6 5-5"), Drawn())
    state = after(state, Moved(3, 1))
    assert placements(state) == (3,)
    assert Moved(1, 4) in moves(state)
    assert not after(state, Placed(3)).stuck


def test_an_emptied_slot_is_filled_by_the_next_tile_without_matching():
    """Each emptying costs a tile of the boneyard."""
    state = after(laid(["0-1", "0-2", "0-3", "0-6 5-5", "4-5", "0-4"], "3-6 1-2"), Moved(6, 5))
    assert state.piles[5] == (Tile(3, 6),)
    assert (state.left, state.hand, state.phase) == (1, None, Phase.DRAW)


def test_an_emptied_slot_takes_its_own_double_from_the_hand():
    """Not from another slot, and no tile is drawn."""
    state = after(laid(["0-2", "1-2", "0-3", "0-4", "4-5", "1-4"], "6-6 5-5"), Drawn())
    filled = after(state, Moved(6, 4))
    assert filled.piles[5] == (Tile(6, 6),)
    assert (filled.hand, filled.left, filled.stuck) == (None, 1, False)
    elsewhere = after(state, Moved(3, 1))
    assert (elsewhere.piles[2], elsewhere.hand) == ((Tile(5, 5),), Tile(6, 6))


def test_a_slot_is_not_emptied_when_nothing_can_fill_it():
    """With the boneyard empty, only the slot of the double in hand may be emptied."""
    state = after(laid(["0-2", "1-2", "0-3", "0-4", "4-5", "1-4"], "6-6"), Drawn())
    assert moves(state) == (Moved(6, 2), Moved(6, 4), Moved(6, 5))
    with pytest.raises(IllegalEvent, match="No tile is left"):
        apply(state, Moved(1, 2))


def test_the_deal_is_won_when_every_slot_shows_its_double():
    """The last step places a double just drawn."""
    state = laid(["1-1", "2-2", "3-3", "4-4", "5-5", "0-6"], "6-6 0-1")
    won = after(state, Drawn(), Placed(6))
    assert (won.phase, won.outcome) == (Phase.OVER, Outcome.WON)
    with pytest.raises(IllegalEvent, match="No deal"):
        apply(won, Drawn())


def test_a_layout_of_all_doubles_at_home_is_won_at_once():
    """Unlikely, but so it is."""
    assert deal("6-6 1-1 2-2 3-3 4-4 5-5").outcome is Outcome.WON


def test_an_empty_boneyard_loses_at_once():
    """As soon as the last tile has been dealt with, trouble or not."""
    state = laid(["1-1", "2-2", "3-3", "4-4 0-4 5-5", "0-5", "6-6"], "0-6")
    lost = after(state, Drawn(), Placed(5))
    assert (lost.phase, lost.outcome) == (Phase.OVER, Outcome.BONEYARD_EMPTY)


def test_with_covered_doubles_the_moves_go_on_after_the_boneyard():
    """While there is trouble; when it ends, the deal ends too."""
    piles = ["1-1", "2-2", "3-3", "4-4 4-5 5-5", "0-5", "6-6"]
    state = after(laid(piles, "0-6", cover_doubles=True), Drawn(), Placed(6))
    assert (state.phase, state.left) == (Phase.DRAW, 0)
    assert moves(state) == (Moved(4, 5), Moved(6, 5))
    assert after(state, Moved(4, 5)).outcome is Outcome.BONEYARD_EMPTY


def test_a_stuck_double_may_still_be_played_after_the_last_tile():
    """The boneyard is empty but the hand is not."""
    state = after(laid(["1-1", "2-2", "3-3", "4-4", "5-5", "0-6 0-1"], "6-6"), Drawn())
    assert state.phase is Phase.HAND
    assert Moved(6, 1) not in moves(state)
    state = after(laid(["0-1", "2-2", "3-3", "4-4", "5-5", "5-6 1-5"], "6-6"), Drawn())
    state = after(state, Moved(6, 1))
    assert placements(state) == (6,)


def test_a_deal_without_a_double_to_come_is_hopeless():
    """No move from top to top completes the aim."""
    state = laid(["1-1", "2-2", "3-3", "0-4 5-5", "4-5", "6-6"], "0-6 0-5")
    shown = {tile for pile in state.piles for tile in pile} | set(state.boneyard)
    gone = tuple(tile for tile in tiles_in_play(6) if tile not in shown)
    state = replace(state, aside=gone)
    assert hopeless(state)
    assert apply(state, ProvedLost()).outcome is Outcome.PROVED_LOST


def test_a_deal_with_hope_is_not_declared_lost():
    """But it may be given up."""
    state = deal(PLAIN)
    with pytest.raises(IllegalEvent, match="not lost"):
        apply(state, ProvedLost())
    assert apply(state, GivenUp()).outcome is Outcome.GIVEN_UP


def test_with_real_dominoes_the_layout_and_each_tile_are_keyed():
    """The order of the boneyard is unknown: the person keys what comes."""
    state = after(State(), Chosen(6, Mode.REAL), Opened())
    for number, text in enumerate(PLAIN.split()):
        assert state.emptied == laying_order(6)[number]
        state = apply(state, Keyed(parse_tile(text)))
    assert (state.phase, state.left, tops(state)[5]) == (Phase.DRAW, 21, Tile(0, 1))
    with pytest.raises(IllegalEvent, match="Key in"):
        apply(state, Drawn())
    state = after(state, Keyed(Tile(2, 2)), Placed(1))
    state = apply(state, Keyed(Tile(1, 3)))
    assert state.hand == Tile(1, 3)


def test_with_real_dominoes_an_emptied_slot_waits_for_its_tile():
    """FILL: the next tile keyed is laid there, not taken in hand."""
    state = after(State(), Chosen(6, Mode.REAL), Opened(), *map(Keyed, parse_tiles("0-1 2-2 0-3 0-4 0-5 0-6")))
    state = apply(state, Moved(2, 3))
    assert (state.phase, state.emptied) == (Phase.FILL, 2)
    with pytest.raises(IllegalEvent):
        apply(state, Moved(3, 4))
    filled = apply(state, Keyed(Tile(4, 6)))
    assert (filled.piles[1], filled.phase, filled.left) == ((Tile(4, 6),), Phase.DRAW, 20)


@pytest.mark.parametrize(
    ("tile", "reason"),
    [(Tile(0, 1), "0-1 has been seen"), (Tile(3, 7), "3-7 is not of this set"), (BLANK, "hand of the clock")],
)
def test_a_wrong_keyed_tile_is_refused(tile, reason):
    """Twice, not of the set, or the double blank: each with its reason."""
    state = after(State(), Chosen(6, Mode.REAL), Opened(), Keyed(Tile(0, 1)))
    with pytest.raises(IllegalEvent) as refused:
        apply(state, Keyed(tile))
    assert reason in str(refused.value)


def test_a_wrong_deal_is_refused():
    """A tile twice, one missing, or of another set."""
    whole = tiles_in_play(6)
    for tiles in (whole[1:], (*whole[1:], whole[1]), tiles_in_play(9)):
        with pytest.raises(IllegalEvent, match="whole set"):
            apply(State(size=6), Dealt(tiles))


def test_only_the_usual_sets_can_be_chosen():
    """Double twelve, nine or six."""
    with pytest.raises(IllegalEvent, match="double 12, 9 or 6"):
        apply(State(), Chosen(7, Mode.PLAY))
    assert apply(State(), Chosen(9, Mode.PLAY)).size == 9


def test_a_slot_that_is_not_there_is_refused():
    """Placing or moving."""
    state = after(deal(f"{PLAIN} 2-3"), Drawn())
    with pytest.raises(IllegalEvent, match="no such slot"):
        apply(state, Placed(7))
    with pytest.raises(IllegalEvent, match="no such slot"):
        apply(deal("0-1 2-2 0-3 0-4 0-5 0-6"), Moved(0, 1))
