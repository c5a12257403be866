/**
 * What happens at ten times the capacity? 800 open connections from 8 addresses send their next request as soon as they
 * have an answer, or after a refusal when `Retry-After` says so; one in ten does not wait after a refusal. 75 % read
 * matches, 20 % save predictions, 5 % read statistics. Meanwhile /healthz is requested every 50 ms.
 * Targets: health within 100 ms, p99 of admitted requests below 2 s, no acknowledged save lost, back to normal in 5 s.
 * The load generator shares the machine with the host and PostgreSQL, and its own delays count as the host's.
 * SERVER_FOLDER serves another build of the project, to compare. --save appends the line to bench/results/overload.md.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { median, withDataFolder } from "./engines.ts";
import { record } from "./record.ts";

const SECONDS = 15;
const CONNECTIONS = 800;
const PLAYERS = 20;
const MATCHES = 20;
const PROBE_EVERY_MS = 50;
const PROBES = 40;
const AIMS = { healthMs: 100, p99Ms: 2000, normalMs: 5000 };
const LONGEST_RECOVERY_MS = 60_000;
const PASSWORD = "Overloads 10 times";

const samplesSchema = z.object({
  admitted: z.array(z.number()),
  refused: z.array(z.number()),
  failed: z.number(),
});
const loadSchema = z.object({
  save: samplesSchema,
  read: samplesSchema,
  statistics: samplesSchema,
  acknowledged: z.record(z.string(), z.number()),
});
type Load = z.infer<typeof loadSchema>;
type Send = (path: string, body?: object) => Promise<unknown>;

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
await withDataFolder(async (dataDir) => {
  const here = process.cwd();
  process.chdir(process.env.SERVER_FOLDER ?? here);
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none", BACKUPS: "0", PASSWORD_COST: "low" });
  process.chdir(here);
  try {
    await measure(host.url, dataDir);
  } finally {
    await host.stop();
  }
});

async function measure(url: string, dataDir: string): Promise<void> {
  const keys = z
    .object({ publishable_key: z.string(), secret_key: z.string() })
    .parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
  const secret = sender(url, keys.secret_key, keys.secret_key);
  const matches = await createMatches(secret);
  const players = await createPlayers(url, secret, keys.publishable_key);
  const read = sender(url, keys.publishable_key, players[0]?.token ?? "");
  const readMatches = () => read("/rest/v1/matches?select=*&order=match_date&limit=20");
  for (let turn = 0; turn < PROBES; turn++) await readMatches();
  const quiet: number[] = [];
  for (let turn = 0; turn < PROBES; turn++) quiet.push(await timed(readMatches));

  const settings = {
    url,
    seconds: SECONDS,
    connections: CONNECTIONS,
    key: keys.publishable_key,
    players,
    matches,
  };
  const clients = spawn(process.execPath, ["--import", "tsx", "bench/overload-clients.ts"], {
    env: { ...process.env, SETTINGS: JSON.stringify(settings) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(clients.stdout, "readable");
  const printed = text(clients.stdout);
  const health = await probeUntil(url, printed);
  const normalMs = await timed(() => normal(readMatches, median(quiet)));
  const load = loadSchema.parse(JSON.parse((await printed).replace("connected", "")));
  report(load, health, await lostSaves(secret, load.acknowledged), normalMs);
}

async function createMatches(secret: Send): Promise<string[]> {
  const teams = Array.from({ length: 2 * MATCHES }, (_, index) => ({ name: `Club ${index}` }));
  await secret("/rest/v1/teams", teams);
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const rows = Array.from({ length: MATCHES }, (_, index) => ({
    home_team_name: `Club ${2 * index}`,
    away_team_name: `Club ${2 * index + 1}`,
    league: "Friendly Club",
    match_date: day,
    match_time: "15:00",
  }));
  await secret("/rest/v1/matches", rows);
  const found = z.array(z.object({ id: z.string() })).parse(await secret("/rest/v1/matches?select=id"));
  return found.map(({ id }) => id);
}

async function createPlayers(
  url: string,
  secret: Send,
  key: string,
): Promise<{ id: string; token: string }[]> {
  const players = [];
  for (let index = 0; index < PLAYERS; index++) {
    const account = { email: `player${index}@bench.example`, password: PASSWORD };
    await secret("/auth/v1/admin/users", { ...account, email_confirm: true });
    const session = await sender(url, key, key)("/auth/v1/token?grant_type=password", account);
    const { access_token, user } = z
      .object({ access_token: z.string(), user: z.object({ id: z.string() }) })
      .parse(session);
    players.push({ id: user.id, token: access_token });
  }
  return players;
}

/** Throws for any answer but success. */
function sender(url: string, key: string, token: string): Send {
  return async (path, body) => {
    const response = await fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`);
    return answer === "" ? null : JSON.parse(answer);
  };
}

/** The response times of /healthz, requested at a steady pace until `over`. */
async function probeUntil(url: string, over: Promise<unknown>): Promise<number[]> {
  const probes: Promise<number>[] = [];
  const probing = setInterval(
    () => probes.push(timed(() => fetch(`${url}/healthz`).then((response) => response.text()))),
    PROBE_EVERY_MS,
  );
  await over.finally(() => clearInterval(probing));
  return Promise.all(probes);
}

/** Resolves when ten successive reads take at most twice as long as on the quiet host, or at most 20 ms. */
async function normal(read: () => Promise<unknown>, quietMs: number): Promise<void> {
  const limit = Math.max(20, 2 * quietMs);
  const deadline = performance.now() + LONGEST_RECOVERY_MS;
  for (let quick = 0; quick < 10 && performance.now() < deadline; ) {
    const ms = await timed(() => read().catch(() => delay(limit)));
    quick = ms <= limit ? quick + 1 : 0;
  }
}

/** Counts the acknowledged scores that the database does not have. */
async function lostSaves(secret: Send, acknowledged: Load["acknowledged"]): Promise<number> {
  const rows = z
    .array(z.object({ user_id: z.string(), match_id: z.string(), home_prediction: z.number() }))
    .parse(await secret("/rest/v1/user_predictions?select=user_id,match_id,home_prediction"));
  const stored = new Map(rows.map((row) => [`${row.user_id} ${row.match_id}`, row.home_prediction]));
  return Object.entries(acknowledged).filter(([key, goals]) => stored.get(key) !== goals).length;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function at(values: readonly number[], part: number): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);
}

function report(load: Load, health: readonly number[], lost: number, normalMs: number): void {
  const kinds = ["save", "read", "statistics"] as const;
  const all = kinds.map((kind) => load[kind]);
  const admitted = all.flatMap((one) => one.admitted);
  const refused = all.flatMap((one) => one.refused);
  const failed = all.reduce((sum, one) => sum + one.failed, 0);
  const each = kinds.map((kind) => {
    const { admitted, refused } = load[kind];
    const share = Math.round((100 * refused.length) / Math.max(1, admitted.length + refused.length));
    const rate = Math.round(admitted.length / SECONDS);
    return `${kind} ${rate}/s p50 ${at(admitted, 0.5)} p99 ${at(admitted, 0.99)} ms, ${share} % refused`;
  });
  record(
    "overload",
    `admitted ${Math.round(admitted.length / SECONDS)}/s p50 ${at(admitted, 0.5)} p99 ${at(admitted, 0.99)} ms (${each.join("; ")}); ` +
      `${Math.round(refused.length / SECONDS)}/s refused, p50 ${at(refused, 0.5)} p99 ${at(refused, 0.99)} ms; ${failed} failed; ` +
      `health p50 ${at(health, 0.5)} p99 ${at(health, 0.99)} ms; ${lost} of ${Object.keys(load.acknowledged).length} saves lost; ` +
      `normal after ${(normalMs / 1000).toFixed(1)} s`,
  );
  const missed =
    at(health, 0.99) > AIMS.healthMs ||
    at(admitted, 0.99) > AIMS.p99Ms ||
    normalMs > AIMS.normalMs ||
    lost + failed > 0;
  if (missed) process.exitCode = 1;
}
