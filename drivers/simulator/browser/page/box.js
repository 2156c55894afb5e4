// The page: the box as it will be built, showing what the simulated box shows and passing on what is pressed.

import { MARGIN, drawButton, drawShell, frontWall } from "./drawing.js";
import { Fingers } from "./press.js";
import { Buzzer } from "./sound.js";
import { connect } from "./wire.js";
import { language, translate, word } from "./words.js";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [228, 241, 255]; // the panel's phosphor: a cold white
const LINES_SHOWN = 200;
const CRISP = 4; // CSS pixels that a pixel of the glass should be at least

const $ = (selector) => document.querySelector(selector);
const glasses = [...document.querySelectorAll("canvas.glass")];
const buttons = new Map();
const buzzer = new Buzzer();
let layout;

// ── what the box tells ──────────────────────────────────────────────────────────────────────────────────────────────

function showPicture(bits) {
  const image = new ImageData(WIDTH, HEIGHT);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const lit = bits[pixel >> 3] & (0x80 >> (pixel & 7));
    image.data.set(lit ? [...LIT, 255] : [0, 0, 0, 255], 4 * pixel);
  }
  for (const glass of glasses) glass.getContext("2d").putImageData(image, 0, 0);
}

function showFacts({ lamps, contrast, speed, tones, lines }) {
  for (const [name, level] of Object.entries(lamps ?? {})) buttons.get(name).style.setProperty("--lamp", level);
  // The eye and the panel both are far from linear: the lowest contrast still reads in a dark room.
  if (contrast !== undefined) document.body.style.setProperty("--bright", 0.3 + 0.7 * (contrast / 255) ** 0.6);
  if (speed !== undefined) {
    for (const button of document.querySelectorAll("[data-speed]")) {
      button.setAttribute("aria-pressed", Number(button.dataset.speed) === speed);
    }
  }
  if (tones) buzzer.play(tones);
  if (lines) showLines(lines);
}

function showLines(lines) {
  const list = $(".events ol");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40; // who has scrolled back to read stays there
  for (const line of lines) {
    const item = document.createElement("li");
    item.textContent = line[language];
    list.append(item);
  }
  while (list.children.length > LINES_SHOWN) list.firstChild.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

function showLink(up) {
  $(".link").hidden = up;
  document.body.classList.toggle("lost", !up);
}

// ── where things are ────────────────────────────────────────────────────────────────────────────────────────────────

// Sizes that are whole numbers of the display's own pixels, or the picture would shimmer.
const whole = (room) => Math.max(1, Math.floor((room * devicePixelRatio) / WIDTH)) / devicePixelRatio;

function arrange() {
  const style = document.body.style;
  const stage = $(".stage");
  const narrow = matchMedia("(max-width: 820px)").matches;
  const wide = layout.shell.width + 2 * MARGIN;
  // On a low window the front wall may leave at the bottom: larger buttons and pixels are worth more.
  const low = !narrow && stage.clientHeight < 700;
  document.body.classList.toggle("low", low);
  const high = layout.shell.depth + (low ? 0.7 * MARGIN : frontWall(layout) + 2 * MARGIN);
  const room = stage.clientWidth;
  const mm = narrow ? room / (wide - MARGIN) : Math.min(room / wide, stage.clientHeight / high);
  style.setProperty("--mm", `${mm}px`);

  const magnified = $("#loupe").getAttribute("aria-pressed") === "true";
  $(".loupe").hidden = !magnified;
  // Where the loupe lies over the box it keeps between UNDO and OK, or just clear of their caps if that makes it crisp.
  const { undo, ok } = layout.buttons;
  const between = ok.centre[0] - undo.centre[0] - ok.collar;
  let pixel = narrow ? whole(room - 32) : whole((between - 8) * mm);
  if (!narrow && whole((between + 4) * mm) >= CRISP) pixel = Math.max(pixel, CRISP);
  style.setProperty("--pixel", `${pixel}px`);

  // The window itself: crisp where there is room to be, otherwise as the eye sees it from there.
  const active = layout.screen.active[0] * mm;
  const crisp = whole(active) * devicePixelRatio >= 3;
  style.setProperty("--dot", `${crisp ? whole(active) : active / WIDTH}px`);
  document.body.classList.toggle("fine", !crisp);

  for (const glass of glasses) settle(glass);
}

// Moves a canvas onto the grid of the display's pixels.
function settle(glass) {
  glass.style.translate = "none";
  const { left, top } = glass.getBoundingClientRect();
  const off = (edge) => (Math.round(edge * devicePixelRatio) - edge * devicePixelRatio) / devicePixelRatio;
  glass.style.translate = `${off(left)}px ${off(top)}px`;
}

// ── and what the person does ────────────────────────────────────────────────────────────────────────────────────────

function controls(send) {
  $("#sound").addEventListener("click", async ({ currentTarget }) => {
    await buzzer.toggle();
    currentTarget.setAttribute("aria-pressed", buzzer.on);
  });
  $("#loupe").addEventListener("click", ({ currentTarget }) => {
    currentTarget.setAttribute("aria-pressed", currentTarget.getAttribute("aria-pressed") !== "true");
    arrange();
  });
  for (const button of document.querySelectorAll("[data-speed]")) {
    button.addEventListener("click", () => send({ speed: Number(button.dataset.speed) }));
  }
  // A control that was clicked keeps no focus: Enter is for OK. With Tab it can still be reached and used.
  for (const button of document.querySelectorAll("button")) {
    button.addEventListener("mousedown", (event) => event.preventDefault());
  }
}

async function start() {
  translate();
  layout = await (await fetch("layout.json")).json();
  drawShell($(".shell"), layout);
  $(".box").style.setProperty("--window-x", layout.screen.centre[0]);
  $(".box").style.setProperty("--window-y", layout.shell.depth - layout.screen.centre[1]);
  $(".box").style.setProperty("--high", layout.shell.depth + frontWall(layout));
  for (const [name, place] of Object.entries(layout.buttons)) {
    buttons.set(name, drawButton(name, place, layout, word(name)));
    $(".panel").append(buttons.get(name));
  }
  arrange();
  new ResizeObserver(arrange).observe($(".stage"));

  let fingers;
  const wire = connect({
    picture: showPicture,
    facts: showFacts,
    open() {
      $(".events ol").replaceChildren(); // the server tells them all again
      showLink(true);
    },
    lost() {
      fingers.releaseAll();
      buzzer.silence();
      showPicture(new Uint8Array((WIDTH * HEIGHT) / 8));
      for (const button of buttons.values()) button.style.setProperty("--lamp", 0);
      showLink(false);
    },
  });
  fingers = new Fingers(buttons, wire.send);
  controls(wire.send);
}

start();
