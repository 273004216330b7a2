// The camera shows all points: checked by the projection of a pinhole, which the code does not use.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, sides, type Vector } from "./camera";

/** project returns where a camera sees a point: from −1 to 1 across and up, and its depth. */
function project(p: Vector, position: Vector, target: Vector, fov: number, aspect: number): Vector {
  const sub = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a: Vector, b: Vector): Vector =>
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const unit = (a: Vector): Vector => a.map((x) => x / Math.hypot(...a)) as Vector;
  const forward = unit(sub(target, position));
  const right = unit(cross(forward, [0, 0, 1]));
  const up = cross(right, forward);
  const way = sub(p, position);
  const depth = dot(way, forward);
  const half = Math.tan(fov / 2) * depth;
  return [dot(way, right) / (half * aspect), dot(way, up) / half, depth];
}

test("all points are in the picture, and fill it", () => {
  const shapes: Record<string, Vector[]> = {
    tall: [[0, 0, 0], [0.1, 0, 2], [0, 0.1, 1]], flat: [[-2, -2, 0], [2, 2, 0], [2, -2, 0.1]],
    far: [[100, 50, 3], [101, 50, 3], [100, 51, 4]], one: [[1, 2, 3]],
  };
  let checked = 0;
  for (const [name, points] of Object.entries(shapes))
    for (const [side, direction] of Object.entries(sides))
      for (const aspect of [0.45, 1, 2.4]) {
        const fov = (40 * Math.PI) / 180;
        const place = fit(points.flat(), direction, fov, aspect);
        const seen = points.map((p) => project(p, place.position, place.target, fov, aspect));
        for (const [x, y, depth] of seen)
          assert.ok(Math.abs(x) <= 1 && Math.abs(y) <= 1 && depth > 0, `${name} ${side} ${aspect}: ${[x, y, depth]}`);
        const reach = Math.max(...seen.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
        // Points that lie nearly along the view are kept at a distance of their radius.
        if (points.length > 1 && name !== "flat" && side !== "top") assert.ok(reach > 0.75,
          `${name} ${side} ${aspect}: ${reach}`);
        checked++;
      }
  assert.equal(checked, 48);
});
