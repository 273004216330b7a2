// Joints by hand: sliders that pose the robot, and follow it while the run plays.

import { el } from "./dom";
import { figure } from "./figures";
import type { Joint } from "./protocol";
import type { View } from "./view";

export class JointSliders {
  readonly root = el("details", { class: "joints" });
  /** Called when the user moves a joint. */
  onMove: (name: string, x: number) => void = () => {};
  private rows = new Map<string, { slider: HTMLInputElement; out: HTMLOutputElement; unit: string }>();

  load(joints: Joint[]) {
    this.rows.clear();
    this.root.replaceChildren(el("summary", {}, "Joints by hand"));
    for (const j of joints) {
      if (j.follows) continue;
      const unit = j.type === "prismatic" ? "m" : "rad";
      const [low, high] = [j.lower ?? (unit === "m" ? -1 : -Math.PI), j.upper ?? (unit === "m" ? 1 : Math.PI)];
      const out = el("output", {});
      const slider = el("input", { type: "range", min: low, max: high, step: "any", value: j.at, "data-joint": j.name,
        "aria-label": `${j.name} in ${unit}`, oninput: () => {
          this.show(j.name, Number(slider.value), false);
          this.onMove(j.name, Number(slider.value));
        } });
      this.rows.set(j.name, { slider, out, unit });
      this.root.append(el("div", { class: "knob" }, el("label", {}, j.name), slider, out));
      this.show(j.name, j.at);
    }
    this.root.hidden = !this.rows.size;
  }

  private show(name: string, x: number, move = true) {
    const row = this.rows.get(name);
    if (!row) return;
    if (move) row.slider.value = String(x);
    row.out.textContent = `${figure(x)} ${row.unit}`;
    row.slider.setAttribute("aria-valuetext", row.out.textContent);
  }

  /** follow shows where the picture has the joints. */
  follow(view: View) {
    if (!this.root.open) return;
    for (const name of this.rows.keys()) {
      const x = view.angle(name);
      if (x !== undefined) this.show(name, x);
    }
  }
}
