"""The publisher with a real Mosquitto, which is frozen, killed and started again: no result is lost, and no press waits."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from contextlib import contextmanager
from threading import Event

import pytest

from device.journal import Journal
from device.mqtt import Publisher
from device.script import VirtualTimes
from device.settings import SECTIONS, defaults, schema
from device.table import Table
from drivers.contract import Button, Light, Press
from tests.mirror.sights import MATCH, sight
from tests.mqtt.rig import Mosquitto, Receiver, needs_mosquitto, wait
from tests.tally import TALLY

pytestmark = needs_mosquitto

ROOT = "meneur/club_1"


@pytest.fixture
def broker(tmp_path):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def receiver(broker):
    receiver = Receiver(broker.port)
    yield receiver
    receiver.close()


def settings(port, **changes):
    return (
        defaults(SECTIONS)["mqtt"] | {"enabled": True, "host": "127.0.0.1", "port": port, "table": "Club 1"} | changes
    )


class Evening:
    """A table on disk whose every match is two presses long, shown to a publisher as the loop would."""

    def __init__(self, folder, port, **changes) -> None:
        values = defaults(schema([TALLY]))
        values["table"]["language"] = "en"
        values["mqtt"] = settings(port, **changes)
        values["tally"]["limit"] = 1
        self.journal = Journal(folder)
        self.table = Table([TALLY], self.journal, VirtualTimes(), values=values)
        self.acknowledged: list[str] = []
        self.publisher = Publisher(
            values["mqtt"], version="1.2", pending=self.journal.outbox, delivered=self.acknowledged.append
        )
        self.look()

    def look(self, press=None):
        for message in list(self.acknowledged):
            self.journal.delivered(message)
        shown = (self.table.picture(1.0), self.table.lamps(1.0), Light.FULL)
        self.publisher.look(type(sight())(*shown, self.table.standing(), press))

    def press(self, *buttons):
        for button in buttons:
            press = Press(button)
            self.table.press(press, 1.0)
            self.look(press)

    def finish(self, matches):
        """Play so many matches to their end."""
        for _ in range(matches):
            self.press(Button.SPADE)
            while not self.table.standing().finished:
                self.press(Button.SPADE)
            self.press(Button.OK)

    def close(self):
        self.publisher.close()
        self.look()
        self.journal.close()


@contextmanager
def evening(folder, port, **changes):
    evening = Evening(folder, port, **changes)
    try:
        yield evening
    finally:
        evening.close()


def results(receiver) -> list[dict]:
    return receiver.values(f"{ROOT}/result")


def matches_of(results) -> list[int]:
    """The numbers of the matches, in order, a message that came twice counted once."""
    return [message["match"] for message in {message["id"]: message for message in results}.values()]


def test_a_table_comes_online_with_its_entities_and_says_goodbye(tmp_path, broker, receiver):
    """Availability, Home Assistant's discovery and the standing, all retained for whoever subscribes later."""
    with evening(tmp_path, broker.port):
        receiver.wait_for(f"{ROOT}/availability", "online")
        wait(lambda: receiver.of(f"{ROOT}/match"), "a standing")
        late = Receiver(broker.port)
        wait(lambda: late.of(f"{ROOT}/match"), "the standing, which was told after all else")
        [config] = late.values("homeassistant/sensor/meneur_club_1/score/config")
        assert config["unique_id"] == "meneur_club_1_score"
        assert late.values(f"{ROOT}/match")[-1]["game"] is None
        late.close()
    receiver.wait_for(f"{ROOT}/availability", "offline")


def test_a_publisher_that_runs_for_years_remembers_only_what_waits(tmp_path, broker, receiver):
    """Once the journal has let a delivered result go, nothing is left of it."""
    with evening(tmp_path, broker.port) as club:
        receiver.wait_for(f"{ROOT}/availability", "online")
        club.press(Button.OK)
        club.finish(3)
        wait(lambda: len(club.acknowledged) == 3, "the acknowledgements")
        club.press(Button.SPADE)
        club.press(Button.HOME)
        assert len(club.publisher._taken) == len(club.journal.outbox()) == 0


