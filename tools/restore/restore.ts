/** Restores a backup into an empty data folder and, with DATABASE_URL, an empty database. */
import { createFolder, openServer } from "../../server/backup/project-database.ts";
import { isEqual, restoreBackup } from "../../server/backup/rows/restore-backup.ts";
import { VERSION } from "../../server/program.ts";
import { openStore } from "../../server/storage/stores/open-store.ts";
import type { BackupSettings } from "../backup/settings.ts";

/** The names of skipped settings in a line. */
const SHOWN = 10;

/** Throws BackupError or StartError. */
export async function restore(settings: BackupSettings, file: string): Promise<void> {
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
