"""The journal on good and bad disks: nothing confirmed is lost, nothing unreadable is deleted."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from device import journal_file
from device.files import forgets
from device.journal import Entry, Journal, Place
from device.journal_file import FILE_NAME, VERSION, DamagedJournal, ForeignJournal, in_words

EVENT = Entry("Counted", '{"suit":1}')


def begun(folder):
    journal = Journal(folder)
    return journal, journal.begin("tally", '{"limit":5}', "2026-01-03T20:00:00+00:00", '{"page":0}')


def test_a_match_is_read_back_as_it_was_written(tmp_path):
    """Events, undo marks, view and place survive closing and opening."""
    journal, match = begun(tmp_path)
    journal.append(match, EVENT, '{"page":1}', None, None)
    journal.append(match, Entry(None), '{"page":0}', None, None)
    journal.close()
    again = Journal(tmp_path)
    assert again.entries(match) == [EVENT, Entry(None)]
    assert again.place() == Place(match, '{"page":0}')
    assert again.match(match).began == "2026-01-03T20:00:00+00:00"


def test_a_finished_match_carries_its_summary_until_it_is_taken_back(tmp_path):
    """The outcome is written with the event that ends the match, and removed by the undo of it."""
    journal, match = begun(tmp_path)
    outcome = {"headline": "done", "values": {}, "players": [], "result": {}}
    journal.append(match, EVENT, "{}", outcome, "2026-01-03T21:00:00+00:00")
    assert journal.match(match).summary == outcome
    journal.append(match, Entry(None), "{}", None, None)
    stored = journal.match(match)
    assert (stored.finished, stored.summary, stored.ended) == (False, None, None)


def test_the_file_is_written_ahead_and_fully_synchronised(tmp_path):
    """WAL and FULL: the one combination that lost nothing in simulated power cuts."""
    journal, _ = begun(tmp_path)
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_damaged_file_is_put_aside_and_a_new_journal_begun(tmp_path):
    """A torn file is kept under another name, whatever is wrong with it."""
    (tmp_path / FILE_NAME).write_bytes(b"not a database at all" * 100)
    journal, match = begun(tmp_path)
    assert journal.put_aside == tmp_path / "journal.damaged-1.sqlite3"
    assert journal.put_aside.read_bytes().startswith(b"not a database")
    assert not journal.troubled
    journal.append(match, EVENT, "{}", None, None)


def test_a_second_damaged_file_gets_a_name_of_its_own(tmp_path):
    """Nothing that was put aside before is overwritten."""
    for expected in ("journal.damaged-1.sqlite3", "journal.damaged-2.sqlite3"):
        (tmp_path / FILE_NAME).write_bytes(b"torn" * 1000)
        journal = Journal(tmp_path)
        assert journal.put_aside.name == expected
        journal.close()
        (tmp_path / FILE_NAME).unlink()


def test_pages_overwritten_in_the_middle_are_noticed_at_the_start(tmp_path):
    """The integrity check reads more than the header."""
    journal, match = begun(tmp_path)
    for _ in range(500):
        journal.append(match, EVENT, "{}", None, None)
    journal.close()
    with (tmp_path / FILE_NAME).open("r+b") as file:
        file.seek(4096 * 2)
        file.write(os.urandom(4096 * 2))
    assert Journal(tmp_path).put_aside is not None


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path):
    """It is neither read nor put aside: an older Meneur must not lose what it does not know."""
    Journal(tmp_path).close()
    db = sqlite3.connect(tmp_path / FILE_NAME)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(ForeignJournal, match="newer Meneur"):
        Journal(tmp_path)
    assert [path.name for path in tmp_path.glob("*damaged*")] == []


def test_who_only_looks_is_told_of_damage_and_of_a_newer_version(tmp_path):
    """Torn at the end, torn in the middle, or from the future: the file stays as it is, where it is."""
    journal, match = begun(tmp_path)
    for _ in range(400):
        journal.append(match, EVENT, "{}", None, None)
    journal.close()
    path = tmp_path / FILE_NAME
    whole = path.read_bytes()
    third_page = slice(2 * 4096, 3 * 4096)
    holed = bytearray(whole)
    holed[third_page] = bytes(4096)
    for torn in (whole[:10_000], bytes(holed), b"not a database at all" * 100):
        path.write_bytes(torn)
        with pytest.raises(DamagedJournal):
            Journal.to_look_at(tmp_path)
        assert path.read_bytes() == torn
    path.write_bytes(whole)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(ForeignJournal, match="newer Meneur"):
        Journal.to_look_at(tmp_path)


def test_what_a_writer_has_in_its_wal_is_seen_even_where_no_side_file_can_be_made(tmp_path):
    """A power cut leaves a -wal behind; beside it SQLite wants a -shm, which a read-only folder refuses."""
    journal, match = begun(tmp_path / "box")
    journal.append(match, EVENT, "{}", None, None)
    left = tmp_path / "left"
    left.mkdir()
    for name in (FILE_NAME, FILE_NAME + "-wal"):
        (left / name).write_bytes((tmp_path / "box" / name).read_bytes())
    (left / (FILE_NAME + "-shm")).mkdir()
    assert Journal.to_look_at(left).entries(match) == Journal.to_look_at(tmp_path / "box").entries(match) == [EVENT]


def test_a_full_disk_leaves_old_matches_and_heals_when_there_is_room(tmp_path):
    """Play goes on from memory with everything known, and all of it reaches the disk later."""
    journal, match = begun(tmp_path)
    journal.append(match, EVENT, "{}", None, None)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    count = 1
    while not journal.troubled:
        journal._heal = lambda: None
        journal.append(match, Entry("Counted", '{"suit":2}' + " " * 500), "{}", None, None)
        count += 1
    assert journal.troubled == "the disk is full"
    assert len(journal.entries(match)) == count
    del journal._heal
    journal.append(match, EVENT, '{"page":7}', None, None)
    assert not journal.troubled
    journal.close()
    healed = Journal(tmp_path)
    assert len(healed.entries(match)) == count + 1
    assert healed.place() == Place(match, '{"page":7}')


@pytest.mark.parametrize(("free", "words"), [(0, "the disk is full"), (1 << 30, "the disk does not answer")])
def test_a_failed_read_on_a_disk_without_room_is_a_full_disk(tmp_path, monkeypatch, free, words):
    """At a start SQLite cannot even make its side files, and has another word for it."""
    begun(tmp_path)[0].close()

    def failing(_):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    monkeypatch.setattr(journal_file, "open_file", failing)
    assert Journal(tmp_path).troubled == words


def test_every_write_is_counted_whatever_becomes_of_the_disk(tmp_path):
    """What was drawn up of the matches knows by the count that it is old: it never comes back to an earlier one."""
    journal, match = begun(tmp_path)
    counts = [journal.writes]

    def write():
        journal.append(match, EVENT, "{}", None, None)
        counts.append(journal.writes)

    write()
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    journal._heal = lambda: None
    while not journal.troubled:
        write()
    write()
    del journal._heal
    write()
    assert not journal.troubled
    assert counts == sorted(set(counts))


def refuse_to_open(monkeypatch, error):
    """Let every opening of a journal file fail, until the returned function is called."""
    import device.journal_file as module

    honest = module.open_file

    def refuse(path):
        if path.parent.name == "state":
            raise error
        return honest(path)

    monkeypatch.setattr(module, "open_file", refuse)
    return lambda: monkeypatch.setattr(module, "open_file", honest)


def test_a_read_only_journal_is_still_read(tmp_path, monkeypatch):
    """On a read-only root the waiting match goes on from memory, its numbers unchanged."""
    state = tmp_path / "state"
    journal, match = begun(state)
    journal.append(match, EVENT, "{}", None, None)
    journal.close()
    heal = refuse_to_open(monkeypatch, OSError(errno.EROFS, "Read-only file system"))
    monkeypatch.setattr("device.journal_file.is_sound", lambda path: True)
    readonly = Journal(state)
    assert readonly.troubled == "the disk is read-only"
    assert readonly.entries(match) == [EVENT]
    readonly.append(match, Entry(None), "{}", None, None)
    heal()
    readonly.append(match, EVENT, "{}", None, None)
    readonly.close()
    assert Journal(state).entries(match) == [EVENT, Entry(None), EVENT]


@pytest.mark.parametrize(
    ("mount", "forgetful"),
    [
        ("/ / rw - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/w", True),
        ("/ / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work", True),
        ("/ / rw - overlay overlay rw,lowerdir=/var/l,upperdir=/var/kept/overlay,workdir=/w", False),
        ("/ /var\\040ious rw - overlay overlay rw,lowerdir=/var/l,upperdir=/media/root-rw/overlay,workdir=/w", False),
        ("/ / rw - ext4 /dev/mmcblk0p2 rw", False),
    ],
)
def test_an_overlay_in_memory_is_known(tmp_path, mount, forgetful):
    """By where its upper layer lies: raspi-config has put that in memory in two ways."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        f"1 0 0:1 / /media/root-rw rw - tmpfs tmpfs rw\n2 0 0:2 / /var/kept rw - ext4 /dev/sda1 rw\n3 0 0:3 {mount}\n"
    )
    assert forgets(Path("/var/lib/meneur"), mounts) is forgetful


