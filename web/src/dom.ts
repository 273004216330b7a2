// Elements of the page.

type Child = Node | string | undefined | null | false;

/** el makes an element with attributes, listeners (on...) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, any> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined) e.setAttribute(key, String(value));
  }
  e.append(...children.filter((c): c is Node | string => c !== undefined && c !== null && c !== false));
  return e;
}

/** svg makes an element of a drawing. */
export function svg(name: string, attributes: Record<string, any> = {}, ...children: Node[]): SVGElement {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...children);
  return e;
}

/** figure writes a number for people: four digits. */
export function figure(x: number | null | undefined): string {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (x === 0) return "0";
  const a = Math.abs(x);
  if (a >= 1e5 || a < 1e-3) return x.toExponential(2).replace(/\.?0+e/, "e");
  return String(Number(x.toPrecision(4)));
}

/** table makes a table; cells that are numbers stand to the right and keep all of their digits in data-value. */
export function table(titles: string[], rows: (string | number | null)[][], id?: string): HTMLTableElement {
  return el(
    "table",
    { id },
    el("thead", {}, el("tr", {}, ...titles.map((t) => el("th", {}, t)))),
    el(
      "tbody",
      {},
      ...rows.map((row) =>
        el(
          "tr",
          {},
          ...row.map((c) =>
            typeof c === "string"
              ? el("td", {}, c)
              : el("td", { class: "number", "data-value": c === null ? "" : String(c) }, figure(c)),
          ),
        ),
      ),
    ),
  );
}

/** colour reads a colour of the style sheet, which is another one in dark mode. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** debounceFrame calls f at most once for each frame that the screen shows. */
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
