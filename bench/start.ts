/**
 * How long is the first minute, and what does a club take at rest? The built host on an empty data folder (initdb, bootstrap, migrations)
 * and again on the same folder, and the memory of its processes after some minutes without a request. Meanwhile `npm start` in a copy
 * of the project with packages and without a build, until the demo club is served.
 * --save appends the lines to bench/results/start.md.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { copyProject } from "../tests/mutants/copy.ts";
import { memoryOf, tree } from "../tests/soak/processes.ts";
import { freePort, type SpawnedHost, spawnHost } from "../tools/host/spawn-host.ts";
import { timed, withDataFolder } from "./engines.ts";
import { judge, record } from "./record.ts";

const ROUNDS = 3;
/** Until V8 has collected what a start leaves, and the pool has closed what it does not use (a minute). */
const REST_MS = 150_000;

const times: Record<"npmStart" | "first" | "second" | "memory", number[]> = {
  npmStart: [],
  first: [],
  second: [],
  memory: [],
};
await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
for (let round = 1; round < ROUNDS; round++)
  await withDataFolder(async (folder) => (await startTwice(folder)).stop());
await withDataFolder(async (folder) => {
  const host = await startTwice(folder);
  const memory = memoryAtRest(host.pid);
  // A host at rest takes nothing from these.
  for (let round = 0; round < ROUNDS; round++) times.npmStart.push(await npmStart());
  times.memory.push(await memory);
  await host.stop();
});
for (const aim of ["npmStart", "first", "second", "memory"] as const) judge("start", aim, times[aim]);

/** Seconds until the demo is served. */
async function npmStart(): Promise<number> {
  const copy = copyProject();
  try {
    rmSync(join(copy.folder, "build"), { recursive: true, force: true });
    const { PATH, HOME } = process.env;
    const PORT = String(await freePort());
    let program: ReturnType<typeof spawn> | undefined;
    const ms = await timed(async () => {
      program = spawn("npm", ["start"], {
        cwd: copy.folder,
        env: { PATH, HOME, PORT },
        stdio: ["ignore", "pipe", "inherit"],
        detached: true,
      });
      await printed(program, /^Serving /m);
    });
    const ended = once(program ?? process, "close");
    process.kill(-(program?.pid ?? Number.NaN), "SIGTERM");
    await ended;
    return ms / 1000;
  } finally {
    copy.remove();
  }
}

function printed(program: ReturnType<typeof spawn>, line: RegExp): Promise<void> {
  let output = "";
  return new Promise((resolve, reject) => {
    program.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
      if (line.test(output)) resolve();
    });
    program.once("close", () => reject(new Error(output)));
  });
}

/** The host of the second start. */
async function startTwice(folder: string): Promise<SpawnedHost> {
  const env = { DATA_DIR: `${folder}/data`, WEB_DIR: "none", BACKUPS: "0" };
  const first = await timedStart("first", env);
  await first.stop();
  return timedStart("second", env);
}

async function timedStart(start: "first" | "second", env: Record<string, string>): Promise<SpawnedHost> {
  const started = performance.now();
  const host = await spawnHost(env);
  const health = await fetch(`${host.url}/healthz`);
  if (!health.ok) throw new Error(`/healthz answered ${health.status}`);
  times[start].push(performance.now() - started);
  return host;
}

/** Megabytes of the host and of its PostgreSQL, with what they share counted once. */
async function memoryAtRest(pid: number): Promise<number> {
  await delay(REST_MS);
  const [host = 0, ...others] = tree(pid).map((process) => memoryOf([process.pid]) / 2 ** 20);
  const beside = others.reduce((sum, one) => sum + one, 0);
  record("start", `at rest: host ${host.toFixed(0)} MB, PostgreSQL and its guard ${beside.toFixed(0)} MB`);
  return host + beside;
}
