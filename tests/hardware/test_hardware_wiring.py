"""Pins, currents, addresses and distances on the face: what is there is right, and what would be wrong is refused."""

from copy import deepcopy
from dataclasses import replace

import pytest

from drivers import pinout
from drivers.contract import Button
from hardware.make import checks, wiring
from hardware.make.source import config_lines, pins_of, read

SOURCE = read()


def changed(table: str, path: str, value):
    """The sources with one value of one TOML file changed; path is dotted."""
    copy = deepcopy(getattr(SOURCE, table))
    *way, last = path.split(".")
    inner = copy
    for step in way:
        inner = inner[step]
    inner[last] = value
    return replace(SOURCE, **{table: copy})


def moved(button: Button, **place):
    """The sources with one button changed on the face."""
    buttons = {**SOURCE.layout.buttons, button: replace(SOURCE.layout.buttons[button], **place)}
    return replace(SOURCE, layout=replace(SOURCE.layout, buttons=buttons))


def test_the_box_can_be_built_from_the_sources():
    """Neither the wiring nor the face has a complaint."""
    assert checks.complaints(SOURCE) == []


def test_the_box_for_left_handers_can_be_built_too():
    """The mirrored face keeps the order of the suits and all distances."""
    assert list(checks.face(SOURCE.mirrored())) == []


MUTATIONS = {
    "a duplicate pin": (changed("pinout", "map.i2c.buttons.heart", 5), "GPIO 5 (pin 29) is taken twice"),
    "a lamp on GPIO 8": (changed("pinout", "map.spi.lamps.ok", 8), "would glow until the start"),
    "a lamp on a pin that is pulled up": (changed("pinout", "map.i2c.lamps.ok", 4), "pulled up at reset"),
    "a button on the ID EEPROM": (changed("pinout", "map.i2c.buttons.ok", 0), "reserved for ID EEPROM"),
    "a button on the I2C bus": (changed("pinout", "map.spi.buttons.ok", 3), "reserved for I2C"),
    "a button on the I2S pins": (changed("pinout", "map.i2c.buttons.ok", 20), "reserved for I2S sound"),
    "a pin that the header does not have": (changed("pinout", "map.i2c.buttons.ok", 40), "the header does not have"),
    "a buzzer without PWM": (changed("pinout", "map.i2c.buzzer.pin", 4), "no hardware PWM"),
    "a button on the bus of the SPI panel": (changed("pinout", "map.spi.buttons.home", 11), "away from button home"),
    "lamps of 20 mA": (changed("parts", "parts.suit_button.lamp_ma", 40.0), "lamps too strong"),
    "a lamp beyond the driver's channel": (changed("parts", "parts.driver.channel_ma", 5.0), "a channel of the driver"),
    "a driver with too few channels": (changed("parts", "parts.driver.channels", 4), "4 channels"),
    "the common 220 Ω at the buzzer": (
        changed("parts", "parts.buzzer_resistor.ohm", 220.0),
        "board 4: the buzzer's 15.0 mA",
    ),
    "inputs that ask too much of the pins": (changed("parts", "parts.driver.input_ma", 7.0), "all pins together"),
    "a supply that is too weak": (changed("boards", "boards.4.psu_ma", 700), "the supply gives 700 mA"),
    "a clock at the panel's address": (changed("boards", "addresses.DS3231 clock", [0x3C]), "the same address"),
    "a button over the screen": (moved(Button.OK, centre=(110.0, 90.0)), "stands over the screen"),
    "two caps too close": (moved(Button.UNDO, centre=(20.0, 70.0)), "between the caps of UNDO and HOME"),
    "a button at the wall": (moved(Button.HOME, centre=(12.0, 97.0)), "of a wall"),
    "two suits exchanged": (moved(Button.HEART, centre=(104.0, 26.5)), "do not stand in one row"),
    "a button that meets the floor": (changed("parts", "parts.suit_button.depth", 44.0), "there is room for 36.7 mm"),
    "another panel than the face is drawn for": (
        changed("enclosure", "panels", {"x": {"board": [9, 9], "lit": [5, 5], "default": True}}),
        "not the default panel",
    ),
    "a bed that is too small": (changed("enclosure", "print.bed", 160.0), "print bed of 160"),
}


@pytest.mark.parametrize(("mutant", "complaint"), MUTATIONS.values(), ids=MUTATIONS)
def test_a_box_that_could_not_be_built_is_refused(mutant, complaint):
    """Each mutation is found, and the sentence names its cause."""
    assert any(complaint in text for text in checks.complaints(mutant)), checks.complaints(mutant)


def test_lamps_of_twenty_milliamperes_all_round_are_refused():
    """Seven lamps of 20 mA would double what the lamps take."""
    strong = changed("parts", "parts.suit_button.lamp_ma", 20.0)
    strong.parts["parts"]["corner_button"]["lamp_ma"] = 20.0
    assert any("lamps too strong" in text for text in checks.complaints(strong))


def test_a_narrow_window_is_refused():
    """A millimetre of bezel is wanted around the lit area."""
    screen = replace(SOURCE.layout.screen, window=(55.5, 29.5))
    narrow = replace(SOURCE, layout=replace(SOURCE.layout, screen=screen))
    assert any("the window leaves 0.25 mm" in text for text in checks.face(narrow))


def test_the_header_has_every_gpio_once():
    """40 pins: GPIO 0 to 27, two of 5 V, two of 3V3, eight of GND."""
    header = list(SOURCE.boards["header"].values())
    assert sorted(pin for pin in header if isinstance(pin, int)) == list(range(28))
    assert (len(header), header.count("5V"), header.count("3V3"), header.count("GND")) == (40, 2, 2, 8)


