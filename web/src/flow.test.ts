// What goes to the engine and comes back; what can be undone; what a link keeps; how runs are judged and compared.

import assert from "node:assert/strict";
import { test } from "node:test";
import { room } from "./charts";
import { History } from "./history";
import { Engine, Newest } from "./link";
import { phases, sensitivity } from "./margins";
import { Pins } from "./pins";
import type { Analysis, Loop, Outcome, Result } from "./protocol";
import { read, write } from "./state";
import { Trajectory } from "./trajectory";
import { judge, ofLoop, ofRun } from "./verdict";

/** Told is an engine that answers when a test wants it to. */
class Told extends Engine {
  sent: { id: number; ask: string }[] = [];

  protected transmit(text: string) {
    this.sent.push(JSON.parse(text));
  }

  answer(id: number, value: unknown = {}, error?: string) {
    let head = JSON.stringify({ id, kind: "x", value, error });
    while ((4 + head.length) % 8) head += " ";
    const data = new ArrayBuffer(4 + head.length);
    new DataView(data).setUint32(0, head.length, true);
    new Uint8Array(data, 4).set(new TextEncoder().encode(head));
    this.receive(data);
  }
}

test("a motion goes on however many pushes are sent", () => {
  const engine = new Told();
  let frames = 0;
  engine.ask("move", {}, () => frames++);
  for (let k = 0; k < 500; k++) engine.tell({ ask: "push", link: "a" });
  engine.answer(1);
  engine.answer(1);
  assert.equal(frames, 2);
  assert.equal(engine.waiting, 1);
  const strays: string[] = [];
  engine.onStray = (e) => strays.push(e);
  engine.answer(engine.sent[9].id, undefined, "there is no link");
  assert.deepEqual(strays, ["there is no link"]);
});

test("what is answered waits for nothing more", () => {
  const engine = new Told();
  for (let k = 0; k < 200; k++) engine.ask("text", {}, () => {});
  assert.equal(engine.waiting, 200);
  for (const { id } of [...engine.sent]) engine.answer(id);
  assert.equal(engine.waiting, 0);
});

test("of what is asked meanwhile the last one follows", () => {
  const engine = new Told();
  const newest = new Newest(engine, "simulate");
  const heard: Result[] = [];
  for (let k = 0; k < 5; k++) newest.ask({ k }, (f) => heard.push(f.value));
  assert.equal(engine.sent.length, 1);
  engine.answer(engine.sent[0].id);
  assert.equal((engine.sent[1] as unknown as { k: number }).k, 4);
  engine.answer(engine.sent[1].id);
  assert.equal(heard.length, 2);
});

test("what was set is undone and done again", () => {
  const h = new History<number[]>([]);
  h.keep([1]);
  h.keep([1]);
  h.keep([1, 2]);
  assert.deepEqual([h.undo(), h.undo(), h.undo()], [[1], [], undefined]);
  assert.deepEqual([h.redo(), h.canRedo], [[1], true]);
  h.keep([9]);
  assert.deepEqual([h.redo(), h.undo()], [undefined, [1]]);
});

test("a link keeps the state, and nothing else is taken from one", () => {
  const state = {
    set: [{ path: "controller.gains.*.p", value: 12.5 }], index: 3, pins: [{ name: "A", set: [], index: undefined }],
    charts: { joints: ["ä/b"], what: ["position"], window: [0.25, 0.5] as [number, number] }, time: 0.4,
    look: [1, 2, 3, 4, 5, 6] as [number, number, number, number, number, number], layers: ["visual"], tab: "analysis",
  };
  assert.deepEqual(read("#" + write(state)), state);
  assert.equal(read(""), undefined);
  assert.equal(read("#%7Bno"), undefined);
  const odd = read("#" + encodeURIComponent(JSON.stringify({ set: [{ path: 1, value: 2 }, { path: "a", value: {} }],
    look: [1, null], time: "x", charts: { what: [5] } })));
  assert.deepEqual([odd?.set, odd?.look, odd?.time, odd?.charts.what], [[], undefined, 0, []]);
});

test("pins have letters that are free", () => {
  const pins = new Pins();
  const kept = { set: [], run: new Trajectory(["time"], new Float64Array([0])) };
  for (let k = 0; k < 3; k++) pins.add(kept);
  pins.remove("B");
  assert.equal(pins.add(kept).name, "B");
  pins.add(kept);
  pins.add(kept);
  assert.equal(pins.list.length, 4);
  assert.equal(new Set(pins.list.map((p) => p.name)).size, 4);
});

