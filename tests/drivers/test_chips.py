"""The modelled controllers do what their data sheets say."""

import pytest
from PIL import Image

from drivers.simulator.chips import SH1106, SSD1306

BOTH = pytest.mark.parametrize("kind", [SSD1306, SH1106])
UPRIGHT = bytes([0xA1, 0xC8])
WAKE = bytes([0x8D, 0x14, 0xAF])


def upright(kind):
    """A chip that is on, mounted the usual way, with dark memory."""
    chip = kind()
    chip.memory[:] = bytes(len(chip.memory))
    chip.command(UPRIGHT)
    chip.command(WAKE if kind is SSD1306 else b"\xaf")
    return chip


def lit(chip):
    """The lit pixels as (x, y)."""
    pixels = chip.glass().load()
    return {(x, y) for x in range(128) for y in range(64) if pixels[x, y]}


def at(chip, page, column):
    """Move the pointer by the page addressing commands both know."""
    chip.command(bytes([0xB0 | page, column & 15, 0x10 | column >> 4]))


@BOTH
def test_power_up_leaves_noise_and_a_dark_glass(kind):
    """Memory is undefined after power-up, another time other noise; the display is off and the contrast middling."""
    one, other = kind(noise=1), kind(noise=2)
    assert one.memory != other.memory
    assert any(one.memory)
    assert one.glass().getbbox() is None
    assert one.contrast == 0x7F


@BOTH
def test_switched_on_without_a_picture_it_shows_noise(kind):
    """A driver that forgets to clear the memory sees what a person would."""
    chip = kind()
    chip.command(WAKE if kind is SSD1306 else b"\xaf")
    assert len(lit(chip)) > 1000


def test_the_ssd1306_stays_dark_without_its_charge_pump():
    """Display on is not enough: the panel's voltage comes from the pump."""
    chip = SSD1306()
    chip.command(b"\xaf")
    assert chip.glass().getbbox() is None
    chip.command(b"\x8d\x14\xaf")
    assert chip.glass().getbbox() is not None


@BOTH
def test_a_byte_is_eight_rows_of_a_page_lowest_bit_on_top(kind):
    """Page 2, third column, bits 0 and 7: rows 16 and 23."""
    chip = upright(kind)
    at(chip, 2, 3 + (2 if kind is SH1106 else 0))
    chip.data(b"\x81")
    assert lit(chip) == {(3, 16), (3, 23)}


@BOTH
def test_without_remap_and_reversed_scan_the_picture_is_upside_down(kind):
    """The usual module has segment 0 at the right and common 0 at the bottom."""
    chip = upright(kind)
    chip.command(b"\xa0\xc0")
    at(chip, 0, 2 if kind is SH1106 else 0)
    chip.data(b"\x01")
    assert lit(chip) == {(127, 63)}


def test_segment_remap_of_the_ssd1306_acts_on_later_writes_only():
    """Its data sheet: "data already stored in GDDRAM have no changes"."""
    chip = upright(SSD1306)
    at(chip, 0, 0)
    chip.data(b"\x01")
    chip.command(b"\xa0")
    assert lit(chip) == {(0, 0)}


def test_segment_remap_of_the_sh1106_acts_at_once():
    """It turns the segment drivers round, not the memory."""
    chip = upright(SH1106)
    at(chip, 0, 2)
    chip.data(b"\x01")
    chip.command(b"\xa0")
    assert lit(chip) == {(127, 0)}


def test_the_sh1106_has_132_columns_of_which_the_glass_shows_128():
    """Columns 0, 1, 130 and 131 are not wired; past the last one nothing is written."""
    chip = upright(SH1106)
    at(chip, 0, 0)
    chip.data(b"\xff" * 140)
    assert len(lit(chip)) == 128 * 8
    assert chip.memory[132] == 0
    at(chip, 1, 0)
    chip.data(b"\xff\xff")
    assert len(lit(chip)) == 128 * 8


@pytest.mark.parametrize(
    ("mode", "order"),
    [
        (0, [(1, 4), (1, 5), (2, 4), (2, 5), (1, 4)]),  # horizontal: along the page, then the next, then round
        (1, [(1, 4), (2, 4), (1, 5), (2, 5), (1, 4)]),  # vertical: down the pages first
    ],
)
def test_the_pointer_of_the_ssd1306_stays_in_its_window(mode, order):
    """Pages 1–2, columns 4–5, in the two windowed addressing modes."""
    chip = upright(SSD1306)
    chip.command(bytes([0x20, mode, 0x21, 4, 5, 0x22, 1, 2]))
    seen = []
    for _ in order:
        seen.append((chip.page, chip.column))
        chip.data(b"\xff")
    assert seen == order


def test_in_page_mode_the_pointer_wraps_within_the_page():
    """After column 127 comes column 0 of the same page, whatever the window."""
    chip = upright(SSD1306)
    chip.command(bytes([0x20, 2, 0x21, 4, 5]))
    at(chip, 3, 127)
    chip.data(b"\x01\x02")
    assert lit(chip) == {(127, 24), (0, 25)}


@BOTH
def test_start_line_and_offset_scroll_the_picture_up(kind):
    """Start line 8 brings row 8 to the top; an offset adds to it."""
    chip = upright(kind)
    at(chip, 1, 2 if kind is SH1106 else 0)
    chip.data(b"\x01")
    chip.command(bytes([0x40 | 8]))
    assert lit(chip) == {(0, 0)}
    chip.command(bytes([0xD3, 60]))
    assert lit(chip) == {(0, 4)}


@BOTH
def test_a_smaller_multiplex_ratio_leaves_rows_dark(kind):
    """32 rows driven: the rest of the glass shows nothing."""
    chip = upright(kind)
    chip.memory[:] = b"\xff" * len(chip.memory)
    chip.command(b"\xa8\x1f")
    assert {y for _, y in lit(chip)} == set(range(32))


@BOTH
def test_inverse_all_lit_and_off(kind):
    """A7 inverts, A5 lights everything without touching memory, AE is dark."""
    chip = upright(kind)
    chip.command(b"\xa7")
    assert len(lit(chip)) == 8192
    chip.command(b"\xa6\xa5")
    assert len(lit(chip)) == 8192
    chip.command(b"\xa4\xae")
    assert lit(chip) == set()


@BOTH
def test_commands_may_come_in_pieces(kind):
    """A parameter is a parameter in the next transfer too."""
    chip = upright(kind)
    chip.command(b"\x81")
    chip.command(b"\xae")
    assert chip.contrast == 0xAE
    assert chip.on


@BOTH
def test_reset_keeps_memory_and_loses_registers(kind):
    """What the reset line does."""
    chip = upright(kind)
    chip.command(b"\x81\x20")
    before = bytes(chip.memory)
    chip.reset()
    assert (chip.on, chip.contrast, bytes(chip.memory)) == (False, 0x7F, before)


def test_the_wrong_driver_shows_on_the_glass(still_box):
    """An SH1106 driven as an SSD1306, the classic 1.3 inch mistake: two columns of shift and garbage, not a picture."""
    from drivers.simulator.box import Box
    from drivers.wiring import PanelConfig, Wiring

    box = Box(Wiring(panel=PanelConfig(type="ssd1306")), virtual=True, mounted="sh1106")
    box.board.show(Image.new("1", (128, 64)))
    box.advance(1.0)
    assert box.glass().getbbox() is not None
    box.close()
