"""The wiring: one file, read once, and nothing accepted that could not work."""

import pytest

from drivers.contract import BoardError, Button
from drivers.pinout import PinoutError, load, names


def test_both_maps_are_there_the_default_first():
    """What pinout.toml offers."""
    assert names() == ("i2c", "spi")


@pytest.mark.parametrize("name", names())
def test_the_maps_are_sound_and_have_all_seven_buttons(name):
    """Loading checks them; every button has a pin of its own."""
    pinout = load(name)
    pins = [pin for _, pin in pinout.functions()]
    assert set(pinout.buttons) == set(Button)
    assert len(pins) == len(set(pins))


def test_single_pins_can_be_changed():
    """By the dotted name of their function; the rest stays."""
    pinout = load("i2c", {"buttons.home": 4, "lamps.ok": 11, "buzzer.pin": 12, "buttons.ok": 13, "panel.reset": 8})
    assert (pinout.buttons[Button.HOME], pinout.lamps[Button.OK], pinout.buzzer) == (4, 11, 12)
    assert pinout.panel["reset"] == 8
    assert pinout.buttons[Button.SPADE] == 5


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"lamps.ok": 27}, r"lamps\.ok and lamps\.heart are both on GPIO 27; move one of them"),
        ({"buttons.home": 7}, r"buttons\.home and buttons\.undo are both on GPIO 7"),
        ({"buttons.ok": 0}, "GPIO 0, which belongs to the ID EEPROM"),
        ({"buttons.ok": 1}, "GPIO 1, which belongs to the ID EEPROM"),
        ({"buttons.ok": 2}, "GPIO 2, which belongs to the I2C bus"),
        ({"buttons.ok": 3}, "GPIO 3, which belongs to the I2C bus"),
        ({"buttons.ok": 14}, "belongs to the serial console; use another pin"),
        ({"lamps.ok": 18}, "belongs to the I2S sound bus"),
        ({"buttons.ok": 28}, "GPIO 28, which the header does not have; use 4 to 27"),
        ({"buttons.ok": -1}, "GPIO -1, which the header does not have"),
        ({"lamps.ok": 4}, "the lamp would glow; use 9 to 27"),
        ({"buzzer.pin": 4}, "no pulse generator; use 12 or 13"),
        ({"buttons.ok": "12"}, "needs a GPIO number, 2 to 27, not '12'"),
        ({"buttons.ok": True}, "needs a GPIO number, 2 to 27, not True"),
        ({"buttons.joker": 4}, r'"buttons\.joker" is not a function of the map "i2c"; there are buttons\.spade, '),
        ({"panel.sda": 4}, r'"panel\.sda" is not a function'),
        ({"panel": 4}, r'"panel" is not a function'),
    ],
)
def test_what_cannot_work_is_refused_with_cause_and_cure(changes, says):
    """The function, the pin, the reason, and what to do instead."""
    with pytest.raises(PinoutError, match=says):
        load("i2c", changes)


@pytest.mark.parametrize("pin", [2, 3, 8, 10, 11])
def test_the_spi_panels_pins_and_the_i2c_pins_are_taken(pin):
    """With a panel on SPI its bus owns 8, 10 and 11; 2 and 3 have pull-ups nobody can switch off."""
    with pytest.raises(PinoutError):
        load("spi", {"buttons.ok": pin})


def test_an_unknown_map_names_those_there_are():
    """A misspelt map."""
    with pytest.raises(PinoutError, match='no pin map "ic2"; choose one of i2c, spi'):
        load("ic2")


def test_a_pinout_error_is_a_board_error():
    """Whoever opens a board catches one kind."""
    assert issubclass(PinoutError, BoardError)
