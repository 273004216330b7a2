// Runs the unit tests: bundles src/*.test.ts and hands them to node's test runner. Usage: npm test
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const out = mkdtempSync(join(tmpdir(), "page-"));
const tests = readdirSync("src").filter((name) => name.endsWith(".test.ts"));
if (!tests.length) throw new Error("there are no tests in src");
await build({
  entryPoints: tests.map((name) => "src/" + name), outdir: out, outExtension: { ".js": ".mjs" }, bundle: true,
  platform: "node", format: "esm", target: "es2022",
});
const { status } = spawnSync(process.execPath, ["--test", ...tests.map((name) => join(out, name.replace(/ts$/, "mjs")))],
  { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(status ?? 1);