@pytest.mark.parametrize(
    ("gpio", "pin"), [(2, 3), (3, 5), (4, 7), (17, 11), (27, 13), (13, 33), (26, 37), (16, 36), (7, 26)]
)
def test_well_known_pins_are_where_everybody_knows_them(gpio, pin):
    """A slip in the header's table would make every other page wrong."""
    assert SOURCE.header_pin(gpio) == pin


def test_the_software_refuses_the_same_pins():
    """boards.toml and the driver's own checks agree on reserved pins, lamp pins and pulse generators."""
    reserved = {pin for pins in SOURCE.boards["reserved"].values() for pin in pins}
    assert reserved == set(pinout.RESERVED)
    assert set(SOURCE.boards["pins"]["pulled_up_at_reset"]).isdisjoint(pinout.LAMP_PINS)
    assert set(pinout.BUZZER_PINS) == set(SOURCE.boards["pins"]["pwm"]) - reserved


@pytest.mark.parametrize("map_name", SOURCE.maps)
def test_the_guide_and_the_software_use_the_same_pins(map_name):
    """Every pin of the tables is the pin that the driver opens."""
    software = sorted(pin for _, pin in pinout.load(map_name).functions())
    assert sorted(pin for _, pin in pins_of(SOURCE.maps[map_name])) == software


def test_an_spi_panel_takes_no_pin_that_it_does_not_need():
    """The full SPI overlay would claim UNDO (GPIO 7) and the panel's DC (GPIO 9)."""
    assert "dtoverlay=spi0-1cs,no_miso" in config_lines(SOURCE, "spi", "4")
    claims = SOURCE.boards["claims"]
    assert {7, 9} <= set(claims["dtparam=spi=on"])
    assert {7, 9}.isdisjoint(claims["dtoverlay=spi0-1cs,no_miso"])


@pytest.mark.parametrize(
    ("board", "off"), [("zero-w", True), ("zero-2-w", True), ("3", True), ("4", False), ("5", False)]
)
def test_analogue_sound_is_off_where_it_shares_the_buzzers_generator(board, off):
    """On the Zeros and the 3 the audio output uses the PWM of GPIO 12 and 13."""
    assert ("dtparam=audio=off" in config_lines(SOURCE, "i2c", board)) is off


def test_a_clock_is_the_pi_5s_own_or_a_ds3231():
    """The Pi 5 charges its cell; every other board gets the overlay."""
    assert config_lines(SOURCE, "i2c", "5", clock=True)[-1] == "dtparam=rtc_bbat_vchg=3000000"
    assert config_lines(SOURCE, "i2c", "3", clock=True)[-1] == "dtoverlay=i2c-rtc,ds3231"
    assert "dtparam=i2c_arm=on" in config_lines(SOURCE, "spi", "3", clock=True)


@pytest.mark.parametrize("map_name", SOURCE.maps)
def test_every_pin_is_soldered_exactly_where_it_belongs(map_name):
    """Each GPIO of the map is in the list of joints, and no other one."""
    ends = [end for _, group in wiring.joints(SOURCE, map_name) for joint in group for end in (joint.start, joint.end)]
    wanted = {SOURCE.pin_text(pin) for _, pin in pins_of(SOURCE.maps[map_name])}
    assert {end for end in ends if end.startswith("GPIO")} == wanted


@pytest.mark.parametrize("map_name", SOURCE.maps)
def test_a_lamp_hangs_on_the_driver_and_never_on_a_pin(map_name):
    """Each lamp's GPIO goes to an input, and the output across from it goes to the lamp's own plug."""
    group = dict(wiring.joints(SOURCE, map_name))["Lamps"]
    for number, (name, gpio) in enumerate(SOURCE.maps[map_name]["lamps"].items()):
        to_input, to_lamp = group[2 * number : 2 * number + 2]
        assert to_input.start == SOURCE.pin_text(gpio)
        assert to_input.end.startswith(f"driver pin {number + 1} ")
        assert to_lamp.start.startswith(f"driver pin {18 - number} ")
        assert to_lamp.end == f"J{list(Button).index(Button(name)) + 1} pin 3 (lamp −)"


def test_quantities_follow_the_wiring():
    """Four large buttons, three small ones, a contact for each wire, one panel of the right kind."""
    i2c = {part["name"]: number for number, part in wiring.bill(SOURCE, "i2c")}
    parts = SOURCE.parts["parts"]
    assert i2c[parts["suit_button"]["name"]] == 4
    assert i2c[parts["corner_button"]["name"]] == 3
    assert i2c[parts["contact"]["name"]] == 7 * 4 + 5 + 2
    assert parts["panel"]["name"] in i2c
    assert parts["panel_spi"]["name"] not in i2c


def test_buttons_without_a_lamp_have_two_wires():
    """The SPI map has no lamps for HOME and UNDO."""
    leads = {lead.name: len(lead.wires) for lead in wiring.leads(SOURCE, "spi")}
    assert (leads["HOME"], leads["UNDO"], leads["OK"]) == (2, 2, 4)


def test_ground_is_black_and_five_volts_are_red():
    """In every lead, so that a wrong wire is seen."""
    for map_name in SOURCE.maps:
        for lead in wiring.leads(SOURCE, map_name):
            for wire in lead.wires:
                assert (wire.signal == "GND") == (wire.colour == "black")
                assert (wire.signal == "5 V") == (wire.colour == "red")
