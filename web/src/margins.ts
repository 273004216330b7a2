// What the analysis says of the loop: its margins, judged by rules, its poles, and its frequency response as Bode plot,
// Nyquist plot and sensitivity, with those of the former analysis and of the pinned sets behind it.

import uPlot from "uplot";
import { colour, el, label, scrolled, svg, table } from "./dom";
import { figure } from "./figures";
import { axis, levels } from "./plots";
import { pinColours } from "./charts";
import type { Analysis, Loop, Pole } from "./protocol";
import { decibel, degrees, judge, rules, type Verdict } from "./verdict";

/** A loop that is drawn, with the name of its colour. */
interface Drawn {
  loop: Loop;
  stroke: string;
  dash?: number[];
  label: string;
}

export class Margins {
  readonly root = el("div", { class: "margins", id: "margins" });
  private diagrams = el("div", { class: "diagrams" });
  private chosen = "";
  private plots: uPlot[] = [];
  private now?: Analysis;
  private former?: Analysis;
  private pinned: { name: string; analysis?: Analysis }[] = [];

  fail(words: string) {
    this.clear();
    this.now = undefined;
    this.root.replaceChildren(el("p", { class: "fault" }, words));
  }

  pin(pinned: { name: string; analysis?: Analysis }[]) {
    this.pinned = pinned;
    if (this.now) this.draw();
  }

  show(a: Analysis) {
    this.former = this.now;
    this.now = a;
    this.fill(a);
  }

  private fill(a: Analysis) {
    this.clear();
    const instant = a.period === 0;
    const measure = instant
      ? `the largest real part of a pole is ${figure(a.closed_loop_poles[0]?.real)} 1/s`
      : `the spectral radius from sample to sample is ${figure(a.spectral_radius)}`;
    const note = a.note ? ` (${a.note})` : "";
    const words = a.stable === null ? `not judged: ${a.reason}`
      : `${a.stable ? "stable;" : "unstable:"} ${measure}${note}`;
    const nearest = a.stable && a.nearest_to_instability
      ? `; the loop that binds is that of ${a.nearest_to_instability}` : "";
    const period = instant ? "Acting at every instant" : `Period ${figure(a.period * 1e3)} ms, ` +
      (a.largest_stable_period === null ? "the largest stable one is not known"
        : a.largest_stable_period === 0 ? "no period is stable"
        : `stable up to ${figure(a.largest_stable_period * 1e3)} ms`);
    this.root.replaceChildren(
      el("p", { class: "verdict-words", "data-stable": String(a.stable), "data-verdict": a.stable === false ? "bad"
        : "",
        "data-spectral-radius": String(a.spectral_radius) }, words),
      el("p", { class: "small" }, period + nearest + "."));
    if (a.stable === false && a.loops.length)
      this.root.append(el("p", { class: "small" },
        "Of a loop that is unstable, margins do not tell how far it is from instability."));
    this.root.append(scrolled("margins of the loops", this.table(a)));
    if (a.stable)
      this.root.append(el("p", { class: "small" },
        "Margins of the gain, the phase and the delay; S is the sensitivity. " +
        `Amber: a gain margin below ${rules.gain} dB, a phase margin below ` +
        `${rules.phase}°, a delay margin below a period, or a peak of the sensitivity above ${rules.sensitivity} dB.`));
    if (!a.loops.length) {
      this.root.append(poles(a.closed_loop_poles));
      return;
    }
    const names = a.loops.map((l) => l.joint);
    if (!names.includes(this.chosen)) this.chosen = a.nearest_to_instability ?? names[0];
    const pick = el("select", { id: "loop", "aria-label": "loop of the diagrams", onchange: () => {
      this.chosen = pick.value;
      this.draw();
    } }, ...names.map((n) => el("option", { value: n, selected: n === this.chosen }, n)));
    this.root.append(el("p", {}, "Loop of ", pick), this.diagrams);
    this.draw();
  }

