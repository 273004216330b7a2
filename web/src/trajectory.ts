// A log in memory: columns by their names.

export class Trajectory {
  readonly rows: number;
  readonly time: Float64Array;
  private columns = new Map<string, Float64Array>();

  constructor(
    readonly names: string[],
    numbers: Float64Array,
  ) {
    const n = names.length;
    this.rows = n ? Math.floor(numbers.length / n) : 0;
    names.forEach((name, k) => {
      const column = new Float64Array(this.rows);
      for (let i = 0; i < this.rows; i++) column[i] = numbers[i * n + k];
      this.columns.set(name, column);
    });
    this.time = this.columns.get("time") ?? new Float64Array(0);
  }

  get(name: string): Float64Array | undefined {
    return this.columns.get(name);
  }

  get end(): number {
    return this.rows ? this.time[this.rows - 1] : 0;
  }

  /** at returns the last row that is not after a time, and which share of the way to the next one the time has come. */
  at(t: number): [row: number, share: number] {
    let low = 0;
    let high = this.rows - 1;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (this.time[mid] <= t) low = mid;
      else high = mid - 1;
    }
    if (low >= this.rows - 1) return [Math.max(low, 0), 0];
    const width = this.time[low + 1] - this.time[low];
    return [low, width > 0 ? Math.min(1, Math.max(0, (t - this.time[low]) / width)) : 0];
  }

  /** value returns a column between two rows, on the line between them. */
  value(name: string, row: number, share: number): number | undefined {
    const column = this.columns.get(name);
    if (!column || row >= column.length) return undefined;
    if (share === 0 || row + 1 >= column.length) return column[row];
    return column[row] + share * (column[row + 1] - column[row]);
  }
}
