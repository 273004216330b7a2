// The meshes of a robot: fetched once each, and read in the format that the ending of the name tells.

import * as THREE from "three";
import { ColladaLoader } from "three/examples/jsm/loaders/ColladaLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";

/** Fetch gets a mesh by the name that the robot has for it. */
export type Fetch = (name: string) => Promise<ArrayBuffer>;

/** A shape that was read. One without materials of its own takes that of the link. */
export interface Shape {
  object: THREE.Object3D;
  plain: boolean;
}

export class Meshes {
  readonly loaded = new Set<string>();
  readonly missing = new Map<string, string>(); // why, by name
  readonly bare = new Set<string>(); // files whose pictures are missing
  private shapes = new Map<string, Promise<Shape>>();

  constructor(private fetch: Fetch) {}

  get(name: string): Promise<Shape> {
    let shape = this.shapes.get(name);
    if (!shape) {
      shape = this.fetch(name).then((data) => this.read(name, data));
      shape.then(
        () => this.loaded.add(name),
        (e) => this.missing.set(name, e instanceof Error ? e.message : String(e)),
      );
      this.shapes.set(name, shape);
    }
    return shape;
  }

  /** dispose gives back what the graphics card holds. */
  dispose() {
    for (const shape of this.shapes.values()) shape.then((s) => dispose(s.object), () => {});
    this.shapes.clear();
  }

  private async read(name: string, data: ArrayBuffer): Promise<Shape> {
    const own = ownManager();
    switch (name.slice(name.lastIndexOf(".") + 1).toLowerCase()) {
      case "stl":
        return { object: new THREE.Mesh(new STLLoader().parse(data)), plain: true };
      case "obj":
        return { object: new OBJLoader().parse(new TextDecoder().decode(data)), plain: true };
      case "dae": {
        const read = new ColladaLoader(own.manager).parse(new TextDecoder().decode(data), "");
        if (!read) throw new Error("it is no COLLADA document");
        await own.settled();
        if (repair(read.scene)) this.bare.add(name);
        return { object: upright(read.scene), plain: false };
      }
      case "gltf":
      case "glb": {
        const read = await new GLTFLoader(own.manager).parseAsync(data, "");
        return { object: upright(read.scene), plain: false };
      }
    }
    throw new Error("expected a mesh in STL, OBJ, COLLADA or glTF");
  }
}

/**
 * ownManager loads what is in the page, and nothing that a robot or a mesh names by an address. It tells when all that
 * was asked for is there or has failed.
 */
export function ownManager(): { manager: THREE.LoadingManager; settled: () => Promise<void> } {
  const manager = new THREE.LoadingManager();
  manager.setURLModifier((url) => (/^(data|blob):/.test(url) ? url : "data:,"));
  let pending = 0;
  let done: (() => void)[] = [];
  manager.onStart = () => pending++;
  manager.onLoad = () => {
    pending = 0;
    done.splice(0).forEach((f) => f());
  };
  return { manager, settled: () => new Promise((resolve) => (pending ? done.push(resolve) : resolve())) };
}

/**
 * repair makes materials visible that a file has by mistake so that nobody sees them: wholly transparent ones, as
 * exporters of COLLADA write those that are opaque, and those with a picture that is missing, which would be black. It
 * reports whether pictures are.
 */
export function repair(object: THREE.Object3D): boolean {
  let bare = false;
  object.traverse((o) => {
    if (!(o instanceof THREE.Mesh)) return;
    for (const material of [o.material].flat() as THREE.Material[]) {
      if (material.opacity === 0) {
        material.opacity = 1;
        material.transparent = false;
        material.depthWrite = true;
      }
      const painted = material as THREE.MeshPhongMaterial;
      for (const map of ["map", "normalMap", "bumpMap", "emissiveMap", "specularMap", "alphaMap"] as const) {
        const picture = painted[map]?.image as { width?: number } | undefined;
        if (!painted[map] || picture?.width) continue;
        if (map === "map") {
          bare = true;
          painted.color?.set(0xb8c0c9); // the colour of what is painted is white or black
        }
        painted[map] = null;
      }
      material.needsUpdate = true;
    }
  });
  return bare;
}

/** dispose gives back what an object holds on the graphics card. */
export function dispose(object: THREE.Object3D) {
  object.traverse((o) => {
    const { geometry, material } = o as THREE.Mesh;
    geometry?.dispose();
    for (const m of material ? [material].flat() : []) {
      for (const value of Object.values(m)) if (value instanceof THREE.Texture) value.dispose();
      m.dispose();
    }
  });
}

/** upright turns what stands along y, as the loaders of COLLADA and glTF leave it, so that it stands along z. */
function upright(scene: THREE.Object3D): THREE.Object3D {
  const turned = new THREE.Group();
  turned.rotation.x = Math.PI / 2;
  turned.add(scene);
  return new THREE.Group().add(turned); // the loader of the robot takes the outer one's rotation away
}
