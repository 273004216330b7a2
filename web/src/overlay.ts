// What can be laid over the robot: frames, axes, centres of mass, ellipsoids of inertia, forces of joints. A layer is
// made when it is shown for the first time.

import * as THREE from "three";
import type { URDFJoint } from "urdf-loader";
import { dispose } from "./meshes";
import type { Mass } from "./protocol";
import type { Robot } from "./robot";
import { Arrow } from "./sticks";

export type Over = "frames" | "axes" | "com" | "inertia" | "forces";

export class Overlay {
  private layers = new Map<Over, THREE.Object3D[]>();
  private arrows = new Map<string, Arrow>();

  constructor(private robot: Robot, private masses: Mass[]) {}

  show(layer: Over, on: boolean) {
    if (on && !this.layers.has(layer)) {
      this.layers.set(layer, []);
      this.make(layer);
    }
    this.layers.get(layer)?.forEach((o) => (o.visible = on));
  }

  private add(layer: Over, parent: THREE.Object3D, o: THREE.Object3D) {
    o.traverse((x) => (x.userData.overlay = true));
    parent.add(o);
    this.layers.get(layer)?.push(o);
  }

  private make(layer: Over) {
    const { size } = this.robot;
    const { links, joints } = this.robot.root;
    if (layer === "frames")
      for (const link of Object.values(links)) this.add(layer, link, new THREE.AxesHelper(size));
    if (layer === "axes")
      for (const joint of Object.values(joints)) {
        if (joint.jointType === "fixed" || joint.jointType === "floating") continue;
        const arrow = new Arrow(0xe0562b);
        arrow.set(joint.axis.clone().normalize(), size * 1.4, size / 14);
        this.add(layer, joint, arrow);
      }
    for (const m of this.masses) {
      const link = links[m.name];
      if (link && layer === "com") this.add(layer, link, centre(m, size));
      if (link && layer === "inertia") this.add(layer, link, ellipsoid(m));
    }
  }

  /** bear draws the forces that joints exert on their child links, in the links' axes; the longest one has length 1. */
  bear(forces: Iterable<[string, number[]]>) {
    if (!this.layers.has("forces")) return;
    for (const [name, f] of forces) {
      const joint: URDFJoint | undefined = this.robot.root.joints[name];
      const link = joint?.children.find((c) => "isURDFLink" in c);
      if (!link) continue;
      let arrow = this.arrows.get(name);
      if (!arrow) {
        arrow = new Arrow(0xc0398f);
        this.arrows.set(name, arrow);
        this.add("forces", link, arrow);
      }
      const force = new THREE.Vector3().fromArray(f);
      const length = force.length() * this.robot.size * 4;
      arrow.visible = length > 1e-4 * this.robot.size;
      if (arrow.visible) arrow.set(force.normalize(), length, this.robot.size / 10);
    }
  }

  dispose() {
    for (const list of this.layers.values())
      for (const o of list) {
        o.removeFromParent();
        dispose(o);
      }
    this.layers.clear();
  }
}

/** centre makes the ball of a centre of mass. */
function centre(m: Mass, size: number): THREE.Mesh {
  const material = new THREE.MeshBasicMaterial({ color: 0xd9a400, depthTest: false });
  const ball = new THREE.Mesh(new THREE.SphereGeometry(size / 6, 16, 12), material);
  ball.position.fromArray(m.com);
  ball.renderOrder = 2;
  return ball;
}

/** ellipsoid makes the homogeneous ellipsoid that has a mass and its moments of inertia. */
function ellipsoid(m: Mass): THREE.Mesh {
  const [a, b, c] = m.moments;
  const half = [b + c - a, a + c - b, a + b - c].map((x) => Math.sqrt(Math.max((2.5 * x) / m.mass, 1e-8)));
  const body = new THREE.Mesh(new THREE.SphereGeometry(1, 24, 16),
    new THREE.MeshStandardMaterial({ color: 0x3b73c4, transparent: true, opacity: 0.4, depthWrite: false }));
  const r = m.axes;
  const turn = new THREE.Matrix4().set(
    r[0][0], r[0][1], r[0][2], m.com[0], r[1][0], r[1][1], r[1][2], m.com[1], r[2][0], r[2][1], r[2][2], m.com[2],
    0, 0, 0, 1,
  );
  body.matrixAutoUpdate = false;
  body.matrix.copy(turn.multiply(new THREE.Matrix4().makeScale(half[0], half[1], half[2])));
  return body;
}
