// Numbers that are read and written, and what is unpacked of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ascii85 } from "./ascii85";
import { metricUnit, title, unit } from "./columns";
import { exact, figure, parse, ticks } from "./figures";
import { readFrame } from "./link";

test("figures have four digits", () => {
  const cases: [number | null, string][] = [[0, "0"], [0.123456, "0.1235"], [1234567, "1.23e6"], [-1e-9, "-1e-9"],
    [null, "–"], [Infinity, "∞"], [100, "100"]];
  for (const [x, text] of cases) assert.equal(figure(x), text);
});

test("exact numbers are read back as they were", () => {
  for (const x of [1e9, 159.67953697786606, 0.002, -1e-7, 5e-324, 1e21, 0]) assert.equal(Number(exact(x)), x);
  assert.equal(exact(1e9), "1e9");
});

test("ticks tell neighbours apart", () => {
  assert.deepEqual(ticks([1.99998, 1.99999, 2, 2.00001]), ["1.99998", "1.99999", "2", "2.00001"]);
  assert.deepEqual(ticks([0, 0.5, 1]), ["0", "0.5", "1"]);
  assert.deepEqual(ticks([-1e-6, 0, 1e-6]), ["-1e-6", "0", "1e-6"]);
  for (const base of [0.1182, -4.454, 12345.678, 1e7]) {
    const texts = ticks([0, 1, 2, 3].map((k) => base + k * Math.abs(base) * 1e-7));
    assert.equal(new Set(texts).size, 4, texts.join());
  }
});

test("typed numbers are read with their units, or refused with words", () => {
  const good: [string, string, number][] = [["1.5", "", 1.5], [" 1,5 ", "s", 1.5], ["2 ms", "s", 0.002], ["400 N", "N",
    400],
    ["−3e-2", "rad", -0.03], ["90°", "rad", Math.PI / 2], ["1.5 N m/rad", "N m/rad", 1.5], ["0.5 Nm", "N m", 0.5],
    [".5", "", 0.5], ["1e9", "", 1e9]];
  for (const [text, u, x] of good) {
    const got = parse(text, u);
    assert.ok(typeof got === "number" && Math.abs(got - x) <= 1e-14 * Math.abs(x), `${text}: ${JSON.stringify(got)}`);
  }
  for (const [text, u] of [["abc", ""], ["", "s"], ["NaN", ""], ["1_000", ""], ["1 2", ""], ["400 N", "s"], ["1e999",
    ""],
    ["1,000", "kg"]]) {
    const got = parse(text, u);
    assert.ok(typeof got === "object" && got.expected.length > 10, `${text}: ${JSON.stringify(got)}`);
  }
});

test("columns have the units of their joints", () => {
  const joint = (name: string, type: string) =>
    ({ name, type, lower: null, upper: null, velocity: null, effort: null, follows: false, at: 0 });
  const joints = [joint("a", "revolute"), joint("a/b", "prismatic"), joint("rail", "prismatic")];
  const cases = [["a/position", "rad"], ["a/b/position", "m"], ["rail/reference/velocity", "m/s"], ["rail/effort", "N"],
    ["a/effort", "N m"], ["a/force/x", "N"], ["energy/total", "J"], ["base/position/x", "m"], ["unknown", ""]];
  for (const [column, u] of cases) assert.equal(unit(column, joints), u, column);
  assert.equal(title("rail/error", joints), "rail error (m)");
  assert.equal(metricUnit("iae", true), "m s");
});

test("ascii85 reads what it is written by", () => {
  // By the definition: a group of four bytes as a number in base 85, least letter "!".
  const write = (data: Uint8Array) => {
    let text = "";
    for (let i = 0; i < data.length; i += 4) {
      const part = new Uint8Array(4);
      part.set(data.subarray(i, i + 4));
      let x = new DataView(part.buffer).getUint32(0);
      let group = "";
      for (let k = 0; k < 5; k++) {
        group = String.fromCharCode(33 + (x % 85)) + group;
        x = Math.floor(x / 85);
      }
      const n = Math.min(4, data.length - i);
      text += n === 4 && group === "!!!!!" ? "z" : group.slice(0, n + 1);
    }
    return text.replaceAll("<", "v");
  };
  for (const n of [0, 1, 2, 3, 4, 5, 8, 257]) {
    const data = Uint8Array.from({ length: n }, (_x, i) => (i % 9 < 4 ? 0 : (i * 71) & 255));
    assert.deepEqual([...ascii85(write(data))], [...data]);
  }
});

test("a frame is its header and its numbers", () => {
  let head = JSON.stringify({ id: 7, kind: "simulate", value: { x: 1 } });
  while ((4 + head.length) % 8) head += " ";
  const data = new ArrayBuffer(4 + head.length + 16);
  new DataView(data).setUint32(0, head.length, true);
  new Uint8Array(data, 4).set(new TextEncoder().encode(head));
  new DataView(data).setFloat64(4 + head.length, -0.1, true);
  new DataView(data).setFloat64(12 + head.length, 5e-324, true);
  const f = readFrame(data);
  assert.deepEqual([f.id, f.value, ...f.numbers], [7, { x: 1 }, -0.1, 5e-324]);
});
