// Curves over time: small multiples of joints and columns, with the former and the pinned runs behind the newest one.
// All of them share their cursor, their zoom and the time that the picture shows.

import uPlot from "uplot";
import { quantities, title, unit } from "./columns";
import { colour, el } from "./dom";
import { figure } from "./figures";
import { axis, levels, times } from "./plots";
import type { Joint } from "./protocol";
import type { Trajectory } from "./trajectory";

/** A run that stays, with a letter for its name. */
export interface PinnedRun {
  name: string;
  run: Trajectory;
}

/** A curve is a column of a run, with the name of its colour in the style sheet. */
interface Curve {
  label: string;
  run: Trajectory;
  y: Float64Array;
  stroke: string;
  dash?: number[];
  width?: number;
}

interface Pane {
  column: string;
  box: HTMLElement;
  values: HTMLElement;
  plot: uPlot;
  line: HTMLElement;
  curves: Curve[];
  shape: string;
}

/** What is drawn, to be kept in a link. */
export interface Drawn {
  joints: string[];
  what: string[];
  window?: [number, number];
}

const former = 3; // runs that stay behind the newest one
export const pinColours = ["pin-a", "pin-b", "pin-c", "pin-d"];
const dashes = [[7, 4], [2, 3], [10, 3, 2, 3], [4, 2, 1, 2]];

export class Charts {
  readonly root = el("div", { class: "charts" });
  onSeek: (t: number) => void = () => {};
  /** Called with the time under the pointer, and without one when it leaves. */
  onHover: (t?: number) => void = () => {};
  /** Called when other curves are chosen or the window has changed. */
  onChoice: () => void = () => {};
  private runs: Trajectory[] = []; // the newest first
  private pinned: PinnedRun[] = [];
  private joints: Joint[] = [];
  private chosenJoints: string[] = [];
  private what: string[] = ["position", "effort"]; // quantities of joints and other columns
  private panes: Pane[] = [];
  private window?: [number, number];
  private time = 0;
  private hovered?: number;
  private follows = false; // scales that are being set, not by the user
  private key = el("span", { class: "key" });
  private box = el("div", { class: "panes" });
  private jointPick = el("details", { class: "pick", id: "joints" });
  private whatPick = el("details", { class: "pick", id: "curves" });
  private whole = el("button", { id: "whole-run", title: "show the whole run (double click)", disabled: true,
    onclick: () => this.zoom() }, "Whole run");

  constructor() {
    this.root.append(el("div", { class: "bar" }, this.jointPick, this.whatPick, this.whole, this.key), this.box);
    new ResizeObserver(() => this.resize()).observe(this.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.rebuild());
    for (const pick of [this.jointPick, this.whatPick])
      pick.addEventListener("keydown", (e) => {
        if ((e as KeyboardEvent).key === "Escape") pick.open = false;
      });
    document.addEventListener("pointerdown", (e) => {
      for (const pick of [this.jointPick, this.whatPick]) if (!pick.contains(e.target as Node)) pick.open = false;
    });
  }

  load(joints: Joint[], joint: string) {
    this.joints = joints;
    this.runs = [];
    this.pinned = [];
    this.chosenJoints = joint ? [joint] : [];
    this.fillJoints();
    this.fillWhat();
    this.rebuild();
  }

  private fillJoints() {
    const box = (name: string) => el("label", {}, el("input", { type: "checkbox", "data-joint-curve": name,
      checked: this.chosenJoints.includes(name), onchange: (e: Event) => {
        const on = (e.target as HTMLInputElement).checked;
        const set = new Set(this.chosenJoints);
        if (on) set.add(name);
        else set.delete(name);
        this.choose(this.joints.map((j) => j.name).filter((j) => set.has(j)));
      } }), name);
    const open = this.jointPick.open;
    const text = this.chosenJoints.length === 1 ? this.chosenJoints[0] : `${this.chosenJoints.length} joints`;
    const all = (on: boolean) => this.choose(on ? this.joints.map((j) => j.name) : this.chosenJoints.slice(0, 1));
    this.jointPick.replaceChildren(el("summary", {}, text), el("div", { class: "sheet" },
      el("div", { class: "bar" }, el("button", { id: "all-joints", onclick: () => all(true) }, "All"),
        el("button", { onclick: () => all(false) }, "First")),
      ...this.joints.map((j) => box(j.name))));
    this.jointPick.open = open;
  }

