// The verdict on a run, always in sight: whether the run is complete, whether the loop is stable, whether joints
// arrive, and which limits act.

import { el } from "./dom";
import { figure } from "./figures";
import type { Analysis, Loop, Outcome } from "./protocol";

/** How an answer is to be taken. Open leaves it to the reader. */
export type Verdict = "good" | "doubtful" | "bad" | "open";

export interface Chip {
  id: string;
  verdict: Verdict;
  text: string;
  more?: string; // what a longer look tells
}

/** Margins that a loop should have (dB, degrees), and the largest peak of its sensitivity (dB), as the engine has it. */
export const rules = { gain: 6, phase: 30, sensitivity: 6 };

export const decibel = (x: number | null) => (x === null ? null : 20 * Math.log10(x));
export const degrees = (x: number | null) => (x === null ? null : (x * 180) / Math.PI);

/** ofRun judges a run by its outcome. */
export function ofRun(outcome: Outcome | undefined, failed: string | undefined): Chip[] {
  if (!outcome) return [];
  const done = outcome.status === "done" || outcome.status === "stopped";
  const chips: Chip[] = [{ id: "run", verdict: failed || !done ? "bad" : "good",
    text: failed || !done ? `run not complete: ${outcome.status}` : `run complete`, more: failed ?? outcome.ended }];
  const drift = outcome.drift_share ?? 0;
  if (drift > 0.01)
    chips.push({ id: "drift", verdict: "bad", text: `drift ${figure(100 * drift)} %`,
      more: "the integration has added or lost this share of the energy that moved; a shorter dt helps" });
  return [...chips, ...arrived(outcome), ...limited(outcome)];
}

/** arrived says whether the joints that were asked to move have settled. */
function arrived(outcome: Outcome): Chip[] {
  const moved = Object.entries(outcome.metrics ?? {}).filter(([, m]) => m.overshoot !== null
    && m.overshoot !== undefined);
  if (!moved.length) return [];
  const late = moved.filter(([, m]) => m.settling_time === null);
  if (late.length)
    return [{ id: "settling", verdict: "bad", text: `${names(late)} not settled`,
      more: "not within the settling band of the way by the end of the run" }];
  const [slowest, m] = moved.reduce((a, b) => (b[1].settling_time! > a[1].settling_time! ? b : a));
  const over = moved.reduce((a, b) => (b[1].overshoot! > a[1].overshoot! ? b : a));
  return [{ id: "settling", verdict: "good", text: `settled in ${figure(m.settling_time)} s`,
    more: `the last joint is ${slowest}; the largest overshoot is ${figure(over[1].overshoot)} % of ${over[0]}` }];
}

/** limited says which limits act. */
function limited(outcome: Outcome): Chip[] {
  const chips: Chip[] = [];
  const full = Object.entries(outcome.metrics ?? {}).filter(([, m]) => (m.saturation_share ?? 0) > 0);
  if (full.length) {
    const [joint, m] = full.reduce((a, b) => (b[1].saturation_share! > a[1].saturation_share! ? b : a));
    chips.push({ id: "limits", verdict: "doubtful",
      text: `effort limited: ${joint} ${figure(100 * m.saturation_share!)} %`,
      more: full.map(([j, x]) => `${j}: ${figure(100 * x.saturation_share!)} % of the time`).join("; ") });
  }
  const beyond = (outcome.exceeded ?? []).filter((x) => x.what !== "effort" || !full.length);
  if (beyond.length)
    chips.push({ id: "exceeded", verdict: "doubtful", text: `${beyond[0].joint} at its ${beyond[0].what} limit`,
      more: beyond.map((x) => `${x.joint}, ${x.what}, at first at ${figure(x.time)} s`).join("; ") });
  if (outcome.impacts)
    chips.push({ id: "impacts", verdict: "doubtful", text: `${outcome.impacts} impacts on end stops` });
  return chips;
}

