/** Starts a host as `npm run host` does. Tests know only its URL and keys. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Client } from "pg";
import type { Database } from "../../../supabase/database.types.ts";
import { spawnHost } from "../../../tools/host/spawn-host.ts";
import { newDatabase } from "../../engines/new-database.ts";
import { REALTIME } from "../../realtime-options.ts";

export type Api = SupabaseClient<Database>;

export interface Person {
  id: string;
  email: string;
  password: string;
  /** Signed in as this person. */
  api: Api;
}

export interface Host {
  url: string;
  /** The process id of the host. */
  pid: number;
  publishableKey: string;
  secretKey: string;
  dataDir: string;
  databaseUrl: string;
  /** The host's log so far. */
  log(): string;
  /** A new client without a session. */
  visitor(): Api;
  /** A client with the secret key. */
  secret: Api;
  /** A new confirmed account, signed in. */
  person(name: string): Promise<Person>;
  /** A new admin, signed in. */
  admin(name: string): Promise<Person>;
  /** Sends SIGKILL. The folder and database remain for another host. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface HostOptions {
  env?: Record<string, string>;
  /** Values that replace settings of config.toml, by their names. */
  config?: Record<string, string>;
  /** Migrations to apply after the project's, by their names. */
  migrations?: Record<string, string>;
  /** Another host whose database and keys the new host uses. */
  sharedWith?: Host;
  /** The database to serve, instead of a new one with the club's migrations. */
  databaseUrl?: string;
}

export async function startHost({
  env = {},
  config = {},
  migrations = {},
  sharedWith,
  databaseUrl: given,
}: HostOptions = {}): Promise<Host> {
  const dataDir = mkdtempSync(join(tmpdir(), "scoreline-host-"));
  if (sharedWith) cpSync(sharedWith.dataDir, dataDir, { recursive: true });
  const databaseUrl = given ?? sharedWith?.databaseUrl ?? (await newDatabase("club"));
  const served = Object.keys(config).length + Object.keys(migrations).length > 0;
  const spawned = await spawnHost({
    DATA_DIR: dataDir,
    WEB_DIR: "none",
    DATABASE_URL: databaseUrl,
    PASSWORD_COST: "low",
    ...(served ? { SUPABASE_DIR: configured(join(dataDir, "supabase"), config, migrations) } : {}),
    ...env,
  });
  const { url, pid, stop } = spawned;
  const keys = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as {
    publishable_key: string;
    secret_key: string;
  };
  const secret = client(url, keys.secret_key);

  const person = async (name: string): Promise<Person> => {
    const account = {
      email: `${name.toLowerCase().replaceAll(" ", ".")}.${Math.random().toString(36).slice(2, 8)}@example.com`,
      password: "Correct1Horse",
    };
    const made = await secret.auth.admin.createUser({
      ...account,
      email_confirm: true,
      user_metadata: { full_name: name },
    });
    if (made.error) throw made.error;
    const api = client(url, keys.publishable_key);
    const signedIn = await api.auth.signInWithPassword(account);
    if (signedIn.error) throw signedIn.error;
    return { id: made.data.user.id, ...account, api };
  };
  return {
    url,
    pid,
    publishableKey: keys.publishable_key,
    secretKey: keys.secret_key,
    dataDir,
    databaseUrl,
    log: () => spawned.printed,
    secret,
    visitor: () => client(url, keys.publishable_key),
    person,
    async admin(name) {
      const made = await person(name);
      const { error } = await secret.rpc("grant_admin", { _identifier: made.email });
      if (error) throw error;
      return made;
    },
    kill: spawned.kill,
    async stop() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function client(url: string, key: string): Api {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: REALTIME,
  });
}

/** A copy of supabase/ with other settings in config.toml or more migrations. */
function configured(
  folder: string,
  settings: Record<string, string>,
  migrations: Record<string, string>,
): string {
  cpSync("supabase", folder, { recursive: true });
  for (const [index, [name, sql]] of Object.entries(migrations).entries())
    writeFileSync(join(folder, "migrations", `${29990101000000 + index}_${name}.sql`), sql);
  const path = join(folder, "config.toml");
  let text = readFileSync(path, "utf8");
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name} = .*$`, "m");
    if (!line.test(text)) throw new Error(`config.toml has no ${name}`);
    text = text.replace(line, `${name} = ${value}`);
  }
  writeFileSync(path, text);
  return folder;
}

/** Runs a script in the database of a host, with the triggers of the club, which a migration would not have. */
export async function runSql({ databaseUrl }: Pick<Host, "databaseUrl">, sql: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