  private fillWhat() {
    const box = (name: string, text: string) => el("label", {}, el("input", { type: "checkbox", "data-curve": name,
      checked: this.what.includes(name), onchange: (e: Event) => {
        const on = (e.target as HTMLInputElement).checked;
        this.what = on ? [...this.what, name] : this.what.filter((w) => w !== name);
        this.choose(this.chosenJoints);
      } }), text);
    const open = this.whatPick.open;
    const others = this.runs[0]?.names.filter((n) => n !== "time") ?? [];
    const more = el("input", { type: "search", list: "columns", id: "column", placeholder: "any column of the log",
      "aria-label": "column of the log to draw", onchange: () => {
        if (!others.includes(more.value) || this.what.includes(more.value)) return;
        this.what = [...this.what, more.value];
        this.choose(this.chosenJoints);
      } });
    const isQuantity = (w: string) => (quantities as readonly string[]).includes(w);
    this.whatPick.replaceChildren(el("summary", {}, "Curves"), el("div", { class: "sheet" },
      ...quantities.map((q) => box(q, q === "error" ? "error (reference − position)" : q)),
      ...this.what.filter((w) => !isQuantity(w)).map((w) => box(w, w)),
      more, el("datalist", { id: "columns" }, ...others.map((n) => el("option", { value: n })))));
    this.whatPick.open = open;
  }

  choose(joints: string[]) {
    this.chosenJoints = joints.length ? joints : this.chosenJoints;
    this.fillJoints();
    this.fillWhat();
    this.rebuild();
    this.onChoice();
  }

  /** The joint whose curves come first. */
  get chosen(): string {
    return this.chosenJoints[0] ?? "";
  }

  drawn(): Drawn {
    return { joints: this.chosenJoints, what: this.what, window: this.window };
  }

  show(d: Drawn) {
    const known = d.joints.filter((name) => this.joints.some((j) => j.name === name));
    if (known.length) this.chosenJoints = known;
    this.what = d.what;
    this.window = d.window;
    this.choose(this.chosenJoints);
  }

  add(run: Trajectory) {
    this.runs.unshift(run);
    this.runs.length = Math.min(this.runs.length, former + 1);
    if (this.runs.length === 1) this.fillWhat();
    this.renew();
  }

  pin(pinned: PinnedRun[]) {
    this.pinned = pinned;
    this.renew();
  }

  /** mark shows where the picture of the robot is. */
  mark(t: number) {
    this.time = t;
    for (const p of this.panes) this.place(p);
    if (this.hovered === undefined) this.read(t);
  }

  private place(p: Pane) {
    const x = p.plot.valToPos(this.time, "x");
    p.line.style.transform = `translateX(${x}px)`;
    p.line.hidden = !(x >= 0 && x <= p.plot.over.clientWidth);
  }

  /** read writes the values at a time beside the names of the curves. */
  private read(t: number) {
    for (const p of this.panes) {
      const u = unit(p.column, this.joints);
      const parts = p.curves.filter((c) => c.label !== "former").map((c) => {
        const [row, share] = c.run.at(t);
        const name = c.label === "reference" ? p.column.replace(/\/([^/]+)$/, "/reference/$1") : p.column;
        const x = c.run.value(name, row, share);
        return el("span", { style: `color: var(--${c.stroke}-text, var(--${c.stroke}))`, "data-label": c.label,
          "data-value": x }, `${c.label === "newest" ? "" : c.label + " "}${figure(x)}`);
      });
      p.values.replaceChildren(...parts, ` ${u} at ${figure(t)} s`);
    }
  }

  private columns(): string[] {
    const list: string[] = [];
    const isQuantity = (w: string) => (quantities as readonly string[]).includes(w);
    for (const joint of this.chosenJoints)
      for (const q of quantities) if (this.what.includes(q)) list.push(`${joint}/${q}`);
    return [...list, ...this.what.filter((w) => !isQuantity(w))];
  }

