// Sliders for numbers of the scenario, with undo, and with words at those whose values are refused.

import { el } from "./dom";
import { exact, figure, parse } from "./figures";
import { History } from "./history";
import type { Knob, Setting } from "./protocol";

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
const quiet = 400; // ms without a turn after which a state is one to go back to

export class Knobs {
  readonly root = el("div", { class: "knobs" });
  private values = new Map<string, number>();
  private rows = new Map<string, Row>();
  private groups = new Map<string, HTMLDetailsElement>();
  private history = new History<Setting[]>([]);
  private timer = 0;
  private undoButton = el("button", { id: "undo", title: "undo (Ctrl+Z)", disabled: true, onclick: () => this.undo() },
    "↶ Undo");
  private redoButton = el("button", { id: "redo", title: "redo (Ctrl+Shift+Z)", disabled: true,
    onclick: () => this.redo() }, "↷ Redo");
  private resetButton = el("button", { id: "reset", title: "all knobs back to the scenario", disabled: true,
    onclick: () => this.put([]) }, "Reset all");

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
    this.history = new History<Setting[]>([]);
    const list = el("datalist", { id: "paths" }, ...paths.map((p) => el("option", { value: p })));
    const fault = el("span", { class: "fault", role: "alert" });
    const search = el("input", {
      type: "search", list: "paths", placeholder: "find a knob, or any number: controller.gains…",
      "aria-label": "find a knob, or the path of a number", id: "path", autocomplete: "off", spellcheck: "false",
      oninput: () => this.filter(search.value.trim()),
    });
    const form = el("form", {
      class: "search",
      onsubmit: (e: Event) => {
        e.preventDefault();
        fault.textContent = "";
        const path = search.value.trim();
        if (!path) return;
        const there = this.rows.get(path);
        const shown = (row: Row) => {
          search.value = "";
          this.filter("");
          row.reveal();
        };
        if (there) return shown(there);
        this.find(path).then((k) => shown(this.add(k)), (e: Error) => (fault.textContent = e.message));
      },
    }, search, el("button", {}, "Add knob"), list, fault);
    this.root.append(form, el("div", { class: "bar" }, this.undoButton, this.redoButton, this.resetButton));
    knobs.forEach((k) => this.add(k));
    const first = this.groups.values().next().value;
    if (first) first.open = true;
    this.mark();
  }

  private filter(word: string) {
    const known = this.rows.has(word);
    for (const row of this.rows.values())
      row.root.hidden = !!word && !known && !row.knob.path.toLowerCase().includes(word.toLowerCase());
    for (const group of this.groups.values()) {
      const some = [...group.querySelectorAll<HTMLElement>(".knob")].some((r) => !r.hidden);
      group.hidden = !some;
      if (word && some) group.open = true;
    }
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
      this.turned();
    });
    this.rows.set(k.path, row);
    group.append(row.root);
    return row;
  }

  private turned() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keep(), quiet);
    this.mark();
    this.changed();
  }

  private keep() {
    clearTimeout(this.timer);
    this.history.keep(this.set());
    this.mark();
  }

  private mark() {
    this.undoButton.disabled = !this.history.canUndo;
    this.redoButton.disabled = !this.history.canRedo;
    this.resetButton.disabled = this.values.size === 0;
  }

  undo() {
    this.keep();
    const set = this.history.undo();
    if (set) this.show(set);
  }

  redo() {
    const set = this.history.redo();
    if (set) this.show(set);
  }

  /** set returns what differs from the scenario. */
  set(): Setting[] {
    return [...this.values].map(([path, value]) => ({ path, value }));
  }

  /** put turns knobs as a set says, and all others back. Numbers that have no knob get one. */
  put(set: Setting[]) {
    this.keep();
    this.show(set);
    this.keep();
    for (const { path, value } of set)
      if (!this.rows.has(path))
        this.find(path).then((k) => this.rows.has(path) || this.add(k).show(Number(value)), () => {});
  }

  private show(set: Setting[]) {
    this.values = new Map(set.map((s) => [s.path, Number(s.value)]));
    for (const [path, row] of this.rows) row.show(this.values.get(path) ?? row.knob.value);
    this.mark();
    this.changed();
  }

  /** refuse shows the words of the engine at the knobs that they are about, and reports whether there is one. */
  refuse(words: string): boolean {
    const bare = words.replaceAll('"', "");
    const about = [...this.rows.values()].filter((r) => this.values.has(r.knob.path) && bare.includes(r.knob.path));
    about.forEach((r) => r.say(words));
    return about.length > 0;
  }

  /** accept takes the words of the engine away. */
  accept() {
    for (const row of this.rows.values()) row.accept();
  }
}

