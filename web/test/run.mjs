// Bundles the tests and runs them with Node's own runner: `npm test`.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = await mkdtemp(`${tmpdir()}/claimtree-page-`);
try {
  const tests = (await readdir(here)).filter((name) => name.endsWith(".test.ts"));
  await build({
    entryPoints: tests.map((name) => here + name),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const files = (await readdir(out)).map((name) => `${out}/${name}`);
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  await rm(out, { recursive: true });
}
