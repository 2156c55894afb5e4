"""Our panels against luma's own: the same picture on the glass, fewer bytes on the wire."""

import luma.oled.device as stock
import pytest
from conftest import noise, same
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from drivers.display import FAULTS
from drivers.oled import SH1106, SSD1306, SSD1309
from drivers.packing import Area, Changes, pack
from drivers.simulator.bus import Cut, I2CBus, I2CLine, Wires
from drivers.simulator.chips import CHIPS

PANELS = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}
# luma's own display() reads pixels in a way that Pillow 14 drops; ours does not.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")

each_panel = pytest.mark.parametrize("kind", PANELS)


class Bench:
    """One panel on its own bus: ours, or luma's."""

    def __init__(self, kind, *, ours=True, rotation=0, column_offset=None):
        self.wires = Wires(CHIPS[kind](), lambda: None)
        line = I2CLine(I2CBus(self.wires, 0x3C), 0x3C)
        if ours:
            self.device = PANELS[kind](rotation=rotation, column_offset=column_offset)
            self.device.connect(line)
            self.device.initialise()
        else:
            self.device = getattr(stock, kind)(line, rotate=rotation // 90)
        self.device.show()
        self.wires.log = []

    def display(self, picture):
        """Show it; the transfers made for it."""
        self.wires.log.clear()
        self.device.display(picture)
        return list(self.wires.log)

    def glass(self):
        return self.wires.chip.glass()

    def close(self):
        self.device.persist = True


@st.composite
def evenings(draw):
    """A few pictures, each the one before with some boxes drawn over it, as a game does."""
    picture = noise(draw(st.integers(0, 5))) if draw(st.booleans()) else Image.new("1", (128, 64))
    pictures = [picture]
    for _ in range(draw(st.integers(1, 6))):
        picture = picture.copy()
        for _ in range(draw(st.integers(0, 6))):
            left, top = draw(st.integers(0, 127)), draw(st.integers(0, 63))
            box = (left, top, min(127, left + draw(st.integers(0, 40))), min(63, top + draw(st.integers(0, 30))))
            ImageDraw.Draw(picture).rectangle(box, fill=draw(st.sampled_from([0, 1])))
        pictures.append(picture)
    return pictures


@each_panel
@pytest.mark.parametrize("rotation", [0, 180])
def test_random_pictures_are_the_same_dot_for_dot(kind, rotation):
    """Fifty random pictures through luma's driver and ours: the modelled glass agrees each time."""
    ours, lumas = Bench(kind, rotation=rotation), Bench(kind, ours=False, rotation=rotation)
    for seed in range(50):
        picture = noise(seed)
        ours.display(picture)
        lumas.display(picture)
        assert same(ours.glass(), lumas.glass())
        assert same(ours.glass(), picture if rotation == 0 else picture.rotate(180))


@each_panel
@settings(deadline=None, max_examples=60)
@given(pictures=evenings())
def test_changes_add_up_to_the_whole_picture(kind, pictures):
    """However a picture changes, the glass shows it, and never for more bytes than sending everything."""
    bench = Bench(kind)
    whole = sum(map(len, bench.display(pictures[0])))
    for picture in pictures[1:]:
        assert sum(map(len, bench.display(picture))) <= whole
        assert same(bench.glass(), picture)


@given(st.integers(0, 10_000))
def test_packing_equals_lumas(seed):
    """The bytes our packer makes are the bytes luma sends."""
    sent = []

    class Ear:
        def command(self, *cmd):
            pass

        def data(self, data):
            sent.append(bytes(data))

    device = _luma_on(Ear())
    picture = noise(seed)
    sent.clear()
    device.display(picture)
    assert pack(picture) == b"".join(sent)


_DEVICE = []


def _luma_on(line):
    # One for all examples: each luma device leaves a hook behind for the end of the process.
    if not _DEVICE:
        _DEVICE.append(stock.ssd1306(line))
        _DEVICE[0].persist = True
    _DEVICE[0]._serial_interface = line
    line.cleanup = lambda: None
    return _DEVICE[0]


@each_panel
def test_an_equal_picture_costs_nothing(kind):
    """The same picture again, or an equal copy of it: no transfer at all."""
    bench = Bench(kind)
    bench.display(noise(1))
    assert bench.display(noise(1)) == []


def test_one_pixel_on_the_ssd1306_is_eleven_bytes_in_two_transfers():
    """Pixel (77, 21) is bit 5 of column 77 in page 2: a window of one byte, and the byte."""
    bench = Bench("ssd1306")
    bench.display(Image.new("1", (128, 64)))
    picture = Image.new("1", (128, 64))
    picture.putpixel((77, 21), 1)
    assert bench.display(picture) == [
        bytes([0x3C << 1, 0x00, 0x21, 77, 77, 0x22, 2, 2]),
        bytes([0x3C << 1, 0x40, 1 << 5]),
    ]


def test_one_pixel_on_the_sh1106_is_eight_bytes_in_two_transfers():
    """The same pixel: page 2, column 77 + 2 in two nibbles, and the byte."""
    bench = Bench("sh1106")
    bench.display(Image.new("1", (128, 64)))
    picture = Image.new("1", (128, 64))
    picture.putpixel((77, 21), 1)
    assert bench.display(picture) == [
        bytes([0x3C << 1, 0x00, 0xB2, 79 & 15, 0x10 | 79 >> 4]),
        bytes([0x3C << 1, 0x40, 1 << 5]),
    ]


def test_a_tall_change_is_one_window_on_the_ssd1306():
    """A horse of 10×16 pixels across two pages: one window of twenty bytes, not two."""
    bench = Bench("ssd1306")
    bench.display(Image.new("1", (128, 64)))
    picture = Image.new("1", (128, 64))
    ImageDraw.Draw(picture).rectangle((30, 16, 39, 31), fill=1)
    sent = bench.display(picture)
    assert sent[0] == bytes([0x78, 0x00, 0x21, 30, 39, 0x22, 2, 3])
    assert sent[1] == bytes([0x78, 0x40, *[0xFF] * 20])
    assert len(sent) == 2


@pytest.mark.parametrize(("shift", "windows"), [(0, 1), (4, 1), (5, 2)])
def test_two_changes_share_a_window_as_long_as_that_is_cheaper(shift, windows):
    """Ten columns in each of two pages, the lower ones moved to the right: eight bytes more are less than a second window."""
    old = bytes(1024)
    new = bytearray(old)
    new[256 + 30 : 256 + 40] = new[384 + 30 + shift : 384 + 40 + shift] = bytes([0xFF] * 10)
    assert len(Changes(128, overhead=9, tall=True).areas(old, bytes(new))) == windows


@pytest.mark.parametrize(("gap", "transfers"), [(1, 2), (8, 2), (9, 2), (10, 4)])
def test_a_gap_is_written_along_when_that_is_cheaper(gap, transfers):
    """Two changed columns in a page: up to nine unchanged bytes between them cost no more than a second window."""
    bench = Bench("ssd1306")
    bench.display(Image.new("1", (128, 64)))
    picture = Image.new("1", (128, 64))
    picture.putpixel((10, 3), 1)
    picture.putpixel((11 + gap, 3), 1)
    assert len(bench.display(picture)) == transfers


def test_a_window_that_is_still_set_is_not_set_again():
    """A horse that gallops on the spot: its window is told once. In the same pages elsewhere, only the columns are."""
    bench = Bench("ssd1306")
    picture = Image.new("1", (128, 64))
    bench.display(picture)
    pen = ImageDraw.Draw(picture)
    for box, fill, commands in (
        ((30, 16, 39, 31), 1, [bytes([0x78, 0x00, 0x21, 30, 39, 0x22, 2, 3])]),
        ((30, 16, 39, 31), 0, []),
        ((50, 16, 59, 31), 1, [bytes([0x78, 0x00, 0x21, 50, 59])]),
        ((50, 24, 59, 31), 0, [bytes([0x78, 0x00, 0x22, 3, 3])]),
    ):
        pen.rectangle(box, fill=fill)
        *told, data = bench.display(picture)
        assert told == commands
        assert data[:2] == bytes([0x78, 0x40])
        assert same(bench.glass(), picture)


@pytest.mark.parametrize(("kind", "told"), [("ssd1306", [0x21, 5, 14, 0x22, 0, 0]), ("sh1106", [0xB0, 0x07, 0x10])])
def test_what_lies_where_the_pointer_is_goes_first(kind, told):
    """A horse far below gallops on the spot, and something changes at the top: only for that the pointer is moved."""
    bench = Bench(kind)
    picture = Image.new("1", (128, 64))
    bench.display(picture)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((30, 48, 39, 55), fill=1)
    bench.display(picture)
    pen.rectangle((40, 48, 49, 55) if kind == "sh1106" else (30, 48, 39, 55), fill=int(kind == "sh1106"))
    pen.rectangle((5, 0, 14, 7), fill=1)
    sent = bench.display(picture)
    assert [transfer[1] for transfer in sent] == [0x40, 0x00, 0x40]
    assert sent[1] == bytes([0x78, 0x00, *told])


def test_on_the_sh1106_only_what_differs_of_page_and_column_is_told():
    """The pointer stands behind what was written last: the next page needs its number, the next column its low half."""
    bench = Bench("sh1106")
    picture = Image.new("1", (128, 64))
    bench.display(picture)
    pen = ImageDraw.Draw(picture)
    for box, commands in (
        ((30, 16, 39, 23), [bytes([0x78, 0x00, 0xB2, 0x00, 0x12])]),
        ((40, 16, 41, 23), []),
        ((42, 24, 43, 31), [bytes([0x78, 0x00, 0xB3])]),
        ((30, 24, 31, 31), [bytes([0x78, 0x00, 0x00])]),
    ):
        pen.rectangle(box, fill=1)
        *told, data = bench.display(picture)
        assert told == commands
        assert data[:2] == bytes([0x78, 0x40])
        assert same(bench.glass(), picture)


@each_panel
def test_a_flash_is_one_command(kind):
    """All light swapped with dark, and back: the controller does it by itself, whatever else changes meanwhile."""
    bench = Bench(kind)
    picture, flash = noise(1), ImageChops.invert(noise(1))
    bench.display(picture)
    assert bench.display(flash) == [bytes([0x78, 0x00, 0xA7])]
    assert same(bench.glass(), flash)
    flash.putpixel((64, 32), not flash.getpixel((64, 32)))
    assert sum(map(len, bench.display(flash))) <= 11
    assert same(bench.glass(), flash)
    assert sum(map(len, bench.display(picture))) <= 3 + 11
    assert same(bench.glass(), picture)


@each_panel
def test_light_and_dark_are_swapped_only_where_most_of_the_glass_changes(kind):
    """Two fifths of the pixels lit are written as they are, three fifths as the dark rest of a lit glass."""
    bench = Bench(kind)
    bench.display(Image.new("1", (128, 64)))
    for columns, swaps in ((51, 0), (77, 1)):
        picture = Image.new("1", (128, 64))
        ImageDraw.Draw(picture).rectangle((0, 0, columns - 1, 63), fill=1)
        assert [transfer for transfer in bench.display(picture) if 0xA7 in transfer[2:3]] == [
            bytes([0x78, 0, 0xA7])
        ] * swaps
        assert same(bench.glass(), picture)
        bench.display(Image.new("1", (128, 64)))


@each_panel
def test_initialised_in_the_middle_of_a_flash_the_next_picture_is_right(kind):
    """Initialising shows the memory as it is; the picture after it is written whole, the usual way round."""
    bench = Bench(kind)
    bench.display(noise(1))
    bench.display(ImageChops.invert(noise(1)))
    bench.device.initialise()
    bench.display(noise(1))
    assert same(bench.glass(), noise(1))


@settings(max_examples=200)
@given(
    st.binary(min_size=1024, max_size=1024), st.lists(st.tuples(st.integers(0, 1023), st.integers(1, 255)), max_size=20)
)
def test_areas_cover_every_change(old, edits):
    """No changed byte is outside the areas, and joining areas never costs more than leaving them apart."""
    new = bytearray(old)
    for place, flip in edits:
        new[place] ^= flip
    areas = Changes(128, overhead=10, tall=True).areas(old, bytes(new))
    covered = {
        page * 128 + column
        for area in areas
        for page in range(area.top, area.bottom + 1)
        for column in range(area.left, area.right + 1)
    }
    changed = {place for place in range(1024) if old[place] != new[place]}
    assert changed <= covered
    flat = Changes(128, overhead=10, tall=False).areas(old, bytes(new))
    assert _cost(areas) <= _cost(flat)


def _cost(areas):
    return sum(10 + area.size() for area in areas)


def test_an_area_knows_its_size():
    """Both ends count."""
    assert Area(0, 7, 0, 127).size() == 1024


@each_panel
def test_constructing_a_panel_touches_no_bus(kind):
    """A panel can be made while none is connected; its initialisation is sent later, and as often as needed."""
    device = PANELS[kind](rotation=0, column_offset=None)
    device.persist = True
    wires = Wires(CHIPS[kind](), lambda: None)
    device.connect(I2CLine(I2CBus(wires, 0x3C), 0x3C))
    assert wires.transfers == 0
    device.initialise()
    first = wires.transfers
    device.initialise()
    assert wires.transfers == 2 * first > 0


@each_panel
def test_initialising_a_running_panel_does_not_flicker(kind):
    """Everything is set again once a minute; the display must not go off for it."""
    bench = Bench(kind)
    bench.display(noise(1))
    seen = []
    bench.wires._changed = lambda: seen.append(bench.wires.chip.on)
    bench.device.initialise()
    bench.device.display(noise(1))
    assert all(seen)
    assert same(bench.glass(), noise(1))


@each_panel
def test_the_initialisation_is_lumas_own(kind):
    """The registers after ours are the registers after luma's."""
    ours, lumas = Bench(kind), Bench(kind, ours=False)
    for register in ("start_line", "offset", "rows", "segment_remap", "reversed_scan", "inverted", "on"):
        assert getattr(ours.wires.chip, register) == getattr(lumas.wires.chip, register)


def test_a_column_offset_moves_the_picture():
    """Some 1.3 inch modules are wired from column 0: set, everything is where it belongs."""
    bench = Bench("sh1106", column_offset=0)
    picture = Image.new("1", (128, 64))
    picture.putpixel((5, 0), 1)
    bench.display(picture)
    assert bench.glass().getpixel((3, 0))


def test_behind_the_last_column_the_pointer_is_not_believed():
    """A picture moved to the memory's right end: where the pointer stays there no data sheet says, so all of it is told."""
    bench = Bench("sh1106", column_offset=4)
    picture = Image.new("1", (128, 64))
    bench.display(picture)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((120, 8, 127, 15), fill=1)
    bench.display(picture)
    pen.rectangle((0, 8, 3, 15), fill=1)
    assert bench.display(picture)[0] == bytes([0x78, 0x00, 0xB1, 0x04, 0x10])
    assert same(bench.glass().crop((2, 0, 128, 64)), picture.crop((0, 0, 126, 64)))


@each_panel
def test_after_a_fault_in_mid_picture_everything_is_sent(kind):
    """What the panel holds is unknown then: the next picture is written whole, even if it is the one before the fault."""
    bench = Bench(kind)
    whole = len(bench.display(noise(1)))
    other = noise(1)
    ImageDraw.Draw(other).rectangle((10, 0, 20, 63), fill=0)
    # After the command of the last area and before its data: on the SH1106 other pages are written by then.
    bench.wires.fault = _fails_at(bench.wires.transfers + (1 if kind != "sh1106" else 15))
    with pytest.raises(OSError, match="Remote"):
        bench.display(other)
    bench.wires.fault = None
    assert len(bench.display(noise(1))) == whole
    assert same(bench.glass(), noise(1))


@each_panel
@pytest.mark.parametrize("heard", [0, 1024], ids=["lost", "heard, but not acknowledged"])
def test_wherever_a_fault_comes_the_next_picture_is_right(kind, heard):
    """At each transfer in turn, whether the controller has heard it or not: nothing is believed of where it writes next."""
    before, after = Image.new("1", (128, 64)), Image.new("1", (128, 64))
    for box in ((5, 0, 20, 6), (40, 9, 55, 40), (100, 20, 127, 30), (0, 56, 127, 63)):
        ImageDraw.Draw(after).rectangle(box, fill=1)
    transfers = 1
    index = -1
    while (index := index + 1) < transfers:
        bench = Bench(kind)
        bench.display(before)
        first = bench.wires.transfers
        bench.wires.fault = lambda now, failing=first + index: _cut(now == failing, heard)
        with pytest.raises(FAULTS):
            bench.display(after)
        bench.wires.fault = None
        bench.display(noise(index))
        assert same(bench.glass(), noise(index)), index
        bench.display(before)
        transfers = len(bench.display(after))


def _cut(now, heard):
    if now:
        raise Cut(5, heard)


def _fails_at(index):
    def fault(now):
        if now == index:
            raise OSError(121, "Remote I/O error")

    return fault


@each_panel
def test_initialising_mends_a_controller_in_any_state(kind):
    """Registers spoiled by noise and a command waiting for its parameters: initialised, it is as good as new."""
    fresh = Bench(kind).wires.chip
    # Pointer and window are set with every picture, contrast with the light.
    elsewhere = {"memory", "contrast", "page", "column", "first_column", "last_column", "first_page", "last_page"}
    registers = vars(fresh).keys() - elsewhere
    for waiting in fresh.parameters:
        bench = Bench(kind)
        chip = bench.wires.chip
        chip.command(bytes([0x5A, 0xD3, 0x15, 0xA8, 0x1F, 0xA7, 0xA0, 0xC0, 0xA5, waiting]))
        bench.device.initialise()
        assert {name: getattr(chip, name) for name in registers} == {name: getattr(fresh, name) for name in registers}


@each_panel
def test_no_command_is_taken_for_a_parameter_of_one_that_was_cut_off(kind):
    """Whatever the controller waits for, it then obeys all that it obeys when it waits for nothing."""
    obeyed = []

    class Heard(CHIPS[kind]):
        def _obey(self, first, rest):
            obeyed.append((first, *rest))
            super()._obey(first, rest)

    def initialised(waiting):
        bench = Bench(kind)
        bench.wires.chip = Heard()
        bench.wires.chip.command(bytes(waiting))
        obeyed.clear()
        bench.device.initialise()
        return [command for command in obeyed if command[0] not in {0xE3, *waiting[:1]}]

    for command in Heard.parameters:
        assert initialised([command]) == [each for each in initialised([]) if each[0] != command], hex(command)
