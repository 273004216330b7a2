// The table of the measures of a joint, beside those of pinned runs.

import { metricUnit } from "./columns";
import { el, scrolled, table } from "./dom";
import type { Pin } from "./pins";
import type { Measures, Stage } from "./protocol";

export class MeasureTable {
  readonly root = el("div", { id: "metrics" });

  /** show shows the measures of a joint, or of the first one that is measured. */
  show(stage: Stage, now: Record<string, Measures> | undefined, chosen: string, pins: Pin[]) {
    if (!now || !Object.keys(now).length) {
      this.root.replaceChildren(el("p", { class: "small" }, "Nothing is asked of the joints, so nothing is measured."));
      return;
    }
    const joint = now[chosen] ? chosen : Object.keys(now)[0];
    const pinned = pins.map((p): [string, Measures | undefined] => [p.name, p.metrics?.[joint]]);
    const slides = stage.joints.some((j) => j.name === joint && j.type === "prismatic");
    const rows = stage.metrics.map((name) => [name.replaceAll("_", " "), metricUnit(name, slides),
      now[joint][name] ?? null, ...pinned.map(([, m]) => m?.[name] ?? null)]);
    this.root.replaceChildren(el("p", { class: "small" }, joint),
      scrolled("metrics", table(["metric", "unit", "now", ...pinned.map(([name]) => name)], rows, "metric-table")));
  }
}
