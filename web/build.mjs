// Builds the page: one script and one style sheet in dist/, which the program embeds. Usage: npm ci && npm run build
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const common = { bundle: true, minify: true, target: "es2022", charset: "ascii", legalComments: "eof" };
await build({ ...common, entryPoints: ["src/page.ts"], format: "iife", outfile: "dist/page.js" });
await build({ ...common, entryPoints: ["src/guard.ts"], format: "iife", outfile: "dist/guard.js" });
await build({ ...common, entryPoints: ["src/unpack.ts"], format: "iife", outfile: "dist/unpack.js" });
await build({ ...common, entryPoints: ["src/worker.ts"], format: "iife", outfile: "dist/worker.js" });
// What Go's runtime needs of a page; the file is that of the Go version that has built the engine.
const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
await build({ ...common, entryPoints: [goroot + "/lib/wasm/wasm_exec.js"], bundle: false, outfile: "dist/wasm_exec.js" });
const css = await build({ ...common, stdin: { contents:
  readFileSync("node_modules/uplot/dist/uPlot.min.css", "utf8") + readFileSync("src/style.css", "utf8"), loader: "css" }, write: false });
writeFileSync("dist/page.css", css.outputFiles[0].text);
