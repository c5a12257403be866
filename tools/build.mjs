/** Builds host, commands, edge functions and web page into build/ if their sources have changed since the last build. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lock } from "./lock.mjs";

const SOURCES = ["web", "words", "server", "tools", "vite.config.ts", "package-lock.json"];
const FUNCTIONS = "supabase/functions";

/** The parts of build/ in their order: the file with the hash of what a part was built from, what that is, and how it is built. */
const PARTS = {
  programs: {
    stamp: "build/stamps/programs",
    sources: SOURCES,
    says: "Building ...",
    build: buildPrograms,
  },
  functions: { stamp: "build/stamps/functions", sources: [FUNCTIONS, ...SOURCES], build: buildFunctions },
  page: { stamp: "build/stamps/page", sources: SOURCES, says: "Building the page ...", build: buildPage },
};

/** Builds everything that is missing or out of date. */
export async function ensureBuilt() {
  await ensureParts(Object.keys(PARTS));
}

/** Host, commands and edge functions, with which a club can be filled while its page is built. */
export async function ensurePrograms() {
  await ensureParts(["programs", "functions"]);
}

/** The page in all languages. */
export async function ensurePage() {
  await ensureParts(["page"]);
}

/** Builds in a process that ends: a host that has built its page would keep the bundler's memory, four times its own. */
async function ensureParts(names) {
  if (names.every(isCurrent)) return;
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...names], { stdio: "inherit" });
  const stop = () => child.kill();
  process.once("exit", stop);
  const [code] = await once(child, "exit");
  process.off("exit", stop);
  if (code !== 0) throw new Error("The build failed, see above.");
}

async function buildParts(names) {
  const release = lock();
  hashes.clear(); // while this process waited, another one may have built, or a file may have changed
  try {
    for (const name of names.filter((name) => !isCurrent(name))) {
      const { stamp, sources, says, build } = PARTS[name];
      if (says) console.log(says);
      rmSync(stamp, { force: true });
      const text = stampOf(sources);
      await build();
      writeStamp(stamp, text);
    }
  } finally {
    release();
  }
}

async function buildPrograms() {
  const [{ buildServer }, { buildCommands }] = await Promise.all([
    import("./build-server.mjs"),
    import("./build-commands.mjs"),
  ]);
  await buildServer();
  await buildCommands();
}

async function buildFunctions() {
  const builder = pathToFileURL("build/commands/functions.js"); // missing before the first build
  const { prebuild } = await import(builder.href);
  await prebuild(resolve(FUNCTIONS), "build/functions");
}

async function buildPage() {
  const { buildWeb } = await import("./build-web.mjs");
  await buildWeb();
}

function isCurrent(name) {
  const { stamp, sources } = PARTS[name];
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(sources);
}

/** Records that build/ matches the sources, for a caller that has built the changed part. */
export function markBuilt() {
  hashes.clear();
  for (const { stamp, sources } of Object.values(PARTS)) writeStamp(stamp, stampOf(sources));
}

function writeStamp(stamp, text) {
  mkdirSync("build/stamps", { recursive: true });
  writeFileSync(stamp, text);
}

/** The hash of each source, which is read once for all parts: reading takes a tenth of the time of a start. */
const hashes = new Map();

function stampOf(sources) {
  for (const source of sources.filter((source) => !hashes.has(source))) {
    const hash = createHash("sha256");
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(file));
    hashes.set(source, hash.digest("hex"));
  }
  return sources.map((source) => `${source} ${hashes.get(source)}\n`).join("");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await buildParts(names.length > 0 ? names : Object.keys(PARTS));
}
