/** Writes a project, which may be running, to one file. */
import { join, resolve } from "node:path";
import { findDatabase } from "../../server/backup/project-database.ts";
import { makeBackup } from "../../server/backup/rows/make-backup.ts";
import { homeOf } from "../../server/database/embedded/home/home.ts";
import { PROGRAM, VERSION } from "../../server/program.ts";
import { openStore } from "../../server/storage/stores/open-store.ts";
import { type BackupSettings, megabytes } from "./settings.ts";

/** `given`: the file; without it a new one in the folder of backups. Throws BackupError or StartError. */
export async function backUp(settings: BackupSettings, given: string | undefined): Promise<void> {
  const dataDir = settings.DATA_DIR;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = settings.DATABASE_URL ? join(dataDir, "backups") : homeOf(resolve(dataDir)).backups;
  const file = given ?? join(folder, `${PROGRAM}-${time}.tar.gz`);
  const store = await openStore(settings, dataDir);
  const { connection, close } = await findDatabase(settings.DATABASE_URL, dataDir);
  try {
    const { bytes, summary } = await makeBackup({ connection, dataDir, store, version: VERSION }, file);
    const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
    for (const name of summary.missing)
      console.log(`The upload ${name} has no file, so the backup has none either.`);
    console.log(`${file}: ${rows} rows, ${summary.uploads.length} uploads, ${megabytes(bytes)}.`);
    console.log("It contains the keys: keep it where only you can read it, on another machine.");
  } finally {
    await close();
  }
}
