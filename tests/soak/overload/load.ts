/**
 * A host at ten times its capacity: open connections from eight addresses send their next request as soon as they have an
 * answer, or after a refusal when `Retry-After` says so; one in ten does not wait after a refusal. 75 % read matches, 20 %
 * save predictions, 5 % read statistics. Meanwhile /healthz is requested every 50 ms.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { daysFromNow } from "../../club-time.ts";

const PLAYERS = 20;
const MATCHES = 20;
const PROBE_EVERY_MS = 50;
const PROBES = 40;
const LONGEST_RECOVERY_MS = 60_000;
const PASSWORD = "Overloads 10 times";

const samplesSchema = z.object({
  /** Response times in milliseconds. */
  admitted: z.array(z.number()),
  refused: z.array(z.number()),
  /** Answers that are neither a success nor 503 with `Retry-After`. */
  failed: z.number(),
});
const loadSchema = z.object({
  save: samplesSchema,
  read: samplesSchema,
  statistics: samplesSchema,
  /** Goals of the last acknowledged save by player and match. */
  acknowledged: z.record(z.string(), z.number()),
});
export type Load = z.infer<typeof loadSchema>;
export const LOAD_KINDS = ["save", "read", "statistics"] as const;

export interface Overload {
  load: Load;
  /** Response times of /healthz in milliseconds. */
  health: number[];
  /** Acknowledged saves that the database does not have. */
  lost: number;
  /** Until reads are as quick as before, in milliseconds. */
  normalMs: number;
}

type Send = (path: string, body?: object) => Promise<unknown>;

/** Overloads the host at `url`, which has no matches yet, for some seconds. */
export async function overload(
  { url, keys }: { url: string; keys: { publishable_key: string; secret_key: string } },
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Overload> {
  const secret = sender(url, keys.secret_key, keys.secret_key);
  const matches = await createMatches(secret);
  const players = await createPlayers(url, secret, keys.publishable_key);
  const read = sender(url, keys.publishable_key, players[0]?.token ?? "");
  const readMatches = () => read("/rest/v1/matches?select=*&order=match_date&limit=20");
  for (let turn = 0; turn < PROBES; turn++) await readMatches();
  const quiet: number[] = [];
  for (let turn = 0; turn < PROBES; turn++) quiet.push(await timed(readMatches));

  const settings = { url, seconds, connections, key: keys.publishable_key, players, matches };
  const clients = spawn(process.execPath, ["--import", "tsx", "tests/soak/overload/clients.ts"], {
    env: { ...process.env, SETTINGS: JSON.stringify(settings) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(clients.stdout, "readable");
  const printed = text(clients.stdout);
  const health = await probeUntil(url, printed);
  const normalMs = await timed(() => normal(readMatches, quiet.toSorted((a, b) => a - b)[PROBES / 2] ?? 0));
  const load = loadSchema.parse(JSON.parse((await printed).replace("connected", "")));
  return { load, health, lost: await lostSaves(secret, load.acknowledged), normalMs };
}

/** The value below which `part` of the values are. */
export function quantile(values: readonly number[], part: number): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);
}

async function createMatches(secret: Send): Promise<string[]> {
  const teams = Array.from({ length: 2 * MATCHES }, (_, index) => ({ name: `Club ${index}` }));
  await secret("/rest/v1/teams", teams);
  const day = daysFromNow(30);
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