  private curves(column: string): Curve[] {
    const list: Curve[] = [];
    const put = (run: Trajectory | undefined, name: string, c: Omit<Curve, "run" | "y">) => {
      const y = run?.get(name);
      if (run && y && run.rows) list.push({ run, y, ...c });
    };
    for (let i = this.runs.length - 1; i > 0; i--)
      put(this.runs[i], column, { label: "former", stroke: "former" });
    this.pinned.forEach((p, k) => put(p.run, column,
      { label: p.name, stroke: pinColours[k % 4], dash: dashes[k % 4], width: 1.6 }));
    put(this.runs[0], column.replace(/\/([^/]+)$/, "/reference/$1"),
      { label: "reference", stroke: "reference", dash: [4, 4] });
    put(this.runs[0], column, { label: "newest", stroke: "newest", width: 2 });
    return list;
  }

  /** renew draws other numbers in the panes that are there, and makes new ones only if the curves are others. */
  private renew() {
    const fits = this.panes.length > 0 && this.panes.every((p) => p.shape === shape(this.curves(p.column)));
    if (!fits) return this.rebuild();
    this.follows = true;
    for (const p of this.panes) {
      p.curves = this.curves(p.column);
      p.plot.setData(join(p.curves), false);
      const [min, max] = this.window ?? this.reach();
      p.plot.setScale("x", { min, max });
      this.place(p);
    }
    this.follows = false;
    this.read(this.time);
    this.legend();
  }

  rebuild() {
    for (const p of this.panes) p.plot.destroy();
    this.panes = [];
    this.box.replaceChildren();
    if (!this.runs.length) return;
    this.follows = true;
    for (const column of this.columns()) this.make(column);
    this.follows = false;
    this.mark(this.time);
    this.legend();
    this.box.classList.toggle("many", this.panes.length > 2);
  }

  private legend() {
    const labels = new Map<string, string>();
    for (const p of this.panes) for (const c of p.curves) labels.set(c.label, c.stroke);
    this.key.replaceChildren(...[...labels].reverse().map(([text, stroke]) =>
      el("span", { class: "swatch", style: `--c: var(--${stroke})`,
        "data-dashed": String(text !== "newest" && text !== "former") },
        text)));
    this.whole.disabled = !this.window;
  }

  /** reach returns the times from the start to the end of what is drawn. */
  private reach(): [number, number] {
    const all = [this.runs[0], ...this.pinned.map((p) => p.run)].filter((r) => r?.rows);
    const end = Math.max(...all.map((r) => r.end));
    const begin = Math.min(...all.map((r) => r.time[0]));
    return end > begin ? [begin, end] : [begin, begin + 1];
  }

  private limits(column: string): number[] {
    const j = this.joints.find((x) => column.startsWith(x.name + "/"));
    const known = (...list: (number | null)[]) => list.filter((x): x is number => x !== null);
    if (!j) return [];
    const both = (x: number | null) => (x === null ? [] : [-x, x]);
    switch (column.slice(j.name.length + 1)) {
      case "position": return known(j.lower, j.upper);
      case "velocity": return both(j.velocity);
      case "effort": return both(j.effort);
    }
    return [];
  }

  private make(column: string) {
    const curves = this.curves(column);
    if (!curves.length) return;
    const values = el("span", { class: "values" });
    const name = title(column, this.joints);
    const frame = el("div", { class: "frame", role: "img", tabindex: 0, "aria-label": `${name} over time`,
      onkeydown: (e: KeyboardEvent) => this.keyed(e) });
    const box = el("figure", { class: "plot", "data-column": column, "data-quantity": column.split("/").pop() },
      el("figcaption", {}, el("b", {}, name), values), frame);
    this.box.append(box);
    const limits = this.limits(column);
    const near = (low: number, high: number) =>
      limits.filter((x) => x > low - 0.25 * (high - low) && x < high + 0.25 * (high - low));
    const [min, max] = this.window ?? this.reach();
    const plot = new uPlot({
      width: Math.max(frame.clientWidth, 200),
      height: 150,
      legend: { show: false },
      cursor: { drag: { x: true, y: false }, points: { size: 5 }, sync: { key: "time" },
        bind: { dblclick: () => () => { this.zoom(); return null; } } },
      scales: {
        x: { time: false, min, max },
        y: { range: (_u, low, high) => room(low, high, near) },
      },
      axes: [
        times(), { ...axis(60), space: 22 },
      ],
      series: [
        {},
        ...curves.map((c) => ({
          label: c.label, stroke: colour(c.stroke), width: c.width ?? 1.2, dash: c.dash, points: { show: false },
          spanGaps: true,
        })),
      ],
      hooks: {
        draw: [(u) => levels(u, limits)],
        setCursor: [(u) => this.pointed(u)],
        setScale: [(u, key) => key === "x" && this.scaled(u)],
      },
    }, join(curves), frame);
    const line = el("div", { class: "now" });
    plot.over.append(line);
    this.listen(plot);
    const pane: Pane = { column, box, values, plot, line, curves, shape: shape(curves) };
    this.panes.push(pane);
    this.place(pane);
  }