def test_a_space_in_a_mount_point_is_understood(tmp_path):
    """The kernel writes it as an octal number."""
    folder = tmp_path / "card table"
    folder.mkdir()
    mounts = tmp_path / "mountinfo"
    place = str(folder).replace(" ", "\\040")
    mounts.write_text(
        f"1 0 0:1 / / rw - tmpfs tmpfs rw\n2 0 0:2 / {place} rw - overlay o rw,upperdir=/run/up,workdir=/w\n"
    )
    assert forgets(folder, mounts)


def test_a_mount_of_nothing_keeps_no_box_from_starting(tmp_path):
    """Somebody mounted a file system with an empty name for its device: the kernel writes two blanks in a row."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text("1 0 0:1 / / rw - ext4 /dev/root rw\n2 0 0:2 / /mnt rw - tmpfs  rw\n")
    assert not forgets(Path("/var/lib/meneur"), mounts)


def test_a_disk_that_forgets_is_told_and_never_taken_for_healed(tmp_path, monkeypatch):
    """Writing to an overlay in memory succeeds: the waiting match is read and played on, with the mark that it is not saved."""
    journal, match = begun(tmp_path)
    journal.append(match, EVENT, "{}", None, None)
    journal.close()
    monkeypatch.setattr("device.journal_file.forgets", lambda folder: True)
    forgetful = Journal(tmp_path)
    forgetful.append(match, EVENT, "{}", None, None)
    assert forgetful.troubled == "the disk forgets (overlay)"
    assert forgetful.entries(match) == [EVENT, EVENT]
    forgetful.close()
    monkeypatch.undo()
    assert Journal(tmp_path).entries(match) == [EVENT]


def test_a_folder_where_sqlite_may_make_no_side_files_counts_as_read_only(tmp_path):
    """SQLite's own word for a read-only root is that it cannot open the file."""
    with pytest.raises(sqlite3.OperationalError) as refused:
        sqlite3.connect(tmp_path / "none" / FILE_NAME)
    assert in_words(refused.value) == "the disk is read-only"


