/**
 * What do sign-ins cost everybody else? 1,000 sign-ins by 50 clients while one player reads the leaderboard.
 *   floor   the same number of password checks, 50 at a time, with nothing around them
 *   quiet   the reader alone, before
 * Aim: the reader's p99 within 3x of its quiet value; sign-ins at 0.9x of the floor.
 * The load generator shares the machine. --save appends the line of each engine to bench/results/sign-in.md.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { hashPassword, passwordMatches } from "../server/auth/passwords.ts";
import { startCluster } from "../tests/engines/postgres-cluster.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { record } from "./record.ts";

const SIGN_INS = 1000;
const CLIENTS = 50;
const QUIET_MS = 3000;
const PASSWORD = "Signs in 20 times";

const keysSchema = z.object({ publishable_key: z.string(), secret_key: z.string() });
const tokenSchema = z.object({ access_token: z.string() });

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
const floor = await checksPerSecond();
for (const engine of ["pglite", "postgres"] as const) {
  const dataDir = mkdtempSync(join(tmpdir(), "scoreline-bench-"));
  const cluster = engine === "postgres" ? await startCluster() : null;
  const host = await spawnHost({
    DATA_DIR: dataDir,
    WEB_DIR: "none",
    DATABASE_URL: cluster?.url("postgres"),
  });
  try {
    const keys = keysSchema.parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
    report(engine, await measure(host.url, keys), floor);
  } finally {
    await host.stop();
    cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  signInsPerSecond: number;
  /** Milliseconds, p99. */
  quiet: number;
  busy: number;
}

async function measure(url: string, keys: z.infer<typeof keysSchema>): Promise<Measured> {
  const post = async (path: string, key: string, body: unknown, token = key) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<unknown>;
  };
  const emails = Array.from({ length: CLIENTS }, (_, index) => `player${index}@bench.example`);
  for (const email of emails) {
    await post("/auth/v1/admin/users", keys.secret_key, { email, password: PASSWORD, email_confirm: true });
  }
  const signIn = (email: string) =>
    post("/auth/v1/token?grant_type=password", keys.publishable_key, { email, password: PASSWORD });
  const { access_token } = tokenSchema.parse(await signIn(emails[0] ?? ""));
  const read = () => post("/rest/v1/rpc/leaderboard", keys.publishable_key, {}, access_token);

  await p99While(read, wait(QUIET_MS / 3));
  const quiet = await p99While(read, wait(QUIET_MS));
  const started = performance.now();
  const signingIn = Promise.all(
    emails.map(async (email) => {
      for (let turn = 0; turn < SIGN_INS / CLIENTS; turn++) await signIn(email);
    }),
  ).then(() => performance.now() - started);
  const busy = await p99While(read, signingIn);
  return { signInsPerSecond: (SIGN_INS / (await signingIn)) * 1000, quiet, busy };
}

/** The p99 of `read`, one after the other, until `over`. */
async function p99While(read: () => Promise<unknown>, over: Promise<unknown>): Promise<number> {
  let done = false;
  const ended = over.finally(() => {
    done = true;
  });
  const times: number[] = [];
  while (!done) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  await ended;
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

async function checksPerSecond(): Promise<number> {
  const stored = await hashPassword(PASSWORD);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let turn = 0; turn < SIGN_INS / CLIENTS; turn++) await passwordMatches(stored, PASSWORD);
    }),
  );
  return (SIGN_INS / (performance.now() - started)) * 1000;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function report(engine: string, { signInsPerSecond, quiet, busy }: Measured, checks: number): void {
  const rate = `${signInsPerSecond.toFixed(0)} sign-ins/s, the hash alone ${checks.toFixed(0)}/s: ${(signInsPerSecond / checks).toFixed(2)} of it`;
  const reader = `reader p99 ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms meanwhile: ${(busy / quiet).toFixed(1)}x`;
  record("sign-in", `${engine.padEnd(8)} ${rate}; ${reader}`);
}
