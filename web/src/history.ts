// What was set before: undo and redo.

/** History keeps the states that one can go back to. */
export class History<State> {
  private past: string[] = [];
  private future: string[] = [];
  private now: string;

  constructor(state: State, private most = 200) {
    this.now = JSON.stringify(state);
  }

  /** keep takes a new state, unless it is the one that is there. */
  keep(state: State) {
    const text = JSON.stringify(state);
    if (text === this.now) return;
    this.past.push(this.now);
    if (this.past.length > this.most) this.past.shift();
    this.now = text;
    this.future = [];
  }

  undo(): State | undefined {
    return this.step(this.past, this.future);
  }

  redo(): State | undefined {
    return this.step(this.future, this.past);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  private step(from: string[], to: string[]): State | undefined {
    const text = from.pop();
    if (text === undefined) return undefined;
    to.push(this.now);
    this.now = text;
    return JSON.parse(text) as State;
  }
}
