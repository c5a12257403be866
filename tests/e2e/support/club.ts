/** Opens a club for a test: a host with a separate database. Tests use its URL, keys and commands. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../supabase/database.types.ts";
import { freePort, isFree, spawnHost } from "../../../tools/host/spawn-host.ts";
import { clubTime } from "../../club-time.ts";
import { newDatabase, TEST_DATABASES } from "../../engines/new-database.ts";
import { runSql } from "../../engines/run-sql.ts";
import { REALTIME } from "../../realtime-options.ts";
import { closeVisitorsOf } from "./opened-visitors.ts";

export { daysFromNow } from "../../club-time.ts";

export interface Club {
  url: string;
  publishableKey: string;
  /** A client with the secret key, for creating data. */
  secret: SupabaseClient<Database>;
  /** Runs the built `npm run NAME -- ARGS`. Returns its output; throws its error output. */
  command(name: string, ...args: string[]): string;
  /** Runs statements as the owner of the database, for data of thousands of rows. Not for an embedded database. */
  sql(statements: string): Promise<void>;
  /** Email and SMS in the outbox, newest first. */
  outbox(): Promise<{ kind: string; recipient: string; subject: string; html: string; body: string }[]>;
  stop(): Promise<void>;
}

/** One club after another has the same address, so that one page can visit all of them (test.ts). */
let port: number | undefined;

/** The address of this process's clubs; of the first if several are open. */
export function clubAddress(): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * `demo`: with the demo of `npm start`. `embedded`: the host runs PostgreSQL in its data folder, as it does without
 * DATABASE_URL. Benches always use it, because no global setup creates databases for them.
 */
export async function openClub({
  demo = false,
  embedded = process.env[TEST_DATABASES] === undefined,
  env = {},
}: {
  demo?: boolean;
  embedded?: boolean;
  env?: Record<string, string>;
} = {}): Promise<Club> {
  const dataDir = mkdtempSync(join(tmpdir(), "scoreline-club-"));
  // As root the embedded server runs as another user, which must be able to enter the folder.
  chmodSync(dataDir, 0o711);
  const database: { DATABASE_URL?: string } = embedded
    ? {}
    : { DATABASE_URL: await newDatabase(demo ? "demo" : "club") };
  if (demo && embedded) run("demo", [], { DATA_DIR: dataDir });
  else if (demo) cpSync(process.env.DEMO_FOLDER ?? "", dataDir, { recursive: true });
  const settings = { DATA_DIR: dataDir, ...database };
  const isFirst = port === undefined || (await isFree(port));
  if (isFirst) port ??= await freePort();
  const host = await spawnHost({
    ...settings,
    PASSWORD_COST: "low",
    PORT: isFirst ? String(port) : undefined,
    ...env,
  });
  const keys = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as Record<
    "publishable_key" | "secret_key",
    string
  >;
  return {
    url: host.url,
    publishableKey: keys.publishable_key,
    secret: createClient<Database>(host.url, keys.secret_key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: REALTIME,
    }),
    command: (name, ...args) => run(name, args, settings),
    sql: (statements) => runSql(database.DATABASE_URL ?? "", statements),
    async outbox() {
      const address = new URL(/(http\S+outbox\S+)/.exec(host.printed)?.[1] ?? "");
      address.searchParams.set("format", "json");
      return (await fetch(address)).json();
    },
    async stop() {
      await closeVisitorsOf(host.url);
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function run(name: string, args: readonly string[], settings: Readonly<Record<string, string>>): string {
  const done = spawnSync(process.execPath, [`build/commands/${name}.js`, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

/** Moves a match's kick-off to a number of seconds from now. */
export async function moveKickoff(club: Club, matchId: string, seconds: number): Promise<void> {
  const { error } = await club.secret
    .from("matches")
    .update(clubTime(Date.now() + seconds * 1000))
    .eq("id", matchId);
  if (error) throw error;
}
