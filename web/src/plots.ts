// What all plots have in common: the style of their axes, and lines at levels.

import type uPlot from "uplot";
import { colour } from "./dom";
import { ticks } from "./figures";

/** axis returns the style of an axis whose numbers take so many points. */
export function axis(size: number): uPlot.Axis {
  const line = { stroke: colour("line"), width: 1 };
  return { stroke: colour("text"), grid: line, ticks: line, size, values: (_u, v) => ticks(v) };
}

/** times returns the axis of time, whose last number has the unit. */
export function times(): uPlot.Axis {
  return { ...axis(30), values: (_u, v) => ticks(v).map((s, i) => (i === v.length - 1 ? s + " s" : s)) };
}

/** levels draws dashed lines across a plot. */
export function levels(u: uPlot, list: number[]) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = colour("limit");
  ctx.setLineDash([4, 4]);
  for (const y of list.map((x) => Math.round(u.valToPos(x, "y", true)))) {
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}
