/** A club of the test's own: a host on an empty folder, seen through its URL, its keys and its commands. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";
import type { Database } from "../../supabase/database.types.ts";
import { spawnHost } from "../../tools/host/spawn-host.ts";

export interface Club {
  url: string;
  publishableKey: string;
  /** With the secret key: what an organiser of the server could do, to arrange what a test needs. */
  secret: SupabaseClient<Database>;
  /** `npm run NAME -- ARGS`, as built. Returns what it printed; throws what it complained. */
  command(name: string, ...args: string[]): string;
  /** Mails and texts that no server carried, newest first. */
  outbox(): Promise<{ kind: string; recipient: string; subject: string; html: string; body: string }[]>;
  stop(): Promise<void>;
}

/** `demo`: filled as `npm start` fills it. */
export async function openClub({
  demo = false,
  env = {},
}: {
  demo?: boolean;
  env?: Record<string, string>;
} = {}): Promise<Club> {
  const dataDir = mkdtempSync(join(tmpdir(), "scoreline-club-"));
  // Benches have no such copy, and make a folder from nothing.
  const migrated = process.env.MIGRATED_CLUB;
  if (migrated) cpSync(migrated, dataDir, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  if (demo) run("demo", [], dataDir);
  const host = await spawnHost({ DATA_DIR: dataDir, ...env });
  const keys = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as Record<
    "publishable_key" | "secret_key",
    string
  >;
  return {
    url: host.url,
    publishableKey: keys.publishable_key,
    secret: createClient<Database>(host.url, keys.secret_key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ws as never },
    }),
    command: (name, ...args) => run(name, args, dataDir),
    async outbox() {
      const address = new URL(/(http\S+outbox\S+)/.exec(host.printed)?.[1] ?? "");
      address.searchParams.set("format", "json");
      return (await fetch(address)).json();
    },
    async stop() {
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function run(name: string, args: readonly string[], dataDir: string): string {
  const done = spawnSync(process.execPath, [`build/commands/${name}.js`, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

/** YYYY-MM-DD, so many days from today. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Moves a match's kick-off to so many seconds from now. */
export async function moveKickoff(club: Club, matchId: string, seconds: number): Promise<void> {
  // Mauritius, the club's zone, keeps UTC+4 all year.
  const local = new Date(Date.now() + seconds * 1000 + 4 * 3_600_000).toISOString();
  const { error } = await club.secret
    .from("matches")
    .update({ match_date: local.slice(0, 10), match_time: local.slice(11, 23) })
    .eq("id", matchId);
  if (error) throw error;
}
