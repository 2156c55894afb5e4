"""The panel: luma's own display() beside ours over the same recorded evenings, on the same counting bus."""

from __future__ import annotations

import operator
import statistics
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import luma.oled.device as stock
from PIL import Image, ImageDraw

from drivers.contract import Button, Press
from drivers.debounce import SETTLE
from drivers.oled import SH1106, SSD1306
from drivers.packing import pack
from drivers.simulator.box import Box

Evening = Sequence[Image.Image]

FLOWS = Path(__file__).parents[1] / "tests" / "flows"


def run(evenings: dict[str, Evening] | None = None) -> None:
    """Print the tables, over recorded evenings by name; without any, over those of tests/flows and a synthetic one."""
    # luma's stock display() reads pixels in a way Pillow is about to drop.
    warnings.filterwarnings("ignore", message="Image.Image.getdata is deprecated")
    evenings = evenings or {**dict(recorded()), "synthetic": synthetic()}
    _packing()
    _presses()
    for kind, ours, lumas in (("SSD1306", SSD1306, stock.ssd1306), ("SH1106", SH1106, stock.sh1106)):
        print(
            f"\nPanel: {kind}, whole evenings; bytes and transfers a picture, wire time at 400 kHz / 100 kHz, processor time"
        )
        everything = []
        for name, pictures in evenings.items():
            changed = _without_repeats(pictures)
            ours_sent, lumas_sent = _play(_ours(ours), changed), _play(lumas, changed)
            everything.append((ours_sent, lumas_sent))
            print(f"  {name}: {len(pictures)} pictures shown, {len(changed)} different from the one before")
            print(f"    luma {lumas_sent}")
            print(f"    ours {ours_sent}   {ours_sent.size() / lumas_sent.size():6.1%} of luma's bytes")
            print(f"    changed bytes alone, without saying where: {_changed(changed) / lumas_sent.size():6.1%}")
        ours_size, lumas_size = (sum(sent.size() for sent in each) for each in zip(*everything, strict=True))
        print(f"  all evenings: {ours_size / lumas_size:.1%} of luma's bytes")


def _packing() -> None:
    """How long it takes to turn a picture into the controller's bytes."""
    device = stock.ssd1306(Counter())
    device.persist = True
    pictures = synthetic()[:50]
    plain = min(_seconds(device.display, pictures) for _ in range(5))
    ours = min(_seconds(pack, pictures) for _ in range(20))
    print("Panel: packing a picture, microseconds")
    print(f"  luma {plain * 1e6:8.1f}")
    print(f"  ours {ours * 1e6:8.1f}   1/{plain / ours:.0f} of luma's time")


def _presses() -> None:
    """How long a press takes from the button's release to the game, beside a bus that works and one that hangs."""
    print(
        f"\nPanel: from the release of a button to the game, milliseconds beyond the {SETTLE * 1e3:.0f} that make it certain"
    )
    pictures = synthetic()
    for name, fault in (("the bus works", None), ("every transfer hangs for a second", lambda _: time.sleep(1.0))):
        box = Box()
        heard = threading.Event()
        told_at = [0.0]

        def on_press(_: Press, heard: threading.Event = heard, told_at: list[float] = told_at) -> None:
            told_at[0] = time.monotonic()
            heard.set()

        box.board.listen(on_press)
        box.wires.fault = fault
        late = []
        for seed in range(100):
            box.board.show(pictures[seed])
            box.push(Button.OK)
            time.sleep(0.04)
            heard.clear()
            released_at = time.monotonic()
            box.let_go(Button.OK)
            heard.wait(5.0)
            late.append((told_at[0] - released_at - SETTLE) * 1e3)
        late.sort()
        print(f"  {name:<36} p50 {_part(late, 0.5):5.2f}  p99 {_part(late, 0.99):5.2f}  worst {late[-1]:5.2f}")
        box.wires.fault = None
        box.close()


def _seconds(call: Callable[[Image.Image], Any], pictures: Evening) -> float:
    started = time.process_time()
    for picture in pictures:
        call(picture)
    return (time.process_time() - started) / len(pictures)


class Counter:
    """Stands where luma's I2C interface stands, and counts what that would put on the wires."""

    def __init__(self) -> None:
        self.transfers = 0
        self.bytes = 0

    def command(self, *cmd: int) -> None:
        """Address, control byte, commands."""
        self._count(len(cmd))

    def data(self, data: Sequence[int]) -> None:
        """Address, control byte, data, in one transfer as luma does through smbus2."""
        self._count(len(data))

    def cleanup(self) -> None:
        """Nothing to close."""

    def _count(self, payload: int) -> None:
        self.transfers += 1
        self.bytes += payload + 2


