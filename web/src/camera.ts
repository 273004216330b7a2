// Where the camera stands to see all of a motion.

export type Vector = [number, number, number];

export interface Place {
  target: Vector;
  position: Vector;
  /** From the camera to the target, and the largest way from the target to a point. */
  distance: number;
  radius: number;
}

const margin = 1.08; // of the picture around what is seen
const rounds = 4; // in which the middle of the picture is found

/** The directions from which a robot is looked at, by the names of the buttons. */
export const sides: Record<string, Vector> = {
  fit: [1.1, -1.5, 0.75], front: [1, 0, 0], side: [0, -1, 0], top: [0, -1e-4, 1],
};

/**
 * fit places a camera that looks along −direction, with z upwards, so that points (x, y, z behind one another) are in
 * its picture. The field of view is the vertical one (rad), the aspect the width of the picture by its height.
 */
export function fit(points: ArrayLike<number>, direction: Vector, fov: number, aspect: number): Place {
  const z = unit(direction);
  const x = unit([-z[1], z[0], 0]); // up × z
  const y: Vector = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const along: number[] = [];
  for (let i = 0; i + 2 < points.length; i += 3) {
    const p: Vector = [points[i], points[i + 1], points[i + 2]];
    [x, y, z].forEach((axis, k) => {
      const c = dot(p, axis);
      along.push(c);
      low[k] = Math.min(low[k], c);
      high[k] = Math.max(high[k], c);
    });
  }
  if (!along.length) along.push(...low.fill(-0.5), ...high.fill(0.5));
  const centre = low.map((a, k) => (a + high[k]) / 2);
  const up = Math.tan(fov / 2) / margin;
  let [distance, radius] = [0, 1e-3];
  for (let round = 0; ; round++) {
    [distance, radius] = [0, 1e-3];
    for (let i = 0; i < along.length; i += 3) {
      const [a, b, c] = [along[i] - centre[0], along[i + 1] - centre[1], along[i + 2] - centre[2]];
      distance = Math.max(distance, Math.abs(a) / (up * aspect) + c, Math.abs(b) / up + c);
      radius = Math.max(radius, Math.hypot(a, b, c));
    }
    distance = Math.max(distance, 1.02 * radius);
    if (round === rounds) break;
    // What is near seems larger, so the middle of the picture is not that of the points.
    const [least, most] = [[Infinity, Infinity], [-Infinity, -Infinity]];
    for (let i = 0; i < along.length; i += 3) {
      const depth = distance - (along[i + 2] - centre[2]);
      for (const k of [0, 1]) {
        const seen = (along[i + k] - centre[k]) / depth;
        least[k] = Math.min(least[k], seen);
        most[k] = Math.max(most[k], seen);
      }
    }
    for (const k of [0, 1]) centre[k] += ((least[k] + most[k]) / 2) * distance;
  }
  const target = [0, 1, 2].map((k) => centre[0] * x[k] + centre[1] * y[k] + centre[2] * z[k]) as Vector;
  return { target, distance, radius, position: target.map((t, k) => t + distance * z[k]) as Vector };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(a: Vector): Vector {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
