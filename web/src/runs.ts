// The runs of a batch: a table that sorts and filters, histograms, scatter plots with a brush.

import { el, label, svg } from "./dom";
import { figure } from "./figures";
import type { Batch } from "./protocol";

const shown = 200; // rows of the table at a time

export class Runs {
  readonly root = el("div", { class: "runs", id: "runs" });
  onPlay: (index: number) => void = () => {};
  private chosen?: number;
  private batch!: Batch;
  private numeric: number[] = []; // columns that have numbers
  private values: Float64Array[] = [];
  private order: number[] = [];
  private by = 0;
  private falling = false;
  private words = "";
  private brush?: { x: number; y: number; box: [number, number, number, number] };
  private body = el("tbody");
  private head = el("tr");
  private count = el("span", { class: "small" });
  private pictures = el("div", { class: "pictures" });
  private pickX = el("select", { "aria-label": "across", onchange: () => this.redraw() });
  private pickY = el("select", { "aria-label": "up", onchange: () => this.redraw() });

  load(batch: Batch) {
    this.batch = batch;
    this.values = batch.columns.map((_, k) => Float64Array.from(batch.rows, (r) => (r[k] === "" ? NaN : Number(r[k]))));
    this.numeric = batch.columns.map((_, k) => k).filter((k) => k > 0 && this.values[k].some((x) =>
      Number.isFinite(x)));
    const options = () => this.numeric.map((k) => el("option", { value: k }, batch.columns[k]));
    this.pickX.replaceChildren(...options());
    this.pickY.replaceChildren(...options());
    const axes = this.numeric.filter((k) => batch.axes.includes(batch.columns[k]));
    this.pickX.value = String(axes[0] ?? this.numeric[0]);
    this.pickY.value = String(this.numeric.find((k) => k > Math.max(...axes, 0) && k > 3) ?? this.numeric[0]);
    this.head.replaceChildren(
      ...batch.columns.map((c, k) =>
        el("th", {}, el("button", { onclick: () => this.sort(k), title: "sort by " + c }, c)),
      ),
    );
    const filter = el("input", {
      type: "search", placeholder: "filter: done, or iae < 0.2", "aria-label": "filter", id: "filter",
      oninput: () => {
        this.words = filter.value;
        this.redraw();
      },
    });
    this.root.replaceChildren(
      el("div", { class: "bar" }, filter, this.count),
      el("div", { class: "bar" }, "across ", this.pickX, " up ", this.pickY),
      this.pictures,
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "runs" }, el("table", { role: "grid" },
        el("thead", {}, this.head), this.body)),
    );
    this.redraw();
  }

  /** mark marks the run that is shown. */
  mark(index?: number) {
    this.chosen = index;
    for (const tr of this.body.querySelectorAll<HTMLElement>("tr[data-run]"))
      tr.setAttribute("aria-selected", String(Number(tr.dataset.run) === index));
  }

  private sort(k: number) {
    this.falling = k === this.by ? !this.falling : false;
    this.by = k;
    this.redraw();
  }

  /** chosen tells whether a run passes the filter and the brush. */
  private passes(i: number): boolean {
    for (const word of this.words.split(/\s*(?:,|and)\s*/).filter(Boolean)) {
      const m = /^(.+?)\s*(<=|>=|<|>|=)\s*(.+)$/.exec(word);
      const k = m ? this.batch.columns.indexOf(m[1]) : -1;
      if (m && k >= 0) {
        const [x, y] = [this.values[k][i], Number(m[3])];
        const ok =
          m[2] === "=" ? this.batch.rows[i][k] === m[3] || x === y
          : m[2] === "<" ? x < y : m[2] === ">" ? x > y : m[2] === "<=" ? x <= y : x >= y;
        if (!ok) return false;
      } else if (!this.batch.rows[i].some((c) => c.includes(word))) return false;
    }
    const b = this.brush;
    if (!b) return true;
    const [x, y] = [this.values[b.x][i], this.values[b.y][i]];
    return x >= b.box[0] && x <= b.box[1] && y >= b.box[2] && y <= b.box[3];
  }

  private redraw() {
    const { rows } = this.batch;
    this.order = rows.map((_, i) => i).filter((i) => this.passes(i));
    const v = this.values[this.by];
    const sign = this.falling ? -1 : 1;
    const text = !v.some((x) => Number.isFinite(x));
    this.order.sort((a, b) =>
      text
        ? sign * rows[a][this.by].localeCompare(rows[b][this.by]) || a - b
        : Number.isNaN(v[a]) || Number.isNaN(v[b])
          ? Number(Number.isNaN(v[a])) - Number(Number.isNaN(v[b])) || a - b
          : sign * (v[a] - v[b]) || a - b,
    );
    this.head.querySelectorAll("th").forEach((th, k) =>
      th.setAttribute("aria-sort", k !== this.by ? "none" : this.falling ? "descending" : "ascending"),
    );
    this.count.textContent = `${this.order.length} of ${rows.length} runs`;
    this.body.replaceChildren(
      ...this.order.slice(0, shown).map((i) =>
        el("tr", { tabindex: 0, "data-run": rows[i][0], "aria-selected": String(Number(rows[i][0]) === this.chosen),
          onclick: () => this.onPlay(Number(rows[i][0])),
          onkeydown: (e: KeyboardEvent) => e.key === "Enter" && this.onPlay(Number(rows[i][0])) },
        ...rows[i].map((c, k) => el("td", { class: this.numeric.includes(k) ? "number" : "", title: c },
          this.numeric.includes(k) && c !== "" && !/^-?\d{1,19}$/.test(c) ? figure(Number(c)) : c))),
      ),
    );
    const [x, y] = [Number(this.pickX.value), Number(this.pickY.value)];
    this.pictures.replaceChildren(this.scatter(x, y), this.histogram(y));
  }

  private scatter(x: number, y: number): SVGElement {
    const [w, h] = [300, 200];
    const [xs, ys] = [scale(this.values[x], 46, w - 8), scale(this.values[y], h - 30, 16)];
    const inside = new Set(this.order);
    const drawing = svg("svg", { viewBox: `0 0 ${w} ${h}`, class: "scatter", role: "img",
      "aria-label": `${this.batch.columns[y]} over ${this.batch.columns[x]}` });
    const { rows } = this.batch;
    const every = Math.ceil(rows.length / 4000);
    for (let i = 0; i < rows.length; i += every) {
      const [a, b] = [xs.to(this.values[x][i]), ys.to(this.values[y][i])];
      if (!Number.isFinite(a + b)) continue;
      const dot = svg("circle", { cx: a, cy: b, r: 2.4, class: inside.has(i) ? "dot" : "dot out" });
      dot.addEventListener("click", () => this.onPlay(Number(rows[i][0])));
      drawing.append(dot);
    }
    drawing.append(svg("line", { x1: 42, x2: 42, y1: 10, y2: h - 26, class: "axis" }),
      svg("line", { x1: 42, x2: w - 4, y1: h - 26, y2: h - 26, class: "axis" }),
      label(figure(xs.low), { x: 46, y: h - 14 }), label(figure(xs.high), { x: w - 8, y: h - 14,
        "text-anchor": "end" }),
      label(figure(ys.low), { x: 38, y: h - 28, "text-anchor": "end" }),
      label(figure(ys.high), { x: 38, y: 20, "text-anchor": "end" }),
      label(this.batch.columns[x], { x: w / 2, y: h - 3, "text-anchor": "middle" }),
      label(this.batch.columns[y], { x: 4, y: 9 }));
    let from: [number, number] | undefined;
    const place = (e: PointerEvent): [number, number] => {
      const r = drawing.getBoundingClientRect();
      return [((e.clientX - r.left) / r.width) * w, ((e.clientY - r.top) / r.height) * h];
    };
    const box = svg("rect", { class: "brush", width: 0, height: 0 });
    drawing.append(box);
    drawing.addEventListener("pointerdown", (e) => (from = place(e)));
    drawing.addEventListener("pointermove", (e) => {
      if (!from) return;
      const to = place(e);
      for (const [k, v] of Object.entries({ x: Math.min(from[0], to[0]), y: Math.min(from[1], to[1]),
        width: Math.abs(to[0] - from[0]), height: Math.abs(to[1] - from[1]) })) box.setAttribute(k, String(v));
    });
    drawing.addEventListener("pointerup", (e) => {
      if (!from) return;
      const [a, b] = [from, place(e)];
      from = undefined;
      if (Math.abs(a[0] - b[0]) < 4 || Math.abs(a[1] - b[1]) < 4) {
        if (!(e.target as Element).classList.contains("dot")) this.brush = undefined;
      } else {
        const span = (s: Scale, p: number, q: number): [number, number] => [Math.min(s.from(p), s.from(q)),
          Math.max(s.from(p), s.from(q))];
        this.brush = { x, y, box: [...span(xs, a[0], b[0]), ...span(ys, a[1], b[1])] };
      }
      this.redraw();
    });
    return drawing;
  }

  private histogram(k: number): SVGElement {
    const [w, h, bins] = [300, 200, 24];
    const all = this.order.map((i) => this.values[k][i]).filter(Number.isFinite);
    const drawing = svg("svg", { viewBox: `0 0 ${w} ${h}`, class: "histogram", role: "img",
      "aria-label": "how often " + this.batch.columns[k] });
    if (!all.length) return drawing;
    const [low, high] = all.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
    const counts: number[] = new Array(bins).fill(0);
    for (const x of all) counts[high > low ? Math.min(bins - 1, Math.floor(((x - low) / (high - low)) * bins)) : 0]++;
    const most = Math.max(...counts);
    counts.forEach((n, i) => {
      const height = (n / most) * (h - 34);
      const bar = svg("rect", { x: 8 + (i * (w - 16)) / bins, y: h - 18 - height, width: (w - 16) / bins - 1, height,
        class: "bin" });
      const words = svg("title");
      bar.append(words);
      words.textContent = `${n} runs from ${figure(low + (i * (high - low)) / bins)}`;
      drawing.append(bar);
    });
    drawing.append(label(figure(low), { x: 8, y: h - 4 }),
      label(this.batch.columns[k], { x: w / 2, y: h - 4, "text-anchor": "middle" }),
      label(figure(high), { x: w - 8, y: h - 4, "text-anchor": "end" }));
    return drawing;
  }
}

interface Scale {
  low: number;
  high: number;
  to(x: number): number;
  from(p: number): number;
}

function scale(values: Float64Array, a: number, b: number): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values)
    if (Number.isFinite(x)) {
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
  const width = high > low ? high - low : 1;
  return { low, high, to: (x) => a + ((x - low) / width) * (b - a), from: (p) => low + ((p - a) / (b - a)) * width };
}