class Sent:
    """What each picture of an evening cost."""

    def __init__(self) -> None:
        self.bytes: list[int] = []
        self.transfers: list[int] = []
        self.cpu: list[float] = []

    def size(self) -> int:
        """Bytes in all."""
        return sum(self.bytes)

    def wire(self, hertz: int) -> list[float]:
        """Milliseconds on the wire for each picture: 9 bits a byte, and a start and a stop a transfer."""
        return sorted(
            (9 * size + 2 * count) / hertz * 1e3 for size, count in zip(self.bytes, self.transfers, strict=True)
        )

    def latency(self) -> list[float]:
        """Milliseconds from the picture to its last byte at 400 kHz: processor and wire."""
        wire = ((9 * size + 2 * count) / 400 for size, count in zip(self.bytes, self.transfers, strict=True))
        return sorted(cpu * 1e3 + on_wire for cpu, on_wire in zip(self.cpu, wire, strict=True))

    def __str__(self) -> str:
        fast, slow, latency = self.wire(400_000), self.wire(100_000), self.latency()
        return (
            f"{statistics.mean(self.bytes):7.1f} B {statistics.mean(self.transfers):5.1f} tr"
            f"   {statistics.mean(fast):6.2f} / {statistics.mean(slow):6.2f} ms"
            f"   cpu {statistics.mean(self.cpu) * 1e6:6.0f} µs"
            f"   to the last byte p50 {_part(latency, 0.5):5.2f} p99 {_part(latency, 0.99):5.2f} ms"
        )


def _part(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _ours(kind: type) -> Callable[[Counter], Any]:
    def make(counter: Counter) -> Any:
        device = kind(rotation=0, column_offset=None)
        device.connect(counter)
        device.initialise()
        return device

    return make


def _play(make: Callable[[Counter], Any], pictures: Evening) -> Sent:
    """Show all pictures but the first, which anybody has to send whole."""
    counter, sent = Counter(), Sent()
    device = make(counter)
    device.persist = True
    device.display(pictures[0])
    for picture in pictures[1:]:
        size, transfers, started = counter.bytes, counter.transfers, time.process_time()
        device.display(picture)
        sent.cpu.append(time.process_time() - started)
        sent.bytes.append(counter.bytes - size)
        sent.transfers.append(counter.transfers - transfers)
    return sent


def _changed(pictures: Evening) -> int:
    """The bytes that differ from picture to picture: no driver can send fewer."""
    packed = [pack(picture) for picture in pictures]
    return sum(sum(map(operator.ne, earlier, later)) for earlier, later in pairwise(packed))


def _without_repeats(pictures: Evening) -> Evening:
    """Both ways are spared a picture that equals the one before; luma would send it again."""
    kept = list(pictures[:1])
    kept += [later for earlier, later in pairwise(pictures) if earlier.tobytes() != later.tobytes()]
    return kept


def recorded() -> Iterator[tuple[str, Evening]]:
    """Every script of tests/flows, played on the box in virtual time, with every picture the game showed."""
    from device.commands.replay import new_player  # noqa: PLC0415 - the only benchmark that plays whole games

    for script in sorted(FLOWS.glob("*.txt")):
        player = new_player(None)
        pictures: list[Image.Image] = []
        board: Any = player.box.board
        show = board.show

        def keep(picture: Image.Image, pictures: list[Image.Image] = pictures, show: Any = show) -> None:
            pictures.append(picture.copy())
            show(picture)

        board.show = keep
        player.play(script.read_text(encoding="utf-8").splitlines())
        player.box.close()
        player.table.journal.close()
        yield script.stem, pictures


def synthetic() -> Evening:
    """Four lanes with a runner each that gallops on, its number changing: about what a race does to a screen."""
    pictures = []
    places = [4, 4, 4, 4]
    for step in range(200):
        places[step // 6 % 4] += 1
        picture = Image.new("1", (128, 64))
        pen = ImageDraw.Draw(picture)
        for lane, place in enumerate(places):
            pen.line((0, lane * 16 + 15, 127, lane * 16 + 15), fill=1)
            pen.ellipse((place % 100, lane * 16 + 2 + step % 2, place % 100 + 14, lane * 16 + 12 + step % 2), fill=1)
            pen.text((112, lane * 16 + 2), str(place % 100), fill=1)
        pictures.append(picture)
    return pictures


if __name__ == "__main__":
    run()