  private table(a: Analysis): HTMLElement {
    const rows = a.loops.map((l) => {
      const j = a.stable ? judge(l) : { gain: "open", phase: "open", sensitivity: "open" } as Record<string, Verdict>;
      const at = (text: number | null, verdict: Verdict) => ({ text, verdict });
      const delay: Verdict = !a.stable ? "open" : l.delay_margin !== null && l.delay_margin < a.period ? "doubtful"
        : "good";
      const binds = a.stable && l.joint === a.nearest_to_instability;
      return [binds ? l.joint + " ◂ binds" : l.joint, at(decibel(l.gain_margin), j.gain), at(degrees(l.phase_margin),
        j.phase),
        at(l.delay_margin === null ? null : l.delay_margin * 1e3, delay), at(decibel(l.sensitivity_peak),
          j.sensitivity),
        l.bandwidth];
    });
    return table(["joint", "gain dB", "phase °", "delay ms", "peak of S dB", "bandwidth rad/s"],
      rows, "margin-table");
  }

  private clear() {
    for (const p of this.plots) p.destroy();
    this.plots = [];
    this.diagrams.replaceChildren();
  }

  /** drawn returns the loop that is chosen, now, before, and of the pinned sets. */
  private drawn(): Drawn[] {
    const of = (a?: Analysis) => a?.loops.find((l) => l.joint === this.chosen);
    const list: Drawn[] = [];
    const put = (loop: Loop | undefined, d: Omit<Drawn, "loop">) => loop && list.push({ loop, ...d });
    put(of(this.former), { stroke: "former", label: "former" });
    this.pinned.forEach((p, k) => put(of(p.analysis), { stroke: pinColours[k % 4], dash: [7, 4], label: p.name }));
    put(of(this.now), { stroke: "newest", label: "now" });
    return list;
  }

  draw() {
    this.clear();
    const list = this.drawn();
    if (!list.length) return;
    const bode = el("div", { class: "bode" });
    const others = el("div", { class: "others" }, nyquist(list), poles(this.now!.closed_loop_poles));
    this.diagrams.append(bode, others);
    const gain = (l: Loop) => l.bode.gain.map((g) => 20 * Math.log10(g));
    this.over(bode, "gain (dB) over frequency (rad/s)", list, gain, [0]);
    this.over(bode, "phase (°)", list, phases, [-180]);
    this.over(bode, "sensitivity 1/|1+L| (dB)", list, (l) => sensitivity(l).map((s) => 20 * Math.log10(s)),
      [rules.sensitivity]);
  }

  private over(to: HTMLElement, name: string, list: Drawn[], values: (l: Loop) => number[], lines: number[]) {
    const frame = el("div", { class: "frame", role: "img", "aria-label": `${name} of ${this.chosen}` });
    const readout = el("span", { class: "values" });
    to.append(el("figure", { class: "plot" }, el("figcaption", {}, el("b", {}, name), readout), frame));
    const data = uPlot.join(list.map((d) => [d.loop.bode.frequency, values(d.loop)] as uPlot.AlignedData));
    this.plots.push(new uPlot({
      width: Math.max(frame.clientWidth, 200), height: 140, legend: { show: false },
      cursor: { sync: { key: "frequency" }, drag: { x: false, y: false }, points: { size: 5 } },
      scales: { x: { time: false, distr: 3 } },
      axes: [{ ...axis(28), values: (_u, v) =>
        v.map((x) => (x === null || Math.log10(x) % 1 > 1e-9 ? "" : figure(x))) }, axis(52)],
      series: [{}, ...list.map((d) => ({ stroke: colour(d.stroke), width: d.stroke === "newest" ? 1.8 : 1.2,
        dash: d.dash,
        spanGaps: true, points: { show: false } }))],
      hooks: {
        draw: [(u) => levels(u, lines)],
        setCursor: [(u) => {
          const i = u.cursor.idx;
          const y = i === null || i === undefined ? null : u.data[list.length][i];
          readout.textContent = y === null || y === undefined ? "" : `${figure(y)} at ${figure(u.data[0][i!])} rad/s`;
        }],
      },
    }, data, frame));
  }
}

/**
 * phases returns the phase of a loop (°), shifted by whole turns so that at its last crossing of 0 dB, or at its start,
 * it is between −360 and 0: loops that lie over each other then differ by what they differ by.
 */
export function phases(l: Loop): number[] {
  const { gain, phase } = l.bode;
  const at = phase[Math.max(0, gain.findLastIndex((g) => g >= 1))];
  const shift = -360 * Math.ceil(at / (2 * Math.PI) - 1e-9);
  return phase.map((p) => (p * 180) / Math.PI + shift);
}

/** sensitivity returns the magnitudes of S = 1/(1 + L) at the frequencies of a loop. */
export function sensitivity(l: Loop): number[] {
  return l.bode.gain.map((g, i) => {
    const [x, y] = [1 + g * Math.cos(l.bode.phase[i]), g * Math.sin(l.bode.phase[i])];
    return 1 / Math.hypot(x, y);
  });
}

