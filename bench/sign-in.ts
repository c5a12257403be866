/**
 * What do sign-ins cost other members? 450 sign-ins by 50 clients while one player reads the leaderboard.
 *   baseline   password checks alone, 50 at a time, beside the same reader, before and after each of the
 *           rounds of sign-ins; the result is the rounds' median, because a machine's speed may change within a minute
 *   quiet   the reader alone, before
 * The reader is like a person's page: it sends a request every 25 ms, and each response time counts from that moment. A reader
 * without a pause would use a whole core.
 *
 * And a burst: 300 members press Sign in at the same moment, and their pages come back as a busy host asks them to.
 *   bare    300 password checks alone, before and after the burst
 *   steady  300 sign-ins by the 50 clients above
 * The load generator shares the machine. --save appends the line to bench/results/sign-in.md.
 */
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createPasswords } from "../server/auth/passwords/password-hashes.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { addMember, ask, type Keys, keysOf, newAgent, sender, signIn } from "./clients/requests.ts";
import { withDataFolder } from "./engines.ts";
import { judge, median, record } from "./record.ts";

const CLIENTS = 50;
const TURNS = 3;
/** Sign-ins per round. */
const SIGN_INS = 150;
const CHECKS = 100;
const QUIET_MS = 5000;
const READ_EVERY_MS = 25;
const BURST = 300;
/** Bare checks that are as long as needed to know their rate. */
const BURST_CHECKS = 150;
const PASSWORD = "Signs in 20 times";

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
await withDataFolder(async (dataDir) => {
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none" });
  try {
    const keys = keysOf(dataDir);
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

async function measure(url: string, { publishable_key, secret_key }: Keys): Promise<Measured> {
  const agent = newAgent(2 * CLIENTS);
  const secret = sender(url, secret_key);
  const accounts = Array.from({ length: CLIENTS }, (_, index) => ({
    email: `player${index}@bench.example`,
    password: PASSWORD,
  }));
  for (const account of accounts) await addMember(secret, account);
  const enter = sender(url, publishable_key, publishable_key, agent);
  const signInOf = (client: number) => enter("/auth/v1/token?grant_type=password", accounts[client]);
  const { token } = await signIn(url, publishable_key, accounts[0] ?? {});
  const member = sender(url, publishable_key, token, agent);
  const read = () => member("/rest/v1/rpc/leaderboard", {});
  const passwords = createPasswords("full");
  const stored = await passwords.hash(PASSWORD);
  const check = () => passwords.matches(stored, PASSWORD);

  await timesWhile(read, rateOf(CLIENTS, signInOf)); // the first answers of a host are slower
  const quiet = await timesWhile(read, delay(QUIET_MS));
  const checking = () => rateWhileReading(read, CHECKS, check);
  const signIns: number[] = [];
  const checks = [(await checking()).rate];
  const busy: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const { rate, reads } = await rateWhileReading(read, SIGN_INS, signInOf);
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

async function measureBurst(url: string, { publishable_key, secret_key }: Keys): Promise<Burst> {
  const passwords = createPasswords("full");
  const stored = await passwords.hash(PASSWORD);
  const secret = sender(url, secret_key);
  // With a hash, so that adding the accounts hashes nothing.
  for (let member = 0; member < BURST; member++) {
    const account = { email: burstEmail(member), password_hash: stored, email_confirm: true };
    await secret("/auth/v1/admin/users", account);
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
      const answer = await ask(`${url}/auth/v1/token?grant_type=password`, {
        headers: { apikey: publishable_key },
        body: JSON.stringify({ email: burstEmail(member), password: PASSWORD }),
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
      refusals.push(answer.refusals);
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

function report({ signIns, checks, quiet, busy }: Measured): void {
  record(
    "sign-in",
    `${median(signIns).toFixed(0)} sign-ins/s, the hash alone ${median(checks).toFixed(0)}/s; ` +
      `reader p99 ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms meanwhile`,
  );
  const beside = (turn: number) => checks.slice(turn, turn + 2).reduce((sum, one) => sum + one) / 2;
  judge(
    "sign-in",
    "steady",
    signIns.map((rate, turn) => rate / beside(turn)),
  );
  judge("sign-in", "reader", busy / quiet);
}

function reportBurst({ seconds, bare, most, refused }: Burst, steady: number): void {
  record(
    "sign-in",
    `burst of ${BURST}: all in after ${seconds.toFixed(1)} s, the bare checks ${bare.toFixed(1)} s, by 50 clients ${steady.toFixed(1)} s; ${refused} refused`,
  );
  judge("sign-in", "burst", seconds / bare);
  judge("sign-in", "refusals", most);
}
