// Elements of the page.

import { figure } from "./figures";

type Child = Node | string | undefined | null | false;
type Listen = (e: never) => void;
type Value = string | number | boolean | undefined | null | Listen;

/** el makes an element with attributes, listeners (on...) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") e.addEventListener(key.slice(2), value as unknown as EventListener);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) e.setAttribute(key, String(value));
  }
  e.append(...children.filter((c): c is Node | string => c !== undefined && c !== null && c !== false));
  return e;
}

/** svg makes an element of a drawing. */
export function svg(name: string, attributes: Record<string, string | number> = {}, ...children: Node[]): SVGElement {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...children);
  return e;
}

/** label makes a text in a drawing. */
export function label(text: string, attributes: Record<string, string | number>): SVGElement {
  const e = svg("text", attributes);
  e.textContent = text;
  return e;
}

export type Cell = string | number | null | undefined | { text: string | number | null; verdict: string };

/** table makes a table; cells that are numbers stand to the right and keep all of their digits in data-value. */
export function table(titles: string[], rows: Cell[][], id?: string): HTMLTableElement {
  const cell = (c: Cell): HTMLTableCellElement => {
    const [value, verdict] = c !== null && typeof c === "object" ? [c.text, c.verdict] : [c, undefined];
    const at = { "data-verdict": verdict };
    if (typeof value === "string") return el("td", at, value);
    return el("td", { ...at, class: "number", "data-value": value ?? "" }, figure(value));
  };
  return el("table", { id },
    el("thead", {}, el("tr", {}, ...titles.map((t) => el("th", { scope: "col" }, t)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map(cell)))));
}

/** scrolled makes a box that scrolls, by keys too. */
export function scrolled(name: string, child: Node): HTMLElement {
  return el("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": name }, child);
}

/** colour reads a colour of the style sheet, which is another one in dark mode. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** onceAFrame calls f at most once for each frame that the screen shows. */
export function onceAFrame(f: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      f();
    });
  };
}

/** offer lets the browser save a file. */
export function offer(data: Blob, name: string) {
  const link = el("a", { href: URL.createObjectURL(data), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

