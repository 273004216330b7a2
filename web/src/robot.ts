// A robot in three dimensions. Each link is drawn by its visuals; a link whose visuals are missing, or that has none,
// by
// its collision shapes; and a link without any shape by a stick. So no body is invisible.

import * as THREE from "three";
import URDFLoader from "urdf-loader";
import type { URDFJoint, URDFLink, URDFRobot } from "urdf-loader";
import { dispose, ownManager, repair, type Meshes } from "./meshes";
import type { Closure, Place } from "./protocol";
import { hub, Rod, sticks } from "./sticks";

/** What a link is drawn by, until its meshes have come, and then. */
export type Drawn = "waiting" | "visual" | "collision" | "stick" | "nothing";

/** A pose: positions of joints by their names, and of a floating base its position and quaternion x, y, z, w. */
export interface Pose {
  joints: [string, number | number[]][];
  base?: number[];
}

export type Shapes = "visual" | "collision" | "skeleton";

const violet = 0x8a5bd6;

export class Robot {
  readonly root: URDFRobot;
  /** The length of what is laid over the robot (m). */
  readonly size: number;
  private kinds = new Map<string, Drawn>();
  private shapes: Record<Shapes, Map<string, THREE.Object3D[]>> = {
    visual: new Map(), collision: new Map(), skeleton: new Map(),
  };
  private rods: { rod: Rod; links: string[] }[] = [];
  private shown: ReadonlySet<string> = new Set(["visual"]);
  private meshes = new Set<string>(); // that its links name
  private pending = new Map<THREE.Object3D, number>(); // meshes that are still to come, by their visuals or collisions
  private loose = new THREE.Group(); // rods
  private materials: THREE.Material[] = [];

  /** changed is called when a mesh has come, or does not come. */
  constructor(
    urdf: string, store: Meshes, private closures: Closure[], private places: Place[], private ghost: boolean,
    changed: (robot: Robot) => void,
  ) {
    const textures = ownManager();
    const loader = new URDFLoader(textures.manager);
    loader.parseCollision = true;
    loader.packages = (name: string) => "package://" + name; // the engine finds packages
    loader.loadMeshCb = (path, _manager, material, finish) => {
      const place = new THREE.Group();
      finish(place);
      const owner = place.parent!; // the visual or the collision
      this.meshes.add(path);
      this.pending.set(owner, (this.pending.get(owner) ?? 0) + 1);
      const done = () => {
        this.pending.set(owner, (this.pending.get(owner) ?? 1) - 1);
        this.settle();
        changed(this);
      };
      store.get(path).then((shape) => {
        const object = shape.object.clone();
        if (shape.plain) object.traverse((o) => o instanceof THREE.Mesh && (o.material = material));
        place.add(object);
        done();
      }, done);
    };
    this.root = loader.parse(tidy(urdf));
    textures.settled().then(() => repair(this.root));
    this.size = this.measure();
    this.build();
    this.settle();
  }

  links(): URDFLink[] {
    return Object.values(this.root.links);
  }

  /** drawn returns what links are drawn by, by their names. */
  drawn(): Record<string, Drawn> {
    return Object.fromEntries(this.kinds);
  }

  /** absent returns those of the meshes that are missing, and how many there are. */
  absent(store: Meshes): { missing: string[]; of: number } {
    return { missing: [...this.meshes].filter((name) => store.missing.has(name)), of: this.meshes.size };
  }

  get waiting(): boolean {
    return [...this.kinds.values()].includes("waiting");
  }

  /** measure returns a length that suits the robot, from the ways between its joints and centres of mass. */
  private measure(): number {
    this.root.updateMatrixWorld(true);
    const reach = new THREE.Box3();
    for (const link of this.links())
      for (const end of [{ to: new THREE.Vector3() }, ...this.ends(link)])
        reach.expandByPoint(link.localToWorld(end.to.clone()));
    return Math.min(Math.max(0.02, reach.getSize(new THREE.Vector3()).length() / 14), 10);
  }

  /** ends returns where the sticks of a link go to: its joints, its closures, or its centre of mass. */
  private ends(link: URDFLink): { to: THREE.Vector3; ball: boolean }[] {
    const list: { to: THREE.Vector3; ball: boolean }[] = [];
    for (const joint of jointsOf(link)) list.push({ to: joint.position.clone(), ball: false });
    for (const c of this.closures)
      c.links.forEach((name, k) => {
        if (name === link.urdfName) list.push({ to: new THREE.Vector3(...c.at[k]), ball: true });
      });
    const long = list.filter((e) => e.to.length() > 1e-6);
    if (long.length || jointsOf(link).length || !(link.inertial?.mass > 0)) return long;
    const [x, y, z] = link.inertial.origin.xyz;
    return [{ to: new THREE.Vector3(x, y, z), ball: true }];
  }

