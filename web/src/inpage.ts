// The engine in the page itself: a worker with the program as WebAssembly, and the scenario's files in memory.

import { App } from "./app";
import { WorkerEngine } from "./link";

/** What an exported page brings: the name of the scenario and its files as base64, by their names. */
interface Boot {
  scenario: string;
  files: Record<string, string>;
  meshes: Record<string, string>; // by the names that the robot has for them, names of files
  names: Record<string, string>; // of files, in a scenario that is saved
  title: string;
  urdf: string;
}

/** startInPage makes the engine of what stands in the page. The robot is drawn before the engine is there. */
export function startInPage(boot: HTMLElement, root: HTMLElement): App {
  const content = JSON.parse(boot.textContent!) as Boot;
  const script = document.getElementById("worker")!.textContent!;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const files: Record<string, Uint8Array> = {};
  for (const name in content.files) files[name] = bytes(content.files[name]);
  const engine = new WorkerEngine(worker);
  const get = async (name: string) => {
    const data = files[content.meshes[name]];
    if (!data) throw new Error(name + " is not in this page");
    return data.slice().buffer as ArrayBuffer;
  };
  const app = new App(engine, get, root);
  app.preview(content.title, content.urdf);
  files["names.json"] = new TextEncoder().encode(JSON.stringify(content.names));
  worker.postMessage({ engine: document.getElementById("engine")!.textContent!, files, scenario: content.scenario });
  return app;
}

function bytes(base64: string): Uint8Array {
  const text = atob(base64);
  const data = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) data[i] = text.charCodeAt(i);
  return data;
}
