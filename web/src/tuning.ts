// The search that the scenario asks for, watched.

import { el, scrolled, table } from "./dom";
import { figure } from "./figures";
import type { Engine } from "./link";
import type { Candidate, Setting } from "./protocol";

export class Tuning {
  readonly root = el("div", { id: "tuning" });
  onSay: (words: string, fault?: boolean) => void = () => {};
  private costs = el("ol", { class: "costs", id: "costs" });
  private found = el("div", {});
  private searching = false;
  private least = Infinity;
  private button = el("button", { id: "tune", onclick: () => (this.searching ? this.stop() : this.start()) }, "Search");

  /** message returns what a search begins with; take turns the knobs to what was found. */
  constructor(
    private engine: Engine, private message: () => Record<string, unknown>, private take: (set: Setting[]) => void,
  ) {
    this.root.append(el("p", { class: "small" },
      "The search varies the numbers under “What the scenario has tuned” and " +
      "looks for the least cost; each better candidate is listed."),
      el("div", { class: "bar" }, this.button), this.found, this.costs);
  }

  private stop() {
    this.engine.tell({ ask: "halt" });
  }

  private state(searching: boolean) {
    this.searching = searching;
    this.button.textContent = searching ? "Stop" : "Search";
  }

  /** end forgets a search that the engine does not answer any more. */
  end() {
    this.state(false);
  }

  private start() {
    this.state(true);
    this.costs.replaceChildren();
    this.found.replaceChildren();
    this.least = Infinity;
    this.engine.ask("tune", this.message(), (f) => {
      if (f.error) {
        this.state(false);
        return this.onSay(f.error, true);
      }
      this.heard(f.value);
    });
  }

  private heard(c: Candidate) {
    if (c.least !== null && c.least < this.least) {
      this.least = c.least;
      this.costs.prepend(el("li", { value: c.runs }, `cost ${figure(c.least)}`));
    }
    this.onSay(`candidate ${c.runs} of ${c.of}, least cost ${figure(c.least)}`);
    if (!c.done) return;
    this.state(false);
    const free = c.report?.free;
    if (!free) return;
    const rows = free.map((x) => [x.path, x.before, x.after, x.at_bound ?? ""]);
    this.found.replaceChildren(scrolled("what was found", table(["number", "before", "after", "at bound"], rows,
      "found")),
      el("button", { id: "take", onclick: () => this.take(free.map((x) => ({ path: x.path, value: x.after }))) },
        "Turn the knobs there"));
  }
}
