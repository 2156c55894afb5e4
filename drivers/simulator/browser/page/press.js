// Fingers, mouse and keys on the seven buttons: true press and hold, several at once, and never one left behind.

// By place on the keyboard, not by letter: on a French one the digits are behind Shift.
const KEYS = {
  Digit1: "spade", Digit2: "heart", Digit3: "diamond", Digit4: "club",
  Numpad1: "spade", Numpad2: "heart", Numpad3: "diamond", Numpad4: "club",
  Enter: "ok", NumpadEnter: "ok", Backspace: "undo", Escape: "home",
};

const TAP = 120; // ms, for assistive technology, which can only click
const SHORTEST = 50; // ms that a contact stays closed, or open, at least: one that bounces less long is no press to the box

export class Fingers {
  #on = new Map(); // button name → what holds it down: pointer ids and key codes
  #buttons;
  #send;
  #changed = new Map(); // button name → when its contact last closed or opened, in ms
  #waiting = []; // what is still to be told, in its order: [button name, message]
  #timer = null;

  // `buttons` is a Map from name to element; `send` takes {down: name} and {up: name}.
  constructor(buttons, send) {
    this.#buttons = buttons;
    this.#send = send;
    for (const [name, element] of buttons) {
      this.#on.set(name, new Set());
      this.#follow(name, element);
    }
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#up(event.code));
    // Once the page is out of sight, it is not told when a key or a finger comes up.
    addEventListener("blur", () => this.releaseAll());
    addEventListener("pagehide", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  releaseAll() {
    for (const holders of this.#on.values()) for (const holder of holders) this.#up(holder);
    this.#flush(true); // a page out of sight may have no timers
  }

  #follow(name, element) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId); // a finger that slides off still holds, as on the real cap
      this.#down(name, event.pointerId);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.#up(event.pointerId));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is a hold
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return; // the pointer has done it already
      this.#down(name, "click");
      setTimeout(() => this.#up("click"), TAP);
    });
  }

  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const focused = document.activeElement;
    const here = [...this.#buttons].find(([, element]) => element === focused)?.[0];
    const acts = event.code === "Enter" || event.code === "Space";
    if (acts && focused.matches("button") && !here) return; // one of the page's own controls
    const name = (acts && here) || KEYS[event.code];
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) this.#down(name, event.code);
  }

  #down(name, holder) {
    const holders = this.#on.get(name);
    if (!holders.size) {
      this.#buttons.get(name).classList.add("down");
      this.#tell(name, { down: name });
    }
    holders.add(holder);
  }

  #up(holder) {
    for (const [name, holders] of this.#on) {
      if (holders.delete(holder) && !holders.size) {
        this.#buttons.get(name).classList.remove("down");
        this.#tell(name, { up: name });
      }
    }
  }

  // A tap within one frame, as programs make them, is stretched; what follows waits for it, so that the order stays.
  #tell(name, message) {
    this.#waiting.push([name, message]);
    this.#flush();
  }

  #flush(atOnce = false) {
    clearTimeout(this.#timer);
    while (this.#waiting.length) {
      const [name, message] = this.#waiting[0];
      const early = (this.#changed.get(name) ?? -Infinity) + SHORTEST - performance.now();
      if (early > 0 && !atOnce) {
        this.#timer = setTimeout(() => this.#flush(), early);
        return;
      }
      this.#waiting.shift();
      this.#changed.set(name, performance.now());
      this.#send(message);
    }
  }
}
