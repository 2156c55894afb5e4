// The buzzer: a square wave through something as small as a piezo disc.

const LEAD = 0.06; // seconds between hearing of a tone and playing it, so that those that follow keep their time

export class Buzzer {
  #context = null;
  #tone;
  #volume;
  #offset = 0; // from the server's clock to the sound card's

  get on() {
    return this.#context?.state === "running";
  }

  // Browsers allow sound only out of a click or a key.
  async toggle() {
    const on = this.on;
    if (!this.#context) this.#build(); // which may well start by itself
    await (on ? this.#context.suspend() : this.#context.resume());
  }

  // `tones` are [seconds on the server's clock, hertz or null].
  play(tones) {
    if (!this.on) return;
    const now = this.#context.currentTime;
    for (const [at, hertz] of tones) {
      const due = at + this.#offset;
      if (due < now || due > now + 1) this.#offset = now + LEAD - at; // the first of a tune, or a new server
      const when = at + this.#offset;
      if (hertz) this.#tone.frequency.setValueAtTime(hertz, when);
      this.#volume.gain.setTargetAtTime(hertz ? 0.12 : 0, when, 0.002); // a softened edge does not click
    }
  }

  silence() {
    this.#volume?.gain.cancelScheduledValues(0);
    this.#volume?.gain.setTargetAtTime(0, this.#context.currentTime, 0.002);
  }

  #build() {
    this.#context = new AudioContext();
    this.#tone = new OscillatorNode(this.#context, { type: "square" });
    this.#volume = new GainNode(this.#context, { gain: 0 });
    const disc = new BiquadFilterNode(this.#context, { type: "bandpass", frequency: 2400, Q: 0.5 });
    this.#tone.connect(disc).connect(this.#volume).connect(this.#context.destination);
    this.#tone.start();
  }
}
