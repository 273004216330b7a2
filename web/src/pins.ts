// Runs that stay beside the newest one, with the values of the knobs that they had.

import type { Analysis, Measures, Setting } from "./protocol";
import type { Trajectory } from "./trajectory";

/** What a run was made of, and what came of it. */
export interface Kept {
  set: Setting[];
  index?: number; // of the batch
  run: Trajectory;
  metrics?: Record<string, Measures>;
  analysis?: Analysis;
}

export interface Pin extends Kept {
  name: string;
}

const most = 4;

export class Pins {
  list: Pin[] = [];

  /** add pins a run under the next letter that is free; beyond four the oldest goes. */
  add(kept: Kept): Pin {
    if (this.list.length === most) this.list.shift();
    const name = [..."ABCD"].find((letter) => !this.list.some((p) => p.name === letter))!;
    const pin = { ...kept, name };
    this.list.push(pin);
    return pin;
  }

  remove(name: string) {
    this.list = this.list.filter((p) => p.name !== name);
  }

  get last(): Pin | undefined {
    return this.list[this.list.length - 1];
  }
}
