// The picture of the robot: the scene, the camera, the ghost of a pinned run, and what is dragged.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { URDFLink } from "urdf-loader";
import { fit, sides, type Vector } from "./camera";
import { colour, el, onceAFrame } from "./dom";
import { dispose, Meshes, type Fetch } from "./meshes";
import { Overlay, type Over } from "./overlay";
import type { Stage } from "./protocol";
import { Robot, type Drawn, type Pose, type Shapes } from "./robot";
import { scenery } from "./scenery";
import { Arrow } from "./sticks";

/** What can be shown of a robot. */
export type Layer = Shapes | Over;

/** A camera, to be kept in a link: its position and its target. */
export type Look = [...Vector, ...Vector];

/** What of a stage is shown. */
export type Shown = Pick<Stage, "links" | "closures" | "places" | "environment">;

interface Drag {
  link: URDFLink;
  point: THREE.Vector3;
  plane: THREE.Plane;
  target?: THREE.Vector3;
}

const farthest = 8; // sizes of the robot that a motion may take for the camera to show all of it

export class View {
  readonly canvas: HTMLCanvasElement;
  /** Called while a point of a link is dragged: the point in the link's axes and where it is to be in the world. */
  onPull: (link: string, point: number[], target: number[]) => void = () => {};
  onRelease: () => void = () => {};
  /** Called when meshes have come or do not come. */
  onMeshes: () => void = () => {};
  /** Called when the user has turned the camera. */
  onTurn: () => void = () => {};
  /** Dragging a link with the left button pulls at it; anything else turns the camera. */
  pulling = false;
  robot?: Robot;

  private renderer: Pick<THREE.WebGLRenderer, "setPixelRatio" | "setSize" | "render" | "domElement">;
  private scene = new THREE.Scene();
  private camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
  private controls: OrbitControls;
  private grid?: THREE.GridHelper;
  private store?: Meshes;
  private ghost?: Robot; // of the pinned run
  private makeGhost?: () => Robot;
  private overlay?: Overlay;
  private scenery?: THREE.Group;
  private shown = new Set<Layer>(["visual"]);
  private turned = false; // the camera, by the user
  private motion: Pose[] = []; // that the camera shows all of
  private arrow = new Arrow(0xe0562b);
  private drag?: Drag;

