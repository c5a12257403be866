/**
 * What do sign-ins cost other members? 1,000 sign-ins by 50 clients while one player reads the leaderboard.
 *   baseline   password checks alone, 50 at a time, beside the same reader, before and after each of the
 *           rounds of sign-ins; the result is the rounds' median, because a machine's speed may change within a minute
 *   quiet   the reader alone, before
 * The reader is like a person's page: it sends a request every 25 ms, and each response time counts from that moment. A reader
 * without a pause would use a whole core.
 * Target: the reader's p99 within 3x of its quiet value; sign-ins at 0.9x of the baseline.
 *
 * And a burst: 300 members press Sign in at the same moment, and their pages come back as a busy host asks them to.
 *   bare    300 password checks alone, before and after the burst
 *   steady  300 sign-ins by the 50 clients above
 * Target: all 300 are in within 1.25x of the bare checks, none of them refused more than once.
 * The load generator shares the machine. --save appends the line to bench/results/sign-in.md.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { createPasswords } from "../server/auth/passwords/password-hashes.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { median, withDataFolder } from "./engines.ts";
import { record } from "./record.ts";

const CLIENTS = 50;
const TURNS = 5;
/** Sign-ins per round. */
const SIGN_INS = 200;
const CHECKS = 100;
const QUIET_MS = 5000;
const READ_EVERY_MS = 25;
const IDLE_MS = 3000;
const BURST = 300;
/** Bare checks that are as long as needed to know their rate. */
const BURST_CHECKS = 150;
const PASSWORD = "Signs in 20 times";

const keysSchema = z.object({ publishable_key: z.string(), secret_key: z.string() });
const tokenSchema = z.object({ access_token: z.string() });

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
await withDataFolder(async (dataDir) => {
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none" });
  try {
    const keys = keysSchema.parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
    const measured = await measure(host.url, keys);
    report(measured);
    reportBurst(await measureBurst(host.url, keys), BURST / median(measured.signIns));
  } finally {
    await host.stop();
  }
});

interface Measured {
  /** Per second in each round; checks are also timed before the first round. */
  signIns: number[];
  checks: number[];
  /** Milliseconds, p99. */
  quiet: number;
  busy: number;
}

async function measure(url: string, keys: z.infer<typeof keysSchema>): Promise<Measured> {
  const post = poster(url);
  const emails = Array.from({ length: CLIENTS }, (_, index) => `player${index}@bench.example`);
  for (const email of emails) {
    await post("/auth/v1/admin/users", keys.secret_key, { email, password: PASSWORD, email_confirm: true });
  }
  const signIn = (client: number) =>
    post("/auth/v1/token?grant_type=password", keys.publishable_key, {
      email: emails[client] ?? "",
      password: PASSWORD,
    });
  const { access_token } = tokenSchema.parse(JSON.parse(await signIn(0)));
  const read = () => post("/rest/v1/rpc/leaderboard", keys.publishable_key, {}, access_token);
  const passwords = createPasswords("full");
  const stored = await passwords.hash(PASSWORD);
  const check = () => passwords.matches(stored, PASSWORD);

  await timesWhile(read, rateOf(SIGN_INS, signIn));
  const quiet = await timesWhile(read, wait(QUIET_MS));
  const checking = () => rateWhileReading(read, CHECKS, check);
  const signIns: number[] = [];
  const checks = [(await checking()).rate];
  const busy: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const { rate, reads } = await rateWhileReading(read, SIGN_INS, signIn);
    signIns.push(rate);
    busy.push(...reads);
    checks.push((await checking()).rate);
  }
  return { signIns, checks, quiet: p99(quiet), busy: p99(busy) };
}

interface Burst {
  /** Seconds until the last of the burst was in. */
  seconds: number;
  /** Seconds that as many bare checks take. */
  bare: number;
  /** The most refusals of one sign-in, and the sign-ins that were refused. */
  most: number;
  refused: number;
}

