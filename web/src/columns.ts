// What the columns of a log are: their units and names, and which of them there are to draw.

import type { Joint } from "./protocol";

/** The quantities of a joint that are drawn by a word. */
export const quantities = ["position", "error", "velocity", "effort"] as const;

const ofJoints: Record<string, [turning: string, sliding: string]> = {
  position: ["rad", "m"], error: ["rad", "m"], velocity: ["rad/s", "m/s"], acceleration: ["rad/s²", "m/s²"],
  effort: ["N m", "N"],
};

/** unit returns the unit of a column, or nothing if it has none that is known. */
export function unit(column: string, joints: Joint[]): string {
  const parts = column.split("/");
  const joint = joints.filter((j) => column.startsWith(j.name + "/")).sort((a, b) => b.name.length - a.name.length)[0];
  if (joint) {
    const rest = column.slice(joint.name.length + 1).split("/");
    const last = rest[rest.length - 1];
    if (rest[0] === "force") return "N";
    if (rest[0] === "moment" || rest[0] === "torque") return "N m";
    return ofJoints[last]?.[joint.type === "prismatic" ? 1 : 0] ?? "";
  }
  switch (parts[0]) {
    case "time": return "s";
    case "energy": case "work": case "ledger": return "J";
    case "base": return { position: "m", velocity: "m/s", acceleration: "m/s²",
      "angular_velocity": "rad/s" }[parts[1]] ?? "";
  }
  return "";
}

/** title returns a column with its unit. */
export function title(column: string, joints: Joint[]): string {
  const u = unit(column, joints);
  return column.replaceAll("/", " ") + (u ? ` (${u})` : "");
}

/** metricUnit returns the unit of a measure of a joint. */
export function metricUnit(name: string, slides: boolean): string {
  const [x, f] = slides ? ["m", "N"] : ["rad", "N m"];
  const units: Record<string, string> = {
    rise_time: "s", settling_time: "s", peak_time: "s", overshoot: "%", undershoot: "%", peak: x, steady_state_error: x,
    rms_error: x, max_error: x, iae: `${x} s`, ise: `${x}² s`, itae: `${x} s²`, itse: `${x}² s²`, effort_peak: f,
    effort_total_variation: f, effort_square: `(${f})² s`, energy: "J",
  };
  return units[name] ?? "";
}
