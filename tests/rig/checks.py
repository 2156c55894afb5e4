"""The checks of the virtual Pi, each with its figure. Every one goes on from a machine at its menu or in a race; seconds are the guest's."""

from __future__ import annotations

import tempfile
from pathlib import Path

import powercut
from bench import Bench, race, replayed, restarts, wait_for
from host import run
from machine import Machine, play
from PIL import Image

from device.home.page import Facts
from device.home.questions import SafeMode, StuckButton, not_saved, safe_to_unplug
from device.texts import texts
from drivers.contract import Button

EVENING = Path(__file__).parent / "evenings/three_games.txt"


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _notice(cause: str) -> Image.Image:
    """What the glass says while matches are not being saved."""
    return not_saved(cause).draw(Facts((), {}, {}, texts("en")))


# -- 1: the first picture ----------------------------------------------------------------------------------------------


def first_picture(bench: Bench) -> None:
    """Time from the service's start to the first picture, beside ten lines started the same way."""
    seconds = {}
    with bench.at_menu("first") as machine:
        # The ten lines' files have not been read yet when they start for the first time; Meneur's have.
        for unit in ("rig-plain", "meneur", "rig-plain"):
            machine.sh("systemctl stop meneur rig-plain")
            machine.rest(2)
            seconds[unit] = machine.ask("begin", unit=unit)["seconds"] or 999.0
    ours, plain = seconds["meneur"], seconds["rig-plain"]
    figure = f"{ours:.1f} s; ten lines of luma and gpiozero {plain:.1f} s: {ours / plain:.2f} times"
    bench.report.say("service start to first picture (at most 1.5 times)", figure, ours <= 1.5 * plain)


# -- 2: whole evenings -------------------------------------------------------------------------------------------------


def evenings(bench: Bench) -> None:
    """A race, a hockey period and an oracle night, pressed on the lines; the chip's pictures are those of `meneur replay`."""
    script = EVENING.read_text(encoding="utf-8")
    with bench.at_menu("evenings") as machine:
        seen = play(machine, script, replayed(script))
    wrong = [name for name, equal in seen.items() if not equal]
    figure = f"{len(seen) - len(wrong)} of {len(seen)} pictures equal" + (f"; not {', '.join(wrong)}" if wrong else "")
    bench.report.say("race, hockey period and oracle night as in replay", figure, not wrong)


# -- 3: latency --------------------------------------------------------------------------------------------------------


