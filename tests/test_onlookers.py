"""Those who look on: each turn is shown to them, nothing they do reaches the game, and what keeps one away is said."""

from __future__ import annotations

import sys
from threading import Event, Thread

import pytest

from device.commands.onlookers import MIRROR_LACKS, MQTT_LACKS, PORT_IN_USE, Onlookers
from device.errors import UserError
from device.home.mirror_page import MirrorPage
from device.home.page import Facts, Invitation
from device.home.questions import Notice
from device.journal import Journal
from device.loop import Ending, Loop
from device.mqtt.broker import broker_of
from device.settings import SECTIONS, defaults, schema
from device.sight import standing
from device.table import Table
from device.texts import texts, told
from device.times import SystemTimes
from drivers.contract import Button, Press
from tests.tally import TALLY


def wrong_broker(changes):
    """Why a broker with these settings cannot be."""
    with pytest.raises(UserError) as refused:
        broker_of(defaults(SECTIONS)["mqtt"] | changes)
    return refused.value


class Times(SystemTimes):
    def real(self, seconds):
        return seconds


class QuietBoard:
    """A board that shows nothing and lives as long as it is asked to."""

    def listen(self, on_press):
        self.press = on_press

    def alive(self):
        return True

    def troubles(self):
        return ()

    def stuck(self):
        return ()

    def adjust(self, adjustment): ...
    def show(self, picture): ...
    def shine(self, light): ...
    def light(self, lamps): ...
    def play(self, tune): ...


@pytest.fixture
def values():
    values = defaults(schema([TALLY]))
    values["table"]["language"] = "en"
    return values


@pytest.fixture
def table(values):
    return Table([TALLY], Journal(None), Times(), values=values)


@pytest.fixture
def loop(table):
    loop = Loop(table, QuietBoard(), Times())
    yield loop
    loop.close()


def play(loop, *buttons):
    """Run the loop over these presses."""
    for button in buttons:
        loop._queue.put(Press(button))
    loop.stop()
    assert loop.run() is Ending.STOPPED


def test_every_turn_is_shown_with_the_press_that_led_to_it(loop, table):
    """Picture, lamps, and how the match stands, in the person's language."""
    seen = []
    loop.soon(lambda: loop.watch(seen.append))
    play(loop, Button.OK, Button.SPADE)
    assert [sight.press and sight.press.button for sight in seen] == [None, Button.OK, Button.SPADE]
    assert seen[0].standing is None
    assert seen[-1].standing == standing(1, "tally", "Tally", TALLY.summary(table.session.link.state), texts("en"))
    assert seen[-1].standing.text == "1 counted"
    assert seen[-1].picture.tobytes() == table.picture(Times().now()).tobytes()
    assert Button.OK in seen[-1].lamps


def test_an_onlooker_that_fails_is_shown_no_more_and_the_game_goes_on(loop, table, caplog):
    """The others still see all."""
    seen = []

    def fail(sight):
        raise RuntimeError("no more paper")

    loop.soon(lambda: loop.watch(fail))
    loop.soon(lambda: loop.watch(seen.append))
    play(loop, Button.OK, Button.SPADE)
    assert table.session.link.state.counts == (1, 0, 0, 0)
    assert len(seen) == 3
    assert caplog.text.count("RuntimeError: no more paper") == 1


def test_without_onlookers_nothing_is_put_together_for_them(loop, table, monkeypatch):
    """Off by default costs nothing."""
    monkeypatch.setattr(table, "standing", lambda: pytest.fail("asked"))
    play(loop, Button.OK, Button.SPADE)


def test_an_errand_runs_on_the_logic_thread_in_its_turn(loop):
    """Whoever is in another thread has it done between two presses."""
    from threading import get_ident

    ran = []
    Thread(target=lambda: loop.soon(lambda: ran.append(get_ident()))).start()
    loop.soon(lambda: ran.append("second"))
    play(loop)
    assert sorted(map(str, ran)) == sorted([str(get_ident()), "second"])


def run_until(loop, done):
    """Run the loop until something holds that onlookers bring about."""
    ended = Event()

    def look():
        if done():
            loop.stop()
        elif not ended.wait(0.01):
            loop.soon(look)

    loop.soon(look)
    loop.run()


def test_both_are_off_unless_they_are_asked_for(loop, table, tmp_path):
    """No thread, no socket, and their libraries are not even imported."""
    onlookers = Onlookers(table, loop, tmp_path)
    play(loop)
    assert (onlookers._thread, onlookers._came) == (None, [])
    onlookers.close()


