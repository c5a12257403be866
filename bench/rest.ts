/**
 * How many reads a second does one host answer? `matches?select=*&order=match_date&limit=20` under row-level security,
 * signed in, 50 connections, the load generator on the same machine.
 *   baseline   bare node:http with the same database call (bench/baseline/rest.ts)
 * Host and baseline use one PostgreSQL and alternate. The result is the median of the rounds' ratios; below 0.8 the bench fails.
 * --save appends the line to bench/results/rest.md.
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
import { median } from "./engines.ts";
import { record } from "./record.ts";

const SECONDS = { warm: 3, measured: 4 };
const ROUNDS = 5;
const AIM = 0.8;
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
type Round = { host: Load; baseline: Load };

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
const dataDir = mkdtempSync(join(tmpdir(), "scoreline-bench-"));
const cluster = await startCluster();
const env = { DATA_DIR: dataDir, WEB_DIR: "none", DATABASE_URL: cluster.url("postgres") };
const host = await spawnHost(env);
const baseline = await startBaseline(env);
try {
  const headers = await signedIn(host.url);
  const onHost = (seconds: number) => load(host.url + PATH, headers, seconds);
  const onBaseline = (seconds: number) => load(baseline.url, {}, seconds);
  await onHost(SECONDS.warm);
  await onBaseline(SECONDS.warm);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ host: await onHost(SECONDS.measured), baseline: await onBaseline(SECONDS.measured) });
  }
  report(rounds);
} finally {
  await stopped(baseline.child);
  await host.stop();
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Imports a season, creates a player, and returns the headers of that player's requests. */
async function signedIn(url: string): Promise<Record<string, string>> {
  const keys = keysSchema.parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
  const post = (path: string, key: string, body: unknown) =>
    fetch(new URL(path, url), {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/rest/v1/rpc/import_matches", keys.secret_key, season());
  await post("/auth/v1/admin/users", keys.secret_key, { ...PLAYER, email_confirm: true });
  const answer = await post("/auth/v1/token?grant_type=password", keys.publishable_key, PLAYER);
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json());
  return { apikey: keys.publishable_key, authorization: `Bearer ${access_token}` };
}

async function startBaseline(
  env: Record<string, string | undefined>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", "bench/baseline/rest.ts"], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${port}/`, child };
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

async function load(url: string, headers: Readonly<Record<string, string>>, seconds: number): Promise<Load> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const args = ["-j", "-c", String(CONNECTIONS), "-d", String(seconds), ...flags, url];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["node_modules/autocannon/autocannon.js", ...args],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const measured = loadSchema.parse(JSON.parse(stdout));
  if (measured.non2xx + measured.errors > 0)
    throw new Error(`${measured.non2xx} refusals, ${measured.errors} errors`);
  return measured;
}

function report(rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const part = (name: keyof Round) =>
    `${name} ${Math.round(of((round) => round[name].requests.average)).toLocaleString("en")}/s ` +
    `(p50 ${of((round) => round[name].latency.p50)} ms, p99 ${of((round) => round[name].latency.p99)} ms)`;
  const ratio = of(({ host, baseline }) => host.requests.average / baseline.requests.average);
  record("rest", `${part("host")}, ${part("baseline")}: ${ratio.toFixed(2)} of it`);
  if (ratio < AIM) process.exitCode = 1;
}

async function stopped(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
