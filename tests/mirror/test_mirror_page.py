"""The mirror in a real browser: the code once, then the glass; and what the page refuses to be used for."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, sync_playwright
from playwright.sync_api import Page as Tab

from device.mirror import Mirror
from device.mirror.door import EACH
from drivers.contract import Button, Lamp, Light
from tests.mirror.sights import noise, sight

CHROMIUM = Path("/usr/bin/chromium")

pytestmark = [
    pytest.mark.browser,
    # Where the tests are the gate, a missing browser is a failure.
    pytest.mark.skipif(not CHROMIUM.exists() and "CI" not in os.environ, reason=f"{CHROMIUM} is not installed"),
]

TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 2.6, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        )
        yield browser
        browser.close()


@pytest.fixture
def mirror():
    mirror = Mirror(0, network=False, folder=None, changed=lambda: None)
    mirror.look(sight())
    yield mirror
    mirror.close()


@pytest.fixture
def complaints():
    return []


@pytest.fixture
def visit(chromium, mirror, complaints):
    """`visit(**context)` opens the mirror in a fresh window. What the browser complains of fails the test, but for the
    refusals that a test is about.
    """
    contexts: list[BrowserContext] = []

    def visit(**options) -> Tab:
        context = chromium.new_context(**(TELEVISION | options))
        contexts.append(context)
        context.set_default_timeout(30_000)  # a busy machine needs long for a page
        tab = context.new_page()
        tab.on(
            "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
        )
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(f"http://127.0.0.1:{mirror.port}/")
        tab.locator("#door").wait_for()
        return tab

    yield visit
    for context in contexts:
        context.close()
    refusals = ("status of 403", "status of 429", "ERR_CONNECTION")
    assert [text for text in complaints if not any(word in text for word in refusals)] == []


def until(tab: Tab, expression: str, seconds: float = 30) -> None:
    """Until a JavaScript expression holds. The page's policy forbids playwright's own way, which evaluates text inside it."""
    deadline = time.monotonic() + seconds
    while not tab.evaluate(expression):
        assert time.monotonic() < deadline, expression
        tab.wait_for_timeout(20)


def enter(tab: Tab, code: str) -> None:
    tab.locator("#code").click()
    tab.keyboard.type(code)


def let_in(mirror: Mirror, visit, **options) -> Tab:
    tab = visit(**options)
    enter(tab, mirror.invitation().code)
    tab.locator("#mirror").wait_for()
    return tab


def pixels(tab: Tab) -> bytes:
    """The canvas as the glass's own 1024 bytes."""
    bits = tab.evaluate(
        """() => {
            const copy = new OffscreenCanvas(128, 64).getContext("2d", { willReadFrequently: true });
            copy.drawImage(document.getElementById("glass"), 0, 0);
            const { data } = copy.getImageData(0, 0, 128, 64);
            return Array.from({ length: 128 * 64 }, (_, pixel) => data[4 * pixel] > 128);
        }"""
    )
    return bytes(
        sum(lit << (7 - bit) for bit, lit in enumerate(bits[start : start + 8])) for start in range(0, 8192, 8)
    )


def shows(tab: Tab, picture) -> None:
    deadline = time.monotonic() + 30
    while pixels(tab) != picture.tobytes():
        assert time.monotonic() < deadline
        tab.wait_for_timeout(20)


def test_the_code_is_typed_once_and_the_glass_is_there(mirror, visit):
    """The fourth digit is enough; a reload, and the next evening, ask no more."""
    picture = noise()
    mirror.look(sight(picture))
    tab = let_in(mirror, visit)
    shows(tab, picture)
    assert tab.locator("#line").inner_text() == "Hockey Reds 2-1 Blacks, period 2"
    tab.reload()
    tab.locator("#mirror").wait_for()
    shows(tab, picture)