  private listen(plot: uPlot) {
    const over = plot.over;
    let down: { x: number; pan?: [number, number] } | undefined;
    over.addEventListener("pointerdown", (e) => {
      down = { x: e.clientX, pan: e.shiftKey ? (this.window ?? this.reach()) : undefined };
      if (e.shiftKey) e.stopPropagation();
    }, { capture: true });
    over.addEventListener("mousedown", (e) => e.shiftKey && e.stopImmediatePropagation(), { capture: true });
    over.addEventListener("pointermove", (e) => {
      if (!down?.pan) return;
      const way = ((e.clientX - down.x) / over.clientWidth) * (down.pan[1] - down.pan[0]);
      this.zoom([down.pan[0] - way, down.pan[1] - way]);
    });
    over.addEventListener("pointerup", (e) => {
      const still = down && !down.pan && Math.abs(e.clientX - down.x) < 3;
      down = undefined;
      if (still) this.onSeek(plot.posToVal(e.clientX - over.getBoundingClientRect().left, "x"));
    });
    over.addEventListener("pointerleave", () => {
      down = undefined;
      this.hovered = undefined;
      this.onHover();
      this.read(this.time);
    });
    over.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.shiftKey) return; // the page scrolls
      e.preventDefault();
      const [a, b] = this.window ?? this.reach();
      const at = plot.posToVal(e.clientX - over.getBoundingClientRect().left, "x");
      const turn = e.deltaY || e.deltaX;
      if (e.shiftKey) return this.zoom([a + (turn / 800) * (b - a), b + (turn / 800) * (b - a)]);
      const f = Math.exp(turn / 400);
      this.zoom([at - (at - a) * f, at + (b - at) * f]);
    }, { passive: false });
  }

  private keyed(e: KeyboardEvent) {
    const [a, b] = this.window ?? this.reach();
    const [mid, half] = [(a + b) / 2, (b - a) / 2];
    const to: Record<string, () => void> = {
      "+": () => this.zoom([mid - half / 1.5, mid + half / 1.5]),
      "=": () => this.zoom([mid - half / 1.5, mid + half / 1.5]),
      "-": () => this.zoom([mid - half * 1.5, mid + half * 1.5]), "0": () => this.zoom(),
      PageUp: () => this.zoom([a - half, b - half]), PageDown: () => this.zoom([a + half, b + half]),
    };
    if (!to[e.key]) return;
    e.preventDefault();
    to[e.key]();
  }

  /** zoom shows a window of time in all panes, or the whole run. */
  zoom(window?: [number, number]) {
    const [begin, end] = this.runs.length ? this.reach() : [0, 1];
    if (window) {
      const least = (end - begin) / 1e5;
      const width = Math.max(window[1] - window[0], least);
      const from = Math.min(Math.max(window[0], begin), Math.max(begin, end - width));
      window = width >= end - begin ? undefined : [from, Math.min(from + width, end)];
    }
    this.window = window;
    this.follows = true;
    for (const p of this.panes) {
      const [min, max] = window ?? [begin, end];
      p.plot.setScale("x", { min, max });
      this.place(p);
    }
    this.follows = false;
    this.whole.disabled = !window;
    this.onChoice();
  }

  private scaled(u: uPlot) {
    const { min, max } = u.scales.x;
    if (this.follows || min === undefined || max === undefined || min === null || max === null) return;
    const [a, b] = [min, max];
    queueMicrotask(() => this.zoom([a, b]));
  }

  private pointed(u: uPlot) {
    const left = u.cursor.left ?? -1;
    // The plot under the pointer tells; the others follow it.
    if (left < 0 || !u.over.matches(":hover")) return;
    this.hovered = u.posToVal(left, "x");
    this.read(this.hovered);
    this.onHover(this.hovered);
  }

  private resize() {
    for (const p of this.panes) {
      const width = (p.plot.root.parentElement as HTMLElement).clientWidth;
      if (width && width !== p.plot.width) p.plot.setSize({ width, height: p.plot.height });
      this.place(p);
    }
  }

  /** picture draws what is seen on one canvas, with the names of the curves. */
  picture(): HTMLCanvasElement {
    const to = el("canvas");
    const gap = 26 * devicePixelRatio;
    to.width = Math.max(...this.panes.map((p) => p.plot.ctx.canvas.width), 1);
    to.height = this.panes.reduce((h, p) => h + p.plot.ctx.canvas.height + gap, gap);
    const pen = to.getContext("2d")!;
    pen.fillStyle = colour("back");
    pen.fillRect(0, 0, to.width, to.height);
    pen.font = `${13 * devicePixelRatio}px system-ui, sans-serif`;
    let x = 8 * devicePixelRatio;
    for (const k of this.key.querySelectorAll<HTMLElement>(".swatch")) {
      pen.fillStyle = getComputedStyle(k).getPropertyValue("--c").trim().replace(/var\(--(.*)\)/, (_m, n: string) =>
        colour(n));
      pen.fillText("— " + k.textContent, x, gap * 0.7);
      x += pen.measureText("— " + k.textContent).width + 14 * devicePixelRatio;
    }
    let y = gap;
    pen.fillStyle = colour("text");
    for (const p of this.panes) {
      pen.fillText(title(p.column, this.joints), 8 * devicePixelRatio, y + gap * 0.7);
      pen.drawImage(p.plot.ctx.canvas, 0, y + gap);
      y += p.plot.ctx.canvas.height + gap;
    }
    return to;
  }

  /** csv returns the columns that are seen: the time, and for each run its own columns, named after the run. */
  csv(): string {
    const columns = new Map<string, { run: Trajectory; y: Float64Array }>();
    for (const p of this.panes)
      for (const c of p.curves) {
        if (c.label === "former") continue;
        const name = c.label === "reference" ? p.column.replace(/\/([^/]+)$/, "/reference/$1") : p.column;
        columns.set(c.label === "newest" || c.label === "reference" ? name : `${name} (${c.label})`, c);
      }
    const all = [...columns];
    const times = [...new Set(all.flatMap(([, c]) => [...c.run.time]))].sort((a, b) => a - b);
    const at = all.map(([, c]) => new Map([...c.run.time].map((t, i) => [t, c.y[i]])));
    const rows = times.map((t) => [t, ...at.map((m) => m.get(t) ?? "")].join(","));
    return [["time", ...all.map(([name]) => name)].join(","), ...rows, ""].join("\n");
  }
}

function shape(curves: Curve[]): string {
  return curves.map((c) => c.label).join();
}

/** join puts curves over one list of times. */
function join(curves: Curve[]): uPlot.AlignedData {
  const [first] = curves;
  const same = curves.every((c) => c.run.rows === first.run.rows && c.run.time.every((t, i) =>
    t === first.run.time[i]));
  if (same) return [first.run.time, ...curves.map((c) => c.y)];
  return uPlot.join(curves.map((c) => [c.run.time, c.y]));
}

type Near = (low: number, high: number) => number[];

/** room returns the range of an axis for values and for the limits near them; rounding is drawn as a line. */
export function room(low: number | null, high: number | null, near: Near): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const most = Math.max(Math.abs(low), Math.abs(high));
  const flat = high - low <= 1e-6 * most; // a line, with rounding
  const margin = Math.max(flat ? 0.05 * most : (high - low) * 0.06, 1e-6);
  const close = near(low - margin, high + margin);
  return [Math.min(low - margin, ...close), Math.max(high + margin, ...close)];
}
