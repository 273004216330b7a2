// The robot in three dimensions: its visuals, and what can be laid over them.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { ColladaLoader } from "three/examples/jsm/loaders/ColladaLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import URDFLoader from "urdf-loader";
import { colour, el, onceAFrame } from "./dom";

export interface Mass {
  name: string;
  mass: number;
  com: number[];
  moments: number[];
  axes: number[][];
}

/** What is laid over the robot. */
export type Layer = "visual" | "collision" | "frames" | "axes" | "com" | "inertia" | "skeleton" | "forces";

/** Fetch gets a mesh by the name that the robot has for it. */
export type Fetch = (name: string) => Promise<ArrayBuffer>;

export class View {
  readonly canvas: HTMLCanvasElement;
  /** Called while a point of a link is dragged: the point in the link's axes and where it is to be in the world. */
  onPull: (link: string, point: number[], target: number[]) => void = () => {};
  onRelease: () => void = () => {};
  missing: string[] = [];
  /** How many meshes have arrived. */
  loaded = 0;

  private renderer: THREE.WebGLRenderer;
  private scene = new THREE.Scene();
  private camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
  private controls: OrbitControls;
  private grid?: THREE.GridHelper;
  private robot?: any;
  private ghost?: any; // of the pinned run
  private layers: Record<Layer, THREE.Object3D[]> = {
    visual: [], collision: [], frames: [], axes: [], com: [], inertia: [], skeleton: [], forces: [],
  };
  private shown = new Set<Layer>(["visual"]);
  private turned = false; // the camera, by the user
  private arrow = new Arrow(0xe0562b);
  private drag?: { link: any; point: THREE.Vector3; plane: THREE.Plane };