def test_it_follows_the_table(mirror, visit):
    """Pictures, lamps, light and texts, as they come."""
    tab = let_in(mirror, visit)
    picture = noise()
    mirror.look(sight(picture, {Button.HEART: Lamp.BREATHE}, Light.DIM, standing=None))
    shows(tab, picture)
    until(tab, "document.querySelector('[data-lamp=heart]').className === 'breathe'")
    assert tab.evaluate("document.querySelector('[data-lamp=ok]').className") == "off"
    assert float(tab.evaluate("getComputedStyle(document.getElementById('glass')).opacity")) == pytest.approx(0.6)
    assert tab.locator("#line").inner_text().strip() == ""


@pytest.mark.parametrize("screen", [TELEVISION, PHONE, SIDEWAYS], ids=["television", "phone", "sideways"])
def test_the_picture_is_as_large_as_the_screen_allows_and_crisp(mirror, visit, screen):
    """Each pixel of the glass is a whole number of the display's own, on their grid, and one more would not fit."""
    tab = let_in(mirror, visit, **screen)
    tab.wait_for_timeout(50)
    ratio = screen.get("device_scale_factor", 1)
    box = tab.evaluate("(({ x, y, width, height }) => ({ x, y, width, height }))(glass.getBoundingClientRect())")
    dot = box["width"] * ratio / 128
    assert dot == pytest.approx(round(dot), abs=0.01)
    assert box["height"] * ratio / 64 == pytest.approx(dot, abs=0.01)
    for edge in (box["x"], box["y"]):
        assert edge * ratio == pytest.approx(round(edge * ratio), abs=0.01)
    below = tab.evaluate("document.getElementById('below').offsetHeight")
    wide, high = screen["viewport"]["width"], screen["viewport"]["height"]
    assert box["width"] <= wide
    assert box["height"] + below <= high
    larger = (round(dot) + 1) / ratio
    assert larger * 128 > wide or larger * 64 + below > high
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tab.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_wrong_code_is_said_and_can_be_typed_again(mirror, visit):
    """The field is empty and has the cursor."""
    tab = visit()
    right = mirror.invitation().code
    enter(tab, "0000" if right != "0000" else "1111")
    until(tab, "document.getElementById('told').textContent === 'That is not the code.'")
    assert tab.evaluate("document.activeElement.id") == "code"
    tab.keyboard.type(right)
    tab.locator("#mirror").wait_for()


def test_after_five_wrong_codes_the_page_says_how_long_to_wait(mirror, visit):
    """And that there is help at the box."""
    tab = visit()
    wrong = "0000" if mirror.invitation().code != "0000" else "1111"
    for count in range(EACH.tries):
        enter(tab, wrong)
        until(tab, "document.getElementById('code').value === ''")
        tab.wait_for_timeout(50 + count)
    until(tab, "document.getElementById('told').textContent.startsWith('Too many wrong codes. Wait 60 s')")
    assert not tab.locator("#mirror").is_visible()


def test_a_new_code_at_the_box_shows_the_door_again(mirror, visit):
    """The picture goes at once."""
    tab = let_in(mirror, visit)
    mirror.new_code()
    tab.locator("#door").wait_for()
    assert not tab.locator("#mirror").is_visible()
    enter(tab, mirror.invitation().code)
    tab.locator("#mirror").wait_for()


def test_nothing_that_is_pressed_on_the_page_is_sent(mirror, visit):
    """Keys, clicks and taps say nothing over the socket; were they to, it would be closed."""
    sent = []

    def note(frame):  # playwright takes no method of a list
        sent.append(frame)

    tab = visit()
    tab.on("websocket", lambda socket: socket.on("framesent", note))
    enter(tab, mirror.invitation().code)
    tab.locator("#mirror").wait_for()
    tab.keyboard.type("1234")
    for key in ("Enter", "Escape", "Backspace", "ArrowLeft"):
        tab.keyboard.press(key)
    for lamp in tab.locator("#lamps li").all():
        lamp.click()
    tab.locator("#glass").click()
    picture = noise()
    mirror.look(sight(picture))
    shows(tab, picture)
    assert sent == []


