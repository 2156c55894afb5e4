"""What the package does on a virtual Pi where nothing fails but the power, each check with its figure; seconds are the guest's."""

from __future__ import annotations

import tempfile
from pathlib import Path

import powercut
from bench import Bench, race, replayed, restarts
from host import run
from machine import Machine, play

EVENING = Path(__file__).parent / "evenings/three_games.txt"


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


# -- 2: whole evenings -------------------------------------------------------------------------------------------------


def evenings(bench: Bench) -> None:
    """A race, a hockey period and an oracle night, pressed on the lines; the chip's pictures are those of `meneur replay`."""
    script = EVENING.read_text(encoding="utf-8")
    with bench.at_menu("evenings") as machine:
        seen = play(machine, script, replayed(script))
        share, _ = _used(machine, 5)
    bench.report.say("at rest after it", f"{100 * share:.0f} % of the core", share < 0.1)
    wrong = [name for name, equal in seen.items() if not equal]
    figure = f"{len(seen) - len(wrong)} of {len(seen)} pictures equal" + (f"; not {', '.join(wrong)}" if wrong else "")
    bench.report.say("race, hockey period and oracle night as in replay", figure, not wrong)


# -- 1, 3, 8: beside ten lines of luma and gpiozero -------------------------------------------------------------------------


