// The worker of an exported page: it unpacks the engine and runs it, with its files in memory.

import { decompress } from "fzstd";
import { ascii85 } from "./ascii85";
import { memory } from "./memory";

/** What Go's runtime for WebAssembly is, of which wasm_exec.js has the class. */
interface Runtime {
  argv: string[];
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

type Handler = (text: string) => void;

interface Scope {
  onmessage: (e: MessageEvent<string | Start>) => void;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  fs: object;
  process: object;
  Go: new () => Runtime;
  kinetreeReady: (handler: Handler, fault: string) => void;
  kinetreeSend: (frame: Uint8Array) => void;
}

/** The engine as Ascii85 of zstd, or as it is; its files; and the name of the scenario. */
interface Start {
  engine?: string;
  program?: Uint8Array;
  files: Record<string, Uint8Array>;
  scenario: string;
}

const scope = self as unknown as Scope;
const waiting: string[] = [];
let handle: Handler | undefined;

scope.onmessage = async (e) => {
  if (typeof e.data === "string") {
    if (handle) handle(e.data);
    else waiting.push(e.data);
    return;
  }
  const { engine, program, files, scenario } = e.data;
  try {
    scope.fs = memory(files);
    scope.process = { ...scope.process, cwd: () => "/", env: {}, pid: 1, ppid: 1 };
    const go = new scope.Go();
    go.argv = ["engine", scenario];
    scope.kinetreeReady = (handler, fault) => {
      if (fault) return scope.postMessage(fault);
      handle = handler;
      waiting.splice(0).forEach(handler);
    };
    scope.kinetreeSend = (frame) => scope.postMessage(frame.buffer, [frame.buffer]);
    const text = (program ?? decompress(ascii85(engine ?? ""))) as BufferSource;
    const { instance } = await WebAssembly.instantiate(text, go.importObject);
    await go.run(instance);
    scope.postMessage("the engine in this page has ended");
  } catch (err) {
    scope.postMessage("the engine in this page cannot start: " + err);
  }
};