def test_the_mirror_comes_once_the_first_picture_is_there(loop, table, values, tmp_path, unused_port):
    """It gets a row under More, and is shown what the glass shows."""
    values["mirror"] |= {"enabled": True, "port": unused_port}
    onlookers = Onlookers(table, loop, tmp_path)
    assert table._facts().mirror is None
    run_until(loop, lambda: onlookers._came and onlookers._came[0]._window.sight is not None)
    invitation = table._facts().mirror
    assert invitation.address == f"127.0.0.1:{unused_port}"
    table.press(Press(Button.CLUB), 1.0)
    while not isinstance(table._home.top, MirrorPage):
        table.press(Press(Button.HEART), 1.0)
        table.press(Press(Button.OK), 1.0)
        if not isinstance(table._home.top, MirrorPage):
            table.press(Press(Button.UNDO), 1.0)
    token = onlookers._came[0]._door._key.token
    table.press(Press(Button.CLUB), 1.0)  # a new code
    assert not onlookers._came[0]._door.opens(token)
    onlookers.close()


@pytest.fixture
def unused_port():
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.mark.parametrize(
    ("section", "changes", "said"),
    [
        ("mqtt", {"base_topic": "#"}, "mqtt.base_topic"),
        ("mqtt", {"host": "mqtt://broker.home:1883"}, "mqtt.host"),
        ("mqtt", {"password_file": "/no/such"}, "mqtt.password_file"),
        ("mqtt", {"tls": True, "ca_file": "/no/such"}, "mqtt.ca_file"),
    ],
)
def test_what_keeps_one_away_is_said_on_the_panel(loop, table, values, tmp_path, section, changes, said):
    """And the game goes on without it."""
    values[section] |= {"enabled": True, **changes}
    onlookers = Onlookers(table, loop, tmp_path)
    run_until(loop, lambda: isinstance(table._home.top, Notice))
    shown = table._home.top
    assert said in told(texts("en"), shown.sentence, shown.values)
    assert told(texts("fr"), shown.sentence, shown.values) != told(texts("en"), shown.sentence, shown.values)
    assert onlookers._came == []
    onlookers.close()


def test_a_port_in_use_is_said_on_the_panel(loop, table, values, tmp_path):
    """With the cure."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        values["mirror"] |= {"enabled": True, "port": port}
        onlookers = Onlookers(table, loop, tmp_path)
        run_until(loop, lambda: isinstance(table._home.top, Notice))
    shown = table._home.top
    assert told(texts("en"), shown.sentence, shown.values) == (
        f"mirror.port: {port} is in use, choose another from 1024 to 65535."
    )
    onlookers.close()


def test_a_missing_library_is_said_with_its_name(loop, table, values, tmp_path, monkeypatch):
    """paho-mqtt is an extra."""
    for name in [name for name in sys.modules if name.startswith(("device.mqtt", "paho"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "paho.mqtt", None)
    values["mqtt"]["enabled"] = True
    onlookers = Onlookers(table, loop, tmp_path)
    run_until(loop, lambda: isinstance(table._home.top, Notice))
    assert "python3-paho-mqtt" in table._home.top.sentence
    onlookers.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("sentence", "values"),
    [
        (MIRROR_LACKS, {}),
        (MQTT_LACKS, {}),
        (PORT_IN_USE, {"port": 8124}),
        *(
            (wrong.sentence, wrong.values)
            for wrong in map(
                wrong_broker,
                (
                    {"base_topic": "a/#"},
                    {"host": "mqtt://broker.home:1883"},
                    {"password_file": "/etc/meneur/mqtt-password"},
                ),
            )
        ),
    ],
    ids=["mirror", "mqtt", "port", "topic", "host", "password"],
)
def test_what_keeps_one_away_fits_the_glass(golden, language, sentence, values):
    """Golden screens: all of the sentence, in both languages."""
    assert golden == Notice(sentence, values).draw(Facts((), {}, {}, texts(language)))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "mirror",
    [
        Invitation("4711", "192.168.178.100:8124", viewers=2),
        Invitation("0386", "meneur.local:8124", closed=True),
        None,
    ],
    ids=["open", "closed", "off"],
)
def test_the_page_about_the_mirror(golden, language, mirror):
    """The code large, where to open it, and who looks on."""
    assert golden == MirrorPage().draw(Facts((), {}, {}, texts(language), mirror=mirror))
