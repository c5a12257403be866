/**
 * Starts the package of the host with any Supabase folders, each unedited and with a new database, and prints a table:
 *
 *     node tools/build-host.mjs && node tests/foreign/try-folders.mjs FOLDER...
 *
 * Functions may install packages, and get the network's answers.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { start } from "../../host/build/index.js";

/** A function has two minutes to install its packages, and then two and a half to answer. */
const LONGEST_CALL_MS = 300_000;

/** The function has run. Other codes are the host's. */
const THREW = "EDGE_FUNCTION_ERROR";

const cell = (text) => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

/** The cells of a row. */
async function tried(dir) {
  const first = [dir.replace(/\/?supabase\/?$/, ""), contentsOf(dir)];
  const dataDir = mkdtempSync(join(tmpdir(), "folder-"));
  const withoutPath = (text) => text.replaceAll(`${resolve(dir)}/`, "").replaceAll(`${dir}/`, "");
  const began = performance.now();
  try {
    const host = await start({ dir, dataDir, port: 0 });
    const seconds = Math.round((performance.now() - began) / 1000);
    try {
      const tables = await readTables(host);
      const functions = await callFunctions(host, functionsOf(dir));
      const notes = [...tables.notes, ...functions.notes].join("; ");
      return [...first, `yes, ${seconds} s`, tables.count, functions.count, withoutPath(notes)];
    } finally {
      await host.stop();
    }
  } catch (error) {
    return [...first, "no", "", "", withoutPath(error.message)];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

const functionsOf = (dir) =>
  list(join(dir, "functions")).filter(
    (name) => !name.startsWith("_") && existsSync(join(dir, "functions", name, "index.ts")),
  );

/** What is unusual is found by its words. */
function contentsOf(dir) {
  const migrations = list(join(dir, "migrations")).filter((name) => name.endsWith(".sql"));
  const texts = [...migrations.map((name) => join("migrations", name)), "seed.sql", "config.toml"]
    .map((path) => join(dir, path))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")
    .replaceAll(/^\s*(#|--).*$/gm, "");
  const names = [...texts.matchAll(/create extension (?:if not exists )?"?([\w-]+)/gi)].map(
    ([, name]) => name,
  );
  return [
    `migrations: ${migrations.length}`,
    ...(existsSync(join(dir, "seed.sql")) ? ["seed"] : []),
    ...(/storage\.buckets/.test(texts) ? ["buckets"] : []),
    ...(/^\[auth\.hook\./m.test(texts) ? ["hooks"] : []),
    ...new Set(names.map((name) => name.toLowerCase())),
  ].join(", ");
}

/** Reads each table with the publishable key. A refusal for the lack of a privilege is an answer. */
async function readTables({ url, publishableKey, secretKey }) {
  const health = await fetch(`${url}/auth/v1/health`, { headers: { apikey: publishableKey } });
  const notes = health.ok ? [] : [`auth/v1/health ${health.status}`];
  const { paths } = await (await fetch(`${url}/rest/v1/`, { headers: { apikey: secretKey } })).json();
  const tables = Object.keys(paths).filter((path) => path !== "/" && !path.startsWith("/rpc/"));
  let read = 0;
  for (const path of tables) {
    const response = await fetch(`${url}/rest/v1${path}?limit=1`, { headers: { apikey: publishableKey } });
    const body = await response.text();
    if (response.ok || JSON.parse(body).code === "42501") read += 1;
    else notes.push(`${path} ${response.status} ${body}`);
  }
  return { count: `${read} of ${tables.length}`, notes };
}

/** Calls each function with OPTIONS and POST. It answers if it wrote both responses, whatever their status. */
async function callFunctions({ url, secretKey }, names) {
  const notes = [];
  let answering = 0;
  for (const name of names) {
    const problems = [];
    for (const [method, body] of [["OPTIONS"], ["POST", "{}"]]) {
      const response = await fetch(`${url}/functions/v1/${name}`, {
        method,
        body,
        headers: { apikey: secretKey, "content-type": "application/json" },
        signal: AbortSignal.timeout(LONGEST_CALL_MS),
      });
      const code = response.headers.get("sb-error-code");
      if (code !== null) problems.push({ code, why: (await response.json()).details?.split("\n")[0] });
    }
    if (problems.every(({ code }) => code === THREW)) answering += 1;
    notes.push(...new Set(problems.map(({ code, why = "" }) => `${name}: ${code} ${why}`)));
  }
  return { count: names.length === 0 ? "" : `${answering} of ${names.length}`, notes };
}

console.log("| folder | contents | starts | tables | functions | notes |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const dir of process.argv.slice(2)) console.log(`| ${(await tried(dir)).map(cell).join(" | ")} |`);