  constructor(private box: HTMLElement) {
    this.renderer = this.draws();
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "the robot");
    box.append(this.canvas);
    this.camera.up.set(0, 0, 1);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8a8f98, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.8);
    sun.position.set(3, -4, 6);
    this.scene.add(sun, this.arrow);
    this.arrow.visible = false;
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => (this.turned = true));
    new ResizeObserver(() => this.resize()).observe(box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    this.canvas.addEventListener("pointerdown", (e) => this.grab(e), { capture: true });
    this.canvas.addEventListener("pointermove", (e) => this.pull(e));
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, () => this.release());
    this.restyle();
  }

  /** draws makes what draws, or says that nothing does in this browser; the rest of the page goes on without. */
  private draws(): THREE.WebGLRenderer {
    try {
      return new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    } catch (e) {
      this.box.append(el("p", { class: "fault", id: "undrawn" },
        "The robot cannot be drawn, for this browser has no WebGL 2. All else of the page works."));
      const nothing = () => {};
      return { domElement: el("canvas"), setPixelRatio: nothing, setSize: nothing, render: nothing } as any;
    }
  }

  draw = onceAFrame(() => this.renderer.render(this.scene, this.camera));

  /** load shows a robot. Meshes arrive later. */
  load(urdf: string, masses: Mass[], get: Fetch) {
    if (this.robot) this.scene.remove(this.robot);
    for (const list of Object.values(this.layers)) list.length = 0;
    this.robot = this.parse(urdf, get, (mesh) => {
      this.settle();
      if (mesh && !this.turned) this.frame();
    });
    this.scene.add(this.robot);
    this.overlay(masses);
    if (this.ghost) this.scene.remove(this.ghost);
    this.ghost = undefined;
    this.makeGhost = () => this.parse(urdf, get, () => this.paintGhost());
    this.settle();
  }

  private makeGhost?: () => any;

  /** showGhost shows a second robot, which one can look through, beside the first one. */
  showGhost(on: boolean) {
    if (on && !this.ghost && this.makeGhost) {
      this.ghost = this.makeGhost();
      this.scene.add(this.ghost);
      this.paintGhost();
    }
    if (this.ghost) this.ghost.visible = on;
    this.draw();
  }

  private paintGhost() {
    this.ghost?.traverse((o: any) => {
      if (o.isURDFCollider) o.visible = false;
      if (o.isMesh) o.material = new THREE.MeshStandardMaterial({ color: 0x8a5bd6, transparent: true, opacity: 0.35 });
    });
    this.draw();
  }

  private parse(urdf: string, get: Fetch, done: (mesh: boolean) => void): any {
    const loader = new URDFLoader(own);
    loader.parseCollision = true;
    loader.packages = (name: string) => "package://" + name; // the engine finds packages
    loader.loadMeshCb = (path: string, _manager: any, material: THREE.Material, finish: any) => {
      get(path)
        .then((data) => readMesh(path, data, material))
        .then((mesh) => {
          finish(mesh);
          this.loaded++;
          done(true);
        })
        .catch((e) => {
          this.missing.push(path);
          finish(new THREE.Group(), undefined);
          console.warn(String(e));
          done(false);
        });
    };
    return loader.parse(urdf);
  }

  /** settle sorts what has been loaded into layers. */
  private settle() {
    const { visual, collision } = this.layers;
    visual.length = collision.length = 0;
    this.robot.traverse((o: any) => {
      if (o.isURDFVisual) visual.push(o);
      if (o.isURDFCollider) collision.push(o);
      if (o.isMesh && !o.userData.styled) {
        o.userData.styled = true;
        let owner = o;
        while (owner && !owner.isURDFCollider && !owner.isURDFVisual) owner = owner.parent;
        if (owner?.isURDFCollider) {
          o.material = new THREE.MeshStandardMaterial({ color: 0x2f8f6b, transparent: true, opacity: 0.35 });
        }
      }
    });
    this.choose();
    this.restack();
  }

  /** choose shows collision shapes of a robot whose visuals are missing, and one without any shape as sticks. */
  private choose() {
    if (this.chosen) return;
    let [visual, collision] = [false, false];
    this.robot.traverse((o: any) => {
      if (!o.isMesh || o.userData.overlay) return;
      if (within(o, "isURDFVisual")) visual = true;
      if (within(o, "isURDFCollider")) collision = true;
    });
    for (const [layer, on] of [["skeleton", !visual && !collision], ["collision", !visual && collision]] as const) {
      if (on) this.shown.add(layer);
      else this.shown.delete(layer);
    }
    this.onLayers();
  }

  private chosen = false; // by the user
  /** Called when what is shown has changed by itself. */
  onLayers: () => void = () => {};

  private overlay(masses: Mass[]) {
    const links = this.robot.links;
    let size = 0.1;
    const reach = new THREE.Box3();
    this.robot.updateMatrixWorld(true);
    for (const name in links) reach.expandByPoint(links[name].getWorldPosition(new THREE.Vector3()));
    if (!reach.isEmpty()) size = Math.max(0.05, reach.getSize(new THREE.Vector3()).length() / 12);
    this.size = size;
    this.arrows.clear();
    const add = (layer: Layer, parent: any, o: THREE.Object3D) => {
      o.traverse((x) => (x.userData.overlay = true));
      parent.add(o);
      this.layers[layer].push(o);
    };
    for (const name in links) {
      const link = links[name];
      add("frames", link, new THREE.AxesHelper(size));
      for (const child of link.children.filter((c: any) => c.isURDFJoint)) {
        const to = child.position.clone();
        const line = new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), to]);
        add("skeleton", link, stick(to, size / 6));
        add("skeleton", link, new THREE.Line(line, new THREE.LineBasicMaterial({ color: 0x7d8794 })));
        if (child.jointType !== "fixed" && child.jointType !== "floating") {
          const axis = new THREE.ArrowHelper(child.axis.clone().normalize(), new THREE.Vector3(), size * 1.4, 0xe0562b);
          add("axes", child, axis);
          const hub = new THREE.Mesh(
            new THREE.CylinderGeometry(size / 4, size / 4, size / 2, 20),
            new THREE.MeshStandardMaterial({ color: 0x33475b }),
          );
          hub.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), child.axis.clone().normalize());
          add("skeleton", child, hub);
        }
      }
    }
    for (const m of masses) {
      const link = links[m.name];
      if (!link) continue;
      const ball = new THREE.Mesh(
        new THREE.SphereGeometry(size / 6, 16, 12),
        new THREE.MeshBasicMaterial({ color: 0xd9a400, depthTest: false }),
      );
      ball.position.fromArray(m.com);
      ball.renderOrder = 2;
      add("com", link, ball);
      const [a, b, c] = m.moments; // of a homogeneous ellipsoid with these moments
      const axes = [b + c - a, a + c - b, a + b - c].map((x) => Math.sqrt(Math.max((2.5 * x) / m.mass, 1e-8)));
      const body = new THREE.Mesh(
        new THREE.SphereGeometry(1, 24, 16),
        new THREE.MeshStandardMaterial({ color: 0x3b73c4, transparent: true, opacity: 0.4, depthWrite: false }),
      );
      const r = m.axes;
      const turn = new THREE.Matrix4().set(
        r[0][0], r[0][1], r[0][2], m.com[0], r[1][0], r[1][1], r[1][2], m.com[1], r[2][0], r[2][1], r[2][2], m.com[2],
        0, 0, 0, 1,
      );
      body.matrixAutoUpdate = false;
      body.matrix.copy(turn.multiply(new THREE.Matrix4().makeScale(axes[0], axes[1], axes[2])));
      add("inertia", link, body);
    }
  }

  show(layer: Layer, on: boolean) {
    this.chosen = true;
    if (on) this.shown.add(layer);
    else this.shown.delete(layer);
    this.restack();
  }

  isShown(layer: Layer): boolean {
    return this.shown.has(layer);
  }

  private restack() {
    for (const [layer, list] of Object.entries(this.layers)) {
      for (const o of list) o.visible = this.shown.has(layer as Layer);
    }
    this.draw();
  }

  /** pose moves the robot. A base is a position and a quaternion x, y, z, w. */
  pose(joints: Iterable<[string, number]>, base?: number[]) {
    this.place(this.robot, joints, base);
  }

  poseGhost(joints: Iterable<[string, number]>, base?: number[]) {
    this.place(this.ghost, joints, base);
  }

  private place(robot: any, joints: Iterable<[string, number]>, base?: number[]) {
    if (!robot) return;
    for (const [name, x] of joints) {
      const joint = robot.joints[name];
      if (joint) {
        joint.ignoreLimits = true;
        joint.setJointValue(x);
      }
    }
    if (base) {
      robot.position.set(base[0], base[1], base[2]);
      robot.quaternion.set(base[3], base[4], base[5], base[6]);
    }
    this.draw();
  }

  /** bear draws the forces that joints exert on their child links, in the links' axes; the longest one has length 1. */
  bear(forces: Iterable<[string, number[]]>) {
    if (!this.robot) return;
    for (const [name, f] of forces) {
      const link = this.robot.joints[name]?.children.find((c: any) => c.isURDFLink);
      if (!link) continue;
      let arrow = this.arrows.get(name);
      if (!arrow) {
        arrow = new Arrow(0xc0398f);
        arrow.traverse((o: any) => (o.userData.overlay = true));
        link.add(arrow);
        this.arrows.set(name, arrow);
        this.layers.forces.push(arrow);
      }
      const force = new THREE.Vector3().fromArray(f);
      const length = force.length() * this.size * 4;
      arrow.visible = this.shown.has("forces") && length > 1e-4 * this.size;
      if (!arrow.visible) continue;
      arrow.set(force.normalize(), length, this.size / 10);
    }
    this.draw();
  }

  private arrows = new Map<string, Arrow>();
  private size = 0.1; // of what is laid over the robot (m)

  /** screen returns where in the window the origin of a link is. */
  screen(link: string): [number, number] {
    const at = this.robot.links[link].getWorldPosition(new THREE.Vector3()).project(this.camera);
    const r = this.canvas.getBoundingClientRect();
    return [r.left + ((at.x + 1) / 2) * r.width, r.top + ((1 - at.y) / 2) * r.height];
  }

  /** angle returns where the picture has a joint. */
  angle(name: string): number | undefined {
    return this.robot?.joints[name]?.angle;
  }

  /** frame looks at the whole robot. */
  frame() {
    this.robot.updateMatrixWorld(true);
    const bounds = new THREE.Box3();
    this.robot.traverse((o: any) => {
      if (o.isURDFLink) bounds.expandByPoint(o.getWorldPosition(new THREE.Vector3()));
      if (o.isURDFVisual || (o.isURDFCollider && this.shown.has("collision"))) bounds.expandByObject(o);
    });
    if (bounds.isEmpty()) bounds.setFromCenterAndSize(new THREE.Vector3(), new THREE.Vector3(1, 1, 1));
    const centre = bounds.getCenter(new THREE.Vector3());
    const size = Math.max(bounds.getSize(new THREE.Vector3()).length(), 0.05);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).add(new THREE.Vector3(1.1, -1.5, 0.75).normalize().multiplyScalar(size * 1.25));
    this.camera.near = size / 200;
    this.camera.far = size * 100;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    if (this.grid) this.scene.remove(this.grid);
    const cell = Math.pow(10, Math.round(Math.log10(size / 5)));
    this.grid = new THREE.GridHelper(40 * cell, 40);
    this.grid.rotation.x = Math.PI / 2;
    this.scene.add(this.grid);
    this.restyle();
  }

  private restyle() {
    this.scene.background = new THREE.Color(colour("scene") || "#eef1f4");
    if (this.grid) {
      const material = this.grid.material as THREE.LineBasicMaterial;
      material.vertexColors = false;
      material.color.set(colour("grid") || "#c9d0d8");
      material.needsUpdate = true;
    }
    this.draw();
  }

  private resize() {
    const { clientWidth: w, clientHeight: h } = this.box;
    if (!w || !h) return;
    this.renderer.setSize(w, h);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  private ray(e: PointerEvent): THREE.Raycaster {
    const r = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    const at = new THREE.Vector2(((e.clientX - r.left) / r.width) * 2 - 1, 1 - ((e.clientY - r.top) / r.height) * 2);
    ray.setFromCamera(at, this.camera);
    return ray;
  }

  /** Dragging a link with the left button pulls at it; anything else turns the camera. */
  pulling = false;

  private grab(e: PointerEvent) {
    if (!this.pulling || e.button !== 0 || !this.robot) return;
    const hit = this.ray(e).intersectObject(this.robot, true).find((h) => h.object.visible && (h.object as any).isMesh);
    if (!hit) return;
    let link: any = hit.object;
    while (link && !link.isURDFLink) link = link.parent;
    if (!link) return;
    e.stopPropagation();
    this.canvas.setPointerCapture(e.pointerId);
    const normal = this.camera.getWorldDirection(new THREE.Vector3());
    this.drag = {
      link,
      point: link.worldToLocal(hit.point.clone()),
      plane: new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point),
    };
    this.controls.enabled = false;
  }

  private pull(e: PointerEvent) {
    if (!this.drag) return;
    const target = this.ray(e).ray.intersectPlane(this.drag.plane, new THREE.Vector3());
    if (!target) return;
    const from = this.drag.link.localToWorld(this.drag.point.clone());
    const way = target.clone().sub(from);
    this.arrow.position.copy(from);
    this.arrow.set(way.clone().normalize(), way.length(), this.size / 10);
    this.arrow.visible = true;
    this.onPull(this.drag.link.urdfName ?? this.drag.link.name, this.drag.point.toArray(), target.toArray());
    this.draw();
  }

  private release() {
    if (!this.drag) return;
    this.drag = undefined;
    this.arrow.visible = false;
    this.controls.enabled = true;
    this.onRelease();
    this.draw();
  }
}

