// The response to a step of load beside that to the set-point: the run is simulated with and without a moment about the
// axis of a joint (a force along it), and the difference of the positions is drawn.

import uPlot from "uplot";
import { pinColours } from "./charts";
import { colour, el } from "./dom";
import { figure, parse } from "./figures";
import type { Frame } from "./link";
import { axis, times } from "./plots";
import type { Joint, Result, Setting } from "./protocol";
import { Trajectory } from "./trajectory";
import type { View } from "./view";

/** A set whose response is drawn, with the name of its colour. */
export interface Loaded {
  name: string;
  set: Setting[];
  index?: number;
}

interface Response {
  name: string;
  time: Float64Array;
  way: Float64Array; // how far the position is from where it would be
}

export class Disturbance {
  readonly root = el("div", { id: "disturbance" });
  private joints: Joint[] = [];
  private plot?: uPlot;
  private duration = 1;
  private serial = 0;
  private pick = el("select", { id: "load-joint", "aria-label": "joint that is loaded", onchange: () =>
    this.refill() });
  private size = el("input", { type: "text", id: "load-size", value: "1", "aria-label": "size of the load",
    onchange: () => this.run() });
  private unit = el("span", {}, "N m");
  private words = el("p", { class: "small", role: "status" });
  private frame = el("div", { class: "frame", role: "img", "aria-label": "deviation of the position under the load" });

  /** sets returns what is compared: the knobs as they are first, then the pinned sets. */
  constructor(
    private view: View, private sets: () => Loaded[],
    private simulate: (message: Record<string, unknown>) => Promise<Frame<Result>>,
  ) {
    this.root.append(
      el("p", { class: "small" },
        "A load that begins after a tenth of the run and stays: how far it takes the joint from " +
        "where it would be, under the knobs as they are and under the pinned sets."),
      el("div", { class: "bar" }, el("label", {}, "Joint ", this.pick), el("label", {}, "Load ", this.size), this.unit),
      this.words, el("figure", { class: "plot" }, el("figcaption", {}, el("b", {}, "deviation of the position")),
        this.frame));
  }

  load(joints: Joint[], chosen: string, duration: number) {
    this.joints = joints.filter((j) => !j.follows);
    this.duration = duration;
    this.pick.replaceChildren(...this.joints.map((j) => el("option", { value: j.name, selected: j.name === chosen },
      j.name)));
    this.refill(false);
  }

  private get joint(): Joint | undefined {
    return this.joints.find((j) => j.name === this.pick.value);
  }

  private get slides(): boolean {
    return this.joint?.type === "prismatic";
  }

  private refill(run = true) {
    this.unit.textContent = this.slides ? "N" : "N m";
    if (run) this.run();
  }

  /** run simulates and draws the responses; a later call makes those that are under way worthless. */
  async run() {
    const serial = ++this.serial;
    const joint = this.joint;
    const size = parse(this.size.value, this.slides ? "N" : "N m");
    this.size.setAttribute("aria-invalid", String(typeof size !== "number"));
    if (!joint || typeof size !== "number") {
      this.words.textContent = typeof size === "number" ? "There is no joint to load." : size.expected;
      return;
    }
    const axis = this.view.robot?.root.joints[joint.name]?.axis;
    const link = this.view.robot?.root.joints[joint.name]?.children.find((c) => "isURDFLink" in c)?.name;
    if (!axis || !link) return;
    const along = axis.clone().normalize().multiplyScalar(size).toArray();
    const at = Number((0.1 * this.duration).toPrecision(12));
    const load = { at, link, frame: "link", [this.slides ? "force" : "moment"]: along };
    const responses: Response[] = [];
    for (const { name, set, index } of this.sets()) {
      const runs: Trajectory[] = [];
      for (const disturbances of [[], [load]]) {
        const f = await this.simulate({ set: [...set, { path: "disturbances", value: disturbances }], index });
        if (serial !== this.serial) return;
        if (f.error || f.value.failed) {
          this.words.textContent = f.error ?? f.value.failed ?? "";
          return;
        }
        runs.push(new Trajectory(f.value.columns, f.numbers));
      }
      const [without, under] = runs.map((r) => r.get(joint.name + "/position"));
      if (!without || !under || without.length !== under.length) continue;
      responses.push({ name, time: runs[0].time, way: under.map((x, i) => x - without[i]) });
    }
    this.draw(responses, this.slides ? "m" : "rad");
  }

  private draw(list: Response[], unit: string) {
    this.plot?.destroy();
    this.plot = undefined;
    if (!list.length) return;
    this.words.textContent = list.map((r) => {
      const far = r.way.reduce((a, x) => (Math.abs(x) > Math.abs(a) ? x : a), 0);
      return `${r.name}: at most ${figure(far)} ${unit}, ${figure(r.way[r.way.length - 1])} ${unit} at the end`;
    }).join("; ") + ".";
    this.plot = new uPlot({
      width: Math.max(this.frame.clientWidth, 200), height: 170, legend: { show: false },
        scales: { x: { time: false } },
      axes: [times(), axis(64)],
      series: [{}, ...list.map((r, k) => ({ label: r.name, width: k ? 1.4 : 2, points: { show: false }, spanGaps: true,
        dash: k ? [7, 4] : undefined, stroke: colour(k ? pinColours[(k - 1) % 4] : "newest") }))],
    }, uPlot.join(list.map((r) => [r.time, r.way] as uPlot.AlignedData)), this.frame);
  }
}