  /** build makes the sticks of all links, and finds their shapes. */
  private build() {
    const material = (color: number) => {
      const m = this.ghost ? this.glass() : new THREE.MeshStandardMaterial({ color, metalness: 0.2, roughness: 0.5 });
      this.materials.push(m);
      return m;
    };
    const [grey, dark, rodGrey] = [material(0x93a0ae), material(0x2f4256), material(0x6f8296)];
    const overlay = (parent: THREE.Object3D, o: THREE.Object3D, name: string) => {
      o.traverse((x) => (x.userData.overlay = true));
      parent.add(o);
      put(this.shapes.skeleton, name, o);
    };
    for (const link of this.links()) {
      const name = link.urdfName;
      for (const o of link.children) {
        if ("isURDFVisual" in o) put(this.shapes.visual, name, o);
        if ("isURDFCollider" in o) put(this.shapes.collision, name, o);
      }
      overlay(link, sticks(this.ends(link), this.size, grey), name);
      const joint = link.parent as URDFJoint | null;
      if (joint && "isURDFJoint" in joint && joint.jointType !== "fixed" && joint.jointType !== "floating")
        overlay(joint, hub(joint.axis, this.size, dark), name);
    }
    this.root.add(this.loose);
    const tie = (ends: [THREE.Object3D, THREE.Vector3][], links: string[]) => {
      const rod = new Rod(ends, this.size, rodGrey);
      rod.mesh.userData.overlay = true;
      this.loose.add(rod.mesh);
      this.rods.push({ rod, links });
    };
    for (const c of this.closures)
      if (c.type === "distance")
        tie(c.links.map((name, k) => [this.root.links[name] ?? this.root, new THREE.Vector3(...c.at[k])]), c.links);
    for (const joint of Object.values(this.root.joints))
      if (joint.jointType === "prismatic" && joint.parent) { // from where it is at 0 to where it has slid
        const child = joint.children.find((o): o is URDFLink => "isURDFLink" in o);
        if (child) tie([[joint.parent, joint.position.clone()], [joint, new THREE.Vector3()]], [child.urdfName]);
      }
  }

  /** settle decides what each link is drawn by. */
  private settle() {
    const meshes = (list: THREE.Object3D[]) => list.some((o) => isDrawn(o));
    const waits = (list: THREE.Object3D[]) => list.some((o) => (this.pending.get(o) ?? 0) > 0);
    const any = this.links().some((l) => this.of("visual", l).length || this.of("collision", l).length);
    for (const link of this.links()) {
      const [visual, collision] = [this.of("visual", link), this.of("collision", link)];
      const body = !any || visual.length > 0 || collision.length > 0 || link.inertial?.mass > 0;
      this.kinds.set(link.urdfName, meshes(visual) ? "visual" : waits(visual) ? "waiting"
        : meshes(collision) ? "collision" : waits(collision) ? "waiting" : body ? "stick" : "nothing");
      for (const o of collision) this.style(o, this.ghost ? undefined : 0x2f8f6b);
      if (this.ghost) for (const o of visual) this.style(o);
    }
    this.stack(this.shown);
  }

  private of(shapes: Shapes, link: URDFLink): THREE.Object3D[] {
    return this.shapes[shapes].get(link.urdfName) ?? [];
  }

  /** style lets one look through the meshes of an object, once. */
  private style(object: THREE.Object3D, color = violet) {
    object.traverse((o) => {
      if (!(o instanceof THREE.Mesh) || o.userData.styled) return;
      o.userData.styled = true;
      const m = this.glass(color);
      this.materials.push(m);
      o.material = m;
    });
  }

  private glass(color = violet): THREE.Material {
    return new THREE.MeshStandardMaterial({ color, transparent: true, opacity: 0.35, depthWrite: false,
      polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 }); // behind what is in the same place
  }

  /** stack shows layers: with the visuals also what stands for those that are missing. */
  stack(shown: ReadonlySet<string>) {
    this.shown = shown;
    const visible = (shapes: Shapes, link: string) => {
      if (shown.has(shapes) || shapes === "visual") return shown.has(shapes);
      const kind = this.kinds.get(link);
      // One looks through collision shapes, and sees there how the joints go together.
      return shown.has("visual") && (kind === "collision" || (kind === "stick" && shapes === "skeleton"));
    };
    for (const shapes of ["visual", "collision", "skeleton"] as const)
      for (const [link, list] of this.shapes[shapes]) for (const o of list) o.visible = visible(shapes, link);
    for (const { rod, links } of this.rods) rod.mesh.visible = links.some((l) => visible("skeleton", l));
  }

  pose({ joints, base }: Pose) {
    for (const [name, x] of joints) {
      const joint = this.root.joints[name];
      if (!joint) continue;
      joint.ignoreLimits = true;
      if (typeof x === "number") joint.setJointValue(x);
      else if (x.length === 1) joint.setJointValue(x[0]);
      else this.put(joint, x);
    }
    if (base) {
      this.root.position.set(base[0], base[1], base[2]);
      this.root.quaternion.set(base[3], base[4], base[5], base[6]);
    }
    if (!this.rods.length) return;
    this.root.updateMatrixWorld(true);
    for (const { rod } of this.rods) rod.follow();
  }

