// The solids that a robot may touch.

import * as THREE from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";
import type { Obstacle } from "./protocol";

/** scenery makes the solids of an environment, for a robot of a size (m), which bounds how far planes are drawn. */
export function scenery(environment: Obstacle[], size: number): THREE.Group {
  const group = new THREE.Group();
  const material = new THREE.MeshStandardMaterial({ color: 0xb39b7d, roughness: 0.9, transparent: true, opacity: 0.75,
    side: THREE.DoubleSide });
  for (const solid of environment) {
    const geometry = shape(solid, 30 * size);
    if (!geometry) continue;
    const mesh = new THREE.Mesh(geometry, material);
    mesh.userData.overlay = true;
    if (solid.type === "plane") {
      mesh.position.fromArray(solid.point ?? [0, 0, 0]);
      const normal = new THREE.Vector3().fromArray(solid.normal ?? [0, 0, 1]).normalize();
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
      mesh.position.addScaledVector(normal, -1e-4 * size); // below the grid, which may be in the same place
    } else {
      const [r, p, y] = solid.origin?.rpy ?? [0, 0, 0];
      mesh.position.fromArray(solid.origin?.xyz ?? [0, 0, 0]);
      mesh.quaternion.setFromEuler(new THREE.Euler(r, p, y, "ZYX"));
    }
    group.add(mesh);
  }
  return group;
}

/** shape returns the surface of a solid about its origin; what lies along y for three lies along z. */
function shape(solid: Obstacle, reach: number): THREE.BufferGeometry | undefined {
  const [radius, length] = [solid.radius ?? 0, solid.length ?? 0];
  switch (solid.type) {
    case "plane":
      return new THREE.CircleGeometry(reach, 64);
    case "box":
      return new THREE.BoxGeometry(...((solid.size ?? [1, 1, 1]) as [number, number, number]));
    case "sphere":
      return new THREE.SphereGeometry(radius, 32, 24);
    case "capsule":
      return new THREE.CapsuleGeometry(radius, length, 12, 24).rotateX(Math.PI / 2);
    case "cylinder":
      return new THREE.CylinderGeometry(radius, radius, length, 32).rotateX(Math.PI / 2);
    case "hull":
      return (solid.points?.length ?? 0) > 3
        ? new ConvexGeometry(solid.points!.map((p) => new THREE.Vector3().fromArray(p))) : undefined;
  }
  return undefined;
}
