/** Failed starts: one clear line that says what to do, and exit code 1. */

import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PostgresDatabase } from "../../server/database/postgres/postgres.ts";
import { freePort } from "../../tools/host/spawn-host.ts";
import { type Cluster, startCluster } from "../engines/postgres-cluster.ts";
import { runSql } from "../engines/run-sql.ts";
import { ended, expectOneLine, killLaunched, launch, serving, stopped } from "./launch.ts";

const folder = mkdtempSync(join(tmpdir(), "scoreline-start-"));
/** A club for the tests that do not change its files. Creating one takes seconds. */
const CLUB = join(folder, "club");
let cluster: Cluster;

beforeAll(async () => {
  chmodSync(folder, 0o755); // PostgreSQL's user must enter it when the tests run as root
  cluster = await startCluster();
});
afterAll(async () => {
  await killLaunched();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a start is refused with one line:", () => {
  it("port in use", async () => {
    const PORT = String(await freePort());
    const first = launch({ PORT, DATA_DIR: CLUB });
    await serving(first);
    expectOneLine(await ended(launch({ PORT, DATA_DIR: join(folder, "port-2") })), /Port \d+ is taken.*PORT/);
    expect(await stopped(first)).toBe(0);
  });

  it("data folder in use", async () => {
    const DATA_DIR = CLUB;
    const first = launch({ PORT: String(await freePort()), DATA_DIR });
    await serving(first);
    expectOneLine(await ended(launch({ PORT: String(await freePort()), DATA_DIR })), /in use/i);
    await stopped(first);
  });

  it("data folder of a newer version, or of another PostgreSQL version", async () => {
    const DATA_DIR = join(folder, "newer");
    const newer = join(folder, "newer-supabase");
    cpSync("supabase", newer, { recursive: true });
    writeFileSync(
      join(newer, "migrations/29990101000000_tomorrow.sql"),
      "create table public.tomorrow (id int);",
    );
    const child = launch({ PORT: String(await freePort()), DATA_DIR, SUPABASE_DIR: newer });
    await serving(child);
    await stopped(child);
    expectOneLine(await ended(launch({ PORT: String(await freePort()), DATA_DIR })), /newer/);
    writeFileSync(join(DATA_DIR, "database", "PG_VERSION"), "99\n");
    expectOneLine(await ended(launch({ PORT: String(await freePort()), DATA_DIR })), /PostgreSQL 99/);
  });

  it.each([
    ["where nobody listens", () => "postgres://postgres@127.0.0.1:1/scoreline", /DATABASE_URL/],
    ["of a database that is not there", () => cluster.url("nowhere"), /DATABASE_URL|nowhere/],
    ["that is no address", () => "what", /DATABASE_URL/],
  ])("DATABASE_URL %s", async (_name, url, words) => {
    expectOneLine(
      await ended(
        launch({ PORT: String(await freePort()), DATA_DIR: join(folder, "postgres"), DATABASE_URL: url() }),
      ),
      words,
    );
  });

  it.each([
    ["PORT", "70000"],
    ["SITE_URL", "ftp://example.com"],
    ["LOG_LEVEL", "loud"],
    ["SUPABASE_DIR", "/no/such/folder"],
    ["SMTP_URL", "mail.example.com"],
  ])("invalid %s", async (name, value) => {
    expectOneLine(
      await ended(
        launch({ PORT: String(await freePort()), DATA_DIR: join(folder, "setting"), [name]: value }),
      ),
      new RegExp(name),
    );
  });
});

describe("broken files of a data folder are named in one line", () => {
  it.each([
    ["keys.json", "{}", /keys\.json is not a keys file \(publishable_key: .*\): put it back/],
    ["demo.json", "{}", /demo\.json does not have the sign-ins/],
    ["restore.json", "{", /was not finished/],
  ])("%s", async (name, text, words) => {
    const DATA_DIR = join(folder, `broken-${name}`);
    mkdirSync(DATA_DIR);
    writeFileSync(join(DATA_DIR, name), text);
    expectOneLine(await ended(launch({ PORT: String(await freePort()), DATA_DIR })), words);
  });

  it("by commands too", async () => {
    const DATA_DIR = join(folder, "broken-for-commands");
    mkdirSync(DATA_DIR);
    writeFileSync(join(DATA_DIR, "keys.json"), "{}");
    for (const program of [["keys"], ["admin", "grant", "x@example.com"], ["doctor"]]) {
      const [name, ...args] = program;
      const child = launch({ DATA_DIR }, { program: [`build/commands/${name}.js`, ...args] });
      expectOneLine(await ended(child), /not a keys file/);
    }
  });
});

