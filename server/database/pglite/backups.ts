/**
 * Daily copies of the database in DATA_DIR/backups, each opened and read before it counts, the oldest dropped.
 * To go back to one: stop the host, and put it in the place of DATA_DIR/database.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseError } from "../database.ts";
import { encodeUnnamed } from "../wire/prepared-statements.ts";
import { startWorker, type WorkerConnection } from "./worker-connection.ts";

export interface BackupSettings {
  /** How many to keep; 0 makes none. */
  kept: number;
  failed: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const LOOK_MS = 600_000;
/** A copy that was not read yet; one that stays behind was cut short. */
const UNREAD = ".unread";

/** Looks every ten minutes whether the newest backup is a day old. Returns the function that stops it. */
export function startBackups(
  connection: WorkerConnection,
  dataDir: string,
  settings: BackupSettings,
): () => void {
  if (settings.kept === 0) return () => {};
  const folder = join(dataDir, "backups");
  let running = false;
  const timer = setInterval(async () => {
    if (running || Date.now() - newest(folder) < DAY_MS) return;
    running = true;
    await backUp(connection, folder, settings.kept).catch(settings.failed);
    running = false;
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Makes one, reads it, keeps the `kept` newest. Resolves to its path; rejects when the copy cannot be read back. */
export async function backUp(connection: WorkerConnection, folder: string, kept: number): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (name.endsWith(UNREAD)) rmSync(join(folder, name), { recursive: true });
  const backup = join(folder, new Date().toISOString().replaceAll(":", "-"));
  await connection.copy(backup + UNREAD);
  await readAll(backup + UNREAD);
  renameSync(backup + UNREAD, backup);
  for (const name of names(folder).slice(0, -kept)) rmSync(join(folder, name), { recursive: true });
  return backup;
}

/** Opens the copy as a database of its own and reads every row of every table. */
async function readAll(folder: string): Promise<void> {
  const copy = await startWorker({ folder, sync: false, extensions: {} });
  try {
    const tables = await rows(
      copy,
      "select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables",
    );
    for (const [table] of tables) await rows(copy, `select count(t) from ${table} as t`);
  } finally {
    await copy.close();
  }
}

async function rows(
  connection: WorkerConnection,
  text: string,
): Promise<readonly (readonly (string | null)[])[]> {
  const { error, results } = await connection.send(encodeUnnamed([{ text }]));
  if (error) throw new DatabaseError(`the backup cannot be read: ${error.message}`, error.code);
  return results[0]?.rows ?? [];
}

/** When the newest was made, in milliseconds since 1970; 0 without one. */
function newest(folder: string): number {
  const last = names(folder).at(-1);
  return last === undefined ? 0 : statSync(join(folder, last)).mtimeMs;
}

/** Oldest first: their names are their times. */
function names(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.endsWith(UNREAD))
    .sort();
}
