/** The backup before an upgrade of a database that the host does not manage (DATABASE_URL). */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../database/start-error.ts";
import { openKeys } from "../gateway/keys.ts";
import { VERSION } from "../program.ts";
import type { ObjectStore } from "../storage/stores/object-store.ts";
import { makeBackup } from "./rows/make-backup.ts";

export interface UpgradeBackupOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  store: Pick<ObjectStore, "read">;
  /** 0 makes no backup. */
  backupsKept?: number;
}

const NAME = /^before-upgrade-.*\.tar\.gz(\.partial)?$/;

/**
 * Writes `backups/before-upgrade-TIME.tar.gz` in the data folder and removes the one of an earlier upgrade. Returns its path,
 * or null if none is wanted. Throws StartError if it fails.
 */
export async function backUpBeforeUpgrade(options: UpgradeBackupOptions): Promise<string | null> {
  const { databaseUrl, dataDir, store, backupsKept = 0 } = options;
  if (backupsKept === 0 || !databaseUrl) return null;
  const folder = join(dataDir, "backups");
  const name = `before-upgrade-${new Date().toISOString().replaceAll(":", "-")}.tar.gz`;
  try {
    await openKeys(dataDir); // of a new data folder for an existing database
    const connection = { connectionString: databaseUrl };
    await makeBackup({ connection, dataDir, store, version: VERSION }, join(folder, name));
  } catch (error) {
    throw new StartError(
      `The backup before the upgrade failed (${error instanceof Error ? error.message : error}): nothing was changed. Start again, or set BACKUPS=0 to upgrade without one.`,
    );
  }
  for (const other of readdirSync(folder))
    if (NAME.test(other) && other !== name) rmSync(join(folder, other), { force: true });
  return join(folder, name);
}
