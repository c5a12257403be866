/** Creates what every Supabase project starts with: roles and the schemas auth, realtime, storage and host. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Database, Queryable } from "./database.ts";
import { HOST_SCHEMA } from "./host-schema.ts";

/** The folder of the bootstrap SQL: next to this module in the source, and next to the bundle, where the build copies it. */
const BOOTSTRAP_FOLDER = new URL("./bootstrap/", import.meta.url);

/** In this order. Each file can be applied repeatedly, and is applied when its text has changed. */
const FILES = [
  "roles.sql",
  "auth.sql",
  "storage.sql",
  "realtime.sql",
  "backups.sql",
  "schema-watch.sql",
  "extensions.sql",
  "webhooks.sql",
];

const STAMPS = `
  create schema if not exists ${HOST_SCHEMA};
  create table if not exists ${HOST_SCHEMA}.bootstrap (file text primary key, hash text not null, applied_at timestamptz not null default now());`;

/** Applies the files that are new or changed. The caller must hold the migration lock. */
export async function bootstrap(db: Pick<Database, "query" | "script">): Promise<void> {
  const applied = await appliedHashes(db);
  if (applied.size === 0) await db.script(STAMPS);
  for (const { file, sql, hash } of filesDue(applied)) {
    await db.script(sql);
    await db.query(
      `insert into ${HOST_SCHEMA}.bootstrap (file, hash) values ($1, $2)
       on conflict (file) do update set hash = excluded.hash, applied_at = now()`,
      [file, hash],
    );
  }
}

/** True if bootstrap() would change the database. */
export async function bootstrapIsDue(db: Queryable): Promise<boolean> {
  return filesDue(await appliedHashes(db)).length > 0;
}

function filesDue(applied: ReadonlyMap<string, string>): { file: string; sql: string; hash: string }[] {
  return FILES.flatMap((file) => {
    const sql = textOf(file);
    if (sql === null) return [];
    const hash = createHash("sha256").update(sql).digest("hex");
    return applied.get(file) === hash ? [] : [{ file, sql, hash }];
  });
}

async function appliedHashes(db: Queryable): Promise<Map<string, string>> {
  const [known] = await db.query<{ there: boolean }>(
    `select to_regclass('${HOST_SCHEMA}.bootstrap') is not null as there`,
  );
  if (!known?.there) return new Map();
  const rows = await db.query<{ file: string; hash: string }>(
    `select file, hash from ${HOST_SCHEMA}.bootstrap`,
  );
  return new Map(rows.map(({ file, hash }) => [file, hash]));
}

function textOf(file: string): string | null {
  try {
    return readFileSync(new URL(file, BOOTSTRAP_FOLDER), "utf8");
  } catch {
    return null; // a service that this build does not carry
  }
}
