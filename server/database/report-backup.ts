/** Reports backups to the club's database, which tells its admins when one failed or is missing. */
import type { Queryable } from "./database.ts";

export interface BackupState {
  /** `copy`: the daily copy of the embedded cluster. `backup`: the file in BACKUP_TO. */
  kind: "copy" | "backup";
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null;
  /** ISO 8601; null if none has succeeded. */
  lastSuccess: string | null;
}

/** Does nothing in a project whose database has no `private.report_backup`. */
export async function reportBackup(
  database: Queryable,
  { kind, error, lastSuccess }: BackupState,
): Promise<void> {
  const [known] = await database.query<{ there: boolean }>(
    "select to_regprocedure('private.report_backup(text, text, timestamptz, timestamptz)') is not null as there",
  );
  if (!known?.there) return;
  await database.query("select private.report_backup($1, $2, $3::timestamptz)", [kind, error, lastSuccess]);
}