def test_what_happens_at_the_table_is_told(tmp_path, broker, receiver):
    """Every press by its button, every standing, and the result."""
    with evening(tmp_path, broker.port) as club:
        receiver.wait_for(f"{ROOT}/availability", "online")
        club.press(Button.OK, Button.SPADE)
        club.look(Press(Button.UNDO, held=True))
        wait(lambda: results(receiver), "a result")
        wait(lambda: receiver.of(f"{ROOT}/button/undo"), "the hold")
        assert receiver.values(f"{ROOT}/button/ok") == [{"event_type": "press"}]
        assert receiver.values(f"{ROOT}/button/undo") == [{"event_type": "hold"}]
        standing = receiver.values(f"{ROOT}/match")[-1]
        assert (standing["title"], standing["text"], standing["finished"]) == ("Tally", "1 counted", True)
        [result] = results(receiver)
        assert (result["status"], result["text"]) == ("final", "1 counted")
        wait(lambda: club.acknowledged == [result["id"]], "the acknowledgement")


def test_matches_that_end_while_the_broker_is_down_arrive_when_it_is_back(tmp_path, broker, receiver):
    """All of them, in order, and the standing as it is then; presses of the meantime are past and not told."""
    with evening(tmp_path, broker.port) as club:
        receiver.wait_for(f"{ROOT}/availability", "online")
        club.press(Button.OK)
        club.finish(1)
        wait(lambda: len(club.acknowledged) == 1, "the first")
        broker.save()
        broker.kill()
        pressed = len(receiver.of(f"{ROOT}/button/spade"))
        club.finish(4)
        assert len(club.journal.outbox()) == 4
        broker.start()
        wait(lambda: len(set(club.acknowledged)) == 5, "all five", 20)
        wait(lambda: matches_of(results(receiver)) == [1, 2, 3, 4, 5], "all five in order")
        receiver.wait_for(f"{ROOT}/availability", "online")
        assert len(receiver.of(f"{ROOT}/button/spade")) == pressed
        club.look()
        assert club.journal.outbox() == []


def test_a_result_that_the_broker_never_read_is_sent_again(tmp_path, broker, receiver):
    """Frozen, it takes the message from the wire and answers nothing; killed, it has lost it. The next one gets it."""
    with evening(tmp_path, broker.port) as club:
        receiver.wait_for(f"{ROOT}/availability", "online")
        club.press(Button.OK)
        broker.save()
        broker.freeze()
        club.finish(2)
        wait(lambda: club.publisher._on_its_way is not None, "the first is on its way")
        broker.kill()
        broker.start()
        wait(lambda: matches_of(results(receiver)) == [1, 2], "both", 20)
        assert len(set(club.acknowledged)) == 2


def test_a_box_that_is_killed_sends_after_its_restart(tmp_path, broker, receiver):
    """The broker down, the box switched off with two results unsent: the next start sends them first."""
    broker.save()
    broker.kill()
    first = Evening(tmp_path, broker.port)
    first.press(Button.OK)
    first.finish(2)
    first.publisher.close()  # the journal is left as a cut of power leaves it
    broker.start()
    with evening(tmp_path, broker.port) as again:
        again.finish(1)
        wait(lambda: matches_of(results(receiver)) == [1, 2, 3], "all three", 20)


def test_a_broker_that_dies_again_and_again_gets_every_result(tmp_path, broker, receiver):
    """Four times killed while results stream in: each is acknowledged in the end, and nothing stays in the journal."""
    with evening(tmp_path, broker.port) as club:
        receiver.wait_for(f"{ROOT}/availability", "online")
        club.press(Button.OK)
        broker.save()
        for count in range(4):
            club.finish(3)
            if count % 2:
                broker.freeze()
                club.finish(2)
            broker.kill()
            club.finish(1)
            broker.start()
        total = 4 * 3 + 2 * 2 + 4
        wait(lambda: len(set(club.acknowledged)) == total, "every acknowledgement", 40)
        club.look()
        assert club.journal.outbox() == []
        assert club.journal.match(total).finished


