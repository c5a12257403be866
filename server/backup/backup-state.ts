/** The state of backups, for an application that shows it. */
import type { Queryable } from "../database/database.ts";

/** Of one kind of scheduled backup. */
export interface ScheduleState {
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null;
  /** ISO 8601; null if none has succeeded. */
  lastSuccess: string | null;
}

export interface BackupState extends ScheduleState {
  /** `copy`: the daily copy of the embedded cluster. `backup`: the file in BACKUP_TO. */
  kind: "copy" | "backup";
}

/** Called each time that the schedule has looked. */
export type ReportBackup = (database: Queryable, state: BackupState) => Promise<void>;
