// The mirror: asks for the code once, then shows what the box shows. It never sends a word over the socket.
"use strict";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [228, 241, 255]; // the panel's phosphor: a cold white
const BRIGHTNESS = { full: 1, dim: 0.6, faint: 0.35, off: 0 };

const FORBIDDEN = 1008; // why the server closes a socket
const FULL = 1013;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10000;

const find = (id) => document.getElementById(id);
const door = find("door");
const mirror = find("mirror");
const glass = find("glass");
const lost = find("lost");
let pause = FIRST_PAUSE;

// ── the door ────────────────────────────────────────────────────────────────────────────────────────────────────────

function askForCode() {
  mirror.hidden = true;
  door.hidden = false;
  find("code").focus();
}

async function knock() {
  const code = find("code");
  let answer;
  try {
    answer = await fetch("enter", { method: "POST", body: code.value });
  } catch (_) {
    find("told").textContent = words.away;
    return;
  }
  code.value = "";
  if (answer.ok) {
    find("told").textContent = "";
    look();
  } else {
    const { wait } = await answer.json();
    find("told").textContent = wait ? words.wait(wait) : words.wrong;
    code.focus();
  }
}

door.addEventListener("submit", (event) => {
  event.preventDefault();
  knock();
});
find("code").addEventListener("input", ({ target }) => {
  if (target.value.length === target.maxLength) knock(); // a remote control has no handy Enter
});

// ── the glass ───────────────────────────────────────────────────────────────────────────────────────────────────────

function look() {
  const socket = new WebSocket(`ws://${location.host}/glass`);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => {
    pause = FIRST_PAUSE;
    door.hidden = true;
    mirror.hidden = false;
    lost.hidden = true;
    if (typeof data === "string") showFacts(JSON.parse(data));
    else showPicture(new Uint8Array(data));
    arrange();
  };
  socket.onclose = ({ code }) => {
    if (code === FORBIDDEN) {
      askForCode();
      return;
    }
    mirror.hidden = false;
    door.hidden = true;
    lost.textContent = code === FULL ? words.full : words.lost;
    lost.hidden = false;
    setTimeout(look, pause);
    pause = Math.min(pause * 1.5, LONGEST_PAUSE);
  };
}

function showPicture(bits) {
  const image = new ImageData(WIDTH, HEIGHT);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const lit = bits[pixel >> 3] & (0x80 >> (pixel & 7));
    image.data.set(lit ? [...LIT, 255] : [0, 0, 0, 255], 4 * pixel);
  }
  glass.getContext("2d").putImageData(image, 0, 0);
}

function showFacts({ lamps, light, title, text }) {
  for (const [name, lamp] of Object.entries(lamps || {})) document.querySelector(`[data-lamp=${name}]`).className = lamp;
  if (light !== undefined) glass.style.opacity = BRIGHTNESS[light];
  if (title !== undefined) find("title").textContent = title;
  if (text !== undefined) find("text").textContent = text;
}

// As large as the screen allows, in whole pixels of the display, or the picture would shimmer.
function arrange() {
  const room = Math.min(innerWidth / WIDTH, (innerHeight - find("below").offsetHeight) / HEIGHT);
  const dot = Math.max(1, Math.floor(room * devicePixelRatio)) / devicePixelRatio;
  glass.style.width = `${dot * WIDTH}px`;
  glass.style.height = `${dot * HEIGHT}px`;
  glass.style.transform = "none";
  const { left, top } = glass.getBoundingClientRect();
  const off = (edge) => (Math.round(edge * devicePixelRatio) - edge * devicePixelRatio) / devicePixelRatio;
  glass.style.transform = `translate(${off(left)}px, ${off(top)}px)`; // onto the grid of those pixels
}

addEventListener("resize", arrange);
glass.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen();
});

look();
