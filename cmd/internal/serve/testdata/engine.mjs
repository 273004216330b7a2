// Runs the worker of an exported page under node: node engine.mjs RUNTIME WORKER ENGINE SCENARIO LOG.
import { readFileSync, writeFileSync } from "node:fs";
import vm from "node:vm";

const [runtime, worker, engine, scenario, log] = process.argv.slice(2);
globalThis.self = globalThis;
const done = (text) => {
  writeFileSync(log, text);
  process.kill(process.pid, "SIGKILL"); // the engine waits for more messages
};
globalThis.postMessage = (data) => {
  if (typeof data === "string") done("the engine says: " + data);
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  done(header.error ?? header.value.text);
};
vm.runInThisContext(readFileSync(runtime, "utf8"));
vm.runInThisContext(readFileSync(worker, "utf8"));
self.onmessage({ data: JSON.stringify({ id: 1, ask: "log", set: [] }) });
self.onmessage({ data: {
  program: readFileSync(engine), scenario: "scenario.yaml", files: { "scenario.yaml": readFileSync(scenario) },
} });