/** ofLoop judges the loop by its analysis; a string says why there is none. */
export function ofLoop(a: Analysis | string): Chip[] {
  if (typeof a === "string") return [{ id: "stability", verdict: "open", text: "stability not judged", more: a }];
  if (a.stable === null)
    return [{ id: "stability", verdict: "open", text: "stability not judged", more: a.reason }];
  const pole = a.closed_loop_poles[0]?.real ?? null;
  const measure = a.period === 0 ? `largest real part of a pole ${figure(pole)} 1/s`
    : `spectral radius ${a.spectral_radius?.toPrecision(5) ?? "–"}`;
  if (!a.stable) return [{ id: "stability", verdict: "bad", text: `UNSTABLE: ${measure}`, more: a.note }];
  const chips: Chip[] = [{ id: "stability", verdict: "good", text: `stable: ${measure}`, more: a.note }];
  const l = a.loops.find((x) => x.joint === a.nearest_to_instability);
  if (!l) return chips;
  const verdict = worst(Object.values(judge(l)));
  chips.push({ id: "margins", verdict, text: `least margins ${figure(decibel(l.gain_margin))} dB, ` +
    `${figure(degrees(l.phase_margin))}° (${l.joint})`,
    more: `the peak of the sensitivity of this loop is ${figure(decibel(l.sensitivity_peak))} dB; expected at least ` +
      `${rules.gain} dB and ${rules.phase}°, and a peak of at most ${rules.sensitivity} dB` });
  return chips;
}

/** judge judges the margins of a loop that is stable, by the rules. A margin that is infinite is null and good. */
export function judge(l: Loop): Record<"gain" | "lower" | "phase" | "sensitivity", Verdict> {
  const least = (x: number | null, wanted: number): Verdict =>
    x === null ? "good" : x <= 0 ? "bad" : x < wanted ? "doubtful" : "good";
  const lower = decibel(l.lower_gain_margin);
  const peak = decibel(l.sensitivity_peak);
  return {
    gain: least(decibel(l.gain_margin), rules.gain),
    lower: lower === null || !Number.isFinite(lower) ? "good" : least(-lower, rules.gain),
    phase: least(degrees(l.phase_margin), rules.phase),
    sensitivity: peak !== null && peak > rules.sensitivity ? "doubtful" : "good",
  };
}

function worst(list: Verdict[]): Verdict {
  return list.includes("bad") ? "bad" : list.includes("doubtful") ? "doubtful" : "good";
}

function names(list: [string, unknown][]): string {
  const [first, ...more] = list.map(([name]) => name);
  return more.length > 1 ? `${first} and ${more.length} more` : [first, ...more].join(", ");
}

const words: Record<Verdict, string> = { good: "✓", doubtful: "!", bad: "✗", open: "?" };

/** VerdictBar shows chips of a run and of its loop. */
export class VerdictBar {
  private list = el("ul", {});
  readonly root = el("div", { class: "verdict", id: "verdict", role: "region", "aria-label": "verdict", tabindex: 0 },
    this.list);
  private run: Chip[] = [];
  private loop: Chip[] = [];
  private extra: Chip[] = [];

  showRun(chips: Chip[]) {
    this.run = chips;
    this.draw();
  }

  showLoop(chips: Chip[]) {
    this.loop = chips;
    this.draw();
  }

  /** note shows what is true beside runs, such as the run of a batch that is shown. */
  note(chips: Chip[]) {
    this.extra = chips;
    this.draw();
  }

  /** wait marks what is of values that are not those of the knobs any more. */
  wait(what: "run" | "loop" | "both") {
    for (const e of this.list.querySelectorAll<HTMLElement>("li"))
      if (what === "both" || (e.dataset.of === what)) e.classList.add("old");
  }

  private draw() {
    const item = (c: Chip, of: string) =>
      el("li", { "data-verdict": c.verdict, "data-chip": c.id, "data-of": of, title: c.more },
        el("span", { "aria-hidden": "true" }, words[c.verdict] + " "), c.text);
    this.list.replaceChildren(...this.extra.map((c) => item(c, "extra")), ...this.loop.map((c) => item(c, "loop")),
      ...this.run.map((c) => item(c, "run")));
  }
}
