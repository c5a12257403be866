/** Builds host, commands, edge functions and web page into build/ if their sources have changed since the last build. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lock } from "./lock.mjs";

const SOURCES = ["web", "words", "server", "tools", "vite.config.ts", "package-lock.json"];
const STAMP = "build/stamp";
const FUNCTIONS = "supabase/functions";
const FUNCTIONS_STAMP = "build/functions/stamp";

export async function ensureBuilt() {
  if (isBuilt()) return;
  const release = lock();
  try {
    const stamp = stampOf(SOURCES);
    if (!isCurrent(STAMP, stamp)) await buildAll(stamp);
    const functionsStamp = stampOf([FUNCTIONS, STAMP]);
    if (!isCurrent(FUNCTIONS_STAMP, functionsStamp)) await buildFunctions(functionsStamp);
  } finally {
    release();
  }
}

function isBuilt() {
  return isCurrent(STAMP, stampOf(SOURCES)) && isCurrent(FUNCTIONS_STAMP, stampOf([FUNCTIONS, STAMP]));
}

async function buildAll(stamp) {
  console.log("Building ...");
  rmSync(STAMP, { force: true });
  mkdirSync("build", { recursive: true });
  const [{ buildServer }, { buildCommands }, { buildWeb }] = await Promise.all([
    import("./build-server.mjs"),
    import("./build-commands.mjs"),
    import("./build-web.mjs"),
  ]);
  await buildServer();
  await buildCommands();
  await buildWeb();
  writeFileSync(STAMP, stamp);
}

async function buildFunctions(stamp) {
  const builder = pathToFileURL("build/commands/functions.js"); // missing before the first build
  const { prebuild } = await import(builder.href);
  await prebuild(resolve(FUNCTIONS), "build/functions");
  writeFileSync(FUNCTIONS_STAMP, stamp);
}

function isCurrent(path, stamp) {
  return existsSync(path) && readFileSync(path, "utf8") === stamp;
}

/** Records that build/ matches the sources, for a caller that has built the changed part. */
export function markBuilt() {
  writeFileSync(STAMP, stampOf(SOURCES));
}

function stampOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesOf)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt();
