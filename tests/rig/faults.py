"""What the package does on a virtual Pi when something fails: panel, buttons, process, clock, disk. Seconds are the guest's."""

from __future__ import annotations

from bench import Bench, race, replayed, restarts, wait_for
from PIL import Image

from device.home.page import Facts
from device.home.questions import Notice, SafeMode, StuckButton, no_pins, not_saved, safe_to_unplug
from device.texts import texts
from drivers.contract import Button


def _notice(cause: str) -> Image.Image:
    """What the glass says while matches are not being saved."""
    return not_saved(cause).draw(Facts((), {}, {}, texts("en")))


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
        machine.ask("grip", button="spade", seconds=3.5)
        machine.sh("systemctl start meneur")
        said = machine.until(stuck, 15)
        machine.press("ok")
        machine.rest(1)
        machine.press("heart")
        moved = machine.until(second, 5)
        machine.rest(2)
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


def full_at_start(bench: Bench) -> None:
    """A card that is full before the box is switched on."""
    fill = "dd if=/dev/zero of=/var/fuller bs=4k 2>/dev/null; true"
    fill = f"fallocate -l $(df --output=avail -B1 / | tail -1) /var/full; {fill}"
    _spoilt(bench, "full-at-start", "disk full at the start", fill, _notice("the disk is full"))


def read_only(bench: Bench) -> None:
    """A root that is read-only from the start."""
    _spoilt(
        bench,
        "read-only",
        "root read-only at the start",
        "journalctl --relinquish-var; mount -o remount,ro /",
        _notice("the disk is read-only"),
    )


def overlay(bench: Bench) -> None:
    """What raspi-config's overlay does: writing succeeds, and is gone with the power."""
    _spoilt(
        bench,
        "overlay",
        "matches on an overlay in memory",
        "mkdir -p /run/upper /run/work; chown meneur: /run/upper; modprobe overlay; "
        "mount -t overlay -o lowerdir=/var/lib/meneur,upperdir=/run/upper,workdir=/run/work overlay /var/lib/meneur",
        _notice("the disk forgets (overlay)"),
    )


def torn_journal(bench: Bench) -> None:
    """A page of the match book that the card lost while the box was off: all else goes on in a new book."""
    told = "The match book was damaged. It is kept as journal.damaged-1.sqlite3; 1 match goes on in a new one."
    notice = Notice(told).draw(Facts((), {}, {}, texts("en")))
    _spoilt(bench, "torn", "a page of the match book lost while off", f'python3 -c "{LOSE_A_PAGE}"', notice)


LOSE_A_PAGE = (
    "import sqlite3; book = '/var/lib/meneur/journal.sqlite3'; db = sqlite3.connect(book); "
    "page = db.execute('select rootpage from sqlite_master where name = ?', ('record_by_match',)).fetchone()[0]; db.close(); "
    "file = open(book, 'r+b'); file.seek((page - 1) * 4096); file.write(bytes(4096)); file.close()"
)
"""The index's, so that SQLite finds the file torn and no press is on the page."""


def _spoilt(bench: Bench, name: str, what: str, spoil: str, notice: Image.Image) -> None:
    """Start on a disk that was spoilt; the race must be there, the cause said, and presses count."""
    then = race("press heart")
    with bench.in_race(name) as machine:
        machine.sh("systemctl stop meneur")
        machine.sh(spoil)
        machine.sh("systemctl start meneur")
        said = machine.until(notice, 60)
        if said is None:
            machine.glass().save(machine.work / f"{what}.png")
        machine.press("ok")
        same = machine.until(bench.race, 15)
        machine.press("heart")
        on = machine.until(then, 15)
        log = bench.log(machine)
    well = None not in (said, same, on)
    bench.report.say(what, "said on the glass, race resumed" if well else f"{said}, {same}, {on}: {log}", well)


def wrong_pins(bench: Bench) -> None:
    """Two things on one pin: no guess which of them is meant, and the glass says so."""
    cause = "lamps.spade and buttons.spade are both on GPIO 17; move one of them"
    with bench.at_menu("pins") as machine:
        machine.sh(
            "printf '[pins]\nbutton_spade = 17\n' >>/etc/meneur/meneur.toml; systemctl restart meneur", may_fail=True
        )
        said = machine.until(no_pins(texts("en"), cause), 30)
        machine.rest(10)
        state = machine.sh("systemctl show -P ExecMainStatus -P ActiveState meneur").split()
    well = said is not None and state == ["78", "failed"]
    figure = "said on the glass, and no start is tried again" if well else f"{said}, {state}"
    bench.report.say("two things on one pin in the settings", figure, well)


def foreign_journal(bench: Bench) -> None:
    """A match book of a newer version: said, and not touched."""
    bump = "import sqlite3; d = sqlite3.connect('/var/lib/meneur/journal.sqlite3'); d.execute('pragma user_version = 99'); d.commit()"
    with bench.in_race("foreign") as machine:
        machine.sh(f'systemctl stop meneur; python3 -c "{bump}"')
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


CHECKS = (
    *(starved, stuck_button, bouncing_button, display_unplugged, display_refusing, display_hanging),
    *(
        watchdog,
        killed,
        stopped,
        switch_off,
        clock_jumps,
        disk_full,
        full_at_start,
        read_only,
        overlay,
        torn_journal,
        foreign_journal,
        wrong_pins,
    ),
)