it("refuses cheap password hashes if other machines can reach the host", async () => {
  const env = { PASSWORD_COST: "low", SITE_URL: "https://club.example.com", DATA_DIR: join(folder, "cheap") };
  expectOneLine(
    await ended(launch({ PORT: String(await freePort()), ...env })),
    /PASSWORD_COST=low is for tests/,
  );
});

it("a host that stops answers requests on open connections, and ends each with an answer that says so", async () => {
  const child = launch({ PORT: String(await freePort()), DATA_DIR: CLUB });
  const [, url = ""] = /Serving (\S+)/.exec(await serving(child)) ?? [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answer = async () => {
    const sent = request(`${url}/healthz`, { agent }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    for await (const _ of response.resume()) {
      // discards the body
    }
    return {
      isReused: sent.reusedSocket,
      status: response.statusCode,
      connection: response.headers.connection,
    };
  };
  expect(await answer()).toEqual({ isReused: false, status: 200, connection: "keep-alive" });
  const end = stopped(child);
  let last = await answer();
  while (last.connection === "keep-alive") last = await answer();
  expect(last).toEqual({ isReused: true, status: 200, connection: "close" });
  agent.destroy();
  expect(await end).toBe(0);
});

describe("a statement of an hour", () => {
  /** A host whose job runs it, when it runs. */
  async function startBusy(env: Record<string, string>, isSleeping: () => Promise<boolean>) {
    const supabase = join(folder, "busy-supabase");
    cpSync("supabase", supabase, { recursive: true });
    const jobs = [{ name: "Sleep", every_seconds: 60, sql: "select pg_sleep(3600)" }];
    writeFileSync(join(supabase, "jobs.json"), JSON.stringify(jobs));
    const child = launch({ PORT: "0", SUPABASE_DIR: supabase, ...env });
    const [, url = ""] = /Serving (\S+)/.exec(await serving(child)) ?? [];
    await expect.poll(isSleeping).toBe(true);
    return { child, url };
  }
  const ownServer = async (name: string) => {
    const url = cluster.url(name);
    await runSql(cluster.url("postgres"), `create database ${name}`);
    const db = new PostgresDatabase({ connection: url, shared: true });
    const isSleeping = async () =>
      (await db.query("select from pg_stat_activity where wait_event = 'PgSleep' and datname = $1", [name]))
        .length > 0;
    return { db, env: { DATABASE_URL: url, DATA_DIR: join(folder, name) }, isSleeping };
  };

  it("does not keep a host that stops, and is ended too", async () => {
    const { db, env, isSleeping } = await ownServer("stopped");
    const { child, url } = await startBusy(env, isSleeping);
    expect(await stopped(child)).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    await expect.poll(isSleeping).toBe(false);
    await db.close();
  });

  it("ends at once with the second signal", async () => {
    const { db, env, isSleeping } = await ownServer("stopped_twice");
    const { child } = await startBusy(env, isSleeping);
    const end = ended(child);
    const signals = setInterval(() => child.kill("SIGINT"), 50);
    expect((await end).code).toBe(1);
    clearInterval(signals);
    await db.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'");
    await db.close();
  });
});

it("PORT=0 serves at a free port, which it prints", async () => {
  const child = launch({ PORT: "0", DATA_DIR: CLUB });
  const [, url = ""] = /Serving (\S+)/.exec(await serving(child)) ?? [];
  expect(Number(new URL(url).port)).toBeGreaterThan(0);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await stopped(child)).toBe(0);
});

describe("an unread log", () => {
  it("blocks neither requests nor the shutdown", async () => {
    const child = launch({
      PORT: String(await freePort()),
      DATA_DIR: CLUB,
      LOG_LEVEL: "info",
    });
    const [, url] = /Serving (\S+)/.exec(await serving(child)) ?? [];
    for (const stream of [child.stdout, child.stderr]) stream?.pause();
    // Each line contains the path; together they exceed a pipe's and its reader's buffer.
    const path = `/rest/v1/${"a".repeat(8_000)}`;
    for (let asked = 0; asked < 100; asked++) await (await fetch(`${url}${path}`)).text();
    expect(await stopped(child)).toBe(0);
  });
});
