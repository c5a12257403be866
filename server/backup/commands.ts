/** What `backup` and `restore` do and print. Both throw BackupError or StartError. */
import { join, resolve } from "node:path";
import type { z } from "zod";
import { storageVariables } from "../config/storage-environment.ts";
import { homeOf } from "../database/embedded/home/home.ts";
import { settingsSchema } from "../process/settings.ts";
import { PROGRAM, VERSION } from "../program.ts";
import { openStore } from "../storage/stores/open-store.ts";
import { createFolder, findDatabase, openServer } from "./project-database.ts";
import { makeBackup } from "./rows/make-backup.ts";
import { isEqual, restoreBackup } from "./rows/restore-backup.ts";

/** The variables that the commands share with the host. */
export const commandSettings = settingsSchema
  .pick({ DATA_DIR: true, DATABASE_URL: true, SUPABASE_DIR: true })
  .extend(storageVariables);
type CommandSettings = z.infer<typeof commandSettings>;

/** The names of skipped settings in a line. */
const SHOWN = 10;

/** Writes a project, which may be running, to one file: `given`, or a new one in the folder of backups. */
export async function backUp(settings: CommandSettings, given: string | undefined): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL } = settings;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = DATABASE_URL ? join(dataDir, "backups") : homeOf(resolve(dataDir)).backups;
  const file = given ?? join(folder, `${PROGRAM}-${time}.tar.gz`);
  const store = await openStore(settings, dataDir);
  const { connection, close } = await findDatabase(DATABASE_URL, dataDir);
  try {
    const { bytes, summary } = await makeBackup({ connection, dataDir, store, version: VERSION }, file);
    const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
    for (const name of summary.missing)
      console.log(`The upload ${name} has no file, so the backup has none either.`);
    const megabytes = (bytes / 2 ** 20).toFixed(1);
    console.log(`${file}: ${rows} rows, ${summary.uploads.length} uploads, ${megabytes} MB.`);
    console.log("It contains the keys: keep it where only you can read it, on another machine.");
  } finally {
    await close();
  }
}

/** Restores a backup into an empty data folder and, with DATABASE_URL, an empty database. */
export async function restore(settings: CommandSettings, file: string): Promise<void> {
  const { DATA_DIR, DATABASE_URL, SUPABASE_DIR, ...storage } = settings;
  const { contents, summary, restored, skippedSettings } = await restoreBackup(file, {
    dataDir: DATA_DIR,
    supabaseDir: SUPABASE_DIR,
    store: await openStore(storage, DATA_DIR),
    version: VERSION,
    createFolder: () => createFolder(DATABASE_URL, DATA_DIR),
    openDatabase: () => openServer(DATABASE_URL, DATA_DIR),
  });
  for (const [at, { schema, name }] of contents.tables.entries()) {
    const rows = restored[at];
    const verdict = isEqual(rows, summary.tables[at]) ? "equal" : "DIFFERENT";
    console.log(
      `${`${schema}.${name}`.padEnd(44)} ${String(rows?.rows).padStart(9)} rows  ${rows?.hash}  ${verdict}`,
    );
  }
  console.log(`${String(summary.uploads.length).padStart(54)} uploads, equal`);
  for (const name of summary.missing) console.log(`The upload ${name} was missing when the backup was made.`);
  if (skippedSettings.length > 0)
    console.log(`Settings that a restore does not set: ${listed(skippedSettings)}.`);
  console.log(
    `The backup of ${contents.created_at} (version ${contents.version}) is restored in ${DATA_DIR}.`,
  );
}

/** The first names in one line. */
function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
