"""The worked example of the page "A fifth game": it is played, and the house takes it in when the page is followed."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from device.draw.fonts import Font, width
from device.games.contract import REFUSAL_SECONDS, IllegalEvent, Options, Scene
from device.journal import Journal
from device.records import dump, load, load_named
from device.script import VirtualTimes
from device.settings import defaults, schema
from device.shuffle import Shuffler
from device.table import Table
from device.texts import texts
from device.tunes import tune
from docs.fifth_game import GAME
from docs.fifth_game.controls import TURN_SECONDS, View
from docs.fifth_game.rules import LENGTHS, PACK, Agreed, Colour, Guessed, Phase, Shuffled, State, apply, left, runs
from drivers.contract import Button, Lamp, Press

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "fifth_game"
TOP = ["AS", "2S", "3H", "4D", "5C", "6H", "7H", "8C", "9D", "TS", "JH", "QC", "KD"]
"""The first thirteen cards of the stacked pack: B B R R B R R B R B R B R."""
BLACK, RED = Button.SPADE, Button.HEART


def compiled(path):
    """A catalogue as gettext reads it."""
    file = io.BytesIO()
    write_mo(file, read_po(io.BytesIO(path.read_bytes())))
    file.seek(0)
    return GNUTranslations(file)


@pytest.fixture(scope="module", params=["en", "fr"])
def words(request):
    if request.param == "en":
        return texts("en")
    french = compiled(EXAMPLE / "red_or_black.po")
    french.add_fallback(texts("fr"))
    return french


@pytest.fixture
def table(tmp_path):
    return sit_down(tmp_path)


def sit_down(folder, **house):
    """A table with this one game and a stacked pack."""
    values = defaults(schema([GAME]))
    values["table"]["language"] = "en"
    values["red_or_black"] |= house
    shuffler = Shuffler()
    shuffler.stack(TOP)
    return Table([GAME], Journal(folder), VirtualTimes(), values=values, shuffler=shuffler)


def press(table, *buttons, now=1.0):
    for button in buttons:
        table.press(Press(button), now)


def begin(table):
    """Open the game, agree on thirteen cards, shuffle."""
    press(table, Button.OK, Button.SPADE, Button.SPADE, Button.OK)
    assert table.session.link.state.length == 13


def state(table):
    return table.session.link.state


def lit(table):
    lamps = table.lamps(1.0)
    assert set(lamps.values()) <= {Lamp.ON, Lamp.OFF}
    return {button for button, lamp in lamps.items() if lamp is Lamp.ON}


# Played with presses


def test_a_whole_game_is_played_and_another_begun(table):
    """Every card is called black: runs of two at most; OK begins anew with the length that was agreed."""
    begin(table)
    press(table, *[BLACK] * 13)
    assert runs(state(table)) == (0, 1, 2, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0)
    assert state(table).phase is Phase.OVER
    assert GAME.summary(state(table)).finished
    assert GAME.summary(state(table)).result == {"run": 2, "cards": 13, "right": 6}
    press(table, Button.OK)
    assert state(table) == State(length=13)


def test_every_suit_button_says_its_own_colour(table):
    """♠ and ♣ are black, ♥ and ♦ red."""
    begin(table)
    press(table, Button.SPADE, Button.CLUB, Button.HEART, Button.DIAMOND)
    assert state(table).guesses == (Colour.BLACK, Colour.BLACK, Colour.RED, Colour.RED)
    assert runs(state(table))[-1] == 4


def test_undo_goes_back_to_the_very_beginning(table):
    """Guesses, the shuffle and the agreement are taken back one by one; then there is nothing left."""
    begin(table)
    press(table, BLACK, RED)
    earlier = state(table)
    press(table, BLACK, Button.UNDO)
    assert state(table) == earlier
    press(table, *[Button.UNDO] * 5)
    assert state(table) == State()
    press(table, Button.UNDO)
    assert table.session.scene(1.0).refusal.message == "Nothing to take back"


@pytest.mark.parametrize("cut", range(18))
def test_after_a_cut_at_any_press_the_same_picture_is_back(tmp_path, cut):
    """From the set-up to the score, the journal alone brings back every screen, to the pixel."""
    buttons = [Button.OK, Button.SPADE, Button.SPADE, Button.OK, *[BLACK, RED, Button.UNDO, RED] * 2, *[RED] * 9]
    table = sit_down(tmp_path)
    press(table, *buttons[: cut + 1])
    before = table.picture(100.0)
    again = sit_down(tmp_path)
    assert again.picture(100.0) == before
    press(table, Button.UNDO)
    press(again, Button.UNDO)
    assert again.picture(200.0) == table.picture(200.0)


def test_ok_says_why_it_does_not_turn_the_card(table):
    """OK is dark while a colour is asked for; pressed, it says so, for as long as one reads it."""
    begin(table)
    assert Button.OK not in lit(table)
    press(table, Button.OK, now=2.0)
    refusing = table.picture(2.1)
    assert table.next_wake(2.1) == pytest.approx(2.0 + REFUSAL_SECONDS)
    assert table.picture(2.0 + REFUSAL_SECONDS) != refusing
    assert state(table).guesses == ()


def test_a_lamp_is_lit_exactly_when_its_button_does_something(table):
    """In every phase; UNDO once there is something to take back."""
    press(table, Button.OK)
    assert lit(table) == {Button.SPADE, Button.OK, Button.HOME}
    press(table, Button.OK)
    assert lit(table) == set(Button) - {Button.OK}
    press(table, *[BLACK] * 26)
    assert lit(table) == {Button.OK, Button.UNDO, Button.HOME}


def test_the_card_turns_and_then_lies_still(table):
    """While it turns, nothing on the glass tells its colour; afterwards nothing is due but the box's own dimming."""
    begin(table)
    waiting = table.picture(4.0)
    press(table, BLACK, now=5.0)
    hit = table.picture(5.0 + TURN_SECONDS / 2)
    assert hit.crop((0, 0, 85, 46)) == waiting.crop((0, 0, 85, 46))
    assert table.next_wake(5.1) == pytest.approx(5.2)
    assert table.next_wake(5.0 + TURN_SECONDS) == pytest.approx(5.0 + table.values["night"]["dim_after"])
    press(table, Button.UNDO, RED, now=9.0)
    miss = table.picture(9.0 + TURN_SECONDS / 2)
    assert hit == miss
    assert table.picture(9.0 + TURN_SECONDS) != miss


