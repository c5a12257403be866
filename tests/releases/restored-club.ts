import { createFolder, openServer } from "../../server/backup/project-database.ts";
import { type RestoredBackup, restoreBackup } from "../../server/backup/rows/restore-backup.ts";
import type { Database } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import { VERSION } from "../../server/program.ts";
import { openDiskStore } from "../../server/storage/stores/disk-store.ts";
import { newDatabase } from "../engines/new-database.ts";

export interface Club {
  url: string;
  database: Database;
  backup: RestoredBackup;
}

/** Restores the stored club of a version (tests/releases/VERSION.tar.gz) with the present program, without upgrading it. */
export async function restoredClub(version: string, dataDir: string): Promise<Club> {
  const url = await newDatabase("empty");
  const backup = await restoreBackup(`tests/releases/${version}.tar.gz`, {
    dataDir,
    supabaseDir: "supabase",
    store: openDiskStore(`${dataDir}/storage`),
    version: VERSION,
    createFolder: () => createFolder(url, dataDir),
    openDatabase: () => openServer(url, dataDir),
  });
  return { url, backup, database: await openDatabase({ url, dataDir }) };
}
