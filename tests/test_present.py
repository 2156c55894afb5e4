"""The presenter: pictures reach the glass in steps that the bus carries at once, and a press is answered by the next of them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from device.journal import Journal
from device.loop import Ending, Loop
from device.present import STEP_SECONDS, Presenter
from device.settings import defaults, schema
from device.table import Table
from device.times import SystemTimes
from drivers.contract import HEIGHT, WIDTH, Button, Light, Press
from tests.tally import TALLY
from tests.wire import KINDS, LIMIT, Panel

DARK = Image.new("1", (WIDTH, HEIGHT))


def noise(seed):
    """A picture that differs from any other in nearly every byte."""
    return Image.frombytes("1", (WIDTH, HEIGHT), bytes((seed * 37 + at * 101) % 255 + 1 for at in range(1024)))


class OnePicture:
    """A table with one picture on it."""

    def __init__(self):
        self.values = {
            "panel": {"contrast": 207},
            "sound": {"volume": 50, "on": True},
            "access": {"contrast": "usual", "slow": False},
        }
        self.shown, self.boxes, self.lit = DARK, (), Light.FULL

    def tell_troubles(self, troubles, stuck):
        """There are none."""

    def picture(self, now):
        """The picture."""
        return self.shown

    def first(self, now):
        """Where the answer is."""
        return self.boxes

    def light(self, now):
        """Full, or what the test likes."""
        return self.lit

    def lamps(self, now):
        """None."""
        return {}

    def take_tune(self):
        """None."""
        return ""


class Glass:
    """A board that remembers every picture it was told to show."""

    def __init__(self):
        self.pictures = []

    def show(self, picture):
        """Remember it."""
        self.pictures.append(picture)

    def troubles(self):
        """None."""
        return ()

    def stuck(self):
        """None."""
        return ()

    def adjust(self, adjustment):
        """Nothing."""

    def shine(self, light):
        """Nothing."""

    def light(self, lamps):
        """Nothing."""


class Times(SystemTimes):
    """Real time, and what the loop meant to wait of it."""

    def __init__(self):
        self.waits = []

    def real(self, seconds):
        """No faster, no slower."""
        self.waits.append(seconds)
        return seconds


class LivesUntilWhole(Glass):
    """A board that ends once it shows all of the picture after its first one."""

    def __init__(self, table):
        super().__init__()
        self._table = table

    def listen(self, on_press):
        """Press OK."""
        on_press(Press(Button.OK))

    def alive(self):
        """Whether the last picture is still on its way."""
        return len(self.pictures) < 2 or self.pictures[-1] != self._table.picture(0.0)

    def play(self, tune):
        """Nothing."""


@pytest.fixture
def table():
    return OnePicture()


@pytest.fixture
def board():
    return Glass()


@pytest.fixture
def presenter(table, board):
    presenter = Presenter(table, board)
    presenter.present(0.0)
    return presenter


def test_a_picture_is_there_once_nothing_is_due(presenter, table, board):
    """Step by step, each at its time; then the presenter asks for nothing more."""
    assert presenter.due is None
    table.shown, now = noise(1), 1.0
    presenter.present(now)
    assert board.pictures[-1] not in (DARK, noise(1))
    while presenter.due is not None:
        assert presenter.due == pytest.approx(now + STEP_SECONDS)
        now = presenter.due
        presenter.present(now)
    assert board.pictures[-1] == noise(1)
    assert now < 1.3
    count = len(board.pictures)
    presenter.present(2.0)
    assert len(board.pictures) == count


@pytest.mark.parametrize("kind", KINDS)
def test_a_press_in_the_midst_overtakes_the_rest_of_a_picture(kind, presenter, table, board):
    """Two steps into a new screen another one is wanted: its answer is whole in the next step, which costs no more than any."""
    table.shown = noise(1)
    presenter.present(1.0)
    presenter.present(1.0 + STEP_SECONDS)
    table.shown, table.boxes = noise(2), ((80, 16, 40, 24),)
    presenter.present(1.03)
    answer = (80, 16, 120, 40)
    assert board.pictures[-1].crop(answer) == noise(2).crop(answer)
    panel = Panel(kind)
    panel.show(DARK)
    assert max(panel.show(picture) for picture in board.pictures) <= LIMIT


def test_the_loop_sees_a_picture_through_although_nobody_presses():
    """One press changes the whole screen; the steps after it come by themselves, and then the box rests."""
    values = defaults(schema([TALLY]))
    values["table"]["language"] = "en"
    table, times = Table([TALLY], Journal(None), Times(), values=values), Times()
    board = LivesUntilWhole(table)
    table.notify("A notice lies over the menu, and goes with a press.")
    loop = Loop(table, board, times)
    assert loop.run(longest=0.1) is Ending.BOARD_DEAD
    loop.close()
    steps = len(board.pictures) - 2
    assert steps > 0
    assert sum(wait <= STEP_SECONDS for wait in times.waits) >= steps
    assert board.pictures[-1] == table.picture(times.now())


def test_a_flash_is_no_curtain(presenter, table, board):
    """Light swapped with dark is one command for the panel."""
    table.shown = Image.new("1", (WIDTH, HEIGHT), 1)
    ImageDraw.Draw(table.shown).rectangle((50, 30, 70, 40), fill=0)
    presenter.present(1.0)
    assert board.pictures[-1] == table.shown
    assert presenter.due is None


@pytest.mark.parametrize("light", [Light.FAINT, Light.OFF])
def test_a_glass_that_nobody_watches_is_written_in_one_go(light, presenter, table, board):
    """At the bedside the box sleeps on instead of drawing curtains."""
    table.lit, table.shown = light, noise(1)
    presenter.present(1.0)
    assert board.pictures[-1] == noise(1)
    assert presenter.due is None


def test_those_who_look_on_see_the_picture_whole(presenter, table):
    """Their wires are faster."""
    table.shown = noise(1)
    presenter.present(1.0)
    table.standing = lambda: None
    assert presenter.sight(None).picture == noise(1)