/** nyquist draws L in the complex plane around −1, with the unit circle and the circle that the rule keeps free. */
function nyquist(list: Drawn[]): SVGElement {
  const [size, reach] = [260, 2.6];
  const at = (x: number, y: number) => [size * (0.62 + x / (2 * reach)), size * (0.5 - y / (2 * reach))];
  const drawing = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "nyquist", role: "img",
    "aria-label": `Nyquist plot of the loop, with the point minus one` });
  const [ox, oy] = at(0, 0);
  const [mx, my] = at(-1, 0);
  const unit = size / (2 * reach);
  drawing.append(
    svg("line", { x1: 0, x2: size, y1: oy, y2: oy, class: "axis" }),
    svg("line", { x1: ox, x2: ox, y1: 0, y2: size, class: "axis" }),
    svg("circle", { cx: ox, cy: oy, r: unit, class: "unit" }),
    svg("circle", { cx: mx, cy: my, r: unit / Math.pow(10, rules.sensitivity / 20), class: "keep" }));
  for (const d of list) {
    const { gain, phase } = d.loop.bode;
    let path = "";
    let far = true;
    for (let i = 0; i < gain.length; i++) {
      const g = gain[i];
      if (!(g < 4 * reach)) {
        far = true;
        continue;
      }
      const [x, y] = at(g * Math.cos(phase[i]), g * Math.sin(phase[i]));
      path += `${far ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      far = false;
    }
    drawing.append(svg("path", { d: path || "M0 0", class: "locus", style: `stroke: var(--${d.stroke})`,
      "stroke-dasharray": d.dash?.join(" ") ?? "" }));
  }
  drawing.append(svg("path", { d: `M${mx - 5} ${my}h10M${mx} ${my - 5}v10`, class: "minus-one" }),
    label("−1", { x: mx - 4, y: my + 16 }), label("Nyquist: L, unit circle, and what 6 dB keep free", { x: 4, y: 12 }));
  return drawing;
}

/** poles draws the poles in the plane of s, logarithmic on both sides of zero. */
function poles(list: Pole[]): SVGElement {
  const at = list.filter((p) => p.real !== null && p.imaginary !== null).map((p) => [p.real!, p.imaginary!]);
  const size = 260;
  const scale = (x: number) => Math.sign(x) * Math.log10(1 + Math.abs(x));
  const reach = Math.max(1, ...at.flat().map((x) => Math.abs(scale(x)))) * 1.08;
  const px = (x: number) => size / 2 + (scale(x) / reach) * (size / 2 - 6);
  const py = (y: number) => size / 2 - (scale(y) / reach) * (size / 2 - 6);
  const drawing = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "poles", role: "img",
    "aria-label": `${at.length} poles of the closed loop, ${at.filter(([x]) => x > 0).length} of them unstable` });
  drawing.append(
    svg("rect", { x: size / 2, y: 0, width: size / 2, height: size, class: "unstable" }),
    svg("line", { x1: 0, x2: size, y1: size / 2, y2: size / 2, class: "axis" }),
    svg("line", { x1: size / 2, x2: size / 2, y1: 0, y2: size, class: "axis" }));
  for (let k = 0; k < reach; k++) {
    const x = Math.pow(10, k) - (k === 0 ? 1 : 0);
    for (const s of k === 0 ? [0] : [-x, x]) {
      drawing.append(svg("line", { x1: px(s), x2: px(s), y1: size / 2 - 3, y2: size / 2 + 3, class: "axis" }));
      if (s && k % 2 === 1) drawing.append(label(figure(s), { x: px(s), y: size / 2 + 14, "text-anchor": "middle" }));
    }
  }
  for (const [x, y] of at) {
    const [a, b] = [px(x), py(y)];
    const cross = svg("path", { d: `M${a - 4} ${b - 4}l8 8m0-8l-8 8`, class: x > 0 ? "pole bad" : "pole" });
    const words = svg("title");
    words.textContent = `${figure(x)} ${y < 0 ? "−" : "+"} ${figure(Math.abs(y))} i 1/s`;
    cross.append(words);
    drawing.append(cross);
  }
  drawing.append(label("poles (1/s), logarithmic from 1 on", { x: 4, y: 12 }));
  return drawing;
}
