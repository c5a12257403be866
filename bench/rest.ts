/**
 * How many reads a second does one host answer? `matches?select=*&order=match_date&limit=20` under row-level security,
 * signed in, 50 connections, the load generator on the same machine.
 *   floor   bare node:http over the same call of the database (bench/floor/rest.ts)
 * Aim: at least 3,000 a second on PGlite and 4,000 on PostgreSQL, on two cores.
 * --save appends the line of each engine to bench/results/rest.md.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { startCluster } from "../tests/engines/postgres-cluster.ts";
import { freePort, spawnHost } from "../tools/host/spawn-host.ts";
import { record } from "./record.ts";

const SECONDS = { warm: 3, measured: 10 };
const CONNECTIONS = 50;
const PATH = "/rest/v1/matches?select=*&order=match_date&limit=20";
const PLAYER = { email: "reader@bench.example", password: "Reader of 20 rows" };

const keysSchema = z.object({ publishable_key: z.string(), secret_key: z.string() });
const loadSchema = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});
type Load = z.infer<typeof loadSchema>;

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
for (const engine of ["pglite", "postgres"] as const) {
  const dataDir = mkdtempSync(join(tmpdir(), "scoreline-bench-"));
  const cluster = engine === "postgres" ? await startCluster() : null;
  const env = { DATA_DIR: dataDir, WEB_DIR: "none", DATABASE_URL: cluster?.url("postgres") };
  try {
    const host = await ofHost(env);
    const floor = await ofFloor(env);
    report(engine, host, floor);
  } finally {
    cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ofHost(env: Record<string, string | undefined>): Promise<Load> {
  const host = await spawnHost(env);
  try {
    const keys = keysSchema.parse(JSON.parse(readFileSync(join(env.DATA_DIR ?? "", "keys.json"), "utf8")));
    const post = (path: string, key: string, body: unknown) =>
      fetch(new URL(path, host.url), {
        method: "POST",
        headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await post("/rest/v1/rpc/import_matches", keys.secret_key, season());
    await post("/auth/v1/admin/users", keys.secret_key, { ...PLAYER, email_confirm: true });
    const signedIn = await post("/auth/v1/token?grant_type=password", keys.publishable_key, PLAYER);
    const { access_token } = z.object({ access_token: z.string() }).parse(await signedIn.json());
    return await load(host.url + PATH, {
      apikey: keys.publishable_key,
      authorization: `Bearer ${access_token}`,
    });
  } finally {
    await host.stop();
  }
}

async function ofFloor(env: Record<string, string | undefined>): Promise<Load> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", "bench/floor/rest.ts"], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(child.stdout, "data");
    return await load(`http://127.0.0.1:${port}/`, {});
  } finally {
    await stopped(child);
  }
}

/** 380 matches, every pair of 20 teams once at home. */
function season(): Record<string, unknown> {
  const teams = Array.from({ length: 20 }, (_, index) => `Team ${String.fromCharCode(65 + index)}`);
  const matches = teams.flatMap((home, i) =>
    teams.flatMap((away, j) => {
      const day = new Date(Date.now() + (1 + ((i * 20 + j) % 270)) * 86_400_000).toISOString().slice(0, 10);
      return home === away
        ? []
        : { round: `Round ${1 + ((i + j) % 38)}`, home, away, date: day, time: "15:00", confirmed: true };
    }),
  );
  return { _league: "Premier League", _season: "Bench", _time_zone: "Europe/London", _matches: matches };
}

async function load(url: string, headers: Readonly<Record<string, string>>): Promise<Load> {
  const run = async (seconds: number) => {
    const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
    const args = [
      "node_modules/autocannon/autocannon.js",
      "-j",
      "-c",
      String(CONNECTIONS),
      "-d",
      String(seconds),
      ...flags,
      url,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
    return loadSchema.parse(JSON.parse(stdout));
  };
  await run(SECONDS.warm);
  const measured = await run(SECONDS.measured);
  if (measured.non2xx + measured.errors > 0)
    throw new Error(`${measured.non2xx} refusals, ${measured.errors} errors`);
  return measured;
}

function report(engine: string, host: Load, floor: Load): void {
  const part = ({ requests, latency }: Load) =>
    `${Math.round(requests.average).toLocaleString("en")}/s (p50 ${latency.p50} ms, p99 ${latency.p99} ms)`;
  const ratio = (host.requests.average / floor.requests.average).toFixed(2);
  const line = `${engine.padEnd(8)} host ${part(host)}, floor ${part(floor)}: ${ratio} of it`;
  record("rest", line);
}

async function stopped(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