def test_a_match_book_of_another_user_is_not_blamed_on_the_disk(tmp_path, monkeypatch):
    """`sudo cp` of a saved match book leaves it root's: the disk takes all else."""
    state = tmp_path / "state"
    Journal(state).close()
    refused = sqlite3.OperationalError("attempt to write a readonly database")
    refused.sqlite_errorcode = sqlite3.SQLITE_READONLY
    monkeypatch.setattr("os.access", lambda path, mode: not (Path(path).name == FILE_NAME and mode & os.W_OK))
    assert in_words(refused, state / FILE_NAME) == "the disk is read-only"
    monkeypatch.setattr("os.geteuid", lambda: (state / FILE_NAME).stat().st_uid + 1)
    assert in_words(refused, state / FILE_NAME) == "the file belongs to another user"
    refuse_to_open(monkeypatch, refused)
    assert Journal(state).troubled == "the file belongs to another user"
    read_only = type("Found", (), {"f_flag": os.ST_RDONLY})
    monkeypatch.setattr("os.statvfs", lambda _path: read_only)
    assert in_words(refused, state / FILE_NAME) == "the disk is read-only"


def test_a_match_counts_as_played_while_an_event_of_it_stands(tmp_path):
    """Taken back to its start it is no match, but its row is not free for another one either."""
    journal, match = begun(tmp_path)
    assert not list(journal.played("tally"))
    assert journal.unused("tally").id == match
    journal.append(match, EVENT, "{}", None, None)
    assert [each.id for each in journal.played("tally")] == [match]
    assert journal.unused("tally") is None
    journal.append(match, Entry(None), "{}", None, None)
    assert not list(journal.played("tally"))
    assert journal.unused("tally") is None


