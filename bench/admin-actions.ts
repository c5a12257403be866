/**
 * What do members notice while an admin does something big in a club of 5,000 players, 380 matches and 1.9M predictions?
 * Members read 20 matches and a page of the leaderboard and save a prediction, about 100 requests a second on 20 connections,
 * while an admin completes a match, sends the result messages, recalculates and clears all points, and exports all players.
 * --save appends the lines to bench/results/admin-actions.md.
 */
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { openDatabase } from "../server/database/open.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { addMember, keysOf, type Send, sender, signIn } from "./clients/requests.ts";
import { withBigClub } from "./engines.ts";
import { judge, record } from "./record.ts";

const CONNECTIONS = 20;
/** Between two requests of one connection: together about 100 requests a second, which leaves room on two cores. */
const THINKING_MS = 200;
const QUIET = "nothing happens";
const QUIET_MS = 3000;
const ASKING_MS = 50;
const WARM_MS = 5000;
/** A pause after each action, so that its remaining work does not count for the next. */
const PAUSE_MS = 1000;
const PIN = "4711";
const ADMIN = { email: "organiser@bench.example", password: "Does 5 big things" };
const PLAYER = { email: "member@bench.example", password: "Predicts 380 matches" };

const jobsSchema = z.array(
  z.object({
    name: z.string(),
    is_running: z.boolean(),
    last_run_at: z.string().nullable(),
    last_run_failed: z.boolean().nullable(),
  }),
);
const clearedSchema = z.array(z.object({ outcome: z.string() }));

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
await withBigClub(async (dataDir) => {
  const db = await openDatabase({ dataDir });
  // Result messages of the last two days are held back until the admin sends them.
  await db.query(
    "update private.jobs set next_run_at = now() + interval '1 hour' where name = 'Announce results'",
  );
  await db.close();
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none", BACKUPS: "0" });
  try {
    await measure(host.url, dataDir);
  } finally {
    await host.stop();
  }
});

async function measure(url: string, dataDir: string): Promise<void> {
  const { publishable_key, secret_key } = keysOf(dataDir);
  const secret = sender(url, secret_key);
  await addMember(secret, ADMIN);
  await secret("/rest/v1/rpc/grant_admin", { _identifier: ADMIN.email });
  const [player] = z
    .array(z.object({ id: z.string() }))
    .parse(await secret(`/rest/v1/profiles?select=id&full_name=like.Player*&limit=1`));
  await addMember(secret, PLAYER, player?.id);
  const { send: admin } = await signIn(url, publishable_key, ADMIN);
  await admin("/rest/v1/rpc/set_clear_points_pin", { pin: PIN });
  const { send: member } = await signIn(url, publishable_key, PLAYER);
  const matches = z
    .array(z.object({ id: z.string() }))
    .parse(await secret("/rest/v1/matches?select=id&status=eq.upcoming&order=kickoff_at&limit=6"));
  const [predicted, ...played] = matches.toReversed();
  const actions: readonly (readonly [string, () => Promise<unknown>])[] = [
    [QUIET, () => delay(QUIET_MS)],
    ["five matches are completed", () => complete(admin, played)],
    ["results are sent", () => runJob(secret, "Announce results")],
    ["all points are recalculated", () => admin("/rest/v1/rpc/recalculate_all_points", {})],
    ["all points are cleared", () => clearPoints(admin)],
    ["all players are exported", () => exportPlayers(admin)],
  ];
  const members = play([
    () => member("/rest/v1/matches?select=*&order=match_date&limit=20"),
    () => member("/rest/v1/rpc/leaderboard", { league: "Premier League", page_limit: 50 }),
    () =>
      member(
        `/rest/v1/user_predictions?user_id=eq.${player?.id}&match_id=eq.${predicted?.id}`,
        { home_prediction: 1 },
        "PATCH",
      ),
  ]);
  await delay(WARM_MS); // the first responses of a host are slower
  const spans: { name: string; from: number; to: number }[] = [];
  for (const [name, run] of actions) {
    const from = performance.now();
    await run();
    spans.push({ name, from, to: performance.now() });
    await delay(PAUSE_MS);
  }
  await members.stop();
  for (const { name, from, to } of spans) {
    const during = members.samples.filter(({ sent, latency }) => sent <= to && sent + latency >= from);
    report(name, to - from, during);
  }
}

function report(name: string, took: number, samples: readonly Sample[]): void {
  const latencies = samples.map(({ latency }) => latency).sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  const during = `while ${name} (${took.toFixed(0)} ms), ${latencies.length} requests`;
  record("admin-actions", `${during}: p50 ${at(0.5).toFixed(0)} ms, longest ${at(1 - 1e-9).toFixed(0)} ms`);
  if (name === QUIET) record("admin-actions", `  p99 ${at(0.99).toFixed(0)} ms`);
  else judge("admin-actions", "p99", at(0.99), name);
}

/** One request of a member: the time it was sent, and the milliseconds until the response. */
interface Sample {
  sent: number;
  latency: number;
}

/** Lets members send requests until `stop`, whose promise rejects if one was refused. */
function play(requests: readonly (() => Promise<unknown>)[]): {
  samples: readonly Sample[];
  stop(): Promise<void>;
} {
  const samples: Sample[] = [];
  let running = true;
  const playOne = async (index: number): Promise<void> => {
    await delay((index * THINKING_MS) / CONNECTIONS); // spreads the members' requests over time
    for (let turn = index; running; turn++) {
      const sent = performance.now();
      await requests[turn % requests.length]?.();
      samples.push({ sent, latency: performance.now() - sent });
      await delay(THINKING_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => playOne(index)));
  ended.catch(() => {}); // stop() reports the error
  return {
    samples,
    async stop() {
      running = false;
      await ended;
    },
  };
}

/** Resolves when the job has finished. Throws if it failed. */
async function runJob(secret: Send, name: string): Promise<void> {
  const state = async () => {
    const jobs = jobsSchema.parse(await secret("/rest/v1/rpc/scheduled_jobs", {}));
    return jobs.find((job) => job.name === name);
  };
  const before = (await state())?.last_run_at;
  await secret("/rest/v1/rpc/run_job_now", { _name: name });
  for (let job = await state(); ; job = await state()) {
    if (job && !job.is_running && job.last_run_at !== before) {
      if (job.last_run_failed) throw new Error(`the job "${name}" failed`);
      return;
    }
    await delay(ASKING_MS);
  }
}

/** One match after another, each in a separate request, as the admin's form does it. */
async function complete(admin: Send, matches: readonly { id: string }[]): Promise<void> {
  for (const { id } of matches) {
    const result = { status: "completed", home_score: 2, away_score: 1 };
    await admin(`/rest/v1/matches?id=eq.${id}`, result, "PATCH");
  }
}

/** Throws unless points were cleared. */
async function clearPoints(admin: Send): Promise<void> {
  const [done] = clearedSchema.parse(await admin("/rest/v1/rpc/clear_all_points", { pin: PIN }));
  if (done?.outcome !== "cleared") throw new Error(`no points were cleared: ${done?.outcome}`);
}

async function exportPlayers(admin: Send): Promise<void> {
  for (let offset = 0; ; offset += 1000) {
    const page = { search: "", sort: "points", page_limit: 1000, page_offset: offset };
    const rows = z.array(z.unknown()).parse(await admin("/rest/v1/rpc/admin_players", page));
    if (rows.length < 1000) return;
  }
}
