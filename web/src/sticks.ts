// Sticks and arrows: what stands for a link that has no shape, and what shows forces.

import * as THREE from "three";

const up = new THREE.Vector3(0, 1, 0);

/** bar makes a bar of length 1 along y, to be stretched. */
function bar(material: THREE.Material, radius: number): THREE.Mesh {
  return new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, 1, 12), material);
}

/** span puts a bar between two points. */
function span(mesh: THREE.Mesh, from: THREE.Vector3, to: THREE.Vector3) {
  const way = to.clone().sub(from);
  const length = way.length();
  mesh.position.copy(from).addScaledVector(way, 0.5);
  mesh.scale.y = Math.max(length, 1e-9);
  if (length > 0) mesh.quaternion.setFromUnitVectors(up, way.divideScalar(length));
}

/** sticks makes bars from the origin of a link to points, and balls where no other link goes on. */
export function sticks(ends: { to: THREE.Vector3; ball: boolean }[], size: number,
  material: THREE.Material): THREE.Group {
  const group = new THREE.Group();
  for (const { to, ball } of ends) {
    if (to.length() > 1e-6) {
      const b = bar(material, size / 6);
      span(b, new THREE.Vector3(), to);
      group.add(b);
    }
    if (!ball) continue;
    const end = new THREE.Mesh(new THREE.SphereGeometry(size / 3.2, 16, 12), material);
    end.position.copy(to);
    group.add(end);
  }
  return group;
}

/** hub makes the drum of a joint. */
export function hub(axis: THREE.Vector3, size: number, material: THREE.Material): THREE.Mesh {
  const drum = new THREE.Mesh(new THREE.CylinderGeometry(size / 4, size / 4, size / 2, 20), material);
  if (axis.lengthSq() > 0) drum.quaternion.setFromUnitVectors(up, axis.clone().normalize());
  return drum;
}

/** A Rod is the bar of a constraint of distance, between points of two links. */
export class Rod {
  readonly mesh: THREE.Mesh;

  constructor(
    private ends: [THREE.Object3D, THREE.Vector3][], size: number, material: THREE.Material,
  ) {
    this.mesh = bar(material, size / 8);
  }

  /** follow puts the rod where its ends are, in the axes of its parent. */
  follow() {
    const at = this.ends.map(([link, point]) => link.localToWorld(point.clone()));
    const home = this.mesh.parent;
    if (home) at.forEach((p) => home.worldToLocal(p));
    span(this.mesh, at[0], at[1]);
  }
}

/** Arrow is one that is seen through what lies before it. */
export class Arrow extends THREE.Group {
  private bar: THREE.Mesh;
  private head: THREE.Mesh;

  constructor(color: number) {
    super();
    const material = new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.85 });
    this.bar = new THREE.Mesh(new THREE.CylinderGeometry(1, 1, 1, 12), material);
    this.head = new THREE.Mesh(new THREE.ConeGeometry(2.6, 6, 16), material);
    this.bar.renderOrder = this.head.renderOrder = 3;
    this.add(this.bar, this.head);
  }

  /** set gives it a direction of length 1, a length and a thickness. */
  set(direction: THREE.Vector3, length: number, radius: number) {
    this.quaternion.setFromUnitVectors(up, direction);
    this.bar.scale.set(radius, Math.max(length, 1e-9), radius);
    this.bar.position.y = length / 2;
    this.head.scale.setScalar(radius);
    this.head.position.y = length;
  }
}