class Row {
  readonly root: HTMLElement;
  private slider: HTMLInputElement;
  private field: HTMLInputElement;
  private words: HTMLElement;
  private refused = false; // by the engine
  private lower: number;
  private upper: number;

  constructor(
    readonly knob: Knob,
    private turned: (x: number) => void,
  ) {
    const { path, unit } = knob;
    [this.lower, this.upper] = [knob.lower, knob.upper];
    const name = spoken(path) + (unit ? ` in ${unit}` : "");
    const id = "words-" + path.replace(/[^\w]+/g, "-");
    this.words = el("span", { class: "words fault", id, role: "alert" });
    this.slider = el("input", {
      type: "range", min: 0, max: notches, step: 1, "aria-label": name, "data-path": path,
      oninput: () => this.take(Number(this.value(Number(this.slider.value)).toPrecision(4))),
    });
    this.field = el("input", {
      type: "text", inputmode: "decimal", "aria-label": name + ", typed", "aria-describedby": id, autocomplete: "off",
      "data-field": path,
      onchange: () => this.read(),
      oninput: () => this.words.textContent && this.read(true),
      onkeydown: (e: KeyboardEvent) => e.key === "Escape" && this.show(this.current),
    });
    const back = el("button", {
      class: "back", title: "back to " + figure(knob.value), "aria-label": `${spoken(path)} back to ${knob.value}`,
      onclick: () => this.take(knob.value),
    }, "↺");
    this.root = el("div", { class: "knob" }, el("label", { title: path }, shorten(path)), this.slider, this.field,
      el("span", { class: "unit" }, unit), back, this.words);
    this.current = knob.value;
    this.show(knob.value);
  }

  private current: number; // value that holds, while other text may stand in the field

  reveal() {
    (this.root.parentElement as HTMLDetailsElement).open = true;
    this.root.scrollIntoView({ block: "nearest" });
    this.slider.focus();
  }

  show(x: number) {
    this.current = x;
    if (x < this.lower || x > this.upper) this.widen(x);
    this.slider.value = String(this.notch(x));
    this.slider.setAttribute("aria-valuetext", `${figure(x)} ${this.knob.unit}`.trim());
    this.field.value = this.field.title = exact(x);
    this.root.classList.toggle("turned", x !== this.knob.value);
    this.refused = false;
    this.clear();
  }

  /** widen lets the slider reach a value that was typed. */
  private widen(x: number) {
    if (this.knob.log && x <= 0) return;
    this.lower = Math.min(this.lower, x);
    this.upper = Math.max(this.upper, x);
  }

  /** read takes what was typed. Text that is no number stays, is marked, and changes nothing. */
  private read(tentative = false) {
    const x = parse(this.field.value, this.knob.unit);
    if (typeof x === "number") {
      if (tentative) this.clear();
      else this.take(x);
      return;
    }
    this.mark(`${x.expected}; ${figure(this.current)} stays`);
  }

  private take(x: number) {
    this.show(x);
    this.turned(x);
  }

  private mark(words: string) {
    this.words.textContent = words;
    this.field.setAttribute("aria-invalid", "true");
  }

  private clear() {
    this.words.textContent = "";
    this.field.removeAttribute("aria-invalid");
  }

  /** say shows why the engine refuses the value. */
  say(words: string) {
    this.refused = true;
    this.mark(words);
  }

  accept() {
    if (!this.refused) return;
    this.refused = false;
    this.clear();
  }

  private value(notch: number): number {
    const s = notch / notches;
    const [low, high] = [this.lower, this.upper];
    return this.knob.log ? low * Math.pow(high / low, s) : low + s * (high - low);
  }

  private notch(x: number): number {
    const [low, high] = [this.lower, this.upper];
    const s = this.knob.log ? Math.log(x / low) / Math.log(high / low) : (x - low) / (high - low);
    return Math.round(notches * Math.min(1, Math.max(0, s || 0)));
  }
}

/** shorten leaves the group away, which stands above. */
function shorten(path: string): string {
  return path.replace(/^(controller\.gains|controller|reference|joints|links|sensors|actuators|efforts|initial)\./, "");
}

/** spoken returns a path as one says it. */
function spoken(path: string): string {
  return shorten(path).replaceAll("*", "all joints").replaceAll(".", " ").replaceAll("_", " ");
}
