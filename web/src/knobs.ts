// Sliders for numbers of the scenario.

import { el } from "./dom";
import type { Setting } from "./link";

export interface Knob {
  path: string;
  group: string;
  value: number;
  lower: number;
  upper: number;
  log: boolean;
  tuned: boolean;
}

const titles: Record<string, string> = {
  tune: "What the scenario has tuned",
  controller: "Controller",
  reference: "References",
  efforts: "Efforts",
  links: "Links",
  joints: "Joints",
  sensors: "Sensors",
  actuators: "Actuators",
  disturbances: "Disturbances",
  initial: "Start",
};

const notches = 1000;

export class Knobs {
  readonly root = el("div", { class: "knobs" });
  private values = new Map<string, number>();
  private rows = new Map<string, Row>();
  private groups = new Map<string, HTMLDetailsElement>();

  /** find asks for the knob of a path that has none yet. */
  constructor(
    private changed: () => void,
    private find: (path: string) => Promise<Knob>,
  ) {}

  load(knobs: Knob[], paths: string[]) {
    this.root.replaceChildren();
    this.rows.clear();
    this.groups.clear();
    this.values.clear();
    const list = el("datalist", { id: "paths" }, ...paths.map((p) => el("option", { value: p })));
    const fault = el("span", { class: "fault", role: "alert" });
    const search = el("input", {
      type: "search", list: "paths", placeholder: "any number: controller.gains…", "aria-label": "path of a number",
      id: "path", autocomplete: "off", spellcheck: "false",
    });
    const form = el("form", {
      class: "search",
      onsubmit: (e: Event) => {
        e.preventDefault();
        fault.textContent = "";
        const path = search.value.trim();
        if (!path) return;
        const there = this.rows.get(path);
        if (there) return there.reveal();
        this.find(path).then(
          (k) => {
            this.add(k).reveal();
            search.value = "";
          },
          (e) => (fault.textContent = String(e.message ?? e)),
        );
      },
    }, search, el("button", {}, "Add knob"), list, fault);
    this.root.append(form);
    knobs.forEach((k) => this.add(k));
    const first = this.groups.values().next().value;
    if (first) first.open = true;
  }

  private add(k: Knob): Row {
    let group = this.groups.get(k.group);
    if (!group) {
      group = el("details", {}, el("summary", {}, titles[k.group] ?? k.group));
      this.groups.set(k.group, group);
      this.root.append(group);
    }
    const row = new Row(k, (x) => {
      if (x === k.value) this.values.delete(k.path);
      else this.values.set(k.path, x);
      this.changed();
    });
    this.rows.set(k.path, row);
    group.append(row.root);
    return row;
  }

  /** set returns what differs from the scenario. */
  set(): Setting[] {
    return [...this.values].map(([path, value]) => ({ path, value }));
  }

  /** put turns knobs as a set says, and all others back. */
  put(set: Setting[]) {
    const given = new Map(set.map((s) => [s.path, Number(s.value)]));
    this.values = new Map(given);
    for (const [path, row] of this.rows) row.show(given.get(path) ?? row.knob.value);
    this.changed();
  }
}

class Row {
  readonly root: HTMLElement;
  private slider: HTMLInputElement;
  private field: HTMLInputElement;

  constructor(
    readonly knob: Knob,
    private turned: (x: number) => void,
  ) {
    const { path } = knob;
    this.slider = el("input", {
      type: "range", min: 0, max: notches, step: 1, "aria-label": path, "data-path": path,
      oninput: () => this.take(this.value(Number(this.slider.value)), false),
    });
    this.field = el("input", {
      type: "text", inputmode: "decimal", "aria-label": path + ", number",
      onchange: () => {
        const x = Number(this.field.value);
        this.take(this.field.value.trim() === "" || !Number.isFinite(x) ? knob.value : x, true);
      },
    });
    const back = el("button", {
      class: "back", title: "back to " + knob.value, "aria-label": "back to " + knob.value,
      onclick: () => this.take(knob.value, true),
    }, "↺");
    this.root = el("div", { class: "knob" }, el("label", { title: path }, shorten(path)), this.slider, this.field, back);
    this.show(knob.value);
  }

  reveal() {
    (this.root.parentElement as HTMLDetailsElement).open = true;
    this.root.scrollIntoView({ block: "nearest" });
    this.slider.focus();
  }

  show(x: number) {
    this.slider.value = String(this.notch(x));
    this.field.value = String(x);
    this.root.classList.toggle("turned", x !== this.knob.value);
  }

  private take(x: number, typed: boolean) {
    if (!typed) x = Number(x.toPrecision(4));
    this.show(x);
    this.turned(x);
  }

  private value(notch: number): number {
    const { lower, upper, log } = this.knob;
    const s = notch / notches;
    return log ? lower * Math.pow(upper / lower, s) : lower + s * (upper - lower);
  }

  private notch(x: number): number {
    const { lower, upper, log } = this.knob;
    const s = log ? Math.log(x / lower) / Math.log(upper / lower) : (x - lower) / (upper - lower);
    return Math.round(notches * Math.min(1, Math.max(0, s || 0)));
  }
}

/** shorten leaves the group away, which stands above. */
function shorten(path: string): string {
  return path.replace(/^(controller\.gains|controller|reference|joints|links|sensors|actuators|efforts|initial)\./, "");
}

