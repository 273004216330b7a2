// The state of the page in its address, so that a link shows it again.

import type { Drawn } from "./charts";
import type { Setting } from "./protocol";
import type { Look } from "./view";

export interface State {
  set: Setting[];
  index?: number; // run of a batch
  pins: { name: string; set: Setting[]; index?: number }[];
  charts: Drawn;
  time: number;
  look?: Look;
  layers: string[];
  tab: string;
}

/** write returns a state as the part of an address behind #. */
export function write(s: State): string {
  return encodeURIComponent(JSON.stringify(s));
}

/** read returns the state in an address, or nothing if there is none that can be read. */
export function read(hash: string): State | undefined {
  if (hash.length < 2) return undefined;
  try {
    const s = JSON.parse(decodeURIComponent(hash.slice(1))) as Partial<State>;
    const setting = (x: unknown): x is Setting =>
      typeof (x as Setting)?.path === "string" && ["number", "string", "boolean"].includes(typeof (x as Setting).value);
    const sets = (list: unknown) => (Array.isArray(list) ? list.filter(setting) : []);
    const words = (list: unknown) => (Array.isArray(list) ? list.filter((x): x is string => typeof x === "string")
      : []);
    const numbers = (list: unknown, n: number) =>
      Array.isArray(list) && list.length === n && list.every((x) => Number.isFinite(x));
    return {
      set: sets(s.set),
      index: Number.isInteger(s.index) ? s.index : undefined,
      pins: Array.isArray(s.pins)
        ? s.pins.slice(0, 4).map((p) => ({ name: String(p.name), set: sets(p.set), index: p.index })) : [],
      charts: { joints: words(s.charts?.joints), what: words(s.charts?.what),
        window: numbers(s.charts?.window, 2) ? s.charts!.window : undefined },
      time: Number.isFinite(s.time) ? s.time! : 0,
      look: numbers(s.look, 6) ? s.look : undefined,
      layers: words(s.layers),
      tab: String(s.tab ?? ""),
    };
  } catch {
    return undefined;
  }
}
