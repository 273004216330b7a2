// Curves over time: position against the reference and effort against its limits, of one joint at a time, the former
// runs behind the newest one.

import uPlot from "uplot";
import { colour, el, figure } from "./dom";
import type { Trajectory } from "./trajectory";

export interface Limits {
  name: string;
  lower: number | null;
  upper: number | null;
  velocity: number | null;
  effort: number | null;
}

/** A curve is a column of a run, with the name of its colour in the style sheet. */
interface Curve {
  label: string;
  x: Float64Array;
  y: Float64Array;
  stroke: string;
  dash?: number[];
  width?: number;
}

const former = 3; // runs that stay behind the newest one

export class Charts {
  readonly root = el("div", { class: "charts" });
  onSeek: (t: number) => void = () => {};
  private runs: Trajectory[] = []; // the newest first
  private pinned?: Trajectory;
  private joint = "";
  private joints: Limits[] = [];
  private plots: uPlot[] = [];
  private pick = el("select", { id: "joint", "aria-label": "joint", onchange: () => this.choose(this.pick.value) });
  private panes = el("div", { class: "panes" });
  private cursor = 0;

  constructor() {
    this.root.append(el("div", { class: "bar" }, el("label", { for: "joint" }, "Joint "), this.pick, el("span", { class: "key" },
      ...["newest", "reference", "former", "pinned"].map((k) => el("span", { class: "k-" + k }, k)))), this.panes);
    new ResizeObserver(() => this.resize()).observe(this.panes);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.rebuild());
  }

  load(joints: Limits[], joint: string) {
    this.joints = joints;
    this.runs = [];
    this.pinned = undefined;
    this.pick.replaceChildren(...joints.map((j) => el("option", { value: j.name }, j.name)));
    this.joint = this.pick.value = joint;
    this.rebuild();
  }

  choose(joint: string) {
    this.joint = this.pick.value = joint;
    this.rebuild();
  }

  get chosen(): string {
    return this.joint;
  }

  add(run: Trajectory) {
    this.runs.unshift(run);
    this.runs.length = Math.min(this.runs.length, former + 1);
    this.rebuild();
  }

  pin(run?: Trajectory) {
    this.pinned = run;
    this.rebuild();
  }

  /** mark shows where the picture of the robot is. */
  mark(t: number) {
    this.cursor = t;
    for (const p of this.plots) p.redraw(false);
  }

  private curves(quantity: string): Curve[] {
    const list: Curve[] = [];
    const name = `${this.joint}/${quantity}`;
    const put = (run: Trajectory | undefined, column: string, label: string, stroke: string, more: Partial<Curve> = {}) => {
      const y = run?.get(column);
      if (run && y && run.rows) list.push({ label, x: run.time, y, stroke, ...more });
    };
    for (let i = this.runs.length - 1; i > 0; i--) put(this.runs[i], name, "former", "former");
    put(this.pinned, name, "pinned", "pinned", { dash: [7, 4] });
    put(this.runs[0], `${this.joint}/reference/${quantity}`, "reference", "reference", { dash: [4, 4] });
    put(this.runs[0], name, "newest", "newest", { width: 2 });
    return list;
  }

  private rebuild() {
    for (const p of this.plots) p.destroy();
    this.plots = [];
    this.panes.replaceChildren();
    if (!this.runs.length) return;
    const j = this.joints.find((x) => x.name === this.joint);
    this.plot("position", "position (rad or m)", j ? [j.lower, j.upper] : []);
    this.plot("effort", "effort (N m or N)", j?.effort != null ? [-j.effort, j.effort] : []);
  }

  private plot(quantity: string, title: string, limits: (number | null)[]) {
    const curves = this.curves(quantity);
    if (!curves.length) return;
    const box = el("div", { class: "plot", "data-quantity": quantity });
    this.panes.append(box);
    const text = colour("text");
    const axis = { stroke: text, grid: { stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line"), width: 1 } };
    const data = uPlot.join(curves.map((c) => [c.x, c.y] as any)) as uPlot.AlignedData;
    const [low, high] = range(curves);
    // Rounding, such as 1e-16 rad, is drawn as the line that it is.
    const margin = Math.max((high - low) * 0.06, 1e-6 * Math.max(Math.abs(low), Math.abs(high), 1));
    const near = limits.filter((x): x is number => x !== null && x > low - 4 * margin && x < high + 4 * margin);
    const plot = new uPlot(
      {
        width: Math.max(box.clientWidth, 200),
        height: 190,
        title,
        legend: { show: false },
        cursor: { drag: { x: true, y: false }, points: { size: 5 } },
        scales: {
          x: { time: false },
          y: { range: () => [Math.min(low - margin, ...near), Math.max(high + margin, ...near)] },
        },
        axes: [{ ...axis, size: 28 }, { ...axis, size: 56, values: (_u, v) => v.map(figure) }],
        series: [
          {},
          ...curves.map((c) => ({
            label: c.label, stroke: colour(c.stroke), width: c.width ?? 1.2, dash: c.dash, points: { show: false },
            spanGaps: true,
          })),
        ],
        hooks: { draw: [(u) => this.overlay(u, near)] },
      },
      data,
      box,
    );
    plot.over.addEventListener("click", () => {
      if (plot.cursor.left != null && plot.cursor.left >= 0) this.onSeek(plot.posToVal(plot.cursor.left, "x"));
    });
    this.plots.push(plot);
  }

  /** overlay draws limits and the time that the picture shows. */
  private overlay(u: uPlot, limits: number[]) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = colour("limit");
    ctx.setLineDash([2, 3]);
    for (const x of limits) {
      const y = Math.round(u.valToPos(x, "y", true));
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
    }
    const x = u.valToPos(this.cursor, "x", true);
    if (x >= bbox.left && x <= bbox.left + bbox.width) {
      ctx.strokeStyle = colour("text");
      ctx.setLineDash([]);
      ctx.globalAlpha = 0.5;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  private resize() {
    for (const p of this.plots) {
      const width = (p.root.parentElement as HTMLElement).clientWidth;
      if (width && width !== p.width) p.setSize({ width, height: p.height });
    }
  }
}

function range(curves: Curve[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const c of curves)
    for (const y of c.y) {
      if (y < low) low = y;
      if (y > high) high = y;
    }
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [0, 1];
}
