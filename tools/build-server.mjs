/** Bundles the host into build/server/: main.js and the SQL that a new database starts with. Packages stay in node_modules. */
import { cp, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const OUT = "build/server";

export async function buildServer() {
  await rm(OUT, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { main: "server/main.ts" },
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