/** Arrow is one that is seen through what lies before it. */
class Arrow extends THREE.Group {
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
    this.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction);
    this.bar.scale.set(radius, Math.max(length, 1e-9), radius);
    this.bar.position.y = length / 2;
    this.head.scale.setScalar(radius);
    this.head.position.y = length;
  }
}

/** within reports whether an object is a part of one with a mark. */
function within(o: any, mark: string): boolean {
  while (o && !o[mark]) o = o.parent;
  return !!o;
}

/** stick is a bar from the origin to a point. */
function stick(to: THREE.Vector3, radius: number): THREE.Object3D {
  const length = to.length();
  const bar = new THREE.Mesh(
    new THREE.CylinderGeometry(radius, radius, Math.max(length, 1e-6), 12),
    new THREE.MeshStandardMaterial({ color: 0x9aa5b1 }),
  );
  bar.position.copy(to).multiplyScalar(0.5);
  if (length > 0) bar.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().normalize());
  return bar;
}

/** own loads what is in the page, and nothing that a robot or a mesh names by an address. */
const own = new THREE.LoadingManager().setURLModifier((url) => (/^(data|blob):/.test(url) ? url : "data:,"));

/** upright turns what stands along y, as the loaders of COLLADA and glTF leave it, so that it stands along z. */
function upright(scene: THREE.Object3D): THREE.Object3D {
  const turned = new THREE.Group();
  turned.rotation.x = Math.PI / 2;
  turned.add(scene);
  return new THREE.Group().add(turned); // the loader of the robot takes the outer one's rotation away
}

/** readMesh makes an object of a file by the ending of its name. */
async function readMesh(path: string, data: ArrayBuffer, given?: THREE.Material): Promise<THREE.Object3D> {
  const material = given ?? new THREE.MeshStandardMaterial({ color: 0xb8c0c9, metalness: 0.1, roughness: 0.6 });
  switch (path.slice(path.lastIndexOf(".") + 1).toLowerCase()) {
    case "stl":
      return new THREE.Mesh(new STLLoader().parse(data), material);
    case "obj": {
      const object = new OBJLoader().parse(new TextDecoder().decode(data));
      object.traverse((o: any) => o.isMesh && (o.material = material));
      return object;
    }
    case "dae": {
      const read = new ColladaLoader(own).parse(new TextDecoder().decode(data), "");
      if (!read) throw new Error(path + " is no COLLADA document");
      return upright(read.scene);
    }
    case "gltf":
    case "glb":
      return upright((await new GLTFLoader(own).parseAsync(data, "")).scene);
  }
  throw new Error(path + ": expected a mesh in STL, OBJ, COLLADA or glTF");
}