  private now = new Map<string, number[]>(); // positions of joints with several numbers
  private origins = new Map<string, THREE.Matrix4>(); // of these joints

  /** put places a joint with several numbers. */
  private put(joint: URDFJoint, x: number[]) {
    let origin = this.origins.get(joint.urdfName);
    if (!origin) {
      joint.updateMatrix();
      this.origins.set(joint.urdfName, (origin = joint.matrix.clone()));
    }
    this.now.set(joint.urdfName, x);
    const way = new THREE.Vector3();
    const turn = new THREE.Quaternion();
    if (x.length === 7) {
      way.set(x[0], x[1], x[2]);
      turn.set(x[3], x[4], x[5], x[6]).normalize();
    } else if (x.length === 4) {
      turn.set(x[0], x[1], x[2], x[3]).normalize();
    } else {
      const plane = this.places.find((p) => p.name === joint.urdfName)?.plane;
      if (!plane) return;
      const [a, b, normal] = plane.map((v) => new THREE.Vector3().fromArray(v));
      way.addScaledVector(a, x[0]).addScaledVector(b, x[1]);
      turn.setFromAxisAngle(normal, x[2]);
    }
    const one = new THREE.Vector3(1, 1, 1);
    new THREE.Matrix4().compose(way, turn, one).premultiply(origin).decompose(joint.position, joint.quaternion, one);
  }

  /** where returns the pose as it is. */
  where(): Pose {
    const { x, y, z } = this.root.position;
    const q = this.root.quaternion;
    const single = Object.values(this.root.joints).filter((j) => j.jointValue?.length === 1);
    return { joints: [...single.map((j): [string, number] => [j.urdfName, j.angle]), ...this.now],
      base: [x, y, z, q.x, q.y, q.z, q.w] };
  }

  /** corners returns, for each link, the corners of boxes around what is drawn of it, in its axes. */
  corners(): [URDFLink, THREE.Vector3[]][] {
    this.root.updateMatrixWorld(true);
    return this.links().map((link) => {
      const points = [new THREE.Vector3()];
      const inverse = link.matrixWorld.clone().invert();
      const collect = (o: THREE.Object3D) => {
        if (!o.visible || ("isURDFJoint" in o)) return;
        if (o instanceof THREE.Mesh) {
          const geometry = o.geometry as THREE.BufferGeometry;
          if (!geometry.boundingBox) geometry.computeBoundingBox();
          const box = geometry.boundingBox!;
          for (let k = 0; k < 8; k++) {
            const p = new THREE.Vector3(k & 1 ? box.min.x : box.max.x, k & 2 ? box.min.y : box.max.y,
              k & 4 ? box.min.z : box.max.z);
            points.push(p.applyMatrix4(o.matrixWorld).applyMatrix4(inverse));
          }
        }
        o.children.forEach(collect);
      };
      link.children.forEach(collect);
      return [link, points];
    });
  }

  /** dispose gives back what the graphics card holds for this robot alone; meshes belong to their store. */
  dispose() {
    this.root.removeFromParent();
    for (const list of this.shapes.skeleton.values()) list.forEach(dispose);
    this.rods.forEach(({ rod }) => dispose(rod.mesh));
    this.materials.forEach((m) => m.dispose());
  }
}

function put(map: Map<string, THREE.Object3D[]>, name: string, o: THREE.Object3D) {
  const list = map.get(name);
  if (list) list.push(o);
  else map.set(name, [o]);
}

function jointsOf(link: URDFLink): URDFJoint[] {
  return link.children.filter((c): c is URDFJoint => "isURDFJoint" in c);
}

/** isDrawn reports whether there is a surface in an object. */
function isDrawn(object: THREE.Object3D): boolean {
  let found = false;
  object.traverse((o) => {
    if (o instanceof THREE.Mesh && (o.geometry as THREE.BufferGeometry).attributes.position?.count > 0) found = true;
  });
  return found;
}

/** tidy returns the document of a robot as the loader expects it: without spaces around numbers, and with each axis. */
function tidy(urdf: string): Document {
  const document = new DOMParser().parseFromString(urdf, "text/xml");
  for (const e of document.querySelectorAll("[xyz], [rpy], [rgba], [size], [scale]"))
    for (const name of ["xyz", "rpy", "rgba", "size", "scale"]) {
      const text = e.getAttribute(name);
      if (text !== null) e.setAttribute(name, text.trim().split(/\s+/).join(" "));
    }
  for (const e of document.querySelectorAll("joint > axis:not([xyz])")) e.setAttribute("xyz", "1 0 0");
  return document;
}