async function measureBurst(url: string, keys: z.infer<typeof keysSchema>): Promise<Burst> {
  const passwords = createPasswords("full");
  const stored = await passwords.hash(PASSWORD);
  const post = poster(url);
  // With a hash, so that adding the accounts hashes nothing.
  for (let member = 0; member < BURST; member++) {
    const account = { email: burstEmail(member), password_hash: stored, email_confirm: true };
    await post("/auth/v1/admin/users", keys.secret_key, account);
  }
  const bareSeconds = async () => {
    const started = performance.now();
    await Promise.all(Array.from({ length: BURST_CHECKS }, () => passwords.matches(stored, PASSWORD)));
    return ((performance.now() - started) / 1000) * (BURST / BURST_CHECKS);
  };
  const before = await bareSeconds();
  const refusals: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: BURST }, async (_, member) => {
      refusals.push(await signInPatiently(url, keys.publishable_key, burstEmail(member)));
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    seconds,
    bare: (before + (await bareSeconds())) / 2,
    most: Math.max(...refusals),
    refused: refusals.filter((times) => times > 0).length,
  };
}

function burstEmail(member: number): string {
  return `member${member}@bench.example`;
}

/** Signs in as the page does (web/backend/connection/wait-for-host.ts). Returns how often it was refused. */
async function signInPatiently(url: string, key: string, email: string): Promise<number> {
  let ticket = "";
  for (let refusals = 0; ; refusals++) {
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json", ...(ticket && { "retry-ticket": ticket }) },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const text = await response.text();
    if (response.status === 200) return refusals;
    if (response.status !== 503) throw new Error(`${response.status} ${text}`);
    ticket = response.headers.get("retry-ticket") ?? "";
    await delay((Number(response.headers.get("retry-after")) + Math.random()) * 1000);
  }
}

/** POSTs with as little overhead as possible, because the clients share the machine with the host. */
function poster(url: string) {
  // Idle sockets are closed here before the host closes them.
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * CLIENTS, timeout: IDLE_MS });
  const send = async (path: string, key: string, body: unknown, token = key): Promise<string> => {
    const sent = request(url + path, {
      method: "POST",
      agent,
      headers: { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" },
    }).end(JSON.stringify(body));
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.on("response", resolve).on("error", reject),
    );
    const answered = await text(answer);
    if (answer.statusCode === 503) {
      // The host hashes only so many passwords at a time; the page repeats a refused sign-in too.
      await delay(Number(answer.headers["retry-after"]) * 1000);
      return send(path, key, body, token);
    }
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answered}`);
    return answered;
  };
  return send;
}

/** Calls `run` `times` times with CLIENTS in parallel; returns calls per second. */
async function rateOf(times: number, run: (client: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; turn < times / CLIENTS; turn++) await run(client);
    }),
  );
  return (times / (performance.now() - started)) * 1000;
}

async function rateWhileReading(
  read: () => Promise<unknown>,
  times: number,
  run: (client: number) => Promise<unknown>,
) {
  const running = rateOf(times, run);
  const reads = await timesWhile(read, running);
  return { rate: await running, reads };
}

/** Durations of `read`, started at a steady pace until `over`, also while earlier ones are pending. */
async function timesWhile(read: () => Promise<unknown>, over: Promise<unknown>): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const asking = setInterval(() => {
    const asked = performance.now();
    reads.push(read().then(() => performance.now() - asked));
  }, READ_EVERY_MS);
  await over.finally(() => clearInterval(asking));
  return Promise.all(reads);
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function report({ signIns, checks, quiet, busy }: Measured): void {
  const share = median(
    signIns.map((rate, turn) => rate / (checks.slice(turn, turn + 2).reduce((sum, one) => sum + one) / 2)),
  );
  const rate = `${median(signIns).toFixed(0)} sign-ins/s, the hash alone ${median(checks).toFixed(0)}/s: ${share.toFixed(2)} of it`;
  const reader = `reader p99 ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms meanwhile: ${(busy / quiet).toFixed(1)}x`;
  record("sign-in", `embedded ${rate}; ${reader}`);
}

function reportBurst({ seconds, bare, most, refused }: Burst, steady: number): void {
  const verdict = seconds <= 1.25 * bare && most <= 1 ? "" : ", MISSED";
  record(
    "sign-in",
    `embedded burst of ${BURST}: all in after ${seconds.toFixed(1)} s, the bare checks ${bare.toFixed(1)} s: ${(seconds / bare).toFixed(2)}x, by 50 clients ${steady.toFixed(1)} s; ${refused} refused, ${most} times at most${verdict}`,
  );
}