def test_a_word_said_over_the_socket_ends_it(mirror, visit):
    """Even from the page's own console."""
    tab = let_in(mirror, visit)
    told = tab.evaluate(
        """() => new Promise((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/glass`);
            socket.onopen = () => socket.send('{"down": "ok"}');
            socket.onclose = ({ code, reason }) => resolve([code, reason]);
        })"""
    )
    assert told == [1008, "this is for looking only"]


def test_the_page_asks_for_nothing_from_elsewhere(mirror, visit):
    """Every request goes to the box."""
    asked = []
    tab = visit()
    tab.on("request", lambda request: asked.append(request.url))
    tab.reload()
    enter(tab, mirror.invitation().code)
    tab.locator("#mirror").wait_for()
    assert len(asked) >= 5
    assert [url for url in asked if not url.startswith(f"http://127.0.0.1:{mirror.port}/")] == []


def test_another_site_in_the_same_browser_gets_nothing(mirror, visit):
    """It can neither look through a browser that was let in, nor guess, nor frame the page."""
    tab = let_in(mirror, visit)
    foreign = tab.context.new_page()
    foreign.route("http://evil.example/", lambda route: route.fulfill(content_type="text/html", body="<p>Free chips!"))
    foreign.goto("http://evil.example/")
    told = foreign.evaluate(
        """async (here) => {
            const looked = await new Promise((resolve) => {
                const socket = new WebSocket(`ws://${here}/glass`);
                socket.onmessage = () => resolve("looked in");
                socket.onclose = ({ code }) => resolve(code);
            });
            const guessed = await fetch(`http://${here}/enter`, { method: "POST", body: "4711", mode: "no-cors" })
                .then(({ type }) => type, () => "blocked");
            const frame = document.body.appendChild(document.createElement("iframe"));
            await new Promise((resolve) => { frame.onload = resolve; frame.src = `http://${here}/`; });
            let framed;
            try { framed = frame.contentDocument === null ? "out of reach" : "reached"; } catch { framed = "out of reach"; }
            return [looked, guessed, framed];
        }""",
        f"127.0.0.1:{mirror.port}",
    )
    assert told[0] == 1006  # refused before anything was said
    assert told[1] in {"opaque", "blocked"}
    assert told[2] == "out of reach"
    assert mirror._door._each == {}  # its guess did not count


def test_a_lost_box_is_said_and_found_again(chromium, tmp_path):
    """The television in the living room comes back by itself when the box was restarted."""
    first = Mirror(0, network=False, folder=tmp_path, changed=lambda: None)
    first.look(sight())
    context = chromium.new_context(**TELEVISION)
    context.set_default_timeout(30_000)
    tab = context.new_page()
    tab.goto(f"http://127.0.0.1:{first.port}/")
    enter(tab, first.invitation().code)
    tab.locator("#mirror").wait_for()
    first.close()
    tab.locator("#lost").wait_for()
    assert tab.locator("#lost").inner_text() == "Connection lost — trying again…"
    again = Mirror(first.port, network=False, folder=tmp_path, changed=lambda: None)
    picture = noise()
    again.look(sight(picture))
    tab.locator("#lost").wait_for(state="hidden")
    shows(tab, picture)
    context.close()
    again.close()


def test_a_french_browser_reads_french(mirror, visit):
    """Every word of the page."""
    tab = visit(locale="fr-FR")
    assert tab.locator("label").inner_text() == "Le code affiché par le boîtier (Plus, Miroir)"
    assert tab.locator("button").inner_text() == "Regarder"
    enter(tab, "0000" if mirror.invitation().code != "0000" else "1111")
    until(tab, "document.getElementById('told').textContent === 'Ce n’est pas le code.'")
    assert tab.evaluate("document.documentElement.lang") == "fr"