  constructor(private box: HTMLElement) {
    this.renderer = this.draws();
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "the robot; arrows with Shift turn the camera, + and − bring it nearer");
    box.append(this.canvas);
    this.camera.up.set(0, 0, 1);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x6f757e, 1.9));
    const sun = new THREE.DirectionalLight(0xffffff, 2.1);
    sun.position.set(3, -4, 6);
    this.scene.add(sun, this.arrow);
    this.arrow.visible = false;
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.canvas.style.touchAction = "pan-y"; // a finger that goes up or down moves the page
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => (this.turned = true));
    this.controls.addEventListener("end", () => this.onTurn());
    new ResizeObserver(() => this.resize()).observe(box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    this.canvas.addEventListener("pointerdown", (e) => this.grab(e), { capture: true });
    this.canvas.addEventListener("pointermove", (e) => this.pull(e));
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, () => this.release());
    this.restyle();
  }

  /** draws makes what draws, or says that nothing does in this browser; the rest of the page goes on without. */
  private draws(): View["renderer"] {
    try {
      return new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    } catch {
      this.box.append(el("p", { class: "fault", id: "undrawn" },
        "The robot cannot be drawn, because this browser has no WebGL 2. All else of the page works."));
      const nothing = () => {};
      return { domElement: el("canvas"), setPixelRatio: nothing, setSize: nothing, render: nothing };
    }
  }

  private paint = onceAFrame(() => this.renderer.render(this.scene, this.camera));

  draw() {
    this.paint();
  }

  /** load shows a robot. Meshes arrive later, and stay for the next robot if that is loaded from the same place. */
  load(urdf: string, stage: Shown, get: Fetch) {
    const store = this.store ?? new Meshes(get);
    this.store = store;
    const make = (ghost: boolean) => {
      const robot = new Robot(urdf, store, stage.closures, stage.places, ghost, () => {
        if (robot !== this.robot && robot !== this.ghost) return;
        this.arrived();
      });
      return robot;
    };
    const robot = make(false); // before anything goes: a robot that cannot be read leaves the one that is shown
    this.overlay?.dispose();
    this.robot?.dispose();
    this.ghost?.dispose();
    this.ghost = undefined;
    this.robot = robot;
    this.scene.add(robot.root);
    this.overlay = new Overlay(robot, stage.links);
    if (this.scenery) {
      this.scenery.removeFromParent();
      dispose(this.scenery);
    }
    this.scenery = scenery(stage.environment, robot.size);
    this.scene.add(this.scenery);
    this.makeGhost = () => make(true);
    this.motion = [];
    this.restack();
    this.frame();
    this.onMeshes();
  }

  private arrived() {
    this.restack();
    if (!this.turned) this.frame();
    this.onMeshes();
  }

  /** The names of meshes that are missing. */
  get missing(): string[] {
    return this.store ? [...this.store.missing.keys()] : [];
  }

  /** The files whose pictures are missing. */
  get bare(): string[] {
    return this.store ? [...this.store.bare] : [];
  }

  /** How many meshes have arrived. */
  get loaded(): number {
    return this.store?.loaded.size ?? 0;
  }

  /** How many meshes the robot names. */
  get named(): number {
    return this.store && this.robot ? this.robot.absent(this.store).of : 0;
  }

  /** drawn returns what links are drawn by, by their names. */
  drawn(): Record<string, Drawn> {
    return this.robot?.drawn() ?? {};
  }

  /** showGhost shows a second robot, which one can look through, beside the first one. */
  showGhost(on: boolean) {
    if (on && !this.ghost && this.makeGhost) {
      this.ghost = this.makeGhost();
      this.ghost.stack(this.shown);
      this.scene.add(this.ghost.root);
    }
    if (this.ghost) this.ghost.root.visible = on;
    this.draw();
  }

  show(layer: Layer, on: boolean) {
    if (on) this.shown.add(layer);
    else this.shown.delete(layer);
    this.restack();
  }

  isShown(layer: Layer): boolean {
    return this.shown.has(layer);
  }

  private restack() {
    this.robot?.stack(this.shown);
    this.ghost?.stack(this.shown);
    for (const layer of ["frames", "axes", "com", "inertia", "forces"] as const)
      this.overlay?.show(layer, this.shown.has(layer));
    this.draw();
  }

  pose(pose: Pose) {
    this.robot?.pose(pose);
    this.point();
    this.draw();
  }

  poseGhost(pose: Pose) {
    this.ghost?.pose(pose);
    this.draw();
  }

  /** bear draws the forces that joints exert on their child links, in the links' axes; the longest one has length 1. */
  bear(forces: Iterable<[string, number[]]>) {
    this.overlay?.bear(forces);
    this.draw();
  }

  /** screen returns where in the window the origin of a link is. */
  screen(link: string): [number, number] {
    const at = this.robot!.root.links[link].getWorldPosition(new THREE.Vector3()).project(this.camera);
    const r = this.canvas.getBoundingClientRect();
    return [r.left + ((at.x + 1) / 2) * r.width, r.top + ((1 - at.y) / 2) * r.height];
  }

  /** angle returns where the picture has a joint. */
  angle(name: string): number | undefined {
    return this.robot?.root.joints[name]?.angle;
  }

  // The camera.

  /** cover takes a motion for the camera to show, and places the camera anew if a part of it is outside. */
  cover(motion: Pose[]) {
    this.motion = motion;
    if (!this.turned && this.outside() > 0) this.frame();
  }

  /** points returns the corners of what is drawn in all poses of the motion, x, y, z behind one another. */
  private points(): number[] {
    const robot = this.robot;
    if (!robot) return [];
    const here = robot.where();
    const corners = robot.corners();
    const points: number[] = [];
    const low = new THREE.Box3();
    const collect = () => {
      robot.root.updateMatrixWorld(true);
      const some: THREE.Vector3[] = [];
      for (const [link, list] of corners) for (const p of list) some.push(link.localToWorld(p.clone()));
      return some;
    };
    const put = (some: THREE.Vector3[]) => some.forEach((p) => points.push(p.x, p.y, p.z));
    const first = collect();
    first.forEach((p) => low.expandByPoint(p));
    put(first);
    const [centre, size] = [low.getCenter(new THREE.Vector3()), low.getSize(new THREE.Vector3()).length() || 1];
    for (const pose of this.motion) {
      if (pose.joints.some(([, x]) => ![x].flat().every(Number.isFinite)) || pose.base?.some((x) =>
        !Number.isFinite(x))) continue;
      robot.pose(pose);
      const some = collect();
      if (some.every((p) => p.distanceTo(centre) < farthest * size)) put(some);
    }
    robot.pose(here);
    robot.root.updateMatrixWorld(true);
    return points;
  }

  /** outside returns how many of the points of the motion the picture does not show. */
  outside(): number {
    const points = this.points();
    this.camera.updateMatrixWorld(true);
    let n = 0;
    const p = new THREE.Vector3();
    for (let i = 0; i < points.length; i += 3) {
      p.fromArray(points, i).project(this.camera);
      if (Math.abs(p.x) > 1 || Math.abs(p.y) > 1 || Math.abs(p.z) > 1) n++;
    }
    return n;
  }

  /** frame shows the whole motion, from one of the sides. */
  frame(side: keyof typeof sides = "fit") {
    const place = fit(this.points(), sides[side], (this.camera.fov * Math.PI) / 180, this.camera.aspect);
    this.camera.near = place.distance / 200;
    this.camera.far = place.distance * 100;
    this.camera.updateProjectionMatrix();
    this.look([...place.position, ...place.target]);
    const cell = Math.pow(10, Math.round(Math.log10(place.radius / 2.5)));
    if (this.grid) {
      this.grid.removeFromParent();
      this.grid.dispose();
    }
    this.grid = new THREE.GridHelper(40 * cell, 40);
    this.grid.rotation.x = Math.PI / 2;
    this.scene.add(this.grid);
    this.restyle();
  }

  /** chosen shows the whole motion from a side that the user has chosen; fit follows the motion again. */
  chosen(side: keyof typeof sides) {
    this.turned = side !== "fit";
    this.frame(side);
    this.onTurn();
  }

  /** looks returns the camera where the user has turned it. */
  looks(): Look | undefined {
    if (!this.turned) return undefined;
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()] as Look;
  }

  /** look takes the camera to a place; turned tells that it is the user's. */
  look(to: Look, turned = this.turned) {
    this.turned = turned;
    this.camera.position.set(to[0], to[1], to[2]);
    this.controls.target.set(to[3], to[4], to[5]);
    this.controls.update();
    this.draw();
  }

  private key(e: KeyboardEvent) {
    const step = 0.15;
    const turns: Record<string, [number, number, number]> = {
      ArrowLeft: [-step, 0, 1], ArrowRight: [step, 0, 1], ArrowUp: [0, -step, 1], ArrowDown: [0, step, 1],
    };
    const zooms: Record<string, [number, number, number]> = { "+": [0, 0, 0.9], "=": [0, 0, 0.9], "-": [0, 0,
      1 / 0.9] };
    const way = e.shiftKey && turns[e.key] ? turns[e.key] : zooms[e.key];
    if (!way) return;
    e.preventDefault();
    e.stopPropagation();
    const from = this.camera.position.clone().sub(this.controls.target);
    const at = new THREE.Spherical().setFromVector3(new THREE.Vector3(from.x, from.z, -from.y));
    at.theta += way[0];
    at.phi = Math.min(Math.PI - 1e-3, Math.max(1e-3, at.phi + way[1]));
    at.radius *= way[2];
    const to = new THREE.Vector3().setFromSpherical(at);
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3(to.x, -to.z, to.y));
    this.turned = true;
    this.controls.update();
    this.draw();
    this.onTurn();
  }

  restyle() {
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
    if (!this.turned && this.robot) this.frame();
    this.draw();
  }

  // Pulling.

  private ray(e: PointerEvent): THREE.Raycaster {
    const r = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    const at = new THREE.Vector2(((e.clientX - r.left) / r.width) * 2 - 1, 1 - ((e.clientY - r.top) / r.height) * 2);
    ray.setFromCamera(at, this.camera);
    return ray;
  }

  private grab(e: PointerEvent) {
    if (!this.pulling || e.button !== 0 || !this.robot) return;
    const hit = this.ray(e).intersectObject(this.robot.root, true)
      .find((h) => h.object instanceof THREE.Mesh && seen(h.object));
    let link: THREE.Object3D | null = hit?.object ?? null;
    while (link && !("isURDFLink" in link)) link = link.parent;
    if (!hit || !link) return;
    e.stopPropagation();
    this.canvas.setPointerCapture(e.pointerId);
    const normal = this.camera.getWorldDirection(new THREE.Vector3());
    this.drag = {
      link: link as URDFLink,
      point: link.worldToLocal(hit.point.clone()),
      plane: new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point),
    };
    this.controls.enabled = false;
  }

  private pull(e: PointerEvent) {
    if (!this.drag) return;
    const target = this.ray(e).ray.intersectPlane(this.drag.plane, new THREE.Vector3());
    if (!target) return;
    this.drag.target = target;
    this.point();
    this.pass();
  }

  private pass = onceAFrame(() => {
    if (!this.drag?.target) return;
    this.onPull(this.drag.link.urdfName, this.drag.point.toArray(), this.drag.target.toArray());
    this.draw();
  });

  /** point draws the arrow from the point that is pulled to where it is to be. */
  private point() {
    if (!this.drag?.target || !this.robot) return;
    const from = this.drag.link.localToWorld(this.drag.point.clone());
    const way = this.drag.target.clone().sub(from);
    this.arrow.position.copy(from);
    const length = way.length();
    this.arrow.set(way.normalize(), length, this.robot.size / 10);
    this.arrow.visible = length > 0;
  }

  private release() {
    if (!this.drag) return;
    this.drag = undefined;
    this.arrow.visible = false;
    this.controls.enabled = true;
    this.onRelease();
    this.draw();
  }

  /** dispose gives back what the graphics card holds. */
  dispose() {
    this.overlay?.dispose();
    this.robot?.dispose();
    this.ghost?.dispose();
    this.store?.dispose();
  }
}

/** seen reports whether an object and all that it is in are visible. */
function seen(o: THREE.Object3D | null): boolean {
  for (; o; o = o.parent) if (!o.visible) return false;
  return true;
}