def beside_ten_lines(bench: Bench, count: int = 20, rest: float = 10) -> None:
    """The first picture, from letting a button go to the first changed pixel, and what each uses at rest."""
    report = bench.report
    with bench.at_menu("beside") as machine:
        # Meneur's files have been read before; now the ten lines' have been too.
        _first_picture(machine, "rig-plain")
        plain_seconds = _first_picture(machine, "rig-plain")
        plain = machine.ask("latency", button="heart", count=count)
        plain_share, plain_megabytes = _used(machine, rest, unit="rig-plain")
        seconds = _first_picture(machine, "meneur")
        if machine.until(bench.menu, 20) is None:
            raise RuntimeError(f"no menu on the glass: {bench.log(machine)}")
        menu = machine.ask("latency", button="heart", count=count)
        share, megabytes = _used(machine, rest)
    figure = (
        f"{seconds:.1f} s; ten lines of luma and gpiozero {plain_seconds:.1f} s: {seconds / plain_seconds:.2f} times"
    )
    report.say("service start to first picture (at most 1.5 times)", figure, seconds <= 1.5 * plain_seconds)
    report.say("let go to changed pixel in the menu, p50 / p99", _times(menu, plain), menu["missed"] == 0)
    # lgpio's own threads look for edges all the time, whoever uses them.
    figure = (
        f"{100 * share:.1f} % of the core, {megabytes:.0f} MB; "
        f"ten lines {100 * plain_share:.1f} %, {plain_megabytes:.0f} MB"
    )
    report.say(f"at rest for {rest:.0f} seconds, memory as PSS", figure, share < 0.05)
    with bench.in_race("racing") as machine:
        racing = {"milliseconds": [], "missed": 0}
        for button in ("heart", "undo") * (count // 2):
            told = machine.ask("latency", button=button, count=1, gap=1.5)
            racing = {what: racing[what] + told[what] for what in racing}
        share, megabytes = _used(machine, 20, "club", "undo")
    report.say("let go to changed pixel in a race, p50 / p99", _times(racing, plain), racing["missed"] == 0)
    figure = f"{100 * share:.0f} % of the core, {megabytes:.0f} MB"
    report.say("in a race, a press every 5 s", figure, share < 0.5)


def _first_picture(machine: Machine, unit: str) -> float:
    """Seconds from the start of a unit to the first picture, everything else being stopped."""
    machine.sh("systemctl stop meneur rig-plain")
    machine.rest(2)
    return machine.ask("begin", unit=unit)["seconds"] or 999.0


def _times(ours: dict, plain: dict) -> str:
    told = [
        f"{_percentile(each['milliseconds'], 0.5):.0f} / {_percentile(each['milliseconds'], 0.99):.0f} ms"
        for each in (ours, plain)
    ]
    return f"{told[0]}; ten lines {told[1]}; {len(ours['milliseconds'])} presses, {ours['missed']} missed"


# -- 7: power cuts -----------------------------------------------------------------------------------------------------


def power_cuts(bench: Bench, count: int = 200, presses: int = 100) -> None:
    """Presses stream in while every write to the matches' disk is logged; then the disk is cut at many places."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:  # each cut is a copy of the whole disk
        outcome, confirmed = _cut(bench, Path(folder), count, presses)
    figure = f"{outcome.cuts} cuts, {confirmed} of {presses} presses: {len(outcome.lost)} lost, {len(outcome.malformed)} malformed"
    for trouble in (*outcome.lost[:3], *outcome.malformed[:3]):
        print("   ", trouble)
    well = outcome.cuts >= count and not outcome.lost and not outcome.malformed and confirmed == presses
    bench.report.say("power cuts while presses stream in", figure, well)


def _cut(bench: Bench, folder: Path, count: int, presses: int) -> tuple[powercut.Outcome, int]:
    """Stream the presses, then cut; what came of it, and how many presses the glass confirmed."""
    log = folder / "writes.log"
    log.write_bytes(b"")
    with bench.at_menu("cuts", writes=log) as machine:
        disk, base = "/dev/disk/by-id/virtio-matches", folder / "base.img"
        run("cp", "--sparse=always", machine.matches_disk, base)
        machine.sh(f"systemctl stop meneur && mount {disk} /var/lib/meneur && rm -rf /var/lib/meneur/*")
        machine.sh("chown meneur: /var/lib/meneur && systemctl start meneur")
        script = "press ok\npress ok\nshot empty\npress spade\nwait 3\nshot one\n"
        pictures = replayed(script)
        if machine.until(bench.menu, 60) is None or not all(play(machine, script, pictures).values()):
            raise RuntimeError(f"the first link is not on the glass: {bench.log(machine)}")
        before = _records(machine)
        confirmed = machine.ask(
            "stream",
            buttons=["undo", "spade"],
            shown=[pictures[name].tobytes().hex() for name in ("empty", "one")],
            count=presses,
            device=disk,
            offset=powercut.CONFIRMED_AT,
        )["confirmed"]
    return powercut.cut(base, log, count, before), confirmed


def _records(machine: Machine) -> int:
    """How many events the match book holds."""
    count_them = (
        "import sqlite3; d = sqlite3.connect('file:/var/lib/meneur/journal.sqlite3?mode=ro', uri=True); "
        "print(d.execute('select count(*) from record').fetchone()[0])"
    )
    return int(machine.sh(f'python3 -c "{count_them}"'))


# -- 8: memory -------------------------------------------------------------------------------------------


def month(bench: Bench, evenings: int = 30) -> None:
    """A month of short evenings: a race, a hockey match and an oracle in turn, begun or gone on with, and home again."""
    sizes = {}
    with bench.at_menu("month") as machine:
        for evening in range(1, evenings + 1):
            for button, times in _EVENINGS[evening % len(_EVENINGS)]:
                machine.press(button, times, up=0.12)
            machine.rest(0.3)
            if evening in (6, evenings):
                sizes[evening] = _megabytes(machine)
        handles = machine.sh("ls /proc/$(systemctl show -P MainPID meneur)/fd | wc -l")
        well = machine.sh("systemctl is-active meneur") == "active" and restarts(machine) == 0
        events = _records(machine)
    figure = (
        f"{sizes[6]:.1f} MB after 6, {sizes[evenings]:.1f} MB after {evenings}, {events} events; {handles} open files"
    )
    well = well and events > evenings and sizes[evenings] - sizes[6] < 1
    bench.report.say(f"memory over {evenings} evenings", figure, well)


_EVENINGS = (
    (("ok", 2), ("spade", 2), ("undo", 1), ("home", 1)),
    (("heart", 1), ("ok", 2), ("heart", 1), ("home", 1), ("spade", 1)),
    (("heart", 2), ("ok", 2), ("home", 1), ("spade", 2)),
)
"""Buttons of an evening: the race, or one of the two games below it in the menu; each is left with HOME."""


def _megabytes(machine: Machine, unit: str = "meneur") -> float:
    told = machine.sh(f"awk '/^Pss:/ {{print $2}}' /proc/$(systemctl show -P MainPID {unit})/smaps_rollup")
    return int(told) / 1024


def _used(machine: Machine, seconds: float, *buttons: str, unit: str = "meneur") -> tuple[float, float]:
    """The share of the processor over so many seconds, with the next of these pressed every five; and the memory at the end."""

    def spent() -> float:
        ticks = machine.sh(f"cut -d' ' -f14,15 /proc/$(systemctl show -P MainPID {unit})/stat").split()
        return sum(map(int, ticks)) / 100

    before = spent()
    for number in range(int(seconds / 5)):
        if buttons:
            machine.press(buttons[number % len(buttons)])
        machine.rest(5)
    return (spent() - before) / seconds, _megabytes(machine, unit)


# -- 9: the package ----------------------------------------------------------------------------------------------------


def upgrades(bench: Bench) -> None:
    """A newer package over a match. What else becomes of packages needs no Pi: `make deb-check`."""
    then = race("press heart")
    with bench.in_race("upgrades") as machine:
        machine.sh("dpkg -i /var/cache/newer.deb")
        same = machine.until(bench.race, 60)
        machine.rest(2)
        machine.press("heart")
        on = machine.until(then, 15)
        version = machine.sh("dpkg-query -W -f '${Version}' meneur")
        well = None not in (same, on)
        figure = f"to {version}: same screen, race goes on" if well else f"{same}, {on}"
        bench.report.say("upgrade with a match open", figure, well)


def restored(bench: Bench) -> None:
    """An archive written by root from the running service, and read back into a box that has lost all."""
    then = race("press heart")
    with bench.in_race("restored") as machine:
        told = machine.sh("meneur export /var/cache/box.zip")
        machine.sh("systemctl stop meneur; rm -rf /var/lib/meneur/*; meneur export --restore /var/cache/box.zip")
        machine.sh("systemctl start meneur")
        same, before = machine.until(bench.race, 60), _records(machine)
        machine.press("heart")
        on = machine.until(then, 15)
        kept = _records(machine) == before + 1
    well = None not in (same, on) and kept
    figure = "same screen, race goes on, and is saved" if well else f"{told}: {same}, {on}, {kept}"
    bench.report.say("archive written and read back by root", figure, well)


CHECKS = (evenings, beside_ten_lines, month, upgrades, power_cuts, restored)