def test_a_table_that_vanishes_is_offline_by_its_will(tmp_path, broker, receiver):
    """Killed without a goodbye, the broker says it for us."""
    code = (
        "import sys, time\nfrom device.mqtt import Publisher\n"
        f"values = {settings(broker.port)!r}\n"
        "publisher = Publisher(values, version='1', pending=list, delivered=print)\ntime.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        receiver.wait_for(f"{ROOT}/availability", "online")
        process.kill()
    receiver.wait_for(f"{ROOT}/availability", "offline")


def test_several_tables_feed_one_broker_under_their_own_names(tmp_path, broker, receiver):
    """A club: neither throws the other out, and each result is its own table's."""
    with evening(tmp_path / "1", broker.port) as one, evening(tmp_path / "2", broker.port, table="Club 2") as two:
        receiver.wait_for(f"{ROOT}/availability", "online")
        receiver.wait_for("meneur/club_2/availability", "online")
        for table in (one, two):
            table.press(Button.OK, Button.SPADE)
        wait(lambda: results(receiver) and receiver.of("meneur/club_2/result"), "both results")
        assert receiver.of(f"{ROOT}/availability")[-1] == "online"


def certificates(folder):
    """An authority, and a certificate for 127.0.0.1 by it."""
    subject = ["-subj", "/CN=test", "-days", "2", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    ca, key, cert = (folder / name for name in ("ca.pem", "key.pem", "cert.pem"))

    def openssl(*words):
        subprocess.run(["openssl", "req", "-x509", *words, *subject], check=True, capture_output=True)

    openssl("-keyout", folder / "ca.key", "-out", ca)
    signed = ["-CA", ca, "-CAkey", folder / "ca.key", "-addext", "subjectAltName=IP:127.0.0.1"]
    openssl(*signed, "-addext", "basicConstraints=critical,CA:false", "-keyout", key, "-out", cert)
    return ca, key, cert


@pytest.fixture
def guarded(tmp_path):
    """A broker that wants TLS and a password; its port and the two files that the settings name."""
    folder = tmp_path / "guarded"
    folder.mkdir()
    ca, key, cert = certificates(folder)
    (folder / "passwords").write_text("box:secret word\n")
    subprocess.run(["mosquitto_passwd", "-U", folder / "passwords"], check=True)
    (folder / "password").write_text("secret word\n")
    broker = Mosquitto(
        folder, "allow_anonymous false", f"password_file {folder}/passwords", f"certfile {cert}", f"keyfile {key}"
    )
    broker.start()
    yield broker, {"tls": True, "ca_file": str(ca), "username": "box", "password_file": str(folder / "password")}
    broker.kill()


def publisher(port, **changes):
    return Publisher(settings(port, **changes), version="1", pending=list, delivered=print)


def test_it_gets_in_with_tls_and_a_password(guarded):
    """The certificate is checked against the file that the settings name."""
    broker, entry = guarded
    table = publisher(broker.port, **entry)
    wait(lambda: table._connected, "let in")
    table.close()


@pytest.mark.filterwarnings("ignore:.*SSLSocket")  # paho leaves a socket that failed its handshake to the collector
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"ca_file": ""}, "certificate verify failed"),
        ({"password_file": ""}, "refused"),
        ({"username": "stranger"}, "refused"),
    ],
)
def test_why_it_does_not_get_in_is_said_once(guarded, caplog, change, why):
    """One line in the log for each kind of trouble, however often it is tried again."""
    broker, entry = guarded
    with caplog.at_level(logging.WARNING):
        table = publisher(broker.port, **{**entry, **change})
        wait(lambda: why in caplog.text, why)
        table.close()
    assert sum(why in record.getMessage() for record in caplog.records) == 1


def test_a_broker_that_is_not_there_is_said_once_and_keeps_nobody(caplog):
    """The box plays on, and its end waits for no broker."""
    with caplog.at_level(logging.WARNING):
        table = publisher(1)
        wait(lambda: "Connection refused" in caplog.text, "said")
        for _ in range(100):
            table.look(sight(standing=MATCH, press=Press(Button.OK)))
        table.close()
        table.close()
    assert sum("Connection refused" in record.getMessage() for record in caplog.records) == 1


def test_no_press_waits_for_the_broker(broker, monkeypatch):
    """Though the library itself hang in a call, the logic thread gets rid of a thousand sights."""
    table = publisher(broker.port)
    wait(lambda: table._connected, "connected")
    hung, go_on = Event(), Event()

    def hang(*_: object, **__: object) -> None:
        hung.set()
        go_on.wait(30)

    monkeypatch.setattr(table._client, "publish", hang)
    for number in range(1000):
        table.look(sight(standing=MATCH if number % 2 else None, press=Press(Button.OK)))
    assert hung.wait(5)
    assert table._queue.qsize() > 900
    monkeypatch.undo()
    go_on.set()
    table.close()


def test_it_listens_to_nobody(tmp_path, broker, receiver):
    """Nothing that is published to the table's topics reaches it: it has subscribed to none."""
    with evening(tmp_path, broker.port) as club:
        receiver.wait_for(f"{ROOT}/availability", "online")
        club.press(Button.OK)
        before = club.table.standing()
        receiver._client.publish(f"{ROOT}/button/spade", json.dumps({"event_type": "press"}))
        wait(lambda: len(receiver.of(f"{ROOT}/button/spade")) == 1, "the forged press")
        assert club.table.standing() == before
    log = (tmp_path / "broker" / "log").read_text()
    assert "Received PUBLISH from meneur_club_1" in log
    assert "Received SUBSCRIBE from meneur_club_1" not in log