def test_the_house_may_forbid_counting(tmp_path):
    """`show_left = false` takes the counts off the glass, and nothing else."""
    shown, hidden = sit_down(tmp_path / "a"), sit_down(tmp_path / "b", show_left=False)
    for table in (shown, hidden):
        begin(table)
        press(table, RED)
    assert shown.picture(50.0).crop((32, 0, 85, 9)) != hidden.picture(50.0).crop((32, 0, 85, 9))
    assert hidden.picture(50.0).crop((32, 0, 85, 9)).getbbox() is None
    assert shown.picture(50.0).crop((0, 9, 128, 64)) == hidden.picture(50.0).crop((0, 9, 128, 64))


def test_the_list_of_what_happened_is_in_words(words):
    """Every event of a game, in both languages; the colour is said in the person's own."""
    lines = []
    now = State()
    for event in (Agreed(13), Shuffled(PACK), Guessed(Colour.RED), Guessed(Colour.BLACK)):
        after = apply(now, event)
        lines.append(GAME.tell(now, event, after).said(words).replace("\N{NO-BREAK SPACE}", " "))
        now = after
    assert lines in (
        ["13 cards are agreed on", "the pack is shuffled", "“red” is wrong", "“black” is right, 1 in a row"],
        ["on convient de 13 cartes", "le paquet est battu", "« rouge » : faux", "« noir » : juste, 1 de suite"],
    )


# The rules


def test_the_rules_refuse_what_is_not_allowed():
    """An illegal event says why in one sentence; nothing else comes of it."""
    shuffled = apply(State(), Shuffled(PACK))
    for start, event, message in [
        (State(), Guessed(Colour.RED), "There is no card to guess"),
        (State(), Agreed(7), "A game has 13, 26 or 52 cards"),
        (State(), Shuffled(PACK[:-1]), "That is not a whole pack"),
        (State(), Shuffled((*PACK[:-1], PACK[0])), "That is not a whole pack"),
        (shuffled, Agreed(13), "The pack is shuffled already"),
        (shuffled, Shuffled(PACK), "The pack is shuffled already"),
    ]:
        with pytest.raises(IllegalEvent, match=message):
            apply(start, event)


@given(st.permutations(PACK), st.lists(st.sampled_from(Colour), max_size=52), st.sampled_from(LENGTHS))
def test_runs_and_counts_always_add_up(order, guesses, length):
    """Whatever is guessed: no run is longer than the right guesses, and turned and left cards are the pack."""
    now = apply(apply(State(), Agreed(length)), Shuffled(tuple(order)))
    for guess in guesses[:length]:
        now = apply(now, Guessed(guess))
    assert max(runs(now)) <= sum(run > 0 for run in runs(now)) <= len(now.guesses)
    assert left(now, Colour.RED) + left(now, Colour.BLACK) + len(now.guesses) == 52
    assert load(dump(now), State) == now
    for event in (Agreed(length), Shuffled(tuple(order)), Guessed(Colour.RED)):
        assert load_named(type(event).__name__, dump(event), GAME.events) == event


