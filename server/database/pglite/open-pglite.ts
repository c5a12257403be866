/** Opens (or makes) the embedded database in a data folder, after looking at what is there. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { makeDataFolder } from "../data-folder.ts";
import { StartError } from "../start-error.ts";
import { type BackupSettings, startBackups } from "./backups.ts";
import { lockFolder } from "./folder-lock.ts";
import { PgliteDatabase } from "./pglite.ts";
import { startWorker } from "./worker-connection.ts";

/** The PostgreSQL that PGlite 0.5 is. A folder of another major version cannot be opened by it. */
export const PGLITE_POSTGRES = 18;

/** What Supabase projects may `create extension`; PGlite carries them, so no download. */
const EXTENSIONS = {
  pgcrypto: "@electric-sql/pglite/contrib/pgcrypto",
  uuid_ossp: "@electric-sql/pglite/contrib/uuid_ossp",
  citext: "@electric-sql/pglite/contrib/citext",
  pg_trgm: "@electric-sql/pglite/contrib/pg_trgm",
};

export interface PgliteOptions {
  dataDir: string;
  sync: boolean;
  /** More extensions: name -> module that exports it under that name, e.g. { pgtap: "@electric-sql/pglite-pgtap" }. */
  extensions?: Readonly<Record<string, string>>;
  /** Told when the thread ended by itself. */
  lost?: (reason: string) => void;
  /** Makes backups by itself; without it none are made. */
  backups?: BackupSettings;
}

export async function openPglite({
  dataDir,
  sync,
  extensions = {},
  lost,
  backups,
}: PgliteOptions): Promise<PgliteDatabase> {
  makeDataFolder(dataDir);
  makeDataFolder(join(dataDir, "database"));
  const unlock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, "database");
    refuseOtherVersion(dataDir, folder);
    const connection = await startWorker({
      folder,
      sync,
      extensions: resolved({ ...EXTENSIONS, ...extensions }),
    });
    if (lost) connection.lost = lost;
    const stopBackups = backups ? startBackups(connection, dataDir, backups) : () => {};
    return new PgliteDatabase(connection, async () => {
      stopBackups();
      await unlock();
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

function refuseOtherVersion(dataDir: string, folder: string): void {
  const version = Number(readIfThere(join(folder, "PG_VERSION")) ?? PGLITE_POSTGRES);
  if (version > PGLITE_POSTGRES) {
    throw new StartError(
      `The data folder ${dataDir} was written by a newer version (PostgreSQL ${version}, this is ${PGLITE_POSTGRES}): update this program, or set DATA_DIR to another folder.`,
    );
  }
  if (version < PGLITE_POSTGRES) {
    throw new StartError(
      `The data folder ${dataDir} was written by an older version (PostgreSQL ${version}, this is ${PGLITE_POSTGRES}): restore a backup with this version, or start the version that wrote it.`,
    );
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Absolute addresses: the worker runs where bare names may resolve differently. */
function resolved(modules: Readonly<Record<string, string>>): Record<string, string> {
  const { resolve } = createRequire(import.meta.url);
  return Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, resolve(module)]));
}
