// What the analysis says of the loop: its margins, its poles, its Bode plots.

import uPlot from "uplot";
import { colour, el, figure, svg, table } from "./dom";

const degrees = 180 / Math.PI;
const decibel = (x: number | null) => (x === null ? null : 20 * Math.log10(x));

export class Margins {
  readonly root = el("div", { class: "margins", id: "margins" });
  private bode = el("div", { class: "bode" });
  private chosen = "";
  private plots: uPlot[] = [];

  fail(words: string) {
    this.clear();
    this.root.replaceChildren(el("p", { class: "fault" }, words));
  }

  show(a: any) {
    this.clear();
    const instant = a.period === 0;
    const measure = instant
      ? `the largest real part of a pole is ${figure(a.closed_loop_poles?.[0]?.real)} 1/s`
      : `the spectral radius from sample to sample is ${figure(a.spectral_radius)}`;
    const note = a.note ? ` (${a.note})` : "";
    const verdict =
      a.stable === null ? `not judged: ${a.reason}` : `${a.stable ? "stable;" : "unstable:"} ${measure}${note}`;
    this.root.replaceChildren(
      el("p", { class: "verdict", "data-stable": String(a.stable), "data-spectral-radius": String(a.spectral_radius) }, verdict),
      el("p", { class: "small" },
        instant ? "Acting at every instant; "
          : `Period ${figure(a.period * 1e3)} ms, at most ${figure(a.largest_stable_period * 1e3)} ms; `,
        a.nearest_to_instability ? `nearest to instability: ${a.nearest_to_instability}` : ""),
    );
    const rows = a.loops.map((l: any) => [
      l.joint, decibel(l.gain_margin), l.phase_margin === null ? null : l.phase_margin * degrees,
      l.delay_margin === null ? null : l.delay_margin * 1e3, decibel(l.sensitivity_peak),
    ]);
    this.root.append(table(["joint", "gain margin dB", "phase margin °", "delay margin ms", "sensitivity peak dB"], rows));
    this.root.append(poles(a.closed_loop_poles));
    if (!a.loops.length) return;
    const names = a.loops.map((l: any) => l.joint);
    if (!names.includes(this.chosen)) this.chosen = a.nearest_to_instability ?? names[0];
    const pick = el("select", {
      "aria-label": "loop of the Bode plot",
      onchange: () => {
        this.chosen = pick.value;
        this.drawBode(a.loops.find((l: any) => l.joint === this.chosen));
      },
    }, ...names.map((n: string) => el("option", { value: n, selected: n === this.chosen }, n)));
    this.root.append(el("p", {}, "Loop of ", pick), this.bode);
    this.drawBode(a.loops.find((l: any) => l.joint === this.chosen));
  }

  private clear() {
    for (const p of this.plots) p.destroy();
    this.plots = [];
    this.bode.replaceChildren();
  }

  private drawBode(loop: any) {
    this.clear();
    const { frequency, gain, phase } = loop.bode;
    const stroke = colour("text");
    const axis = { stroke, grid: { stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line"), width: 1 } };
    const one = (title: string, values: number[]) => {
      const box = el("div", { class: "plot" });
      this.bode.append(box);
      this.plots.push(
        new uPlot(
          {
            width: Math.max(box.clientWidth, 200), height: 150, title, legend: { show: false },
            scales: { x: { time: false, distr: 3 } },
            axes: [{ ...axis, size: 28, values: (_u, v) => v.map((x) => (x === null ? "" : figure(x))) }, { ...axis, size: 56 }],
            series: [{}, { stroke: colour("newest"), width: 1.6, points: { show: false } }],
          },
          [frequency, values],
          box,
        ),
      );
    };
    one("gain (dB) over frequency (rad/s)", gain.map((g: number) => 20 * Math.log10(g)));
    one("phase (°)", phase.map((p: number) => p * degrees));
  }
}

/** poles draws the poles in the plane of s; lines of equal damping are rays. */
function poles(list: any[]): SVGElement {
  const at = list.filter((p) => p.real !== null && p.imaginary !== null).map((p) => [p.real, p.imaginary]);
  const size = 260;
  // A logarithm on both sides of zero shows slow and fast poles together.
  const scale = (x: number) => Math.sign(x) * Math.log10(1 + Math.abs(x));
  const reach = Math.max(1, ...at.flat().map((x) => Math.abs(scale(x)))) * 1.08;
  const px = (x: number) => size / 2 + (scale(x) / reach) * (size / 2 - 6);
  const py = (y: number) => size / 2 - (scale(y) / reach) * (size / 2 - 6);
  const drawing = svg("svg", {
    viewBox: `0 0 ${size} ${size}`, class: "poles", role: "img", "aria-label": "poles of the closed loop",
  });
  drawing.append(
    svg("rect", { x: size / 2, y: 0, width: size / 2, height: size, class: "unstable" }),
    svg("line", { x1: 0, x2: size, y1: size / 2, y2: size / 2, class: "axis" }),
    svg("line", { x1: size / 2, x2: size / 2, y1: 0, y2: size, class: "axis" }),
  );
  for (const [x, y] of at) {
    const [a, b] = [px(x), py(y)];
    const cross = svg("path", { d: `M${a - 4} ${b - 4}l8 8m0-8l-8 8`, class: x > 0 ? "pole bad" : "pole" });
    cross.append(svg("title"));
    cross.firstChild!.textContent = `${figure(x)} ${y < 0 ? "−" : "+"} ${figure(Math.abs(y))} i 1/s`;
    drawing.append(cross);
  }
  const label = svg("text", { x: 4, y: 12 });
  label.textContent = "poles, 1/s, logarithmic from 1 on";
  drawing.append(label);
  return drawing;
}
