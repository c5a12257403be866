/** The package of the host (host/): packed, installed in an empty folder from npm's registry, and run without this repository. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../tools/host/spawn-host.ts";
import { REALTIME } from "../realtime-options.ts";
import { bytesOf } from "./bytes-of.ts";
import { killLaunched, launch, serving } from "./launch.ts";
import { writeShelf } from "./shelf.ts";

const MOST_BYTES = 150_000_000;
const app = mkdtempSync(join(tmpdir(), "host-package-"));
const program = join(app, "node_modules/hostbase/build/main.js");

/** Every line that the host has printed. */
let printed = "";
let url: string;
let keys: { url: string; publishable_key: string; secret_key: string };

beforeAll(async () => {
  chmodSync(app, 0o755); // PostgreSQL's user must enter it when the tests run as root
  const packed = npm(resolve("host"), "pack", "--silent", "--pack-destination", app).trim();
  writeFileSync(join(app, "package.json"), "{}");
  npm(app, "install", "--no-audit", "--no-fund", join(app, packed));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  writeShelf(join(app, "supabase"), port);
  const started = performance.now();
  const child = launch({}, { program: [program, "--dir", "supabase"], cwd: app });
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  await serving(child, /^Data .*\n/m);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `The package has ${Math.round(bytesOf(join(app, "node_modules")) / 1e6)} MB; a first start took ${seconds} s.`,
  );
  keys = JSON.parse(run("keys"));
});
afterAll(async () => {
  await killLaunched();
  rmSync(app, { recursive: true, force: true });
});

function npm(cwd: string, ...args: string[]): string {
  const done = spawnSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout;
}

const clientOf = (key: string) => createClient(url, key, { realtime: REALTIME });

/** A command beside the running host. */
function run(...args: string[]): string {
  const done = spawnSync(process.execPath, [program, ...args], { cwd: app, encoding: "utf8" });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout;
}

describe("the package", () => {
  it("has less than 150 MB with all that it needs", () => {
    expect(bytesOf(join(app, "node_modules"))).toBeLessThan(MOST_BYTES);
  });

  it("contains nothing of the club", () => {
    const build = join(app, "node_modules/hostbase/build");
    const scripts = readdirSync(build).filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(10);
    const naming = scripts.filter((name) =>
      /scoreline|report_backup|report_host|link_preview|club_facts/.test(
        readFileSync(join(build, name), "utf8"),
      ),
    );
    expect(naming).toEqual([]);
  });

  it("listens on api.port of config.toml and prints address, keys and database", () => {
    expect(keys.url).toBe(url);
    expect(printed).toContain(`Serving ${url}\n`);
    expect(printed).toContain(keys.publishable_key);
    expect(printed).toContain(keys.secret_key);
    expect(printed).toMatch(/^Database +postgresql:\/\/postgres/m);
  });

  it("serves the seeds to supabase-js and keeps its policies", async () => {
    const visitor = clientOf(keys.publishable_key);
    const read = await visitor.from("books").select("title").order("id");
    expect(read.data).toEqual([{ title: "Emma" }]);
    const refused = await visitor.from("books").insert({ id: 3, title: "Persuasion" });
    expect(refused.error?.code).toBe("42501");
  });

  it("runs the folder's functions with packages of npm", async () => {
    const { data, error } = await clientOf(keys.secret_key).functions.invoke("titles");
    expect(error).toBeNull();
    expect(data).toEqual(["Emma", "Lady Susan"]);
  });

  it("runs a function with packages and versions that the package does not have", async () => {
    const { data, error } = await clientOf(keys.secret_key).functions.invoke("older");
    expect(error).toBeNull();
    expect(data).toEqual(["007", "function"]);
    expect(readdirSync(join(app, "supabase/.hostbase/function-packages/older"))).toContain(
      "package-lock.json",
    );
  });

  it("has the extensions of the migration", () => {
    const types = run("gen", "types", "--schema", "cron,net");
    expect(types).toContain('"job_run_details"');
    expect(types).toContain('"http_post"');
  });

  it("prints types of the tables", () => {
    expect(run("gen", "types")).toMatch(
      /"books": \{\s+Row: \{\s+"id": number,"is_lent": boolean,"title": string\s/,
    );
  });

  it("keeps its data in the folder that it serves, out of Git", () => {
    const data = join(app, "supabase/.hostbase");
    expect(readFileSync(join(data, ".gitignore"), "utf8")).toBe("*\n");
    expect(readdirSync(data)).toContain("database");
  });

  it("notices a new migration, which a command applies while it runs", async () => {
    writeFileSync(
      join(app, "supabase/migrations/20260102000000_authors.sql"),
      "alter table public.books add author text default 'Austen';",
    );
    await expect.poll(() => printed).toContain("20260102000000_authors.sql is new: hostbase migrate");
    expect(run("migrate")).toBe("Applied: 20260102000000.\n");
    const read = () => clientOf(keys.publishable_key).from("books").select("author");
    await expect.poll(async () => (await read()).data).toEqual([{ author: "Austen" }]);
  });

  it("starts from a program, with types", async () => {
    writeShelf(join(app, "second"), 1);
    const source = `import { type RunningHost, start } from "hostbase";
const host: RunningHost = await start({ dir: "second", port: 0 });
const answer = await fetch(host.url + "/rest/v1/books?select=title", { headers: { apikey: host.publishableKey } });
console.log(await answer.text(), host.secretKey.length > 0);
await host.stop();
// @ts-expect-error a port is a number
await start({ dir: "nowhere", port: "80" }).catch((error: Error) => console.log(error.message));
`;
    writeFileSync(join(app, "program.mts"), source);
    const compiler = resolve("node_modules/typescript-native/bin/tsc");
    const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--types", "", "program.mts"];
    const compiled = spawnSync(process.execPath, [compiler, ...options], { cwd: app, encoding: "utf8" });
    expect(compiled.stdout).toBe("");
    const ran = spawnSync(process.execPath, ["program.mjs"], { cwd: app, encoding: "utf8" });
    expect(ran).toMatchObject({
      status: 0,
      stdout: '[{"title":"Emma"}] true\nnowhere does not exist: set --dir to a Supabase folder.\n',
    });
  });

  it("writes a backup while it runs, and refuses to reset", () => {
    expect(run("backup", join(app, "shelf.tar.gz"))).toMatch(/shelf\.tar\.gz: \d+ rows/);
    const refused = spawnSync(process.execPath, [program, "reset"], { cwd: app, encoding: "utf8" });
    expect(refused).toMatchObject({ status: 1, stderr: `Stop the host at ${url} first.\n` });
  });
});