def test_every_event_has_a_tune():
    """Each cue is the name of a tune."""
    over = replace(State(13, PACK), guesses=(Colour.BLACK,) * 13)
    one = replace(over, guesses=(Colour.BLACK,))
    miss = replace(over, guesses=(Colour.RED,))
    heard = [GAME.cues(State(), event, after) for event, after in [(Agreed(13), State(13)), (Shuffled(PACK), State())]]
    heard += [GAME.cues(State(13, PACK), Guessed(Colour.BLACK), after) for after in (one, miss, over)]
    assert len(set(heard)) == 5
    assert all(tune(cue) for cue in heard)


# The screens


def seen(words, state, **more):
    house = {rule.name: rule.default for rule in GAME.house}
    return GAME.draw(Scene(state, View(), Options(house), texts=words, **more))


STACKED = State(26, tuple(TOP) + tuple(card for card in PACK if card not in TOP))
STATES = {
    "set-up": State(),
    "before the first card": STACKED,
    "a run": replace(STACKED, guesses=(Colour.BLACK, Colour.BLACK, Colour.RED)),
    "a miss": replace(STACKED, guesses=(Colour.BLACK, Colour.BLACK, Colour.BLACK)),
    "a ten, and a long run": replace(
        STACKED, guesses=tuple(Colour.RED if card[1] in "HD" else Colour.BLACK for card in TOP[:10])
    ),
    "the score": replace(STACKED, guesses=(Colour.RED,) * 26),
}


@pytest.mark.parametrize("name", STATES)
def test_every_screen_looks_like_this(words, name, golden):
    """In both languages."""
    assert golden == seen(words, STATES[name])


def test_every_sentence_has_its_french():
    """The labels, the sentences of the rules, the refusals and the settings."""
    french = compiled(EXAMPLE / "red_or_black.po").gettext
    sentences = [GAME.title, *(rule.help for rule in GAME.house)]
    sentences += [text for page in GAME.manual for text in (page.title, page.text)]
    assert [text for text in sentences if french(text) == text] == []
    assert width(french("black"), Font.TINY) < 32


# The page, followed


def test_the_house_takes_it_in(tmp_path):
    """Do what the page says in a copy of the project: the tests that hold for all games pass with this one among them."""
    for room in ("device", "drivers"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("__init__.py", "conftest.py", "penmanship.py", "test_imports.py", "test_texts.py", "home"):
        source, target = ROOT / "tests" / file, tmp_path / "tests" / file
        target.parent.mkdir(exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    move_in(tmp_path)
    count = run(
        tmp_path,
        "-c",
        "from device.games import GAMES; from device.draw.sprites import sprite; from device.texts import texts;"
        "print(GAMES[-1].key, len(GAMES) - len(sprite('games')), texts('fr').gettext('Red or Black'))",
    )
    assert count.stdout == "red_or_black 0 Rouge ou Noir\n"
    asked = run(tmp_path, "-m", "device", "rules", "--help")
    assert (asked.returncode, "great-clock" in asked.stdout) == (0, True)
    tests = ["tests/test_imports.py", "tests/test_texts.py", "tests/home/test_manual.py"]
    chosen = "(red_or_black or test_texts) and not looks_like_this"
    accepted = run(tmp_path, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", chosen, *tests)
    assert accepted.returncode == 0, accepted.stdout


def move_in(house):
    """The steps of the page."""
    games = house / "device" / "games"
    shutil.copytree(EXAMPLE, games / "red_or_black", ignore=shutil.ignore_patterns("*.po", "*.txt", "__pycache__"))
    locale = house / "device" / "locale" / "fr" / "LC_MESSAGES"
    shutil.copy(EXAMPLE / "red_or_black.po", locale)
    with (locale / "red_or_black.mo").open("wb") as catalogue:
        write_mo(catalogue, read_po(io.BytesIO((EXAMPLE / "red_or_black.po").read_bytes())))
    icons = house / "device" / "draw" / "assets" / "sprites" / "games.txt"
    pictures = icons.read_text().rstrip("\n").split("\n\n")
    listing = (games / "__init__.py").read_text()
    known = listing.count(".GAME")
    icons.write_text("\n\n".join([*pictures[:known], (EXAMPLE / "icon.txt").read_text()]))
    listing = listing.replace("from device.games import clock", "from device.games import red_or_black, clock")
    (games / "__init__.py").write_text(listing.replace(".GAME)", ".GAME, red_or_black.GAME)"))


def run(house, *words):
    return subprocess.run(
        [sys.executable, *words],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
        check=False,
    )
