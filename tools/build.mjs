/**
 * Builds host, commands, edge functions and web page into build/, and writes the words as code, if their sources have changed since
 * the last time.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lock } from "./lock.mjs";

const SOURCES = ["web", "words", "server", "tools", "vite.config.ts", "package-lock.json"];
const FUNCTIONS = "supabase/functions";
/** The words as code, for the page and for the edge functions. They are made from `SOURCES` and not in git. */
const WORDS_AS_CODE = ["words/generated", "supabase/functions/_words"];

/**
 * The parts in their order: the file with the hash of what a part was built from, what that is, what it writes outside of build/, and
 * how it is built.
 */
const PARTS = {
  words: {
    stamp: "build/stamps/words",
    sources: ["words", "tools/build-words.mjs", "tools/generate/words", "package-lock.json"],
    outputs: WORDS_AS_CODE,
    build: buildWords,
  },
  programs: {
    stamp: "build/stamps/programs",
    sources: SOURCES,
    says: "Building ...",
    build: buildPrograms,
  },
  functions: { stamp: "build/stamps/functions", sources: [FUNCTIONS, ...SOURCES], build: buildFunctions },
  page: { stamp: "build/stamps/page", sources: SOURCES, says: "Building the page ...", build: buildPage },
  languages: { stamp: "build/stamps/languages", sources: SOURCES, build: buildLanguages },
};

/** Whether everything is there and up to date. */
export function isBuilt() {
  return Object.keys(PARTS).every(isCurrent);
}

/** Builds everything that is missing or out of date. */
export async function ensureBuilt() {
  await ensureParts(Object.keys(PARTS));
}

/** The words as code, for programs that run from their sources. */
export async function ensureWords() {
  await ensureParts(["words"]);
}

/** Host and commands, with which a club can be filled while the rest is built. */
export async function ensurePrograms() {
  await ensureParts(["words", "programs"]);
}

/** The edge functions, and the page in English. */
export async function ensurePage() {
  await ensureParts(["words", "functions", "page"]);
}

/** The page in all languages, beside a host that serves it in English. True if something was built. */
export async function ensureLanguages() {
  return ensureParts(["words", "page", "languages"]);
}

/** Builds in a process that ends: a host that has built its page would keep the bundler's memory, four times its own. */
async function ensureParts(names) {
  if (names.every(isCurrent)) return false;
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...names], { stdio: "inherit" });
  const stop = () => child.kill();
  process.once("exit", stop);
  const [code] = await once(child, "exit");
  process.off("exit", stop);
  if (code !== 0) throw new Error("The build failed, see above.");
  return true;
}

async function buildParts(names) {
  const release = lock();
  hashes.clear(); // while this process waited, another one may have built, or a file may have changed
  try {
    for (const name of names.filter((name) => !isCurrent(name))) {
      const { stamp, sources, outputs, says, build } = PARTS[name];
      if (says) console.log(says);
      rmSync(stamp, { force: true });
      const text = stampOf(sources);
      await build();
      writeStamp(stamp, text + stampOfOutputs(outputs));
    }
  } finally {
    release();
  }
}

async function buildWords() {
  const { buildWords } = await import("./build-words.mjs");
  await buildWords();
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
  const { buildSourceLanguage } = await import("./build-web.mjs");
  rmSync(PARTS.languages.stamp, { force: true }); // the other languages are removed with the page
  await buildSourceLanguage();
}

async function buildLanguages() {
  const { buildOtherLanguages } = await import("./build-web.mjs");
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL); // a host may serve the page in English meanwhile
  await buildOtherLanguages();
}

function isCurrent(name) {
  const { stamp, sources, outputs } = PARTS[name];
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(sources) + stampOfOutputs(outputs);
}

/** Records that build/ matches the sources, for a caller that has built the changed part. */
export function markBuilt() {
  hashes.clear();
  for (const { stamp, sources, outputs } of Object.values(PARTS))
    writeStamp(stamp, stampOf(sources) + stampOfOutputs(outputs));
}

function writeStamp(stamp, text) {
  mkdirSync("build/stamps", { recursive: true });
  writeFileSync(stamp, text);
}

/** The hash of each source, which is read once for all parts: reading takes a tenth of the time of a start. */
const hashes = new Map();

function stampOf(sources) {
  for (const source of sources.filter((source) => !hashes.has(source))) hashes.set(source, hashOf(source));
  return sources.map((source) => `${source} ${hashes.get(source)}\n`).join("");
}

function stampOfOutputs(outputs = []) {
  return outputs.map((output) => `${output} ${hashOf(output)}\n`).join("");
}

function hashOf(path) {
  const hash = createHash("sha256");
  for (const file of filesOf(path)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .map((name) => `${path}/${name}`)
    .filter((path) => !path.endsWith("/node_modules") && !WORDS_AS_CODE.includes(path))
    .flatMap(filesOf);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
  if (!names.every(isCurrent)) await buildParts(names);
}