def latency(bench: Bench, count: int = 20) -> None:
    """From letting a button go to the first changed pixel, in the menu and in the race, beside the ten lines."""
    with bench.at_menu("latency") as machine:
        menu = machine.ask("latency", button="heart", count=count)
        machine.sh("systemctl stop meneur; systemctl start rig-plain")
        machine.rest(3)
        plain = machine.ask("latency", button="heart", count=count)
    bench.report.say("let go to changed pixel in the menu, p50 / p99", _times(menu, plain), menu["missed"] == 0)
    with bench.in_race("latency") as machine:
        racing = {"milliseconds": [], "missed": 0}
        for button in ("heart", "undo") * (count // 2):
            told = machine.ask("latency", button=button, count=1, gap=1.5)
            racing = {what: racing[what] + told[what] for what in racing}
    bench.report.say("let go to changed pixel in a race, p50 / p99", _times(racing, plain), racing["missed"] == 0)


def _times(ours: dict, plain: dict) -> str:
    told = [
        f"{_percentile(each['milliseconds'], 0.5):.0f} / {_percentile(each['milliseconds'], 0.99):.0f} ms"
        for each in (ours, plain)
    ]
    return f"{told[0]}; ten lines {told[1]}; {len(ours['milliseconds'])} presses, {ours['missed']} missed"


# -- 4: faults of the panel and the buttons ----------------------------------------------------------------------------


def display_unplugged(bench: Bench) -> None:
    """Unplugged and in again, memory noise and all, with a press in the meantime."""
    then = race("press heart")
    with bench.in_race("unplugged") as machine:
        machine.ask("unplug")
        machine.rest(2)
        machine.press("heart")
        machine.rest(2)
        machine.ask("plug")
        seconds = machine.until(then, 20)
    bench.report.say(
        "display out and in again in mid-race (2 s)",
        _after(seconds, "back with the race as pressed"),
        seconds is not None and seconds <= 2,
    )


def display_refusing(bench: Bench) -> None:
    """Transfers that are refused."""
    then = race("press heart")
    with bench.in_race("refusing") as machine:
        machine.ask("knob", name="nack_next", value=5)
        machine.press("heart")
        seconds = machine.until(then, 20)
    bench.report.say("five transfers refused", _after(seconds, "right picture"), seconds is not None)


def display_hanging(bench: Bench) -> None:
    """A bus on which every transfer takes a second and fails."""
    then = race("press heart\nwait 3\npress club")
    with bench.in_race("hanging") as machine:
        machine.ask("knob", name="hang", value=1)
        machine.press("heart")
        machine.rest(5)
        machine.press("club")
        machine.rest(3)
        alive = machine.sh("systemctl is-active meneur", may_fail=True)
        machine.ask("knob", name="hang", value=0)
        seconds = machine.until(then, 30)
    well = seconds is not None and alive == "active"
    bench.report.say("bus hanging for 8 s, two presses meanwhile", _after(seconds, "both counted"), well)


def _after(seconds: float | None, what: str) -> str:
    return f"{what} after {seconds:.1f} s" if seconds is not None else f"never: {what}"


def stuck_button(bench: Bench) -> None:
    """A button held while the box starts."""
    second = replayed("press heart\nshot second")["second"]
    stuck = StuckButton(Button.SPADE).draw(Facts((), {}, {}, texts("en")))
    with bench.at_menu("stuck") as machine:
        machine.sh("systemctl stop meneur")
        machine.ask("grip", button="spade", seconds=5)
        machine.sh("systemctl start meneur")
        said = machine.until(stuck, 15)
        machine.press("ok")
        machine.rest(1)
        machine.press("heart")
        moved = machine.until(second, 5)
        machine.rest(4)
        machine.ask("line", button="spade", up=True)
        machine.rest(2)
        still = machine.until(second, 2)
    well = None not in (said, moved, still)
    figure = "said on the glass, the others work, its release is no press"
    bench.report.say("a button stuck at the start", figure if well else f"{said}, {moved}, {still}", well)


def bouncing_button(bench: Bench) -> None:
    """A contact that chatters up to the 20 ms that a debouncer has to bear, and spikes."""
    with bench.at_menu("bouncing") as machine:
        chatter = [[0.0005] * 4, [0.001, 0.0004] * 5, [0.003] * 4, [0.0018] * 10, [0.0002, 0.004] * 4]
        longest = 0.0
        for gaps in chatter:
            longest = max(longest, *machine.ask("bounce", button="heart", gaps=gaps)["milliseconds"])
        counted = machine.until(replayed(f"press heart {len(chatter)}\nshot then")["then"], 5) is not None
        for down in (0.0005, 0.001, 0.002, 0.004):
            machine.press("spade", 5, down=down, up=0.05)
        machine.rest(1)
        quiet = machine.until(replayed(f"press heart {len(chatter)}\nshot then")["then"], 1) is not None
    figure = f"{'each one press' if counted else 'not one press each'}, trains of up to {longest:.0f} ms"
    bench.report.say("five presses of a contact that bounces at both edges", figure, counted and longest >= 15)
    bench.report.say("twenty spikes of up to 4 ms", "no press" if quiet else "a press", quiet)


def starved(bench: Bench, presses: int = 20) -> None:
    """Twelve endless loops beside the service on the one core, and presses of a tenth of a second."""
    with bench.at_menu("starved") as machine:
        machine.sh(f"setsid python3 -c '{_TWELVE_LOOPS}' & echo $! >/run/loops")
        machine.press("heart", presses)
        machine.press("spade", presses)
        machine.press("heart", 1)
        machine.sh("kill -- -$(cat /run/loops)")
        counted = machine.until(replayed("press heart\nshot then")["then"], 60) is not None
    figure = f"{'all' if counted else 'not all'} of {2 * presses + 1} presses of 100 ms counted, in order"
    bench.report.say("twelve endless loops on the same core", figure, counted)


_TWELVE_LOOPS = """
import os
for _ in range(11):
    if not os.fork():
        break
while True:
    pass
"""


# -- 5: ends of all kinds ----------------------------------------------------------------------------------------------


def watchdog(bench: Bench) -> None:
    """A loop that stands still."""
    _comes_back(bench, "STOP", "loop stopped (SIGSTOP): watchdog")


def killed(bench: Bench) -> None:
    """A process that is killed."""
    _comes_back(bench, "KILL", "kill -9 in mid-race")


def _comes_back(bench: Bench, signal: str, what: str) -> None:
    then = race("press heart")
    with bench.in_race(signal.lower()) as machine:
        before = restarts(machine)
        machine.sh(f"kill -{signal} $(systemctl show -P MainPID meneur)")
        seconds = wait_for(
            machine,
            lambda: restarts(machine) > before and machine.sh("systemctl is-active meneur", may_fail=True) == "active",
            90,
        )
        same = machine.until(bench.race, 15)
        machine.rest(2)
        machine.press("heart")
        on = machine.until(then, 10)
    well = None not in (seconds, same, on)
    figure = f"running again after {seconds:.0f} s, same screen, race goes on" if well else f"{seconds}, {same}, {on}"
    bench.report.say(what, figure, well)


def stopped(bench: Bench) -> None:
    """A clean stop."""
    with bench.in_race("stopped") as machine:
        took = machine.sh(
            "began=$(cut -d' ' -f1 /proc/uptime); systemctl stop meneur; cut -d' ' -f1 /proc/uptime; echo $began"
        )
        ended, began = map(float, took.split())
        lit = [name for name, on in machine.ask("lamps").items() if on]
        dark = not machine.ask("see")["on"]
    seconds = ended - began
    well = dark and not lit and seconds <= 3
    bench.report.say(
        "stop: lamps off, glass dark (at most 3 s)", f"{seconds:.1f} s" + (f", lit: {lit}" if lit else ""), well
    )


def switch_off(bench: Bench) -> None:
    """HOME held, one OK: the machine ends by itself, and the last picture is that the plug may be pulled."""
    with bench.at_menu("off") as machine:
        machine.press("home", down=3.4)
        machine.press("ok")
        last = machine.last_picture()
        ended = machine.ended(60)
        last.save(machine.work / "last.png")
    well = ended and last == safe_to_unplug(texts("en"))
    figure = (
        "the machine has ended, and it was the last picture"
        if well
        else f"ended: {ended}; another picture was the last"
    )
    bench.report.say("HOME held, OK: powered off, and the glass says so", figure, well)


# -- 6: time and disk --------------------------------------------------------------------------------------------------


def clock_jumps(bench: Bench) -> None:
    """The date to 2030 and back, a press in each."""
    then = race("press heart\nwait 3\npress club")
    with bench.in_race("clock") as machine:
        before = restarts(machine)
        machine.sh("date -s 2030-01-01")
        machine.press("heart")
        machine.rest(3)
        machine.sh("date -s 2026-01-03")
        machine.press("club")
        well = machine.until(then, 15) is not None and restarts(machine) == before
    bench.report.say(
        "clock to 2030 and back in mid-race", "nothing moved but what was pressed" if well else "moved", well
    )


def disk_full(bench: Bench) -> None:
    """No room left; then some again."""
    healed = race("press heart\nwait 3\npress club")
    with bench.in_race("full") as machine:
        machine.sh("fallocate -l $(df --output=avail -B1 / | tail -1) /var/full; true")
        machine.sh("dd if=/dev/zero of=/var/fuller bs=4k 2>/dev/null; true")
        machine.press("heart")
        marked = machine.until(_notice("the disk is full"), 15)
        machine.press("ok")
        machine.sh("rm -f /var/full /var/fuller")
        machine.rest(2)
        machine.press("club")
        clear = machine.until(healed, 15)
        machine.sh("systemctl restart meneur")
        kept = machine.until(healed, 60)
    well = None not in (marked, clear, kept)
    figure = "said on the glass, played on, healed with nothing lost" if well else f"{marked}, {clear}, {kept}"
    bench.report.say("disk full in mid-race", figure, well)


def read_only(bench: Bench) -> None:
    """A root that is read-only from the start."""
    _unsaved(
        bench,
        "root read-only at the start",
        "journalctl --relinquish-var; mount -o remount,ro /",
        "the disk is read-only",
    )


def overlay(bench: Bench) -> None:
    """What raspi-config's overlay does: writing succeeds, and is gone with the power."""
    _unsaved(
        bench,
        "matches on an overlay in memory",
        "mkdir -p /run/upper /run/work; chown meneur: /run/upper; modprobe overlay; "
        "mount -t overlay -o lowerdir=/var/lib/meneur,upperdir=/run/upper,workdir=/run/work overlay /var/lib/meneur",
        "the disk forgets (overlay)",
    )


def _unsaved(bench: Bench, what: str, spoil: str, cause: str) -> None:
    """Start on a disk that was spoilt; the race must be there, the cause said, and presses count."""
    then = race("press heart")
    with bench.in_race("unsaved") as machine:
        machine.sh("systemctl stop meneur")
        machine.sh(spoil)
        machine.sh("systemctl start meneur")
        said = machine.until(_notice(cause), 60)
        if said is None:
            machine.glass().save(machine.work / f"{what}.png")
        machine.press("ok")
        same = machine.until(bench.race, 15)
        machine.press("heart")
        on = machine.until(then, 15)
        log = bench.log(machine)
    well = None not in (said, same, on)
    bench.report.say(what, "said on the glass, race resumed" if well else f"{said}, {same}, {on}: {log}", well)


def foreign_journal(bench: Bench) -> None:
    """A match book of a newer version: said, and not touched."""
    with bench.in_race("foreign") as machine:
        _from_the_future(machine)
        sums = "cd /var/lib/meneur && sha256sum journal.sqlite3"
        before = machine.sh(sums)
        machine.sh("systemctl start meneur")
        cause = "The match book is from a newer Meneur. Install that version again to go on with it."
        said = machine.until(SafeMode(cause).draw(Facts((), {}, {}, texts("en"))), 60)
        machine.press("undo")
        menu = machine.until(bench.menu, 15)
        untouched = machine.sh(sums) == before
    well = said is not None and menu is not None and untouched
    figure = "said on the glass, playable, the file untouched" if well else f"{said}, {menu}, {untouched}"
    bench.report.say("journal of a newer version", figure, well)


def _from_the_future(machine: Machine) -> None:
    bump = "import sqlite3; d = sqlite3.connect('/var/lib/meneur/journal.sqlite3'); d.execute('pragma user_version = 99'); d.commit()"
    machine.sh(f'systemctl stop meneur; python3 -c "{bump}"')


# -- 7: power cuts -----------------------------------------------------------------------------------------------------


def power_cuts(bench: Bench, count: int = 200, presses: int = 120) -> None:
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


# -- 8: memory and processor -------------------------------------------------------------------------------------------


def appetite(bench: Bench) -> None:
    """Memory and processor time at rest and in a race."""
    with bench.at_menu("appetite") as machine:
        share, megabytes = _used(machine, 30)
        machine.sh("systemctl stop meneur; systemctl start rig-plain")
        machine.rest(3)
        plain, plain_megabytes = _used(machine, 30, unit="rig-plain")
    # lgpio's own threads look for edges all the time, whoever uses them.
    figure = (
        f"{100 * share:.1f} % of the core, {megabytes:.0f} MB; ten lines {100 * plain:.1f} %, {plain_megabytes:.0f} MB"
    )
    bench.report.say("at rest for half a minute, memory as PSS", figure, share < 0.05)
    with bench.in_race("appetite") as machine:
        share, megabytes = _used(machine, 20, "club", "undo")
    figure = f"{100 * share:.0f} % of the core, {megabytes:.0f} MB"
    bench.report.say("in a race, a press every 5 s", figure, share < 0.5)


def month(bench: Bench, evenings: int = 30) -> None:
    """A month of short evenings: a race, a hockey match and an oracle in turn, begun or gone on with, and home again."""
    sizes = {}
    with bench.at_menu("month") as machine:
        for evening in range(1, evenings + 1):
            for button, times in _EVENINGS[evening % len(_EVENINGS)]:
                machine.press(button, times, up=0.12)
            machine.rest(1)
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
    """A newer package over a match, an older one over a newer journal, and taking it away."""
    report, then = bench.report, race("press heart")
    with bench.in_race("upgrades") as machine:
        machine.sh("dpkg -i /var/cache/newer.deb")
        same = machine.until(bench.race, 60)
        machine.rest(2)
        machine.press("heart")
        on = machine.until(then, 15)
        version = machine.sh("dpkg-query -W -f '${Version}' meneur")
        well = None not in (same, on)
        figure = f"to {version}: same screen, race goes on" if well else f"{same}, {on}"
        report.say("upgrade with a match open", figure, well)

        _from_the_future(machine)
        told = machine.sh("dpkg -i /var/cache/meneur.deb", may_fail=True)
        refused = "nothing has been changed" in told
        report.say("older package over a newer journal", "refused with its reason" if refused else told[-200:], refused)

        machine.sh("dpkg --remove meneur")
        kept = machine.sh("ls /var/lib/meneur")
        machine.sh("dpkg --purge meneur")
        left = machine.sh("ls -d /var/lib/meneur /etc/meneur /usr/share/meneur 2>/dev/null; true")
        well = "journal.sqlite3" in kept and not left
        report.say("remove keeps the matches, purge takes them", "so it is" if well else f"{kept} / {left}", well)


def restored(bench: Bench) -> None:
    """An archive written by root from the running service, and read back into a box that has lost all."""
    then = race("press heart")
    with bench.in_race("restored") as machine:
        told = machine.sh("meneur export /var/cache/box.zip")
        machine.sh("systemctl stop meneur; rm -rf /var/lib/meneur/*; meneur export --restore /var/cache/box.zip")
        machine.sh("systemctl start meneur")
        same = machine.until(bench.race, 60)
        machine.press("heart")
        on = machine.until(then, 15)
        machine.sh("systemctl restart meneur")
        kept = machine.until(then, 60)
    well = None not in (same, on, kept)
    figure = "same screen, race goes on, and is saved" if well else f"{told}: {same}, {on}, {kept}"
    bench.report.say("archive written and read back by root", figure, well)


CHECKS = {
    check.__name__.replace("_", "-"): check
    for check in (
        *(
            power_cuts,
            month,
            evenings,
            latency,
            first_picture,
            upgrades,
            starved,
            appetite,
            stuck_button,
            bouncing_button,
        ),
        *(display_unplugged, display_refusing, display_hanging, watchdog, killed, stopped, switch_off),
        *(clock_jumps, restored, disk_full, read_only, overlay, foreign_journal),
    )
}
"""By the names they are asked for, the longest first."""