test("a trajectory finds rows, errors and differences", () => {
  const names = ["time", "j/position", "j/reference/position"];
  const run = new Trajectory(names, new Float64Array([0, 1, 2, 0.5, 2, 2, 1, 4, 2]));
  assert.deepEqual(run.at(0.75), [1, 0.5]);
  assert.equal(run.value("j/position", 1, 0.5), 3);
  assert.deepEqual([...run.get("j/error")!], [1, 0, -2]);
  assert.equal(run.get("k/error"), undefined);
  assert.equal(run.differs(new Trajectory(names, new Float64Array([0, 1, 2, 0.5, 2, 2, 1, 4, 2]))), -1);
  assert.equal(run.differs(new Trajectory(names, new Float64Array([0, 1, 2, 0.5, 2, 2, 1, 4.5, 2]))), 2);
  assert.equal(run.differs(new Trajectory(names, new Float64Array([0, 1, 2]))), 1);
});

const outcome: Outcome = { integrator: "rk4", simulated_time: 1, status: "done", ended: "the duration was reached",
  drift_share: 0, impacts: 0 };

test("runs are judged", () => {
  const verdicts = (o: Partial<Outcome>, failed?: string) =>
    Object.fromEntries(ofRun({ ...outcome, ...o }, failed).map((c) => [c.id, c.verdict]));
  assert.deepEqual(verdicts({}), { run: "good" });
  assert.deepEqual(verdicts({ status: "diverged" }, "it diverges"), { run: "bad" });
  assert.deepEqual(verdicts({ drift_share: 0.2 }), { run: "good", drift: "bad" });
  assert.deepEqual(verdicts({ metrics: { a: { overshoot: 3, settling_time: null, saturation_share: 0.5 } } }),
    { run: "good", settling: "bad", limits: "doubtful" });
  assert.deepEqual(verdicts({ metrics: { a: { overshoot: 3, settling_time: 0.2 }, b: { overshoot: null } } }),
    { run: "good", settling: "good" });
  assert.deepEqual(verdicts({ exceeded: [{ joint: "a", what: "velocity", time: 1 }], impacts: 2 }),
    { run: "good", exceeded: "doubtful", impacts: "doubtful" });
});

const loop: Loop = { joint: "a", gain_margin: 4, lower_gain_margin: 0, phase_margin: 1, delay_margin: 0.1,
  sensitivity_peak: 1.2, sensitivity_peak_frequency: 1, disk_margin: 1, bandwidth: 1,
  bode: { frequency: [1, 2], gain: [1, 0.5], phase: [-Math.PI / 2, -Math.PI] } };
const analysis: Analysis = { period: 0.001, delay: 0, stable: true, spectral_radius: 0.99, largest_stable_period: null,
  nearest_to_instability: "a", closed_loop_poles: [], loops: [loop] };

test("loops are judged by the rules", () => {
  assert.deepEqual(judge(loop), { gain: "good", lower: "good", phase: "good", sensitivity: "good" });
  // 5.1 dB, 29 degrees, 6.4 dB of 1/|1+L|
  assert.deepEqual(judge({ ...loop, gain_margin: 1.8, phase_margin: 0.506, sensitivity_peak: 2.1,
    lower_gain_margin: 0.6 }),
    { gain: "doubtful", lower: "doubtful", phase: "doubtful", sensitivity: "doubtful" });
  assert.equal(judge({ ...loop, gain_margin: null }).gain, "good");
  const chips = (a: Analysis | string) => ofLoop(a).map((c) => [c.id, c.verdict]);
  assert.deepEqual(chips(analysis), [["stability", "good"], ["margins", "good"]]);
  assert.deepEqual(chips({ ...analysis, stable: false, spectral_radius: 6902 }), [["stability", "bad"]]);
  assert.match(ofLoop({ ...analysis, stable: false, spectral_radius: 6902 })[0].text, /UNSTABLE.*6902/);
  assert.deepEqual(chips("no law"), [["stability", "open"]]);
  assert.deepEqual(chips({ ...analysis, stable: null, reason: "why" }), [["stability", "open"]]);
});

test("the sensitivity is that of the loop", () => {
  // |1/(1 − i)| = 1/√2; |1/(1 − 0.5)| = 2. Two roundings of the angle.
  const [a, b] = sensitivity(loop);
  assert.ok(Math.abs(a - Math.SQRT1_2) < 1e-15 && Math.abs(b - 2) < 1e-15, `${a}, ${b}`);
});

test("phases of loops that differ by whole turns are the same", () => {
  const turned = (turns: number) =>
    phases({ ...loop, bode: { ...loop.bode, phase: loop.bode.phase.map((p) => p + 2 * Math.PI * turns) } });
  for (const turns of [-2, 0, 1, 3])
    turned(turns).forEach((p, i) => assert.ok(Math.abs(p - [-90, -180][i]) < 1e-9, `${turns}: ${p}`));
});

test("an axis has room for its values and for limits nearby", () => {
  const near = (limits: number[]) => (low: number, high: number) => limits.filter((x) => x > low && x < high);
  const [low, high] = room(0, 1, near([1.05, 5]));
  assert.ok(low < 0 && high > 1 && high < 1.2);
  assert.deepEqual(room(null, null, near([])), [0, 1]);
  assert.ok(room(2, 2, near([]))[1] > 2);
});
