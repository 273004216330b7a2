// The worker of an exported page: it runs the engine, whose files are in memory.

import { memory } from "./memory";

declare const self: any;

const waiting: string[] = [];
let handle: ((text: string) => void) | undefined;

self.onmessage = async (e: MessageEvent) => {
  if (typeof e.data === "string") {
    if (handle) handle(e.data);
    else waiting.push(e.data);
    return;
  }
  const { program, files, scenario } = e.data;
  try {
    self.fs = memory(files);
    self.process = { ...self.process, cwd: () => "/", env: {}, pid: 1, ppid: 1 };
    const go = new self.Go();
    go.argv = ["engine", scenario];
    self.kinetreeReady = (handler: (text: string) => void, fault: string) => {
      if (fault) return self.postMessage(fault);
      handle = handler;
      waiting.splice(0).forEach(handler);
    };
    self.kinetreeSend = (frame: Uint8Array) => self.postMessage(frame.buffer, [frame.buffer]);
    const { instance } = await WebAssembly.instantiate(program, go.importObject);
    await go.run(instance);
    self.postMessage("the engine in this page has ended");
  } catch (err) {
    self.postMessage("the engine in this page cannot start: " + err);
  }
};
