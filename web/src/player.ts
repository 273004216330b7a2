// The player: the time that the picture shows, and how it goes on.

import { el } from "./dom";
import type { Trajectory } from "./trajectory";

export class Player {
  /** Called with a time of the run, to be shown. */
  onShow: (t: number) => void = () => {};
  /** Called when the user takes the time into the hand. */
  onTouch: () => void = () => {};
  time = 0;
  speed = 1;
  playing = false;
  run?: Trajectory;

  readonly clock = el("output", { id: "clock", "aria-label": "time shown" }, "0 s");
  readonly scrub = el("input", { type: "range", id: "time", min: 0, max: 1, step: "any", value: 0, "aria-label": "time",
    oninput: () => {
      this.halt();
      this.seek(Number(this.scrub.value));
    } });
  readonly button = el("button", { id: "play", title: "play and pause (space)", onclick: () => this.toggle() },
    "▶ Play");
  readonly pick = el("select", { id: "speed", "aria-label": "speed", onchange: () => {
    this.speed = Number(this.pick.value);
    this.onPace?.(this.playing ? this.speed : 0);
  } }, ...[0.05, 0.1, 0.25, 0.5, 1, 2].map((x) => el("option", { value: x, selected: x === 1 }, x + " ×")));
  /** Set while a motion goes on that the engine plays: called with its speed, and with steps to take. */
  onPace?: (speed: number, steps?: number) => void;

  /** load shows a run from where the time is. */
  load(run: Trajectory) {
    this.run = run;
    this.scrub.max = String(run.end);
    if (!this.onPace) this.seek(this.time);
  }

  state(playing: boolean) {
    this.playing = playing;
    this.button.textContent = playing ? "❚❚ Pause" : "▶ Play";
  }

  toggle() {
    this.state(!this.playing);
    if (this.onPace) return this.onPace(this.playing ? this.speed : 0);
    if (!this.playing) return;
    if (this.run && this.time >= this.run.end) this.time = 0;
    let before = performance.now();
    const tick = (now: number) => {
      if (!this.playing || this.onPace || !this.run) return;
      this.seek(this.time + ((now - before) / 1000) * this.speed);
      before = now;
      if (this.time >= this.run.end) this.halt();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  halt() {
    this.onTouch();
    this.state(false);
  }

  step(rows: number) {
    if (this.onPace) {
      this.state(false);
      return this.onPace(0, 1);
    }
    const run = this.run;
    if (!run?.rows) return;
    this.halt();
    const [row] = run.at(this.time);
    this.seek(run.time[Math.min(run.rows - 1, Math.max(0, row + rows))]);
  }

  seek(t: number) {
    const run = this.run;
    if (!run?.rows) return;
    this.time = Math.min(Math.max(t, run.time[0]), run.end);
    this.scrub.value = String(this.time);
    this.scrub.setAttribute("aria-valuetext", this.time.toFixed(3) + " s");
    this.tell(this.time);
    document.body.dataset.row = String(run.at(this.time)[0]);
    this.onShow(this.time);
  }

  tell(t: number) {
    this.clock.textContent = t.toFixed(3) + " s";
  }
}
