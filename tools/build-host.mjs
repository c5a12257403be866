/** Bundles the package of the host into host/build. `npm pack` in host/ runs it. */
import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { escapeWide, OUTSIDE } from "./build-server.mjs";

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
    input: { main: "host/main.ts", index: "host/index.ts" },
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
  escapeWide(OUT);
  await writeTypes();
  for (const sql of ["bootstrap", "extensions"])
    await cp(`${root}server/database/${sql}`, `${OUT}/${sql}`, { recursive: true });
}

/** The types of what a program imports, which name no other package. */
async function writeTypes() {
  const compiler = `${root}node_modules/typescript-native/bin/tsc`;
  const options = [
    "--declaration",
    "--emitDeclarationOnly",
    "--outDir",
    OUT,
    "--rootDir",
    `${root}host`,
    "--ignoreConfig",
  ];
  const language = [
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--types",
    "node",
    "--strict",
    "--skipLibCheck",
  ];
  await promisify(execFile)(process.execPath, [compiler, ...options, ...language, `${root}host/index.ts`]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildHost();