def test_matches_begun_without_the_file_never_overwrite_those_in_it(tmp_path, monkeypatch):
    """Numbers given out in memory stay good for their callers and mean new rows once the disk is back."""
    state = tmp_path / "state"
    journal, old = begun(state)
    journal.append(old, EVENT, "{}", None, None)
    journal.close()
    heal = refuse_to_open(monkeypatch, OSError("no disk"))
    monkeypatch.setattr("device.journal_file.read_into_memory", lambda path: (_ for _ in ()).throw(OSError("no disk")))
    monkeypatch.setattr("device.journal_file.is_sound", lambda path: True)
    blind = Journal(state)
    fresh = blind.begin("tally", '{"limit":9}', None, "{}")
    blind.append(fresh, Entry("Counted", '{"suit":3}'), "{}", None, None)
    heal()
    blind.append(fresh, Entry(None), "{}", None, None)
    assert not blind.troubled
    assert blind.entries(fresh) == [Entry("Counted", '{"suit":3}'), Entry(None)]
    assert blind.place().match == fresh
    blind.close()
    whole = Journal(state)
    assert [len(whole.entries(stored.id)) for stored in whole.matches()] == [1, 2]
    assert whole.entries(old) == [EVENT]


class Gone:
    """A connection whose disk has gone: it can be closed, and nothing else."""

    def __init__(self, db):
        self.close = db.close

    def __getattr__(self, _):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error


def test_what_is_played_after_the_disk_has_gone_never_overwrites_what_is_on_it(tmp_path):
    """Nothing could be carried over, so memory counts from 1 again: the disk, should it come back, keeps its own rows."""
    journal, match = begun(tmp_path)
    journal.append(match, EVENT, "{}", None, None)
    journal._db = Gone(journal._db)
    for suit in (2, 3):
        journal.append(match, Entry("Counted", f'{{"suit":{suit}}}'), "{}", None, None)
    assert journal.troubled
    journal.close()
    assert Journal(tmp_path).entries(match) == [EVENT]


CHILD = """
import sys
from pathlib import Path
from device.files import forgets
from device.journal import Entry, Journal
journal = Journal(Path(sys.argv[1]))
match = journal.begin("tally", "{}", None, "{}")
print("match", match, flush=True)
for number in range(100_000):
    journal.append(match, Entry("Counted", str(number)), "{}", None, None)
    sys.stdout.write(f"{number}\\n")
    sys.stdout.flush()
"""


@pytest.mark.parametrize("seconds", [0.05, 0.13, 0.21, 0.34, 0.55])
def test_what_was_confirmed_survives_a_kill(tmp_path, seconds):
    """SIGKILL while events stream in: everything that was told to be written is there, in order, and the file is whole."""
    command = [sys.executable, "-c", CHILD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        child.stdout.readline()
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        told = child.stdout.read().split("\n")
    confirmed = int(told[-2]) if len(told) > 1 else -1
    match = 1
    journal = Journal(tmp_path)
    assert journal.put_aside is None
    numbers = [int(entry.fields) for entry in journal.entries(match)]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > confirmed >= 0
