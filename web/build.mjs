// Builds the page into the package: `npm run build`. The same sources give the same bytes.
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, context } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = process.env.CLAIMTREE_WEB_OUT ?? here("../src/claimtree/web");
const MOST_GZIPPED = 250_000; // bytes without the map, as we promise

const options = {
  absWorkingDir: here("."),
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome111", "firefox115", "safari16.4"],
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".png": "dataurl" },
  legalComments: "none",
  outdir: out,
  logLevel: "warning",
};
// The map is fetched when somebody looks at it, so it is a file of its own.
const app = { ...options, entryPoints: { app: "src/main.tsx" }, external: ["./map.js"] };
const map = { ...options, entryPoints: { map: "src/map.ts" } };

await mkdir(out, { recursive: true });
for (const name of await readdir(out)) await rm(`${out}/${name}`, { recursive: true });
await copyFile(here("src/index.html"), `${out}/index.html`);
await copyFile(here("src/icon.svg"), `${out}/icon.svg`);
await copyFile(here("src/docs.css"), `${out}/docs.css`);
await copyFile(here("src/theme.js"), `${out}/theme.js`);
await writeFile(`${out}/THIRD_PARTY.txt`, await notices());

if (process.argv.includes("--watch")) {
  for (const one of [app, map]) await (await context(one)).watch();
} else {
  for (const one of [app, map]) await build(one);
  await report();
}

/** The licences of what is built in. */
async function notices() {
  const { dependencies } = JSON.parse(await readFile(here("package.json"), "utf8"));
  const parts = ["The page contains parts of these projects.\n"];
  for (const name of Object.keys(dependencies).sort()) {
    const folder = here(`node_modules/${name}`);
    const { version } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
    const licence = (await readFile(`${folder}/LICENSE`, "utf8")).replaceAll("\r\n", "\n").trim();
    parts.push(`${"-".repeat(72)}\n${name} ${version}\n${"-".repeat(72)}\n\n${licence}\n`);
  }
  return parts.join("\n");
}

async function report() {
  let without_map = 0;
  for (const name of (await readdir(out)).sort()) {
    const body = await readFile(`${out}/${name}`);
    const packed = gzipSync(body, { level: 6 }).length;
    if (!name.startsWith("map.") && !name.endsWith(".txt")) without_map += packed;
    console.log(`${name.padEnd(16)} ${String(body.length).padStart(8)} bytes, ${String(packed).padStart(7)} gzipped`);
  }
  console.log(`without the map: ${without_map} gzipped`);
  if (without_map > MOST_GZIPPED) throw new Error(`the page has grown beyond ${MOST_GZIPPED} bytes`);
}
