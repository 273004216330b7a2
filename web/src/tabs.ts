// Tabs, which the arrows of the keyboard go through.

import { el } from "./dom";

export interface Tab {
  id: string;
  name: string;
  content: HTMLElement;
}

export class Tabs {
  readonly bar = el("div", { class: "tabs", role: "tablist", "aria-label": "what is known of the run" });
  readonly panels = el("div", { class: "panels" });
  private list: Tab[] = [];

  /** open is called with the name of a tab that comes to the front. */
  constructor(private open: (id: string) => void) {
    this.bar.addEventListener("keydown", (e) => this.key(e));
  }

  fill(list: Tab[], front: string) {
    this.list = list;
    this.bar.replaceChildren(...list.map(({ id, name }) =>
      el("button", { id: "tab-" + id, role: "tab", "aria-controls": "panel-" + id, onclick: () => this.choose(id) },
        name)));
    this.panels.replaceChildren(...list.map(({ id, content }) =>
      el("div", { id: "panel-" + id, role: "tabpanel", "aria-labelledby": "tab-" + id, tabindex: 0 }, content)));
    this.choose(front);
  }

  choose(id: string) {
    if (!this.list.some((t) => t.id === id)) return;
    for (const t of this.list) {
      const tab = document.getElementById("tab-" + t.id)!;
      tab.setAttribute("aria-selected", String(t.id === id));
      tab.tabIndex = t.id === id ? 0 : -1;
      document.getElementById("panel-" + t.id)!.hidden = t.id !== id;
    }
    this.front = id;
    this.open(id);
  }

  /** The tab that is in front. */
  front = "";

  private key(e: KeyboardEvent) {
    const at = this.list.findIndex((t) => t.id === this.front);
    const n = this.list.length;
    const to = { ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    this.choose(this.list[to].id);
    document.getElementById("tab-" + this.list[to].id)!.focus();
  }
}
