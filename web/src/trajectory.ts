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

  /** get returns a column. JOINT/error is the reference minus the position, where there are both. */
  get(name: string): Float64Array | undefined {
    const column = this.columns.get(name);
    if (column || !name.endsWith("/error")) return column;
    const joint = name.slice(0, -"/error".length);
    const [is, wanted] = [this.get(joint + "/position"), this.get(joint + "/reference/position")];
    if (!is || !wanted) return undefined;
    const error = wanted.map((r, i) => r - is[i]);
    this.columns.set(name, error);
    return error;
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
    const column = this.get(name);
    if (!column || row >= column.length) return undefined;
    if (share === 0 || row + 1 >= column.length) return column[row];
    return column[row] + share * (column[row + 1] - column[row]);
  }

  /** differs returns the row from which on another run has other numbers, −1 if all are the same bits. */
  differs(other: Trajectory): number {
    if (other.names.join() !== this.names.join()) return 0;
    let first = Math.min(this.rows, other.rows);
    if (this.rows === other.rows) first = Infinity;
    for (const name of this.names) {
      const [a, b] = [this.columns.get(name)!, other.columns.get(name)!];
      for (let i = 0; i < Math.min(first, a.length, b.length); i++) if (!Object.is(a[i], b[i])) first = i;
    }
    return Number.isFinite(first) ? first : -1;
  }
}
