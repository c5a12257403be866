/** A data folder for soaks, with additional migrations, and access to its database. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { type LaunchedHost, launchHost } from "../../tools/host/spawn-host.ts";
import { addSql } from "../engines/add-sql.ts";
import { FACT_MS } from "../limits.ts";
import type { Workspace } from "./workspace.ts";

const keysSchema = z.object({ publishable_key: z.string(), secret_key: z.string() });
const FIRST_VERSION = 29990101000000;
const RETRY_MS = 50;
/** SQLSTATE 57P01 to 57P03, and what connecting to a socket without a server, or losing one, fails with. */
const DOWN = /^57P0[123]|^ECONNREFUSED|^ECONNRESET|^ENOENT|^EPIPE|Connection terminated/;

/** Rows that each migration of a soak inserts into its table. */
const MIGRATED_ROWS = 2000;

export class Club {
  /** Has the migrations of this club. */
  readonly supabaseDir: string;
  #migrations = 0;

  readonly dataDir: string;

  /** The data folder does not exist yet. `databaseUrl`: a database that the host serves instead of its embedded one. */
  constructor(
    private readonly workspace: Workspace,
    private readonly databaseUrl?: string,
  ) {
    this.dataDir = workspace.folder("club");
    this.supabaseDir = `${this.dataDir}-supabase`;
    cpSync("supabase", this.supabaseDir, { recursive: true });
  }

  /** Starts a host on the folder; resolves before it serves. `env` adds settings. */
  async launch(env: Readonly<Record<string, string>> = {}): Promise<LaunchedHost> {
    const host = await launchHost({
      DATA_DIR: this.dataDir,
      SUPABASE_DIR: this.supabaseDir,
      WEB_DIR: "none",
      BACKUPS: "0",
      DATABASE_URL: this.databaseUrl,
      ...env,
    });
    this.workspace.started(host.pid, host.ended);
    return host;
  }

  /** Starts a host and waits until it serves. */
  async serve(env: Readonly<Record<string, string>> = {}): Promise<LaunchedHost> {
    const host = await this.launch(env);
    await host.served;
    return host;
  }

  /** Adds a migration that the next start applies. */
  addMigration(): void {
    const version = FIRST_VERSION + this.#migrations++;
    const sql = `create table public.soak_${version} (id integer primary key, filling text not null);
insert into public.soak_${version} select id, repeat('soak ', 20) from generate_series(1, ${MIGRATED_ROWS}) as id;`;
    addSql(this.supabaseDir, version, "soak", sql);
  }

  get keys(): z.infer<typeof keysSchema> {
    return keysSchema.parse(JSON.parse(readFileSync(join(this.dataDir, "keys.json"), "utf8")));
  }

  get cluster(): string {
    return join(this.dataDir, "database");
  }

  /** The process id of the postmaster and the folder of its socket, or null without postmaster.pid. */
  get lock(): { pid: number; socket: string; text: string } | null {
    try {
      const text = readFileSync(join(this.cluster, "postmaster.pid"), "utf8");
      const [pid, , , , socket = ""] = text.split("\n");
      return { pid: Number(pid), socket, text };
    } catch {
      return null;
    }
  }

  /**
   * Calls `work`, which can be repeated, with a connection of the superuser, past the host. The host must serve. PostgreSQL
   * may notice only now that one of its processes was killed: then `work` is called again after the recovery.
   */
  async query<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const end = performance.now() + FACT_MS;
    for (;;) {
      const embedded = { host: this.lock?.socket ?? "", user: "postgres", database: "postgres" };
      const client = new pg.Client(this.databaseUrl ?? embedded);
      client.on("error", () => {}); // the running query also rejects
      try {
        await client.connect();
        return await work(client);
      } catch (error) {
        const isDown =
          error instanceof Error && DOWN.test(`${"code" in error ? error.code : ""} ${error.message}`);
        if (!isDown || performance.now() > end) throw error;
        await delay(RETRY_MS);
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  /** Reads every table and throws when a page's checksum is wrong, or when a migration is not applied as recorded. */
  async verify(): Promise<void> {
    await this.query(async (client) => {
      const tables = await client.query<{ name: string }>(
        "select format('%I.%I', schemaname, tablename) as name from pg_tables",
      );
      for (const { name } of tables.rows) await client.query(`select count(t) from ${name} as t`);
      const { rows } = await client.query<{ failures: string }>(
        "select coalesce(sum(checksum_failures), 0)::text as failures from pg_stat_database",
      );
      if (rows[0]?.failures !== "0") throw new Error(`${rows[0]?.failures} pages have a wrong checksum`);
      for (let index = 0; index < this.#migrations; index++)
        await verifyMigration(client, FIRST_VERSION + index);
    });
  }

  /** Another data folder with the same keys and uploads, for a second host on the same database. */
  twin(): Club {
    const twin = new Club(this.workspace, this.databaseUrl);
    mkdirSync(twin.dataDir, { mode: 0o711 });
    cpSync(join(this.dataDir, "keys.json"), join(twin.dataDir, "keys.json"));
    const uploads = join(this.dataDir, "storage");
    mkdirSync(uploads, { recursive: true });
    symlinkSync(uploads, join(twin.dataDir, "storage"));
    return twin;
  }

  /** A club with the same migrations and a copy of `cluster`, a PostgreSQL data directory without a server. */
  copyWith(cluster: string): Club {
    const copy = new Club(this.workspace);
    cpSync(this.supabaseDir, copy.supabaseDir, { recursive: true });
    copy.#migrations = this.#migrations;
    mkdirSync(copy.dataDir, { mode: 0o711 });
    // cp keeps the owner: PostgreSQL's user is not ours when the soak runs as root.
    const { status, stderr } = spawnSync("cp", ["-a", cluster, copy.cluster], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return copy;
  }

  remove(): void {
    for (const folder of [this.dataDir, this.supabaseDir])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function verifyMigration(client: pg.Client, version: number): Promise<void> {
  const recorded = await client.query(
    "select from supabase_migrations.schema_migrations where version = $1::text",
    [version],
  );
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from public.soak_${version}`,
  );
  if (recorded.rows.length !== 1 || rows[0]?.count !== MIGRATED_ROWS)
    throw new Error(`Migration ${version}: recorded ${recorded.rows.length} times, ${rows[0]?.count} rows`);
}
