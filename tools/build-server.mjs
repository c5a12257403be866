/**
 * Bundles the host into build/server/: main.js, PGlite's worker thread, and the SQL that a new database starts with.
 * Packages stay outside, in node_modules: PGlite finds its WebAssembly beside itself.
 */
import { cp, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const OUT = "build/server";

export async function buildServer() {
  await rm(OUT, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { main: "server/main.ts", "pglite-worker": "server/database/pglite/worker.ts" },
    platform: "node",
    external: (id) => id.startsWith("node:") || builtinModules.includes(id) || !/^[./]/.test(id),
    logLevel: "warn",
  });
  await bundle.write({
    dir: OUT,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    sourcemap: true,
  });
  await bundle.close();
  await cp("server/database/bootstrap", `${OUT}/bootstrap`, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
