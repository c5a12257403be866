/** Bundles the package of the host into host/build. `npm pack` in host/ runs it. */
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { OUTSIDE } from "./build-server.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const OUT = `${root}host/build`;

/** The package's own name and version instead of the club's. */
const ownName = {
  name: "own-name",
  resolveId: (source, importer) =>
    source === "../package.json" && importer?.endsWith("program.ts") ? `${root}host/package.json` : null,
};

/** The formatter of the generated types is a program of 9 MB, and they are printed without it. */
const withoutFormatter = {
  name: "without-formatter",
  resolveId: (source) => (source === "oxfmt" ? "\0oxfmt" : null),
  load: (id) => (id === "\0oxfmt" ? "export const format = undefined;" : null),
};

export async function buildHost() {
  await rm(OUT, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: { main: "host/main.ts" },
    platform: "node",
    external: OUTSIDE,
    plugins: [ownName, withoutFormatter],
    logLevel: "warn",
  });
  await bundle.write({
    dir: OUT,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  for (const sql of ["bootstrap", "extensions"])
    await cp(`${root}server/database/${sql}`, `${OUT}/${sql}`, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildHost();
