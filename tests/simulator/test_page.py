"""The page in a real browser: what a person sees, presses, holds, and what happens when they look away."""

from __future__ import annotations

import os
import random
import time
from itertools import pairwise
from pathlib import Path

import pytest
from fake_front import FakeFront
from PIL import Image
from playwright.sync_api import BrowserContext, sync_playwright
from playwright.sync_api import Page as Tab

from drivers.contract import Button
from drivers.layout import layout
from drivers.simulator.browser import Page

CHROMIUM = Path("/usr/bin/chromium")

pytestmark = [
    pytest.mark.browser,
    # Where the tests are the gate, a missing browser is a failure.
    pytest.mark.skipif(not CHROMIUM.exists() and "CI" not in os.environ, reason=f"{CHROMIUM} is not installed"),
]

DESK = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
LOW = {"viewport": {"width": 1366, "height": 625}}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
SMALL = {"viewport": {"width": 320, "height": 568}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-audio-output",  # a silent sound card instead of none
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def front():
    return FakeFront()


@pytest.fixture
def speeds():
    return []


@pytest.fixture
def page(front, speeds):
    with Page(front, 0, set_speed=speeds.append) as page:
        yield page


@pytest.fixture
def visit(chromium, page):
    """`visit(**context)` opens the page in a fresh window; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def visit(**options) -> Tab:
        context = chromium.new_context(**(DESK | options))
        contexts.append(context)
        context.set_default_timeout(30_000)  # a busy machine needs long for a page
        tab = context.new_page()
        tab.on(
            "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
        )
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(page.url)
        connected(tab)
        return tab

    yield visit
    for context in contexts:
        context.close()
    assert [text for text in complaints if "ERR_CONNECTION" not in text] == []


def connected(tab: Tab) -> None:
    """Until the box has told how bright it is, nothing has come yet."""
    until(tab, "document.body.style.getPropertyValue('--bright') && document.querySelector('.link').hidden")


def until(tab: Tab, expression: str, seconds: float = 30) -> None:
    """Until a JavaScript expression holds. The page's policy forbids playwright's own way, which evaluates text inside it."""
    deadline = time.monotonic() + seconds
    while not tab.evaluate(expression):
        assert time.monotonic() < deadline, expression
        tab.wait_for_timeout(20)


def key(name: str) -> str:
    return f"[data-button={name}]"


def middle(tab: Tab, name: str) -> tuple[float, float]:
    box = tab.locator(key(name)).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixels(tab: Tab, canvas: int) -> list[bool]:
    """Which pixels of a canvas are lit."""
    return tab.evaluate(
        """number => {
            const glass = document.querySelectorAll("canvas.glass")[number];
            const copy = new OffscreenCanvas(128, 64).getContext("2d", { willReadFrequently: true });
            copy.drawImage(glass, 0, 0);
            const { data } = copy.getImageData(0, 0, 128, 64);
            return Array.from({ length: 128 * 64 }, (_, pixel) => data[4 * pixel] > 128);
        }""",
        canvas,
    )


def random_picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


# ── what is seen ──


@pytest.mark.parametrize("canvas", [0, 1], ids=["window", "loupe"])
def test_the_picture_is_the_glass_pixel_for_pixel(visit, front, canvas):
    """In the window of the box and under the loupe."""
    tab = visit()
    for seed in range(3):
        glass = random_picture(seed)
        front.show(glass=glass)
        expected = [bool(glass.getpixel((x, y))) for y in range(64) for x in range(128)]
        deadline = time.monotonic() + 30
        while pixels(tab, canvas) != expected and time.monotonic() < deadline:
            tab.wait_for_timeout(20)
        assert pixels(tab, canvas) == expected


@pytest.mark.parametrize("window", [DESK, LOW], ids=["desk", "low"])
def test_a_pixel_is_four_pixels_or_more(visit, front, window):
    """On the windows that people have; and each has sharp edges, so a screenshot holds just two colours."""
    front.show(glass=random_picture(1))
    tab = visit(**window)
    glass = tab.locator(".loupe .glass")
    box = glass.bounding_box()
    assert box["width"] >= 4 * 128
    assert box["width"] % 128 == 0
    assert box["x"] == int(box["x"])
    assert box["y"] == int(box["y"])


def test_the_lens_is_sharp(visit, front, tmp_path):
    """What the eye gets is the picture enlarged, no pixel smeared into its neighbour."""
    picture = random_picture(5)
    front.show(glass=picture)
    tab = visit()
    # Halves of brightness: the light that the lens throws back lies over both.
    tab.locator(".loupe .glass").screenshot(path=tmp_path / "lens.png")
    shot = Image.open(tmp_path / "lens.png").convert("L").point(lambda value: 255 * (value > 128)).convert("1")
    expected = picture.resize(shot.size, Image.Resampling.NEAREST)
    assert shot.tobytes() == expected.tobytes()


def test_contrast_dims_the_glass(visit, front):
    """The lowest still shows."""
    tab = visit()
    bright = []
    for contrast in (255, 80, 0):
        front.show(contrast=contrast)
        tab.wait_for_timeout(150)
        bright.append(float(tab.evaluate("document.body.style.getPropertyValue('--bright')")))
    assert bright == sorted(bright, reverse=True)
    assert bright[0] == 1
    assert bright[-1] > 0.2


def test_a_lamp_lights_its_button(visit, front):
    """And only its own."""
    tab = visit()
    front.show(diamond=0.75)
    until(tab, "document.querySelector('[data-button=diamond]').style.getPropertyValue('--lamp') === '0.75'")
    assert tab.evaluate("document.querySelector('[data-button=heart]').style.getPropertyValue('--lamp')") == "0"


def test_buttons_stand_where_they_are_built(visit):
    """In the proportions of the layout, with the suits in a row along the front."""
    tab = visit()
    places = {button: middle(tab, button.value) for button in Button}
    (x0, y0), (x1, _) = places[Button.SPADE], places[Button.CLUB]
    millimetre = (x1 - x0) / (layout().buttons[Button.CLUB].centre[0] - layout().buttons[Button.SPADE].centre[0])
    for button, (x, y) in places.items():
        across, up = (
            here - spade
            for here, spade in zip(layout().buttons[button].centre, layout().buttons[Button.SPADE].centre, strict=True)
        )
        assert (x - x0) / millimetre == pytest.approx(across, abs=0.3)
        assert (y0 - y) / millimetre == pytest.approx(up, abs=0.3)


@pytest.mark.parametrize(
    "window", [DESK, LOW, PHONE, SIDEWAYS, SMALL], ids=["desk", "low", "phone", "sideways", "small"]
)
def test_all_of_it_is_in_the_window(visit, window):
    """Nothing sticks out sideways, every button is wholly on the first screen, large enough for a finger, and on top."""
    tab = visit(**window)
    wide, high = window["viewport"]["width"], window["viewport"]["height"]
    assert tab.evaluate("document.documentElement.scrollWidth") == wide
    for name in [*(key(button.value) for button in Button), ".loupe .glass"]:
        box = tab.locator(name).bounding_box()
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= wide
        assert box["y"] + box["height"] <= high
    for button in Button:
        assert tab.locator(key(button.value)).bounding_box()["width"] >= 44
        x, y = middle(tab, button.value)
        assert (
            tab.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.dataset.button", [x, y])
            == button.value
        )


def test_the_loupe_can_be_put_away(visit):
    """Then the window is as large as it will be."""
    tab = visit()
    tab.click("#loupe")
    assert tab.locator(".loupe").is_hidden()
    assert tab.locator("#loupe").get_attribute("aria-pressed") == "false"


def test_what_happened_is_listed(visit, page):
    """In order, those from before the visit too, and nothing in a line is taken for markup."""
    page.tell({"en": "first", "fr": "premier"})
    tab = visit()
    page.tell({"en": "<b>second</b>", "fr": "deuxième"})
    until(tab, "document.querySelectorAll('.events li').length === 2")
    assert tab.locator(".events li").all_text_contents() == ["first", "<b>second</b>"]


def test_what_happened_is_listed_in_the_language_of_the_page(visit, page):
    """Two pages of one box, one English and one French."""
    page.tell({"en": "pass by Ana", "fr": "passe d’Ana"})
    for locale, said in (("en-GB", "pass by Ana"), ("fr-FR", "passe d’Ana")):
        tab = visit(locale=locale)
        until(tab, "document.querySelectorAll('.events li').length === 1")
        assert tab.locator(".events li").all_text_contents() == [said]


def test_a_french_browser_reads_french(visit):
    """Texts and labels."""
    tab = visit(locale="fr-CA")
    assert tab.locator("html").get_attribute("lang") == "fr"
    assert tab.locator(key("heart")).get_attribute("aria-label") == "Cœur"
    assert tab.locator("#events").text_content() == "Ce qui s’est passé"
    texts = tab.locator("[data-word]").all_text_contents() + [
        element.get_attribute("aria-label") for element in tab.locator("[data-label]").all()
    ]
    assert all(text and text != "undefined" for text in texts)


def test_everything_that_acts_has_a_name(visit):
    """For whoever hears the page."""
    tab = visit()
    for button in tab.locator("button").all():
        assert button.get_attribute("aria-label") or button.text_content().strip()
    for button in Button:
        assert (
            tab.get_by_role(
                "button", name=tab.locator(key(button.value)).get_attribute("aria-label"), exact=True
            ).count()
            == 1
        )


# ── what is pressed ──


def test_a_mouse_presses_and_holds(visit, front):
    """Down when it goes down, up when it comes up, wherever it has slid to."""
    tab = visit()
    tab.mouse.move(*middle(tab, "heart"))
    tab.mouse.down()
    front.wait_for(("down", "heart"))
    tab.wait_for_timeout(300)
    tab.mouse.move(600, 20)
    assert front.touched == [("down", "heart")]
    tab.mouse.up()
    front.wait_for(("down", "heart"), ("up", "heart"))


def test_the_right_mouse_button_presses_nothing(visit, front):
    """Nor does it open a menu over a button."""
    tab = visit()
    tab.mouse.click(*middle(tab, "heart"), button="right")
    tab.mouse.click(*middle(tab, "ok"))
    front.wait_for(("down", "ok"), ("up", "ok"))


@pytest.mark.parametrize(
    ("code", "button"),
    [
        ("Digit1", "spade"),
        ("Digit2", "heart"),
        ("Numpad3", "diamond"),
        ("Digit4", "club"),
        ("Enter", "ok"),
        ("Backspace", "undo"),
        ("Escape", "home"),
    ],
)
def test_a_key_presses_and_holds(visit, front, code, button):
    """A key that repeats is one long press, and two keys are two."""
    tab = visit()
    tab.keyboard.down(code)
    front.wait_for(("down", button))
    tab.keyboard.down(code)
    tab.keyboard.down(code)
    assert front.touched == [("down", button)]
    assert "down" in tab.locator(key(button)).get_attribute("class")
    tab.keyboard.up(code)
    front.wait_for(("down", button), ("up", button))


TAPS = ["spade", "spade", "heart", "ok", "undo", "home", "home"]
"""Some on the same button, one after the other."""


def watch_contacts(tab: Tab) -> None:
    """From now on the page keeps when it told what; the server's own clock would measure the traffic too."""
    tab.evaluate(
        """() => {
            window.told = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                window.told.push([performance.now(), ...Object.entries(JSON.parse(text))[0]]);
                send.call(this, text);
            };
        }"""
    )


def check_contacts(tab: Tab, front: FakeFront, names: list[str]) -> None:
    """Every tap has arrived, in order, and no contact changed twice within 40 milliseconds."""
    front.wait_for(*[(end, name) for name in names for end in ("down", "up")])
    for name in set(names):
        moments = [moment for moment, _end, button in tab.evaluate("window.told") if button == name]
        assert len(moments) == 2 * names.count(name)
        assert min(later - earlier for earlier, later in pairwise(moments)) >= 40


def test_taps_within_one_frame_move_each_contact_for_a_while(visit, front):
    """A key that is down and up at once is still a press to the box, and seven in a row are seven."""
    tab = visit()
    watch_contacts(tab)
    codes = {"spade": "Digit1", "heart": "Digit2", "ok": "Enter", "undo": "Backspace", "home": "Escape"}
    tab.evaluate(
        """codes => codes.forEach(code => ["keydown", "keyup"].forEach(
            kind => dispatchEvent(new KeyboardEvent(kind, { code, cancelable: true }))))""",
        [codes[name] for name in TAPS],
    )
    check_contacts(tab, front, TAPS)


def test_keys_pressed_by_a_program_all_arrive(visit, front):
    """As playwright presses them, without a pause between down and up."""
    tab = visit()
    watch_contacts(tab)
    for code in ("Digit1", "Digit1", "Digit2", "Enter", "Backspace", "Escape", "Escape"):
        tab.keyboard.press(code, delay=0)
    check_contacts(tab, front, TAPS)


def test_a_pointer_that_only_touches_moves_the_contact_for_a_while(visit, front):
    """The mouse, down and up within one frame."""
    tab = visit()
    watch_contacts(tab)
    for name in TAPS:
        tab.mouse.click(*middle(tab, name), delay=0)
    check_contacts(tab, front, TAPS)


def test_two_fingers_hold_two_buttons(visit, front):
    """Touch, both at once, each with its own end."""
    tab = visit(**PHONE)
    session = tab.context.new_cdp_session(tab)
    (x0, y0), (x1, y1) = middle(tab, "spade"), middle(tab, "ok")
    one, two = {"x": x0, "y": y0, "id": 1}, {"x": x1, "y": y1, "id": 2}

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", one)
    front.wait_for(("down", "spade"))
    touch("touchStart", one, two)
    front.wait_for(("down", "spade"), ("down", "ok"))
    touch("touchEnd", one)
    front.wait_for(("down", "spade"), ("down", "ok"), ("up", "spade"))
    touch("touchEnd")
    front.wait_for(("down", "spade"), ("down", "ok"), ("up", "spade"), ("up", "ok"))


def test_mouse_and_key_on_one_button_are_one_press(visit, front):
    """It comes up with the last of them."""
    tab = visit()
    tab.mouse.move(*middle(tab, "ok"))
    tab.mouse.down()
    tab.keyboard.down("Enter")
    tab.mouse.up()
    tab.keyboard.down("Digit1")
    front.wait_for(("down", "ok"), ("down", "spade"))
    tab.keyboard.up("Enter")
    front.wait_for(("down", "ok"), ("down", "spade"), ("up", "ok"))


@pytest.mark.parametrize(
    "look_away",
    [
        "window.dispatchEvent(new Event('blur'))",
        "window.dispatchEvent(new PageTransitionEvent('pagehide'))",
        "Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))",
    ],
    ids=["blur", "pagehide", "hidden"],
)
def test_looking_away_lets_go(visit, front, look_away):
    """Once the page is out of sight nobody tells it of a key that comes up."""
    tab = visit()
    tab.keyboard.down("Digit1")
    tab.mouse.move(*middle(tab, "ok"))
    tab.mouse.down()
    front.wait_for(("down", "spade"), ("down", "ok"))
    tab.evaluate(look_away)
    front.wait_for(("down", "spade"), ("down", "ok"), ("up", "spade"), ("up", "ok"))
    tab.keyboard.up("Digit1")
    tab.mouse.up()
    tab.wait_for_timeout(100)
    assert len(front.touched) == 4


def test_closing_the_tab_lets_go(visit, front):
    """By the page or by its socket."""
    tab = visit()
    tab.keyboard.down("Escape")
    front.wait_for(("down", "home"))
    tab.close()
    front.wait_for(("down", "home"), ("up", "home"))


def test_enter_is_ok_after_a_click_elsewhere(visit, front):
    """Clicking a control or a button leaves no focus behind that would take the key."""
    tab = visit()
    tab.click("#loupe")
    tab.click(key("spade"))
    tab.keyboard.press("Enter")
    front.wait_for(("down", "spade"), ("up", "spade"), ("down", "ok"), ("up", "ok"))
    assert tab.locator("#loupe").get_attribute("aria-pressed") == "false"


def test_all_can_be_reached_by_tab(visit, front):
    """A button that has the focus is pressed with Space or Enter, a control too."""
    tab = visit()
    tab.focus(key("club"))
    tab.keyboard.press("Space")
    tab.keyboard.press("Enter")
    front.wait_for(*[("down", "club"), ("up", "club")] * 2)
    tab.focus("#loupe")
    tab.keyboard.press("Enter")
    assert tab.locator("#loupe").get_attribute("aria-pressed") == "false"
    assert len(front.touched) == 4


def test_a_bare_click_is_a_press(visit, front):
    """Assistive technology has no finger to hold."""
    tab = visit()
    tab.evaluate("document.querySelector('[data-button=undo]').click()")
    front.wait_for(("down", "undo"), ("up", "undo"))


def test_a_shortcut_of_the_browser_is_no_press(visit, front):
    """Ctrl+1 is for its tabs."""
    tab = visit()
    tab.keyboard.press("Control+Digit1")
    tab.keyboard.press("Digit2")
    front.wait_for(("down", "heart"), ("up", "heart"))


def test_time_runs_faster(visit, speeds):
    """And the page shows at which pace it runs."""
    tab = visit()
    tab.click("[data-speed='60']")
    tab.wait_for_selector("[data-speed='60'][aria-pressed=true]")
    assert speeds == [60.0]
    assert tab.locator("[data-speed][aria-pressed=true]").count() == 1


def test_sound_follows_the_buzzer_once_allowed(visit, front):
    """What the loudspeaker gets is the tone, and silence after it."""
    tab = visit()
    tab.evaluate(
        """() => {
            const set = AudioParam.prototype.setValueAtTime, target = AudioParam.prototype.setTargetAtTime;
            window.heard = [];
            AudioParam.prototype.setValueAtTime = function (value, at) { heard.push(value); return set.call(this, value, at); };
            AudioParam.prototype.setTargetAtTime = function (value, at, t) { heard.push(value > 0 ? "on" : "off"); return target.call(this, value, at, t); };
        }"""
    )
    front.sound(440.0)
    front.sound(None)
    tab.wait_for_timeout(150)
    assert tab.evaluate("heard") == []
    tab.click("#sound")
    tab.wait_for_selector("#sound[aria-pressed=true]")
    front.sound(880.0)
    front.sound(None)
    until(tab, "heard.length === 3")
    assert tab.evaluate("heard") == [880, "on", "off"]
    tab.click("#sound")
    tab.wait_for_selector("#sound[aria-pressed=false]")


# ── and when the box goes away ──


def test_the_page_finds_its_server_again(visit, page, front):
    """It says that the connection is lost, shows a dark box, and goes on by itself once the server is back."""
    front.show(glass=random_picture(2), ok=1.0)
    tab = visit()
    tab.keyboard.down("Digit1")
    front.wait_for(("down", "spade"))
    page.close()
    tab.wait_for_selector(".link:not([hidden])")
    assert "reconnecting" in tab.locator(".link").text_content()
    assert not any(pixels(tab, 1))
    assert tab.evaluate("document.querySelector('[data-button=ok]').style.getPropertyValue('--lamp')") == "0"
    assert front.touched == [("down", "spade"), ("up", "spade")]

    again = FakeFront()
    again.show(glass=random_picture(3))
    with Page(again, page.port, set_speed=print) as restarted:
        restarted.tell({"en": "back again", "fr": "de retour"})
        tab.wait_for_selector(".link", state="hidden")
        until(tab, "document.querySelector('.events').textContent.includes('back again')")
        assert any(pixels(tab, 1))
        tab.keyboard.up("Digit1")
        tab.keyboard.press("Digit2")
        again.wait_for(("down", "heart"), ("up", "heart"))
        tab.close()


def test_another_site_cannot_reach_the_box(visit, page, front, chromium):
    """A page of another origin gets no socket and cannot read the page."""
    with Page(FakeFront(), 0, set_speed=print) as elsewhere:
        context = chromium.new_context()
        tab = context.new_page()
        tab.goto(elsewhere.url)
        # That page's own policy would stop it already; a page that is foreign has none.
        tab.goto("about:blank")
        outcome = tab.evaluate(
            """port => new Promise(done => {
                const socket = new WebSocket(`ws://127.0.0.1:${port}/box`);
                socket.onopen = () => done("open");
                socket.onclose = () => done("refused");
            })""",
            page.port,
        )
        context.close()
    assert outcome == "refused"
    assert front.touched == []
