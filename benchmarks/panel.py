"""The panel: luma's own display() beside ours over the same evenings, on the same counting bus."""

from __future__ import annotations

import operator
import statistics
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import luma.oled.device as stock
from PIL import Image, ImageDraw

from benchmarks.evenings import EVENINGS, Drawn, drawn, flows
from device.games.hockey import events as hockey_events
from device.games.hockey.controls import present_call
from device.games.horse_race import events as horse_events
from device.games.horse_race import motion
from device.games.horse_race.evening import Phase as RacePhase
from drivers.contract import Button, Press
from drivers.debounce import SETTLE
from drivers.oled import SH1106, SSD1306
from drivers.packing import pack
from drivers.simulator.box import Box

Evening = Sequence[Image.Image]
_PICTURE, _GLASS = operator.attrgetter("picture"), operator.attrgetter("glass")


def run() -> None:
    """Print the tables."""
    # luma's stock display() reads pixels in a way Pillow is about to drop.
    warnings.filterwarnings("ignore", message="Image.Image.getdata is deprecated")
    _packing()
    _presses()
    whole_evenings = {name: drawn(lines()) for name, lines in EVENINGS.items()}
    scripts = {name: drawn(lines) for name, lines in flows()}
    for kind, ours, lumas in PANELS:
        print(f"\nPanel: {kind}; a picture's bytes and transfers, wire time at 400 kHz / 100 kHz, processor time")
        _table("all evenings", whole_evenings, ours, lumas)
        _table("all scripts of tests/flows", scripts, ours, lumas)
        _moments(whole_evenings, ours, lumas)


def _table(
    title: str, evenings: Mapping[str, Sequence[Drawn]], ours: Callable[[Counter], Any], lumas: Callable[[Counter], Any]
) -> None:
    """Bytes against luma's in two ways: luma sends each picture that is drawn, or is spared those that equal the one before.

    Luma's are not unfolded, nor is it charged for the pictures that are drawn again only because ours are.
    """
    totals = [0, 0, 0, 0]
    for name, evening in evenings.items():
        pictures = _as_drawn(evening)
        changed = _without_repeats(pictures)
        unfolded = _without_repeats([each.glass for each in evening])
        ours_sent, lumas_sent = _play(ours, unfolded), _play(lumas, changed)
        # A repeated picture costs luma as much as any other, and us nothing.
        whole = lumas_sent.size() // (len(changed) - 1)
        sizes = (ours_sent.size(), whole * (len(pictures) - 1), lumas_sent.size(), _changed(changed))
        totals = [total + size for total, size in zip(totals, sizes, strict=True)]
        print(f"  {name}: {len(pictures)} pictures drawn, {len(changed)} different from the one before")
        print(f"    luma {lumas_sent}")
        print(f"    ours {ours_sent}")
        print(f"    {_shares(*sizes)}")
    print(f"  {title}:\n    {_shares(*totals)}")


def _shares(ours: int, lumas: int, lumas_spared: int, changed: int) -> str:
    return (
        f"{ours / lumas:.1%} of luma's bytes for all pictures drawn (the changed bytes alone: {changed / lumas:.1%}), "
        f"{ours / lumas_spared:.1%} for those that differ ({changed / lumas_spared:.1%})"
    )


def _moments(
    evenings: Mapping[str, Sequence[Drawn]], ours: Callable[[Counter], Any], lumas: Callable[[Counter], Any]
) -> None:
    """What is waited for at a table, on the wire at 400 kHz."""
    print("  on the wire at 400 kHz, milliseconds")
    for name, chosen in MOMENTS.items():
        line = f"    {name:<48}"
        for make, seen in ((lumas, _PICTURE), (ours, _GLASS)):
            times = sorted(
                time
                for evening in evenings.values()
                for time, each in zip(wire_times(make, list(map(seen, evening))), evening[1:], strict=True)
                if each.scene is not None and time and chosen(each.scene)
            )
            who = "luma" if seen is _PICTURE else "ours"
            line += f"   {who} p50 {_part(times, 0.5):5.2f} p99 {_part(times, 0.99):5.2f} max {times[-1]:5.2f}"
        print(f"{line}   of {len(times)} pictures")


def wire_times(make: Callable[[Counter], Any], pictures: Evening) -> list[float]:
    """Milliseconds at 400 kHz for each picture after the first; 0 for a repeated one."""
    counter = Counter()
    device = _on(counter, make)
    device.display(pictures[0])
    times = []
    for earlier, later in pairwise(pictures):
        bits = counter.bits()
        if later.tobytes() != earlier.tobytes():
            device.display(later)
        times.append((counter.bits() - bits) / 400)
    return times


def _turned(scene: Any) -> bool:
    return isinstance(scene.event, horse_events.Turn) and scene.state.phase is RacePhase.RACE


def _played(scene: Any) -> bool:
    return isinstance(scene.event, hockey_events.Play | hockey_events.Score)


AT_ONCE = 0.03
"""Seconds after a press within which a picture is the answer to it."""
ANSWERS: Mapping[str, Callable[[Any], bool]] = {
    "a card of the row: the answer": lambda scene: (
        isinstance(scene.event, horse_events.LayLink) and scene.elapsed < AT_ONCE
    ),
    "a horse's step: the answer to the press": lambda scene: _turned(scene) and scene.elapsed < AT_ONCE,
    "a hockey card: the answer": lambda scene: (
        _played(scene) and scene.elapsed < AT_ONCE and present_call(scene) is None
    ),
    "a hockey pass, interception or goal: the answer": lambda scene: (
        _played(scene) and scene.elapsed < AT_ONCE and present_call(scene) is not None
    ),
}
"""Pictures that answer a press, by their scenes: each at most 5 ms."""
MOMENTS: Mapping[str, Callable[[Any], bool]] = {
    **ANSWERS,
    "a horse's step: each picture of its way": lambda scene: _turned(scene) and AT_ONCE <= scene.elapsed < motion.STEP,
    "a horse's step: its arrival, and the new chances": lambda scene: _turned(scene) and scene.elapsed >= motion.STEP,
    "a hockey card or call: what unfolds and moves": lambda scene: _played(scene) and scene.elapsed >= AT_ONCE,
}
"""These, and what follows them."""


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

    def bits(self) -> int:
        """Clock cycles: 9 a byte, and a start and a stop a transfer."""
        return 9 * self.bytes + 2 * self.transfers

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


PANELS = (("SSD1306", _ours(SSD1306), stock.ssd1306), ("SH1106", _ours(SH1106), stock.sh1106))


def _on(counter: Counter, make: Callable[[Counter], Any]) -> Any:
    """A device on a counting line; luma's exit hook leaves it alone."""
    device = make(counter)
    device.persist = True
    return device


def _play(make: Callable[[Counter], Any], pictures: Evening) -> Sent:
    """Show all pictures but the first, which anybody has to send whole."""
    counter, sent = Counter(), Sent()
    device = _on(counter, make)
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


def _as_drawn(evening: Sequence[Drawn]) -> Evening:
    """The pictures of an evening without those that were drawn for the next step of the one before."""
    steps = [before.picture == each.picture and before.glass != each.glass for before, each in pairwise(evening)]
    return [each.picture for each, step in zip(evening, [False, *steps], strict=True) if not step]


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
